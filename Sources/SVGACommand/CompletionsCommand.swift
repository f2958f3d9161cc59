/// `svga completions`: scripts that complete command lines.
struct CompletionsCommand: Command {
    var shell = Completions.Shell.bash

    static let name = "completions"
    static let abstract = "Prints a script that completes svga's command lines in a shell"
    static let examples = [
        "source <(svga completions bash); svga inspect samples/<TAB>",
        "svga completions fish | source; svga render samples/<TAB>",
    ]

    static let groups: [ParameterGroup<CompletionsCommand>] = [
        ParameterGroup("Options", [.argument(\.shell, "SHELL", help: "bash, zsh or fish")])
    ]

    func run(in context: CommandContext) async throws(CommandError) -> ExitCode {
        let completions = Completions(commands: CommandLineTool.commands.map { $0.info }, topics: HelpText.topicNames)
        try context.print(completions.script(for: shell))
        return .done
    }
}
