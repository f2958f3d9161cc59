package import SVGAModel
package import SVGAPixels

/// Reads the pictures of an animation file in order, each composed on the entire canvas.
package protocol AnimationReader: AnyObject {
    /// - Returns: the next picture; nil after the last one.
    /// - Throws: an error of the file. Pictures read before it are valid.
    func next() throws(SVGAError) -> ComposedPicture?
}

/// A composed picture of an animation.
package struct ComposedPicture: Sendable {
    package let pixmap: Pixmap
    package let seconds: Double

    package init(pixmap: Pixmap, seconds: Double) {
        self.pixmap = pixmap
        self.seconds = seconds
    }
}
