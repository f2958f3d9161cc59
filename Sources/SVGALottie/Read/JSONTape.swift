import SVGASupport

/// A JSON document in one block of memory, in the order of the text. Reading it allocates nothing for each value.
///
/// Unchecked, because the memory is written only at initialization.
final class JSONTape: @unchecked Sendable {
    enum Kind: UInt32 {
        case null, no, yes, integer, number, string, array, object
    }

    /// A value. The elements of an array and the members of an object follow it.
    struct Entry {
        /// An integer, the bits of a number, or the start of a string and its length in ``text``; for arrays and objects, the number of values.
        var bits: UInt64
        /// The name of a member.
        var name: UInt64
        /// The start of a name that does not fit in ``name``, in ``text``.
        var nameStart: UInt32
        /// The kind, and the index after the last value inside.
        private var tail: UInt32

        /// The largest index.
        static let maximumIndex = 1 << 28 - 1

        init(_ kind: Kind, bits: UInt64, name: UInt64, nameStart: UInt32, end: Int) {
            (self.bits, self.name, self.nameStart) = (bits, name, nameStart)
            tail = kind.rawValue << 28 | UInt32(truncatingIfNeeded: end)
        }

        var kind: Kind { Kind(rawValue: tail >> 28) ?? .null }
        var end: Int { Int(tail & 0x0FFF_FFFF) }
    }

    let entries: UnsafeMutablePointer<Entry>
    private let capacity: Int
    /// The strings and the long names, without quotation marks and escapes. Each long name has a zero byte at its end.
    let text: UnsafeMutablePointer<UInt8>
    /// Whether a member with the name `x` is a string: an expression.
    let hasExpressions: Bool

    /// - Parameters:
    ///   - entries: allocated memory of a capacity, which the document owns from now on.
    ///   - text: the same.
    init(entries: UnsafeMutablePointer<Entry>, capacity: Int, text: UnsafeMutablePointer<UInt8>, hasExpressions: Bool) {
        (self.entries, self.capacity, self.text, self.hasExpressions) = (entries, capacity, text, hasExpressions)
    }

    deinit {
        JSONEntryMemory.give(entries, capacity)
        text.deallocate()
    }

    /// Whether any object of the document has such a member.
    func containsMember(_ name: JSONName, where isWanted: (JSONNode) -> Bool) -> Bool {
        (0..<entries[0].end).contains { entries[$0].name == name.packed && isWanted(JSONNode(self, $0)) }
    }

    /// The entire document.
    var root: JSONNode { JSONNode(self, 0) }

    /// An object without members.
    static let empty: JSONTape = {
        let entries = UnsafeMutablePointer<Entry>.allocate(capacity: 1)
        entries.initialize(to: Entry(.object, bits: 0, name: 0, nameStart: 0, end: 1))
        return JSONTape(entries: entries, capacity: 1, text: .allocate(capacity: 0), hasExpressions: false)
    }()
}

/// The name of a member, or a short text that is compared with a value. Names of up to 8 bytes are compared as one number.
struct JSONName: ExpressibleByStringLiteral, Hashable {
    let packed: UInt64
    /// The bytes of a long name; nil: ``packed`` has all.
    private let long: UnsafePointer<UInt8>?
    private let length: Int

    /// The mark of long names. It is not in UTF-8.
    static let longMark: UInt64 = 0xFF << 56

    @inline(__always)
    init(stringLiteral text: StaticString) {
        length = text.utf8CodeUnitCount
        packed = JSONName.packed(text.utf8Start, text.utf8CodeUnitCount)
        long = text.utf8CodeUnitCount > 8 ? text.utf8Start : nil
    }

    /// - Parameter bytes: must outlive the name.
    fileprivate init(_ bytes: UnsafePointer<UInt8>, _ count: Int) {
        (packed, long, length) = (JSONName.packed(bytes, count), count > 8 ? bytes : nil, count)
    }

    /// Up to 8 bytes, or the first 7 bytes and the mark.
    @inline(__always)
    static func packed(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> UInt64 {
        var result: UInt64 = count > 8 ? longMark : 0
        for index in 0..<(count > 8 ? 7 : count) { result |= UInt64(bytes[index]) << UInt64(8 * index) }
        return result
    }

    /// Whether a long name is this one.
    fileprivate func isLong(_ name: UnsafePointer<UInt8>) -> Bool {
        guard let long else { return false }
        for index in 0..<length where name[index] != long[index] { return false }
        return name[length] == 0
    }

    static func == (left: JSONName, right: JSONName) -> Bool { left.packed == right.packed && left.long == right.long }
    func hash(into hasher: inout Hasher) { hasher.combine(packed) }
}

/// A value of a ``JSONTape``, which must outlive it.
struct JSONNode {
    private let entries: UnsafeMutablePointer<JSONTape.Entry>
    private let bytes: UnsafeMutablePointer<UInt8>
    /// The index of the value in its document.
    let index: Int

    /// An object without members.
    static var empty: JSONNode { JSONTape.empty.root }

    init(_ tape: JSONTape, _ index: Int) { (entries, bytes, self.index) = (tape.entries, tape.text, index) }

    private init(_ other: JSONNode, _ index: Int) { (entries, bytes, self.index) = (other.entries, other.bytes, index) }

    @inline(__always) private var entry: JSONTape.Entry { entries[index] }
    var kind: JSONTape.Kind { entry.kind }
    var isObject: Bool { kind == .object }
    var isArray: Bool { kind == .array }
    var isString: Bool { kind == .string }

    /// A member of an object; nil if there is none.
    @inline(__always)
    subscript(name: JSONName) -> JSONNode? { member(name) }

    subscript(named name: String) -> JSONNode? {
        var name = name
        return name.withUTF8 { bytes in bytes.baseAddress.flatMap { member(JSONName($0, bytes.count)) } }
    }

    private func member(_ name: JSONName) -> JSONNode? {
        let own = entry
        guard own.kind == .object else { return nil }
        var at = index + 1
        while at < own.end {
            let entry = entries[at]
            if entry.name == name.packed, name.packed < JSONName.longMark || name.isLong(bytes + Int(entry.nameStart)) {
                return JSONNode(self, at)
            }
            at = entry.end
        }
        return nil
    }

    /// The number of elements or members.
    var count: Int { isArray || isObject ? Int(entry.bits) : 0 }

    /// The elements of an array, or the values of an object's members.
    var children: JSONChildren {
        let entry = entry
        let isList = entry.kind == .array || entry.kind == .object
        return JSONChildren(node: self, at: index + 1, end: isList ? entry.end : 0)
    }

    fileprivate func at(_ index: Int) -> (node: JSONNode, next: Int) { (JSONNode(self, index), entries[index].end) }

    /// The elements of an array; empty for anything else.
    var elements: [JSONNode] { isArray ? Array(children) : [] }

    /// A number as it is in the file; nil for anything else.
    var rawNumber: Double? {
        let entry = entry
        switch entry.kind {
        case .integer: return Double(Int(bitPattern: UInt(entry.bits)))
        case .number: return Double(bitPattern: entry.bits)
        default: return nil
        }
    }

    var integer: Int? { entry.kind == .integer ? Int(bitPattern: UInt(entry.bits)) : nil }

    /// The content of a string; nil for anything else.
    var string: String? {
        let entry = entry
        guard entry.kind == .string else { return nil }
        let content = UnsafeBufferPointer(start: bytes + Int(entry.bits >> 32), count: Int(entry.bits & 0xFFFF_FFFF))
        return String(decoding: content, as: UTF8.self)
    }

    /// A string of up to 8 bytes, to compare it with literals; an empty one for anything else.
    var word: JSONName {
        let entry = entry
        let count = Int(entry.bits & 0xFFFF_FFFF)
        guard entry.kind == .string, count <= 8 else { return "" }
        return JSONName(packed: JSONName.packed(bytes + Int(entry.bits >> 32), count), count)
    }

    /// The value as a tree.
    var value: JSONValue {
        switch kind {
        case .null: .null
        case .no: .bool(false)
        case .yes: .bool(true)
        case .integer: .integer(integer ?? 0)
        case .number: .number(rawNumber ?? 0)
        case .string: .string(string ?? "")
        case .array: .array(children.map(\.value))
        case .object: .object(children.map { JSONValue.Member(name: $0.memberName, value: $0.value) })
        }
    }

    /// The name of a member.
    var memberName: String {
        let entry = entry
        if entry.name >= JSONName.longMark { return String(cString: bytes + Int(entry.nameStart)) }
        return withUnsafeBytes(of: entry.name.littleEndian) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }
}

extension JSONName {
    fileprivate init(packed: UInt64, _ length: Int) { (self.packed, long, self.length) = (packed, nil, length) }
}

/// The values inside an array or an object, in their order.
struct JSONChildren: Sequence, IteratorProtocol {
    fileprivate let node: JSONNode
    fileprivate var at: Int
    fileprivate let end: Int

    var underestimatedCount: Int { node.count }

    @inline(__always)
    mutating func next() -> JSONNode? {
        guard at < end else { return nil }
        let (found, next) = node.at(at)
        at = next
        return found
    }
}
