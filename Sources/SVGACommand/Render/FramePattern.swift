/// `%d` and `%05d` in the name of an output stand for the frame's index.
enum FramePattern {
    static func hasIndex(_ path: String) -> Bool {
        var rest = path[...]
        while let percent = rest.firstIndex(of: "%") {
            rest = rest[rest.index(after: percent)...]
            if rest.first == "%" {
                rest.removeFirst()
            } else if rest.drop(while: { $0.isASCII && $0.isNumber }).first == "d" {
                return true
            }
        }
        return false
    }
}
