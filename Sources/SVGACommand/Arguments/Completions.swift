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

/// Scripts that complete command lines in a shell, made from the commands' declarations.
struct Completions {
    let commands: [CommandInfo]
    /// The topics that `svga help` knows besides the commands.
    let topics: [String]

    enum Shell: String, CaseIterable, ExpressibleByArgument { case bash, zsh, fish }

    func script(for shell: Shell) -> String {
        switch shell {
        case .bash: bash
        case .zsh: zsh
        case .fish: fish
        }
    }

    private static func names(_ command: CommandInfo) -> [String] { command.parameters.flatMap(\.names) + ["-h", "--help"] }

    private static func isValued(_ info: ParameterInfo) -> Bool { info.kind == .option }

    /// The words that the arguments (not the options) of a command accept.
    private static func argumentValues(_ command: CommandInfo) -> [String] {
        command.parameters.filter { $0.kind == .argument }.flatMap(\.values)
    }

    private static func takesFiles(_ command: CommandInfo) -> Bool { command.parameters.contains { $0.kind == .argument && $0.isFile } }

    // MARK: bash

    private var bash: String {
        let top = (commands.map(\.name) + ["help", "--help", "--version"]).joined(separator: " ")
        return """
            # bash completion for svga: source <(svga completions bash)
            _svga() {
                local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} words= files=
                # bash splits --name=value into three words.
                if [[ $cur == = ]]; then cur=; elif [[ $prev == = ]]; then prev=${COMP_WORDS[COMP_CWORD-2]}; fi
                COMPREPLY=()
                if (( COMP_CWORD == 1 )); then
                    words='\(top)'
                else case ${COMP_WORDS[1]} in
                help) words='\((commands.map(\.name) + topics).joined(separator: " "))' ;;
            \(commands.map(bashCase).joined())    esac; fi
                if [[ -n $files ]]; then
                    compopt -o filenames 2>/dev/null
                    mapfile -t COMPREPLY < <(compgen -f -- "$cur")
                fi
                if [[ -n $words ]]; then
                    local more; mapfile -t more < <(compgen -W "$words" -- "$cur")
                    COMPREPLY+=("${more[@]}")
                fi
            }
            complete -F _svga svga

            """
    }

    private func bashCase(_ command: CommandInfo) -> String {
        var text = "    \(command.name))\n        case $prev in\n"
        for info in command.parameters where Completions.isValued(info) {
            let offer = info.isFile ? "files=1" : info.values.isEmpty ? ":" : "words='\(info.values.joined(separator: " "))'"
            text += "        \(info.names.joined(separator: "|"))) \(offer) ;;\n"
        }
        let words = Completions.argumentValues(command)
        let arguments = Completions.takesFiles(command) ? "files=1" : "words='\(words.joined(separator: " "))'"
        let names = Completions.names(command).joined(separator: " ")
        return text + "        *) if [[ $cur == -* ]]; then words='\(names)'; else \(arguments); fi ;;\n        esac ;;\n"
    }

    // MARK: zsh

    private var zsh: String {
        let list = commands.map { "'\($0.name):\(quoted($0.abstract))'" }.joined(separator: " ")
        return """
            #compdef svga
            # zsh completion for svga: svga completions zsh > a folder of $fpath as _svga
            _svga() {
                local -a commands=(\(list) 'help:Explains a command')
                if (( CURRENT == 2 )); then _describe command commands; return; fi
                local command=$words[2]
                shift words; (( CURRENT-- ))
                case $command in
                help) _values topic \((commands.map(\.name) + topics).joined(separator: " ")) ;;
            \(commands.map(zshCase).joined())    esac
            }
            compdef _svga svga

            """
    }

    private func zshCase(_ command: CommandInfo) -> String {
        var text = "    \(command.name)) _arguments -s"
        for info in command.parameters {
            let action = info.isFile ? "_files" : info.values.isEmpty ? " " : "(\(info.values.joined(separator: " ")))"
            let value = info.kind == .flag ? "" : ":\(info.placeholder):\(action)"
            if info.kind == .argument {
                text += " \\\n        '\(info.isRepeated ? "*" : "")\(value)'"
            } else {
                for name in info.names {
                    let equals = info.kind == .option && name.hasPrefix("--") ? "=" : ""
                    text += " \\\n        '*\(name)\(equals)[\(quoted(info.help))]\(value)'"
                }
            }
        }
        return text + " ;;\n"
    }

    private func quoted(_ text: String) -> String {
        text.reduce(into: "") { result, character in
            switch character {
            case "'": result += "'\\''"
            case "[", "]", ":", "\\": result += "\\\(character)"
            default: result.append(character)
            }
        }
    }

    // MARK: fish

    private var fish: String {
        var text = "# fish completion for svga: svga completions fish | source\ncomplete -c svga -f\n"
        for command in commands {
            text += "complete -c svga -n __fish_use_subcommand -a \(command.name) -d '\(escaped(command.abstract))'\n"
            let condition = "-n '__fish_seen_subcommand_from \(command.name)'"
            for info in command.parameters {
                let values = info.values.joined(separator: " ")
                let value = info.kind == .flag ? "" : info.isFile ? " -F" : values.isEmpty ? "" : " -a '\(values)'"
                let names = info.names.map { $0.hasPrefix("--") ? " -l \($0.dropFirst(2))" : " -s \($0.dropFirst())" }.joined()
                guard info.kind != .argument || !value.isEmpty else { continue }
                text += "complete -c svga \(condition)\(names)\(info.kind == .option ? " -r" : "")\(value) -d '\(escaped(info.help))'\n"
            }
        }
        let all = (commands.map(\.name) + topics).joined(separator: " ")
        return text + "complete -c svga -n '__fish_seen_subcommand_from help' -a '\(all)'\n"
    }

    private func escaped(_ text: String) -> String {
        text.reduce(into: "") { $0 += $1 == "'" || $1 == "\\" ? "\\\($1)" : String($1) }
    }
}
