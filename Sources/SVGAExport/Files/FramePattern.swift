/// A path with a place for the frame index, such as `out/frame-%05d.png`.
public struct FramePattern: Hashable, Sendable {
    private let prefix: String
    private let suffix: String
    /// Digits to fill up to with zeros; nil without a place for the index.
    private let digits: Int?

    /// `%d` or `%0Nd` (N from 1 to 20) is the 0-based index, `%%` a percent sign.
    /// - Throws: ``ExportError/pattern(_:reason:)`` for a second index or anything else after a percent sign.
    public init(_ pattern: String) throws(ExportError) {
        var texts = [""]
        var digits: Int?
        var rest = pattern[...]
        while let character = rest.popFirst() {
            guard character == "%" else {
                texts[texts.count - 1].append(character)
                continue
            }
            if rest.first == "%" {
                rest.removeFirst()
                texts[texts.count - 1].append("%")
                continue
            }
            let width = rest.prefix { $0.isASCII && $0.isNumber }
            rest = rest.dropFirst(width.count)
            guard rest.popFirst() == "d", width.isEmpty || width.first == "0" else {
                throw .pattern(pattern, reason: "after % only d, 0Nd such as 05d, or another % may stand")
            }
            guard digits == nil else { throw .pattern(pattern, reason: "only one %d may stand in it") }
            let count = width.isEmpty ? 1 : Int(width) ?? 0
            guard (1...20).contains(count) else { throw .pattern(pattern, reason: "the index has 1 to 20 digits") }
            digits = count
            texts.append("")
        }
        prefix = texts[0]
        suffix = texts.count > 1 ? texts[1] : ""
        self.digits = digits
    }

    /// Whether different frames have different paths.
    public var hasIndex: Bool { digits != nil }

    public func path(frame: Int) -> String {
        guard let digits else { return prefix }
        let number = String(frame)
        return prefix + String(repeating: "0", count: max(0, digits - number.count)) + number + suffix
    }
}
