import CGif
import SVGAModel
import SVGAPlatform
import SVGASupport

/// Owns giflib's file and its input position.
struct GIFInput: ~Copyable {
    private struct Source {
        var remaining: UnsafeBufferPointer<UInt8>.SubSequence
        /// Whether giflib has read past the end. giflib does not always report it.
        var hasRunOut = false
    }

    let handle: UnsafeMutablePointer<GifFileType>
    private let source: UnsafeMutablePointer<Source>

    init(_ bytes: UnsafeBufferPointer<UInt8>) throws(SVGAError) {
        try SVGAError.check(.gif, toRead: .gif)
        let source = UnsafeMutablePointer<Source>.allocate(capacity: 1)
        source.initialize(to: Source(remaining: bytes[...]))
        var code: Int32 = 0
        let opened = DGifOpen(
            source,
            { file, target, count in
                guard let source = file?.pointee.UserData?.assumingMemoryBound(to: Source.self), let target, count > 0 else { return 0 }
                let taken = source.pointee.remaining.prefix(Int(count))
                if taken.count < count { source.pointee.hasRunOut = true }
                source.pointee.remaining = source.pointee.remaining.dropFirst(taken.count)
                _ = UnsafeMutableBufferPointer(start: target, count: taken.count).initialize(from: taken)
                return Int32(taken.count)
            }, &code)
        guard let opened else {
            defer { source.deallocate() }
            throw GIFInput.error(code, source)
        }
        handle = opened
        self.source = source
    }

    deinit {
        // The result reports only whether a file was closed, and there is none.
        _ = DGifCloseFile(handle, nil)
        source.deallocate()
    }

    /// The graphic control extension of a picture.
    struct Control {
        /// The transparent index; -1: none.
        var transparent = -1
        var delayHundredths = 0
        /// The disposal method: `DISPOSE_DO_NOT` and the like.
        var disposal = DISPOSE_DO_NOT
    }

    /// Reads up to the next picture's pixels.
    /// - Returns: nil at the end of the file.
    borrowing func nextImage() throws(SVGAError) -> Control? {
        var control = Control()
        while true {
            var record = UNDEFINED_RECORD_TYPE
            guard DGifGetRecordType(handle, &record) == GIF_OK else { throw error() }
            switch record {
            case IMAGE_DESC_RECORD_TYPE:
                forgetImages()
                guard DGifGetImageDesc(handle) == GIF_OK else { throw error() }
                return control
            case EXTENSION_RECORD_TYPE:
                var code: Int32 = 0
                var block: UnsafeMutablePointer<GifByteType>?
                guard DGifGetExtension(handle, &code, &block) == GIF_OK else { throw error() }
                while let current = block {
                    var fields = GraphicsControlBlock()
                    // The block starts with its length.
                    if code == GRAPHICS_EXT_FUNC_CODE, DGifExtensionToGCB(Int(current[0]), current + 1, &fields) == GIF_OK {
                        control = Control(
                            transparent: Int(fields.TransparentColor), delayHundredths: max(0, Int(fields.DelayTime)),
                            disposal: fields.DisposalMode)
                    }
                    guard DGifGetExtensionNext(handle, &block) == GIF_OK else { throw error() }
                }
            case TERMINATE_RECORD_TYPE: return nil
            default: continue
            }
        }
    }

    /// giflib appends every picture to one list, which it reallocates each time. Without this call, time would grow with the square of the
    /// number of pictures.
    private borrowing func forgetImages() {
        guard handle.pointee.SavedImages != nil else { return }
        GifFreeSavedImages(handle)
        handle.pointee.SavedImages = nil
        handle.pointee.ImageCount = 0
    }

    /// The palette of the next picture, as opaque pixels; indices without a color stay transparent.
    borrowing func palette(_ control: Control) throws(SVGAError) -> [UInt32] {
        guard let map = (handle.pointee.Image.ColorMap ?? handle.pointee.SColorMap)?.pointee, let colors = map.Colors else {
            throw .broken(.gif, reason: "it has no colors")
        }
        var palette = [UInt32](repeating: 0, count: 256)
        for index in 0..<min(256, Int(map.ColorCount)) where index != control.transparent {
            let color = colors[index]
            palette[index] = UInt32(color.Red) | UInt32(color.Green) << 8 | UInt32(color.Blue) << 16 | 0xFF00_0000
        }
        return palette
    }

    /// The rows of a picture in storage order.
    static func rows(of image: GifImageDesc) -> [Int] {
        let height = Int(image.Height)
        guard image.Interlace else { return Array(0..<height) }
        return [(0, 8), (4, 8), (2, 4), (1, 2)].flatMap { Array(stride(from: $0, to: height, by: $1)) }
    }

    /// The last error.
    func error() -> SVGAError { GIFInput.error(handle.pointee.Error, source) }

    private static func error(_ code: Int32, _ source: UnsafePointer<Source>) -> SVGAError {
        if source.pointee.hasRunOut { return .truncated(.gif) }
        return .broken(.gif, reason: GifErrorString(code).map { Message(cString: $0) } ?? "its pixels cannot be decoded")
    }
}
