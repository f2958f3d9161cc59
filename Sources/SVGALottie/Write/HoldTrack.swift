import SVGAFormat
import SVGASupport

/// Numbers in the writer's JSON: rounded, with the fewest digits.
enum ShortNumber {
    /// No player draws positions beyond this, and rounding stays exact.
    private static let largest = 1e6

    /// - Parameter decimals: 0…9. A number that is not finite becomes 0.
    static func rounded(_ value: Double, decimals: Int) -> Double {
        let power = JSONNumber.powersOfTen[min(max(decimals, 0), 9)]
        return (clamped(value) * power).rounded() / power
    }

    static func text(_ value: Double, decimals: Int) -> String {
        let decimals = min(max(decimals, 0), 9)
        let scaled = Int64(saturating: (clamped(value) * JSONNumber.powersOfTen[decimals]).rounded())
        let unit = Int64(saturating: JSONNumber.powersOfTen[decimals])
        var text = String(scaled.magnitude / unit.magnitude)
        var fraction = Int64(scaled.magnitude % unit.magnitude)
        if fraction != 0 {
            text += "."
            var digit = unit / 10
            while fraction != 0 {
                text += String(fraction / digit)
                fraction %= digit
                digit /= 10
            }
        }
        return scaled < 0 ? "-" + text : text
    }

    /// Two numbers with a comma between them.
    static func pair(_ x: Double, _ y: Double, decimals: Int) -> String {
        text(x, decimals: decimals) + "," + text(y, decimals: decimals)
    }

    /// The decimals a coordinate needs to be exact to 1/500 pixel at this scale.
    static func decimals(scale: Double) -> Int {
        var (decimals, step) = (0, 250 * scale)
        while step > 1, decimals < 6 {
            step /= 10
            decimals += 1
        }
        return decimals
    }

    private static func clamped(_ value: Double) -> Double { value.isFinite ? min(max(value, -largest), largest) : 0 }
}

/// One property of a layer or a shape over time, with hold keyframes: a movie has no values between frames.
struct HoldTrack: Sendable {
    /// The JSON form of a value.
    enum Kind {
        /// Numbers in brackets, such as a point.
        case list
        /// One number.
        case number
        /// An object, such as a path.
        case object
    }

    private let kind: Kind
    private var keys: [(frame: Int, value: String)] = []

    init(_ kind: Kind) { self.kind = kind }

    /// A value that never changes.
    init(_ kind: Kind, _ value: String) {
        self.kind = kind
        keys = [(0, value)]
    }

    var isConstant: Bool { keys.count < 2 }

    /// Sets the value from this frame on; frames must be in order.
    /// - Parameter value: the JSON without the brackets of a list.
    mutating func set(_ value: String, at frame: Int) {
        if let last = keys.last, last.value == value { return }
        keys.append((frame, value))
    }

    /// Appends `"name":{…}`.
    func write(_ name: StaticString, to json: inout [UInt8]) {
        json.put("\"\(name)\":")
        if isConstant {
            let value = keys.first?.value ?? "0"
            return json.put(kind == .list ? "{\"a\":0,\"k\":[\(value)]}" : "{\"a\":0,\"k\":\(value)}")
        }
        json.put("{\"a\":1,\"k\":[")
        for (index, key) in keys.enumerated() {
            json.put("\(index == 0 ? "" : ","){\"t\":\(key.frame),\"s\":[\(key.value)],\"h\":1}")
        }
        json.put("]}")
    }
}

extension [UInt8] {
    mutating func put(_ text: String) { append(contentsOf: text.utf8) }

    /// Writes elements, separated by commas.
    mutating func put<Elements: Collection>(list elements: Elements, _ write: (Elements.Element, inout [UInt8]) -> Void) {
        append(UInt8(ascii: "["))
        var isFirst = true
        for element in elements {
            if !isFirst { append(UInt8(ascii: ",")) }
            isFirst = false
            write(element, &self)
        }
        append(UInt8(ascii: "]"))
    }
}
