import SVGAFormat
import SVGAModel
import SVGASupport
import SVGATasks

/// Parses the jobs of a file or pipe: one JSON object per line, or CSV with a header record. The first record decides the format. Only one
/// record is in memory at a time.
struct JobFile {
    /// One job: a JSON object whose members are options, or an error.
    struct Entry {
        /// The number of its first line, 1-based.
        let line: Int
        let job: Result<JSONValue, TaskError>
    }

    private var records: RecordReader
    /// The columns of CSV; nil for one JSON object per line.
    private var columns: [Column]?
    private var hasBegun = false

    /// - Parameter more: reads the next bytes; returns an empty array at the end.
    init(_ more: @escaping () throws(SVGAError) -> [UInt8]) { records = RecordReader(more) }

    /// - Returns: nil at the end.
    /// - Throws: ``JobFileError`` if no more jobs can be read.
    mutating func next() throws(JobFileError) -> Entry? {
        while let record = try nextRecord() {
            guard let bytes = record.bytes else {
                return Entry(line: record.line, job: .failure(RecordReader.tooLong))
            }
            if try skips(bytes, record.line) { continue }
            return Entry(line: record.line, job: job(bytes))
        }
        return nil
    }

    /// Counts the remaining jobs without parsing them.
    mutating func count() throws(JobFileError) -> Int {
        var count = 0
        while let record = try nextRecord() {
            if let bytes = record.bytes {
                if try skips(bytes, record.line) { continue }
                if columns != nil, !String.isUTF8(bytes) { throw .broken(JobFile.notUTF8("line \(record.line)")) }
            }
            count += 1
        }
        guard count > 0 else { throw .broken(JobFile.isEmpty) }
        return count
    }

    /// Whether a record has no job: it is empty, or it is the CSV header, whose columns are stored.
    private mutating func skips(_ bytes: [UInt8], _ line: Int) throws(JobFileError) -> Bool {
        guard let first = bytes.first(where: { $0 != 0x20 && $0 != 0x09 }) else { return true }
        if hasBegun { return false }
        hasBegun = true
        try JobFile.checkForm(bytes, line)
        if first == UInt8(ascii: "{") { return false }
        columns = try JobFile.columns(bytes)
        return true
    }

    static let isEmpty = TaskError.usage("the file has no jobs", advice: "see svga help jobs")

    fileprivate static func notUTF8(_ what: String) -> TaskError {
        TaskError.usage("\(what) is not UTF-8", advice: "convert the file, for example with iconv -f GBK -t UTF-8")
    }

    /// Throws for formats that are often saved by mistake, for example CSV with semicolons or a JSON array.
    private static func checkForm(_ first: [UInt8], _ line: Int) throws(JobFileError) {
        func fail(_ message: TaskText, _ advice: TaskText) throws(JobFileError) {
            throw .broken(TaskError.usage(message, advice: advice))
        }
        if first.starts(with: [0xFF, 0xFE]) || first.starts(with: [0xFE, 0xFF]) || first.contains(0) {
            try fail("the file is UTF-16, not UTF-8", "convert the file, for example with iconv -f UTF-16 -t UTF-8")
        }
        if !String.isUTF8(first) { throw .broken(notUTF8("line \(line)")) }
        if first.contains(0x0D) { try fail("the lines end with CR alone", "save the file with LF or CRLF at the ends of lines") }
        let begin = first.first { $0 != 0x20 && $0 != 0x09 }
        if begin == UInt8(ascii: "{") { return }
        if begin == UInt8(ascii: "[") { try fail("the jobs are a JSON array", "write one object per line, for example with jq -c '.[]'") }
        if first.contains(UInt8(ascii: ",")) { return }
        for (text, name) in [(";", "semicolons"), ("\t", "tabs"), ("|", "vertical bars"), ("，", "full-width commas")]
        where first.firstRange(of: text.utf8) != nil {
            try fail("the columns are separated by \(name)", "save the file as CSV with commas")
        }
    }

    private mutating func nextRecord() throws(JobFileError) -> RecordReader.Record? {
        let record: RecordReader.Record?
        do throws(SVGAError) {
            // Only CSV has quoted line breaks, and only after the header.
            record = try records.next(isQuoting: columns != nil)
        } catch {
            throw .reading(error)
        }
        if let fault = record?.fault { throw .broken(fault) }
        return record
    }

    private func job(_ bytes: [UInt8]) -> Result<JSONValue, TaskError> {
        do throws(TaskError) {
            guard String.isUTF8(bytes) else { throw JobFile.notUTF8("this") }
            if let columns { return .success(try JobFile.job(bytes, columns)) }
            do throws(JSONError) {
                return .success(try JSONValue(parsing: bytes))
            } catch {
                throw .usage("this is not JSON: \(error.reason) (column \(error.column))")
            }
        } catch {
            return .failure(error)
        }
    }

    // MARK: CSV

    /// A CSV column. The name `size` sets an option; the name `set-text.name` sets the key `name` of the option `set-text`.
    private struct Column {
        let option: String
        let key: String?
        let isFlag: Bool
    }

    private static func columns(_ bytes: [UInt8]) throws(JobFileError) -> [Column] {
        var columns: [Column] = []
        do throws(TaskError) {
            var seen: Set<[UInt8]> = []
            for name in try RecordReader.fields(bytes) {
                guard seen.insert(Array(name.utf8)).inserted else { throw .usage("the column \"\(name)\" appears twice") }
                let halves = name.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
                let info = JobKeys.jobOnly.contains(halves[0]) ? nil : try JobKeys.info(halves[0])
                let key = halves.count == 2 ? halves[1] : nil
                if key != nil, !JSONOptions.keyed.contains(halves[0]) {
                    throw .usage("\(halves[0]) does not have a key, as in \"\(name)\"")
                }
                columns.append(Column(option: halves[0], key: key, isFlag: info?.kind == .flag))
            }
        } catch {
            let (_, message, advice) = error.parts
            throw .header(
                .usage(message, advice: advice.isEmpty ? "the first line of CSV names the columns; a JSON job begins with {" : advice))
        }
        return columns
    }

    /// The job of a CSV record. Empty fields set nothing.
    private static func job(_ bytes: [UInt8], _ columns: [Column]) throws(TaskError) -> JSONValue {
        let fields = try RecordReader.fields(bytes)
        guard fields.count == columns.count else {
            throw .usage("\(Units.count(fields.count, "field")) for \(Units.count(columns.count, "column"))")
        }
        var members: [JSONValue.Member] = []
        for (column, field) in zip(columns, fields) where !field.isEmpty {
            var value = JSONValue.string(field)
            if column.isFlag {
                guard field == "true" || field == "false" else { throw .usage("\(column.option) needs true or false, not \"\(field)\"") }
                value = .bool(field == "true")
            }
            if let key = column.key { value = .object([JSONValue.Member(name: key, value: value)]) }
            members.append(JSONValue.Member(name: column.option, value: value))
        }
        return .object(members)
    }
}

/// The reason why no more jobs can be read.
enum JobFileError: Error {
    case reading(SVGAError)
    /// The CSV header is invalid.
    case header(TaskError)
    /// The file is invalid.
    case broken(TaskError)
}

extension String {
    fileprivate static func isUTF8(_ bytes: [UInt8]) -> Bool { String(validating: bytes, as: UTF8.self) != nil }
}

/// Splits a byte stream into lines, or into CSV records (RFC 4180), in which quoted fields may contain line breaks.
struct RecordReader {
    struct Record {
        /// The number of its first line, 1-based.
        let line: Int
        /// The bytes without the line break; nil if there are more than ``maximumBytes``.
        let bytes: [UInt8]?
        /// The error if a misplaced quotation mark spans several lines. The end of the record is then unknown, so no more records can be read.
        var fault: TaskError?
    }

    static let maximumBytes = 1 << 20
    static let tooLong = TaskError.usage("a job of more than \(maximumBytes) bytes", advice: "look for a quotation mark that is not closed")

    private let more: () throws(SVGAError) -> [UInt8]
    private var buffer: [UInt8] = []
    /// The offset of the next record in ``buffer``.
    private var start = 0
    private var line = 1
    private var isAtEnd = false
    private var isAtStart = true

    init(_ more: @escaping () throws(SVGAError) -> [UInt8]) { self.more = more }

    /// - Returns: nil at the end.
    mutating func next(isQuoting: Bool) throws(SVGAError) -> Record? {
        try skipByteOrderMark()
        var scan = FieldScan()
        var end = start
        var breaks = 0
        var quoteLine = line
        var isTooLong = false
        var fault: TaskError?
        while true {
            while end < buffer.count {
                let byte = buffer[end]
                end += 1
                if byte == 0x0A {
                    breaks += 1
                    if !isQuoting || !scan.isQuoted { return take(to: end, breaks, isTooLong, fault) }
                }
                if isQuoting {
                    if scan.isAtStart { quoteLine = line + breaks }
                    scan.pass(byte)
                    // A misplaced quotation mark that opens and closes in one line affects only that job.
                    if scan.isStray, quoteLine != line + breaks { fault = fault ?? RecordReader.strayQuote(quoteLine, line + breaks) }
                }
            }
            if isAtEnd {
                guard end > start || isTooLong else { return nil }
                if isQuoting, scan.isQuoted { fault = fault ?? RecordReader.openQuote(quoteLine) }
                return take(to: end, breaks + 1, isTooLong, fault)
            }
            if end - start > RecordReader.maximumBytes {
                isTooLong = true
                start = end
            }
            let part = try more()
            isAtEnd = part.isEmpty
            buffer.removeFirst(start)
            end -= start
            start = 0
            buffer += part
        }
    }

    /// Skips a byte order mark before the first record. The mark may arrive in several parts.
    private mutating func skipByteOrderMark() throws(SVGAError) {
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        while isAtStart, !isAtEnd, buffer.count < mark.count {
            let part = try more()
            isAtEnd = part.isEmpty
            buffer += part
        }
        if isAtStart, buffer.starts(with: mark) { buffer.removeFirst(mark.count) }
        isAtStart = false
    }

    private static let quoteAdvice: TaskText = "close it, or write it twice inside a text"

    private static func openQuote(_ line: Int) -> TaskError {
        TaskError.usage("the quotation mark that opens in line \(line) is not closed, so nothing after it can be read", advice: quoteAdvice)
    }

    private static func strayQuote(_ line: Int, _ end: Int) -> TaskError {
        TaskError.usage(
            "the quotation mark that opens in line \(line) is not closed before line \(end), in the middle of a text",
            advice: quoteAdvice)
    }

    private mutating func take(to end: Int, _ breaks: Int, _ isTooLong: Bool, _ fault: TaskError?) -> Record {
        defer {
            start = end
            line += breaks
        }
        if isTooLong || end - start > RecordReader.maximumBytes { return Record(line: line, bytes: nil, fault: fault) }
        var bytes = buffer[start..<end]
        if bytes.last == 0x0A { bytes.removeLast() }
        if bytes.last == 0x0D { bytes.removeLast() }
        return Record(line: line, bytes: Array(bytes), fault: fault)
    }

    /// The fields of a CSV record.
    static func fields(_ record: [UInt8]) throws(TaskError) -> [String] {
        var fields: [String] = []
        var field: [UInt8] = []
        var scan = FieldScan()
        func finish() throws(TaskError) {
            guard let text = String(validating: field, as: UTF8.self) else { throw JobFile.notUTF8("this") }
            fields.append(text)
            field = []
        }
        for byte in record {
            let isContent = scan.pass(byte)
            if scan.isStray { throw .usage("text follows a closing quotation mark", advice: "write a quotation mark inside a text twice") }
            if byte == UInt8(ascii: ","), !scan.isQuoted {
                try finish()
            } else if isContent {
                field.append(byte)
            }
        }
        if scan.isQuoted { throw .usage("a quotation mark that is not closed") }
        try finish()
        return fields
    }

    /// Tracks the quotation marks that open and close a field. All other quotation marks are normal characters.
    private struct FieldScan {
        private(set) var isQuoted = false
        private(set) var isAtStart = true
        /// Whether the last byte is text after a closing quotation mark. One of the field's quotation marks is then misplaced.
        private(set) var isStray = false
        /// Whether the last byte closed a quoted field. If the next byte is a quotation mark too, the pair is one quotation mark of the text.
        private var wasClosed = false
        /// Whether a quoted field has ended. Only spaces, a comma or the end of the record may follow.
        private var isClosed = false

        /// Processes the next byte.
        /// - Returns: whether the byte belongs to a field's text. The caller must handle the commas between fields.
        @discardableResult
        mutating func pass(_ byte: UInt8) -> Bool {
            let isMark = byte == UInt8(ascii: "\"")
            isStray = false
            if isQuoted {
                isQuoted = !isMark
                (wasClosed, isClosed) = (isMark, isMark)
                return !isMark
            }
            if isMark && wasClosed {
                isQuoted = true
                (wasClosed, isClosed) = (false, false)
                return true
            }
            wasClosed = false
            let isComma = byte == UInt8(ascii: ",")
            isStray = isClosed && !isComma && ![0x20, 0x09, 0x0D, 0x0A].contains(byte)
            if isComma { isClosed = false }
            if isMark && isAtStart {
                isQuoted = true
                isAtStart = false
                return false
            }
            isAtStart = isComma
            return true
        }
    }
}
