/// A picture in somebody else's memory, for the length of a call: premultiplied RGBA, four bytes a pixel, rows from the top.
package struct PixmapView {
    package let base: UnsafePointer<UInt8>
    /// In pixels.
    package let width: Int
    package let height: Int
    /// From the start of one row to the start of the next.
    package let rowBytes: Int

    package init(base: UnsafePointer<UInt8>, width: Int, height: Int, rowBytes: Int) {
        self.base = base
        self.width = width
        self.height = height
        self.rowBytes = rowBytes
    }

    package func row(_ y: Int) -> UnsafePointer<UInt8> { base + y * rowBytes }

    /// The top left part.
    package func cropped(width: Int, height: Int) -> PixmapView { PixmapView(base: base, width: width, height: height, rowBytes: rowBytes) }
}

extension Pixmap {
    package func withView<Result>(_ body: (PixmapView) -> Result) -> Result? {
        pixels.withUnsafeBufferPointer { bytes in
            bytes.baseAddress.map { body(PixmapView(base: $0, width: width, height: height, rowBytes: 4 * width)) }
        }
    }
}
