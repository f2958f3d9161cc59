import SVGAFormat
import SVGARender
import SVGAVideo

/// What `svga help` prints.
enum HelpText {
    static var overview: String {
        let commands = CommandLineTool.commands
        let width = commands.map { $0.name.count }.max() ?? 0
        let lines = commands.map { "  \($0.name.padded(columns: width))  \($0.abstract)\n" }.joined()
        return """
            Reads, shows and renders SVGA animations.
            Usage: svga COMMAND IN… [options]
            Commands:
            \(lines)Help: svga help COMMAND, svga COMMAND --help
            Topics:
            \(topicNames.map { "  svga help \($0)\n" }.joined())Versions: svga --version
            A file named - is standard input or output. Frames are counted from 0.
            Examples:
              svga inspect samples/gift.svga
              svga render samples/gift.svga -o gift.png --frame 20

            """
    }

    static func topic(_ name: String?) throws(CommandError) -> String {
        guard let name else { return overview }
        if let command = CommandLineTool.commands.first(where: { $0.name == name }) { return command.info.help }
        if let group = topics.first(where: { $0.title.lowercased() == name }) { return text(group) }
        if name == exitTopic { return exitCodes }
        let known = CommandLineTool.commands.map { $0.name } + topicNames
        let advice = Advice.meant(by: name, among: known)
        throw .usage(UsageError(message: "there is no help on \"\(name)\"", advice: advice.isEmpty ? "see svga help" : advice))
    }

    private static let exitTopic = "exit-codes"

    static var topicNames: [String] { topics.map { $0.title.lowercased() } + [exitTopic] }

    /// The groups that the help of a command shortens to one line, each once.
    private static var topics: [GroupInfo] {
        var seen: Set<String> = []
        return CommandLineTool.commands.flatMap { $0.info.groups }.filter { $0.summary != nil && seen.insert($0.title).inserted }
    }

    private static func text(_ group: GroupInfo) -> String {
        "\(group.title) options\n" + CommandInfo.table(group.parameters) + group.note
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
          130  interrupted

        """
}

extension CommandInfo {
    /// The whole of `--help`; lines of at most 80 columns.
    var help: String {
        var text = "\(abstract).\nUsage: \(usage)\n"
        for group in groups where group.summary == nil {
            text += "\(group.title):\n" + CommandInfo.table(group.parameters)
        }
        for group in groups {
            guard let summary = group.summary else { continue }
            text += "\(group.title): \(summary)\n"
        }
        return text + "Examples:\n" + examples.map { "  \($0)\n" }.joined()
    }

    /// Parameters in two columns.
    static func table(_ parameters: [ParameterInfo]) -> String {
        let hasShort = parameters.contains { $0.names.contains { $0.count == 2 } }
        let labels = parameters.map { info in
            let indent = hasShort && info.kind != .argument && info.names.first?.count != 2 ? "    " : ""
            return (indent + info.names.joined(separator: ", ") + " " + info.placeholder).trimmingSuffix(" ")
        }
        let width = min(24, labels.map(\.count).max() ?? 0)
        var text = ""
        for (label, info) in zip(labels, parameters) {
            let start = info.names.isEmpty ? label.trimmingPrefix(while: { $0 == " " }) : label[...]
            var line = "  " + start + String(repeating: " ", count: max(0, width - start.count)) + " "
            for word in info.help.split(separator: " ") {
                if line.count + 1 + word.count > 80 {
                    text += line + "\n"
                    line = String(repeating: " ", count: width + 3)
                }
                line += " " + word
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
