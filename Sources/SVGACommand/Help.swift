import SVGACheck
import SVGAEmulation
import SVGAFormat
import SVGAModel
import SVGARender
import SVGATasks
import SVGAVideo

/// What `svga help` prints. Each English text goes through a language, which may know another for it.
enum HelpText {
    static func overview(in language: HelpLanguage) -> String {
        let text = language.text
        let commands = CommandLineTool.commands
        // Lines have 80 columns, so the longest name begins its text further right.
        let width = min(11, commands.map { $0.name.count }.max() ?? 0)
        let lines = commands.map { "  \($0.name.padded(columns: width))  \(text($0.abstract))\n" }.joined()
        return """
            \(text(abstract))
            \(text("Usage: "))svga COMMAND IN… [options]
            \(text("Commands:"))
            \(lines)\(text("Help: svga help COMMAND, svga help SVGA110, svga COMMAND --help"))
            \(text("Topics:"))
            \(topicNames.map { "  svga help \($0)\n" }.joined())\(text("Versions: svga --version"))
            \(text(note))
            \(text("Examples:"))
            \(examples.map { "  \($0)\n" }.joined())
            """
    }

    private static let abstract = "Reads, shows and renders SVGA animations."
    private static let note = "A file named - is standard input or output. Frames are counted from 0."
    private static let examples = ["svga inspect samples/gift.svga", "svga render samples/gift.svga -o gift.png --frame 20"]

    /// A page for `man`: a command's, or the program's.
    static func manual(of name: String?, in language: HelpLanguage) throws(TaskError) -> String {
        let commands = CommandLineTool.commands.map { $0.info }
        let frame = ManualPage.Frame(abstract: abstract, note: note, exitCodes: exitCodes, examples: examples)
        guard let name else { return ManualPage.overview(of: commands, frame, in: language) }
        if let info = commands.first(where: { $0.name == name }) { return ManualPage.page(of: info, frame, in: language) }
        let advice = Advice.meant(by: name, among: commands.map(\.name))
        throw .usage("there is no page about \"\(name)\"", advice: advice.isEmpty ? "see svga help" : advice)
    }

    static func topic(_ name: String?, in language: HelpLanguage) throws(TaskError) -> String {
        guard let name else { return overview(in: language) }
        if let command = CommandLineTool.commands.first(where: { $0.name == name }) { return command.info.help(in: language) }
        if let group = topics.first(where: { $0.title.lowercased() == name }) { return page(group, in: language) }
        if name == exitTopic { return language.text(exitCodes) }
        if name == helpTopic { return language.text(ownHelp) }
        if name == keysTopic { return language.text(keysHelp) }
        if let code = FindingCode(name: name.uppercased()) { return explanation(of: code) }
        if let found = HelpSearch(name, in: language).page { return found }
        let known = CommandLineTool.commands.map { $0.name } + topicNames + FindingCode.allCases.map(\.name)
        let advice = Advice.meant(by: name, among: known)
        throw .usage("there is no help on \"\(name)\"", advice: advice.isEmpty ? "see svga help" : advice)
    }

    private static let exitTopic = "exit-codes"
    private static let helpTopic = "help"
    private static let keysTopic = "keys"

    private static let keysHelp = """
        imageKeys (replaceable keys)
        A movie names its images and sprites by imageKeys. An app replaces the image or
        the text of a key while the movie plays, such as an avatar and a name.
          svga inspect IN --keys                         lists the keys of a movie
          svga render IN -o a.webp --set-image KEY=FILE  draws an image in their place
          svga render IN -o a.webp --set-text KEY=TEXT   draws a text on their sprites
          svga edit IN -o OUT --set-image KEY=FILE       replaces the image in the file
          svga edit IN -o OUT --rename KEY=NEW           renames a key
          svga help substitution                         all options

        """

    private static let ownHelp = """
        Explains commands, topics and codes.
        Usage: svga help [--man] [COMMAND|TOPIC|CODE|WORD]
          svga help              all commands and topics
          svga help render       a command, as svga render --help does
          svga help limits       a topic
          svga help SVGA110      a code of svga validate: what it means and what to do
          svga help size         what has to do with a word: options, topics, codes
          svga help --man render the page of a command, as man reads it

        """

    /// In English as findings are.
    private static func explanation(of code: FindingCode) -> String {
        let players = code.players.map(\.title).joined(separator: ", ")
        let rows = [
            ("Severity", code.severities.map(\.name).joined(separator: " or ")), ("Meaning", code.meaning), ("Remedy", code.remedy + "."),
            ("Players", players.isEmpty ? "not specific to a player" : players), ("Example", code.example),
        ]
        return code.name + "\n"
            + CommandInfo.table(
                rows.map { ParameterInfo(kind: .argument, names: [], placeholder: $0.0, help: TaskText($0.1)) }, in: .english)
    }

    static var topicNames: [String] { topics.map { $0.title.lowercased() } + [keysTopic, exitTopic, helpTopic] }

    /// The groups that the help of a command shortens to one line, each once.
    static var topics: [GroupInfo] {
        var seen: Set<String> = []
        return CommandLineTool.commands.flatMap { $0.info.groups }.filter { $0.summary != nil && seen.insert($0.title).inserted }
    }

    private static func page(_ group: GroupInfo, in language: HelpLanguage) -> String {
        language.text(heading(of: group)) + "\n" + CommandInfo.table(group.parameters, in: language)
            + (group.note.isEmpty ? "" : language.text(group.note.shell))
    }

    private static func heading(of group: GroupInfo) -> String {
        switch group.title {
        case "Limits", "Keyboard": group.title
        case "Jobs": "Job options"
        default: "\(group.title) options"
        }
    }

    private static let exitCodes = """
        Exit codes
          0    done
          1    findings or differences; nothing is there (hit, bounds)
          2    the command line makes no sense, or asks for what the file does not have
          3    an input cannot be read or is no movie
          4    a limit was exceeded
          5    an output could not be written or encoded
          6    some inputs of several failed
          129  ended by SIGHUP; 130 by SIGINT (Ctrl-C); 143 by SIGTERM
          131  ended by SIGQUIT, and 152 by SIGXCPU, as a shell shows it

        """
}

extension GroupInfo {
    /// The line that stands for the group in the help of a command.
    var shellSummary: String? { summary.map { $0.shell + " (svga help \(title.lowercased()))" } }
}

extension CommandInfo {
    /// The whole of `--help`; lines of at most 80 columns.
    func help(in language: HelpLanguage) -> String {
        let text = language.text
        var help = "\(text(abstract))\(text("."))\n\(text("Usage: "))\(usage)\n"
        for group in groups where group.summary == nil {
            help += "\(text(group.title))\(text(":"))\n" + CommandInfo.table(group.parameters, in: language)
            if !group.note.isEmpty { help += text(group.note.shell) }
        }
        for group in groups {
            guard let summary = group.shellSummary else { continue }
            help += "\(text(group.title))\(text(": "))\(text(summary))\n"
        }
        return help + text("Examples:") + "\n" + examples.map { "  \($0)\n" }.joined()
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
            for (index, part) in language.text(info.help.shell).breakableParts.enumerated() {
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

/// What `svga --version` prints.
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
