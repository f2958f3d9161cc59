public import SVGAModel

/// Something that is wrong with a movie, or that a player shows otherwise.
public struct Finding: Hashable, Sendable {
    public let code: FindingCode
    public let severity: Diagnostic.Severity
    /// What is wrong, in one sentence without a full stop.
    public let message: String
    /// Where, such as `sprite 3 "user1", frames 12–40`; empty for the file as a whole.
    public let place: String
    /// Into ``/SVGAModel/VideoEntity/sprites``, where it is about one sprite on some player.
    public let sprite: Int?
    /// The frames that are shown otherwise on some player, rising; empty where it is not about frames.
    public let frames: [ClosedRange<Int>]
    /// The players that are meant; empty where it is about all of them, or none.
    public let players: [PublicPlayer]

    init(
        _ code: FindingCode, _ severity: Diagnostic.Severity, _ message: String, owner: String = "", sprite: Int? = nil,
        frames: [ClosedRange<Int>] = [], players: [PublicPlayer] = []
    ) {
        self.code = code
        self.severity = severity
        self.message = message
        place = [owner, frames.framesText].filter { !$0.isEmpty }.joined(separator: ", ")
        self.sprite = sprite
        self.frames = frames
        self.players = players
    }

    init(_ diagnostic: Diagnostic) {
        self.init(.diagnostic(diagnostic.code), diagnostic.severity, diagnostic.message, owner: diagnostic.place)
    }

    /// What to do about it, as one sentence without a full stop.
    public var remedy: String { code.remedy }

    /// Whether a file with this is refused: for an error, and for a warning about a player or a bound that was asked for. Other
    /// warnings count if they are denied; what is only worth knowing never does.
    public func isFailure(denyingWarnings: Bool) -> Bool {
        switch severity {
        case .error: true
        case .info: false
        case .warning: if case .check = code { true } else { denyingWarnings }
        }
    }
}
