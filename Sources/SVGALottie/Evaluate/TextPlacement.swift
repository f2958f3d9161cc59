import SVGAModel

/// A letter at its position, as the animators change it.
struct PlacedLetter {
    let outline: LetterSource.Letter
    /// From the letter's space, in points from the start of its baseline, to that of the layer.
    var transform: SVGATransform
    var opacity = 1.0
    var fill: SVGAColor?
    var stroke: SVGAColor?
    var strokeWidth: Double
}

/// Places the letters of a text. The order of the steps is that of lottie-web.
struct TextPlacement {
    private let lines: TextLines
    private let document: LottieText.Document
    private let ascent: Double
    private let animators: [TextAnimatorState]
    /// The offset of the anchor points, as shares of half a group's width and of the letter height.
    private let alignmentX: Double
    private let alignmentY: Double
    /// The width of the widest line, or of the text box.
    private let width: Double
    private let isChangingStroke: Bool
    /// The path along which the letters stand; nil: straight lines.
    var walk: TextPathWalk?

    init(_ lines: TextLines, _ document: LottieText.Document, _ text: LottieText, ascent: Double, at time: Double) {
        self.lines = lines
        self.document = document
        self.ascent = ascent
        animators = text.animators.map { TextAnimatorState($0, lines, at: time) }
        isChangingStroke = text.animators.contains { $0.stroke != nil }
        alignmentX = text.groupAlignment.number(0, at: time) * 0.005
        // The letter height of lottie-web.
        alignmentY = text.groupAlignment.number(1, at: time) * 0.01 * document.size * 1.2 * 0.714
        width = document.boxWidth ?? max(0, lines.widths.max() ?? 0)
    }

    mutating func letters() -> [PlacedLetter] {
        var placed: [PlacedLetter] = []
        placed.reserveCapacity(lines.letters.count)
        let shifts = trackingShifts()
        let lineHeight = document.lineHeight == 0 ? document.size * 1.2 : document.lineHeight
        var (x, y) = (0.0, 0.0)
        for (index, letter) in lines.letters.enumerated() {
            if letter.isLineBreak {
                // lottie-web moves all lines but the first down by one point.
                y += lineHeight + (y == 0 ? 1 : 0)
                x = 0
                walk?.restart()
                continue
            }
            walk?.begin(letter, of: lines, document.alignment, alignmentX)
            let tracking = animators.reduce(0) { $0 + ($1.tracking ?? 0) * $1.shares[index] }
            var matrix = LetterMatrix()
            let offset = pathOffset(index)
            if let point = walk?.point(for: letter, of: lines, offset: offset) {
                matrix.move(alignmentX * -letter.groupWidth, -alignmentY)
                matrix.move(letter.groupStart - letter.groupWidth / 2, 0)
                if document.alignment != .left { walk?.advance(by: tracking) }
                change(&matrix, index, isOnPath: true)
                matrix.move(0, -document.baselineShift + alignmentY + y)
                if let angle = point.angle { matrix.append(.rotation(angle)) }
                matrix.move(point.x, point.y)
                walk?.end(letter, at: index, of: lines, alignmentX)
            } else {
                let middle = letter.groupWidth / 2 - letter.groupStart
                matrix.move(-middle - alignmentX * letter.groupWidth, -alignmentY)
                // The first letter of a line at the left takes no tracking.
                if x != 0 || document.alignment != .left { x += tracking }
                change(&matrix, index, isOnPath: false)
                matrix.move(x + lineStart(letter.line, shifts.isEmpty ? 0 : shifts[index]), y - document.baselineShift)
                if let corner = document.corner { matrix.move(corner.x, corner.y + ascent) }
                matrix.move(middle + alignmentX * letter.groupWidth, alignmentY)
                x += letter.advance + lines.tracking
            }
            placed.append(paint(letter, index, matrix.flat))
        }
        return placed
    }

    private func lineStart(_ line: Int, _ shift: Double) -> Double {
        let isBoxed = document.boxWidth != nil
        return switch document.alignment {
        case .left: 0
        case .right: shift + width - lines.widths[line] - (isBoxed ? 0 : width)
        case .center: shift + (width - lines.widths[line]) / 2 - (isBoxed ? 0 : width / 2)
        }
    }

    /// The shift of each letter that keeps a line with animated tracking centered or at the right; empty for lines at the left.
    private func trackingShifts() -> [Double] {
        let tracked = animators.filter { $0.tracking != nil }
        guard document.alignment != .left, !tracked.isEmpty else { return [] }
        let factor = document.alignment == .center ? -0.5 : -1
        var shifts = [Double](repeating: 0, count: lines.letters.count)
        var (shift, firstShift, lineStart) = (0.0, 0.0, 0)
        func fill(_ end: Int) {
            for index in lineStart..<end { shifts[index] = shift == 0 ? 0 : shift + firstShift }
        }
        for (index, letter) in lines.letters.enumerated() {
            if letter.isLineBreak {
                fill(index)
                (shift, lineStart) = (0, index)
                continue
            }
            let isFirst = index == 0 || lines.letters[index - 1].isLineBreak
            for animator in tracked {
                let tracking = (animator.tracking ?? 0) * factor
                if isFirst, document.alignment == .center { firstShift += tracking }
                shift += tracking * animator.shares[index]
            }
        }
        fill(lines.letters.count)
        return shifts
    }

    /// How far the animators move a letter along the path.
    private func pathOffset(_ index: Int) -> Double {
        animators.reduce(0) { $0 + (($1.position?.x ?? 0) + ($1.anchor?.x ?? 0)) * $1.shares[index] }
    }

    private func change(_ matrix: inout LetterMatrix, _ index: Int, isOnPath: Bool) {
        for animator in animators {
            guard let anchor = animator.anchor else { continue }
            matrix.move(-anchor.x * animator.shares[index], -anchor.y * animator.shares[index])
        }
        for animator in animators {
            guard let scale = animator.scale else { continue }
            let share = animator.shares[index]
            matrix.append(.scale(x: 1 + (scale.x - 1) * share, y: 1 + (scale.y - 1) * share))
        }
        for animator in animators {
            let share = animator.shares[index]
            if animator.skew != 0 { matrix.append(.skew(animator.skew * share, axis: animator.skewAxis * share)) }
            if animator.rotation != 0 { matrix.append(.rotation(animator.rotation * share)) }
            if let turns = animator.turns { matrix.turn(x: turns.x * share, y: turns.y * share) }
        }
        for animator in animators {
            guard let position = animator.position else { continue }
            matrix.move(isOnPath ? 0 : position.x * animator.shares[index], position.y * animator.shares[index])
        }
    }

    private func paint(_ letter: TextLetter, _ index: Int, _ transform: SVGATransform) -> PlacedLetter {
        var result = PlacedLetter(
            outline: letter.outline, transform: transform, fill: document.fill, stroke: document.stroke,
            strokeWidth: document.strokeWidth)
        // An animated stroke is visible even if the text has none.
        if isChangingStroke, result.stroke == nil { result.stroke = SVGAColor(red: 0, green: 0, blue: 0) }
        for animator in animators {
            let share = animator.shares[index]
            if let opacity = animator.opacity { result.opacity += (opacity * share - result.opacity) * share }
            if let width = animator.strokeWidth { result.strokeWidth += width * share }
            result.fill = result.fill.map { animator.fill($0, share) }
            if let stroke = animator.stroke { result.stroke = result.stroke?.mixed(with: stroke, share) }
        }
        // As in lottie-web, which sets no width then: the default of SVG.
        if isChangingStroke, document.stroke == nil, result.strokeWidth == 0 { result.strokeWidth = 1 }
        return result
    }
}

/// The transform of a letter, built from the first step to the last.
private struct LetterMatrix {
    private var plane = SVGATransform.identity
    /// Replaces ``plane`` after a 3D rotation.
    private var space: Space?

    var flat: SVGATransform { space?.flat ?? plane }

    mutating func append(_ transform: SVGATransform) {
        if let turned = space { space = Space(transform).appending(turned) } else { plane = plane.concatenating(transform) }
    }

    mutating func move(_ x: Double, _ y: Double) { append(.translation(x: x, y: y)) }

    /// Rotates around y, then around x, in radians.
    mutating func turn(x: Double, y: Double) {
        space = Space.aroundX(x).appending(Space.aroundY(y).appending(space ?? Space(plane)))
    }
}

/// The fills and strokes of letters. Adjacent letters with the same paint become one path.
struct LetterPaints {
    private(set) var paints: [PaintState] = []
    private let document: LottieText.Document
    private let scale: Double

    /// - Parameter maximumSegments: the maximum number of segments; letters beyond it are omitted.
    init(_ letters: [PlacedLetter], _ document: LottieText.Document, maximumSegments: Int) {
        self.document = document
        scale = document.size / 100
        var left = maximumSegments
        for letter in letters {
            left -= letter.outline.contours.reduce(0) { $0 + $1.count }
            if left > 0 { add(letter) }
        }
    }

    private mutating func add(_ letter: PlacedLetter) {
        let opacity = min(max(letter.opacity, 0), 1)
        guard opacity > 0, !letter.outline.contours.isEmpty, letter.transform.isFinite else { return }
        func path(_ transform: SVGATransform) -> SVGAPath {
            var path = ContourPath()
            let scaled = transform.scaledBy(x: scale, y: scale)
            for contour in letter.outline.contours { path.add(contour, scaled) }
            return path.path
        }
        var stroke: PaintState?
        if let color = letter.stroke, letter.strokeWidth > 0 {
            // The transform also applies to the stroke's width.
            stroke = PaintState(
                name: "Text.Stroke", path: path(.identity), transform: letter.transform,
                style: .stroke(width: letter.strokeWidth, cap: .butt, join: .round, miterLimit: 4, dashes: [], phase: 0),
                paint: .color(color), opacity: opacity)
        }
        if let stroke, !document.isStrokeOnTop { paints.append(stroke) }
        if let color = letter.fill {
            var fill = PaintState(
                name: "Text.Fill", path: path(letter.transform), transform: .identity, style: .fill(isEvenOdd: false),
                paint: .color(color), opacity: opacity)
            fill.letters = letter.outline.installed.map { installed in
                InstalledText(size: document.size, letters: [InstalledText.Placed(letter: installed, transform: letter.transform)])
            }
            if stroke == nil, let last = paints.last, last.paint == fill.paint, last.style == fill.style, last.opacity == opacity,
                last.path.verbs.count < 2_000, (last.letters == nil) == (fill.letters == nil)
            {
                paints[paints.count - 1].path.append(contentsOf: fill.path)
                if let added = fill.letters { paints[paints.count - 1].letters?.letters += added.letters }
            } else {
                paints.append(fill)
            }
        }
        if let stroke, document.isStrokeOnTop { paints.append(stroke) }
    }
}
