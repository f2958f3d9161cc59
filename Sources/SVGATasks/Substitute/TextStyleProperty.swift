import SVGAModel
package import SVGARender
import SVGASupport

/// One property change of a text style.
package struct TextStyleChange: Sendable {
    package typealias Edit = @Sendable (inout TextContent) -> Void

    /// The source text: `outline`, `#000/2`.
    package let name: String
    package let value: String
    package let edit: Edit

    package func callAsFunction(_ content: inout TextContent) { edit(&content) }

    /// Whether the change keeps part of the property: an outline without a width keeps its width.
    private var isPartial: Bool { name == "outline" && !value.utf8.contains(UInt8(ascii: "/")) }

    /// Removes changes that later ones override, so that repeated changes do not take more memory.
    package static func effective(_ changes: [TextStyleChange]) -> [TextStyleChange] {
        var complete: Set<String> = []
        var partial: Set<String> = []
        return changes.reversed().filter { change in
            if complete.contains(change.name) { return false }
            return change.isPartial ? partial.insert(change.name).inserted : complete.insert(change.name).inserted
        }.reversed()
    }
}

/// A property of `--text-style` and of the styles in `--vars`. Parsing, help and advice use the table ``all``.
package struct TextStyleProperty: Sendable {
    package typealias Path<Root, Value> = any WritableKeyPath<Root, Value> & Sendable

    package let name: String
    /// The form of the value in the help.
    package let form: String
    /// The expected value, after the word "needs" in a message.
    package let expectation: TaskText
    package var values: [String] = []
    /// Whether the name alone means `yes`.
    package var isSwitch = false
    package let parse: @Sendable (String) -> TextStyleChange.Edit?

    package static let all: [TextStyleProperty] = [
        TextStyleProperty(name: "font", form: "NAME,NAME", expectation: "the name of a font", parse: font),
        TextStyleProperty(name: "language", form: "TAG", expectation: "a language such as ja", parse: language),
        TextStyleProperty(
            name: "weight", form: "100…1000|normal|bold", expectation: "a number from 100 to 1000, normal or bold",
            values: ["normal", "bold"], parse: weight),
        toggle("italic", \.style.isItalic),
        TextStyleProperty(
            name: "size", form: "N|auto", expectation: "a number above 0 and up to 2000, or auto", values: ["auto"], parse: size),
        TextStyleProperty(name: "color", form: "COLOR", expectation: ColorArgument.expectation, parse: color),
        TextStyleProperty(
            name: "outline", form: "COLOR/WIDTH|none", expectation: "COLOR/WIDTH such as #000/2, COLOR or none", values: ["none"],
            parse: outline),
        TextStyleProperty(
            name: "shadow", form: "COLOR/DX/DY/BLUR|none", expectation: "COLOR/DX/DY/BLUR such as #000/0/1/2, COLOR or none",
            values: ["none"], parse: shadow),
        choice("align", TextStyle.HorizontalAlignment.self, \.horizontalAlignment),
        choice("valign", TextStyle.VerticalAlignment.self, \.verticalAlignment),
        TextStyleProperty(name: "lines", form: "N", expectation: PositiveCount.expectation, parse: lines),
        choice("wrap", TextStyle.Wrap.self, \.wrap),
        choice("ellipsis", TextStyle.Ellipsis.self, \.ellipsis),
        toggle("shrink", \.style.shrinksToFit),
        number("min-size", 1...2000, \.minimumSize),
        number("line-spacing", 0...10, \.lineSpacing),
        number("offset-x", nil, \.offsetX),
        number("offset-y", nil, \.offsetY),
        TextStyleProperty(
            name: "overflow", form: "visible|clip", expectation: "one of visible, clip", values: ["visible", "clip"], parse: overflow),
        toggle("markup", \.isMarkup),
    ]

    /// The change that sets `name` to this value. Messages start with `label`.
    package static func change(_ name: String, _ value: String, label: TaskText) throws(TaskError) -> TextStyleChange {
        guard let property = all.first(where: { $0.name == name }) else {
            let advice = Advice.suggestion(for: name, among: all.map(\.name))
            throw .usage("\(label)a text style has no \"\(name)\"", advice: advice.isEmpty ? "see \(help: "substitution")" : advice)
        }
        guard let edit = property.parse(value) else {
            throw .usage(
                "\(label)\(name) needs \(property.expectation), not \"\(value)\"",
                advice: Advice.suggestion(for: value, among: property.values))
        }
        return TextStyleChange(name: name, value: value, edit: edit)
    }

    // MARK: Kinds of properties

    private static func toggle(_ name: String, _ path: Path<TextContent, Bool>) -> TextStyleProperty {
        TextStyleProperty(name: name, form: "", expectation: "yes or no", values: ["yes", "no"], isSwitch: true) { word in
            guard let value = ["yes": true, "true": true, "no": false, "false": false][word] else { return nil }
            return { (content: inout TextContent) in content[keyPath: path] = value }
        }
    }

    private static func number(_ name: String, _ range: ClosedRange<Double>?, _ path: Path<TextStyle, Double>) -> TextStyleProperty {
        let expectation: TaskText =
            if let range {
                "a number from \(Units.decimal(range.lowerBound, places: 0)) to \(Units.decimal(range.upperBound, places: 0))"
            } else {
                "a number"
            }
        return TextStyleProperty(name: name, form: "N", expectation: expectation) { word in
            guard let value = Double(argument: word), range?.contains(value) != false else { return nil }
            return { (content: inout TextContent) in content.style[keyPath: path] = value }
        }
    }

    private static func choice<Value: CaseIterable & Sendable>(
        _ name: String, _ type: Value.Type, _ path: Path<TextStyle, Value>
    ) -> TextStyleProperty {
        let values = Value.allCases.map { "\($0)" }
        return TextStyleProperty(
            name: name, form: values.joined(separator: "|"), expectation: "one of \(values.joined(separator: ", "))", values: values
        ) { word in
            guard let value = Value.allCases.first(where: { "\($0)" == word }) else { return nil }
            return { (content: inout TextContent) in content.style[keyPath: path] = value }
        }
    }

    // MARK: Properties with a specific grammar

    @Sendable private static func font(_ word: String) -> TextStyleChange.Edit? {
        guard !word.isEmpty else { return nil }
        return { $0.style.fontFamily = word }
    }

    @Sendable private static func language(_ word: String) -> TextStyleChange.Edit? {
        guard !word.isEmpty else { return nil }
        return { $0.style.language = word }
    }

    @Sendable private static func weight(_ word: String) -> TextStyleChange.Edit? {
        guard let weight = ["normal": 400, "bold": 700][word] ?? Int(word), 100...1000 ~= weight else { return nil }
        return { $0.style.weight = weight }
    }

    @Sendable private static func size(_ word: String) -> TextStyleChange.Edit? {
        if word == "auto" { return { $0.style.size = nil } }
        guard let size = Double(argument: word), size > 0, size <= 2000 else { return nil }
        return { $0.style.size = size }
    }

    @Sendable private static func color(_ word: String) -> TextStyleChange.Edit? {
        guard let color = ColorArgument(argument: word)?.color else { return nil }
        return { $0.style.color = color }
    }

    @Sendable private static func overflow(_ word: String) -> TextStyleChange.Edit? {
        guard let clips = ["visible": false, "clip": true][word] else { return nil }
        return { $0.style.clipsToLayout = clips }
    }

    @Sendable private static func lines(_ word: String) -> TextStyleChange.Edit? {
        guard let count = PositiveCount(argument: word)?.value else { return nil }
        return { $0.style.maxLines = count }
    }

    /// A color without a width keeps the current width.
    @Sendable private static func outline(_ word: String) -> TextStyleChange.Edit? {
        if word == "none" { return { $0.style.outlineColor = nil } }
        let parts = word.fields(separatedBy: FilePath.slash)
        guard let color = ColorArgument(argument: parts[0])?.color, parts.count <= 2 else { return nil }
        guard parts.count == 2 else { return { $0.style.outlineColor = color } }
        guard let width = Double(argument: parts[1]), 0...200 ~= width else { return nil }
        return { ($0.style.outlineColor, $0.style.outlineWidth) = (color, width) }
    }

    @Sendable private static func shadow(_ word: String) -> TextStyleChange.Edit? {
        if word == "none" { return { $0.style.shadow = nil } }
        let parts = word.fields(separatedBy: FilePath.slash)
        guard let color = ColorArgument(argument: parts[0])?.color else { return nil }
        if parts.count == 1 { return { $0.style.shadow = TextShadow(color: color) } }
        let numbers = parts.dropFirst().compactMap { Double(argument: $0) }
        guard parts.count == 4, numbers.count == 3, 0...200 ~= numbers[2] else { return nil }
        return { $0.style.shadow = TextShadow(color: color, offsetX: numbers[0], offsetY: numbers[1], blur: numbers[2]) }
    }
}
