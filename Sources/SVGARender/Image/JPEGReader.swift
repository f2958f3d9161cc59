import CTurboJPEG
import SVGAModel

/// JPEG by TurboJPEG: baseline and progressive, grey, YCbCr, RGB, CMYK and YCCK.
struct JPEGReader: ~Copyable {
    private let handle: tjhandle

    init() throws(ImageError) {
        guard let handle = tjInitDecompress() else { throw .outOfMemory(bytes: 0) }
        self.handle = handle
    }

    deinit { tjDestroy(handle) }

    func size(_ bytes: UnsafeBufferPointer<UInt8>) throws(ImageError) -> (width: Int, height: Int) {
        let header = try header(bytes)
        return (header.width, header.height)
    }

    /// What TurboJPEG only warns about is tolerated as players do: of a picture that breaks off the upper part is kept.
    func decode(
        _ bytes: UnsafeBufferPointer<UInt8>, _ allowance: PixelAllowance
    ) throws(ImageError) -> PreparedBitmap {
        let header = try header(bytes)
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

    private func header(_ bytes: UnsafeBufferPointer<UInt8>) throws(ImageError) -> (width: Int, height: Int, colorSpace: Int32) {
        var width: Int32 = 0
        var height: Int32 = 0
        var subsampling: Int32 = 0
        var colorSpace: Int32 = 0
        try check(tjDecompressHeader3(handle, bytes.baseAddress, UInt(bytes.count), &width, &height, &subsampling, &colorSpace))
        guard width > 0, height > 0 else { throw .broken(.jpeg, reason: "it has no pixels") }
        return (Int(width), Int(height), colorSpace)
    }

    private func check(_ result: Int32) throws(ImageError) {
        guard result != 0, tjGetErrorCode(handle) != Int32(TJERR_WARNING.rawValue) else { return }
        throw .broken(.jpeg, reason: String(cString: tjGetErrorStr2(handle)))
    }

    /// Writers of CMYK store the inverted inks (Adobe's habit), which is how browsers read every such file: 255 is no ink.
    private func invertedCMYKToRGBA(_ bytes: UnsafeMutableRawBufferPointer) {
        for i in stride(from: 0, to: bytes.count, by: 4) {
            let black = UInt32(bytes[i + 3])
            for channel in i..<i + 3 { bytes[channel] = UInt8((UInt32(bytes[channel]) * black + 127) / 255) }
            bytes[i + 3] = 255
        }
    }
}
