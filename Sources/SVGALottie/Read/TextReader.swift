import SVGAModel
import SVGAPixels
import SVGASupport

/// Reads a text layer.
enum TextReader {
    /// - Parameters:
    ///   - json: the layer.
    ///   - letters: the letters with outlines in the file; nil: it has no outlines.
    ///   - hasOldGlyphs: whether the outlines cannot be drawn.
    static func text(
        ofLayer layer: JSONNode, fonts: LottieFonts, letters: Set<String>?, hasOldGlyphs: Bool, _ p: inout PropertyReader
    ) -> LottieText {
        let json = layer["t"] ?? .empty
        var documents: [LottieText.Document] = []
        p.noteExpression(json["d"], "Source Text")
        for (key, replacement) in p.documents(json["d"]) {
            guard let value = key["s"] ?? (replacement == nil ? nil : .empty) else { continue }
            let written = replacement?.text ?? value["t"]?.text ?? ""
            let text = LetterSource.cut(written)
            let isCut = text.utf8.count < written.utf8.count
            if isCut {
                p.note("at most \(LetterSource.maximumLetterLength - 1) marks of a letter are drawn")
            }
            var document = document(value, text, time: replacement?.time ?? key["t"]?.double ?? 0, &p)
            document.isCut = isCut
            documents.append(document)
        }
        if hasOldGlyphs {
            p.note("its text is not drawn: the letters' outlines were exported before version 4.8")
        } else if let letters {
            let missing = documents.lazy.flatMap { $0.text.prefix(LetterSource.maximumTextLength) }.first { letter in
                !letter.isWhitespace && letter != "\u{3}" && !letters.contains(String(letter)) && !letters.contains(letter.uppercased())
            }
            if let missing { p.note("the file has no outline of the letter \"\(missing)\": an installed font is used") }
        } else if documents.contains(where: { !$0.text.isEmpty }) {
            let names = Set(documents.map { fonts[$0.font]?.family ?? $0.font }).sorted()
            p.note("the file has no outlines of its letters: installed fonts are used for \(names.joined(separator: ", "))")
        }
        if documents.contains(where: {
            $0.text.utf8.count > LetterSource.maximumTextLength && $0.text.count > LetterSource.maximumTextLength
        }) {
            p.note("only the first \(LetterSource.maximumTextLength) letters of a text are drawn")
        }
        var animators: [LottieText.Animator] = []
        for animator in (json["a"]?.elements ?? []).prefix(32) {
            if let animator = self.animator(animator, &p) { animators.append(animator) }
        }
        documents.sort { $0.time < $1.time }
        let groups = json["m"] ?? .empty
        return LottieText(
            documents: documents, animators: animators,
            grouping: groups["g"]?.int.flatMap(LottieText.Grouping.init(rawValue:)) ?? .characters,
            groupAlignment: p.track(groups, "a", [0, 0], "Grouping Alignment"), path: path(json["p"], ofLayer: layer, &p))
    }

    private static func path(_ json: JSONNode?, ofLayer layer: JSONNode, _ p: inout PropertyReader) -> LottieText.Path? {
        guard let json, let number = json["m"]?.int else { return nil }
        let masks = layer["masksProperties"]?.elements ?? []
        guard masks.indices.contains(number) else {
            p.note("its text is drawn straight: its path, mask \(number), does not exist")
            return nil
        }
        let mask = masks[number]
        return LottieText.Path(
            contour: p.contour(mask["pt"], isClosed: mask["cl"]?.isTrue ?? true), isReversed: p.track(json, "r", [0], "Reverse Path"),
            isPerpendicular: p.track(json, "p", [0], "Perpendicular To Path"),
            isForced: p.track(json, "a", [0], "Force Alignment"), firstMargin: p.track(json, "f", [0], "First Margin"))
    }

    private static func document(_ json: JSONNode, _ text: String, time: Double, _ p: inout PropertyReader) -> LottieText.Document {
        let corner = json["ps"]?.doubles.flatMap { $0.count >= 2 ? (x: $0[0], y: $0[1]) : nil }
        let alignment = json["j"]?.int ?? 0
        if alignment > 2 { p.note("its justified text is aligned left") }
        let size = json["s"]?.double ?? 12
        let (fill, stroke, strokeWidth) = (color(json["fc"]), color(json["sc"]), json["sw"]?.double ?? 0)
        let isStrokeOnTop = json["of"]?.isTrue ?? true
        if !isStrokeOnTop, fill != nil, stroke != nil, strokeWidth > 0 {
            p.note("the stroke of its text is drawn below the fill, as in After Effects; lottie-web draws it above")
        }
        let caps = json["ca"]?.int
        let isAllCaps = caps == 1
        if isAllCaps, text != text.uppercased() {
            p.note("its text is drawn in capitals, as in After Effects; lottie-web draws it as typed")
        }
        if json["tr"] == nil, text.count > 1 {
            p.note("its text has no tracking, which counts as 0; lottie-web draws all letters at one position")
        }
        if caps == 2 { p.note("the small capitals of its text are drawn as lowercase letters") }
        return LottieText.Document(
            time: time, text: text, font: json["f"]?.text ?? "", size: min(max(size, 0), 10_000),
            alignment: LottieText.Document.Alignment(rawValue: alignment) ?? .left, tracking: json["tr"]?.double ?? 0,
            lineHeight: json["lh"]?.double ?? size * 1.2,
            baselineShift: json["ls"]?.double ?? 0, fill: fill, stroke: stroke, strokeWidth: strokeWidth, isStrokeOnTop: isStrokeOnTop,
            isAllCaps: isAllCaps, corner: corner, boxWidth: json["sz"]?.doubles?.first)
    }

    private static func color(_ json: JSONNode?) -> SVGAColor? {
        guard let numbers = json?.doubles, numbers.count >= 3 else { return json?.text.flatMap { SVGAColor(lottieHex: $0) } }
        func part(_ index: Int) -> Double { min(max(numbers[index], 0), 1) }
        return SVGAColor(red: part(0), green: part(1), blue: part(2))
    }

    // MARK: - Animators

    private static func animator(_ json: JSONNode, _ p: inout PropertyReader) -> LottieText.Animator? {
        let values = json["a"] ?? .empty
        let selector = json["s"] ?? .empty
        let live = p.selector(selector)
        if live != nil {
            p.note("a text selector with an expression is drawn as in After Effects; lottie-web 5.13 cannot draw the file")
        } else if selector["t"]?.int ?? 0 != 0 {
            p.note("a text animator with an expression or wiggly selector is not drawn")
            return nil
        }
        if selector["rn"]?.isTrue == true { p.note("a text animator with random order is drawn in order") }
        if ["fo", "so", "bl", "ls"].contains(where: { values[$0] != nil }) {
            p.note("fill opacity, stroke opacity, blur and line spacing of a text animator are not drawn")
        }
        func track(_ name: JSONName, _ fallback: [Double], _ what: Message) -> Track? {
            values[name].map { p.track($0, fallback, what) }
        }
        return LottieText.Animator(
            selector: self.selector(selector, live, &p), anchor: track("a", [0, 0], "Anchor Point"),
            position: track("p", [0, 0], "Position"),
            scale: track("s", [100, 100], "Scale"), rotation: track(values["r"] == nil ? "rz" : "r", [0], "Rotation"),
            turns: values["rx"] == nil && values["ry"] == nil
                ? [] : [p.track(values, "rx", [0], "X Rotation"), p.track(values, "ry", [0], "Y Rotation")],
            skew: track("sk", [0], "Skew"), skewAxis: track("sa", [0], "Skew Axis"), opacity: track("o", [100], "Opacity"),
            tracking: track("t", [0], "Tracking"), fill: track("fc", [0, 0, 0], "Fill Color"), hue: track("fh", [0], "Fill Hue"),
            saturation: track("fs", [0], "Fill Saturation"), brightness: track("fb", [0], "Fill Brightness"),
            stroke: track("sc", [0, 0, 0], "Stroke Color"), strokeWidth: track("sw", [0], "Stroke Width"))
    }

    private static func selector(
        _ json: JSONNode, _ live: LiveSelector?, _ p: inout PropertyReader
    ) -> LottieText.Animator.Selector {
        func track(_ name: JSONName, _ fallback: Double, _ what: Message) -> Track? { json[name].map { p.track($0, [fallback], what) } }
        return LottieText.Animator.Selector(
            start: track("s", 0, "Selector Start"), end: track("e", 100, "Selector End"), offset: track("o", 0, "Selector Offset"),
            amount: track("a", 100, "Selector Amount"), isIndex: json["r"]?.int == 2,
            shape: LottieText.Animator.Selector.Shape(rawValue: json["sh"]?.int ?? 1) ?? .square,
            unit: LottieText.Animator.Selector.Unit(rawValue: json["b"]?.int ?? 1) ?? .characters, easeHigh: track("xe", 0, "Ease High"),
            easeLow: track("ne", 0, "Ease Low"), smoothness: track("sm", 100, "Smoothness"), live: live)
    }
}
