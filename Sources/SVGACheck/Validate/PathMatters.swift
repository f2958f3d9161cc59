import SVGAFormat
import SVGAModel

extension Quirks {
    /// What players leave out of a path, as the file writes it.
    init(path text: String) {
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "S"), UInt8(ascii: "s"): insert(.smoothCurve)
            case UInt8(ascii: "A"), UInt8(ascii: "a"), UInt8(ascii: "T"), UInt8(ascii: "t"), UInt8(ascii: "R"), UInt8(ascii: "r"):
                insert(.rareCommand)
            case UInt8(ascii: "H"), UInt8(ascii: "V"): insert(.absoluteLine)
            default: break
            }
        }
        if PathParser.parse(text).repeatsArguments { insert(.repeatedArguments) }
    }
}

/// The quirks of paths, each text looked at once.
struct PathTable {
    private var known: [ByteKey: Quirks] = [:]

    mutating func quirks(of text: String) -> Quirks {
        if let quirks = known[ByteKey(text)] { return quirks }
        let quirks = Quirks(path: text)
        known[ByteKey(text)] = quirks
        return quirks
    }
}
