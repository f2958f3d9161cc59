public import SVGAModel
import SVGAPixels

/// The position of a sprite in a frame of an ``SVGAScene``; see ``SVGAScene/placement(ofKey:frame:)``.
public struct Placement: Hashable, Sendable {
    /// Index into ``VideoEntity/sprites``.
    public let spriteIndex: Int
    /// Whether the sprite is visible: neither the sprite nor its matte is hidden or has alpha 0. It may still be outside of the canvas,
    /// covered, or fully transparent. For a matte: it reveals something.
    public let isShown: Bool
    /// The frame's alpha times the opacity set for the key, 0…1; 0 if the sprite is not visible.
    public let alpha: Double
    /// The size of the layout rectangle, in points of the sprite's space; zero after the sprite's last frame.
    public let size: SVGASize
    /// From the sprite's space, whose origin is the layout rectangle's corner, to points of the canvas. It includes the offset set for the
    /// key. For output pixels, use `placement.transform.concatenating(scene.outputTransform)`.
    public let transform: SVGATransform

    /// From points of the canvas to the sprite's space; nil if the transform is not invertible. A point is inside of the layout rectangle
    /// if both transformed coordinates are between 0 and ``size``.
    package var inverse: SVGATransform? { transform.inverted }

    /// The corners of the layout rectangle in points of the canvas: upper left, upper right, lower right, lower left before the transform.
    public var corners: [(x: Double, y: Double)] {
        [(0, 0), (size.width, 0), (size.width, size.height), (0, size.height)].map { transform.apply(x: $0.0, y: $0.1) }
    }

    init(sprite index: Int, frame: Int, of scene: SVGAScene) {
        spriteIndex = index
        let layer = scene.layers[index]
        let content = layer.content
        let frameAlpha = scene.alpha(ofLayer: index, frame: frame)
        isShown =
            (layer.isDrawn || layer.isMatte) && frameAlpha > 0 && layer.matte.map { scene.alpha(ofLayer: $0, frame: frame) > 0 } ?? true
        alpha = isShown ? frameAlpha : 0
        guard frame < layer.records.count else {
            size = SVGASize(width: 0, height: 0)
            transform = .identity
            return
        }
        let record = layer.records[frame]
        let layout = scene.tables.layouts[Int(record.layout)]
        size = SVGASize(width: layout.width, height: layout.height)
        transform = record.transform.concatenating((content?.adjustment.offset ?? .identity)).translatedBy(x: layout.x, y: layout.y)
    }
}

extension SVGAScene {
    /// A layer's alpha in a frame, 0…1, without its matte.
    fileprivate func alpha(ofLayer index: Int, frame: Int) -> Double {
        let layer = layers[index]
        guard frame < layer.records.count, layer.records[frame].isVisible, layer.content?.isHidden != true else { return 0 }
        return Double(layer.records[frame].alpha) * (layer.content?.adjustment.opacity ?? 1)
    }
}
