import SVGACheck
import SVGASupport
import SVGATasks

extension BudgetReport {
    /// A heading with the verdict, then a line for each limit: `  over  draw calls per frame  75  60  frame 12`.
    func text(_ screen: TextStream) -> String {
        let over = lines.count { !$0.isWithin }
        let verdict: Message = over == 0 ? "within the budget" : "exceeds \(over) of \(Units.count(lines.count, "limit"))"
        let heading = screen.styled(file.printable, .bold) + ": " + screen.styled(screen.text(verdict), over == 0 ? .green : .red)
        var table = TextTable(columns: [
            .init(title: "  "), .init(title: "limit"), .init(title: "value", isRight: true), .init(title: "allowed", isRight: true),
            .init(title: ""),
        ])
        for line in lines {
            let name = screen.text(line.limit.title) + (line.subject.map { " " + $0.printable } ?? "")
            let frame = line.frame.map { screen.text("frame \($0)") } ?? ""
            let reason = line.reason.isEmpty ? frame : screen.text(line.reason).printable
            table.rows.append([
                "  " + screen.text(line.isWithin ? "ok" : "over"), name, line.valueText.map { screen.text($0) } ?? "",
                line.allowedText.map { screen.text($0) } ?? "", reason,
            ])
        }
        let text = table.lines(width: screen.columns, screen.wording)
        let colors = zip(lines, text.dropFirst()).map { line, text in line.isWithin ? text : screen.styled(text, .red) }
        return ([heading, screen.styled(text[0], .cyan)] + colors).map { $0 + "\n" }.joined()
    }
}
