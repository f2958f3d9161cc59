import SVGAModel
import SVGAPixels
import SVGAPlatform
import SVGASupport

extension Evaluation {
    /// The letters of a text layer as fills and strokes.
    mutating func text(_ text: LottieText, of layer: LottieLayer, at time: Double) -> [PaintState] {
        guard segmentsLeft > 0, var document = text.document(at: time) else { return [] }
        if let replacement = evaluator.texts[layer.name] { document.text = replacement }
        let font = LottieFontKey(evaluator.composition.fonts[document.font], named: document.font)
        let ascent = evaluator.composition.fonts[document.font]?.ascent ?? 75
        var layout = LetterLayout(document, ascent: ascent) { evaluator.letters.letter($0, font) }
        layout.animate(text.animators, at: time)
        let paints = layout.paints(maximumSegments: segmentsLeft)
        segmentsLeft -= paints.reduce(layout.cost(text.animators.count)) { $0 + $1.path.verbs.count }
        return paints
    }
}

/// A text broken into lines, each letter with what animators make of it.
struct LetterLayout {
    fileprivate struct Placed {
        let letter: LetterSource.Letter
        let character: Character
        let line: Int
        /// Of its first letter in the text: counted in letters, letters without spaces, words and lines.
        let index: Int
        let inkIndex: Int
        let word: Int
        var tracking: Double
        var transform = SVGATransform.identity
        var opacity = 1.0
        var fill: SVGAColor?
        var stroke: SVGAColor?
        var strokeWidth: Double
    }

    private let document: LottieText.Document
    private let ascent: Double
    private var letters: [Placed] = []
    private let scale: Double
    /// How many there are of each, for selectors.
    private var inkCount = 0
    private var wordCount = 0
    private var lineCount = 1

    init(_ document: LottieText.Document, ascent: Double, _ letter: (Character) -> LetterSource.Letter?) {
        self.document = document
        self.ascent = ascent
        scale = document.size / 100
        let tracking = document.tracking / 1000 * document.size
        var isInWord = false
        var width = 0.0
        // Where the last word began, which moves to the next line as a whole.
        var wordStart = 0
        var wordWidth = 0.0
        for written in document.text.prefix(LetterSource.maximumTextLength) {
            if written.isNewline || written == "\u{3}" {
                lineCount += 1
                (width, wordWidth, wordStart, isInWord) = (0, 0, letters.count, false)
                continue
            }
            let character = document.caps == 0 ? written : written.uppercased().first ?? written
            let isSpace = character.isWhitespace
            if isSpace { wordStart = letters.count + 1 } else if !isInWord { wordCount += 1 }
            isInWord = !isSpace
            let found = letter(character) ?? LetterSource.Letter(contours: [], advance: isSpace ? 25 : 0)
            let advance = found.advance * scale + tracking
            if let box = document.box, width + advance > box.width, !isSpace, width > wordWidth || wordWidth == 0, width > 0 {
                lineCount += 1
                for index in min(wordStart, letters.count)..<letters.count { letters[index] = letters[index].moved(to: lineCount - 1) }
                width = wordWidth
            }
            width += advance
            wordWidth = isSpace ? 0 : wordWidth + advance
            letters.append(
                Placed(
                    letter: found, character: character, line: lineCount - 1, index: letters.count, inkIndex: inkCount,
                    word: max(0, wordCount - 1), tracking: tracking, fill: document.fill, stroke: document.stroke,
                    strokeWidth: document.strokeWidth))
            if !isSpace { inkCount += 1 }
        }
    }

    // MARK: - Animators

    /// What placing all letters costs, compared with a segment of a path.
    func cost(_ animators: Int) -> Int { letters.count * (1 + animators) }

    mutating func animate(_ animators: [LottieText.Animator], at time: Double) {
        for animator in animators {
            for index in letters.indices {
                let share = animator.selector.share(
                    position: position(letters[index], animator.selector.unit), of: count(animator.selector.unit), at: time)
                if share != 0 { letters[index].change(by: animator, share, scale, document.size, at: time) }
            }
        }
    }

    private func position(_ letter: Placed, _ unit: LottieText.Animator.Selector.Unit) -> Int {
        switch unit {
        case .characters: letter.index
        case .charactersWithoutSpaces: letter.inkIndex
        case .words: letter.word
        case .lines: letter.line
        }
    }

    private func count(_ unit: LottieText.Animator.Selector.Unit) -> Int {
        switch unit {
        case .characters: letters.count
        case .charactersWithoutSpaces: inkCount
        case .words: wordCount
        case .lines: lineCount
        }
    }

    // MARK: - Painting

    /// - Parameter maximumSegments: letters that would need more of them are left out.
    func paints(maximumSegments: Int) -> [PaintState] {
        var left = maximumSegments
        var widths = [Double](repeating: 0, count: lineCount)
        for letter in letters { widths[letter.line] += letter.letter.advance * scale + letter.tracking }
        var groups: [PaintState] = []
        var x = 0.0
        var line = -1
        for letter in letters {
            if letter.line != line {
                line = letter.line
                x = lineStart(widths[line])
            }
            let advance = letter.letter.advance * scale
            let y = Double(line) * document.lineHeight - document.baselineShift + (document.box.map { $0.y + ascent * scale } ?? 0)
            // Letters turn and grow around the middle of their baseline.
            let place = letter.transform.concatenating(SVGATransform.translation(x: x + advance / 2, y: y))
                .translatedBy(x: -advance / 2, y: 0)
            left -= letter.letter.contours.reduce(0) { $0 + $1.count }
            if left > 0 { add(letter, place, to: &groups) }
            x += advance + letter.tracking
        }
        return groups
    }

    private func lineStart(_ width: Double) -> Double {
        let left = document.box?.x ?? 0
        let room = (document.box?.width ?? 0) - width
        return switch document.justification {
        case 1, 4: left + room
        case 2, 5: left + room / 2
        default: left
        }
    }

    private func add(_ letter: Placed, _ place: SVGATransform, to paints: inout [PaintState]) {
        let opacity = min(max(letter.opacity, 0), 1)
        guard opacity > 0, !letter.letter.contours.isEmpty, place.isFinite else { return }
        var path = SVGAPath()
        let whole = place.scaledBy(x: scale, y: scale)
        for contour in letter.letter.contours { contour.transformed(by: whole).add(to: &path) }
        var own: [PaintState] = []
        if let fill = letter.fill {
            own.append(
                PaintState(
                    name: "Text.Fill", path: path, transform: .identity, style: .fill(isEvenOdd: false), paint: .color(fill),
                    opacity: opacity))
        }
        if let stroke = letter.stroke, letter.strokeWidth > 0 {
            let paint = PaintState(
                name: "Text.Stroke", path: path, transform: .identity,
                style: .stroke(
                    width: letter.strokeWidth, cap: .butt, join: .miter, miterLimit: 4, dashes: [], phase: 0),
                paint: .color(stroke), opacity: opacity)
            document.isStrokeOnTop ? own.append(paint) : own.insert(paint, at: 0)
        }
        for paint in own {
            // Letters that look alike become one path.
            if own.count == 1, let last = paints.last, last.paint == paint.paint, last.style == paint.style, last.opacity == paint.opacity,
                last.path.verbs.count < 2_000
            {
                paints[paints.count - 1].path.append(paint.path)
            } else {
                paints.append(paint)
            }
        }
    }
}

extension LottieText {
    /// What is written at a time; nil where there is nothing.
    func document(at time: Double) -> Document? {
        guard let first = documents.first else { return nil }
        var (low, high) = (0, documents.count)
        while high - low > 1 {
            let middle = (low + high) / 2
            if documents[middle].time <= time { low = middle } else { high = middle }
        }
        return low == 0 ? first : documents[low]
    }
}

extension LetterLayout.Placed {
    fileprivate func moved(to line: Int) -> Self {
        Self(
            letter: letter, character: character, line: line, index: index, inkIndex: inkIndex, word: word, tracking: tracking, fill: fill,
            stroke: stroke, strokeWidth: strokeWidth)
    }

    /// - Parameter share: how much of the animator counts, mostly 0…1.
    fileprivate mutating func change(by animator: LottieText.Animator, _ share: Double, _ scale: Double, _ size: Double, at time: Double) {
        var change = SVGATransform.identity
        if let position = animator.position {
            change = .translation(x: position.number(0, at: time) * share, y: position.number(1, at: time) * share)
        }
        if let rotation = animator.rotation { change = change.rotated(by: rotation.number(at: time) * share * .pi / 180) }
        if let grow = animator.scale {
            change = change.scaledBy(
                    x: 1 + (grow.number(0, at: time) / 100 - 1) * share, y: 1 + (grow.number(1, at: time) / 100 - 1) * share)
        }
        if let anchor = animator.anchor {
            change = change.translatedBy(x: -anchor.number(0, at: time) * share, y: -anchor.number(1, at: time) * share)
        }
        transform = change.concatenating(transform)
        if let value = animator.opacity { opacity *= 1 + (value.number(at: time) / 100 - 1) * share }
        if let value = animator.tracking { tracking += value.number(at: time) / 1000 * size * share }
        if let value = animator.strokeWidth { strokeWidth += value.number(at: time) * share }
        if let color = animator.fill { fill = fill?.mixed(with: SVGAColor(lottie: color, at: time), share) }
        if let color = animator.stroke { stroke = stroke?.mixed(with: SVGAColor(lottie: color, at: time), share) }
    }
}

extension LottieText.Animator.Selector {
    /// How much of the animator counts for what stands at a position.
    fileprivate func share(position: Int, of count: Int, at time: Double) -> Double {
        guard count > 0 else { return 0 }
        let unit = isIndex ? 1.0 : Double(count) / 100
        let shift = (offset?.number(at: time) ?? 0) * unit
        let a = (start?.number(at: time) ?? 0) * unit + shift
        let b = (end.map { $0.number(at: time) * unit } ?? Double(count)) + shift
        let (low, high) = (min(a, b), max(a, b))
        let amount = (amount?.number(at: time) ?? 100) / 100
        let index = Double(position)
        let middle = (index + 0.5 - low) / max(high - low, 1e-9)
        let share: Double
        switch shape {
        case .square: share = min(max(min(index + 1, high) - max(index, low), 0), 1)
        case .rampUp: share = high == low ? (index >= high ? 1 : 0) : min(max(middle, 0), 1)
        case .rampDown: share = high == low ? (index >= high ? 0 : 1) : 1 - min(max(middle, 0), 1)
        case .triangle: share = middle < 0 || middle > 1 ? 0 : 1 - (2 * middle - 1).magnitude
        case .round: share = middle < 0 || middle > 1 ? 0 : (1 - (2 * middle - 1) * (2 * middle - 1)).squareRoot()
        case .smooth: share = middle < 0 || middle > 1 ? 0 : (1 + cos(.pi + 2 * .pi * middle)) / 2
        }
        return eased(share, at: time) * amount
    }

    private func eased(_ share: Double, at time: Double) -> Double {
        let (high, low) = ((easeHigh?.number(at: time) ?? 0) / 100, (easeLow?.number(at: time) ?? 0) / 100)
        if high == 0, low == 0 { return share }
        let easing = CubicEasing(x1: max(low, 0), y1: max(-low, 0), x2: high >= 0 ? 1 - high : 1, y2: high >= 0 ? 1 : 1 + high)
        return easing.progress(share)
    }
}

extension SVGAColor {
    fileprivate func mixed(with other: SVGAColor, _ share: Double) -> SVGAColor {
        SVGAColor(
            red: red + (other.red - red) * share, green: green + (other.green - green) * share, blue: blue + (other.blue - blue) * share,
            alpha: alpha)
    }
}

extension SVGAPath {
    /// Adds the steps of another path.
    mutating func append(_ other: SVGAPath) {
        var at = 0
        func number(_ index: Int) -> Double { Double(other.coordinates[at + index]) }
        for verb in other.verbs {
            switch verb {
            case .move: move(x: number(0), y: number(1))
            case .line: line(x: number(0), y: number(1))
            case .curve: curve(x1: number(0), y1: number(1), x2: number(2), y2: number(3), x: number(4), y: number(5))
            case .close: close()
            }
            at += verb.coordinateCount
        }
    }
}
