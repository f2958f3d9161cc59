import SVGAModel
public import SVGAPixels
import SVGASupport

/// What lies at a point of a frame.
public struct Hit: Hashable, Sendable {
    /// The key by which the sprite's content is replaced.
    public let key: String
    /// The sprite's key as the file writes it.
    public let imageKey: String
    /// Index into ``VideoEntity/sprites``.
    public let spriteIndex: Int
    /// How opaque the sprite is there, 0…1.
    public let alpha: Double
}

extension SVGAScene {
    /// The topmost sprite with at least this opacity at a point. Transform, clip path, matte, substitutions and hidden keys count.
    /// - Parameters:
    ///   - x: in points of the canvas, from the left.
    ///   - y: in points of the canvas, from the top.
    ///   - frame: 0-based.
    ///   - alphaThreshold: 0…1; at 0 any trace counts.
    ///   - keys: only sprites with these keys can be hit, and others block nothing; keys that no sprite has do not matter. nil: all.
    /// - Returns: nil where nothing is there, or the point is off the canvas.
    /// - Throws: ``RenderError/frameOutOfRange(frame:frameCount:)`` or ``RenderError/drawing(reason:)``.
    /// - Complexity: linear in the sprites that touch the point; each of them is drawn into one pixel.
    public func hit(
        x: Double, y: Double, frame: Int, alphaThreshold: Double = 0.5, among keys: [String]? = nil
    ) throws(RenderError) -> Hit? {
        try hits(x: x, y: y, frame: frame, alphaThreshold: alphaThreshold, among: keys, atMost: 1).first
    }

    /// All sprites with at least this opacity at a point, the topmost first. ``hit(x:y:frame:alphaThreshold:among:)`` is the first of them,
    /// and tells what the parameters mean.
    public func hits(
        x: Double, y: Double, frame: Int, alphaThreshold: Double = 0.5, among keys: [String]? = nil
    ) throws(RenderError) -> [Hit] {
        try hits(x: x, y: y, frame: frame, alphaThreshold: alphaThreshold, among: keys, atMost: .max)
    }

    private func hits(
        x: Double, y: Double, frame: Int, alphaThreshold: Double, among keys: [String]?, atMost most: Int
    ) throws(RenderError) -> [Hit] {
        try check(frame)
        guard x >= 0, y >= 0, x < movie.viewBox.width, y < movie.viewBox.height else { return [] }
        let chosen = keys.map { Set($0.flatMap { prepared.spriteKeys.sprites(named: $0) }) }
        let pixel = OutputGeometry(pixelAtX: x, y: y)
        let painter = try FramePainter(self, pixel)
        var found: [Hit] = []
        for list in DisplayList(frame: frame, of: self, in: pixel).singleSprites.reversed() {
            guard let sprite = list.topSprite, chosen?.contains(sprite) ?? true else { continue }
            let alpha = Double(try painter.alphaOfPixel(list, frame: frame)) / 255
            guard alpha > 0, alpha >= alphaThreshold else { continue }
            let entity = movie.sprites[sprite]
            found.append(Hit(key: entity.replacementKey, imageKey: entity.imageKey, spriteIndex: sprite, alpha: alpha))
            if found.count == most { break }
        }
        return found
    }

    /// The box around everything that the sprites of a key can show in a frame, in points of the canvas. Hidden sprites, the boxes of clip
    /// paths and the canvas limit it; transparent parts inside of a bitmap do not.
    /// - Returns: nil where none of them is visible.
    /// - Throws: ``RenderError/unknownKey(key:nearest:)``, ``RenderError/frameOutOfRange(frame:frameCount:)``.
    public func bounds(ofKey key: String, frame: Int) throws(RenderError) -> SVGARect? {
        try check(frame)
        let points = OutputGeometry(pointsOf: movie)
        var box: SVGARect?
        for index in try sprites(named: key) {
            guard let own = SpriteDraw(index, frame: frame, self, points)?.contentBox(self, points) else { continue }
            box = box?.union(own) ?? own
        }
        return box
    }

    /// The sprites with a key, as indices.
    private func sprites(named key: String) throws(RenderError) -> [Int] {
        let sprites = prepared.spriteKeys.sprites(named: key)
        guard !sprites.isEmpty else {
            throw .unknownKey(key: key, nearest: NearestNames.of(key, in: movie.sprites.map(\.replacementKey)))
        }
        return sprites
    }

    /// Where the sprites of a key lie in a frame, one for each in the order of the file, so that a program can lay something of its own over
    /// them or find out where in a sprite a touch is. What is hidden or masked away is told too, with ``Placement/isShown`` false.
    /// - Parameter frame: 0-based.
    /// - Throws: ``RenderError/unknownKey(key:nearest:)``, ``RenderError/frameOutOfRange(frame:frameCount:)``.
    public func placement(ofKey key: String, frame: Int) throws(RenderError) -> [Placement] {
        try check(frame)
        return try sprites(named: key).map { Placement(sprite: $0, frame: frame, of: self) }
    }

    /// Where one sprite lies in a frame.
    /// - Parameter index: into ``VideoEntity/sprites``.
    package func placement(ofSprite index: Int, frame: Int) throws(RenderError) -> Placement {
        try check(frame)
        return Placement(sprite: index, frame: frame, of: self)
    }

    private func check(_ frame: Int) throws(RenderError) {
        guard frame >= 0, frame < movie.frameCount else { throw .frameOutOfRange(frame: frame, frameCount: movie.frameCount) }
    }
}
