public import SVGAModel
package import SVGASupport

/// The errors of reading a file. The description does not contain the file's name.
extension SVGAError {
    /// The file is empty.
    package static let empty = SVGAError(.invalidFile, "the file is empty", detail: nil)

    /// The file is neither a known container nor protobuf; `firstBytes` has at most 8 bytes.
    package static func unknownContainer(firstBytes: [UInt8]) -> SVGAError {
        SVGAError(.invalidFile, "not an SVGA file: it starts with \(firstBytes[...].hexadecimal)", detail: .unknownContainer)
    }

    /// The file has another format, or is damaged in a known way.
    package static func otherFormat(_ kind: FileKind) -> SVGAError {
        SVGAError(.invalidFile, "not an SVGA file: it is \(kind.message)", detail: .otherFormat(kind))
    }

    /// The zlib or gzip stream is damaged, or its checksum is wrong. The offset is in the file.
    package static func inflate(byteOffset: Int, reason: Message) -> SVGAError {
        SVGAError(
            .invalidFile, "the compressed stream is invalid: \(reason) (byte \(byteOffset))", subject: .byteOffset(byteOffset),
            detail: .inflate)
    }

    /// The compressed stream is incomplete. It ends at this offset of the file.
    package static func truncated(byteOffset: Int) -> SVGAError {
        SVGAError(
            .invalidFile, "the compressed stream is truncated (byte \(byteOffset))", subject: .byteOffset(byteOffset),
            detail: .truncated)
    }

    /// The ZIP cannot be opened; `reason` is libzip's text.
    package static func zip(reason: Message) -> SVGAError {
        SVGAError(.invalidFile, "the ZIP cannot be read: \(reason)", detail: .zip(reason: reason))
    }

    /// An entry is encrypted or damaged, or libzip does not support its compression.
    package static func zipEntry(name: String, reason: Message) -> SVGAError {
        SVGAError(.invalidFile, "the ZIP entry \"\(name)\" cannot be read: \(reason)", detail: nil)
    }

    /// The ZIP has neither `movie.binary` nor `movie.spec`.
    package static func zipWithoutMovie(entries: [String]) -> SVGAError {
        let shown = Message.quoted(entries.prefix(5))
        let more: Message = entries.count > 5 ? " and \(entries.count - 5) more" : ""
        return SVGAError(
            .invalidFile,
            entries.isEmpty ? "the ZIP is empty" : "the ZIP has neither movie.binary nor movie.spec; it has \(shown)\(more)",
            detail: .zipWithoutMovie(entries: entries))
    }

    /// The protobuf message is damaged. The offset is in the decompressed message.
    package static func protobuf(byteOffset: Int, reason: Message) -> SVGAError {
        SVGAError(
            .invalidFile, "the protobuf message is invalid: \(reason) (byte \(byteOffset) decompressed)", subject: .byteOffset(byteOffset),
            detail: .protobuf(byteOffset: byteOffset, reason: reason))
    }

    /// The JSON of `movie.spec` is damaged. The offset is in its text.
    package static func json(byteOffset: Int, reason: Message) -> SVGAError {
        SVGAError(
            .invalidFile, "movie.spec is invalid: \(reason) (byte \(byteOffset))", subject: .byteOffset(byteOffset),
            detail: .json(byteOffset: byteOffset, reason: reason))
    }

    /// Strict reading rejects an error that is tolerated by default.
    package static func strict(_ diagnostic: Diagnostic) -> SVGAError {
        SVGAError(.invalidFile, diagnostic.line, detail: .strict(diagnostic))
    }
}

/// Options for reading a file.
public struct ReadOptions: Hashable, Sendable {
    /// The limits for the file.
    public var limits: ReadLimits
    /// Whether reading throws the first diagnostic with at least the severity warning, as ``SVGAError/diagnostic``. By default it is tolerated.
    public var isStrict: Bool
    /// The codes that ``isStrict`` tolerates.
    package var allowedCodes: Set<Diagnostic.Code> = []
    /// The emulated player; nil: files are read by "Rules of rendering".
    package var emulation: EmulatedReader?

    /// Options for reading by "Rules of rendering". SVGAEmulation adds the public initializer, which has emulated players.
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
    /// Two hexadecimal digits per byte, with spaces between bytes.
    package var hexadecimal: String {
        map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true) }.joined(separator: " ")
    }
}
