import SVGAModel
import SVGAPixels

extension Evaluation {
    /// The letters of a text layer as fills and strokes.
    mutating func text(_ text: LottieText, of layer: LottieLayer, at time: Double) -> [PaintState] {
        // A set text may need other fonts.
        guard evaluator.texts.isEmpty, let fixed = layer.staticText else { return changingText(text, of: layer, at: time) }
        if let known = fixed.paints(costLeft: segmentsLeft) {
            segmentsLeft -= known.cost
            return known.paints
        }
        let before = segmentsLeft
        let paints = changingText(text, of: layer, at: time)
        // Without a rest, something may have been omitted.
        if segmentsLeft > 0 { fixed.keep(paints, cost: before - segmentsLeft) }
        return paints
    }

    private mutating func changingText(_ text: LottieText, of layer: LottieLayer, at time: Double) -> [PaintState] {
        guard segmentsLeft > 0, var document = text.document(at: time) else { return [] }
        if let replacement = evaluator.texts[layer.name] { document.text = replacement } else if text.isOnlyReplaced { return [] }
        let listed = evaluator.composition.fonts[document.font]
        let font = LottieFontKey(listed, named: document.font)
        let lines = TextLines(document, grouping: text.grouping) { evaluator.letters.letter($0, font) }
        segmentsLeft -= lines.letters.count * (1 + text.animators.count)
        guard segmentsLeft > 0 else { return [] }
        var placement = TextPlacement(lines, document, text, ascent: (listed?.ascent ?? 75) / 100 * document.size, at: time)
        if let path = text.path {
            let contour = path.contour.contour(at: time)
            segmentsLeft -= TextPathWalk.cost * contour.count
            guard segmentsLeft > 0 else { return [] }
            placement.walk = TextPathWalk(path, contour, at: time)
        }
        let paints = LetterPaints(placement.letters(), document, maximumSegments: segmentsLeft).paints
        segmentsLeft -= paints.reduce(0) { $0 + $1.path.verbs.count }
        return paints
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

/// A letter of a text, before animators.
struct TextLetter {
    let outline: LetterSource.Letter
    /// The distance to the next letter without tracking, in points.
    let advance: Double
    let line: Int
    let isSpace: Bool
    let isLineBreak: Bool
    /// The letters that share an anchor point: the number of the group, its width, and the letter's start in it.
    var group = 0
    var groupWidth = 0.0
    var groupStart = 0.0
    /// The advance of the group's last letter; 0 if each letter is a group.
    var groupEnd = 0.0
}

/// A text broken into lines, by the rules of lottie-web.
struct TextLines {
    private(set) var letters: [TextLetter] = []
    /// The width of each line without the spaces at its end, in points.
    private(set) var widths: [Double] = []
    let tracking: Double

    init(_ document: LottieText.Document, grouping: LottieText.Grouping, _ letter: (Character) -> LetterSource.Letter?) {
        tracking = document.tracking / 1000 * document.size
        let scale = document.size / 100
        var line = 0
        letters = document.text.prefix(LetterSource.maximumTextLength).map { written in
            if written.isLineBreak {
                line += 1
                return TextLetter.lineBreak(line)
            }
            let character = document.drawn(written)
            let outline = letter(character) ?? LetterSource.Letter(contours: [], advance: character.isWhitespace ? 25 : 0)
            return TextLetter(
                outline: outline, advance: outline.advance * scale, line: line, isSpace: written == " ", isLineBreak: false)
        }
        if let width = document.boxWidth { breakLines(width) }
        measure()
        group(grouping)
    }

    /// Breaks lines that are wider than a box: at the last space, which disappears, otherwise before the letter that does not fit.
    private mutating func breakLines(_ boxWidth: Double) {
        var broken: [TextLetter] = []
        broken.reserveCapacity(letters.count)
        var width = 0.0
        var line = 0
        var lastSpace: Int?
        var index = 0
        while index < letters.count {
            let letter = letters[index]
            if letter.isSpace { lastSpace = broken.count }
            if letter.isLineBreak { (width, lastSpace) = (0, nil) }
            if letter.isLineBreak {
                line += 1
                broken.append(.lineBreak(line))
            } else if width + letter.advance > boxWidth, !letter.isSpace, width > 0 {
                line += 1
                if let space = lastSpace {
                    // The letters after the space are added again.
                    index -= broken.count - space - 1
                    broken.removeSubrange(space...)
                }
                broken.append(.lineBreak(line))
                (width, lastSpace) = (0, nil)
                continue
            } else {
                width += letter.advance + tracking
                broken.append(letter.moved(to: line))
            }
            index += 1
        }
        letters = broken
    }

    private mutating func measure() {
        var width = -tracking
        var spaces = 0.0
        for letter in letters {
            if letter.isLineBreak {
                widths.append(width)
                (width, spaces) = (-tracking, 0)
            } else if letter.isSpace {
                spaces += letter.advance + tracking
            } else {
                width += letter.advance + tracking + spaces
                spaces = 0
            }
        }
        widths.append(width)
    }

    /// Joins the letters of words or lines.
    private mutating func group(_ grouping: LottieText.Grouping) {
        guard grouping != .characters else {
            for index in letters.indices {
                letters[index].group = index
                letters[index].groupWidth = letters[index].advance
            }
            return
        }
        var (first, number, width) = (0, 0, 0.0)
        for index in letters.indices {
            let letter = letters[index]
            letters[index].groupStart = width
            width += letter.advance
            let isSeparator = letter.isLineBreak || (grouping == .words && letter.isSpace)
            guard isSeparator || index == letters.count - 1 else { continue }
            if isSeparator { width -= letter.advance }
            for member in first...index {
                letters[member].group = number
                letters[member].groupWidth = width
                letters[member].groupEnd = letter.advance
            }
            (first, number, width) = (index + 1, number + 1, 0)
        }
    }

    /// For each letter, its position in units of a selector, and the number of units.
    func positions(_ unit: LottieText.Animator.Selector.Unit) -> (positions: [Int], count: Int) {
        var count = 0
        let positions = letters.indices.map { index in
            let letter = letters[index]
            let isLast = index == letters.count - 1
            let position = count
            let isEnd =
                switch unit {
                case .characters: !letter.isLineBreak
                case .charactersWithoutSpaces: !letter.isLineBreak && !letter.isSpace
                case .words: letter.isLineBreak || letter.isSpace || isLast
                case .lines: letter.isLineBreak || isLast
                }
            if isEnd { count += 1 }
            return position
        }
        return (positions, count)
    }
}

extension TextLetter {
    /// The break before a line.
    fileprivate static func lineBreak(_ line: Int) -> TextLetter {
        TextLetter(outline: LetterSource.Letter(contours: [], advance: 0), advance: 0, line: line, isSpace: false, isLineBreak: true)
    }

    fileprivate func moved(to line: Int) -> TextLetter {
        TextLetter(outline: outline, advance: advance, line: line, isSpace: isSpace, isLineBreak: isLineBreak)
    }
}

extension Character {
    /// After Effects separates lines with a return or with the character 3.
    fileprivate var isLineBreak: Bool { isNewline || self == "\u{3}" }
}
