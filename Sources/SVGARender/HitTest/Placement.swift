public import SVGAModel
import SVGAPixels

/// Where a sprite lies in a frame of a ``SVGAScene``; see ``SVGAScene/placement(ofKey:frame:)``.
public struct Placement: Hashable, Sendable {
    /// Index into ``VideoEntity/sprites``.
    public let spriteIndex: Int
    /// Whether the frame shows the sprite: it is neither hidden nor faded out, nor is the matte that masks it. It may still lie outside of the
    /// canvas, under other sprites, or show nothing but transparent pixels. Of a matte it means that it lets something through.
    public let isShown: Bool
    /// 0…1: that of the frame, times the opacity that is set for the key; 0 where the sprite is not shown.
    public let alpha: Double
    /// The size of the layout rectangle, in points of the sprite's space; nothing where the sprite's own frames have ended.
    public let size: SVGASize
    /// From the sprite's space, whose origin is the corner of the layout rectangle, to points of the canvas. The offset that is set for the
    /// key is part of it. `placement.transform.concatenating(scene.outputTransform)` leads to pixels of the output instead.
    public let transform: SVGATransform

    /// From points of the canvas to the sprite's space; nil where the sprite is flattened to a line or a point. A point lies within the
    /// layout rectangle if both its coordinates, after this, are from 0 to those of ``size``.
    public var inverse: SVGATransform? { transform.inverted }

    /// The corners of the layout rectangle in points of the canvas: its upper left, upper right, lower right and lower left, as they are
    /// before the transform.
    public var corners: [(x: Double, y: Double)] {
        [(0, 0), (size.width, 0), (size.width, size.height), (0, size.height)].map { transform.apply(x: $0.0, y: $0.1) }
    }

    init(sprite index: Int, frame: Int, of scene: SVGAScene) {
        spriteIndex = index
        let layer = scene.layers[index]
        let content = layer.content
        let shown = scene.alpha(ofLayer: index, frame: frame)
        isShown = (layer.isDrawn || layer.isMatte) && shown > 0 && layer.matte.map { scene.alpha(ofLayer: $0, frame: frame) > 0 } ?? true
        alpha = isShown ? shown : 0
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
    /// How much of a layer a frame shows, 0…1, without regard to its matte.
    fileprivate func alpha(ofLayer index: Int, frame: Int) -> Double {
        let layer = layers[index]
        guard frame < layer.records.count, layer.records[frame].isVisible, layer.content?.isHidden != true else { return 0 }
        return Double(layer.records[frame].alpha) * (layer.content?.adjustment.opacity ?? 1)
    }
}
