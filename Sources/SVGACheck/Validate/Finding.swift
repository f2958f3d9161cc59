import SVGAEmulation
package import SVGAModel
package import SVGASupport

/// A fault of a movie, or something that a player shows otherwise.
package struct Finding: Hashable, Sendable {
    package let code: FindingCode
    /// The code, such as `SVGA012`. It never changes its meaning, so programs may decide by it; the article "Diagnostics" lists all.
    package var identifier: String { code.name }
    /// How much it matters.
    package let severity: Diagnostic.Severity
    /// What is wrong, in one sentence without a full stop.
    package let message: Message
    /// The location, such as `sprite 3 "user1", frames 12–40`; empty for the whole file.
    package let location: Message
    /// Index into ``VideoEntity/sprites``, if checking found it in one sprite.
    package let sprite: Int?
    /// The frames that it is about, in rising order; empty if it is not about frames.
    package let frames: [ClosedRange<Int>]
    /// The players it is about; empty if it is not about certain players.
    package let players: [PublicPlayer]
    /// What to do about it, as one sentence without a full stop.
    package let remedy: Message

    init(
        _ code: FindingCode, _ severity: Diagnostic.Severity, _ message: Message, owner: Message = "", sprite: Int? = nil,
        frames: [ClosedRange<Int>] = [], players: [PublicPlayer] = [], remedy: Remedy? = nil
    ) {
        self.remedy = (remedy ?? code.remedies.first)?.text ?? ""
        self.code = code
        self.severity = severity
        self.message = message
        location = [owner, frames.framesText].filter { !$0.isEmpty }.joined(separator: ", ")
        self.sprite = sprite
        self.frames = frames
        self.players = players
    }

    /// What reading or drawing tolerated; nil: the diagnostic is another stage's.
    init?(_ diagnostic: Diagnostic) {
        guard let code = diagnostic.code else { return nil }
        self.init(.diagnostic(code), diagnostic.severity, diagnostic.text, owner: diagnostic.place)
    }

    /// The finding as users of the library see it.
    var diagnostic: Diagnostic {
        let code: Diagnostic.Code? = if case .diagnostic(let code) = code { code } else { nil }
        return Diagnostic(
            code, identifier, severity, message, location: location, sprite: sprite, frames: frames, players: players, remedy: remedy)
    }

    /// Everything but the players.
    struct Subject: Hashable {
        let code: FindingCode
        let severity: Diagnostic.Severity
        let message: Message
        let location: Message
        let sprite: Int?
        let frames: [ClosedRange<Int>]
        let remedy: Message
    }

    var subject: Subject {
        Subject(code: code, severity: severity, message: message, location: location, sprite: sprite, frames: frames, remedy: remedy)
    }

    /// The same of more players.
    func adding(_ more: [PublicPlayer]) -> Finding {
        Finding(self, players: PublicPlayer.allCases.filter { (players + more).contains($0) })
    }

    private init(_ other: Finding, players: [PublicPlayer]) {
        (code, severity, message, location) = (other.code, other.severity, other.message, other.location)
        (sprite, frames, remedy) = (other.sprite, other.frames, other.remedy)
        self.players = players
    }

    /// Whether a file with this finding is refused. Errors are, and warnings about a player or a bound that was asked for. Other warnings
    /// are only if warnings are denied; infos never.
    package func isFailure(denyingWarnings: Bool) -> Bool {
        switch severity {
        case .error: true
        case .info: false
        case .warning: code.isOnRequest || denyingWarnings
        }
    }
}

/// Frame indices in rising order, stored as ranges.
struct FrameRanges {
    private(set) var ranges: [ClosedRange<Int>] = []

    var isEmpty: Bool { ranges.isEmpty }

    mutating func append(_ frame: Int) { append(frame..<frame + 1) }

    mutating func append(_ frames: Range<Int>) {
        guard !frames.isEmpty else { return }
        if let last = ranges.last, last.upperBound == frames.lowerBound - 1 {
            ranges[ranges.count - 1] = last.lowerBound...frames.upperBound - 1
        } else {
            ranges.append(ClosedRange(frames))
        }
    }
}

extension [ClosedRange<Int>] {
    /// Such as `frame 3` or `frames 0–4, 7`. Long lists are cut.
    package var framesText: Message {
        guard let first else { return "" }
        let shown = prefix(6).map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)–\($0.upperBound)" }
        let rest = dropFirst(6).reduce(0) { $0 + $1.count }
        let more: Message = rest > 0 ? " and \(rest) more" : ""
        let list = shown.joined(separator: ", ")
        return (count == 1 && first.count == 1 ? "frame \(list)" : "frames \(list)") + more
    }
}
