import CFuzzer

/// Mutates one field of a protobuf message or of a nested message, and keeps all enclosing lengths valid.
struct MessageMutator {
    private struct Field {
        /// The field's number and wire type.
        var tag: UInt64
        /// The number of a varint; empty for other types.
        var number: UInt64 = 0
        /// The bytes after the tag or the length.
        var content: [UInt8] = []

        var type: UInt64 { tag & 7 }
    }

    private static let numbers: [UInt64] = [
        0, 1, 2, 3, 20, 127, 128, 1000, 99_999, 100_000, 100_001, 1 << 31 - 1, 1 << 31, 1 << 32 - 1, 1 << 63, .max,
    ]
    private static let reals: [Float] = [
        0, -0.0, 1, -1, 0.5, 255, .leastNonzeroMagnitude, 1e-7, 32_768, 1e9, .greatestFiniteMagnitude, -.greatestFiniteMagnitude, .infinity,
        .nan,
    ]
    private static let deepest = 6

    private var state: UInt64

    init(seed: UInt64) { state = seed }

    /// - Returns: nil to use libFuzzer's mutations: in one of three cases, and for bytes that are not a message.
    mutating func mutated(_ bytes: [UInt8], room: Int) -> [UInt8]? {
        guard random(3) > 0, bytes.first != UInt8(ascii: "{"), !MessageMutator.fields(bytes).isEmpty else { return nil }
        let changed = change(bytes, depth: 0, room: room)
        return changed.count <= room && changed != bytes ? changed : nil
    }

    private mutating func change(_ bytes: [UInt8], depth: Int, room: Int) -> [UInt8] {
        var fields = MessageMutator.fields(bytes)
        guard !fields.isEmpty else { return bytes }
        let index = random(fields.count)
        let field = fields[index]
        if field.type == 2, depth < MessageMutator.deepest, random(8) > 0, !MessageMutator.fields(field.content).isEmpty {
            fields[index].content = change(field.content, depth: depth + 1, room: room)
            return MessageMutator.bytes(fields)
        }
        switch random(8) {
        case 0: fields.remove(at: index)
        case 1: fields.insert(contentsOf: repeatElement(field, count: [1, 2, 20][random(3)]), at: index)
        case 2: fields.swapAt(index, random(fields.count))
        case 3: fields[index].tag = UInt64(random(16) << 3) | field.type
        default: fields[index] = value(of: field, room: room)
        }
        return MessageMutator.bytes(fields)
    }

    private mutating func value(of field: Field, room: Int) -> Field {
        var field = field
        switch field.type {
        case 0: field.number = random(2) == 0 ? MessageMutator.numbers[random(MessageMutator.numbers.count)] : next()
        case 5:
            let real = MessageMutator.reals[random(MessageMutator.reals.count)]
            let bits = random(2) == 0 ? real.bitPattern : UInt32(truncatingIfNeeded: next())
            field.content = (0..<4).map { UInt8(truncatingIfNeeded: bits >> (8 * $0)) }
        default:
            let count = field.content.count
            var content = field.content + [UInt8](repeating: 0, count: min(64, max(0, room - count)))
            content.removeLast(content.count - content.withUnsafeMutableBufferPointer { LLVMFuzzerMutate($0.baseAddress, count, $0.count) })
            if field.type == 2 || content.count == count { field.content = content }
        }
        return field
    }

    // MARK: - Fields

    /// The fields of a message; empty if the bytes are not a message.
    private static func fields(_ bytes: [UInt8]) -> [Field] {
        var fields: [Field] = []
        var position = 0
        func varint() -> UInt64? {
            var number: UInt64 = 0
            for shift in stride(from: UInt64(0), to: 64, by: 7) {
                guard position < bytes.count else { return nil }
                let byte = bytes[position]
                position += 1
                number |= UInt64(byte & 127) << shift
                if byte < 128 { return number }
            }
            return nil
        }
        while position < bytes.count {
            guard let tag = varint(), tag >> 3 > 0 else { return [] }
            var field = Field(tag: tag)
            if field.type == 0 {
                guard let number = varint() else { return [] }
                field.number = number
            } else {
                guard let count = field.type == 1 ? 8 : field.type == 5 ? 4 : field.type == 2 ? varint() : nil,
                    count <= UInt64(bytes.count - position)
                else { return [] }
                field.content = Array(bytes[position..<(position + Int(count))])
                position += Int(count)
            }
            fields.append(field)
        }
        return fields
    }

    private static func bytes(_ fields: [Field]) -> [UInt8] {
        var bytes: [UInt8] = []
        func append(_ number: UInt64) {
            var rest = number
            while rest > 127 {
                bytes.append(UInt8(truncatingIfNeeded: rest) | 128)
                rest >>= 7
            }
            bytes.append(UInt8(rest))
        }
        for field in fields {
            append(field.tag)
            if field.type == 0 { append(field.number) }
            if field.type == 2 { append(UInt64(field.content.count)) }
            bytes += field.content
        }
        return bytes
    }

    // MARK: - Random numbers

    /// SplitMix64: the same seed gives the same mutation.
    private mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }

    private mutating func random(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }
}
