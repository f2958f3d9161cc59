public import SVGAModel
public import SVGAPixels
import SVGASupport

/// A sprite, or a layer of a Lottie, that a hit test found at a point of a frame.
public struct Hit: Hashable, Sendable {
    /// The key by which the sprite's content is replaced; for a layer, its key path.
    public let key: String
    /// The sprite's key as the file writes it.
    package let imageKey: String
    /// Index into ``VideoEntity/sprites``; for a layer, into `LottieAnimation.layerPaths`.
    public let spriteIndex: Int
    /// The sprite's alpha at the point, 0…1.
    public let alpha: Double
    /// Whether it is a layer of a Lottie.
    package var isLayer = false
}

extension Hit {
    /// A layer of another kind of animation.
    package init(key: String, index: Int, alpha: Double) {
        self.init(key: key, imageKey: key, spriteIndex: index, alpha: alpha, isLayer: true)
    }
}

extension SVGAScene {
    /// The topmost sprite whose alpha at a point reaches a threshold. Transform, clip path, matte, substitutions and hidden keys count.
    /// - Parameters:
    ///   - x: in points of the canvas, from the left edge.
    ///   - y: in points of the canvas, from the top edge.
    ///   - frame: 0-based.
    ///   - alphaThreshold: 0…1; at 0, any alpha above 0 counts.
    ///   - keys: only sprites with these keys can be hit; others do not cover them. Unknown keys are ignored. nil: all sprites.
    /// - Returns: nil if no such sprite exists, or if the point is outside of the canvas.
    /// - Throws: ``SVGAError/Kind/invalidRequest`` or ``SVGAError/Kind/encoding``.
    /// - Complexity: linear in the number of sprites at the point; each of them is rendered into one pixel.
    public func hit(
        x: Double, y: Double, frame: Int, alphaThreshold: Double = 0.5, among keys: [String]? = nil
    ) throws(SVGAError) -> Hit? {
        try hits(x: x, y: y, frame: frame, alphaThreshold: alphaThreshold, among: keys, atMost: 1).first
    }

    /// All sprites whose alpha at a point reaches a threshold, topmost first. See ``hit(x:y:frame:alphaThreshold:among:)``, which returns
    /// the first of them, for the parameters.
    public func hits(
        x: Double, y: Double, frame: Int, alphaThreshold: Double = 0.5, among keys: [String]? = nil
    ) throws(SVGAError) -> [Hit] {
        try hits(x: x, y: y, frame: frame, alphaThreshold: alphaThreshold, among: keys, atMost: .max)
    }

    private func hits(
        x: Double, y: Double, frame: Int, alphaThreshold: Double, among keys: [String]?, atMost maximumCount: Int
    ) throws(SVGAError) -> [Hit] {
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
            if found.count == maximumCount { break }
        }
        return found
    }

    /// The bounding box of the sprites of a key in a frame, in points of the canvas. It excludes hidden sprites, those with a hidden matte,
    /// and everything outside of clip path boxes and the canvas. It includes transparent pixels inside of a bitmap, and what a visible
    /// matte masks.
    /// - Returns: nil if none of them is visible.
    /// - Throws: ``SVGAError/Kind/invalidRequest``.
    public func bounds(ofKey key: String, frame: Int) throws(SVGAError) -> SVGARect? {
        try bounds(ofSprites: try sprites(named: key), frame: frame)
    }

    func bounds(ofSprites sprites: [Int], frame: Int) throws(SVGAError) -> SVGARect? {
        try check(frame)
        let points = OutputGeometry(pointsOf: movie)
        var box: SVGARect?
        for index in sprites {
            if let matte = layers[index].matte, SpriteDraw(matte, frame: frame, self, points) == nil { continue }
            guard let spriteBox = SpriteDraw(index, frame: frame, self, points)?.contentBox(self, points) else { continue }
            box = box?.union(spriteBox) ?? spriteBox
        }
        return box
    }

    /// The indices of the sprites with a key.
    func sprites(named key: String) throws(SVGAError) -> [Int] {
        let sprites = prepared.spriteKeys.sprites(named: key)
        guard !sprites.isEmpty else {
            throw .unknownKey(key: key, nearest: NearestNames.of(key, in: movie.sprites.map(\.replacementKey)))
        }
        return sprites
    }

    /// The positions of a key's sprites in a frame, in the order of the file. Use them to overlay views, or to convert a touch to a
    /// sprite's space. Hidden and masked sprites are included, with ``Placement/isShown`` false.
    /// - Parameter frame: 0-based.
    /// - Throws: ``SVGAError/Kind/invalidRequest``.
    public func placement(ofKey key: String, frame: Int) throws(SVGAError) -> [Placement] {
        try placement(ofSprites: try sprites(named: key), frame: frame)
    }

    func placement(ofSprites sprites: [Int], frame: Int) throws(SVGAError) -> [Placement] {
        try check(frame)
        return sprites.map { Placement(sprite: $0, frame: frame, of: self) }
    }

    /// The position of one sprite in a frame.
    /// - Parameter index: into ``VideoEntity/sprites``.
    package func placement(ofSprite index: Int, frame: Int) throws(SVGAError) -> Placement {
        try check(frame)
        return Placement(sprite: index, frame: frame, of: self)
    }

    private func check(_ frame: Int) throws(SVGAError) {
        guard frame >= 0, frame < movie.frameCount else { throw .frameOutOfRange(frame: frame, frameCount: movie.frameCount) }
    }
}
