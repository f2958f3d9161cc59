public import SVGAModel
import SVGAPixels

/// The position of a sprite in a frame of an ``SVGAScene``, or of a layer in a frame of a Lottie; see ``SVGAScene/placement(ofKey:frame:)``.
public struct Placement: Hashable, Sendable {
    /// Index into ``VideoEntity/sprites``; for a layer, into `LottieAnimation.layerPaths`.
    public let spriteIndex: Int
    /// Whether the sprite is visible: neither the sprite nor its matte is hidden, has alpha 0, or lacks both layout and shapes. It may still
    /// be outside of the canvas, covered, or fully transparent. For a matte: it reveals something.
    public let isShown: Bool
    /// The reason why the sprite is not visible, or ``State/shown``.
    package let state: State
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

    /// Whether a sprite is visible in a frame, and if not, why.
    package enum State: String, Hashable, Sendable, CaseIterable {
        case shown
        /// Alpha 0, a transform that is not invertible, a hidden key, or not among the drawn sprites.
        case hidden
        /// The sprite is visible, but its matte is not.
        case matteHidden
        /// The frame has neither a layout with a size nor shapes.
        case noLayout
        /// The sprite has fewer frames than the movie.
        case ended
    }

    /// The position of a layer of another kind of animation.
    package init(index: Int, state: State, alpha: Double, size: SVGASize, transform: SVGATransform) {
        spriteIndex = index
        self.state = state
        isShown = state == .shown
        self.alpha = alpha
        self.size = size
        self.transform = transform
    }

    init(sprite index: Int, frame: Int, of scene: SVGAScene) {
        spriteIndex = index
        let layer = scene.layers[index]
        state = scene.state(ofLayer: index, frame: frame)
        isShown = state == .shown
        guard frame < layer.records.count else {
            alpha = 0
            size = SVGASize(width: 0, height: 0)
            transform = .identity
            return
        }
        let record = layer.records[frame]
        let layout = scene.tables.layouts[Int(record.layout)]
        alpha = isShown ? Double(record.alpha) * (layer.content?.adjustment.opacity ?? 1) : 0
        size = SVGASize(width: layout.width, height: layout.height)
        transform = record.transform.concatenating((layer.content?.adjustment.offset ?? .identity)).translatedBy(x: layout.x, y: layout.y)
    }
}

extension SVGAScene {
    fileprivate func state(ofLayer index: Int, frame: Int) -> Placement.State {
        let layer = layers[index]
        let state = ownState(ofLayer: index, frame: frame)
        guard state == .shown else { return state }
        guard layer.isDrawn || layer.isMatte else { return .hidden }
        guard let matte = layer.matte else { return .shown }
        return ownState(ofLayer: matte, frame: frame) == .shown ? .shown : .matteHidden
    }

    /// The state of a layer without its matte.
    private func ownState(ofLayer index: Int, frame: Int) -> Placement.State {
        let layer = layers[index]
        guard frame < layer.records.count else { return .ended }
        let record = layer.records[frame]
        guard record.isVisible, layer.content?.isHidden != true, layer.content?.adjustment.opacity ?? 1 > 0 else { return .hidden }
        // A drawing callback needs no layout.
        return tables.hasRoom(record) || layer.content?.drawing != nil ? .shown : .noLayout
    }
}
