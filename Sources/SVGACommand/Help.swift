import SVGACheck
import SVGAEmulation
import SVGAFormat
import SVGAModel
import SVGARender
import SVGASupport
import SVGATasks
import SVGAVideo

/// The output of `svga help`, in the selected language.
enum HelpText {
    static func overview(in language: HelpLanguage) -> String {
        func text(_ text: LocalizedText) -> String { language.text(text) }
        func text(_ english: String, _ chinese: String) -> String { language.text(english, chinese) }
        let commands = CommandLineTool.commands
        let help = text(
            "Help: svga help COMMAND, svga help SVGA110, svga COMMAND --help", "帮助：svga help COMMAND、svga help SVGA110、svga COMMAND --help")
        // Lines have at most 80 columns, so the text of the longest name starts further right.
        let width = min(11, commands.map { $0.name.count }.max() ?? 0)
        let lines = commands.map { "  \($0.name.padded(columns: width))  \(text($0.abstract))\n" }.joined()
        return """
            \(text(abstract))
            \(text("Usage: ", "用法："))svga COMMAND IN… [options]
            \(text("Commands:", "命令："))
            \(lines)\(help)
            \(text("Topics:", "主题："))
            \(topicNames.map { "  svga help \($0)\n" }.joined())\(text("Versions: svga --version", "版本：svga --version"))
            \(text(note))
            \(text("Examples:", "示例："))
            \(examples.map { "  \($0)\n" }.joined())
            """
    }

    private static let abstract = LocalizedText("Inspect, render, edit and check SVGA animations.", "查看、渲染、编辑和检查 SVGA 动画。")
    private static let note = LocalizedText(
        "A file named - is standard input or output. Frames are counted from 0.", "文件名 - 表示标准输入或标准输出。帧号从 0 开始。")
    private static let examples = ["svga inspect samples/gift.svga", "svga render samples/gift.svga -o gift.png --frame 20"]

    /// A manual page for a command or the program.
    static func manual(of name: String?, in language: HelpLanguage) throws(TaskError) -> String {
        let commands = CommandLineTool.commands.map { $0.info }
        let frame = ManualPage.Frame(abstract: abstract, note: note, exitCodes: exitCodes, examples: examples)
        guard let name else { return ManualPage.overview(of: commands, frame, in: language) }
        if let info = commands.first(where: { $0.name == name }) { return ManualPage.page(of: info, frame, in: language) }
        let advice = Advice.suggestion(for: name, among: commands.map(\.name))
        throw .usage("there is no manual page for \"\(name)\"", advice: advice.isEmpty ? "see svga help" : advice)
    }

    static func topic(_ name: String?, in language: HelpLanguage) throws(TaskError) -> String {
        guard let name else { return overview(in: language) }
        if let command = CommandLineTool.commands.first(where: { $0.name == name }) { return command.info.help(in: language) }
        if let group = topics.first(where: { $0.topic == name }) { return page(group, in: language) }
        if name == exitTopic { return language.text(exitCodes) }
        if name == helpTopic { return language.text(ownHelp) }
        if name == keysTopic { return language.text(keysHelp) }
        if name == budgetTopic { return language.text(budgetHelp) }
        if let code = FindingCode(name: name.uppercased()) { return explanation(of: code, in: language) }
        if let code = WarningCode(rawValue: name.uppercased()) { return explanation(of: code, in: language) }
        if let found = HelpSearch(name, in: language).page { return found }
        let known =
            CommandLineTool.commands.map { $0.name } + topicNames + FindingCode.allCases.map(\.name) + WarningCode.allCases.map(\.name)
        let advice = Advice.suggestion(for: name, among: known)
        throw .usage("there is no help on \"\(name)\"", advice: advice.isEmpty ? "see svga help" : advice)
    }

    private static let exitTopic = "exit-codes"
    private static let helpTopic = "help"
    private static let keysTopic = "keys"

    private static let keysHelp = LocalizedText(
        """
        imageKeys (replaceable keys)
        A movie names its images and sprites by imageKeys. While the movie plays, an app
        replaces the image or the text of a key, such as an avatar or a name.
          svga inspect IN --keys                         list the keys of a movie
          svga render IN -o a.webp --set-image KEY=FILE  draw another image
          svga render IN -o a.webp --set-text KEY=TEXT   draw a text on the sprites
          svga edit IN -o OUT --set-image KEY=FILE       replace the image in the file
          svga edit IN -o OUT --rename KEY=NEW           rename a key
          svga help substitution                         all options

        """,
        """
        imageKey（可替换元素）
        动画用 imageKey 给图片和元素命名。App 在播放时按 imageKey 替换图片或文字，
        例如头像和昵称。
          svga inspect IN --keys                         列出动画的 imageKey
          svga render IN -o a.webp --set-image KEY=FILE  渲染时替换图片
          svga render IN -o a.webp --set-text KEY=TEXT   渲染时绘制文字
          svga edit IN -o OUT --set-image KEY=FILE       替换文件中的图片
          svga edit IN -o OUT --rename KEY=NEW           重命名 imageKey
          svga help substitution                         全部选项

        """)

    private static let ownHelp = LocalizedText(
        """
        Explain commands, topics and codes.
        Usage: svga help [--man] [COMMAND|TOPIC|CODE|WORD]
          svga help              list all commands and topics
          svga help render       explain a command, like svga render --help
          svga help limits       explain a topic
          svga help SVGA110      explain the code of a finding or a warning
          svga help size         search commands, options, topics and codes for a word
          svga help --man render print the manual page of a command in man's format

        """,
        """
        说明命令、主题和代码。
        用法：svga help [--man] [COMMAND|TOPIC|CODE|WORD]
          svga help              全部命令和主题
          svga help render       一个命令，同 svga render --help
          svga help limits       一个主题
          svga help SVGA110      问题或警告的一个代码：含义和处理办法
          svga help size         按关键词搜索命令、选项、主题和代码
          svga help --man render 命令的手册页，格式供 man 读取

        """)

    private static func explanation(of code: FindingCode, in language: HelpLanguage) -> String {
        let players = code.players.map(\.title).joined(separator: ", ")
        let rows: [(label: Message, text: Message)] = [
            ("Severity", code.severities.map(\.title).joined(separator: " or ")), ("Meaning", code.meaning),
        ]
        let examples: [(label: Message, text: Message)] = [
            ("Players", players.isEmpty ? "not specific to a player" : "\(players)"), ("Example", code.example),
        ]
        return explanation(code.name, rows, remedy: TaskText(code.remedy), examples, in: language)
    }

    private static func explanation(of code: WarningCode, in language: HelpLanguage) -> String {
        explanation(
            code.name, [("Severity", "warning; an error with --strict"), ("Meaning", code.meaning)], remedy: code.remedy, in: language)
    }

    private static func explanation(
        _ name: String, _ rows: [(label: Message, text: Message)], remedy: TaskText, _ examples: [(label: Message, text: Message)] = [],
        in language: HelpLanguage
    ) -> String {
        func row(_ label: Message, _ text: String) -> ParameterInfo {
            let text = TaskText(verbatim: text)
            return ParameterInfo(kind: .argument, names: [], placeholder: language.text(label), help: LocalizedText(text, text))
        }
        let what = row("Remedy", remedy.text(as: language.wording) + language.text(".", "。"))
        let table = rows.map { row($0, language.text($1)) } + [what] + examples.map { row($0, language.text($1)) }
        return name + "\n" + CommandInfo.table(table, in: language)
    }

    static var topicNames: [String] { topics.map(\.topic) + [keysTopic, budgetTopic, exitTopic, helpTopic] }

    /// The groups that a command's help shortens to one line, without duplicates.
    static var topics: [GroupInfo] {
        var seen: Set<String> = []
        return CommandLineTool.commands.flatMap { $0.info.groups }.filter { $0.summary != nil && seen.insert($0.topic).inserted }
    }

    private static func page(_ group: GroupInfo, in language: HelpLanguage) -> String {
        language.text(heading(of: group)) + "\n" + CommandInfo.table(group.parameters, in: language)
            + (group.note.map(language.text) ?? "")
    }

    private static func heading(of group: GroupInfo) -> LocalizedText {
        switch group.topic {
        case "limits", "keyboard": group.title
        case "jobs": LocalizedText("Job options", "任务选项")
        default: LocalizedText("\(group.title.english) options", "\(group.title.chinese)选项")
        }
    }

    private static let exitCodes = LocalizedText(
        """
        Exit codes
          0    success
          1    findings or differences; nothing found (hit, bounds)
          2    invalid command line, or the file does not have what it names
          3    an input cannot be read, or is not a movie
          4    a limit was exceeded
          5    an output could not be written or encoded
          6    some of several inputs failed
          129  ended by SIGHUP; 130 by SIGINT (Ctrl-C); 143 by SIGTERM
          131  ended by SIGQUIT, and 152 by SIGXCPU, as a shell shows it

        """,
        """
        退出码
          0    成功
          1    发现问题或差异；没有找到（hit、bounds）
          2    命令行有误，或文件中没有所指定的内容
          3    输入无法读取，或不是动画
          4    超出限制
          5    输出无法写入或编码
          6    多个输入中有一部分失败
          129  被 SIGHUP 结束；130 被 SIGINT（Ctrl-C）结束；143 被 SIGTERM 结束
          131  被 SIGQUIT 结束，152 被 SIGXCPU 结束（shell 显示的值）

        """)
}

extension CommandInfo {
    /// The complete `--help` text, in lines of at most 80 columns.
    func help(in language: HelpLanguage) -> String {
        let text = language.text
        var help = "\(text(abstract))\(language.text(".", "。"))\n\(language.text("Usage: ", "用法："))\(usage)\n"
        for group in groups where group.summary == nil {
            help += "\(text(group.title))\(language.text(":", "："))\n" + CommandInfo.table(group.parameters, in: language)
            if let note = group.note { help += text(note) }
        }
        for group in groups {
            guard let summary = group.summary else { continue }
            help += "\(text(group.title))\(language.text(": ", "："))\(text(summary))\n"
        }
        return help + language.text("Examples:", "示例：") + "\n" + examples.map { "  \($0)\n" }.joined()
    }

    /// Parameters in two columns.
    static func table(_ parameters: [ParameterInfo], in language: HelpLanguage) -> String {
        let hasShort = parameters.contains { $0.names.contains { $0.utf8.count == 1 } }
        let labels = parameters.map { info in
            let indent = hasShort && info.kind != .argument && info.names.first?.utf8.count != 1 ? "    " : ""
            return (indent + info.flags.joined(separator: ", ") + " " + info.placeholder).trimmingSuffix(" ")
        }
        let width = min(24, labels.map(\.count).max() ?? 0)
        var text = ""
        for (label, info) in zip(labels, parameters) {
            let start = info.names.isEmpty ? String(label.trimmingPrefix(while: { $0 == " " })) : label
            let indent = String(repeating: " ", count: width + 4)
            var line = "  " + start.padded(columns: width) + "  "
            var columns = line.terminalColumns
            for (index, part) in language.text(info.help).breakableParts.enumerated() {
                let word = part.hasSpace && index > 0 ? " " + part.text : part.text
                columns += word.terminalColumns
                if columns > 80 {
                    text += line + "\n"
                    line = indent + part.text
                    columns = line.terminalColumns
                } else {
                    line += word
                }
            }
            text += line + "\n"
        }
        return text
    }
}

extension String {
    fileprivate func trimmingSuffix(_ character: Character) -> String {
        var text = self
        while text.last == character { text.removeLast() }
        return text
    }
}

/// The output of `svga --version`.
enum VersionText {
    static var text: String {
        let libraries = FormatLibraries.versions + RenderLibraries.versions + videoLibraries
        let width = libraries.map(\.name.count).max() ?? 0
        return "svga \(CommandLineTool.version)\n"
            + libraries.map { "  \($0.name.padded(columns: width))  \($0.version)\n" }.joined()
    }

    private static var videoLibraries: [(name: String, version: String)] {
        #if Video
            VideoLibraries.versions
        #else
            []
        #endif
    }
}
