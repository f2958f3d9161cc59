public import SVGAModel
package import SVGASupport

/// Why a file could not be read. The description does not contain the file's name.
extension SVGAError {
    /// There are no bytes.
    package static let empty = SVGAError(.invalidFile, "the file is empty", detail: nil)

    /// Neither a container this format knows nor protobuf; `firstBytes` are up to 8 of them.
    package static func unknownContainer(firstBytes: [UInt8]) -> SVGAError {
        SVGAError(.invalidFile, "not an SVGA file: it starts with \(firstBytes[...].hexadecimal)", detail: .unknownContainer)
    }

    /// A file of another kind, or one that was damaged in a known way.
    package static func otherFormat(_ kind: FileKind) -> SVGAError {
        SVGAError(.invalidFile, "not an SVGA file: it is \(kind.message)", detail: .otherFormat(kind))
    }

    /// The zlib or gzip stream is damaged or fails its checksum; the offset is into the file.
    package static func inflate(byteOffset: Int, reason: Message) -> SVGAError {
        SVGAError(
            .invalidFile, "the compressed stream is invalid: \(reason) (byte \(byteOffset))", subject: .byteOffset(byteOffset),
            detail: .inflate)
    }

    /// The compressed stream ends at this position of the file, before it is complete.
    package static func truncated(byteOffset: Int) -> SVGAError {
        SVGAError(
            .invalidFile, "the compressed stream is truncated (byte \(byteOffset))", subject: .byteOffset(byteOffset),
            detail: .truncated)
    }

    /// The ZIP as a whole cannot be read; `reason` is libzip's text.
    package static func zip(reason: Message) -> SVGAError {
        SVGAError(.invalidFile, "the ZIP cannot be read: \(reason)", detail: .zip(reason: reason))
    }

    /// An entry is encrypted, damaged or packed in a way libzip cannot read.
    package static func zipEntry(name: String, reason: Message) -> SVGAError {
        SVGAError(.invalidFile, "the ZIP entry \"\(name)\" cannot be read: \(reason)", detail: nil)
    }

    /// A ZIP with neither `movie.binary` nor `movie.spec`.
    package static func zipWithoutMovie(entries: [String]) -> SVGAError {
        let shown = Message.quoted(entries.prefix(5))
        let more: Message = entries.count > 5 ? " and \(entries.count - 5) more" : ""
        return SVGAError(
            .invalidFile,
            entries.isEmpty ? "the ZIP is empty" : "the ZIP has neither movie.binary nor movie.spec; it has \(shown)\(more)",
            detail: .zipWithoutMovie(entries: entries))
    }

    /// The protobuf message is damaged; the offset is into the inflated message.
    package static func protobuf(byteOffset: Int, reason: Message) -> SVGAError {
        SVGAError(
            .invalidFile, "the protobuf message is invalid: \(reason) (byte \(byteOffset) decompressed)", subject: .byteOffset(byteOffset),
            detail: .protobuf(byteOffset: byteOffset, reason: reason))
    }

    /// The JSON of `movie.spec` is damaged; the offset is into its text.
    package static func json(byteOffset: Int, reason: Message) -> SVGAError {
        SVGAError(
            .invalidFile, "movie.spec is invalid: \(reason) (byte \(byteOffset))", subject: .byteOffset(byteOffset),
            detail: .json(byteOffset: byteOffset, reason: reason))
    }

    /// Strict reading met something that is otherwise tolerated.
    package static func strict(_ diagnostic: Diagnostic) -> SVGAError {
        SVGAError(.invalidFile, diagnostic.line, detail: .strict(diagnostic))
    }
}

/// How to read a file.
public struct ReadOptions: Hashable, Sendable {
    /// What the file may ask for.
    public var limits: ReadLimits
    /// Whether the first diagnostic of at least a warning is thrown as ``SVGAError/diagnostic``. By default everything that can be tolerated is.
    public var isStrict: Bool
    /// The codes that ``isStrict`` tolerates.
    package var allowedCodes: Set<Diagnostic.Code> = []
    /// The emulated player that reads; nil: by "Rules of rendering".
    package var emulation: EmulatedReader?

    /// By "Rules of rendering"; SVGAEmulation adds the init for emulated players, which is the public one.
    @usableFromInline package init(limits: ReadLimits = .default, isStrict: Bool = false) {
        self.limits = limits
        self.isStrict = isStrict
    }

    /// The first diagnostic that is thrown with ``isStrict``.
    package func refused(_ diagnostics: [Diagnostic]) -> Diagnostic? {
        guard isStrict else { return nil }
        return diagnostics.first { $0.severity >= .warning && !($0.code.map(allowedCodes.contains) ?? false) }
    }
}

extension ArraySlice<UInt8> {
    /// Two digits a byte, with spaces between bytes.
    package var hexadecimal: String {
        map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true) }.joined(separator: " ")
    }
}
