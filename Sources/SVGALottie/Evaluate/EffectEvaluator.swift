import SVGAModel
import SVGAPixels
import SVGAPlatform
import SVGASupport

extension Evaluation {
    /// lottie-web's factor from the blurriness of After Effects to a standard deviation.
    private static let deviationOfBlurriness = 0.3
    private static let deviationOfSoftness = 0.25
    private static let maximumDashes = 4096

    // MARK: - Filters

    /// The filter of a layer; nil if no effect changes pixels.
    func filter(of layer: LottieLayer, at time: Double) -> FilterState? {
        guard layer.effects.contains(where: \.kind.isFilter) else { return nil }
        // The default filter region of SVG.
        var filter = FilterState(steps: [], region: SVGARect(x: -0.1, y: -0.1, width: 1.2, height: 1.2))
        for effect in layer.effects where effect.kind.isFilter {
            filter.steps.append(Evaluation.step(effect, at: time))
            // The region of the last effect that sets one applies to all.
            if effect.kind == .gaussianBlur { filter.region = SVGARect(x: -1, y: -1, width: 3, height: 3) }
            if effect.kind == .dropShadow { filter.region = effect.region ?? SVGARect(x: 0, y: 0, width: 1, height: 1) }
        }
        return filter
    }

    private static func step(_ effect: LayerEffect, at time: Double) -> FilterState.Step {
        switch effect.kind {
        case .gaussianBlur:
            let deviation = max(0, effect.number(0, at: time)) * deviationOfBlurriness
            let dimensions = effect.number(1, at: time)
            return .blur(x: dimensions == 3 ? 0 : deviation, y: dimensions == 2 ? 0 : deviation)
        case .dropShadow: return shadow(effect, at: time)
        case .fill:
            var color = effect.color(2, at: time)
            color.alpha = min(max(effect.number(6, at: time), 0), 1)
            return .fill(color)
        case .tint:
            return .tint(
                black: effect.color(0, at: time), white: effect.color(1, at: time), amount: min(max(effect.number(2, at: time) / 100, 0), 1)
            )
        case .tritone:
            return .tritone(shadows: effect.color(2, at: time), midtones: effect.color(1, at: time), highlights: effect.color(0, at: time))
        case .levels:
            // Each group of parameters is preceded by two others. A channel without all of them stays as it is.
            return .levels(
                [10, 17, 24, 31, 3].map { first in
                    guard first + 4 < effect.parameters.count else { return nil }
                    let curve = LevelsCurve(
                        inputBlack: effect.number(first, at: time), inputWhite: effect.number(first + 1, at: time),
                        gamma: effect.number(first + 2, at: time), outputBlack: effect.number(first + 3, at: time),
                        outputWhite: effect.number(first + 4, at: time))
                    return curve.isIdentity ? nil : curve
                })
        case .stroke, .setMatte, .transform: return .levels([])
        }
    }

    private static func shadow(_ effect: LayerEffect, at time: Double) -> FilterState.Step {
        var color = effect.color(0, at: time)
        color.alpha = min(max(effect.number(1, at: time) / 255, 0), 1)
        let angle = (effect.number(2, at: time) - 90) * .pi / 180
        let distance = effect.number(3, at: time)
        return .shadow(
            color, x: distance * cos(angle), y: distance * sin(angle), deviation: max(0, effect.number(4, at: time)) * deviationOfSoftness)
    }

    // MARK: - Transforms

    /// The transform and opacity that Transform effects add below those of the layer. The children of the layer do not inherit them.
    func effectTransform(of layer: LottieLayer, at time: Double) -> (transform: SVGATransform, opacity: Double) {
        var result = (transform: SVGATransform.identity, opacity: 1.0)
        for effect in layer.effects where effect.kind == .transform {
            let height = effect.number(3, at: time) / 100
            let width = effect.number(2, at: time) == 1 ? height : effect.number(4, at: time) / 100
            let transform = SVGATransform.translation(x: -effect.number(0, 0, at: time), y: -effect.number(0, 1, at: time))
                .concatenating(.scale(x: width, y: height)).concatenating(.rotation(effect.number(7, at: time) * .pi / 180))
                .concatenating(.skew(effect.number(5, at: time), axis: effect.number(6, at: time) + 90))
                .concatenating(.translation(x: effect.number(1, 0, at: time), y: effect.number(1, 1, at: time)))
            result.transform = result.transform.concatenating(transform)
            result.opacity *= min(max(effect.number(8, at: time) / 100, 0), 1)
        }
        return result
    }

    // MARK: - Strokes

    /// The strokes along masks; nil without a Stroke effect. Only the last effect of a layer counts.
    mutating func pathStroke(of layer: LottieLayer, at time: Double) -> PathStrokeState? {
        guard let effect = layer.effects.last(where: { $0.kind == .stroke }) else { return nil }
        let style: PathStrokeState.Style =
            switch effect.number(10, at: time) {
            case 2: .alone
            case 3: .reveal
            default: .overContent
            }
        var state = PathStrokeState(style: style, paints: [], opacity: min(max(effect.number(6, at: time), 0), 1))
        for track in effect.paths where segmentsLeft > 0 {
            let contour = track.contour(at: time)
            segmentsLeft -= 1 + contour.count
            let path = ContourPath(contour).path
            let size = effect.number(4, at: time)
            guard !path.isEmpty, size > 0 else { continue }
            let (dashes, phase) = dashes(of: effect, size: size, length: path.flattenedLength, at: time)
            state.paints.append(
                PaintState(
                    name: "", path: path, transform: .identity,
                    style: .stroke(width: 2 * size, cap: .round, join: .miter, miterLimit: 4, dashes: dashes, phase: phase),
                    paint: .color(style == .reveal ? .white : effect.color(3, at: time)), opacity: 1))
        }
        return state
    }

    /// Dots at the effect's spacing, between its start and its end.
    private mutating func dashes(
        of effect: LayerEffect, size: Double, length: Double, at time: Double
    ) -> (dashes: [Double], phase: Double) {
        let gap = max(0, size * 2 * effect.number(9, at: time) / 100)
        let ends = [effect.number(7, at: time), effect.number(8, at: time)].map { min(max($0 / 100, 0), 1) }
        guard ends != [0, 1] else { return (gap > 0 ? [1, gap] : [], 1) }
        let (start, end) = (length * min(ends[0], ends[1]), length * max(ends[0], ends[1]))
        let count = min(Int(saturating: ((end - start) / (1 + gap)).rounded(.down)), Evaluation.maximumDashes, segmentsLeft)
        segmentsLeft -= count
        var dashes = [0, 0, 0, start]
        for _ in 0..<max(0, count) { dashes += [1, gap] }
        return (dashes + [0, length * 10], 1)
    }
}
