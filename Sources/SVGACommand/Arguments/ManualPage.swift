import SVGATasks

/// A manual page for `man`, generated from the declarations of `--help`. It also contains the groups that `--help` shortens to one line.
struct ManualPage {
    /// The common parts of all pages.
    struct Frame {
        /// The program's description.
        let abstract: LocalizedText
        let note: LocalizedText
        /// The help topic `exit-codes`, with its title as the first line.
        let exitCodes: LocalizedText
        let examples: [String]
    }

    private let language: HelpLanguage
    private var roff: String

    /// `svga(1)`: the list of commands.
    static func overview(of commands: [CommandInfo], _ frame: Frame, in language: HelpLanguage) -> String {
        var page = ManualPage("svga", frame.abstract, in: language)
        page.synopsis("svga COMMAND IN… [options]")
        page.synopsis("svga help [--man] [COMMAND|TOPIC|CODE]")
        page.synopsis("svga --version")
        page.section("Description", "描述")
        page.paragraph(language.text(frame.abstract))
        page.paragraph(language.text(frame.note))
        page.section("Commands", "命令")
        for info in commands {
            page.item(bold("svga-\(info.name)") + "(1)", language.text(info.abstract) + language.text(".", "。"))
        }
        page.item(
            bold("svga help"),
            language.text(
                "Explain a command, a topic or a code of validate on one screen; --man: print the manual page of a command in man's format.",
                "在一屏内说明一个命令、主题或 validate 的代码；--man：打印命令的手册页，格式供 man 读取。"))
        page.ending(frame, frame.examples, seeAlso: commands.map { "svga-\($0.name)" })
        return page.roff
    }

    /// A command's page, for example `svga-render(1)`.
    static func page(of info: CommandInfo, _ frame: Frame, in language: HelpLanguage) -> String {
        var page = ManualPage("svga-\(info.name)", info.abstract, in: language)
        page.synopsis(info.usage)
        page.section("Description", "描述")
        page.paragraph(language.text(info.abstract) + language.text(".", "。"))
        page.paragraph(language.text(frame.note))
        page.section("Options", "选项")
        for (index, group) in info.groups.enumerated() {
            if index > 0 { page.subsection(group.title) }
            for parameter in group.parameters { page.parameter(parameter) }
            if index == 0 { page.item("\(bold("h")), \(bold("help"))", language.text("show the options on one screen", "在一屏内显示选项")) }
            if let note = group.note { page.note(language.text(note)) }
        }
        page.ending(frame, info.examples, seeAlso: ["svga"])
        return page.roff
    }

    private init(_ name: String, _ abstract: LocalizedText, in language: HelpLanguage) {
        self.language = language
        // No hyphenation and no justification, so that option names stay intact.
        roff = """
            .TH \(ManualPage.escaped(name.uppercased())) 1 "" "svga \(CommandLineTool.version)" "SVGAKit"
            .nh
            .ad l

            """
        section("Name", "名称")
        // On one line, because `whatis` shows the break positions.
        line(ManualPage.escaped(name) + " \\- " + ManualPage.escaped(language.text(abstract)))
        section("Synopsis", "概要")
    }

    // MARK: Parts of a page

    private mutating func section(_ english: String, _ chinese: String) {
        roff += ".SH \"\(ManualPage.escaped(language.text(english, chinese).uppercased()))\"\n"
    }

    private mutating func subsection(_ title: LocalizedText) { roff += ".SS \"\(ManualPage.escaped(language.text(title)))\"\n" }

    private mutating func paragraph(_ text: String) {
        roff += ".PP\n"
        line(filled(text))
    }

    private mutating func item(_ label: String, _ text: String, indent: Int? = nil) {
        roff += ".TP\(indent.map { " \($0)" } ?? "")\n"
        line(label)
        line(filled(text))
    }

    /// Names and options are bold; placeholders are italic.
    private mutating func synopsis(_ usage: String) {
        let words = usage.split(separator: " ").map { word in
            let word = String(word)
            if word.first?.isLowercase == true || word.hasPrefix("-") { return ManualPage.bold(word) }
            return word.hasPrefix("[") ? ManualPage.escaped(word) : ManualPage.slanted(word)
        }
        roff += ".PP\n"
        line(words.joined(separator: " "))
    }

    private mutating func parameter(_ info: ParameterInfo) {
        let names = info.flags.map { ManualPage.bold($0) }.joined(separator: ", ")
        let value = info.placeholder.isEmpty ? "" : ManualPage.slanted(info.placeholder)
        item([names, value].filter { !$0.isEmpty }.joined(separator: " "), language.text(info.help))
    }

    private mutating func ending(_ frame: Frame, _ examples: [String], seeAlso pages: [String]) {
        section("Exit status", "退出码")
        note(String(language.text(frame.exitCodes).drop { $0 != "\n" }))
        section("Examples", "示例")
        verbatim(examples.map { "  \($0)" })
        section("See also", "另见")
        line(pages.map { ManualPage.bold($0) + "(1)" }.joined(separator: ", "))
    }

    /// Formats the lines of a help topic: unindented lines are prose, two indented columns are a list, other lines stay verbatim.
    private mutating func note(_ text: String) {
        var lines = text.split(separator: "\n").map(String.init)[...]
        while let first = lines.first {
            let isIndented = first.hasPrefix(" ")
            let block = lines.prefix { $0.hasPrefix(" ") == isIndented }
            lines = lines.dropFirst(block.count)
            if !isIndented {
                paragraph(block.dropFirst().reduce(block.first ?? "") { $0.joined(to: $1) })
            } else if let rows = ManualPage.rows(of: Array(block)) {
                let width = rows.map(\.label.terminalColumns).max() ?? 0
                for row in rows { item(ManualPage.bold(row.label), row.text, indent: width + 2) }
            } else {
                verbatim(Array(block))
            }
        }
    }

    /// Verbatim lines, indented by two columns; wide lines are shifted left to fit 80 columns.
    private mutating func verbatim(_ lines: [String]) {
        let width = lines.map(\.terminalColumns).max() ?? 0
        roff += ".PP\n.nf\n.in \(max(0, min(9, 80 - width)))n\n"
        for text in lines { line(ManualPage.escaped(String(text.dropFirst(2)))) }
        roff += ".in\n.fi\n"
    }

    /// The rows of a table with two columns, or nil for other lines. A text may continue on the next line.
    private static func rows(of lines: [String]) -> [(label: String, text: String)]? {
        guard let column = lines.first?.secondColumn else { return nil }
        var rows: [(label: String, text: String)] = []
        for line in lines {
            let label = line.prefix(columns: column)
            let text = String(line.dropFirst(label.count))
            guard label.hasSuffix(" "), !text.isEmpty, !text.hasPrefix(" ") else { return nil }
            let name = label.split(separator: " ").joined(separator: " ")
            if let last = rows.last, name.isEmpty {
                rows[rows.count - 1].text = last.text.joined(to: text)
            } else {
                rows.append((name, text))
            }
        }
        return rows
    }

    // MARK: roff

    private mutating func line(_ text: String) {
        // A dot or a quote would begin a request.
        roff += (text.hasPrefix(".") || text.hasPrefix("'") ? "\\&" : "") + text + "\n"
    }

    /// `man` does not break Chinese text, so this marks the allowed line breaks.
    private func filled(_ text: String) -> String {
        var roff = ""
        for part in text.breakableParts {
            roff += (roff.isEmpty ? "" : part.hasSpace ? " " : "\\:") + ManualPage.escaped(part.text)
        }
        return roff
    }

    private static func bold(_ text: String) -> String { "\\fB\(escaped(text))\\fR" }
    private static func slanted(_ text: String) -> String { "\\fI\(escaped(text))\\fR" }

    /// Escapes characters that roff interprets, or replaces by typographic characters that shells do not accept.
    private static func escaped(_ text: String) -> String {
        text.reduce(into: "") { result, character in
            switch character {
            case "\\": result += "\\e"
            case "-": result += "\\-"
            case "'": result += "\\(aq"
            case "\"": result += "\\(dq"
            case "`": result += "\\(ga"
            case "^": result += "\\(ha"
            case "~": result += "\\(ti"
            default: result.append(character)
            }
        }
    }
}

extension String {
    /// Joins two lines of prose: with a space between words, without one between Chinese characters or next to their punctuation.
    fileprivate func joined(to next: String) -> String {
        let text = self + " " + next
        guard let last, let first = next.first, last.terminalColumns == 2 || first.terminalColumns == 2 else { return text }
        let isTight = last.terminalColumns == first.terminalColumns || "，。、；：！？（）「」".contains { $0 == last || $0 == first }
        return isTight ? self + next : text
    }

    /// The column where the text of `  label  text` starts.
    fileprivate var secondColumn: Int? {
        guard hasPrefix("  "), let match = firstMatch(of: /^ {2}[^ ](?:[^ ]| (?! ))* {2,}/) else { return nil }
        return String(match.output).terminalColumns
    }

    fileprivate func prefix(columns: Int) -> String {
        var count = 0
        return String(
            prefix { character in
                count += character.terminalColumns
                return count <= columns
            })
    }
}
