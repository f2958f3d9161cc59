package import SVGASupport

/// The error of reading, loading, drawing, editing, checking, exporting or writing.
///
/// Programs use ``kind``; ``description`` is one line for a person. A call that throws has changed nothing, unless its documentation says otherwise.
public struct SVGAError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of an error, for decisions of the caller. Later versions may add kinds, so write a `default` in a `switch`.
    public enum Kind: Hashable, Sendable {
        /// The bytes are broken, truncated, empty or of another format.
        case invalidFile
        /// The input is valid, but this build, this library or this format cannot represent it.
        case unsupported
        /// A key, frame, size, option, pattern or markup of the caller is wrong.
        case invalidRequest
        /// The file or the request exceeds a limit of ``ReadLimits``; ``SVGAError/limit`` says which, where it is known.
        case limit
        /// The output exceeds `maximumBytes`, a target size or a page of a sheet.
        case tooLarge
        /// The system cannot open, read, write or replace a file.
        case file
        /// A file exists at the output's path, or the output folder is not empty, and overwriting was not requested.
        case fileExists
        /// No file, resource or id has this name, or a cache has no answer for a request that must not be sent.
        case notFound
        /// The server's response is an error or incomplete, or the connection failed; ``SVGAError/httpStatus`` has the status.
        case network
        /// A transfer or an export took longer than allowed.
        case timedOut
        /// The host is in a private network, or the id leads out of its folder.
        case refused
        /// Drawing or a codec failed, or memory ran out.
        case encoding
        /// The task was canceled.
        case cancelled
    }

    /// The object that an error concerns.
    public enum Subject: Hashable, Sendable {
        /// A file or folder.
        case path(String)
        /// An address.
        case url(String)
        /// The imageKey of a sprite, image, matte or sound.
        case key(String)
        /// A frame, counted from 0, and the key of its sprite if there is one.
        case frame(Int, key: String?)
        /// An offset into the file, its inflated message or its JSON.
        case byteOffset(Int)
    }

    /// Details of an error, for decisions of this package.
    package enum Detail: Hashable, Sendable {
        // Files
        case unknownContainer
        case otherFormat(FileKind)
        case inflate
        case truncated
        case zip(reason: Message)
        case zipWithoutMovie(entries: [String])
        case protobuf(byteOffset: Int, reason: Message)
        case json(byteOffset: Int, reason: Message)
        case strict(Diagnostic)
        case file(reason: Message)
        case unsupported([Message])
        case library(reason: Message)
        case notLottie(reason: Message)
        case brokenLottie(location: String, reason: Message)
        case archive(reason: Message)
        // Pictures
        case unknownFormat
        case truncatedImage
        case broken(ImageEntity.Format, reason: Message)
        case unsupportedImage(ImageEntity.Format, reason: Message)
        case encoding(ImageEntity.Format, reason: Message)
        case outOfMemory
        // Drawing
        case frameOutOfRange
        case emptyOutput
        case sideTooLong
        case unknownKey(nearest: [String])
        case fontFile(path: String, reason: Message)
        case noFonts
        case markup
        case drawing
        // Export
        case impossible
        case pattern(String, reason: Message)
        case alphaNotHeld(format: String, frame: Int)
        case sound(String, reason: Message)
        case codec(String, reason: Message)
        case encode
        case unavailable(format: String)
        case timedOut
        case tooLarge(bytes: Int, allowed: Int)
        case doesNotFit
        // Editing
        case invalid(reason: Message)
        case keyTaken
        case notASound
        case target(bytes: Int?, decodedBytes: Int?, minimumSimilarity: Double?, found: Message)
        case folderNotEmpty(path: String)
        case readFile(path: String, reason: Message)
        case writeFile(path: String, reason: Message)
        case folder(location: String, line: Int, reason: Message)
        // Loading
        /// `retryAfter` is in seconds; nil if the server does not say.
        case http(status: Int, retryAfter: Int? = nil)
    }

    /// The content of an error, in a class: a thrown error is then one pointer and does not enlarge the stack frames of throwing functions.
    private final class Storage: Hashable, Sendable {
        let kind: Kind
        let message: Message
        let subject: Subject?
        let limit: LimitExceeded?
        let detail: Detail?
        let cause: SVGAError?

        init(
            _ kind: Kind, _ message: Message, _ subject: Subject?, _ limit: LimitExceeded?, _ detail: Detail?, _ cause: SVGAError?
        ) {
            self.kind = kind
            self.message = message
            self.subject = subject
            self.limit = limit
            self.detail = detail
            self.cause = cause
        }

        static func == (left: Storage, right: Storage) -> Bool {
            left === right
                || left.kind == right.kind && left.message == right.message && left.subject == right.subject
                    && left.limit == right.limit && left.detail == right.detail
        }

        func hash(into hasher: inout Hasher) {
            hasher.combine(kind)
            hasher.combine(message)
        }
    }

    private let storage: Storage

    /// Creates an error, for your own animations and providers of animations.
    /// - Parameters:
    ///   - kind: the kind, for decisions of the caller.
    ///   - description: one line for a person, without a full stop.
    ///   - subject: the object that the error concerns; nil: the entire call.
    public init(_ kind: Kind, _ description: String, subject: Subject? = nil) {
        storage = Storage(kind, Message(verbatim: description), subject, nil, nil, nil)
    }

    package init(_ kind: Kind, _ message: Message, subject: Subject? = nil, limit: LimitExceeded? = nil, detail: Detail?) {
        storage = Storage(kind, message, subject, limit, detail, nil)
    }

    /// The same error with a text before its description, and with a subject if it has none.
    package func prefixed(_ prefix: Message, about subject: Subject? = nil) -> SVGAError {
        SVGAError(storage: Storage(kind, "\(prefix): \(message)", self.subject ?? subject, limit, detail, self))
    }

    private init(storage: Storage) { self.storage = storage }

    /// The kind, for decisions of the caller.
    public var kind: Kind { storage.kind }
    /// One line for a person, without a full stop.
    public var description: String { storage.message.description }
    /// The description, which can be translated.
    package var message: Message { storage.message }
    /// The object that the error concerns; nil: the entire file or call.
    public var subject: Subject? { storage.subject }
    /// The limit of ``ReadLimits`` that was exceeded; nil for another kind, for `maximumBytes`, and for a download over `inputBytes`.
    public var limit: LimitExceeded? { storage.limit }
    /// Details, for decisions of this package.
    package var detail: Detail? { storage.detail }
    /// The limit, unless it was exceeded by an image or a text for one key.
    package var movieLimit: LimitExceeded? { cause == nil ? limit : nil }
    /// The error that ``prefixed(_:about:)`` was called on.
    package var cause: SVGAError? { storage.cause }
}

extension SVGAError {
    /// The kind of a file that is not a movie; nil for other errors.
    package var fileKind: FileKind? {
        if case .otherFormat(let kind)? = detail { kind } else { nil }
    }

    /// The status of a server's response that is not a success; nil for other errors.
    public var httpStatus: Int? {
        if case .http(let status, _)? = detail { status } else { nil }
    }

    /// The seconds after which the server wants to be asked again; nil if it does not say.
    package var retryAfter: Int? {
        if case .http(_, let seconds)? = detail { seconds } else { nil }
    }

    /// Existing keys that are similar to an unknown key; empty for other errors.
    package var nearestKeys: [String] {
        if case .unknownKey(let nearest)? = detail { nearest } else { [] }
    }

    /// The diagnostic that strict reading throws; nil for other errors.
    public var diagnostic: Diagnostic? {
        if case .strict(let diagnostic)? = detail { diagnostic } else { nil }
    }
}
