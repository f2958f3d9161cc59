/// Memory to draw into: words of premultiplied alpha, red, green and blue (`0xAARRGGBB`), rows from the top.
package struct PixelRows {
    package let base: UnsafeMutablePointer<UInt32>
    package let wordsPerRow: Int

    @inlinable
    package init(base: UnsafeMutablePointer<UInt32>, wordsPerRow: Int) {
        self.base = base
        self.wordsPerRow = wordsPerRow
    }

    @inlinable
    package func row(_ y: Int) -> UnsafeMutablePointer<UInt32> { base + y * wordsPerRow }
}

/// How colours relate to alpha in pixels handed out.
public enum AlphaForm: Sendable {
    /// Colours as they are: what PNG and most files hold.
    case straight
    /// Colours already multiplied by alpha: what compositing wants.
    case premultiplied
}
