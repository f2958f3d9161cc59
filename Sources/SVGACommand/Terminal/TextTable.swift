import SVGASupport
import SVGATasks

/// Rows of text in aligned columns.
struct TextTable {
    struct Column {
        let title: Message
        var isRight = false
    }

    let columns: [Column]
    var rows: [[String]] = []

    /// The header and the rows, at most `width` columns wide. If they do not fit, the first column is truncated.
    func lines(width: Int, _ wording: Wording = .shell) -> [String] {
        let titles = columns.map { wording.text($0.title) }
        var widths = columns.indices.map { index in
            ([titles[index]] + rows.map { $0[index] }).map(\.terminalColumns).max() ?? 0
        }
        let others = 2 * (columns.count - 1) + widths.dropFirst().reduce(0, +)
        widths[0] = min(widths[0], max(8, width - others))
        return ([titles] + rows).map { row in
            let cells = row.indices.map { index in
                row[index].fitted(columns: widths[index]).padded(columns: widths[index], right: columns[index].isRight)
            }
            return cells.joined(separator: "  ").trimmingEnd.fitted(columns: width)
        }
    }
}

extension String {
    fileprivate var trimmingEnd: String {
        var text = self
        while text.utf8.last == UInt8(ascii: " ") { text.removeLast() }
        return text
    }
}
