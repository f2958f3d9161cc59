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

/// A text broken into lines, with the animators applied to each letter.
struct LetterLayout {
    fileprivate struct Placed {
        let letter: LetterSource.Letter
        let character: Character
        let line: Int
        /// The index of its first letter in the text, in letters, letters without spaces, words and lines.
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
    /// The counts of each unit, for selectors.
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
        // The start of the last word, which moves to the next line as a unit.
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

    /// The cost of laying out all letters, in path segments.
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

    /// - Parameter maximumSegments: the maximum number of segments; letters beyond it are omitted.
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
            // Letters rotate and scale around the center of their baseline.
            let transform = letter.transform.concatenating(SVGATransform.translation(x: x + advance / 2, y: y))
                .translatedBy(x: -advance / 2, y: 0)
            left -= letter.letter.contours.reduce(0) { $0 + $1.count }
            if left > 0 { add(letter, transform, to: &groups) }
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

    private func add(_ letter: Placed, _ transform: SVGATransform, to paints: inout [PaintState]) {
        let opacity = min(max(letter.opacity, 0), 1)
        guard opacity > 0, !letter.letter.contours.isEmpty, transform.isFinite else { return }
        var path = SVGAPath()
        let scaled = transform.scaledBy(x: scale, y: scale)
        for contour in letter.letter.contours { contour.transformed(by: scaled).add(to: &path) }
        var letterPaints: [PaintState] = []
        if let fill = letter.fill {
            letterPaints.append(
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
            document.isStrokeOnTop ? letterPaints.append(paint) : letterPaints.insert(paint, at: 0)
        }
        for paint in letterPaints {
            // Adjacent letters with the same paint become one path.
            if letterPaints.count == 1, let last = paints.last, last.paint == paint.paint, last.style == paint.style,
                last.opacity == paint.opacity,
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
    /// The text document at a time; nil if there is none.
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

    /// - Parameter share: the animator's strength, usually 0…1.
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
    /// The animator's strength at a position.
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
    /// Appends the commands of another path.
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
