import CGif
import SVGAModel
package import SVGAPixels
import SVGASupport

/// A picture in a GIF: part of the canvas, in indices.
package struct GIFImage {
    package var area: PixelRect
    /// Of the area, row by row.
    package var indices: [UInt8]
    /// What the indices mean; nil: the palette of the file.
    package var palette: GIFPalette?
    package var delayHundredths: Int
    /// What becomes of the area when the delay is over: it is cleared, or stays.
    package var isCleared = false

    package init(area: PixelRect, indices: [UInt8], palette: GIFPalette?, delayHundredths: Int) {
        self.area = area
        self.indices = indices
        self.palette = palette
        self.delayHundredths = delayHundredths
    }
}

/// Makes the bytes of a GIF, by giflib, in memory: ``take()`` them now and then.
package final class GIFWriter {
    private let buffer: ByteBuffer
    private let handle: UnsafeMutablePointer<GifFileType>
    private let shared: GIFPalette?
    private var isClosed = false
    /// How many pictures were put in.
    package private(set) var imageCount = 0

    /// What giflib writes to; it holds an unowned pointer to this.
    private final class ByteBuffer {
        var bytes: [UInt8] = []
    }

    /// - Parameter loops: how often it plays, 0 meaning forever.
    package init(width: Int, height: Int, loops: Int, shared: GIFPalette?) throws(ImageError) {
        try ImageError.check(.gif, toWrite: .gif)
        let buffer = ByteBuffer()
        var code: Int32 = 0
        let handle = EGifOpen(
            Unmanaged.passUnretained(buffer).toOpaque(),
            { file, bytes, count in
                guard let user = file?.pointee.UserData, let bytes, count >= 0 else { return 0 }
                let buffer = Unmanaged<ByteBuffer>.fromOpaque(user).takeUnretainedValue()
                buffer.bytes.append(contentsOf: UnsafeBufferPointer(start: bytes, count: Int(count)))
                return count
            }, &code)
        guard let handle else { throw GIFWriter.error(code) }
        self.buffer = buffer
        self.handle = handle
        self.shared = shared
        EGifSetGifVersion(handle, true)
        let map = try shared.map { (shared) throws(ImageError) in try ColorMap(shared) }
        try check(EGifPutScreenDesc(handle, Int32(width), Int32(height), 8, 0, map?.pointer))
        if loops != 1 { try putLoops(loops == 0 ? 0 : loops - 1) }
    }

    deinit {
        if !isClosed { EGifCloseFile(handle, nil) }
    }

    /// What was made since the last time.
    package func take() -> [UInt8] {
        defer { buffer.bytes.removeAll(keepingCapacity: true) }
        return buffer.bytes
    }

    package func put(_ image: GIFImage) throws(ImageError) {
        guard let palette = image.palette ?? shared else { throw GIFWriter.error(E_GIF_ERR_NO_COLOR_MAP) }
        // Every palette reserves an index for transparent. It is declared only if a pixel uses it.
        let isTransparent = image.indices.contains(palette.transparent)
        var control = GraphicsControlBlock(
            DisposalMode: image.isCleared ? DISPOSE_BACKGROUND : DISPOSE_DO_NOT, UserInputFlag: false,
            DelayTime: Int32(image.delayHundredths), TransparentColor: isTransparent ? Int32(palette.transparent) : NO_TRANSPARENT_COLOR)
        var block: (UInt8, UInt8, UInt8, UInt8) = (0, 0, 0, 0)
        let count = withUnsafeMutableBytes(of: &block) { EGifGCBToExtension(&control, $0.baseAddress) }
        try check(EGifPutExtension(handle, GRAPHICS_EXT_FUNC_CODE, Int32(count), &block))
        let map = try image.palette.map { (palette) throws(ImageError) in try ColorMap(palette) }
        let area = image.area
        try check(
            EGifPutImageDesc(handle, Int32(area.x), Int32(area.y), Int32(area.width), Int32(area.height), false, map?.pointer))
        // giflib may change what it is given.
        var line = [UInt8](repeating: 0, count: area.width)
        for row in 0..<area.height {
            line.replaceSubrange(0..<area.width, with: image.indices[row * area.width..<(row + 1) * area.width])
            try check(EGifPutLine(handle, &line, Int32(area.width)))
        }
        imageCount += 1
    }

    /// Ends the file.
    package func close() throws(ImageError) {
        isClosed = true
        var code: Int32 = 0
        guard EGifCloseFile(handle, &code) == GIF_OK else { throw GIFWriter.error(code) }
    }

    /// - Parameter count: after the first time; 0 means forever.
    private func putLoops(_ count: Int) throws(ImageError) {
        let name = Array("NETSCAPE2.0".utf8)
        let block = [1, UInt8(count & 255), UInt8(count >> 8 & 255)]
        try check(EGifPutExtensionLeader(handle, APPLICATION_EXT_FUNC_CODE))
        try check(EGifPutExtensionBlock(handle, Int32(name.count), name))
        try check(EGifPutExtensionBlock(handle, Int32(block.count), block))
        try check(EGifPutExtensionTrailer(handle))
    }

    private func check(_ result: Int32) throws(ImageError) {
        guard result == GIF_OK else { throw GIFWriter.error(handle.pointee.Error) }
    }

    private static func error(_ code: Int32) -> ImageError {
        .encoding(.gif, reason: GifErrorString(code).map { String(cString: $0) } ?? "giflib reports error \(code)")
    }
}

/// Owns giflib's copy of a palette; its size is a power of two.
private final class ColorMap {
    let pointer: UnsafeMutablePointer<ColorMapObject>

    init(_ palette: GIFPalette) throws(ImageError) {
        var entries = [GifColorType](repeating: GifColorType(), count: 2)
        while entries.count <= palette.colors.count { entries += entries }
        for (index, color) in palette.colors.enumerated() {
            entries[index] = GifColorType(
                Red: UInt8(truncatingIfNeeded: color), Green: UInt8(truncatingIfNeeded: color >> 8),
                Blue: UInt8(truncatingIfNeeded: color >> 16))
        }
        guard let pointer = GifMakeMapObject(Int32(entries.count), entries) else {
            throw .noMemory(encoding: .gif)
        }
        self.pointer = pointer
    }

    deinit { GifFreeMapObject(pointer) }
}
