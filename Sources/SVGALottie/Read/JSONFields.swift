import SVGAPlatform
import SVGASupport

/// Lenient reading of Lottie's JSON: numbers as flags, single numbers as lists of one.
extension JSONNode {
    /// Larger numbers cannot be drawn. Within this range no arithmetic overflows a `Double`.
    private static let largest = 1e9

    /// A number, clamped to ±10⁹; nil for anything else.
    var double: Double? {
        switch kind {
        case .integer, .number: rawNumber.map(JSONNode.clamped)
        case .yes: 1
        case .no: 0
        default: nil
        }
    }

    static func clamped(_ number: Double) -> Double { number.isFinite ? min(max(number, -largest), largest) : 0 }

    /// A number, or the numbers of a list; other elements count as 0.
    var doubles: [Double]? {
        guard isArray else { return double.map { [$0] } }
        let count = count
        return [Double](unsafeUninitializedCapacity: count) { buffer, filled in
            for child in children {
                buffer[filled] = child.double ?? 0
                filled += 1
            }
        }
    }

    /// The integer part, clamped to ±2⁵³ so that adding to it is exact.
    var int: Int? { double.map { Int(saturating: min(max($0, -0x1p53), 0x1p53)) } }

    var text: String? { string ?? integer.map(String.init) }

    /// A name, truncated if it is very long.
    var name: String {
        let text = text ?? ""
        return text.utf8.count <= 200 ? text : String(text.unicodeScalars.prefix(200))
    }

    /// `true`, or any number except 0.
    var isTrue: Bool { double.map { $0 != 0 } ?? false }

    /// The first element of a list, or the value itself.
    var first: JSONNode? { isArray ? firstElement : self }

    /// The first element of a list.
    var firstElement: JSONNode? {
        guard isArray else { return nil }
        var children = children
        return children.next()
    }
}
