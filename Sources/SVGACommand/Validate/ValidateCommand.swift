import SVGACheck
import SVGAFormat
import SVGAModel
import SVGARender
import SVGASupport

/// `svga validate`: what is wrong with files, and what players would show otherwise.
struct ValidateCommand: LimitedCommand {
    enum Denial: String, CaseIterable, ExpressibleByArgument { case warnings }

    var inputs: [FileName] = []
    var denial: Denial?
    var players: [PlayerList] = []
    var maximumBytes: ByteSize?
    var maximumMemory: ByteSize?
    var maximumCanvas: PixelSize?
    var maximumDuration: Seconds?
    var maximumFPS: PositiveCount?
    var requiredKeys: [CommaList] = []
    var ignored: [CommaList] = []
    var isJSON = false
    var isSARIF = false
    var common = CommonOptions()

    static let name = "validate"
    static let abstract = "Finds faults and what players show otherwise; exit 1 on findings"
    static let examples = [
        "svga validate samples/gift.svga --player android,web",
        "svga validate samples/gift.svga --require-keys user1,name --max-bytes 500k",
    ]

    static let groups: [ParameterGroup<ValidateCommand>] = [
        ParameterGroup(
            "Options",
            [
                .arguments(\.inputs, "IN…", help: "files, folders of .svga files, or - for standard input"),
                .option(
                    \.players, "--player", placeholder: "PLAYER",
                    help: "ios, android, web, web-lite, flutter, several with commas, or all"),
                .option(\.denial, "--deny", placeholder: "warnings", help: "any warning is a finding, not only players' and bounds'"),
                .option(\.ignored, "--ignore", placeholder: "CODES", help: "leave these out: SVGA110,SVGA011 (svga help SVGA110)"),
                .option(\.requiredKeys, "--require-keys", placeholder: "KEYS", help: "each must be a visible sprite's: user1,name"),
                .option(\.maximumBytes, "--max-bytes", placeholder: "N", help: "the file may be this large: 500k, 2m (k is 1000 bytes)"),
                .option(\.maximumMemory, "--max-image-memory", placeholder: "N", help: "its images, decoded, may take this many bytes"),
                .option(\.maximumCanvas, "--max-canvas", placeholder: "WxH", help: "the canvas may have so many points; 0 is any"),
                .option(\.maximumDuration, "--max-duration", placeholder: "S", help: "the movie may take so many seconds"),
                .option(\.maximumFPS, "--max-fps", placeholder: "N", help: "the movie may have so many frames a second"),
                .flag(\.isJSON, "--json", help: "everything as JSON: one object, or an array for several files"),
                .flag(\.isSARIF, "--sarif", help: "everything as SARIF 2.1.0, which CI services show"),
            ]),
        CommonOptions.group.at(\.common),
        CommonOptions.limitGroup.at(\.common),
    ]

    func validate() throws(UsageError) {
        if inputs.count(where: \.isStandardStream) > 1 { throw UsageError(message: "standard input (-) can be read only once") }
        if isJSON && isSARIF { throw UsageError(message: "--json and --sarif both need standard output") }
        _ = try ignoredCodes()
    }

    private func ignoredCodes() throws(UsageError) -> Set<FindingCode> {
        var codes: Set<FindingCode> = []
        for name in ignored.flatMap(\.words) {
            guard let code = FindingCode(name: name.uppercased()) else {
                let advice = Advice.meant(by: name, among: FindingCode.allCases.map(\.name))
                throw UsageError(message: "there is no code \(name)", advice: advice)
            }
            codes.insert(code)
        }
        return codes
    }

    private var bounds: FileBounds {
        var bounds = FileBounds(bytes: maximumBytes?.value, memoryBytes: maximumMemory?.value)
        bounds.canvas = maximumCanvas.map { ($0.width, $0.height) }
        bounds.seconds = maximumDuration?.value
        bounds.fps = maximumFPS?.value
        bounds.keys = requiredKeys.flatMap(\.words)
        return bounds
    }

    func run(in context: CommandContext) async throws(CommandError) -> ExitCode {
        var clock = PhaseClock()
        var reports: [ValidationReport] = []
        var failures: [ExitCode] = []
        let files = try BatchPlan.movies(of: inputs)
        let isList = files.count > 1 || files != inputs
        var table = MovieTable(count: files.count)
        for file in files {
            if Task.isCancelled { throw .interrupted }
            do throws(CommandError) {
                let validation = try check(file, context)
                reports.append(ValidationReport(file.path, validation, self))
                table.add(file.path, validation)
            } catch {
                guard let finding = error.unreadable else { throw error }
                context.report(error)
                failures.append(error.exitCode)
                reports.append(ValidationReport(file.path, unreadable: finding))
                table.add(unreadable: file.path)
            }
            clock.finish("check")
            // Of a folder, only files with findings are listed before the table.
            if !isJSON, !isSARIF, let report = reports.last, report.bytes != nil, files == inputs || !report.findings.isEmpty {
                try context.print(ValidationText(report, isVerbose: common.isVerbose, screen: context.output).text)
            }
        }
        if isJSON {
            try context.print(json: reports.map(\.json), isList: isList)
        } else if isSARIF {
            try context.print(json: SARIFLog(reports).json)
        } else if isList {
            if files != inputs { try context.print(table.text(context.output.forReport)) }
            try context.print(ValidationText.summary(reports) + "\n")
        }
        if common.showsPhaseTimes { context.note(clock.line) }
        if !failures.isEmpty { return ExitCode.batch(failures, of: files.count) }
        return reports.contains(where: \.hasFailed) ? .findings : .done
    }

    private func check(_ file: FileName, _ context: CommandContext) throws(CommandError) -> Validation {
        let bytes = try InputFile.bytes(of: file, limits: common.limits, context: context)
        let ignored: Set<FindingCode>
        do throws(UsageError) {
            ignored = try ignoredCodes()
        } catch {
            throw .usage(error)
        }
        do throws(CheckError) {
            return try Validation(
                bytes, read: common.readOptions, players: players.reduce(into: []) { $0.formUnion($1.players) }, bounds: bounds,
                ignoring: ignored)
        } catch {
            throw CommandError(error, file: file.path)
        }
    }
}

extension CommandError {
    init(_ error: CheckError, file: String) {
        switch error {
        case .read(let error): self = .read(file: file, error)
        case .render(let error): self = .render(file: file, error)
        }
    }

    /// The error as a finding, where the file is the cause.
    fileprivate var unreadable: Finding? {
        switch self {
        case .read(_, let error): Finding(.read(error))
        case .render(_, let error): Finding(.render(error))
        default: nil
        }
    }
}

/// One player, several separated by commas, or `all`.
struct PlayerList: ExpressibleByArgument, Hashable {
    let players: Set<PublicPlayer>

    init?(argument: String) {
        if argument == "all" {
            players = Set(PublicPlayer.allCases)
            return
        }
        let words = argument.split(separator: ",", omittingEmptySubsequences: false)
        let found = words.compactMap { word in PublicPlayer.allCases.first { $0.name == word } }
        guard found.count == words.count else { return nil }
        players = Set(found)
    }

    static var expectation: String { "some of " + allValueStrings.joined(separator: ", ") }
    static var allValueStrings: [String] { PublicPlayer.allCases.map(\.name) + ["all"] }
}

/// Words separated by commas, none of them empty.
struct CommaList: ExpressibleByArgument, Hashable {
    let words: [String]

    init?(argument: String) {
        words = argument.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        if words.contains("") { return nil }
    }

    static var expectation: String { "words separated by commas" }
}

/// What `svga validate` says about one file.
struct ValidationReport: Sendable {
    /// As it was written on the command line.
    let file: String
    /// Whether the command fails because of this file: it has findings that count, or it cannot be read.
    let hasFailed: Bool
    /// nil where the file cannot be read.
    let bytes: Int?
    /// 4 × width × height over all images; nil where the file cannot be read.
    let decodedImageBytes: Int?
    let errors: Int
    let warnings: Int
    let infos: Int
    /// The worst first.
    let findings: [Item]

    struct Item: Sendable {
        let code: String
        let severity: String
        let message: String
        /// Empty where the finding is about the whole file.
        let place: String
        let remedy: String
        /// The players that the finding is about; empty where it does not depend on the player.
        let players: [String]
        /// The index of the sprite in which checking found it; else nil.
        let sprite: Int?
        /// The first and last frame of each run of frames; empty where the finding is not about frames.
        let frames: [[Int]]
        /// Whether this finding alone causes exit code 1.
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
                code: finding.identifier, severity: finding.severity.name, message: finding.message, place: finding.place,
                remedy: finding.remedy, players: finding.players.map(\.name), sprite: finding.sprite,
                frames: finding.frames.map { [$0.lowerBound, $0.upperBound] },
                isFailure: finding.isFailure(denyingWarnings: denyingWarnings))
        }
    }
}

extension ValidationReport: JSONRepresentable {
    /// The contract of `--json`: the names never change their meaning, every name is always there, and what is not known is null.
    var json: JSONValue {
        [
            "schema": 1, "file": file, "hasFailed": hasFailed, "bytes": bytes, "decodedImageBytes": decodedImageBytes, "errors": errors,
            "warnings": warnings, "infos": infos, "findings": findings,
        ]
    }
}

extension ValidationReport.Item: JSONRepresentable {
    var json: JSONValue {
        [
            "code": code, "severity": severity, "message": message, "place": place, "remedy": remedy, "players": players, "sprite": sprite,
            "frames": frames, "isFailure": isFailure,
        ]
    }
}

/// The report as text: a line for the file and one for each finding. The remedy is told once for each code.
struct ValidationText {
    /// How many findings of one code are listed at most, unless `-v` is given.
    private static let mostLines = 8

    private let report: ValidationReport
    private let isVerbose: Bool
    private let screen: TextStream

    init(_ report: ValidationReport, isVerbose: Bool, screen: TextStream) {
        self.report = report
        self.isVerbose = isVerbose
        self.screen = screen
    }

    var text: String {
        var lines = [screen.styled(report.file.printable, .bold) + ": " + ValidationText.counts(report)]
        var rest = report.findings[...]
        while let first = rest.first {
            let same = rest.prefix { $0.code == first.code && $0.severity == first.severity && $0.remedy == first.remedy }
            rest = rest.dropFirst(same.count)
            let isCut = !isVerbose && same.count > ValidationText.mostLines
            for finding in isCut ? same.prefix(ValidationText.mostLines - 1) : same { lines.append(line(finding)) }
            if isCut { lines.append(screen.styled("  … and \(same.count - ValidationText.mostLines + 1) more (-v)", .dim)) }
            lines.append(screen.styled("    → \(first.remedy)", .dim))
        }
        return lines.map { $0 + "\n" }.joined()
    }

    private func line(_ finding: ValidationReport.Item) -> String {
        let head = "  \(finding.code) \(finding.severity.padded(columns: 7))  "
        let place = finding.place.isEmpty ? "" : finding.place + ": "
        let players = finding.players.isEmpty ? "" : " [\(finding.players.joined(separator: ", "))]"
        let line = head + (place + finding.message + players).printable
        switch finding.severity {
        case "error": return screen.styled(line, .red)
        case "warning": return screen.styled(line, .yellow)
        default: return line
        }
    }

    /// `2 errors, 1 warning`
    private static func counts(_ report: ValidationReport) -> String {
        counts(report.errors, report.warnings, report.infos)
    }

    static func counts(_ errors: Int, _ warnings: Int, _ infos: Int) -> String {
        let parts = [(errors, "error"), (warnings, "warning"), (infos, "note")].filter { $0.0 > 0 }
        return parts.isEmpty ? "nothing found" : parts.map { Units.count($0.0, $0.1) }.joined(separator: ", ")
    }

    /// The last line, where there are several files.
    static func summary(_ reports: [ValidationReport]) -> String {
        let all = counts(
            reports.reduce(0) { $0 + $1.errors }, reports.reduce(0) { $0 + $1.warnings }, reports.reduce(0) { $0 + $1.infos })
        return "\(Units.count(reports.count, "file")), \(reports.count(where: \.hasFailed)) refused: \(all)"
    }
}
