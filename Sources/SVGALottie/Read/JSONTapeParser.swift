import SVGAPlatform
import SVGASupport

extension JSONTape {
    /// Parses a text as ``JSONValue/init(parsing:limits:)`` does in its lenient form.
    convenience init(parsing bytes: [UInt8], limits: JSONLimits) throws(JSONError) {
        let parsed = bytes.withUnsafeBufferPointer { buffer -> JSONTapeMemory? in
            var parser = JSONTapeParser(buffer, limits)
            return parser.document()
        }
        if let parsed {
            self.init(entries: parsed.entries, capacity: parsed.capacity, text: parsed.text, hasExpressions: parsed.hasExpressions)
        } else {
            // What is rare or wrong is left to the other parser, which knows all rules and messages.
            self.init(try JSONValue(parsing: bytes, limits: limits))
        }
    }

    convenience init(_ value: JSONValue) {
        var memory = JSONTapeMemory(capacity: 64, textCapacity: 64)
        memory.append(value, name: 0, nameStart: 0)
        self.init(entries: memory.entries, capacity: memory.capacity, text: memory.text, hasExpressions: memory.hasExpressions)
    }
}

/// Parses what nearly all files consist of. It gives up at everything else.
private struct JSONTapeParser {
    /// More members of one object are rare. Each is compared with the others.
    private static let maximumMembers = 64
    /// Powers of ten that are exact.
    private static let exactPowers: [Double] = (0...22).map { Double("1e\($0)") ?? 0 }
    /// Integers up to this one are exact as a `Double`.
    private static let maximumMantissa: UInt64 = 1 << 53

    private let bytes: UnsafeBufferPointer<UInt8>
    private let limits: JSONLimits
    private let maximumValues: Int
    private let powers = JSONTapeParser.exactPowers
    private var at = 0
    private var memory: JSONTapeMemory

    init(_ bytes: UnsafeBufferPointer<UInt8>, _ limits: JSONLimits) {
        (self.bytes, self.limits) = (bytes, limits)
        maximumValues = min(limits.values, JSONTape.Entry.maximumIndex - 1)
        memory = JSONTapeMemory(capacity: JSONEntryMemory.capacity(bytes.count), textCapacity: bytes.count / 4 + 16)
    }

    /// nil if another parser must read it.
    mutating func document() -> JSONTapeMemory? {
        guard isPlain(), value(name: 0, nameStart: 0, depth: 0) else {
            memory.deallocate()
            return nil
        }
        skipSpace()
        guard at == bytes.count else {
            memory.deallocate()
            return nil
        }
        return memory
    }

    /// Whether the text is UTF-8.
    private mutating func isPlain() -> Bool {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { at = 3 }
        return bytes.count <= Int(UInt32.max >> 1) && !bytes.prefix(2).contains(0) && (try? UTF8Span(validating: bytes.span)) != nil
    }

    /// The next byte; 0 at the end.
    @inline(__always) private var byte: UInt8 { at < bytes.count ? bytes[at] : 0 }

    @inline(__always)
    private mutating func skipSpace() {
        while at < bytes.count {
            let byte = bytes[at]
            guard byte <= 0x20, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { return }
            at += 1
        }
    }

    private mutating func value(name: UInt64, nameStart: UInt32, depth: Int) -> Bool {
        skipSpace()
        guard memory.count < maximumValues else { return false }
        let byte = byte
        if JSONTapeParser.beginsNumber(byte) { return number(name, nameStart) }
        switch byte {
        case UInt8(ascii: "{"): return depth < limits.depth && object(name, nameStart, depth + 1)
        case UInt8(ascii: "["): return depth < limits.depth && array(name, nameStart, depth + 1)
        case UInt8(ascii: "\""): return string(name, nameStart)
        case UInt8(ascii: "t"): return word("true", .yes, name, nameStart)
        case UInt8(ascii: "f"): return word("false", .no, name, nameStart)
        case UInt8(ascii: "n"): return word("null", .null, name, nameStart)
        default: return false
        }
    }

    @inline(__always)
    private static func beginsNumber(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") <= 9 || byte == UInt8(ascii: "-") }

    private mutating func word(_ word: StaticString, _ kind: JSONTape.Kind, _ name: UInt64, _ nameStart: UInt32) -> Bool {
        let count = word.utf8CodeUnitCount
        guard at + count <= bytes.count else { return false }
        for index in 0..<count where bytes[at + index] != word.utf8Start[index] { return false }
        at += count
        memory.append(kind, 0, name: name, nameStart: nameStart)
        return true
    }

    private mutating func array(_ name: UInt64, _ nameStart: UInt32, _ depth: Int) -> Bool {
        let index = memory.count
        memory.append(.array, 0, name: name, nameStart: nameStart)
        at += 1
        skipSpace()
        var count = 0
        if byte != UInt8(ascii: "]") {
            while true {
                // Most elements are numbers.
                if JSONTapeParser.beginsNumber(byte), memory.count < maximumValues {
                    guard number(0, 0) else { return false }
                } else {
                    guard value(name: 0, nameStart: 0, depth: depth) else { return false }
                }
                count += 1
                skipSpace()
                if byte == UInt8(ascii: "]") { break }
                guard byte == UInt8(ascii: ",") else { return false }
                at += 1
            }
        }
        at += 1
        memory.end(index, .array, values: count)
        return true
    }

    private mutating func object(_ name: UInt64, _ nameStart: UInt32, _ depth: Int) -> Bool {
        let index = memory.count
        memory.append(.object, 0, name: name, nameStart: nameStart)
        at += 1
        skipSpace()
        var (count, seen) = (0, UInt64(0))
        if byte != UInt8(ascii: "}") {
            while true {
                guard count < JSONTapeParser.maximumMembers, let (name, start) = memberName() else { return false }
                // The last one of equal names counts, which the other parser knows.
                let bit = UInt64(1) << ((name &* 0x9E37_79B9_7F4A_7C15) >> 58)
                if seen & bit != 0, hasMember(name, from: index + 1) { return false }
                seen |= bit
                skipSpace()
                guard byte == UInt8(ascii: ":") else { return false }
                at += 1
                guard value(name: name, nameStart: start, depth: depth) else { return false }
                count += 1
                skipSpace()
                if byte == UInt8(ascii: "}") { break }
                guard byte == UInt8(ascii: ",") else { return false }
                at += 1
            }
        }
        at += 1
        memory.end(index, .object, values: count)
        return true
    }

    /// Whether the object that is being read has a member with this name or one with the same start.
    private func hasMember(_ name: UInt64, from first: Int) -> Bool {
        var index = first
        while index < memory.count {
            if memory.entries[index].name == name { return true }
            index = memory.entries[index].end
        }
        return false
    }

    @inline(__always)
    private mutating func memberName() -> (packed: UInt64, start: UInt32)? {
        skipSpace()
        guard byte == UInt8(ascii: "\"") else { return nil }
        let (bytes, start) = (bytes, at + 1)
        var (end, packed) = (start, UInt64(0))
        while end < bytes.count {
            let byte = bytes[end]
            if byte == UInt8(ascii: "\"") { break }
            guard byte >= 0x20, byte != UInt8(ascii: "\\") else { return nil }
            if end - start < 8 { packed |= UInt64(byte) &<< UInt64(8 * (end - start)) }
            end += 1
        }
        guard end < bytes.count else { return nil }
        at = end + 1
        if end - start <= 8 { return (packed, 0) }
        return memory.name(UnsafeBufferPointer(rebasing: bytes[start..<end]))
    }

    // MARK: - Strings and numbers

    private mutating func string(_ name: UInt64, _ nameStart: UInt32) -> Bool {
        let (bytes, start) = (bytes, at + 1)
        var (end, hasEscapes) = (start, false)
        while end < bytes.count {
            let byte = bytes[end]
            if byte == UInt8(ascii: "\"") { break }
            guard byte >= 0x20 else { return false }
            if byte == UInt8(ascii: "\\") {
                hasEscapes = true
                end += 1
            }
            end += 1
        }
        guard end < bytes.count else { return false }
        at = end + 1
        if hasEscapes {
            if let text = JSONTapeParser.unescaped(bytes[start..<end]) {
                text.withUnsafeBufferPointer { memory.appendString($0, name: name, nameStart: nameStart) }
                return true
            }
            guard case .string(var text)? = try? JSONValue(parsing: Array(bytes[start - 1...end]), limits: limits) else { return false }
            text.withUTF8 { memory.appendString($0, name: name, nameStart: nameStart) }
        } else {
            memory.appendString(UnsafeBufferPointer(rebasing: bytes[start..<end]), name: name, nameStart: nameStart)
        }
        return true
    }

    /// The content of a string whose escapes have one letter; nil: the other parser must read it.
    private static func unescaped(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> [UInt8]? {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var at = bytes.startIndex
        while at < bytes.endIndex {
            let byte = bytes[at]
            at += 1
            guard byte == UInt8(ascii: "\\") else {
                result.append(byte)
                continue
            }
            guard at < bytes.endIndex else { return nil }
            switch bytes[at] {
            case UInt8(ascii: "n"): result.append(0x0A)
            case UInt8(ascii: "r"): result.append(0x0D)
            case UInt8(ascii: "t"): result.append(0x09)
            case UInt8(ascii: "b"): result.append(0x08)
            case UInt8(ascii: "f"): result.append(0x0C)
            case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): result.append(bytes[at])
            default: return nil
            }
            at += 1
        }
        return result
    }

    /// Reads digits. Returns the index after them.
    @inline(__always)
    private static func digits(
        _ bytes: UnsafeBufferPointer<UInt8>, from start: Int, _ mantissa: inout UInt64, _ isLong: inout Bool
    ) -> Int {
        var (at, value) = (start, mantissa)
        while at < bytes.count {
            let digit = bytes[at] &- UInt8(ascii: "0")
            guard digit <= 9 else { break }
            if value > 1_000_000_000_000_000_000 { isLong = true } else { value = value &* 10 &+ UInt64(digit) }
            at += 1
        }
        mantissa = value
        return at
    }

    private mutating func number(_ name: UInt64, _ nameStart: UInt32) -> Bool {
        let (bytes, start) = (bytes, at)
        func byte(_ at: Int) -> UInt8 { at < bytes.count ? bytes[at] : 0 }
        let isNegative = byte(start) == UInt8(ascii: "-")
        var at = isNegative ? start + 1 : start
        var (mantissa, isLong, fraction, exponent) = (UInt64(0), false, 0, 0)
        if byte(at) == UInt8(ascii: "0") {
            at += 1
        } else {
            let end = JSONTapeParser.digits(bytes, from: at, &mantissa, &isLong)
            if end == at { return false }
            at = end
        }
        var isWhole = true
        if byte(at) == UInt8(ascii: ".") {
            isWhole = false
            let end = JSONTapeParser.digits(bytes, from: at + 1, &mantissa, &isLong)
            fraction = end - at - 1
            if fraction == 0 { return false }
            at = end
        }
        if byte(at) | 0x20 == UInt8(ascii: "e") {
            at += 1
            isWhole = false
            let sign = byte(at)
            if sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") { at += 1 }
            var digits = UInt64(0)
            let end = JSONTapeParser.digits(bytes, from: at, &digits, &isLong)
            guard end > at else { return false }
            at = end
            exponent = Int(min(digits, 10_000)) * (sign == UInt8(ascii: "-") ? -1 : 1)
        }
        self.at = at
        guard at - start <= limits.digits else { return false }
        let power = exponent - fraction
        if isWhole, !isLong, mantissa <= UInt64(Int.max), mantissa != 0 || !isNegative {
            memory.append(.integer, isNegative ? 0 &- mantissa : mantissa, name: name, nameStart: nameStart)
        } else if !isLong, mantissa <= JSONTapeParser.maximumMantissa, power.magnitude <= 22 {
            // Both are exact, so the result is the nearest Double.
            let scale = powers[abs(power)]
            let magnitude = power < 0 ? Double(mantissa) / scale : Double(mantissa) * scale
            memory.append(.number, (isNegative ? -magnitude : magnitude).bitPattern, name: name, nameStart: nameStart)
        } else {
            let text = String(decoding: bytes[start..<at], as: UTF8.self)
            if isWhole, text != "-0", let integer = Int(text) {
                memory.append(.integer, UInt64(UInt(bitPattern: integer)), name: name, nameStart: nameStart)
            } else {
                guard let number = Double(text), number.isFinite else { return false }
                memory.append(.number, number.bitPattern, name: name, nameStart: nameStart)
            }
        }
        return true
    }
}
