import SVGAFormat

/// Rewrites the numbers of SVG path data, so that it draws the same outline at another size; the commands stay.
enum PathScaler {
    /// - Complexity: linear in the text.
    static func scale(_ text: String, by factor: Double, maxSegments: Int = .max) -> String {
        // A broken tail stays as it is: it draws nothing, and has to break off at the same place.
        let end = PathParser.parse(text, maxSegments: maxSegments).brokenAt ?? text.utf8.count
        var text = text
        return text.withUTF8 { bytes in
            var writer = Writer(factor: factor)
            let whole = UnsafeBufferPointer(rebasing: bytes[..<end])
            let rest = writer.copy(whole)
            return writer.text(tail: bytes[rest...])
        }
    }

    private struct Writer {
        let factor: Double
        private var output: [UInt8] = []
        private var isAfterLetter = true

        init(factor: Double) {
            self.factor = factor
        }

        /// Up to where it made sense.
        mutating func copy(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
            var scanner = NumberScanner(bytes)
            var isArc = false
            var argument = 0
            while true {
                scanner.skipSeparators()
                guard let byte = scanner.next else { return scanner.offset }
                let lower = byte | 0x20
                if lower >= UInt8(ascii: "a"), lower <= UInt8(ascii: "z") {
                    isArc = lower == UInt8(ascii: "a")
                    argument = 0
                    output.append(byte)
                    isAfterLetter = true
                    scanner.advance()
                    continue
                }
                // An arc: two radii, a rotation, two flags, the end.
                switch isArc ? argument % 7 : 0 {
                case 2:
                    guard let degrees = scanner.number() else { return scanner.offset }
                    append(PathScaler.text(degrees))
                case 3, 4:
                    guard let flag = scanner.flag() else { return scanner.offset }
                    append(flag ? "1" : "0")
                default:
                    guard let number = scanner.number() else { return scanner.offset }
                    append(PathScaler.text(number * factor))
                }
                argument += 1
            }
        }

        private mutating func append(_ number: String) {
            if !isAfterLetter { output.append(UInt8(ascii: " ")) }
            output += number.utf8
            isAfterLetter = false
        }

        func text(tail: Slice<UnsafeBufferPointer<UInt8>>) -> String {
            String(decoding: tail.isEmpty ? output : output + [UInt8(ascii: " ")] + tail, as: UTF8.self)
        }
    }

    /// The shortest text that reads back as the same Float, without an exponent where that can be: some players cannot read one.
    static func text(_ value: Double) -> String {
        let float = Float(value)
        guard float.isFinite, float.magnitude < 1e15 else { return "\(value)" }
        if float == float.rounded() { return String(Int64(float)) }
        let text = float.description
        guard text.contains("e") else { return text }
        // Below 0.0001: nine places are finer than any screen.
        let billionths = Int64((Double(float.magnitude) * 1e9).rounded())
        if billionths == 0 { return "0" }
        let digits = String(billionths)
        var places = String(repeating: "0", count: max(0, 9 - digits.count)) + digits
        while places.last == "0" { places.removeLast() }
        return (float < 0 ? "-" : "") + "0." + places
    }
}
