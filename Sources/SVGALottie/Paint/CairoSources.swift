import CCairo
import SVGAImage
import SVGAModel
import SVGAPixels
import SVGARender

/// A Cairo gradient. Owns its handle.
struct CairoGradient: ~Copyable {
    let pattern: OpaquePointer

    /// nil: nothing is painted.
    init?(_ paint: PaintState.Paint, opacity: Double) {
        let stops: [PaintState.Stop]
        let made: OpaquePointer?
        switch paint {
        case .color: return nil
        case .linear(let startX, let startY, let endX, let endY, let list):
            stops = list
            made = cairo_pattern_create_linear(startX, startY, endX, endY)
        case .radial(let centerX, let centerY, let radius, let highlightX, let highlightY, let list):
            guard radius > 0 else {
                // A gradient without a size has its last color everywhere.
                guard let last = list.last?.color,
                    let plain = cairo_pattern_create_rgba(last.red, last.green, last.blue, last.alpha * opacity)
                else { return nil }
                pattern = plain
                return
            }
            stops = list
            made = cairo_pattern_create_radial(highlightX, highlightY, 0, centerX, centerY, radius)
        }
        guard let made else { return nil }
        for stop in stops {
            cairo_pattern_add_color_stop_rgba(
                made, stop.offset, stop.color.red, stop.color.green, stop.color.blue, stop.color.alpha * opacity)
        }
        cairo_pattern_set_extend(made, CAIRO_EXTEND_PAD)
        guard !stops.isEmpty, cairo_pattern_status(made) == CAIRO_STATUS_SUCCESS else {
            cairo_pattern_destroy(made)
            return nil
        }
        pattern = made
    }

    deinit { cairo_pattern_destroy(pattern) }
}

extension PaintState.Paint {
    /// The only color; nil for a gradient, unless it is so small that its last color is everywhere.
    func color(isTiny: Bool) -> SVGAColor? {
        switch self {
        case .color(let color): color
        case .linear(_, _, _, _, let stops), .radial(_, _, _, _, _, let stops): isTiny ? stops.last?.color : nil
        }
    }

    /// The rows of a gradient; nil for a color, and for what only Cairo can draw.
    func gradientRows(_ transform: SVGATransform, opacity: Double, pixels: Int) -> GradientRows? {
        let (shape, stops): (GradientRows.Shape, [PaintState.Stop])
        switch self {
        case .color: return nil
        case .linear(let startX, let startY, let endX, let endY, let list):
            (shape, stops) = (.linear(startX: startX, startY: startY, endX: endX, endY: endY), list)
        case .radial(let centerX, let centerY, let radius, let highlightX, let highlightY, let list):
            shape = .radial(centerX: centerX, centerY: centerY, radius: radius, focusX: highlightX, focusY: highlightY)
            stops = list
        }
        return GradientRows(
            shape, stops.map { GradientRows.Stop(offset: $0.offset, color: $0.color) }, opacity: opacity, transform, pixels: pixels)
    }
}

/// A decoded picture as a Cairo surface. Owns the handle, and retains the pixels that the surface borrows.
final class CairoPicture {
    let bitmap: PreparedBitmap
    let surface: OpaquePointer
    let fit: LottieImageFit
    /// Draws the picture without Cairo.
    let direct: PicturePainter

    /// nil for an empty picture, or if memory allocation fails.
    init?(_ bitmap: PreparedBitmap, fit: LottieImageFit) {
        guard let pixels = bitmap.pixels else { return nil }
        let bytes = UnsafeMutableRawPointer(pixels).assumingMemoryBound(to: UInt8.self)
        guard
            let surface = cairo_image_surface_create_for_data(
                bytes, CAIRO_FORMAT_ARGB32, Int32(bitmap.ink.width), Int32(bitmap.ink.height), Int32(bitmap.strideBytes))
        else { return nil }
        guard cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS else {
            cairo_surface_destroy(surface)
            return nil
        }
        self.bitmap = bitmap
        self.surface = surface
        self.fit = fit
        direct = PicturePainter(bitmap)
    }

    deinit { cairo_surface_destroy(surface) }
}

extension LayerState.BlendMode {
    var cairoOperator: cairo_operator_t {
        switch self {
        case .normal: CAIRO_OPERATOR_OVER
        case .multiply: CAIRO_OPERATOR_MULTIPLY
        case .screen: CAIRO_OPERATOR_SCREEN
        case .overlay: CAIRO_OPERATOR_OVERLAY
        case .darken: CAIRO_OPERATOR_DARKEN
        case .lighten: CAIRO_OPERATOR_LIGHTEN
        case .colorDodge: CAIRO_OPERATOR_COLOR_DODGE
        case .colorBurn: CAIRO_OPERATOR_COLOR_BURN
        case .hardLight: CAIRO_OPERATOR_HARD_LIGHT
        case .softLight: CAIRO_OPERATOR_SOFT_LIGHT
        case .difference: CAIRO_OPERATOR_DIFFERENCE
        case .exclusion: CAIRO_OPERATOR_EXCLUSION
        case .hue: CAIRO_OPERATOR_HSL_HUE
        case .saturation: CAIRO_OPERATOR_HSL_SATURATION
        case .color: CAIRO_OPERATOR_HSL_COLOR
        case .luminosity: CAIRO_OPERATOR_HSL_LUMINOSITY
        }
    }
}
