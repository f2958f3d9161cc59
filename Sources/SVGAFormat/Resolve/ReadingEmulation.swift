package import SVGAModel
package import SVGAPixels

/// How an emulated player reads files. SVGAEmulation implements it; without one, reading follows "Rules of rendering".
package protocol ReadingEmulation: Hashable, Sendable {
    /// Whether `movie.spec` is preferred to `movie.binary`.
    var prefersSpec: Bool { get }

    /// Starts resolving a document.
    func resolution(of document: SVGADocument, limits: ReadLimits) -> any EmulatedResolution
}

/// A ``ReadingEmulation`` as a comparable value, for options.
package struct EmulatedReader: Hashable, Sendable {
    package let reading: any ReadingEmulation

    package init(_ reading: any ReadingEmulation) { self.reading = reading }

    package static func == (left: EmulatedReader, right: EmulatedReader) -> Bool { AnyHashable(left.reading) == AnyHashable(right.reading) }

    package func hash(into hasher: inout Hasher) { reading.hash(into: &hasher) }
}

/// How an emulated player resolves a document. ``Resolver`` calls it part by part, in the order of the file. Diagnostics are always those
/// of "Rules of rendering".
package protocol EmulatedResolution: AnyObject {
    /// Whether equal shape lists of the document share their memory (``WireMovie/shareShapeLists()``).
    var sharesShapeLists: Bool { get }

    // MARK: Frames

    /// A sprite's effective alpha: 0…1; 0 means hidden.
    func alpha(_ written: Float) -> Float
    /// Adjusts the transform of a frame.
    func complete(_ transform: inout WireTransform)
    /// Adjusts a valid layout.
    func settle(_ layout: inout SVGARect)
    /// Stores the shapes of a frame for a later KEEP.
    /// - Parameters:
    ///   - list: index into ``FrameTables/shapeLists``.
    ///   - kept: the shapes that a KEEP of the same sprite refers to.
    func keep(_ list: Int32, of frame: WireFrame, at index: Int, in kept: inout Int32?)
    /// The shapes that a KEEP refers to.
    func shapesOfKeep(_ kept: Int32?) -> Int32?

    // MARK: Shapes

    /// Adjusts the transform of a shape.
    func complete(shape transform: inout WireTransform)
    /// The path of a text.
    /// - Parameter segments: the movie's segment count; the path's segments are added.
    /// - Returns: nil: use "Rules of rendering".
    func path(_ text: String, segments: inout Int) throws(SVGAError) -> SVGAPath?
    /// Records a rect, or an ellipse without a corner radius. Returns whether the player draws it.
    func draws(width: Float, height: Float, cornerRadius: Float) -> Bool
    func fill(_ styles: WireStyle?) -> SVGAColor?
    func stroke(_ styles: WireStyle?) -> ShapeEntity.Stroke?

    // MARK: Ends

    /// Finishes a clip path with an index into ``FrameTables/clipPaths``.
    func endClipPath(_ index: Int32)
    /// Finishes a shape of a list; `count` is the number of drawn shapes before it.
    func endShape(after count: Int)
    /// Finishes a list with an index into ``FrameTables/shapeLists``.
    func endShapeList(_ index: Int32)

    // MARK: The movie

    /// The payload of a sprite, as an index into the document's images.
    /// - Parameter usual: the payload by "Rules of rendering".
    func payload(ofSprite imageKey: String, usual: Int?) -> Int?
    /// The drawing emulation of the movie with these images.
    func emulation(_ images: [ImageEntity]) -> any MovieEmulation
}
