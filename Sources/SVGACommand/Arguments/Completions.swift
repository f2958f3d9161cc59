import SVGATasks

/// `svga completions`: completion scripts for shells.
struct CompletionsCommand: Command {
    var shell = Completions.Shell.bash

    static let name = "completions"
    static let abstract = LocalizedText("Print a shell script that completes svga command lines", "输出 shell 的 svga 命令行补全脚本")
    static let examples = [
        "source <(svga completions bash); svga inspect samples/<TAB>",
        "svga completions fish | source; svga render samples/<TAB>",
    ]

    static let groups: [ParameterGroup<CompletionsCommand>] = [
        ParameterGroup([.argument(\.shell, "SHELL", help: "bash, zsh or fish", "bash、zsh 或 fish")])
    ]

    func run(in context: CommandContext) async throws(TaskError) -> ExitCode {
        let completions = Completions(commands: CommandLineTool.commands.map { $0.info }, topics: HelpText.topicNames)
        try context.print(completions.script(for: shell))
        return .done
    }
}

/// Completion scripts for shells, generated from the commands' declarations.
struct Completions {
    let commands: [CommandInfo]
    /// The help topics that are not commands.
    let topics: [String]

    enum Shell: String, CaseIterable, ExpressibleByArgument { case bash, zsh, fish }

    func script(for shell: Shell) -> String {
        switch shell {
        case .bash: bash
        case .zsh: zsh
        case .fish: fish
        }
    }

    private static func names(_ command: CommandInfo) -> [String] { command.parameters.flatMap(\.flags) + ["-h", "--help"] }

    /// The completions of a command's arguments (not options), without duplicates.
    private static func arguments(_ command: CommandInfo) -> [ValueCompletion] {
        var offers: [ValueCompletion] = []
        for info in command.parameters where info.kind == .argument {
            let offer = info.valueCompletion
            if offer != .nothing, !offers.contains(offer) { offers.append(offer) }
        }
        return offers
    }

    private var topicWords: String { (commands.map(\.name) + topics).joined(separator: " ") }

    // MARK: bash

    private var bash: String {
        let top = (commands.map(\.name) + ["help", "--help", "--version"]).joined(separator: " ")
        return """
            # bash completion for svga: source <(svga completions bash)
            _svga_words() {
                local word
                for word in "${@:2}"; do [[ $word == "$1"* ]] && COMPREPLY+=("$word"); done
            }
            # Files with one of some endings, and folders.
            _svga_files() {
                local file endings=" ${*:2} "
                compopt -o filenames 2>/dev/null
                while IFS= read -r file; do
                    if [[ -d $file ]] || (( $# == 1 )) || [[ $endings == *" ${file##*.} "* && $file == *.* ]]; then COMPREPLY+=("$file"); fi
                done < <(compgen -f -- "$1")
            }
            # Keys of the movies on the command line: what is typed, what ends each, of which kind.
            _svga_keys() {
                local key word; local -a files=()
                for word in "${words[@]:2}"; do
                    word=${word//[\\\\\\"\\']/}
                    [[ $word == "~/"* ]] && word=$HOME${word:1}
                    files+=("$word")
                done
                [[ -n $2 ]] && compopt -o nospace 2>/dev/null
                while IFS= read -r key; do
                    [[ $key == "$1"* ]] && COMPREPLY+=("$(printf %q "$key")$2")
                done < <("${words[0]}" --complete-keys "$3" "${files[@]}" 2>/dev/null)
            }
            # What is offered for a value: its kind, and what belongs to that.
            _svga_value() {
                local value=$1; shift
                case $1 in
                words) _svga_words "$value" "${@:2}" ;;
                files) _svga_files "$value" "${@:2}" ;;
                folders) compopt -o filenames 2>/dev/null; mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(compgen -d -- "$value") ;;
                key) _svga_keys "$value" '' "$2" ;;
                keyequals) [[ $value == *=* ]] || _svga_keys "$value" = "$2" ;;
                keyfile)
                    if [[ $value == *=* ]]; then
                        lead+=${value%%=*}=
                        _svga_files "${value#*=}" "${@:3}"
                    else
                        _svga_keys "$value" = "$2"
                    fi ;;
                esac
            }
            _svga() {
                local word joined= lead= cur prev command option offer; local -a words=() more
                # bash parts words at = and :, which are parts of values here.
                for word in "${COMP_WORDS[@]:0:COMP_CWORD+1}"; do
                    if (( ${#words[@]} )) && [[ $word =~ ^[=:]+$ ]]; then
                        words[${#words[@]}-1]+=$word; joined=1
                    elif [[ -n $joined ]]; then
                        words[${#words[@]}-1]+=$word; joined=
                    else
                        words+=("$word")
                    fi
                done
                cur=${words[${#words[@]}-1]} prev= command=${words[1]-}
                (( ${#words[@]} > 1 )) && prev=${words[${#words[@]}-2]}
                COMPREPLY=()
                if (( ${#words[@]} <= 2 )); then _svga_words "$cur" \(top); return; fi
                option=$prev
                [[ $cur == --*=* ]] && { option=${cur%%=*}; lead=$option=; }
                offer=
                case "$command $option" in
            \(commands.map(bashOptions).joined())    esac
                if [[ -n $offer ]]; then
                    IFS=' ' read -ra more <<< "$offer"
                    _svga_value "${cur#"$lead"}" "${more[@]}"
                else case $command in
                    help) _svga_words "$cur" \(topicWords) --man ;;
            \(commands.map(bashArguments).joined())    esac; fi
                # bash puts a reply in the place of what follows the last = or :.
                word=${COMP_WORDS[COMP_CWORD]}
                [[ $word =~ ^[=:]+$ ]] && word=
                [[ $COMP_WORDBREAKS == *=* ]] || { COMPREPLY=("${COMPREPLY[@]/#/$lead}"); return; }
                local begun=${cur%"$word"}; begun=${begun#"$lead"}
                [[ -n $begun ]] && COMPREPLY=("${COMPREPLY[@]#"$begun"}")
            }
            complete -F _svga svga

            """
    }

    private func bashOptions(_ command: CommandInfo) -> String {
        command.parameters.filter { $0.kind == .option }.map { info in
            let names = info.flags.map { "\"\(command.name) \($0)\"" }.joined(separator: "|")
            let offer = bashOffer(info.valueCompletion)
            return "    \(names)) offer='\(offer.isEmpty ? "none" : offer)' ;;\n"
        }.joined()
    }

    /// The offer as words of `_svga_value`.
    private func bashOffer(_ offer: ValueCompletion) -> String {
        switch offer {
        case .nothing: ""
        case .words(let words): "words \(words.joined(separator: " "))"
        case .files(let endings): "files \(endings.joined(separator: " "))"
        case .folders: "folders"
        case .key(let kind): "key \(kind.rawValue)"
        case .keyEquals(let kind): "keyequals \(kind.rawValue)"
        case .keyFile(let kind, let endings): "keyfile \(kind.rawValue) \(endings.joined(separator: " "))"
        }
    }

    private func bashArguments(_ command: CommandInfo) -> String {
        let names = Completions.names(command).joined(separator: " ")
        let offers = Completions.arguments(command).map { "_svga_value \"$cur\" \(bashOffer($0))" }.joined(separator: "; ")
        return
            "        \(command.name)) if [[ $cur == -* ]]; then _svga_words \"$cur\" \(names); else \(offers.isEmpty ? ":" : offers); fi ;;\n"
    }

    // MARK: zsh

    private var zsh: String {
        let list = commands.map { "'\($0.name):\(zshQuoted($0.abstract.english.shell))'" }.joined(separator: " ")
        return """
            #compdef svga
            # zsh completion for svga: svga completions zsh > a folder of $fpath as _svga
            # Keys of the movies on the command line: options of compadd, as _arguments puts them first, then their kind.
            _svga_key() {
                local kind=$argv[-1]; argv[-1]=()
                local -a keys=(${(f)"$($_svga_program --complete-keys $kind ${(Q)words} 2>/dev/null)"})
                (( $#keys )) && compadd "$@" -a keys
            }
            _svga_key_equals() { compset -P '*=' || _svga_key -S = "$@" }
            _svga_key_file() {
                local files=$argv[-1]; argv[-1]=()
                if compset -P 1 '*='; then argv[-1]=(); _files "$@" -g "$files"; else _svga_key -S = "$@"; fi
            }
            _svga() {
                local -a commands=(\(list) 'help:Explain a command')
                if (( CURRENT == 2 )); then _describe command commands; return; fi
                local _svga_program=${(Q)words[1]} command=$words[2]
                shift words; (( CURRENT-- ))
                case $command in
                help) _values topic \(topicWords) ;;
            \(commands.map(zshCase).joined())    esac
            }
            compdef _svga svga

            """
    }

    private func zshCase(_ command: CommandInfo) -> String {
        var text = "    \(command.name)) _arguments -s"
        for info in command.parameters {
            let value = info.kind == .flag ? "" : ":\(zshQuoted(info.placeholder)):\(zshAction(info.valueCompletion))"
            if info.kind == .argument {
                text += " \\\n        '\(info.isRepeated ? "*" : "")\(value)'"
            } else {
                for name in info.flags {
                    let equals = info.kind == .flag ? "" : name.hasPrefix("--") ? "=" : "+"
                    text += " \\\n        '*\(name)\(equals)[\(zshQuoted(info.help.english.shell))]\(value)'"
                }
            }
        }
        return text + " \\\n        '(- *)'{-h,--help}'[\(zshQuoted("show the options on one screen"))]' ;;\n"
    }

    private func zshAction(_ offer: ValueCompletion) -> String {
        func pattern(_ endings: [String]) -> String { "*.(\(endings.joined(separator: "|")))" }
        switch offer {
        case .nothing: return " "
        case .words(let words): return "(\(words.joined(separator: " ")))"
        case .files(let endings): return endings.isEmpty ? "_files" : "_files -g \"\(pattern(endings))\""
        case .folders: return "_files -/"
        case .key(let kind): return "_svga_key \(kind.rawValue)"
        case .keyEquals(let kind): return "_svga_key_equals \(kind.rawValue)"
        case .keyFile(let kind, let endings): return "_svga_key_file \(kind.rawValue) \"\(pattern(endings))\""
        }
    }

    private func zshQuoted(_ text: String) -> String {
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
        var text = """
            # fish completion for svga: svga completions fish | source
            # Whether the command is one of these; without any, whether there is none yet.
            function __svga_is
                set -l words (commandline -opc)
                if test (count $argv) -eq 0; test (count $words) -eq 1; return; end
                test (count $words) -gt 1; and contains -- $words[2] $argv
            end
            # What of a value is typed.
            function __svga_typed
                string replace -r '^--[a-z-]+=' '' -- (commandline -ct)
            end
            # Files with one of some endings, and folders, after what comes before the name.
            function __svga_files
                set -l before (string match -r '^[^=]*=' -- (__svga_typed))
                test "$argv[1]" = =; and set -e argv[1]; or set before ''
                set -l name (__svga_typed)
                test -n "$before"; and set name (string replace -- $before '' $name)
                set -l ending '\\.('(string join '|' -- $argv)')$'
                for file in (complete -C "'' $name" | string replace -r '\\t.*' '')
                    if test (count $argv) -eq 0; or string match -q '*/' -- $file; or string match -qr -- $ending $file
                        echo -- $before$file
                    end
                end
            end
            # Keys of the movies on the command line: of which kind, what ends each, and endings of files that follow.
            function __svga_keys
                if test "$argv[2]" = =; and string match -q '*=*' -- (__svga_typed)
                    test (count $argv) -gt 2; and __svga_files = $argv[3..]
                    return
                end
                set -l words (commandline -opc)
                for key in ($words[1] --complete-keys $argv[1] $words[3..] 2>/dev/null)
                    echo -- "$key$argv[2]"
                end
            end
            complete -c svga -f

            """
        for command in commands {
            text += "complete -c svga -n __svga_is -a \(command.name) -d '\(escaped(command.abstract.english.shell))'\n"
            let condition = "-n '__svga_is \(command.name)'"
            for info in command.parameters {
                let value = info.kind == .flag ? "" : fishValue(info.valueCompletion)
                let names = info.names.map { ($0.utf8.count > 1 ? " -l " : " -s ") + $0 }.joined()
                guard info.kind != .argument || !value.isEmpty else { continue }
                text +=
                    "complete -c svga \(condition)\(names)\(Completions.fishNeeds(info, value))\(value) -d '\(escaped(info.help.english.shell))'\n"
            }
        }
        text += "complete -c svga -n __svga_is -a help -d 'Explain a command'\n"
        return text + "complete -c svga -n '__svga_is help' -a '\(topicWords)'\n"
    }

    /// Requires a value; offers files only if the value may be any file.
    private static func fishNeeds(_ info: ParameterInfo, _ value: String) -> String {
        info.kind != .option ? "" : value == " -F" ? " -r" : " -x"
    }

    private func fishValue(_ offer: ValueCompletion) -> String {
        func files(_ endings: [String]) -> String { endings.isEmpty ? " -F" : " -a '(__svga_files \(endings.joined(separator: " ")))'" }
        switch offer {
        case .nothing: return ""
        case .words(let words): return " -a '\(words.joined(separator: " "))'"
        case .files(let endings): return files(endings)
        case .folders: return " -a '(__fish_complete_directories (__svga_typed))'"
        case .key(let kind): return " -a '(__svga_keys \(kind.rawValue))'"
        case .keyEquals(let kind): return " -a '(__svga_keys \(kind.rawValue) =)'"
        case .keyFile(let kind, let endings): return " -a '(__svga_keys \(kind.rawValue) = \(endings.joined(separator: " ")))'"
        }
    }

    private func escaped(_ text: String) -> String {
        text.reduce(into: "") { $0 += $1 == "'" || $1 == "\\" ? "\\\($1)" : String($1) }
    }
}
