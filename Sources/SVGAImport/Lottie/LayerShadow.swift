import SVGALottie
import SVGAModel
import SVGAPixels
import SVGARender

/// The shadow of a layer, as a part of its own.
struct LayerShadow {
    /// Draws the shadow without the layer.
    let filter: FilterState
    let opacity: Double
}

extension LayerState {
    /// The shadow, if the layer has no other effect; nil: it has.
    var shadow: LayerShadow? {
        guard pathStroke == nil, let filter, let color = filter.onlyShadow, let opaque = filter.opaqueShadow else { return nil }
        // A composition is clipped after its effects, so an opaque one hides its shadow.
        return LayerShadow(filter: opaque, opacity: content.isOpaqueComposition ? 0 : color.alpha)
    }

    /// Whether no pixel of a rectangle at the origin of its composition can be seen through the layer.
    fileprivate func covers(_ width: Double, _ height: Double) -> Bool {
        guard case .solid(let color, let ownWidth, let ownHeight) = content, color.alpha >= 1, opacity >= 1, masks.isEmpty, matte == nil,
            filter == nil, pathStroke == nil, blendMode == .normal, transform.keepsRectangles
        else { return false }
        let box = transform.boundingBox(of: SVGARect(x: 0, y: 0, width: ownWidth, height: ownHeight))
        return box.x <= 0 && box.y <= 0 && box.maxX >= width && box.maxY >= height
    }
}

extension LayerState.Content {
    /// Whether a solid fills the rectangle of a composition.
    fileprivate var isOpaqueComposition: Bool {
        guard case .composition(let frameState, let width, let height) = self else { return false }
        return frameState.layers.contains { $0.covers(width, height) }
    }
}
