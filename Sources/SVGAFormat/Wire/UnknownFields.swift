package import SVGAModel
package import SVGASupport

/// The unknown fields of a file, which are preserved when it is read and written (Rules of rendering, section 9). Without fields it takes 8
/// bytes.
package struct UnknownFields: Hashable, Sendable {
    /// The part of a wire value that a field belongs to. In the file each part is a separate message or object.
    package enum Part: UInt8, Sendable, CaseIterable {
        /// The value itself.
        case own
        /// A movie's `params`, which is `movie` in JSON.
        case params
        /// A movie's `viewBox`, which exists only in JSON.
        case viewBox
        /// The type and the args of a shape with an unknown type, only in JSON; in protobuf they have separate fields.
        case kind
        case layout, transform, args, styles, fill, stroke
    }

    package enum Encoding: UInt8, Sendable {
        /// Complete fields, tag and value, one after the other.
        case protobuf
        /// Complete members, name and value, with commas between them.
        case json
    }

    /// The fields of one part in one encoding.
    package struct Entry: Hashable, Sendable {
        package let part: Part
        package let encoding: Encoding
        package fileprivate(set) var bytes: [UInt8]
        /// The number of fields.
        package fileprivate(set) var count: Int

        package init(part: Part, encoding: Encoding, bytes: [UInt8], count: Int) {
            self.part = part
            self.encoding = encoding
            self.bytes = bytes
            self.count = count
        }
    }

    /// Sorted by part and encoding, so that equal fields are equal independent of insertion order.
    package private(set) var entries: [Entry] = []

    /// - Parameter entries: at most one for each part and encoding, in any order.
    package init(entries: [Entry]) { for entry in entries { insert(entry) } }

    package init() {}

    package var isEmpty: Bool { entries.isEmpty }

    /// The fields to write; empty if there are none.
    package subscript(part: Part, encoding: Encoding) -> [UInt8] {
        entries.first { $0.part == part && $0.encoding == encoding }?.bytes ?? []
    }

    /// The number of fields that only this encoding can represent.
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
        let order = (entry.part.rawValue, entry.encoding.rawValue)
        let index = entries.firstIndex { ($0.part.rawValue, $0.encoding.rawValue) > order } ?? entries.count
        entries.insert(entry, at: index)
    }

    /// Adds the fields of new parts.
    package mutating func append(contentsOf other: UnknownFields) { for entry in other.entries { insert(entry) } }

    package mutating func removeAll(_ encoding: Encoding) { entries.removeAll { $0.encoding == encoding } }
}

extension UnknownFields {
    /// The value that has unknown fields.
    package enum Owner: Sendable {
        case movie, image, audio, sprite, frame
        /// A shape's arguments and its unknown type determine its known fields.
        case shape(args: WireShape.Args, unknownKind: Int32)
    }

    /// Validates fields from another source, such as an unpacked folder, by reading them as part of a file.
    ///
    /// A writer copies these bytes without changes. Incomplete fields would make an unreadable file, and a known field would replace the
    /// owner's own value.
    ///
    /// - Returns: the entry with normalized bytes and its field count.
    /// - Throws: why it cannot be written, as the end of a sentence about the bytes.
    /// - Complexity: linear in the bytes.
    package static func readBack(_ entry: Entry, in owner: Owner, limits: ReadLimits) throws(UnknownFieldsFault) -> Entry {
        switch entry.encoding {
        case .protobuf: try protobuf(entry, owner)
        case .json: try json(entry, owner, limits)
        }
    }

    // MARK: - Protobuf

    private static func protobuf(_ entry: Entry, _ owner: Owner) throws(UnknownFieldsFault) -> Entry {
        guard let message = owner.message(of: entry.part) else {
            throw UnknownFieldsFault(reason: "there is no protobuf message \(entry.part) here")
        }
        var count = 0
        do throws(SVGAError) {
            try entry.bytes.withUnsafeBufferPointer { (buffer) throws(SVGAError) in
                var cursor = ProtobufCursor(buffer, 0..<buffer.count)
                while let field = try cursor.next() {
                    guard message.field(field.number) == nil else {
                        throw .protobuf(byteOffset: field.offset, reason: "field \(field.number) of \(message.rawValue) is not unknown")
                    }
                    count += 1
                }
            }
        } catch {
            throw UnknownFieldsFault(reason: "these are not complete unknown fields: \(error.message)")
        }
        guard count > 0 else { throw UnknownFieldsFault(reason: "it has no fields") }
        return Entry(part: entry.part, encoding: .protobuf, bytes: entry.bytes, count: count)
    }

    // MARK: - JSON

    private static func json(_ entry: Entry, _ owner: Owner, _ limits: ReadLimits) throws(UnknownFieldsFault) -> Entry {
        guard let (head, tail) = owner.text(around: entry.part) else {
            throw UnknownFieldsFault(reason: "there is no JSON object \(entry.part) here")
        }
        do throws(SVGAError) {
            let count = try memberCount(entry.bytes)
            guard count > 0 else { throw .json(byteOffset: 0, reason: "it has no members") }
            // The reader determines the known members: unknown ones leave the rest of the movie unchanged.
            let found = try read(Array(head.utf8) + entry.bytes + Array(tail.utf8), limits)
            var expected = owner.movie(with: entry.part)
            let fields = owner.unknown(in: found)
            owner.set(fields, in: &expected)
            guard found == expected, fields.entries.count == 1, fields.entries[0].part == entry.part, fields.entries[0].count == count
            else { throw .json(byteOffset: 0, reason: "some of them are not unknown") }
            return fields.entries[0]
        } catch {
            throw UnknownFieldsFault(reason: "these are not complete unknown members: \(error.message)")
        }
    }

    /// The number of members of an object with exactly these bytes.
    private static func memberCount(_ bytes: [UInt8]) throws(SVGAError) -> Int {
        let text = [UInt8(ascii: "{")] + bytes + [UInt8(ascii: "}")]
        return try text.withUnsafeBufferPointer { (text) throws(SVGAError) in
            var scanner = JSONScanner(text)
            try scanner.enter()
            var count = 0
            while try scanner.nextKey() != nil {
                try scanner.skipValue()
                count += 1
            }
            try scanner.finish()
            return count
        }
    }

    private static func read(_ text: [UInt8], _ limits: ReadLimits) throws(SVGAError) -> WireMovie {
        try text.withUnsafeBufferPointer { (text) throws(SVGAError) in
            var reader = JSONReader(text, limits: limits)
            var diagnostics = DiagnosticList()
            return try reader.read(diagnostics: &diagnostics).movie
        }
    }
}

/// Why bytes cannot be written as unknown fields.
package struct UnknownFieldsFault: Error {
    package let reason: Message
}

extension UnknownFields.Owner {
    /// nil: protobuf has no such message in the owner.
    fileprivate func message(of part: UnknownFields.Part) -> ProtobufSchema? {
        switch (self, part) {
        case (.movie, .own): .movie
        case (.movie, .params): .params
        case (.image, .own): .image
        case (.audio, .own): .audio
        case (.sprite, .own): .sprite
        case (.frame, .own): .frame
        case (.frame, .layout): .layout
        case (.frame, .transform), (.shape, .transform): .transform
        case (.shape, .own): .shape
        case (.shape(.rect, _), .args): .rect
        case (.shape(.ellipse, _), .args): .ellipse
        case (.shape, .args): .path
        case (.shape, .styles): .style
        case (.shape, .fill), (.shape, .stroke): .color
        default: nil
        }
    }

    /// The JSON text around the members of a part, with nothing else; nil: JSON has no such object in the owner.
    fileprivate func text(around part: UnknownFields.Part) -> (head: String, tail: String)? {
        let frame = (head: "{\"sprites\":[{\"frames\":[{", tail: "}]}]}")
        let shape = (head: frame.head + "\"shapes\":[{", tail: "}]" + frame.tail)
        switch (self, part) {
        case (.movie, .own): return ("{", "}")
        case (.movie, .params): return ("{\"movie\":{", "}}")
        case (.movie, .viewBox): return ("{\"movie\":{\"viewBox\":{", "}}}")
        case (.audio, .own): return ("{\"audios\":[{", "}]}")
        case (.sprite, .own): return ("{\"sprites\":[{", "}]}")
        case (.frame, .own): return frame
        case (.frame, .layout), (.frame, .transform): return (frame.head + "\"\(part)\":{", "}" + frame.tail)
        case (.shape(_, let unknownKind), .kind):
            return (shape.head + (unknownKind == 0 ? "" : "\"type\":\(unknownKind),"), shape.tail)
        case (.shape, .own): return shape
        case (.shape, .args), (.shape, .transform), (.shape, .styles): return (shape.head + "\"\(part)\":{", "}" + shape.tail)
        default: return nil
        }
    }

    /// The movie that ``text(around:)`` represents.
    fileprivate func movie(with part: UnknownFields.Part) -> WireMovie {
        var movie = WireMovie()
        var frame = WireFrame()
        var transform = WireTransform()
        (transform.a, transform.d) = (1, 1)
        switch self {
        case .movie, .image: return movie
        case .audio:
            movie.audios = [WireAudio()]
            return movie
        case .sprite:
            movie.sprites = [WireSprite()]
            return movie
        case .frame:
            if part == .layout { frame.layout = WireLayout() }
            if part == .transform { frame.transform = transform }
        case .shape(_, let unknownKind):
            var shape = WireShape()
            if part == .kind { (shape.kind, shape.unknownKind) = (nil, unknownKind) }
            if part == .args { shape.args = .shape(d: "") }
            if part == .styles { shape.styles = WireStyle() }
            if part == .transform { shape.transform = transform }
            frame.shapes = [shape]
        }
        movie.sprites = [WireSprite(frames: [frame])]
        return movie
    }

    /// The owner's unknown fields in a movie that was read from ``text(around:)``.
    fileprivate func unknown(in movie: WireMovie) -> UnknownFields {
        let frame = movie.sprites.first?.frames.first
        return switch self {
        case .movie: movie.unknown
        case .image: UnknownFields()
        case .audio: movie.audios.first?.unknown ?? UnknownFields()
        case .sprite: movie.sprites.first?.unknown ?? UnknownFields()
        case .frame: frame?.unknown ?? UnknownFields()
        case .shape: frame?.shapes.first?.unknown ?? UnknownFields()
        }
    }

    fileprivate func set(_ unknown: UnknownFields, in movie: inout WireMovie) {
        switch self {
        case .movie: movie.unknown = unknown
        case .image: break
        case .audio: movie.audios[0].unknown = unknown
        case .sprite: movie.sprites[0].unknown = unknown
        case .frame: movie.sprites[0].frames[0].unknown = unknown
        case .shape: movie.sprites[0].frames[0].shapes[0].unknown = unknown
        }
    }
}
