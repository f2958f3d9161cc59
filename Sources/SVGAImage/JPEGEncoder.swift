import CTurboJPEG
import SVGAModel
import SVGASupport

/// Writes JPEG by TurboJPEG.
package struct JPEGEncoder: ~Copyable {
    /// From this quality on colours keep their full resolution.
    private static let fullColorQuality = 90

    private let handle: tjhandle

    package init() throws(ImageError) {
        try ImageError.check(.turbojpeg, toWrite: .jpeg)
        guard let handle = tjInitCompress() else { throw .noMemory(encoding: .jpeg) }
        self.handle = handle
    }

    deinit { tjDestroy(handle) }

    /// - Parameters:
    ///   - pixels: 4 bytes a pixel, of which the fourth does not count; rows from the top without padding.
    ///   - quality: brought into 1…100.
    ///   - isProgressive: several scans, which makes the file smaller and takes longer.
    package func encode(
        _ pixels: UnsafeRawBufferPointer, width: Int, height: Int, quality: Int, isProgressive: Bool = false
    ) throws(ImageError) -> [UInt8] {
        let subsampling = quality < JPEGEncoder.fullColorQuality ? TJSAMP_420 : TJSAMP_444
        var output = Output()
        let flags = TJFLAG_ACCURATEDCT | (isProgressive ? TJFLAG_PROGRESSIVE : 0)
        let result = tjCompress2(
            handle, pixels.assumingMemoryBound(to: UInt8.self).baseAddress, Int32(clamping: width), Int32(clamping: 4 * width),
            Int32(clamping: height), Int32(TJPF_RGBX.rawValue), &output.bytes, &output.count, Int32(subsampling.rawValue),
            Int32(min(100, max(1, quality))), flags)
        guard result == 0 else { throw .encoding(.jpeg, reason: String(cString: tjGetErrorStr2(handle))) }
        return [UInt8](UnsafeRawBufferPointer(start: output.bytes, count: Int(output.count)))
    }

    /// Owns the file that TurboJPEG makes.
    private struct Output: ~Copyable {
        var bytes: UnsafeMutablePointer<UInt8>?
        var count: UInt = 0

        deinit { tjFree(bytes) }
    }
}
