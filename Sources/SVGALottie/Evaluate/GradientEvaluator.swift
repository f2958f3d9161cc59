import SVGAModel
import SVGAPlatform

extension GradientTracks {
    func paint(at time: Double) -> PaintState.Paint {
        let (startX, startY) = (start.number(0, at: time), start.number(1, at: time))
        let (endX, endY) = (end.number(0, at: time), end.number(1, at: time))
        let stops = stops(at: time)
        guard isRadial else { return .linear(startX: startX, startY: startY, endX: endX, endY: endY, stops: stops) }
        let radius = hypot(endX - startX, endY - startY)
        let share = min(max(highlight.number(at: time) / 100, -0.99), 0.99)
        let angle = atan2(endY - startY, endX - startX) + highlightAngle.number(at: time) * .pi / 180
        return .radial(
            centerX: startX, centerY: startY, radius: radius, highlightX: startX + cos(angle) * radius * share,
            highlightY: startY + sin(angle) * radius * share, stops: stops)
    }

    /// Whether there are alpha stops at other offsets than those of the colors.
    func hasSeparateOpacity(at time: Double) -> Bool {
        let numbers = numbers.value(at: time)
        let count = min(colors, numbers.count / 4)
        let offsets = stride(from: 4 * count, to: numbers.count - 1, by: 2).map { numbers[$0] }
        return !offsets.isEmpty && !GradientTracks.areShared((0..<count).map { numbers[4 * $0] }, offsets)
    }

    /// Whether the colors have the offsets of the alpha stops: as in lottie-web, they may differ a little.
    private static func areShared(_ colors: [Double], _ alphas: [Double]) -> Bool {
        colors.count == alphas.count && zip(colors, alphas).allSatisfy { ($0 - $1).magnitude <= 0.01 }
    }

    private func stops(at time: Double) -> [PaintState.Stop] {
        let numbers = numbers.value(at: time)
        let count = min(colors, numbers.count / 4)
        func unit(_ value: Double) -> Double { min(max(value, 0), 1) }
        var solid: [PaintState.Stop] = []
        for index in 0..<count {
            let color = SVGAColor(
                red: unit(numbers[4 * index + 1]), green: unit(numbers[4 * index + 2]), blue: unit(numbers[4 * index + 3]))
            solid.append(PaintState.Stop(offset: max(unit(numbers[4 * index]), solid.last?.offset ?? 0), color: color))
        }
        var alphas: [(offset: Double, alpha: Double)] = []
        for index in stride(from: 4 * count, to: numbers.count - 1, by: 2) {
            alphas.append((max(unit(numbers[index]), alphas.last?.offset ?? 0), unit(numbers[index + 1])))
        }
        guard GradientTracks.areShared(solid.map(\.offset), alphas.map(\.offset)) else {
            return alphas.isEmpty ? solid : GradientTracks.merged(solid, alphas)
        }
        for index in solid.indices { solid[index].color.alpha = alphas[index].alpha }
        return solid
    }

    /// Merges color stops and alpha stops, which have separate offsets. The result has a stop at each offset.
    /// Several stops at one offset are a hard edge. The result has two stops there, one for each side.
    private static func merged(_ colors: [PaintState.Stop], _ alphas: [(offset: Double, alpha: Double)]) -> [PaintState.Stop] {
        if colors.isEmpty { return [] }
        let offsets = (colors.map(\.offset) + alphas.map(\.offset)).sorted()
        var result: [PaintState.Stop] = []
        var (c, a) = (0, 0)
        for (index, offset) in offsets.enumerated() {
            let isFirst = index == 0 || offsets[index - 1] < offset
            let isLast = index + 1 == offsets.count || offsets[index + 1] > offset
            if !isFirst, !isLast { continue }
            // At a hard edge, the first of its two stops has the values of the stops left of the edge, the second those of the stops right of it.
            func isReached(_ next: Double) -> Bool { isLast ? next <= offset : next < offset }
            while c < colors.count - 1, isReached(colors[c + 1].offset) { c += 1 }
            while a < alphas.count - 1, isReached(alphas[a + 1].offset) { a += 1 }
            var color = colors[c].color
            if c < colors.count - 1, offset > colors[c].offset {
                let share = (offset - colors[c].offset) / (colors[c + 1].offset - colors[c].offset)
                let next = colors[c + 1].color
                color.red += (next.red - color.red) * share
                color.green += (next.green - color.green) * share
                color.blue += (next.blue - color.blue) * share
            }
            var alpha = alphas[a].alpha
            if a < alphas.count - 1, offset > alphas[a].offset {
                let share = (offset - alphas[a].offset) / (alphas[a + 1].offset - alphas[a].offset)
                alpha += (alphas[a + 1].alpha - alpha) * share
            }
            color.alpha = alpha
            result.append(PaintState.Stop(offset: offset, color: color))
        }
        return result
    }
}
