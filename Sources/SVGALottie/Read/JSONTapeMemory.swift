import SVGASupport

/// The memory of a document that is being made.
struct JSONTapeMemory {
    private(set) var entries: UnsafeMutablePointer<JSONTape.Entry>
    private(set) var text: UnsafeMutablePointer<UInt8>
    private(set) var count = 0
    private(set) var textCount = 0
    private(set) var hasExpressions = false
    private(set) var capacity: Int
    private var textCapacity: Int

    init(capacity: Int, textCapacity: Int) {
        (entries, self.capacity) = JSONEntryMemory.take(capacity)
        self.textCapacity = textCapacity
        text = .allocate(capacity: textCapacity)
    }

    func deallocate() {
        JSONEntryMemory.give(entries, capacity)
        text.deallocate()
    }

    @inline(__always)
    mutating func append(_ kind: JSONTape.Kind, _ bits: UInt64, name: UInt64, nameStart: UInt32) {
        if count == capacity { grow() }
        (entries + count).initialize(to: JSONTape.Entry(kind, bits: bits, name: name, nameStart: nameStart, end: count + 1))
        count += 1
    }

    private mutating func grow() {
        let (larger, largerCapacity) = JSONEntryMemory.take(2 * capacity)
        larger.moveInitialize(from: entries, count: count)
        JSONEntryMemory.give(entries, capacity)
        (entries, capacity) = (larger, largerCapacity)
    }

    /// Ends an array or object whose values were appended.
    @inline(__always)
    mutating func end(_ index: Int, _ kind: JSONTape.Kind, values: Int) {
        let entry = entries[index]
        entries[index] = JSONTape.Entry(kind, bits: UInt64(values), name: entry.name, nameStart: entry.nameStart, end: count)
    }

    /// Appends bytes to the text, with a zero byte at the end.
    /// - Returns: the start.
    mutating func add(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
        if textCount + bytes.count + 1 > textCapacity {
            let needed = max(2 * textCapacity, textCount + bytes.count + 1)
            let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: needed)
            larger.moveInitialize(from: text, count: textCount)
            text.deallocate()
            (text, textCapacity) = (larger, needed)
        }
        let start = textCount
        if let base = bytes.baseAddress { (text + start).initialize(from: base, count: bytes.count) }
        (text + start + bytes.count).initialize(to: 0)
        textCount += bytes.count + 1
        return start
    }

    @inline(__always)
    mutating func appendString(_ bytes: UnsafeBufferPointer<UInt8>, name: UInt64, nameStart: UInt32) {
        if name == UInt64(UInt8(ascii: "x")) { hasExpressions = true }
        append(.string, UInt64(add(bytes)) << 32 | UInt64(bytes.count), name: name, nameStart: nameStart)
    }

    mutating func append(_ value: JSONValue, name: UInt64, nameStart: UInt32) {
        switch value {
        case .null, .sequence: append(.null, 0, name: name, nameStart: nameStart)
        case .bool(let flag): append(flag ? .yes : .no, 0, name: name, nameStart: nameStart)
        case .integer(let integer): append(.integer, UInt64(UInt(bitPattern: integer)), name: name, nameStart: nameStart)
        case .number(let number): append(.number, number.bitPattern, name: name, nameStart: nameStart)
        case .string(var string): string.withUTF8 { appendString($0, name: name, nameStart: nameStart) }
        case .array(let elements):
            let index = count
            append(.array, 0, name: name, nameStart: nameStart)
            for element in elements { append(element, name: 0, nameStart: 0) }
            end(index, .array, values: elements.count)
        case .object(let members):
            let index = count
            append(.object, 0, name: name, nameStart: nameStart)
            for member in members {
                var text = member.name
                let (packed, start) = text.withUTF8 { self.name($0) }
                append(member.value, name: packed, nameStart: start)
            }
            end(index, .object, values: members.count)
        }
    }

    /// A name as an entry has it.
    @inline(__always)
    mutating func name(_ bytes: UnsafeBufferPointer<UInt8>) -> (packed: UInt64, start: UInt32) {
        guard let base = bytes.baseAddress else { return (0, 0) }
        // A zero byte would end a name.
        if bytes.contains(0) { return (.max, UInt32(truncatingIfNeeded: add(bytes))) }
        return (JSONName.packed(base, bytes.count), bytes.count > 8 ? UInt32(truncatingIfNeeded: add(bytes)) : 0)
    }
}

/// The memory of documents. A block of a closed document is kept for the next one, because the system clears each page of new memory when it is
/// first used.
enum JSONEntryMemory {
    /// Unchecked, because one document uses it at a time.
    private struct Block: @unchecked Sendable {
        let entries: UnsafeMutablePointer<JSONTape.Entry>
        let capacity: Int
    }

    /// Larger blocks are not kept, and texts that could need more get less at first. What is not used of a block has no pages.
    private static let maximumCapacity = 1 << 18
    private static let minimumCapacity = 1 << 10
    private static let pool = MemoryPool<Block>(maximumBytes: 2 * maximumCapacity * MemoryLayout<JSONTape.Entry>.stride)

    /// The entries for a text. Each value of an array has at least two bytes.
    static func capacity(_ bytes: Int) -> Int { max(bytes / 6, min(bytes / 2, maximumCapacity - 16)) + 16 }

    static func take(_ capacity: Int) -> (entries: UnsafeMutablePointer<JSONTape.Entry>, capacity: Int) {
        if capacity >= minimumCapacity, capacity <= maximumCapacity {
            if let block = pool.take() {
                if block.capacity >= capacity { return (block.entries, block.capacity) }
                block.entries.deallocate()
            }
        }
        return (.allocate(capacity: capacity), capacity)
    }

    static func give(_ entries: UnsafeMutablePointer<JSONTape.Entry>, _ capacity: Int) {
        let isKept = capacity >= minimumCapacity && capacity <= maximumCapacity
        if isKept, pool.give(Block(entries: entries, capacity: capacity), bytes: capacity * MemoryLayout<JSONTape.Entry>.stride) { return }
        entries.deallocate()
    }
}
