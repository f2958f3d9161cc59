import SVGASupport
import SVGATasks

/// A report on a file as text: facts and tables that together fit one screen.
struct ReportPage {
    /// The file's name.
    let title: String
    /// In two columns.
    let facts: [(label: Message, value: Message)]
    /// Sections without rows are omitted.
    let sections: [Section]
    /// Whether all rows are rowCounts, even if they do not fit one screen.
    let showsAll: Bool
    let screen: TextStream

    struct Section {
        /// The header, then one line per row.
        let lines: [String]
        var rowCount: Int { lines.count - 1 }

        init(lines: [String]) { self.lines = lines }

        init(_ table: TextTable, _ screen: TextStream) { lines = table.lines(width: screen.columns, screen.wording) }
    }

    var text: String { lines.map { $0 + "\n" }.joined() }

    /// A name in the first column of a table.
    static func indented(_ name: String) -> String { "  " + (name.isEmpty ? "\"\"" : name.printable.fitted(columns: maximumColumns)) }

    /// The maximum width of a name in a table, even if lines are unlimited. `--keys` and `--json` do not truncate names.
    private static let maximumColumns = 200

    private var lines: [String] {
        let sections = sections.filter { $0.rowCount > 0 }
        var lines = summary
        let rowCounts = showsAll ? sections.map(\.rowCount) : shares(of: sections, summaryLines: lines.count)
        for (section, count) in zip(sections, rowCounts) {
            lines.append("")
            lines.append(screen.styled(section.lines[0], .cyan))
            lines += section.lines.dropFirst().prefix(count)
            if count < section.rowCount { lines.append(screen.styled(screen.text("… and \(section.rowCount - count) more (--all)"), .dim)) }
        }
        return lines
    }

    private var summary: [String] {
        var lines = [screen.styled(title.printable.fitted(columns: screen.columns), .bold)]
        for index in stride(from: 0, to: facts.count, by: 2) {
            lines.append(cell(facts[index], width: 40) + (index + 1 < facts.count ? cell(facts[index + 1]) : ""))
        }
        return lines
    }

    /// Half of an 80-column line.
    private func cell(_ fact: (label: Message, value: Message), width: Int = 0) -> String {
        screen.styled("  " + screen.text(fact.label).padded(columns: 9), .dim)
            + screen.text(fact.value).fitted(columns: screen.isTerminal ? 28 : .max).padded(columns: width - 11)
    }

    /// The number of rows of each section: up to three each, then as many as fit, first sections first.
    private func shares(of sections: [Section], summaryLines: Int) -> [Int] {
        // One line stays free for the prompt. Each section has a blank line and a header.
        var free = screen.rows - 1 - summaryLines - 2 * sections.count
        var shares = sections.map { min($0.rowCount, 3) }
        free -= shares.reduce(0, +)
        for index in sections.indices {
            let more = max(0, min(free, sections[index].rowCount - shares[index]))
            shares[index] += more
            free -= more
        }
        // The line that counts the hidden rows replaces one row.
        return zip(sections, shares).map { $1 < $0.rowCount ? $1 - 1 : $1 }
    }
}
