package import SVGAPixels

/// Reads the pictures of an animation file one after the other, each as it is seen on the whole canvas.
package protocol AnimationReader: AnyObject {
    /// - Returns: the next picture; nil after the last one.
    /// - Throws: what is wrong with the file. Pictures read before it are right.
    func next() throws(ImageError) -> ShownPicture?
}

/// A picture of an animation.
package struct ShownPicture: Sendable {
    package let pixmap: Pixmap
    package let seconds: Double

    package init(pixmap: Pixmap, seconds: Double) {
        self.pixmap = pixmap
        self.seconds = seconds
    }
}
