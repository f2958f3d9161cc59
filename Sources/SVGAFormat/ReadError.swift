public import SVGAModel

/// Why a file could not be read. The description is one line for a person.
public enum SVGAError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The file cannot be opened or read: missing, a directory, not allowed.
    case file(reason: String)
    /// There are no bytes.
    case empty
    /// Neither a container this format knows nor protobuf; `firstBytes` are up to 8 of them.
    case unknownContainer(firstBytes: [UInt8])
    /// A file of another kind, or one that was damaged in a known way.
    case otherFormat(FileKind)
    /// The zlib or gzip stream is damaged or fails its checksum; the offset is into the file.
    case inflate(byteOffset: Int, reason: String)
    /// The compressed stream ends at this position of the file, before it is complete.
    case truncated(byteOffset: Int)
    /// The ZIP as a whole cannot be read; `reason` is libzip's text.
    case zip(reason: String)
    /// An entry is encrypted, damaged or packed in a way libzip cannot read.
    case zipEntry(name: String, reason: String)
    /// A ZIP with neither `movie.binary` nor `movie.spec`.
    case zipWithoutMovie(entries: [String])
    /// The protobuf message is damaged; the offset is into the inflated message.
    case protobuf(byteOffset: Int, reason: String)
    /// The JSON of `movie.spec` is damaged; the offset is into its text.
    case json(byteOffset: Int, reason: String)
    /// The file asks for more than the limits of the ``ReadOptions`` allow.
    case limit(LimitExceeded)
    /// Strict reading met something that is otherwise tolerated.
    case strict(Diagnostic)

    /// One line for a person, without the file's name.
    public var description: String {
        switch self {
        case .file(let reason): return reason
        case .empty: return "the file is empty"
        case .unknownContainer(let bytes):
            return "not an SVGA file: it starts with \(bytes[...].hexadecimal)"
        case .otherFormat(let kind): return "not an SVGA file: it is \(kind)"
        case .truncated(let offset): return "the compressed stream is broken: it ends too early (byte \(offset))"
        case .inflate(let offset, let reason): return "the compressed stream is broken: \(reason) (byte \(offset))"
        case .zip(let reason): return "the ZIP cannot be read: \(reason)"
        case .zipEntry(let name, let reason): return "the ZIP entry \"\(name)\" cannot be read: \(reason)"
        case .zipWithoutMovie(let entries):
            let shown = entries.prefix(5).map { "\"\($0)\"" }.joined(separator: ", ")
            let more = entries.count > 5 ? " and \(entries.count - 5) more" : ""
            return entries.isEmpty
                ? "the ZIP is empty" : "the ZIP has neither movie.binary nor movie.spec; it has \(shown)\(more)"
        case .protobuf(let offset, let reason): return "the protobuf message is broken: \(reason) (byte \(offset) inflated)"
        case .json(let offset, let reason): return "movie.spec is broken: \(reason) (byte \(offset))"
        case .limit(let limit): return limit.description
        case .strict(let diagnostic): return diagnostic.description
        }
    }
}

/// How to read a file.
public struct ReadOptions: Hashable, Sendable {
    /// What the file may ask for.
    public var limits: ReadLimits
    /// Whether the first diagnostic of at least a warning is thrown as ``SVGAError/diagnostic``. By default everything that can be tolerated is.
    public var isStrict: Bool
    /// The emulated player that reads; nil: by "Rules of rendering".
    package var emulation: EmulatedReader?

    /// By "Rules of rendering"; SVGAEmulation adds the init for emulated players, which is the public one.
    @usableFromInline package init(limits: ReadLimits = .default, isStrict: Bool = false) {
        self.limits = limits
        self.isStrict = isStrict
    }
}

extension ArraySlice<UInt8> {
    /// Two digits a byte, with spaces between bytes.
    package var hexadecimal: String {
        map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true) }.joined(separator: " ")
    }
}
