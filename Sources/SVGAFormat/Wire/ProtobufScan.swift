import SVGAModel

/// Looks over a whole message before protobuf-c decodes any of it: where it is malformed, by byte, and how much it
/// holds. protobuf-c says neither, and takes memory as it goes.
struct ProtobufScan {
    let bytes: UnsafeBufferPointer<UInt8>
    private(set) var budget: DocumentBudget
    private(set) var knownFields = 0
    private(set) var unknownFields = 0
    /// Texts with a NUL in them, which protobuf-c's strings end at.
    private(set) var cutTexts = 0

    /// The scan has no error to tell unless it throws one.
    init(_ bytes: UnsafeBufferPointer<UInt8>, limits: ReadLimits) throws(ReadError) {
        self.bytes = bytes
        budget = DocumentBudget(limits: limits, slack: 1)
        try walk(.movie, 0..<bytes.count)
    }

    /// Goes as deep as the schema does, which does not nest in itself.
    private mutating func walk(_ message: ProtobufSchema, _ range: Range<Int>) throws(ReadError) {
        var cursor = ProtobufCursor(bytes, range)
        var seen: UInt16 = 0
        while let field = try cursor.next() {
            guard let kind = message.field(field.number) else {
                unknownFields += 1
                try budget.takeUnknown(field.value.upperBound - field.offset)
                continue
            }
            knownFields += 1
            guard field.wireType == kind.wireType else {
                let found = "has wire type \(field.wireType.rawValue) instead of \(kind.wireType.rawValue)"
                throw .protobuf(byteOffset: field.offset, reason: "field \(field.number) of \(message.rawValue) \(found)")
            }
            if !kind.isRepeated {
                // Known numbers go up to 11. A field that should come once and comes again is legal: the last counts. But
                // protobuf-c takes memory and time for each.
                let bit: UInt16 = 1 << UInt16(field.number)
                if seen & bit != 0 { try budget.takeRepetition() }
                seen |= bit
            }
            switch kind {
            case .number, .float: break
            case .bytes: try budget.take(field.value.count)
            case .text:
                try budget.takeText(field.value.count)
                if bytes[field.value].contains(0) { cutTexts += 1 }
            case .message(let child):
                try take(child)
                try walk(child, field.value)
            }
        }
    }

    private mutating func take(_ message: ProtobufSchema) throws(ReadError) {
        switch message {
        case .sprite: try budget.takeSprite()
        case .frame: try budget.takeFrame()
        case .shape: try budget.takeShape()
        case .image: try budget.takeImage()
        case .audio: try budget.takeAudio()
        default: break
        }
    }
}
