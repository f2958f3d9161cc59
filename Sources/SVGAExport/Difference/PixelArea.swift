/// A rectangle of whole pixels of a frame.
package struct PixelArea: Hashable, Sendable {
    package var x: Int
    package var y: Int
    package var width: Int
    package var height: Int

    package init(x: Int, y: Int, width: Int, height: Int) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    package var isEmpty: Bool { width == 0 || height == 0 }
    package var pixels: Int { width * height }

    /// The same, begun up to a pixel farther left and higher, where both numbers are even.
    package var fromEvenOrigin: PixelArea {
        PixelArea(x: x & ~1, y: y & ~1, width: width + x & 1, height: height + y & 1)
    }
}
