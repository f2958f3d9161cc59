package import SVGAModel
package import SVGAPixels

/// How an emulated player reads files. SVGAEmulation implements it; without one, reading follows "Rules of rendering".
package protocol ReadingEmulation: Hashable, Sendable {
    /// Whether `movie.spec` of an archive is read and not `movie.binary`.
    var prefersSpec: Bool { get }

    /// Begins to resolve a document.
    func resolution(of document: SVGADocument, limits: ReadLimits) -> any EmulatedResolution
}

/// A ``ReadingEmulation`` as a value that can be compared, for options.
package struct EmulatedReader: Hashable, Sendable {
    package let reading: any ReadingEmulation

    package init(_ reading: any ReadingEmulation) { self.reading = reading }

    package static func == (left: EmulatedReader, right: EmulatedReader) -> Bool { AnyHashable(left.reading) == AnyHashable(right.reading) }

    package func hash(into hasher: inout Hasher) { reading.hash(into: &hasher) }
}

/// What an emulated player makes of one document, asked by ``Resolver`` part by part, in the order of the file. Diagnostics are always those
/// of "Rules of rendering".
package protocol EmulatedResolution: AnyObject {
    /// Whether equal shape lists of the document share their memory (``WireMovie/shareShapeLists()``).
    var sharesShapeLists: Bool { get }

    // MARK: Frames

    /// A sprite's alpha as it is drawn: 0…1, of which 0 is hidden.
    func alpha(_ written: Float) -> Float
    /// Completes the transform of a frame.
    func complete(_ transform: inout WireTransform)
    /// Changes a layout that is valid.
    func settle(_ layout: inout Rect)
    /// Remembers the shapes of a frame for a later KEEP.
    /// - Parameters:
    ///   - list: into ``FrameTables/shapeLists``.
    ///   - kept: those that a KEEP of the same sprite stands for.
    func keep(_ list: Int32, of frame: WireFrame, at index: Int, in kept: inout Int32?)
    /// The shapes that a KEEP stands for.
    func shapesOfKeep(_ kept: Int32?) -> Int32?

    // MARK: Shapes

    /// Completes the transform of a shape.
    func complete(shape transform: inout WireTransform)
    /// The path of a text.
    /// - Parameter segments: how many the movie has; the path's are added.
    /// - Returns: nil: it is read by "Rules of rendering".
    func path(_ text: String, segments: inout Int) throws(ReadError) -> Path?
    /// Notes the corner radius of a rectangle.
    func note(cornerRadius: Float)
    func fill(_ styles: WireStyle?) -> Color?
    func stroke(_ styles: WireStyle?) -> ShapeEntity.Stroke?

    // MARK: Ends

    /// Ends a clip path: an index into ``FrameTables/clipPaths``.
    func endClipPath(_ index: Int32)
    /// Ends a shape of a list, before which the list has so many that are drawn.
    func endShape(after count: Int)
    /// Ends a list: an index into ``FrameTables/shapeLists``.
    func endShapeList(_ index: Int32)

    // MARK: The movie

    /// The payload that a sprite shows, into the document's images.
    /// - Parameter usual: by "Rules of rendering".
    func payload(ofSprite imageKey: String, usual: Int?) -> Int?
    /// How the player draws the movie, of which these are the images.
    func emulation(_ images: [ImageEntity]) -> any MovieEmulation
}
