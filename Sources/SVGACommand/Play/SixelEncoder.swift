import CSixel
import SVGAImage
import SVGAModel
import SVGAPixels
import SVGASupport
import SVGATasks

/// Encodes frames as sixels with libsixel and 255 colors; up to 255 colors are exact.
///
/// Sixel colors are percentages, so each channel may differ by 1 %. Sixels cannot become transparent again, so transparent pixels are black.
final class SixelEncoder: FrameEncoder {
    init() throws(TaskError) {
        if let problem = SystemLibrary.sixel.problem() { throw .standardOutput(reason: problem) }
    }

    func encode(_ frame: Pixmap, column: Int, row: Int) throws(TaskError) -> [UInt8] {
        let raster = frame.pixels.withUnsafeBytes { $0.bindMemory(to: UInt32.self).map { UInt32(littleEndian: $0) | 0xFF00_0000 } }
        var (indices, palette) = try SixelEncoder.drawing(raster, width: frame.width)
        var text = Array(SixelEncoder.cursor(column: column, row: row).utf8)
        let status = withUnsafeMutablePointer(to: &text) { text -> SIXELSTATUS in
            do throws(Handles.Failure) {
                let handles = try Handles(colors: palette.count / 3, text: text)
                sixel_dither_set_palette(handles.dither, &palette)
                sixel_dither_set_pixelformat(handles.dither, SIXEL_PIXELFORMAT_PAL8)
                return sixel_encode(&indices, Int32(frame.width), Int32(frame.height), 1, handles.dither, handles.output)
            } catch {
                return error.status
            }
        }
        guard status & SixelEncoder.failureBit == 0 else {
            throw .standardOutput(
                reason: "libsixel: \(sixel_helper_format_error(status).map { Message(cString: $0) } ?? "error \(status)")")
        }
        return text
    }

    /// The error bit of libsixel's status codes.
    private static let failureBit: SIXELSTATUS = 0x1000

    /// The color index of each pixel, and the red, green and blue of all colors.
    private static func drawing(_ raster: [UInt32], width: Int) throws(TaskError) -> (indices: [UInt8], palette: [UInt8]) {
        if let palette = exactPalette(raster), let indices = palette.indices(of: raster) { return (indices, bytes(palette)) }
        do throws(SVGAError) {
            // Dithering would flicker between frames.
            let drawing = try GIFQuantizer(quality: 100, dither: 0).draw(raster, width: width, with: nil)
            return (drawing.indices, bytes(drawing.palette))
        } catch {
            throw .standardOutput(reason: error.message)
        }
    }

    private static func bytes(_ palette: GIFPalette) -> [UInt8] {
        palette.colors.flatMap { color in (0..<3).map { UInt8(truncatingIfNeeded: color >> (8 * $0)) } }
    }

    /// All colors of the frame; nil if there are too many.
    private static func exactPalette(_ raster: [UInt32]) -> GIFPalette? {
        var palette = GIFPalette()
        var last: UInt32 = 0
        for color in raster where color != last {
            guard palette.add(color) else { return nil }
            last = color
        }
        return palette
    }

    /// The two libsixel objects that draw one frame.
    private struct Handles: ~Copyable {
        struct Failure: Error { let status: SIXELSTATUS }

        let output: OpaquePointer
        let dither: OpaquePointer

        /// - Parameter text: receives the output; it must outlive the handles.
        init(colors: Int, text: UnsafeMutablePointer<[UInt8]>) throws(Failure) {
            var output: OpaquePointer?
            let write: sixel_write_function = { data, count, text in
                guard let data, let text else { return -1 }
                let bytes = UnsafeRawBufferPointer(start: data, count: Int(count))
                text.assumingMemoryBound(to: [UInt8].self).pointee.append(contentsOf: bytes)
                return count
            }
            var status = sixel_output_new(&output, write, text, nil)
            guard let output else { throw Failure(status: status | SixelEncoder.failureBit) }
            var dither: OpaquePointer?
            status = sixel_dither_new(&dither, Int32(colors), nil)
            guard let dither else {
                sixel_output_unref(output)
                throw Failure(status: status | SixelEncoder.failureBit)
            }
            self.output = output
            self.dither = dither
        }

        deinit {
            sixel_dither_unref(dither)
            sixel_output_unref(output)
        }
    }
}
