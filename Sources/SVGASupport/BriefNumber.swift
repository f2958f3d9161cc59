extension Double {
    /// The number as a person would write it in a message: at most four places, no trailing zeros.
    package var brief: String {
        guard isFinite, magnitude < 1e15 else { return "\(self)" }
        let rounded = (self * 10_000).rounded() / 10_000
        return rounded == rounded.rounded() ? String(Int64(rounded)) : "\(rounded)"
    }
}

extension String {
    /// The text in quotation marks, as messages show the keys of a file. Of more than 200 bytes it shows the first 100 characters.
    package var quoted: String {
        // By scalars: one character may be of any length.
        utf8.count <= 200 ? "\"\(self)\"" : "\"\(String(unicodeScalars.prefix(100)))…\""
    }
}
