/// What a file says in fields that this format does not know, as the file writes it, so that it survives a read and write
/// (semantics.md section 9). While there is nothing, it takes no memory but its own 8 bytes.
package struct UnknownFields: Hashable, Sendable {
    /// Which of the messages that one wire value stands for.
    package enum Part: UInt8, Sendable, CaseIterable {
        /// The value itself.
        case own
        /// A movie's `params`, which is `movie` in JSON.
        case params
        /// A movie's `viewBox`, which only JSON has.
        case viewBox
        /// The type and the args of a shape whose type is unknown: only JSON's, as protobuf's have fields of their own.
        case kind
        case layout, transform, args, styles, fill, stroke
    }

    package enum Encoding: UInt8, Sendable {
        /// Whole fields, tag and value, one after the other.
        case protobuf
        /// Whole members, name and value, with commas between them.
        case json
    }

    /// The fields of one part in one encoding.
    package struct Entry: Hashable, Sendable {
        package let part: Part
        package let encoding: Encoding
        package fileprivate(set) var bytes: [UInt8]
        /// How many fields the bytes are.
        package fileprivate(set) var count: Int

        package init(part: Part, encoding: Encoding, bytes: [UInt8], count: Int) {
            self.part = part
            self.encoding = encoding
            self.bytes = bytes
            self.count = count
        }
    }

    package private(set) var entries: [Entry] = []

    package init(entries: [Entry]) { self.entries = entries }

    package init() {}

    package var isEmpty: Bool { entries.isEmpty }

    /// The fields as they are to be written; empty where there are none.
    package subscript(part: Part, encoding: Encoding) -> [UInt8] {
        entries.first { $0.part == part && $0.encoding == encoding }?.bytes ?? []
    }

    /// How many fields there are that only this encoding can hold.
    package func count(_ encoding: Encoding) -> Int {
        entries.reduce(0) { $0 + ($1.encoding == encoding ? $1.count : 0) }
    }

    /// Adds one field.
    package mutating func append(_ field: some Collection<UInt8>, to part: Part, _ encoding: Encoding) {
        if let index = entries.firstIndex(where: { $0.part == part && $0.encoding == encoding }) {
            if encoding == .json { entries[index].bytes.append(UInt8(ascii: ",")) }
            entries[index].bytes += field
            entries[index].count += 1
        } else {
            entries.append(Entry(part: part, encoding: encoding, bytes: Array(field), count: 1))
        }
    }

    package mutating func append(contentsOf other: UnknownFields) { entries += other.entries }

    package mutating func removeAll(_ encoding: Encoding) { entries.removeAll { $0.encoding == encoding } }
}
