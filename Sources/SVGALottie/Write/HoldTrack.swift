import SVGAFormat
import SVGASupport

/// Numbers as Lottie's JSON has them here: rounded, in as few digits as that takes.
enum ShortNumber {
    /// No player draws anything that far away, and rounding stays exact.
    private static let largest = 1e6

    /// - Parameter decimals: 0…9. A number that is not finite becomes 0.
    static func rounded(_ value: Double, decimals: Int) -> Double {
        let power = JSONNumber.powersOfTen[min(max(decimals, 0), 9)]
        return (held(value) * power).rounded() / power
    }

    static func text(_ value: Double, decimals: Int) -> String {
        let decimals = min(max(decimals, 0), 9)
        let scaled = Int64(saturating: (held(value) * JSONNumber.powersOfTen[decimals]).rounded())
        let unit = Int64(saturating: JSONNumber.powersOfTen[decimals])
        var text = String(scaled.magnitude / unit.magnitude)
        var rest = Int64(scaled.magnitude % unit.magnitude)
        if rest != 0 {
            text += "."
            var digit = unit / 10
            while rest != 0 {
                text += String(rest / digit)
                rest %= digit
                digit /= 10
            }
        }
        return scaled < 0 ? "-" + text : text
    }

    /// Two numbers with a comma between them.
    static func pair(_ x: Double, _ y: Double, decimals: Int) -> String {
        text(x, decimals: decimals) + "," + text(y, decimals: decimals)
    }

    /// How many decimals a coordinate needs that is drawn this much larger, to be right to 1/500 pixel.
    static func decimals(scale: Double) -> Int {
        var (decimals, step) = (0, 250 * scale)
        while step > 1, decimals < 6 {
            step /= 10
            decimals += 1
        }
        return decimals
    }

    private static func held(_ value: Double) -> Double { value.isFinite ? min(max(value, -largest), largest) : 0 }
}

/// One property of a layer or a shape over time. Each value holds until the next one: a movie has frames, and nothing between them.
struct HoldTrack: Sendable {
    /// How a value stands in JSON.
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

    /// Sets the value from this frame on; frames come in order.
    /// - Parameter value: without the brackets of a list.
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

    /// Puts the elements, which write themselves, with commas between them.
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
