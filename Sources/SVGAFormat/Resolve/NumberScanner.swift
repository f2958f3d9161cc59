/// Reads numbers of SVG path data from UTF-8 bytes, with or without separators.
package struct NumberScanner {
    private let bytes: UnsafeBufferPointer<UInt8>
    package private(set) var offset = 0

    package init(_ bytes: UnsafeBufferPointer<UInt8>) {
        self.bytes = bytes
    }

    /// The next byte, or nil at the end.
    package var next: UInt8? { offset < bytes.count ? bytes[offset] : nil }

    package mutating func advance() { offset += 1 }

    mutating func back(to offset: Int) { self.offset = offset }

    /// Skips white space and commas; tools write either or both.
    package mutating func skipSeparators() {
        while let byte = next, byte == 0x20 || byte == 0x2C || (byte >= 0x09 && byte <= 0x0D) { advance() }
    }

    /// Whether a number starts here, after separators.
    mutating func isAtNumber() -> Bool {
        skipSeparators()
        guard let byte = next else { return false }
        return isDigit(byte) || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
    }

    /// A finite number. For nil, the offset is not changed.
    package mutating func number() -> Double? {
        skipSeparators()
        let start = offset
        var isNegative = false
        if let sign = next, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") {
            isNegative = sign == UInt8(ascii: "-")
            advance()
        }
        var mantissa: UInt64 = 0
        var exponent = 0
        var digits = 0
        var significant = 0
        var isFraction = false
        while let byte = next {
            if byte == UInt8(ascii: "."), !isFraction {
                isFraction = true
            } else if isDigit(byte) {
                digits += 1
                if significant < 18 {
                    mantissa = mantissa * 10 + UInt64(byte - UInt8(ascii: "0"))
                    if mantissa > 0 { significant += 1 }
                    if isFraction { exponent -= 1 }
                } else if !isFraction {
                    exponent += 1
                }
            } else {
                break
            }
            advance()
        }
        guard digits > 0 else {
            offset = start
            return nil
        }
        exponent += scanExponent()
        let magnitude = scaled(mantissa, exponent)
        guard magnitude.isFinite else {
            offset = start
            return nil
        }
        return isNegative ? -magnitude : magnitude
    }

    /// An arc's flag: one character, without a required separator.
    package mutating func flag() -> Bool? {
        skipSeparators()
        guard let byte = next, byte == UInt8(ascii: "0") || byte == UInt8(ascii: "1") else { return nil }
        advance()
        return byte == UInt8(ascii: "1")
    }

    /// An exponent, if `e` is followed by digits; otherwise `e` is not consumed.
    private mutating func scanExponent() -> Int {
        let start = offset
        guard let letter = next, letter == UInt8(ascii: "e") || letter == UInt8(ascii: "E") else { return 0 }
        advance()
        var isNegative = false
        if let sign = next, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") {
            isNegative = sign == UInt8(ascii: "-")
            advance()
        }
        var value = 0
        var digits = 0
        while let byte = next, isDigit(byte) {
            value = min(value * 10 + Int(byte - UInt8(ascii: "0")), 100_000)
            digits += 1
            advance()
        }
        guard digits > 0 else {
            offset = start
            return 0
        }
        return isNegative ? -value : value
    }

    private func isDigit(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") }

    /// Exact for usual numbers (15 digits, 22 decimal digits), otherwise within a few units of the last digit of a Double. Paths are stored
    /// as Float.
    private func scaled(_ mantissa: UInt64, _ exponent: Int) -> Double {
        if mantissa == 0 { return 0 }
        var value = Double(mantissa)
        var remaining = min(exponent.magnitude, 700)
        let step = exponent < 0 ? -1 : 1
        while remaining > 0 {
            let part = Int(min(remaining, 22))
            value = step < 0 ? value / JSONNumber.powersOfTen[part] : value * JSONNumber.powersOfTen[part]
            remaining -= UInt(part)
        }
        return value
    }
}
