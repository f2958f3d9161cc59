import SVGASupport

extension SVGAPath {
    /// SVG path data that parses to this path, with as few digits as keep every number exact.
    ///
    /// The iOS player finds a command only after a space, and ignores a final Z, so Z is written twice.
    package var text: String {
        let text = singleText
        return text.utf8.last == UInt8(ascii: "Z") ? text + " Z" : text
    }

    private var singleText: String {
        var text = ""
        var at = 0
        func add(_ letter: String, _ count: Int) {
            text += (text.isEmpty ? "" : " ") + letter
            for index in at..<at + count { text += (index > at ? " " : "") + coordinates[index].shortText }
        }
        for verb in verbs {
            // A path without a first move starts at its first point.
            if text.isEmpty, verb == .curve { add("M", 2) }
            switch verb {
            case .move: add("M", 2)
            case .line: add(text.isEmpty ? "M" : "L", 2)
            case .curve: add("C", 6)
            case .close: text += " Z"
            }
            at += verb.coordinateCount
        }
        return text
    }

    /// The path as a clip path. An empty path clips everything, unlike an empty text.
    package var clipText: String {
        // A clip path need not be closed.
        let text = singleText
        return text.isEmpty ? "M0 0" : text
    }
}
