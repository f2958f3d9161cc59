package import SVGACheck
import SVGAEdit
import SVGAEmulation
package import SVGAModel
package import SVGASupport

/// The report of `svga validate` on one file.
package struct ValidationReport: Sendable {
    /// The name on the command line.
    package let file: String
    /// Whether this file makes the command fail: it has counted findings, or it cannot be read.
    package let hasFailed: Bool
    /// nil if the file cannot be read.
    package let bytes: Int?
    /// 4 × width × height over all images; nil if the file cannot be read.
    package let decodedImageBytes: Int?
    package let errors: Int
    package let warnings: Int
    package let infos: Int
    /// How each checked player shows the movie; empty if no player was checked.
    package let players: [PlayerVerdict]
    /// Sorted by severity, most severe first.
    package let findings: [Item]
    /// The command that repairs some of the findings; nil if none does.
    package let fix: TaskText?

    package struct Item: Sendable {
        package let code: String
        package let severity: Diagnostic.Severity
        package let message: Message
        /// Empty if the finding concerns the entire file.
        package let location: Message
        /// The location without its frames; not in the JSON.
        package let owner: Message
        package let remedy: Message
        /// The affected players; empty if the finding does not depend on the player.
        package let players: [String]
        /// The index of the sprite with the finding; nil for other findings.
        package let sprite: Int?
        /// The first and last frame of each run of frames; empty if the finding does not concern frames.
        package let frames: [[Int]]
        /// Whether this finding alone causes exit code 1.
        package let isFailure: Bool
        /// Whether `svga fix` has a repair for it, which may still fail.
        package let isRepairable: Bool
    }

    /// - Parameter players: the players that were checked.
    package init(_ file: String, _ validation: Validation, players: Set<PublicPlayer>, denyingWarnings denies: Bool) {
        let verdicts = players.inOrder.map { PlayerVerdict($0, validation.findings) }
        self.init(
            file, hasFailed: validation.isFailure(denyingWarnings: denies), bytes: validation.byteCount,
            decodedImageBytes: validation.decodedImageBytes, verdicts, validation.findings, denyingWarnings: denies)
    }

    package init(_ file: String, unreadable: Finding) {
        self.init(file, hasFailed: true, bytes: nil, decodedImageBytes: nil, [], [unreadable], denyingWarnings: false)
    }

    private init(
        _ file: String, hasFailed: Bool, bytes: Int?, decodedImageBytes: Int?, _ players: [PlayerVerdict], _ findings: [Finding],
        denyingWarnings: Bool
    ) {
        self.file = file
        self.hasFailed = hasFailed
        self.bytes = bytes
        self.decodedImageBytes = decodedImageBytes
        self.players = players
        fix = ValidationReport.fix(file, findings)
        errors = findings.count { $0.severity == .error }
        warnings = findings.count { $0.severity == .warning }
        infos = findings.count { $0.severity == .info }
        self.findings = findings.map { finding in
            Item(
                code: finding.identifier, severity: finding.severity, message: finding.message, location: finding.location,
                owner: finding.owner, remedy: finding.remedy, players: finding.players.map(\.name), sprite: finding.sprite,
                frames: finding.frames.map { [$0.lowerBound, $0.upperBound] },
                isFailure: finding.isFailure(denyingWarnings: denyingWarnings), isRepairable: MovieRepair.mayRepair(finding))
        }
    }
}

extension ValidationReport {
    /// The command line of `svga fix` for the players with findings that it may repair.
    private static func fix(_ file: String, _ findings: [Finding]) -> TaskText? {
        let repairable = Set(findings.filter(MovieRepair.mayRepair).flatMap(\.players))
        if repairable.isEmpty { return nil }
        let players = repairable.inOrder.map(\.name).joined(separator: ",")
        // A name with other characters needs the shell's quotation marks.
        let isPlain = file.utf8.allSatisfy { $0 >= 0x80 || "/._-0123456789".utf8.contains($0) || ($0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7A) }
        let input = isPlain && !file.hasPrefix("-") ? file : "IN"
        return "\(command: "fix", "\(input) \(option: "o", "OUT.svga") \(option: "for", players)") repairs some of these findings"
    }
}

extension ValidationReport: JSONRepresentable {
    /// The stable JSON of `--json`: members keep their meaning and are always present; unknown values are null.
    package var json: JSONValue {
        [
            "schema": 1, "file": file, "hasFailed": hasFailed, "bytes": bytes, "decodedImageBytes": decodedImageBytes, "errors": errors,
            "warnings": warnings, "infos": infos, "players": players.map(\.json), "findings": findings,
        ]
    }
}

extension ValidationReport.Item: JSONRepresentable {
    package var json: JSONValue {
        [
            "code": code, "severity": severity.name, "message": message, "place": location, "remedy": remedy, "players": players,
            "sprite": sprite,
            "frames": frames, "isFailure": isFailure, "isRepairable": isRepairable,
        ]
    }
}

extension PlayerVerdict {
    fileprivate var json: JSONValue {
        [
            "player": player.name, "version": player.version, "result": outcome.rawValue, "differences": differences,
            "frames": frames.map { [$0.lowerBound, $0.upperBound] },
        ]
    }
}
