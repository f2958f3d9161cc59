extension Collection<UInt8> {
    /// Two lowercase digits for each byte.
    package var hexadecimal: String {
        let digits = Array("0123456789abcdef".utf8)
        return String(decoding: flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }
}

extension FixedWidthInteger where Self: UnsignedInteger {
    /// In lowercase, with two digits for each byte of the type.
    package var hexadecimal: String { String(self, radix: 16).zeroPadded(to: Self.bitWidth / 4) }
}

extension String {
    /// With zeros in front, if it has fewer characters.
    package func zeroPadded(to count: Int) -> String { String(repeating: "0", count: max(0, count - utf8.count)) + self }
}
