import SVGARender

/// Premultiplied RGBA in somebody else's memory, for the length of a call; rows from the top, four bytes a pixel.
struct PixelGrid {
    let base: UnsafePointer<UInt8>
    let width: Int
    let height: Int
    let rowBytes: Int

    func row(_ y: Int) -> UnsafePointer<UInt8> { base + y * rowBytes }

    /// The top left part.
    func cropped(width: Int, height: Int) -> PixelGrid { PixelGrid(base: base, width: width, height: height, rowBytes: rowBytes) }
}

extension Pixmap {
    func withGrid<Result>(_ body: (PixelGrid) -> Result) -> Result? {
        pixels.withUnsafeBufferPointer { bytes in
            bytes.baseAddress.map { body(PixelGrid(base: $0, width: width, height: height, rowBytes: 4 * width)) }
        }
    }
}

/// A rectangle of pixels.
public struct PixelBox: Hashable, Sendable {
    public let x: Int
    public let y: Int
    public let width: Int
    public let height: Int

    public init(x: Int, y: Int, width: Int, height: Int) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }
}
