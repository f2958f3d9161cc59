package import SVGAModel
package import SVGAPixels
import SVGAPlatform

/// The effects of a layer that change its drawn pixels, at one time. They apply before its masks, matte, opacity and blend mode.
package struct FilterState: Hashable, Sendable {
    package enum Step: Hashable, Sendable {
        /// Standard deviations in the layer's points.
        case blur(x: Double, y: Double)
        /// The shadow of the layer without effects, below the result of the steps before. Lengths are in the layer's points.
        case shadow(SVGAColor, x: Double, y: Double, deviation: Double)
        /// A color with its opacity as alpha, in place of all colors.
        case fill(SVGAColor)
        /// Maps the luminance to a range of colors.
        case tint(black: SVGAColor, white: SVGAColor, amount: Double)
        case tritone(shadows: SVGAColor, midtones: SVGAColor, highlights: SVGAColor)
        /// A mapping of each channel, red, green, blue and alpha, then one of all colors; nil: unchanged.
        case levels([LevelsCurve?])
    }

    package var steps: [Step]
    /// The part of the plane that the filter draws, in units of the layer's bounding box.
    package var region: SVGARect
    /// Whether a shadow is drawn without the layer.
    var isShadowAlone = false

    /// The color of the shadow, if the filter does nothing else; nil: it does.
    package var onlyShadow: SVGAColor? {
        guard steps.count == 1, !isShadowAlone, case .shadow(let color, _, _, _) = steps[0] else { return nil }
        return color
    }

    /// The shadow without the layer, of full opacity; nil unless the filter does nothing else.
    package var opaqueShadow: FilterState? {
        guard var color = onlyShadow, case .shadow(_, let x, let y, let deviation) = steps[0] else { return nil }
        color.alpha = 1
        var filter = FilterState(steps: [.shadow(color, x: x, y: y, deviation: deviation)], region: region)
        filter.isShadowAlone = true
        return filter
    }

    /// Whether a step moves or mixes pixels.
    var isSpatial: Bool {
        steps.contains { step in
            switch step {
            case .blur, .shadow: true
            case .fill, .tint, .tritone, .levels: false
            }
        }
    }

    /// Whether a step gives transparent pixels a color, which then fills the region around the content.
    var fillsTransparentPixels: Bool {
        steps.contains { step in
            guard case .levels(let curves) = step, curves.count > 3, let alpha = curves[3] else { return false }
            return alpha.value(0) > 0
        }
    }

    /// The rect that the filter draws, in the space of the content's bounding box.
    package func region(of bounds: SVGARect) -> SVGARect {
        SVGARect(
            x: bounds.x + region.x * bounds.width, y: bounds.y + region.y * bounds.height, width: region.width * bounds.width,
            height: region.height * bounds.height)
    }
}

/// The mapping of a channel by the effect Levels. All values are 0…1 in files of After Effects.
package struct LevelsCurve: Hashable, Sendable {
    var inputBlack: Double
    var inputWhite: Double
    var gamma: Double
    var outputBlack: Double
    var outputWhite: Double

    var isIdentity: Bool { inputBlack == 0 && inputWhite == 1 && gamma == 1 && outputBlack == 0 && outputWhite == 1 }

    func value(_ input: Double) -> Double {
        let isReversed = inputWhite < inputBlack
        if input <= min(inputBlack, inputWhite) { return isReversed ? outputWhite : outputBlack }
        if input >= max(inputBlack, inputWhite) { return isReversed ? outputBlack : outputWhite }
        let share = pow((input - inputBlack) / (inputWhite - inputBlack), 1 / gamma)
        let value = outputBlack + (outputWhite - outputBlack) * share
        return value.isFinite ? value : outputBlack
    }
}

/// The strokes of a Stroke effect, over the layer's content and below its filter.
package struct PathStrokeState: Hashable, Sendable {
    package enum Style: Hashable, Sendable {
        case overContent
        /// Without the layer's content.
        case alone
        /// The strokes mask the content.
        case reveal
    }

    package var style: Style
    /// In the layer's space.
    package var paints: [PaintState]
    /// Of all strokes together, 0…1.
    package var opacity: Double
}
