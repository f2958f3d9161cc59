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
        var lines = [screen.styled(report.file.printable, .bold) + ": " + ValidationText.counts([report])]
        lines += report.players.map(line)
        var remaining = report.findings[...]
        while let first = remaining.first {
            let group = remaining.prefix { $0.code == first.code && $0.severity == first.severity && $0.remedy == first.remedy }
            remaining = remaining.dropFirst(group.count)
            let isCut = !isVerbose && group.count > ValidationText.maximumLines
            for finding in isCut ? group.prefix(ValidationText.maximumLines - 1) : group { lines.append(line(finding)) }
            if isCut { lines.append(screen.styled("  … and \(group.count - ValidationText.maximumLines + 1) more (-v)", .dim)) }
            lines.append(screen.styled("    → \(first.remedy)", .dim))
        }
        return lines.map { $0 + "\n" }.joined()
    }

    /// Such as `Android   plays with 2 differences, visible in frames 0–11`.
    private func line(_ verdict: PlayerVerdict) -> String {
        let line = "  " + verdict.player.title.padded(columns: 9) + "  " + verdict.text
        return switch verdict.outcome {
        case .same: screen.styled(line, .green)
        case .different, .unchecked: screen.styled(line, .yellow)
        case .stops, .nothing: screen.styled(line, .red)
        }
    }

    private func line(_ finding: ValidationReport.Item) -> String {
        let head = "  \(finding.code) \(finding.severity.padded(columns: 7))  "
        let location = finding.location.isEmpty ? "" : finding.location + ": "
        let players = finding.players.isEmpty ? "" : " [\(finding.players.joined(separator: ", "))]"
        let line = head + (location + finding.message + players).printable
        switch finding.severity {
        case "error": return screen.styled(line, .red)
        case "warning": return screen.styled(line, .yellow)
        default: return line
        }
    }

    /// `2 errors, 1 warning`
    static func counts(_ reports: [ValidationReport]) -> String {
        func sum(_ count: (ValidationReport) -> Int) -> Int { reports.reduce(0) { $0 + count($1) } }
        let parts = [(sum(\.errors), "error"), (sum(\.warnings), "warning"), (sum(\.infos), "note")].filter { $0.0 > 0 }
        return parts.isEmpty ? "nothing found" : parts.map { Units.count($0.0, $0.1) }.joined(separator: ", ")
    }

    /// The last line for several files.
    static func summary(_ reports: [ValidationReport]) -> String {
        "\(Units.count(reports.count, "file")), \(reports.count(where: \.hasFailed)) refused: \(counts(reports))"
    }
}
