extension Double {
    /// The number as a person would write it in a message: at most four places, no trailing zeros.
    package var brief: String {
        guard isFinite, magnitude < 1e15 else { return "\(self)" }
        let rounded = (self * 10_000).rounded() / 10_000
        return rounded == rounded.rounded() ? String(Int64(rounded)) : "\(rounded)"
    }
}
