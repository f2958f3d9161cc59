import SVGAModel
import SVGASupport

/// Iterates over the fields of a protobuf message without decoding their values.
struct ProtobufCursor {
    enum WireType: UInt8 {
        case varint = 0
        case fixed64 = 1
        case lengthDelimited = 2
        case fixed32 = 5
    }

    struct Field {
        let number: Int
        let wireType: WireType
        /// The offset of the field's tag.
        let offset: Int
        /// The value without tag and length.
        let value: Range<Int>
    }

    let bytes: UnsafeBufferPointer<UInt8>
    private var position: Int
    private let end: Int

    /// `range` is within `bytes`.
    init(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) {
        self.bytes = bytes
        position = range.lowerBound
        end = range.upperBound
    }

    /// nil at the end of the message.
    @inline(__always)
    mutating func next() throws(SVGAError) -> Field? {
        guard position < end else { return nil }
        let offset = position
        let tag = try varint("a field's tag")
        let number = tag >> 3
        // protobuf-c supports neither tags above 32 bits nor groups.
        guard number > 0, tag <= UInt64(UInt32.max) else {
            throw .protobuf(byteOffset: offset, reason: "\(number) is not a field number")
        }
        guard let wireType = WireType(rawValue: UInt8(tag & 7)) else {
            throw .protobuf(byteOffset: offset, reason: "wire type \(tag & 7) is unknown")
        }
        var start = position
        switch wireType {
        case .varint: _ = try varint("a number")
        case .fixed64: try skip(8, from: offset)
        case .fixed32: try skip(4, from: offset)
        case .lengthDelimited:
            let length = try varint("a length")
            start = position
            guard length <= UInt64(Int32.max) else {
                throw .protobuf(byteOffset: offset, reason: "a field has \(length) bytes, but only \(end - position) are left")
            }
            try skip(Int(length), from: offset)
        }
        return Field(number: Int(number), wireType: wireType, offset: offset, value: start..<position)
    }

    /// The number of further fields with this number, up to the first error. Does not move the cursor.
    func count(of number: Int) -> Int {
        var cursor = self
        var count = 0
        while let field = try? cursor.next() { if field.number == number { count += 1 } }
        return count
    }

    private mutating func skip(_ count: Int, from offset: Int) throws(SVGAError) {
        guard count <= end - position else {
            throw .protobuf(byteOffset: offset, reason: "a field has \(count) bytes, but only \(end - position) are left")
        }
        position += count
    }

    @inline(__always)
    private mutating func varint(_ what: StaticString) throws(SVGAError) -> UInt64 {
        // Nearly all tags and lengths are one byte.
        if position < end, bytes[position] < 0x80 {
            position += 1
            return UInt64(bytes[position - 1])
        }
        return try longVarint(what)
    }

    private mutating func longVarint(_ what: StaticString) throws(SVGAError) -> UInt64 {
        let offset = position
        var result: UInt64 = 0
        var shift: UInt64 = 0
        while position < end {
            let byte = bytes[position]
            position += 1
            result |= UInt64(byte & 0x7F) &<< shift
            if byte < 0x80 { return result }
            shift += 7
            if shift >= 70 { throw .protobuf(byteOffset: offset, reason: "\(what) has more than 10 bytes") }
        }
        throw .protobuf(byteOffset: offset, reason: "\(what) is truncated")
    }
}

/// The messages of `proto/svga.proto`, for the scan that checks bytes before protobuf-c decodes them.
enum ProtobufSchema: String {
    case movie = "MovieEntity"
    case params = "MovieParams"
    case image = "ImagesEntry"
    case sprite = "SpriteEntity"
    case audio = "AudioEntity"
    case frame = "FrameEntity"
    case layout = "Layout"
    case transform = "Transform"
    case shape = "ShapeEntity"
    case path = "ShapeArgs"
    case rect = "RectArgs"
    case ellipse = "EllipseArgs"
    case style = "ShapeStyle"
    case color = "RGBAColor"

    enum Field {
        case number
        case float
        case text
        case bytes
        case message(ProtobufSchema)

        var wireType: ProtobufCursor.WireType {
            switch self {
            case .number: .varint
            case .float: .fixed32
            case .text, .bytes, .message: .lengthDelimited
            }
        }

        /// Whether the field is repeated.
        var isRepeated: Bool {
            switch self {
            case .message(.image), .message(.sprite), .message(.audio), .message(.frame), .message(.shape): true
            default: false
            }
        }
    }

    /// nil: an unknown field.
    func field(_ number: Int) -> Field? {
        switch (self, number) {
        case (.movie, 1): .text
        case (.movie, 2): .message(.params)
        case (.movie, 3): .message(.image)
        case (.movie, 4): .message(.sprite)
        case (.movie, 5): .message(.audio)
        case (.params, 1...2): .float
        case (.params, 3...4): .number
        case (.image, 1): .text
        case (.image, 2): .bytes
        case (.sprite, 1), (.sprite, 3): .text
        case (.sprite, 2): .message(.frame)
        case (.audio, 1): .text
        case (.audio, 2...5): .number
        case (.frame, 1): .float
        case (.frame, 2): .message(.layout)
        case (.frame, 3): .message(.transform)
        case (.frame, 4): .text
        case (.frame, 5): .message(.shape)
        case (.layout, 1...4), (.transform, 1...6), (.rect, 1...5), (.ellipse, 1...4), (.color, 1...4): .float
        case (.shape, 1): .number
        case (.shape, 2): .message(.path)
        case (.shape, 3): .message(.rect)
        case (.shape, 4): .message(.ellipse)
        case (.shape, 10): .message(.style)
        case (.shape, 11): .message(.transform)
        case (.path, 1): .text
        case (.style, 1...2): .message(.color)
        case (.style, 3), (.style, 6...9): .float
        case (.style, 4...5): .number
        default: nil
        }
    }
}

/// Checks a message before protobuf-c decodes it: finds the position of an error, and counts the memory. protobuf-c does neither before it
/// allocates.
///
/// The caller iterates over large messages with ``next(_:)``, and calls ``check(_:_:)`` for a part right before decoding it. So each part
/// is still in the processor's cache when protobuf-c reads it.
struct ProtobufScan {
    /// The scan state of a message.
    struct Fields {
        fileprivate let message: ProtobufSchema
        fileprivate var cursor: ProtobufCursor
        /// A bit for each singular field that was found.
        fileprivate var seen: UInt16 = 0

        /// The number of further fields with this number in the message.
        func count(of number: Int) -> Int { cursor.count(of: number) }
    }

    let bytes: UnsafeBufferPointer<UInt8>
    private(set) var budget: DocumentBudget
    private(set) var knownFields = 0
    private(set) var unknownFields = 0
    /// The number of texts with a NUL, at which protobuf-c's strings end.
    private(set) var cutTexts = 0
    /// The number of colors without a written alpha.
    private(set) var colorsWithoutAlpha = 0

    init(_ bytes: UnsafeBufferPointer<UInt8>, limits: ReadLimits) {
        self.bytes = bytes
        budget = DocumentBudget(limits: limits, slack: 1)
    }

    func fields(of message: ProtobufSchema, _ range: Range<Int>) -> Fields {
        Fields(message: message, cursor: ProtobufCursor(bytes, range))
    }

    /// The next field, checked and counted against the budget, without the content of messages; nil at the end. `kind` is nil for an
    /// unknown field.
    @inline(__always)
    mutating func next(_ fields: inout Fields) throws(SVGAError) -> (field: ProtobufCursor.Field, kind: ProtobufSchema.Field?)? {
        guard let field = try fields.cursor.next() else { return nil }
        guard let kind = fields.message.field(field.number) else {
            unknownFields += 1
            try budget.takeUnknown(field.value.upperBound - field.offset)
            return (field, nil)
        }
        knownFields += 1
        guard field.wireType == kind.wireType else {
            let found = "has wire type \(field.wireType.rawValue) instead of \(kind.wireType.rawValue)"
            throw .protobuf(byteOffset: field.offset, reason: "field \(field.number) of \(fields.message.rawValue) \(found)")
        }
        if !kind.isRepeated {
            // Known numbers go up to 11. A repeated singular field is valid, and the last one counts; but protobuf-c takes memory and time
            // for each.
            let bit: UInt16 = 1 << UInt16(field.number)
            if fields.seen & bit != 0 { try budget.takeRepetition() }
            fields.seen |= bit
        }
        switch kind {
        case .number, .float: break
        case .bytes: try budget.take(field.value.count)
        case .text:
            try budget.takeText(field.value.count)
            if bytes[field.value].contains(0) { cutTexts += 1 }
        case .message(let child): try take(child)
        }
        return (field, kind)
    }

    /// Checks an entire message. The recursion is as deep as the schema, which is not recursive.
    mutating func check(_ message: ProtobufSchema, _ range: Range<Int>) throws(SVGAError) {
        var fields = fields(of: message, range)
        while let (field, kind) = try next(&fields) {
            if case .message(let child) = kind { try check(child, field.value) }
        }
        if message == .color, fields.seen & 1 << 4 == 0 { colorsWithoutAlpha += 1 }
    }

    private mutating func take(_ message: ProtobufSchema) throws(SVGAError) {
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
