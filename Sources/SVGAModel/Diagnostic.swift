package import SVGASupport

/// A remark about a file, with a stable code.
///
/// Reading and drawing report the errors of the file that they tolerate (Rules of rendering). Checking also reports the differences of public
/// players, with remedies.
public struct Diagnostic: Error, Hashable, Sendable, CustomStringConvertible {
    /// The severity of a diagnostic, in ascending order.
    public enum Severity: Sendable, Comparable {
        /// Information; usually nothing needs to be changed.
        case info
        /// Players draw it differently, or it is probably a mistake.
        case warning
        /// A part of the movie cannot be shown.
        case error

        /// Whether `left` is less severe than `right`: `info < warning < error`.
        public static func < (left: Severity, right: Severity) -> Bool { left.rank < right.rank }

        /// The case's name, for reports.
        package var name: String { "\(self)" }
        /// The name for people.
        package var title: Message {
            switch self {
            case .info: "info"
            case .warning: "warning"
            case .error: "error"
            }
        }

        private var rank: Int {
            switch self {
            case .info: 0
            case .warning: 1
            case .error: 2
            }
        }
    }

    /// The code, if reading or drawing has reported it; nil for other stages.
    package let code: Code?
    /// The code, for example `SVGA012`. Its meaning never changes, so programs can rely on it. The article "Diagnostics" lists all codes.
    public let identifier: String
    /// The severity.
    public let severity: Severity
    /// The problem, in one sentence without a full stop.
    public var message: String { text.description }
    /// The location, for example `sprite 3 "user1", frame 12`; empty for the entire file.
    public var location: String { locationText.description }
    /// The index in ``VideoEntity/sprites``, if checking found the problem in one sprite.
    package let sprite: Int?
    /// The affected frames, ascending; empty if the problem does not depend on the frame.
    public let frames: [ClosedRange<Int>]
    /// The affected players; empty if the problem does not depend on the player.
    public let players: [PublicPlayer]
    /// The remedy, as one sentence without a full stop; empty if it was not determined.
    public var remedy: String { advice.description }

    /// ``message``, ``location`` and ``remedy``, which can be translated.
    package let text: Message
    package let locationText: Message
    /// The location without its frames, such as `sprite 3 "user1"`.
    package let owner: Message
    package let advice: Message

    package init(_ code: Code, _ message: Message, location: Message = "", owner: Message? = nil) {
        self.init(code, code.rawValue, code.severity, message, location: location, owner: owner)
    }

    /// - Parameters:
    ///   - code: nil for stages other than reading and drawing.
    ///   - identifier: the code that users see.
    ///   - owner: the location without its frames; nil: it has none.
    package init(
        _ code: Code?, _ identifier: String, _ severity: Severity, _ message: Message, location: Message = "", owner: Message? = nil,
        sprite: Int? = nil, frames: [ClosedRange<Int>] = [], players: [PublicPlayer] = [], remedy: Message = ""
    ) {
        self.code = code
        self.identifier = identifier
        self.severity = severity
        self.text = message
        self.locationText = location
        self.owner = owner ?? location
        self.sprite = sprite
        self.frames = frames
        self.players = players
        self.advice = remedy
    }

    /// A copy for other players.
    package func with(players: [PublicPlayer]) -> Diagnostic {
        Diagnostic(
            code, identifier, severity, text, location: locationText, owner: owner, sprite: sprite, frames: frames, players: players,
            remedy: advice)
    }

    /// One line, for example `SVGA021 warning: no image of this key (sprite 3 "user1")`.
    public var description: String { line.description }

    /// The same, which can be translated.
    package var line: Message {
        "\(identifier) \(severity.title): \(text)" + (locationText.isEmpty ? "" : " (\(locationText))")
    }
}

extension Diagnostic {
    /// The stable codes. A code is never reused with another meaning.
    package enum Code: String, Sendable, CaseIterable {
        /// The movie is compressed with gzip, which few players open.
        case gzipContainer = "SVGA001"
        /// The movie is protobuf without zlib compression.
        case bareProtobuf = "SVGA002"
        /// Bytes follow the end of the zlib stream.
        case trailingBytes = "SVGA003"
        /// A ZIP entry was found only by ignoring case.
        case entryCaseMismatch = "SVGA004"
        /// An image names a ZIP entry that does not exist.
        case entryMissing = "SVGA005"
        /// A text is not valid UTF-8; invalid bytes were replaced.
        case invalidUTF8 = "SVGA006"
        /// The file has fields that the format does not define.
        case unknownFields = "SVGA007"
        /// A number in the JSON is written as a string, or another value stands in its place.
        case looseJSON = "SVGA008"

        /// The frame rate is missing or 0; 20 fps is used.
        case fpsMissing = "SVGA010"
        /// The frame rate does not divide 60.
        case fpsUnusual = "SVGA011"
        /// The canvas is empty, negative or not finite.
        case viewBoxEmpty = "SVGA012"
        /// The movie's frame count is 0 or negative.
        case framesMissing = "SVGA013"

        /// A payload is neither a known image nor a known sound.
        case payloadUnknown = "SVGA020"
        /// An image is missing: no image has the key of a bitmap sprite.
        case imageMissing = "SVGA021"
        /// An image is not drawn: it cannot be decoded.
        case imageBroken = "SVGA022"
        /// Two payloads have the same key; the last one is used.
        case imageKeyTwice = "SVGA023"

        /// A sprite has fewer frames than the movie.
        case framesTooFew = "SVGA030"
        /// A sprite has more frames than the movie; they are never shown.
        case framesTooMany = "SVGA031"
        /// A sprite or shape is hidden: its transform has a number that is not finite.
        case transformNotFinite = "SVGA032"
        /// An alpha is not in the range 0 to 1.
        case alphaOutOfRange = "SVGA033"
        /// A layout has a negative size or a number that is not finite.
        case layoutInvalid = "SVGA034"

        /// A sprite is not masked: no matte has its `matteKey`.
        case matteMissing = "SVGA040"
        /// A matte has a `matteKey`, which is ignored.
        case matteOfMatte = "SVGA041"
        /// Two mattes have the same key; the first one is used.
        case matteKeyTwice = "SVGA042"

        /// A color is written as 0–255 instead of 0–1.
        case colorRange255 = "SVGA050"
        /// A path has an error; only the part before it is drawn.
        case pathBroken = "SVGA051"
        /// A path uses commands that players do not draw.
        case pathCommandsUnsupported = "SVGA052"
        /// KEEP has no earlier shapes to repeat.
        case keepWithoutShapes = "SVGA053"
        /// KEEP is not the first shape of its frame.
        case keepNotFirst = "SVGA054"
        /// A shape is not drawn: its type is unknown, or its arguments are missing.
        case shapeInvalid = "SVGA055"

        /// A sound is missing: no sound has the key of an `audios` entry.
        case audioMissing = "SVGA060"
        /// A sound is never played: no `audios` entry refers to it.
        case audioUnused = "SVGA061"

        /// Content was set for a key that no sprite has.
        case substitutionUnused = "SVGA070"

        package var severity: Severity {
            switch self {
            case .bareProtobuf, .fpsUnusual, .framesTooFew, .framesTooMany, .keepWithoutShapes, .keepNotFirst, .audioUnused,
                .trailingBytes, .matteOfMatte:
                .info
            case .imageBroken, .viewBoxEmpty, .framesMissing, .entryMissing, .audioMissing:
                .error
            default:
                .warning
            }
        }
    }
}

/// Collects the diagnostics of a stage: one for each code and location, for any number of frames.
package struct DiagnosticList: Hashable, Sendable {
    private struct Key: Hashable {
        let code: Diagnostic.Code
        let owner: Message
    }

    private struct Entry: Hashable {
        let code: Diagnostic.Code
        let owner: Message
        let message: Message
        var firstFrame: Int?
        var count: Int
    }

    /// The position of an added diagnostic. Adding the same diagnostic again needs neither text nor location.
    fileprivate enum Slot {
        /// The index in `entries`.
        case entry(Int)
        /// The diagnostic is only counted.
        case unlisted(Diagnostic.Code)
    }

    /// The maximum number of listed locations per code. Further locations are only counted.
    private static let locationsPerCode = 20

    /// In the order of their first occurrence.
    private var entries: [Entry] = []
    private var indices: [Key: Int] = [:]
    private var listed: [Diagnostic.Code: Int] = [:]
    private var unlisted: [Diagnostic.Code: Int] = [:]

    package init() {}

    package var isEmpty: Bool { entries.isEmpty }

    /// Adds a diagnostic. If its code and owner were added before, only the count grows, and the first message is kept.
    ///
    /// Each call hashes the owner. For diagnostics that may occur in every frame of a sprite, use a ``DiagnosticSite``.
    /// - Parameter owner: the location without the frame, for example `sprite 3 "user1"`.
    package mutating func add(
        _ code: Diagnostic.Code, _ message: @autoclosure () -> Message, at owner: @autoclosure () -> Message = "", frame: Int? = nil
    ) {
        _ = insert(code, message, owner, frame)
    }

    fileprivate mutating func insert(
        _ code: Diagnostic.Code, _ message: () -> Message, _ owner: () -> Message, _ frame: Int?
    ) -> Slot {
        let key = Key(code: code, owner: owner())
        if let index = indices[key] {
            entries[index].count += 1
            return .entry(index)
        }
        if listed[code, default: 0] >= DiagnosticList.locationsPerCode {
            unlisted[code, default: 0] += 1
            return .unlisted(code)
        }
        listed[code, default: 0] += 1
        indices[key] = entries.count
        entries.append(Entry(code: code, owner: key.owner, message: message(), firstFrame: frame, count: 1))
        return .entry(entries.count - 1)
    }

    /// Adds the diagnostic of a slot again.
    fileprivate mutating func repeatDiagnostic(in slot: Slot) {
        switch slot {
        case .entry(let index): entries[index].count += 1
        case .unlisted(let code): unlisted[code, default: 0] += 1
        }
    }

    package mutating func append(contentsOf diagnostics: [Diagnostic]) {
        for diagnostic in diagnostics {
            if let code = diagnostic.code { add(code, diagnostic.text, at: diagnostic.locationText) }
        }
    }

    /// The diagnostics in the order of their first occurrence.
    package var diagnostics: [Diagnostic] {
        var result: [Diagnostic] = []
        for entry in entries {
            var location = entry.owner
            if let frame = entry.firstFrame { location = location.isEmpty ? "frame \(frame)" : "\(location), frame \(frame)" }
            if entry.count > 1 { location += " and \(entry.count - 1) more" }
            result.append(Diagnostic(entry.code, entry.message, location: location, owner: entry.owner))
        }
        for code in Diagnostic.Code.allCases {
            if let count = unlisted[code] { result.append(Diagnostic(code, "the same in \(count) more places")) }
        }
        return result
    }
}

/// Adds diagnostics of one part of a movie with many frames, for example a sprite. The location is created and hashed only once for each code.
package struct DiagnosticSite {
    /// The frame of the next diagnostic.
    package var frame = 0
    /// All diagnostics so far, including those of other parts.
    package private(set) var list: DiagnosticList
    private let location: () -> Message
    private var slots: [Diagnostic.Code: DiagnosticList.Slot] = [:]

    /// - Parameter location: returns the location, for example `sprite 3 "user1"`.
    package init(_ list: DiagnosticList, location: @escaping () -> Message) {
        self.list = list
        self.location = location
    }

    package mutating func add(_ code: Diagnostic.Code, _ message: @autoclosure () -> Message) {
        if let slot = slots[code] {
            list.repeatDiagnostic(in: slot)
        } else {
            slots[code] = list.insert(code, message, location, frame)
        }
    }
}
