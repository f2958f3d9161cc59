/// Formats numbers with units for messages.
package enum Units {
    /// `412 bytes`, `38.2 KB`, `4.1 MB`; a KB has 1000 bytes, as in command options.
    package static func bytes(_ count: Int) -> Message {
        var value = Double(count)
        var unit = "bytes"
        for next in ["KB", "MB", "GB"] where value >= 1000 {
            value /= 1000
            unit = next
        }
        if unit == "bytes" { return Units.count(count, "byte") }
        return Message(verbatim: "\(decimal(value, places: value < 10 ? 2 : 1)) \(unit)")
    }

    /// `2.4 s`
    package static func seconds(_ value: Double) -> String { decimal(value, places: value < 10 ? 2 : 1) + " s" }

    /// The number with at most this many decimal places, without trailing zeros.
    package static func decimal(_ value: Double, places: Int) -> String {
        guard value.isFinite, value.magnitude < 1e15 else { return value.isFinite ? "\(value)" : "—" }
        let factor = (0..<places).reduce(1.0) { product, _ in product * 10 }
        let scaled = Int(saturating: (value.magnitude * factor).rounded())
        let integer = scaled / Int(saturating: factor)
        var digits = String(scaled % Int(saturating: factor)).zeroPadded(to: places)
        while digits.last == "0" { digits.removeLast() }
        let sign = value < 0 && scaled > 0 ? "-" : ""
        return sign + String(integer) + (digits.isEmpty || places == 0 ? "" : "." + digits)
    }
}
