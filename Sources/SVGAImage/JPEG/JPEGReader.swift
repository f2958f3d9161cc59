import CTurboJPEG
import SVGAModel
import SVGASupport

/// JPEG, decoded by TurboJPEG: baseline and progressive; gray, YCbCr, RGB, CMYK and YCCK.
struct JPEGReader: ~Copyable {
    /// A progressive JPEG usually has about 10 scans, and every scan is a pass over the entire picture. Above this number of scans, the
    /// limit counts `pixels × scans / 16`.
    static let scansPerPicture = 16

    private let handle: tjhandle

    init() throws(SVGAError) {
        try SVGAError.check(.turbojpeg, toRead: .jpeg)
        guard let handle = tjInitDecompress() else { throw .outOfMemory(bytes: 0) }
        self.handle = handle
    }

    deinit { tjDestroy(handle) }

    func size(_ bytes: UnsafeBufferPointer<UInt8>) throws(SVGAError) -> (width: Int, height: Int) {
        let header = try header(bytes)
        return (header.width, header.height)
    }

    /// TurboJPEG's warnings are tolerated, as in the players: the upper part of a truncated picture is kept.
    func decode(
        _ bytes: UnsafeBufferPointer<UInt8>, _ allowance: PixelAllowance
    ) throws(SVGAError) -> PreparedBitmap {
        let header = try header(bytes)
        try allowance.check((header.width, header.height))
        try JPEGReader.checkScans(bytes, pixels: header.width * header.height, allowance)
        var builder = try allowance.makeBuilder((header.width, header.height))
        let isCMYK = header.colorSpace == Int32(TJCS_CMYK.rawValue) || header.colorSpace == Int32(TJCS_YCCK.rawValue)
        let format = Int32(isCMYK ? TJPF_CMYK.rawValue : TJPF_RGBA.rawValue)
        let pixels = builder.bytes
        try check(
            tjDecompress2(
                handle, bytes.baseAddress, UInt(bytes.count), pixels.baseAddress?.assumingMemoryBound(to: UInt8.self),
                Int32(header.width), Int32(4 * header.width), Int32(header.height), format, TJFLAG_LIMITSCANS))
        if isCMYK { invertedCMYKToRGBA(pixels) }
        builder.finishAllRows()
        return builder.finish()
    }

    /// - Throws: ``SVGAError/Kind/limit`` if decoding takes more work than a picture of ``ReadLimits/imagePixels`` with ``scansPerPicture``
    ///   scans.
    private static func checkScans(_ bytes: UnsafeBufferPointer<UInt8>, pixels: Int, _ allowance: PixelAllowance) throws(SVGAError) {
        let scans = scanCount(bytes)
        let counted = pixels.multipliedReportingOverflow(by: scans)
        guard scans > scansPerPicture, counted.overflow || counted.partialValue / scansPerPicture > allowance.limits.imagePixels else {
            return
        }
        let subject: [Message] = [allowance.subject, "a JPEG of \(scans) scans, where \(scansPerPicture) scans count as an image"]
        throw .limit(
            LimitExceeded(
                \.imagePixels, of: allowance.limits, found: counted.overflow ? .max : counted.partialValue / scansPerPicture,
                subject: subject.filter { !$0.isEmpty }.joined(separator: ", ")))
    }

    /// The number of scans: `FF DA` markers outside of other segments. One pass over the bytes, without memory.
    static func scanCount(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
        var count = 0
        var at = 2
        while at + 1 < bytes.count {
            // Between segments and in scan data, FF followed by neither 0 nor FF is a marker.
            guard bytes[at] == 0xFF, bytes[at + 1] != 0, bytes[at + 1] != 0xFF else {
                at += 1
                continue
            }
            let marker = bytes[at + 1]
            at += 2
            if marker == 0xD9 { break }
            if marker == 0xDA { count += 1 }
            // Restart markers have no length, and lengths of invalid markers (below C0) are ignored.
            if marker < 0xC0 || (0xD0...0xD8).contains(marker) { continue }
            guard let length = ByteReader(bytes).big(at: at, bytes: 2) else { break }
            at += max(2, length)
        }
        return count
    }

    private func header(_ bytes: UnsafeBufferPointer<UInt8>) throws(SVGAError) -> (width: Int, height: Int, colorSpace: Int32) {
        var width: Int32 = 0
        var height: Int32 = 0
        var subsampling: Int32 = 0
        var colorSpace: Int32 = 0
        try check(tjDecompressHeader3(handle, bytes.baseAddress, UInt(bytes.count), &width, &height, &subsampling, &colorSpace))
        guard width > 0, height > 0 else { throw .broken(.jpeg, reason: "it has no pixels") }
        return (Int(width), Int(height), colorSpace)
    }

    private func check(_ result: Int32) throws(SVGAError) {
        guard result != 0, tjGetErrorCode(handle) != Int32(TJERR_WARNING.rawValue) else { return }
        throw .broken(.jpeg, reason: Message(cString: tjGetErrorStr2(handle)))
    }

    /// Converts CMYK with inverted inks (Adobe's convention), as browsers read every such file: 255 means no ink.
    private func invertedCMYKToRGBA(_ bytes: UnsafeMutableRawBufferPointer) {
        for i in stride(from: 0, to: bytes.count, by: 4) {
            let black = UInt32(bytes[i + 3])
            for channel in i..<i + 3 { bytes[channel] = UInt8((UInt32(bytes[channel]) * black + 127) / 255) }
            bytes[i + 3] = 255
        }
    }
}
