import SVGAFormat
import SVGAModel
import SVGASupport

/// Reads single values and lists; errors contain their location.
extension FolderMovieReader {
    mutating func number() throws(SVGAError) -> Float {
        switch try kind() {
        case .number:
            let number = try scanning { (scanner) throws(SVGAError) in try scanner.number() }.float
            guard number.isFinite else { throw fault("needs a number of at most 32 bits") }
            return number
        case .string:
            let word = try text()
            guard word.hasPrefix(FolderWords.bits), let bits = UInt32(word.dropFirst(FolderWords.bits.count), radix: 16) else {
                throw fault("needs a number, not \"\(word)\"")
            }
            return Float(bitPattern: bits)
        default: throw fault("needs a number")
        }
    }

    mutating func integer() throws(SVGAError) -> Int32 {
        guard try kind() == .number else { throw fault("needs a whole number") }
        let number = try scanning { (scanner) throws(SVGAError) in try scanner.number() }.double
        guard let integer = Int32(exactly: number) else { throw fault("needs a whole number of at most 32 bits") }
        return integer
    }

    mutating func text() throws(SVGAError) -> String {
        guard try kind() == .string else { throw fault("needs a text") }
        let text = try scanning { (scanner) throws(SVGAError) in try scanner.string() }
        let size = text.utf8.count
        try taking { (budget) throws(SVGAError) in try budget.takeText(size) }
        return text
    }

    mutating func numbers(_ count: Int) throws(SVGAError) -> [Float] {
        guard try kind() == .array else { throw fault("needs \(count) numbers in brackets") }
        let start = scanner.position
        let values = try list { (reader) throws(SVGAError) in try reader.number() }
        guard values.count == count else { throw fault("needs \(count) numbers, not \(values.count)", at: start) }
        return values
    }

    mutating func choice(_ words: [String]) throws(SVGAError) -> Int32 {
        let word = try text()
        guard let index = words.firstIndex(of: word) else {
            throw fault("needs one of \(words.joined(separator: ", ")), not \"\(word)\"")
        }
        return Int32(index)
    }

    mutating func choiceOrNumber(_ words: [String]) throws(SVGAError) -> Int32 {
        try kind() == .number ? try integer() : try choice(words)
    }

    // MARK: - JSON

    mutating func kind() throws(SVGAError) -> JSONScanner.Kind {
        try scanning { (scanner) throws(SVGAError) in try scanner.peek() }
    }

    /// - Parameter body: reads the value of a member; returns false for an unknown name.
    mutating func object(
        _ body: (inout FolderMovieReader, JSONKey) throws(SVGAError) -> Bool
    ) throws(SVGAError) {
        guard try kind() == .object else { throw fault("needs members in braces") }
        try scanning { (scanner) throws(SVGAError) in try scanner.enter() }
        while let key = try scanning({ (scanner) throws(SVGAError) in try scanner.nextKey() }) {
            let name = try scanning { (scanner) throws(SVGAError) in try key.text(in: &scanner) }
            location.append(.member(name))
            let start = scanner.position
            // Errors of a value refer to its first line.
            _ = try kind()
            guard try body(&self, key) else { throw fault("this member is not supported", at: start) }
            location.removeLast()
        }
    }

    mutating func list<Value>(
        _ element: (inout FolderMovieReader) throws(SVGAError) -> Value
    ) throws(SVGAError) -> [Value] {
        guard try kind() == .array else { throw fault("needs a list in brackets") }
        try scanning { (scanner) throws(SVGAError) in try scanner.enter() }
        var values: [Value] = []
        while try scanning({ (scanner) throws(SVGAError) in try scanner.nextElement() }) {
            location.append(.index(values.count))
            _ = try kind()
            values.append(try element(&self))
            location.removeLast()
        }
        return values
    }

    mutating func scanning<Value>(
        _ body: (inout JSONScanner) throws(SVGAError) -> Value
    ) throws(SVGAError) -> Value {
        do throws(SVGAError) {
            return try body(&scanner)
        } catch {
            throw error.inFolder(location: locationText, line: line(at:))
        }
    }

    mutating func taking(_ body: (inout DocumentBudget) throws(SVGAError) -> Void) throws(SVGAError) {
        do throws(SVGAError) {
            try body(&budget)
        } catch {
            throw error.inFolder(location: locationText, line: line(at:))
        }
    }

    func fault(_ reason: Message, at offset: Int? = nil) -> SVGAError {
        .folder(location: locationText, line: line(at: offset ?? scanner.position), reason: reason)
    }

    func line(at offset: Int) -> Int {
        1 + scanner.bytes.prefix(offset).count { $0 == UInt8(ascii: "\n") }
    }

    /// Such as `sprites[3].frames[12].layout`.
    var locationText: String {
        location.reduce(into: "") { text, step in
            switch step {
            case .member(let name): text += (text.isEmpty ? "" : ".") + name
            case .index(let index): text += "[\(index)]"
            }
        }
    }
}

extension SVGAError {
    /// The same error of `movie.json`.
    /// - Parameter line: maps a byte offset to its line.
    fileprivate func inFolder(location: String, line: (Int) -> Int) -> SVGAError {
        if limit != nil { return self }
        guard case .json(let offset, let reason)? = detail else { return .folder(location: location, line: 1, reason: message) }
        return .folder(location: location, line: line(offset), reason: reason)
    }
}
