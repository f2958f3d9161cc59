import SVGACheck
import SVGAModel

/// What `svga validate` says about one file. Encoded, it is the contract of `--json`: the names never change their meaning, every
/// name is always there, and what is not known is null.
struct ValidationReport: Encodable, Sendable {
    let schema = 1
    /// As it was written on the command line.
    let file: String
    /// Whether the exit code is that of a finding, or of an unreadable file.
    let hasFailed: Bool
    /// Null where the file cannot be read.
    @Nullable var bytes: Int?
    /// 4 × width × height over all images; null where the file cannot be read.
    @Nullable var decodedImageBytes: Int?
    let errors: Int
    let warnings: Int
    let infos: Int
    /// The worst first.
    let findings: [Item]

    struct Item: Encodable, Sendable {
        let code: String
        let severity: String
        let message: String
        /// For a person; empty for the file as a whole.
        let place: String
        let remedy: String
        /// Empty where it is about all players, or none.
        let players: [String]
        /// Null where it is not about one sprite on some player.
        @Nullable var sprite: Int?
        /// First and last frame of each run of frames; empty where it is not about frames.
        let frames: [[Int]]
        /// Whether this alone makes exit 1.
        let isFailure: Bool
    }

    init(_ file: String, _ validation: Validation, _ command: ValidateCommand) {
        let denies = command.denial == .warnings
        self.init(
            file, hasFailed: validation.isFailure(denyingWarnings: denies), bytes: validation.byteCount,
            decodedImageBytes: validation.decodedImageBytes, validation.findings, denyingWarnings: denies)
    }

    init(_ file: String, unreadable: Finding) {
        self.init(file, hasFailed: true, bytes: nil, decodedImageBytes: nil, [unreadable], denyingWarnings: false)
    }

    private init(
        _ file: String, hasFailed: Bool, bytes: Int?, decodedImageBytes: Int?, _ findings: [Finding], denyingWarnings: Bool
    ) {
        self.file = file
        self.hasFailed = hasFailed
        self.bytes = bytes
        self.decodedImageBytes = decodedImageBytes
        errors = findings.count { $0.severity == .error }
        warnings = findings.count { $0.severity == .warning }
        infos = findings.count { $0.severity == .info }
        self.findings = findings.map { finding in
            Item(
                code: finding.code.name, severity: finding.severity.rawValue, message: finding.message, place: finding.place,
                remedy: finding.remedy, players: finding.players.map(\.rawValue), sprite: finding.sprite,
                frames: finding.frames.map { [$0.lowerBound, $0.upperBound] },
                isFailure: finding.isFailure(denyingWarnings: denyingWarnings))
        }
    }
}
