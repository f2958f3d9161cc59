package import SVGAModel
package import SVGAPixels

/// An animation that knows where its named parts are: the sprites of a movie, or the layers of a Lottie.
package protocol PositionedAnimation: PlayableAnimation {
    /// The size of the canvas in points, rounded up.
    var canvasPixels: (width: Int, height: Int) { get }
    /// From points of the canvas to pixels of the rendered frames.
    var outputTransform: SVGATransform { get }

    /// Finds the parts with a key, once for any number of frames.
    /// - Throws: ``SVGAError/Kind/invalidRequest`` if there are none.
    func positionedParts(ofKey key: String) throws(SVGAError) -> PositionedParts

    /// The topmost part whose alpha at a point reaches a threshold; see ``SVGAScene/hit(x:y:frame:alphaThreshold:among:)``.
    func hit(x: Double, y: Double, frame: Int, alphaThreshold: Double, among keys: [String]?) throws(SVGAError) -> Hit?
}

/// The parts of an animation that have one key, in the order of the file.
package struct PositionedParts: Sendable {
    package struct Part: Sendable {
        /// The ``Placement/spriteIndex`` of its placements.
        package let index: Int
        /// The key by which its content is replaced; for a layer, its key path.
        package let key: String
        /// The key as the file writes it.
        package let imageKey: String
        /// The name of a ``SpriteEntity/Kind``, or `layer`.
        package let kind: String
        package let matteKey: String?

        package init(index: Int, key: String, imageKey: String, kind: String, matteKey: String?) {
            (self.index, self.key, self.imageKey) = (index, key, imageKey)
            (self.kind, self.matteKey) = (kind, matteKey)
        }
    }

    package let parts: [Part]
    /// The placements of the parts in a frame, in their order.
    package let placements: @Sendable (_ frame: Int) throws(SVGAError) -> [Placement]
    /// The bounding box of the visible parts in a frame, in points of the canvas; nil if none is visible.
    package let bounds: @Sendable (_ frame: Int) throws(SVGAError) -> SVGARect?

    package init(
        _ parts: [Part], placements: @escaping @Sendable (_ frame: Int) throws(SVGAError) -> [Placement],
        bounds: @escaping @Sendable (_ frame: Int) throws(SVGAError) -> SVGARect?
    ) {
        (self.parts, self.placements, self.bounds) = (parts, placements, bounds)
    }
}

extension SVGAScene: PositionedAnimation {
    package var canvasPixels: (width: Int, height: Int) { movie.canvasPixels }

    package func positionedParts(ofKey key: String) throws(SVGAError) -> PositionedParts {
        let sprites = try sprites(named: key)
        let parts = sprites.map { index in
            let sprite = movie.sprites[index]
            return PositionedParts.Part(
                index: index, key: sprite.replacementKey, imageKey: sprite.imageKey, kind: sprite.kind.name, matteKey: sprite.matteKey)
        }
        return PositionedParts(
            parts, placements: { (frame) throws(SVGAError) in try self.placement(ofSprites: sprites, frame: frame) },
            bounds: { (frame) throws(SVGAError) in try self.bounds(ofSprites: sprites, frame: frame) })
    }
}
