import SVGACheck
import SVGAEmulation
import SVGAModel
import SVGASupport
import SVGATasks

/// The report as text: a line for the file, one for each checked player, and one for each finding. The remedy is shown once for each code.
struct ValidationText {
    /// The maximum number of listed findings per code, unless `-v` is given.
    private static let maximumLines = 8

    private let report: ValidationReport
    private let isVerbose: Bool
    private let screen: TextStream

    init(_ report: ValidationReport, isVerbose: Bool, screen: TextStream) {
        self.report = report
        self.isVerbose = isVerbose
        self.screen = screen
    }

    var text: String {
        var lines = [screen.styled(report.file.printable, .bold) + ": " + screen.text(ValidationText.counts([report]))]
        lines += report.players.map(line)
        var remaining = report.findings[...]
        while let first = remaining.first {
            let group = remaining.prefix { $0.code == first.code && $0.severity == first.severity && $0.remedy == first.remedy }
            remaining = remaining.dropFirst(group.count)
            let isCut = !isVerbose && group.count > ValidationText.maximumLines
            for finding in isCut ? group.prefix(ValidationText.maximumLines - 1) : group { lines.append(line(finding)) }
            if isCut {
                lines.append(screen.styled(screen.text("  … and \(group.count - ValidationText.maximumLines + 1) more (-v)"), .dim))
            }
            lines.append(screen.styled("    → \(screen.text(first.remedy))", .dim))
        }
        if let fix = report.fix { lines.append(screen.text("  \(fix)").printable) }
        return lines.map { $0 + "\n" }.joined()
    }

    /// Such as `Android 2.6.1    plays with 2 differences, visible in frames 0–11`.
    private func line(_ verdict: PlayerVerdict) -> String {
        let line = "  " + verdict.player.fullTitle.padded(columns: 16) + "  " + screen.text(verdict.text)
        return switch verdict.outcome {
        case .same: screen.styled(line, .green)
        case .different, .unchecked: screen.styled(line, .yellow)
        case .stops, .nothing: screen.styled(line, .red)
        }
    }

    private func line(_ finding: ValidationReport.Item) -> String {
        let head = "  \(finding.code) \(screen.text(finding.severity))  "
        let message: Message = finding.location.isEmpty ? finding.message : "\(finding.location): \(finding.message)"
        let players = finding.players.isEmpty ? "" : " [\(finding.players.joined(separator: ", "))]"
        let line = head + (screen.text(message) + players).printable
        switch finding.severity {
        case .error: return screen.styled(line, .red)
        case .warning: return screen.styled(line, .yellow)
        case .info: return line
        }
    }

    /// `2 errors, 1 warning`
    static func counts(_ reports: [ValidationReport]) -> Message {
        func sum(_ count: (ValidationReport) -> Int) -> Int { reports.reduce(0) { $0 + count($1) } }
        let parts: [(count: Int, noun: CountedNoun)] = [(sum(\.errors), "error"), (sum(\.warnings), "warning"), (sum(\.infos), "note")]
        let found = parts.filter { $0.count > 0 }.map { Units.count($0.count, $0.noun) }
        return found.isEmpty ? "nothing found" : found.joined(separator: ", ")
    }

    /// The last line for several files.
    static func summary(_ reports: [ValidationReport]) -> Message {
        "\(Units.count(reports.count, "file")), \(reports.count(where: \.hasFailed)) refused: \(counts(reports))"
    }
}

extension TextStream {
    /// The severity of a finding, in a column of its own.
    func text(_ severity: Diagnostic.Severity) -> String { text(severity.title).padded(columns: 7) }
}
