import CWebP
import SVGAModel
import SVGASupport

/// WebP, decoded by libwebp: lossy, lossless, with alpha; of an animation the first frame, at its position on the canvas.
enum WebPReader {
    static func size(_ bytes: UnsafeBufferPointer<UInt8>) throws(SVGAError) -> (width: Int, height: Int) {
        let features = try features(bytes)
        return (Int(features.width), Int(features.height))
    }

    static func decode(
        _ bytes: UnsafeBufferPointer<UInt8>, _ allowance: PixelAllowance
    ) throws(SVGAError) -> PreparedBitmap {
        let features = try features(bytes)
        var builder = try allowance.makeBuilder((Int(features.width), Int(features.height)))
        if features.has_animation != 0 {
            try decodeFirstFrame(bytes, into: builder)
        } else {
            try decode(bytes, to: builder.bytes, strideBytes: 4 * builder.width)
        }
        builder.finishAllRows()
        return builder.finish()
    }

    /// The stored pixels of a lossless picture, as RGBA with straight alpha. nil for animations, for lossy or corrupt files, and for files
    /// with chunks that change the picture's appearance.
    static func losslessPixels(
        _ bytes: UnsafeBufferPointer<UInt8>, _ limits: ReadLimits
    ) -> (pixels: [UInt8], width: Int, height: Int)? {
        guard let features = try? features(bytes), features.has_animation == 0, features.format == WebPReader.lossless,
            WebPReader.isPlain(bytes)
        else { return nil }
        let (width, height) = (Int(features.width), Int(features.height))
        guard width * height <= limits.imagePixels else { return nil }
        var pixels = [UInt8](repeating: 0, count: 4 * width * height)
        let isWhole = pixels.withUnsafeMutableBytes { (try? decode(bytes, to: $0, strideBytes: 4 * width)) != nil }
        return isWhole ? (pixels, width, height) : nil
    }

    /// libwebp's number of the lossless format.
    private static let lossless: Int32 = 2

    /// Whether the header's flags declare neither a color profile nor EXIF.
    private static func isPlain(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard bytes.count > 20, bytes[12..<16].elementsEqual("VP8X".utf8) else { return true }
        return bytes[20] & 0x28 == 0
    }

    private static func decodeFirstFrame(_ bytes: UnsafeBufferPointer<UInt8>, into builder: borrowing BitmapBuilder) throws(SVGAError) {
        let demuxer = try Demuxer(bytes)
        var frame = WebPIterator()
        guard WebPDemuxGetFrame(demuxer.handle, 1, &frame) != 0 else { throw .truncated(.webp) }
        defer { WebPDemuxReleaseIterator(&frame) }
        let (x, y, width, height) = (Int(frame.x_offset), Int(frame.y_offset), Int(frame.width), Int(frame.height))
        guard x >= 0, y >= 0, width > 0, height > 0, x + width <= builder.width, y + height <= builder.height else {
            throw .broken(.webp, reason: "its first frame is outside the canvas")
        }
        let offset = 4 * (y * builder.width + x)
        // libwebp requires stride × (height - 1) + 4 × width bytes, which end at the end of the last row.
        let target = UnsafeMutableRawBufferPointer(rebasing: builder.bytes[offset...])
        let fragment = UnsafeBufferPointer(start: frame.fragment.bytes, count: frame.fragment.size)
        let stored = try self.features(fragment)
        guard Int(stored.width) == width, Int(stored.height) == height else {
            throw .broken(.webp, reason: "its first frame has another size than its header says")
        }
        try decode(fragment, to: target, strideBytes: 4 * builder.width)
    }

    private static func decode(
        _ bytes: UnsafeBufferPointer<UInt8>, to target: UnsafeMutableRawBufferPointer, strideBytes: Int
    ) throws(SVGAError) {
        let start = target.baseAddress?.assumingMemoryBound(to: UInt8.self)
        if WebPDecodeRGBAInto(bytes.baseAddress, bytes.count, start, target.count, Int32(strideBytes)) != nil { return }
        // libwebp gives no reason. The RIFF header shows whether bytes are missing.
        throw isComplete(bytes) ? .broken(.webp, reason: "its pixels cannot be decoded") : .truncated(.webp)
    }

    private static func features(_ bytes: UnsafeBufferPointer<UInt8>) throws(SVGAError) -> WebPBitstreamFeatures {
        try SVGAError.check(.webp, toRead: .webp)
        var features = WebPBitstreamFeatures()
        let status = WebPGetFeatures(bytes.baseAddress, bytes.count, &features)
        guard status == VP8_STATUS_OK else {
            throw status == VP8_STATUS_NOT_ENOUGH_DATA ? .truncated(.webp) : .broken(.webp, reason: "its header is damaged")
        }
        guard features.width > 0, features.height > 0 else { throw .broken(.webp, reason: "it has no pixels") }
        return features
    }

    /// Whether the file is as long as its RIFF header declares.
    private static func isComplete(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let length = ByteReader(bytes).little(at: 4, bytes: 4) else { return false }
        return length + 8 <= bytes.count
    }

    /// Owns the container parser.
    private struct Demuxer: ~Copyable {
        let handle: OpaquePointer

        init(_ bytes: UnsafeBufferPointer<UInt8>) throws(SVGAError) {
            var data = WebPData(bytes: bytes.baseAddress, size: bytes.count)
            var state = WEBP_DEMUX_PARSING_HEADER
            // Partial: the first frame is enough, and the rest of the file is ignored.
            guard let handle = WebPDemuxPartial(&data, &state) else { throw .broken(.webp, reason: "its animation cannot be read") }
            self.handle = handle
        }

        deinit { WebPDemuxDelete(handle) }
    }
}
