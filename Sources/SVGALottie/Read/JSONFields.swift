import SVGAPlatform
import SVGASupport

/// Lenient reading of Lottie's JSON: numbers as flags, single numbers as lists of one.
extension JSONValue {
    /// Larger numbers cannot be drawn. Within this range no arithmetic overflows a `Double`.
    private static let largest = 1e9

    /// A number, clamped to ±10⁹; nil for anything else.
    var double: Double? {
        switch self {
        case .integer(let value): min(max(Double(value), -JSONValue.largest), JSONValue.largest)
        case .number(let value): value.isFinite ? min(max(value, -JSONValue.largest), JSONValue.largest) : 0
        case .bool(let flag): flag ? 1 : 0
        default: nil
        }
    }

    /// A number, or the numbers of a list; other elements count as 0.
    var doubles: [Double]? {
        if case .array(let elements) = self { return elements.map { $0.double ?? 0 } }
        return double.map { [$0] }
    }

    /// The integer part, clamped to ±2⁵³ so that adding to it is exact.
    var int: Int? { double.map { Int(saturating: min(max($0, -0x1p53), 0x1p53)) } }

    var text: String? {
        switch self {
        case .string(let text): text
        case .integer(let value): String(value)
        default: nil
        }
    }

    /// A name, truncated if it is very long.
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

    /// `true`, or any number except 0.
    var isTrue: Bool { double.map { $0 != 0 } ?? false }

    /// The first element of a list, or the value itself.
    var first: JSONValue? {
        if case .array(let elements) = self { elements.first } else { self }
    }
}
