import SVGAEmulation
package import SVGAModel
package import SVGASupport

/// A problem of a movie, or a difference of a player: a ``Diagnostic`` with the validator's code.
@dynamicMemberLookup
package struct Finding: Hashable, Sendable {
    package let code: FindingCode
    /// The finding in the library's public form.
    package let diagnostic: Diagnostic

    /// The problem, in one sentence without a full stop.
    package var message: Message { diagnostic.text }
    /// The location, for example `sprite 3 "user1", frames 12–40`; empty for the entire file.
    package var location: Message { diagnostic.locationText }
    /// The remedy, as one sentence without a full stop.
    package var remedy: Message { diagnostic.advice }

    package subscript<Value>(dynamicMember property: KeyPath<Diagnostic, Value>) -> Value { diagnostic[keyPath: property] }

    /// - Parameter location: the location with its frames; nil: `owner` and `frames`.
    init(
        _ code: FindingCode, _ severity: Diagnostic.Severity, _ message: Message, owner: Message = "", location: Message? = nil,
        sprite: Int? = nil, frames: [ClosedRange<Int>] = [], players: [PublicPlayer] = [], remedy: Remedy? = nil
    ) {
        self.code = code
        let reading: Diagnostic.Code? = if case .diagnostic(let code) = code { code } else { nil }
        diagnostic = Diagnostic(
            reading, code.name, severity, message,
            location: location ?? [owner, frames.framesText].filter { !$0.isEmpty }.joined(separator: ", "), owner: owner, sprite: sprite,
            frames: frames, players: players, remedy: (remedy ?? code.remedies.first)?.text ?? "")
    }

    /// Creates a finding from a diagnostic of reading or drawing; nil for other stages.
    init?(_ diagnostic: Diagnostic) {
        guard let code = diagnostic.code else { return nil }
        self.init(.diagnostic(code), diagnostic.severity, diagnostic.text, owner: diagnostic.owner, location: diagnostic.locationText)
    }

    /// A copy for other players.
    func with(players: [PublicPlayer]) -> Finding { Finding(code, diagnostic.with(players: players)) }

    /// The finding for these players only; nil if it concerns only others.
    func of(_ players: Set<PublicPlayer>) -> Finding? {
        if diagnostic.players.isEmpty || players.isSuperset(of: diagnostic.players) { return self }
        let own = diagnostic.players.filter(players.contains)
        return own.isEmpty ? nil : with(players: own)
    }

    private init(_ code: FindingCode, _ diagnostic: Diagnostic) { (self.code, self.diagnostic) = (code, diagnostic) }

    /// Whether the check of a file with this finding fails. Errors fail, and so do warnings about a requested player or bound. Other warnings fail
    /// only if warnings are denied; infos never fail.
    package func isFailure(denyingWarnings: Bool) -> Bool {
        switch diagnostic.severity {
        case .error: true
        case .info: false
        case .warning: code.isOnRequest || denyingWarnings
        }
    }
}

/// Frame indices in ascending order, stored as ranges.
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
    /// The same frames as ascending ranges that do not touch each other.
    /// - Complexity: O(*n* log *n*) in the number of ranges, not of frames.
    var joinedRanges: [ClosedRange<Int>] {
        sorted { $0.lowerBound < $1.lowerBound }.reduce(into: []) { joined, range in
            if let last = joined.last, range.lowerBound - 1 <= last.upperBound {
                joined[joined.count - 1] = last.lowerBound...Swift.max(last.upperBound, range.upperBound)
            } else {
                joined.append(range)
            }
        }
    }

    /// The frames as text, for example `frame 3` or `frames 0–4, 7`. Long lists are truncated.
    package var framesText: Message {
        guard let first else { return "" }
        let shown = prefix(6).map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)–\($0.upperBound)" }
        let rest = dropFirst(6).reduce(0) { $0 + $1.count }
        let more: Message = rest > 0 ? " and \(rest) more" : ""
        let list = shown.joined(separator: ", ")
        return (count == 1 && first.count == 1 ? "frame \(list)" : "frames \(list)") + more
    }
}
