import SVGASupport

/// The numbers in a text, regardless of separators.
enum SVGNumbers {
    /// The factor that a length of unknown size counts with: a percentage, or a multiple of a font's size.
    private static let unknownLength = 1e6
    private static let units: [String: Double] = [
        "": 1, "px": 1, "pt": 4 / 3, "pc": 16, "in": 96, "cm": 96 / 2.54, "mm": 96 / 25.4, "q": 96 / 101.6,
    ]

    static func all(in text: ArraySlice<UInt8>) -> [Double] {
        var numbers: [Double] = []
        var at = text.startIndex
        while at < text.endIndex {
            if let (number, end) = number(in: text[at...]) {
                if number.isFinite { numbers.append(number) }
                at = end
            } else {
                at += 1
            }
        }
        return numbers
    }

    /// A length in pixels, without its sign; nil if the text does not begin with a number.
    static func length(_ text: ArraySlice<UInt8>) -> Double? {
        let trimmed = text.drop { $0 <= 0x20 || $0 == UInt8(ascii: "+") }
        guard let (number, end) = number(in: trimmed), number.isFinite else { return nil }
        let unit = String(decoding: trimmed[end...].prefix { $0 > 0x20 && $0 != UInt8(ascii: "!") }, as: UTF8.self).lowercased()
        return number == 0 ? 0 : units[unit].map { $0 * number.magnitude } ?? unknownLength
    }

    /// The factor by which a list of transforms enlarges lengths, from 1 to 1,000,000: the square root of that of areas.
    static func scale(of text: ArraySlice<UInt8>) -> Double {
        var area = 1.0
        for call in text.split(separator: UInt8(ascii: ")")) {
            guard let open = call.firstIndex(of: UInt8(ascii: "(")) else { continue }
            let numbers = all(in: call[(open + 1)...])
            switch String(decoding: call[..<open].filter { $0.isASCIILetter }, as: UTF8.self).lowercased() {
            case "matrix": if numbers.count >= 4 { area *= (numbers[0] * numbers[3] - numbers[1] * numbers[2]).magnitude }
            case "scale": if let first = numbers.first { area *= (first * (numbers.count > 1 ? numbers[1] : first)).magnitude }
            case "scalex", "scaley": if let first = numbers.first { area *= first.magnitude }
            default: break
            }
        }
        // Above the maximum, and for NaN, the shape may be as large as any.
        return area <= 1e12 ? max(1, area.squareRoot()) : 1e6
    }

    /// The number at the start of a text, and where it ends. The letter e belongs to it only if an exponent follows: `2em` is 2.
    private static func number(in text: ArraySlice<UInt8>) -> (number: Double, end: Int)? {
        func isDigit(_ at: Int) -> Bool { at < text.endIndex && (0x30...0x39).contains(text[at]) }
        func isSign(_ at: Int) -> Bool { at < text.endIndex && (text[at] == UInt8(ascii: "-") || text[at] == UInt8(ascii: "+")) }
        var at = text.startIndex
        if isSign(at) { at += 1 }
        let first = at
        while isDigit(at) { at += 1 }
        if at < text.endIndex, text[at] == UInt8(ascii: "."), at > first || isDigit(at + 1) {
            at += 1
            while isDigit(at) { at += 1 }
        }
        if at == first { return nil }
        if at < text.endIndex, text[at] | 0x20 == UInt8(ascii: "e"), isDigit(at + 1) || isSign(at + 1) && isDigit(at + 2) {
            at += 2
            while isDigit(at) { at += 1 }
        }
        return Double(String(decoding: text[text.startIndex..<at], as: UTF8.self)).map { ($0, at) }
    }
}

extension UInt8 {
    var isASCIILetter: Bool { (0x61...0x7A).contains(self | 0x20) && self >= 0x41 }
}
