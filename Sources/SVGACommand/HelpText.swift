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

    /// The groups that commands fold into one line, each once.
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
