import SVGAPlatform
import SVGASupport

/// What Lottie files write, read leniently: numbers that stand for flags, single numbers for lists of one.
extension JSONValue {
    /// Numbers beyond this say nothing that could be drawn; within it no arithmetic of ours leaves what a `Double` can hold.
    private static let largest = 1e9

    /// A number, kept within ±10⁹; nil for anything else.
    var double: Double? {
        switch self {
        case .integer(let value): min(max(Double(value), -JSONValue.largest), JSONValue.largest)
        case .number(let value): value.isFinite ? min(max(value, -JSONValue.largest), JSONValue.largest) : 0
        case .bool(let flag): flag ? 1 : 0
        default: nil
        }
    }

    /// A number, or the numbers of a list; what is none counts as 0.
    var doubles: [Double]? {
        if case .array(let elements) = self { return elements.map { $0.double ?? 0 } }
        return double.map { [$0] }
    }

    /// Without its fraction; at most 2⁵³, so that it can be added to.
    var int: Int? { double.map { Int(saturating: min(max($0, -0x1p53), 0x1p53)) } }

    var text: String? {
        switch self {
        case .string(let text): text
        case .integer(let value): String(value)
        default: nil
        }
    }

    /// What somebody called something: of a text without end, its start.
    var name: String {
        let text = text ?? ""
        return text.utf8.count <= 200 ? text : String(text.unicodeScalars.prefix(200))
    }

    var elements: [JSONValue] {
        if case .array(let elements) = self { elements } else { [] }
    }

    var isObject: Bool {
        if case .object = self { true } else { false }
    }

    /// `true`, or any number but 0.
    var isTrue: Bool { double.map { $0 != 0 } ?? false }

    /// The first element of a list, or the value itself.
    var first: JSONValue? {
        if case .array(let elements) = self { elements.first } else { self }
    }
}
