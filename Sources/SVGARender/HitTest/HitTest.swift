import SVGAModel
public import SVGAPixels
import SVGASupport

/// What lies at a point of a frame.
public struct Hit: Hashable, Sendable {
    /// The key by which the sprite's content is replaced.
    public let key: String
    /// The sprite's key as the file writes it.
    public let imageKey: String
    /// Index into ``/SVGAModel/VideoEntity/sprites``.
    public let spriteIndex: Int
    /// How opaque the sprite is there, 0…1.
    public let alpha: Double
}

extension Scene {
    /// The topmost sprite with at least this opacity at a point. Transform, clip path, matte, substitutions and hidden keys count.
    /// - Parameters:
    ///   - x: in points of the canvas, from the left.
    ///   - y: in points of the canvas, from the top.
    ///   - frame: 0-based.
    ///   - alphaThreshold: 0…1; at 0 any trace counts.
    /// - Returns: nil where nothing is there, or the point is off the canvas.
    /// - Complexity: linear in the sprites that touch the point; each of them is drawn into one pixel.
    public func hit(x: Double, y: Double, frame: Int, alphaThreshold: Double = 0.5) throws(RenderError) -> Hit? {
        try check(frame)
        guard x >= 0, y >= 0, x < movie.viewBox.width, y < movie.viewBox.height else { return nil }
        let pixel = OutputGeometry(pixelAtX: x, y: y)
        let painter = try FramePainter(self, pixel)
        for list in DisplayList(frame: frame, of: self, in: pixel).singleSprites.reversed() {
            let alpha = Double(try painter.alphaOfPixel(list)) / 255
            guard alpha > 0, alpha >= alphaThreshold, let sprite = list.topSprite else { continue }
            let entity = movie.sprites[sprite]
            return Hit(key: entity.replacementKey, imageKey: entity.imageKey, spriteIndex: sprite, alpha: alpha)
        }
        return nil
    }

    /// The box around everything that the sprites of a key can show in a frame, in points of the canvas. Hidden sprites, the boxes of clip
    /// paths and the canvas limit it; transparent parts inside of a bitmap do not.
    /// - Returns: nil where none of them is visible.
    /// - Throws: ``RenderError/unknownKey(key:nearest:)``, ``RenderError/frameOutOfRange(frame:frames:)``.
    public func bounds(ofKey key: String, frame: Int) throws(RenderError) -> Rect? {
        try check(frame)
        let sprites = prepared.keys.sprites(named: key)
        guard !sprites.isEmpty else {
            throw .unknownKey(key: key, nearest: NearestNames.of(key, in: movie.sprites.map(\.replacementKey)))
        }
        let points = OutputGeometry(pointsOf: movie)
        var box: Rect?
        for index in sprites {
            guard let own = SpriteDraw(index, frame: frame, self, points)?.contentBox(self, points) else { continue }
            box = box?.union(own) ?? own
        }
        return box
    }

    private func check(_ frame: Int) throws(RenderError) {
        guard frame >= 0, frame < movie.frames else { throw .frameOutOfRange(frame: frame, frames: movie.frames) }
    }
}
