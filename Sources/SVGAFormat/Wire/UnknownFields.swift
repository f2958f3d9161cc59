/// What a file says in fields that this format does not know, as the file writes it, so that it survives a read and write
/// (Rules of rendering, section 9). While there is nothing, it takes no memory but its own 8 bytes.
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

    /// In the order of parts and encodings, so that equal fields are equal whatever came first.
    package private(set) var entries: [Entry] = []

    /// - Parameter entries: at most one for each part and encoding, in any order.
    package init(entries: [Entry]) { for entry in entries { insert(entry) } }

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
            insert(Entry(part: part, encoding: encoding, bytes: Array(field), count: 1))
        }
    }

    private mutating func insert(_ entry: Entry) {
        let place = (entry.part.rawValue, entry.encoding.rawValue)
        let index = entries.firstIndex { ($0.part.rawValue, $0.encoding.rawValue) > place } ?? entries.count
        entries.insert(entry, at: index)
    }

    /// Adds fields of parts that have none yet.
    package mutating func append(contentsOf other: UnknownFields) { for entry in other.entries { insert(entry) } }

    package mutating func removeAll(_ encoding: Encoding) { entries.removeAll { $0.encoding == encoding } }
}
