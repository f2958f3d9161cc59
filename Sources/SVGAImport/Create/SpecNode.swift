import SVGAModel
import SVGASupport

/// A value of a description with its location in the text, for errors.
struct SpecNode {
    let value: JSONValue
    /// Such as `sprites[2].keyframes`; empty for the root.
    let location: String

    /// The maximum magnitude of a length or a position, so that computations do not overflow.
    static let maximumMagnitude = 1e6

    func failure(_ reason: Message, advice: Message = "") -> CreateError {
        .invalid(location: location.isEmpty ? "the description" : location, reason: reason, advice: advice)
    }

    private func child(_ name: String) -> String { location.isEmpty ? name : "\(location).\(name.printableName)" }

    // MARK: Structure

    func object(_ kind: SpecObject) throws(CreateError) -> SpecMembers {
        guard case .object(let members) = value else { throw failure("needs an object, not \(value.kindName)") }
        let validNames = kind.members
        var found: [String: SpecNode] = [:]
        for member in members {
            guard validNames.contains(where: { $0.utf8.elementsEqual(member.name.utf8) }) else {
                let near = NearestNames.of(member.name, in: validNames)
                throw failure(
                    "does not support \(member.name.quoted)",
                    advice: near.isEmpty
                        ? "it supports \(validNames.joined(separator: ", "))" : "did you mean \(near.joined(separator: " or "))?")
            }
            found[member.name] = SpecNode(value: member.value, location: child(member.name))
        }
        return SpecMembers(node: self, found: found)
    }

    /// The members of an object with user-defined names.
    func entries() throws(CreateError) -> [(name: String, node: SpecNode)] {
        guard case .object(let members) = value else { throw failure("needs an object, not \(value.kindName)") }
        return members.map { ($0.name, SpecNode(value: $0.value, location: child($0.name))) }
    }

    func elements() throws(CreateError) -> [SpecNode] {
        guard case .array(let elements) = value else { throw failure("needs an array, not \(value.kindName)") }
        return elements.enumerated().map { SpecNode(value: $0.element, location: "\(location)[\($0.offset)]") }
    }

    // MARK: Values

    func number(_ range: ClosedRange<Double> = -maximumMagnitude...maximumMagnitude) throws(CreateError) -> Double {
        let number: Double
        switch value {
        case .integer(let integer): number = Double(integer)
        case .number(let found): number = found
        default: throw failure("needs a number, not \(value.kindName)")
        }
        guard range.contains(number) else {
            throw failure("needs a number from \(range.lowerBound.brief) to \(range.upperBound.brief), not \(number.brief)")
        }
        return number
    }

    func integer(_ range: ClosedRange<Int>) throws(CreateError) -> Int {
        let number = try number(Double(range.lowerBound)...Double(range.upperBound))
        guard let integer = Int(exactly: number) else { throw failure("needs a whole number, not \(number.brief)") }
        return integer
    }

    func pair(_ range: ClosedRange<Double> = -maximumMagnitude...maximumMagnitude) throws(CreateError) -> (Double, Double) {
        let numbers = try elements()
        guard numbers.count == 2 else { throw failure("needs two numbers, not \(numbers.count)") }
        return (try numbers[0].number(range), try numbers[1].number(range))
    }

    /// A range between two numbers; one number gives an empty range.
    func span(_ range: ClosedRange<Double> = -maximumMagnitude...maximumMagnitude) throws(CreateError) -> ClosedRange<Double> {
        guard case .array = value else {
            let number = try number(range)
            return number...number
        }
        let (low, high) = try pair(range)
        guard low <= high else { throw failure("needs the lower number first") }
        return low...high
    }

    func string() throws(CreateError) -> String {
        guard case .string(let text) = value else { throw failure("needs a text, not \(value.kindName)") }
        return text
    }

    func bool() throws(CreateError) -> Bool {
        guard case .bool(let flag) = value else { throw failure("needs true or false, not \(value.kindName)") }
        return flag
    }

    /// One of several words.
    func choice<Value>(_ words: [(String, Value)]) throws(CreateError) -> Value {
        let text = try string()
        if let found = words.first(where: { $0.0 == text }) { return found.1 }
        throw unknownWord(text, among: words.map(\.0))
    }

    func unknownWord(_ word: String, among words: [String]) -> CreateError {
        let near = NearestNames.of(word, in: words)
        return failure(
            "cannot be \(word.quoted)",
            advice: near.isEmpty ? "it can be \(words.joined(separator: ", "))" : "did you mean \(near.joined(separator: " or "))?")
    }

    /// `#rgb`, `#rgba`, `#rrggbb` or `#rrggbbaa`, in straight components.
    func color() throws(CreateError) -> SVGAColor {
        let text = try string()
        let digits =
            text.utf8.count <= 9 && text.hasPrefix("#") && text.utf8.allSatisfy { $0 < 0x80 } ? text.dropFirst().map(\.hexDigitValue) : []
        var bytes = digits.compactMap { $0 }
        guard bytes.count == digits.count, [3, 4, 6, 8].contains(bytes.count) else {
            throw failure("needs a color such as #f80, #ff8800 or #ff880080, not \(text.quoted)")
        }
        bytes =
            bytes.count <= 4
            ? bytes.map { 17 * $0 } : stride(from: 0, to: bytes.count, by: 2).map { 16 * bytes[$0] + bytes[$0 + 1] }
        if bytes.count == 3 { bytes.append(255) }
        return SVGAColor(
            red: Double(bytes[0]) / 255, green: Double(bytes[1]) / 255, blue: Double(bytes[2]) / 255, alpha: Double(bytes[3]) / 255)
    }

    /// In seconds: a number, or a text such as `12f` for frames.
    func time(_ clock: SpecClock) throws(CreateError) -> Double {
        guard case .string(let text) = value else {
            guard value.isNumber else { throw failure("needs a time: seconds such as 0.5, or frames such as \"12f\"") }
            return try number(0...clock.maximumSeconds)
        }
        guard text.utf8.count <= 20, text.hasSuffix("f"), let frames = Double(text.dropLast()), frames >= 0 else {
            throw failure("needs a time: seconds such as 0.5, or frames such as \"12f\", not \(text.quoted)")
        }
        guard frames / clock.fps <= clock.maximumSeconds else {
            throw failure("needs a time of at most \(clock.maximumSeconds.brief) s")
        }
        return frames / clock.fps
    }
}

/// Seconds and frames.
struct SpecClock {
    let fps: Double
    /// In seconds.
    let maximumSeconds: Double

    /// The frame nearest to a time.
    ///
    /// At most 10¹², so that adding to it does not overflow.
    func frame(_ seconds: Double) -> Int { Int(saturating: min(max((seconds * fps).rounded(), -1e12), 1e12)) }
}

/// The members of an object. All names are valid for the object.
struct SpecMembers {
    let node: SpecNode
    fileprivate let found: [String: SpecNode]

    subscript(name: String) -> SpecNode? { found[name] }

    func required(_ name: String) throws(CreateError) -> SpecNode {
        guard let member = found[name] else { throw node.failure("has no \(name)", advice: "it is required") }
        return member
    }

    /// Rejects members that have no effect here.
    func refuse(_ names: [String], _ reason: Message) throws(CreateError) {
        for name in names {
            if let member = found[name] { throw member.failure(reason) }
        }
    }
}

extension JSONValue {
    fileprivate var isNumber: Bool {
        switch self {
        case .integer, .number: true
        default: false
        }
    }

    fileprivate var kindName: String {
        switch self {
        case .null: "null"
        case .bool: "true or false"
        case .integer, .number: "a number"
        case .string: "a text"
        case .array, .sequence: "an array"
        case .object: "an object"
        }
    }
}

extension String {
    /// A member's name in a location: shortened, and quoted if it is not a plain word.
    fileprivate var printableName: String {
        utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: ".") } && utf8.count <= 100 && !isEmpty ? self : quoted
    }
}
