import CGif
import CSpng
import CTurboJPEG
import CWebP
package import SVGAModel
import SVGAPlatform

/// Small images encoded at run time, so that a test defines exactly its pixels. A failure to encode ends the test run.
public enum ImageFixtures {
    package static func entity(_ format: ImageEntity.Format, _ bytes: [UInt8]) -> ImageEntity {
        ImageEntity(key: "fixture", format: format, bytes: bytes)
    }

    // MARK: PNG

    /// The numbers are those of the PNG format.
    package enum PNGColor: UInt8, CaseIterable, Sendable {
        case gray = 0
        case rgb = 2
        case palette = 3
        case grayAlpha = 4
        case rgba = 6
    }

    /// `samples` in PNG's storage format: rows padded to bytes, 16-bit samples in native byte order. A palette entry is RGB.
    package static func png(
        width: Int, height: Int, color: PNGColor = .rgba, depth: UInt8 = 8, samples: [UInt8], palette: [[UInt8]] = [],
        paletteAlpha: [UInt8] = [], transparentColor: [UInt16]? = nil, isInterlaced: Bool = false
    ) -> [UInt8] {
        guard let context = spng_ctx_new(Int32(SPNG_CTX_ENCODER.rawValue)) else { fatalError("spng_ctx_new") }
        defer { spng_ctx_free(context) }
        check(spng_set_option(context, SPNG_ENCODE_TO_BUFFER, 1))
        var header = spng_ihdr(
            width: UInt32(width), height: UInt32(height), bit_depth: depth, color_type: color.rawValue, compression_method: 0,
            filter_method: 0, interlace_method: isInterlaced ? 1 : 0)
        check(spng_set_ihdr(context, &header))
        if !palette.isEmpty {
            var chunk = spng_plte()
            chunk.n_entries = UInt32(palette.count)
            withUnsafeMutableBytes(of: &chunk.entries) { bytes in
                for (i, entry) in palette.enumerated() { for channel in 0..<3 { bytes[4 * i + channel] = entry[channel] } }
            }
            check(spng_set_plte(context, &chunk))
        }
        if !paletteAlpha.isEmpty || transparentColor != nil {
            var chunk = spng_trns()
            if let color = transparentColor {
                chunk.gray = color[0]
                if color.count == 3 { (chunk.red, chunk.green, chunk.blue) = (color[0], color[1], color[2]) }
            }
            chunk.n_type3_entries = UInt32(paletteAlpha.count)
            withUnsafeMutableBytes(of: &chunk.type3_alpha) { $0.copyBytes(from: paletteAlpha) }
            check(spng_set_trns(context, &chunk))
        }
        check(
            spng_encode_image(context, samples, samples.count, Int32(SPNG_FMT_PNG.rawValue), Int32(SPNG_ENCODE_FINALIZE.rawValue)))
        var count = 0
        var error: Int32 = 0
        let buffer = spng_get_png_buffer(context, &count, &error)
        check(error)
        defer { free(buffer) }
        return [UInt8](UnsafeRawBufferPointer(start: buffer, count: count))
    }

    private static func check(_ result: Int32) {
        guard result == 0 else { fatalError(String(cString: spng_strerror(result))) }
    }

    // MARK: JPEG

    package enum JPEGColor: Sendable {
        case gray
        case rgb
        /// 4 bytes per pixel, inverted: 255 means no ink.
        case cmyk
    }

    package static func jpeg(width: Int, height: Int, color: JPEGColor = .rgb, samples: [UInt8], isProgressive: Bool = false) -> [UInt8] {
        let (format, sampling) =
            switch color {
            case .gray: (TJPF_GRAY, TJSAMP_GRAY)
            case .rgb: (TJPF_RGB, TJSAMP_444)
            case .cmyk: (TJPF_CMYK, TJSAMP_444)
            }
        let handle = tjInitCompress()
        defer { tjDestroy(handle) }
        var buffer: UnsafeMutablePointer<UInt8>?
        var count: UInt = 0
        let flags = isProgressive ? TJFLAG_PROGRESSIVE : 0
        let result = tjCompress2(
            handle, samples, Int32(width), 0, Int32(height), Int32(format.rawValue), &buffer, &count, Int32(sampling.rawValue), 100, flags)
        guard result == 0 else { fatalError(String(cString: tjGetErrorStr2(handle))) }
        defer { tjFree(buffer) }
        return [UInt8](UnsafeBufferPointer(start: buffer, count: Int(count)))
    }

    // MARK: WebP

    /// `rgba` is straight. Lossless preserves every pixel with alpha above 0.
    package static func webp(width: Int, height: Int, rgba: [UInt8], quality: Float? = nil) -> [UInt8] {
        var buffer: UnsafeMutablePointer<UInt8>?
        let count =
            if let quality {
                WebPEncodeRGBA(rgba, Int32(width), Int32(height), Int32(4 * width), quality, &buffer)
            } else {
                WebPEncodeLosslessRGBA(rgba, Int32(width), Int32(height), Int32(4 * width), &buffer)
            }
        guard count > 0 else { fatalError("WebPEncode") }
        defer { WebPFree(buffer) }
        return [UInt8](UnsafeBufferPointer(start: buffer, count: count))
    }

    /// An animation with one frame at an even position on a larger canvas.
    package static func animatedWebP(
        width: Int, height: Int, frameX: Int, frameY: Int, frameWidth: Int, frameHeight: Int, rgba: [UInt8]
    ) -> [UInt8] {
        let image = webp(width: frameWidth, height: frameHeight, rgba: rgba).dropFirst(12)
        func chunk(_ name: String, _ payload: [UInt8]) -> [UInt8] {
            Array(name.utf8) + little(payload.count, 4) + payload + (payload.count % 2 == 1 ? [0] : [])
        }
        let canvas = [0x12, 0, 0, 0] + little(width - 1, 3) + little(height - 1, 3)
        let index = little(frameX / 2, 3) + little(frameY / 2, 3) + little(frameWidth - 1, 3) + little(frameHeight - 1, 3)
        let frame = index + little(100, 3) + [0] + image
        let body = Array("WEBP".utf8) + chunk("VP8X", canvas) + chunk("ANIM", [0, 0, 0, 0, 0, 0]) + chunk("ANMF", frame)
        return Array("RIFF".utf8) + little(body.count, 4) + body
    }

    // MARK: GIF

    /// One frame on a larger canvas; `indices` row by row from the top, `palette` of 2, 4, … 256 RGB colors.
    package static func gif(
        width: Int, height: Int, left: Int = 0, top: Int = 0, frameWidth: Int, frameHeight: Int, indices: [UInt8], palette: [[UInt8]],
        transparentIndex: Int? = nil, isInterlaced: Bool = false
    ) -> [UInt8] {
        let output = UnsafeMutablePointer<[UInt8]>.allocate(capacity: 1)
        output.initialize(to: [])
        defer {
            output.deinitialize(count: 1)
            output.deallocate()
        }
        var code: Int32 = 0
        let file = EGifOpen(
            output,
            { file, bytes, count in
                file?.pointee.UserData?.assumingMemoryBound(to: [UInt8].self).pointee += UnsafeBufferPointer(
                    start: bytes, count: Int(count))
                return count
            }, &code)
        let colors = palette.map { GifColorType(Red: $0[0], Green: $0[1], Blue: $0[2]) }
        let map = GifMakeMapObject(Int32(colors.count), colors)
        defer { GifFreeMapObject(map) }
        EGifSetGifVersion(file, true)
        checkGIF(EGifPutScreenDesc(file, Int32(width), Int32(height), 8, 0, map))
        if let transparentIndex {
            var control = GraphicsControlBlock(
                DisposalMode: 0, UserInputFlag: false, DelayTime: 0, TransparentColor: Int32(transparentIndex))
            var block = [UInt8](repeating: 0, count: 4)
            let count = EGifGCBToExtension(&control, &block)
            checkGIF(EGifPutExtension(file, GRAPHICS_EXT_FUNC_CODE, Int32(count), block))
        }
        checkGIF(EGifPutImageDesc(file, Int32(left), Int32(top), Int32(frameWidth), Int32(frameHeight), isInterlaced, nil))
        for (start, step) in isInterlaced ? [(0, 8), (4, 8), (2, 4), (1, 2)] : [(0, 1)] {
            for y in stride(from: start, to: frameHeight, by: step) {
                var line = Array(indices[y * frameWidth..<(y + 1) * frameWidth])
                checkGIF(EGifPutLine(file, &line, Int32(frameWidth)))
            }
        }
        guard EGifCloseFile(file, &code) == GIF_OK else { fatalError("EGifCloseFile") }
        return output.pointee
    }

    private static func checkGIF(_ result: CInt, line: Int = #line) {
        guard result == GIF_OK else { fatalError("giflib, line \(line)") }
    }

    // MARK: BMP

    /// `rows` from the top in the file's storage format without padding. `masks`: red, green, blue, alpha of a 32-bit pixel.
    package static func bmp(
        width: Int, height: Int, bitsPerPixel: Int, rows: [[UInt8]], isTopDown: Bool = false, palette: [[UInt8]] = [],
        masks: [UInt32] = [], compression: Int? = nil
    ) -> [UInt8] {
        let headerBytes = masks.isEmpty ? 40 : 108
        let colors: [UInt8] = palette.flatMap { [$0[2], $0[1], $0[0], 0] }
        let offset = 14 + headerBytes + colors.count
        var bytes = Array("BM".utf8) + little(0, 4) + little(0, 4) + little(offset, 4)
        bytes += little(headerBytes, 4) + little(width, 4) + little(isTopDown ? -height : height, 4) + little(1, 2)
        bytes += little(bitsPerPixel, 2) + little(compression ?? (masks.isEmpty ? 0 : 3), 4) + little(0, 12) + little(palette.count, 4)
        bytes += little(0, 4) + masks.flatMap { little(Int($0), 4) }
        bytes += [UInt8](repeating: 0, count: 14 + headerBytes - bytes.count) + colors
        for row in isTopDown ? rows : rows.reversed() {
            bytes += row + [UInt8](repeating: 0, count: (4 - row.count % 4) % 4)
        }
        return bytes
    }

    private static func little(_ value: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: $0 < 8 ? value >> (8 * $0) : 0) }
    }
}
