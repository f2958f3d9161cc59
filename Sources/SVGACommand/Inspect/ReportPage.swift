import SVGATasks

/// A report of a file as text: a few facts and tables, which together fit one screen.
struct ReportPage {
    /// The file's name.
    let title: String
    /// In two columns.
    let facts: [(label: String, value: String)]
    /// Those without a row are left out.
    let sections: [Section]
    /// Whether every row is shown, even if they do not fit one screen.
    let showsAll: Bool
    let screen: TextStream

    struct Section {
        /// The header and then one line a row.
        let lines: [String]
        var rowCount: Int { lines.count - 1 }

        init(lines: [String]) { self.lines = lines }

        init(_ table: TextTable, _ screen: TextStream) { lines = table.lines(width: screen.columns) }
    }

    var text: String { lines.map { $0 + "\n" }.joined() }

    /// A name in the first column of a table.
    static func indented(_ name: String) -> String { "  " + (name.isEmpty ? "\"\"" : name.printable.fitted(columns: maximumColumns)) }

    /// Of a name in a table, also where the lines may be as long as they like. `--keys` and `--json` cut nothing.
    private static let maximumColumns = 200

    private var lines: [String] {
        let sections = sections.filter { $0.rowCount > 0 }
        var lines = summary
        let shown = showsAll ? sections.map(\.rowCount) : shares(of: sections, summaryLines: lines.count)
        for (section, count) in zip(sections, shown) {
            lines.append("")
            lines.append(screen.styled(section.lines[0], .cyan))
            lines += section.lines.dropFirst().prefix(count)
            if count < section.rowCount { lines.append(screen.styled("… and \(section.rowCount - count) more (--all)", .dim)) }
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
    private func cell(_ fact: (label: String, value: String), width: Int = 0) -> String {
        screen.styled("  " + fact.label.padded(columns: 9), .dim)
            + fact.value.fitted(columns: screen.isTerminal ? 28 : .max).padded(columns: width - 11)
    }

    /// How many rows of each section are shown: up to three of each, and then as many as fit, the first sections first.
    private func shares(of sections: [Section], summaryLines: Int) -> [Int] {
        // One line stays free for the prompt. Each section takes a blank line and its header.
        var free = screen.rows - 1 - summaryLines - 2 * sections.count
        var shares = sections.map { min($0.rowCount, 3) }
        free -= shares.reduce(0, +)
        for index in sections.indices {
            let more = max(0, min(free, sections[index].rowCount - shares[index]))
            shares[index] += more
            free -= more
        }
        // The line that counts the hidden rows takes the place of one row.
        return zip(sections, shares).map { $1 < $0.rowCount ? $1 - 1 : $1 }
    }
}
