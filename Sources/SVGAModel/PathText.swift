import SVGASupport

extension SVGAPath {
    /// SVG path data that reads as this path again, in as few digits as keep every number exact.
    ///
    /// The iOS player finds a command only after a space, and takes no notice of a Z at the end: so it stands there twice.
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
            // A path that does not start by moving somewhere starts at its first point.
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

    /// The same as a clip: where nothing is drawn it clips everything away, and no text at all would not.
    package var clipText: String {
        // A clip needs no closing.
        let text = singleText
        return text.isEmpty ? "M0 0" : text
    }
}
