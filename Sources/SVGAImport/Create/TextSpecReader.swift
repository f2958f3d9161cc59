import SVGAModel
import SVGARender
import SVGASupport

/// Reads the `text` of a sprite: a string, or a string with its style.
enum TextSpecReader {
    private static let maximumBytes = 10_000

    static func text(_ node: SpecNode) throws(CreateError) -> TextContent {
        guard case .object = node.value else { return TextContent(try value(node)) }
        let members = try node.object(.text)
        var style = TextStyle()
        if let font = try members["font"]?.string() { style.fontFamily = font }
        if let language = try members["language"]?.string() { style.language = language }
        style.weight = try members["weight"]?.integer(100...1000) ?? 400
        style.isItalic = try members["italic"]?.bool() ?? false
        style.size = try members["size"].map { (node) throws(CreateError) in try node.number(1...2000) }
        style.color = try members["color"]?.color() ?? .white
        style.outlineColor = try members["outline"].map { (node) throws(CreateError) in try node.color() }
        style.outlineWidth = try members["outlineWidth"]?.number(0...200) ?? 1
        if style.outlineColor == nil { try members.refuse(["outlineWidth"], "needs outline") }
        style.shadow = try members["shadow"].map { (node) throws(CreateError) in try shadow(node) }
        style.horizontalAlignment = try members["align"]?.choice(TextStyle.HorizontalAlignment.allCases.map { ("\($0)", $0) }) ?? .center
        style.verticalAlignment =
            try members["verticalAlign"]?.choice(TextStyle.VerticalAlignment.allCases.map { ("\($0)", $0) }) ?? .center
        style.maxLines = try members["lines"]?.integer(1...1000) ?? 1
        style.shrinksToFit = try members["shrink"]?.bool() ?? true
        style.clipsToLayout = true
        return TextContent(try value(members.required("value")), style: style)
    }

    private static func value(_ node: SpecNode) throws(CreateError) -> String {
        let text = try node.string()
        guard text.utf8.count <= maximumBytes else { throw node.failure("needs a text of at most \(maximumBytes) bytes") }
        return text
    }

    private static func shadow(_ node: SpecNode) throws(CreateError) -> TextShadow {
        let members = try node.object(.shadow)
        return TextShadow(
            color: try members.required("color").color(), offsetX: try members["x"]?.number(-200...200) ?? 0,
            offsetY: try members["y"]?.number(-200...200) ?? 1, blur: try members["blur"]?.number(0...200) ?? 2)
    }
}
