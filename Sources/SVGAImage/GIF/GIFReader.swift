import CGif
import SVGAModel
import SVGAPlatform
import SVGASupport

/// The first frame of a GIF by giflib, at its place on the canvas; everything around it is transparent.
enum GIFReader {
    static func size(_ bytes: UnsafeBufferPointer<UInt8>) throws(ImageError) -> (width: Int, height: Int) {
        let reader = ByteReader(bytes)
        guard let width = reader.little16(at: 6), let height = reader.little16(at: 8) else { throw .truncated(.gif) }
        guard bytes.starts(with: [0x47, 0x49, 0x46]) else { throw .broken(.gif, reason: "it does not start with a header") }
        guard width > 0, height > 0 else { throw .broken(.gif, reason: "it has no pixels") }
        return (Int(width), Int(height))
    }

    static func decode(
        _ bytes: UnsafeBufferPointer<UInt8>, _ allowance: PixelAllowance
    ) throws(ImageError) -> PreparedBitmap {
        var builder = try allowance.makeBuilder(try size(bytes))
        let file = try File(bytes)
        let transparent = try skipToFirstImage(file)
        let image = file.handle.pointee.Image
        let (left, top, width, height) = (Int(image.Left), Int(image.Top), Int(image.Width), Int(image.Height))
        // Decoding takes time for the whole frame, including the part that lies outside of the canvas.
        try allowance.check((width, height))
        guard let map = (image.ColorMap ?? file.handle.pointee.SColorMap)?.pointee, let colors = map.Colors else {
            throw .broken(.gif, reason: "it has no colours")
        }
        // Indices without a colour stay transparent.
        var palette = [UInt32](repeating: 0, count: 256)
        for i in 0..<min(256, Int(map.ColorCount)) where i != transparent {
            let color = colors[i]
            palette[i] = UInt32(color.Red) | UInt32(color.Green) << 8 | UInt32(color.Blue) << 16 | 0xFF00_0000
        }

        var line = [UInt8](repeating: 0, count: width)
        let visible = max(0, min(width, builder.width - left))
        for (start, step) in image.Interlace ? [(0, 8), (4, 8), (2, 4), (1, 2)] : [(0, 1)] {
            for row in stride(from: start, to: height, by: step) {
                guard DGifGetLine(file.handle, &line, Int32(width)) == GIF_OK else { throw file.error() }
                let y = top + row
                guard y < builder.height else { continue }
                let target = builder.rowWords(y) + left
                for x in 0..<visible { target[x] = palette[Int(line[x])].littleEndian }
                builder.finishRow(y)
            }
        }
        return builder.finish()
    }

    /// Reads up to the first frame's pixels and returns the index that is transparent in it, -1 without one.
    private static func skipToFirstImage(_ file: borrowing File) throws(ImageError) -> Int {
        var transparent = -1
        while true {
            var record = UNDEFINED_RECORD_TYPE
            guard DGifGetRecordType(file.handle, &record) == GIF_OK else { throw file.error() }
            switch record {
            case IMAGE_DESC_RECORD_TYPE:
                guard DGifGetImageDesc(file.handle) == GIF_OK else { throw file.error() }
                return transparent
            case EXTENSION_RECORD_TYPE:
                var code: Int32 = 0
                var block: UnsafeMutablePointer<GifByteType>?
                guard DGifGetExtension(file.handle, &code, &block) == GIF_OK else { throw file.error() }
                while let current = block {
                    var control = GraphicsControlBlock()
                    // The block is preceded by its length.
                    if code == GRAPHICS_EXT_FUNC_CODE, DGifExtensionToGCB(Int(current[0]), current + 1, &control) == GIF_OK {
                        transparent = Int(control.TransparentColor)
                    }
                    guard DGifGetExtensionNext(file.handle, &block) == GIF_OK else { throw file.error() }
                }
            case TERMINATE_RECORD_TYPE: throw .broken(.gif, reason: "it has no frame")
            default: continue
            }
        }
    }

    /// Owns giflib's file and the place in memory it reads from.
    private struct File: ~Copyable {
        private struct Source {
            var rest: UnsafeBufferPointer<UInt8>.SubSequence
            /// More was asked for than there is. giflib does not always say so.
            var hasRunOut = false
        }

        let handle: UnsafeMutablePointer<GifFileType>
        private let source: UnsafeMutablePointer<Source>

        init(_ bytes: UnsafeBufferPointer<UInt8>) throws(ImageError) {
            try ImageError.check(.gif, toRead: .gif)
            let source = UnsafeMutablePointer<Source>.allocate(capacity: 1)
            source.initialize(to: Source(rest: bytes[...]))
            var code: Int32 = 0
            let opened = DGifOpen(
                source,
                { file, target, count in
                    guard let source = file?.pointee.UserData?.assumingMemoryBound(to: Source.self), let target, count > 0 else { return 0 }
                    let taken = source.pointee.rest.prefix(Int(count))
                    if taken.count < count { source.pointee.hasRunOut = true }
                    source.pointee.rest = source.pointee.rest.dropFirst(taken.count)
                    _ = UnsafeMutableBufferPointer(start: target, count: taken.count).initialize(from: taken)
                    return Int32(taken.count)
                }, &code)
            guard let opened else {
                defer { source.deallocate() }
                throw File.error(code, source)
            }
            handle = opened
            self.source = source
        }

        deinit {
            // The result only says whether a file was closed; there is none.
            _ = DGifCloseFile(handle, nil)
            source.deallocate()
        }

        /// What went wrong last.
        func error() -> ImageError { File.error(handle.pointee.Error, source) }

        private static func error(_ code: Int32, _ source: UnsafePointer<Source>) -> ImageError {
            if source.pointee.hasRunOut { return .truncated(.gif) }
            return .broken(.gif, reason: GifErrorString(code).map { String(cString: $0) } ?? "its pixels cannot be decoded")
        }
    }
}
