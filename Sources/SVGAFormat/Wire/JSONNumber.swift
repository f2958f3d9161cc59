/// Parses a decimal number to the nearest `Float` or `Double`, independent of the locale.
package struct JSONNumber {
    /// The first 19 significant digits.
    private var mantissa: UInt64 = 0
    private var exponent = 0
    private var isNegative = false
    /// Whether there are more digits than `mantissa` has.
    private var isLong = false
    /// Whether its syntax is not valid JSON, such as `+1`, `.5` or `007`.
    private(set) var isLoose = false
    private let text: UnsafeBufferPointer<UInt8>
    private let start: Int

    /// The offset after the number; for an invalid number, the offset of the error.
    package private(set) var end: Int
    package private(set) var isValid = false

    package init(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) {
        var position = start
        let count = bytes.count
        if position < count, bytes[position] == UInt8(ascii: "-") || bytes[position] == UInt8(ascii: "+") {
            isNegative = bytes[position] == UInt8(ascii: "-")
            isLoose = !isNegative
            position += 1
        }
        var digits = 0
        var kept = 0
        let firstDigit = position
        var pointAt = -1
        while position < count {
            let byte = bytes[position]
            let digit = byte &- UInt8(ascii: "0")
            if digit < 10 {
                digits += 1
                if kept < 19 {
                    mantissa = mantissa &* 10 &+ UInt64(digit)
                    if mantissa != 0 { kept += 1 }
                    if pointAt >= 0 { exponent -= 1 }
                } else {
                    isLong = true
                    if pointAt < 0 { exponent += 1 }
                }
            } else if byte == UInt8(ascii: "."), pointAt < 0 {
                pointAt = position
            } else {
                break
            }
            position += 1
        }
        text = bytes
        self.start = start
        end = position
        guard digits > 0 else { return }
        if pointAt == firstDigit || pointAt == position - 1 { isLoose = true }
        if digits > 1, bytes[firstDigit] == UInt8(ascii: "0"), pointAt != firstDigit + 1 { isLoose = true }
        isValid = true
        if position < count, bytes[position] | 0x20 == UInt8(ascii: "e") { readExponent(bytes, position + 1) }
    }

    private mutating func readExponent(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int) {
        var position = start
        var isNegative = false
        if position < bytes.count, bytes[position] == UInt8(ascii: "-") || bytes[position] == UInt8(ascii: "+") {
            isNegative = bytes[position] == UInt8(ascii: "-")
            position += 1
        }
        let firstDigit = position
        var value = 0
        while position < bytes.count, bytes[position] &- UInt8(ascii: "0") < 10 {
            // Far beyond the range of any number; a larger value would overflow.
            value = min(100_000, value * 10 + Int(bytes[position] &- UInt8(ascii: "0")))
            position += 1
        }
        isValid = position > firstDigit
        exponent += isNegative ? -value : value
        end = position
    }

    /// The nearest `Double`.
    package var double: Double {
        // Both operands are exact, so the single operation is correctly rounded.
        if !isLong, mantissa <= 1 << 53, exponent >= -22, exponent <= 22 {
            let magnitude =
                exponent < 0 ? Double(mantissa) / JSONNumber.powersOfTen[-exponent] : Double(mantissa) * JSONNumber.powersOfTen[exponent]
            return isNegative ? -magnitude : magnitude
        }
        return slow(Double.init)
    }

    /// The nearest `Float`, not rounded twice.
    package var float: Float {
        guard exponent >= -22, exponent <= 22 else { return slow(Float.init) }
        // The error is at most 2 units in the last place: the omitted digits, the conversion of the digits, and the multiplication each add
        // less than one.
        let magnitude =
            exponent < 0 ? Double(mantissa) / JSONNumber.powersOfTen[-exponent] : Double(mantissa) * JSONNumber.powersOfTen[exponent]
        // Rounding again can be wrong only near the midpoint of two Floats; below the normal range the midpoints differ.
        let distance = Int(magnitude.bitPattern & 0x1FFF_FFFF) - 0x1000_0000
        if abs(distance) <= 4 || (magnitude != 0 && magnitude < 0x1p-126) { return slow(Float.init) }
        return Float(isNegative ? -magnitude : magnitude)
    }

    private func slow<Value: BinaryFloatingPoint>(_ parse: (String) -> Value?) -> Value {
        let sign = isNegative ? "-" : ""
        // Either these are all digits, or the number is so long that the other digits are ignored.
        if !isLong || end - start > 2000 { return parse("\(sign)\(mantissa)e\(exponent)") ?? 0 }
        // The standard library parses every digit without the locale. Syntax that only this format allows is removed first.
        let written = String(decoding: text[start..<end].drop { $0 == UInt8(ascii: "+") }, as: UTF8.self)
        return parse(written) ?? parse("\(sign)\(mantissa)e\(exponent)") ?? 0
    }

    /// All powers of ten that a `Double` represents exactly.
    package static let powersOfTen: [Double] = [
        1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
    ]
}
