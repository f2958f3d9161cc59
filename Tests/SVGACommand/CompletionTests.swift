import Foundation
import TestSupport
import Testing

@testable import SVGACommand
@testable import SVGATasks

@Suite("Shell completions")
struct CompletionTests {
    /// What bash offers for a command line, by the script itself.
    func bash(_ words: [String]) async throws -> Set<String> {
        let script = await CommandFixtures.run("completions", "bash").output
        let list = words.map { "'\($0)'" }.joined(separator: " ")
        let call = "\nCOMP_WORDS=(\(list)); COMP_CWORD=\(words.count - 1); _svga; printf '%s\\n' \"${COMPREPLY[@]}\"\n"
        let end = try Tool.outcome("/bin/bash", ["--norc", "-c", script + call])
        #expect(end.code == 0)
        return Set(String(decoding: end.output, as: UTF8.self).split(separator: "\n").map(String.init))
    }

    @Test("bash offers commands, options, values and files", .enabled(if: FileManager.default.isExecutableFile(atPath: "/bin/bash")))
    func bashOffers() async throws {
        #expect(try await bash(["svga", "re"]) == ["render"])
        #expect(try await bash(["svga", "render", "--fr"]) == ["--frame", "--frames", "--frames-baked"])
        #expect(try await bash(["svga", "render", "--filter", ""]) == ["bilinear", "best"])
        #expect(try await bash(["svga", "render", "--filter", "=", "be"]) == ["best"])
        #expect(try await bash(["svga", "completions", "f"]) == ["fish"])
        #expect(try await bash(["svga", "help", "lim"]) == ["limits"])
        let samples = TestFiles.root.path + "/samples"
        #expect(
            try await bash(["svga", "inspect", samples + "/features/gift-1"])
                == Set(["-1x-json", "-1x-binary"].map { "\(samples)/features/gift\($0).svga" }))
        #expect(try await bash(["svga", "render", "a", "-o", "/bin/bas"]).contains("/bin/bash"))
        #expect(try await bash(["svga", "render", "--frame", ""]) == [])
    }

    // MARK: In the shells

    /// Command lines as they are typed, and what they become, or what is offered.
    static let lines: [(typed: String, becomes: String)] = [
        ("svga ren", "svga render"), ("svga help lim", "svga help limits"), ("svga render --filter be", "svga render --filter best"),
        ("svga validate --player=harm", "svga validate --player=harmony"),
        ("svga render SAMPLES/features/bad", "svga render SAMPLES/features/badge.svga"),
        (
            "svga render SAMPLES/features/gift-mattes.svga --set-image user1_",
            "svga render SAMPLES/features/gift-mattes.svga --set-image user1_mask="
        ),
        (
            "svga render SAMPLES/features/gift-mattes.svga --set-image user1=SAMPLES/pho",
            "svga render SAMPLES/features/gift-mattes.svga --set-image user1=SAMPLES/photo.jpg"
        ),
        (
            "svga render SAMPLES/features/gift-mattes.svga --set-image=user1=SAMPLES/pho",
            "svga render SAMPLES/features/gift-mattes.svga --set-image=user1=SAMPLES/photo.jpg"
        ),
        ("svga render SAMPLES/features/gift-mattes.svga --hide na", "svga render SAMPLES/features/gift-mattes.svga --hide name"),
        ("svga edit SAMPLES/features/gift-mattes.svga --set-audio ch", "svga edit SAMPLES/features/gift-mattes.svga --set-audio chime="),
        ("svga bounds SAMPLES/features/gift-mattes.svga --key cro", "svga bounds SAMPLES/features/gift-mattes.svga --key crown"),
    ]

    /// Runs a script with the program in the path, the completions as `$1` and the typed lines after it.
    private func complete(in shell: Completions.Shell, _ script: String) async throws -> [String] {
        let folder = TemporaryFolder()
        try (await CommandFixtures.run("completions", shell.rawValue).output)
            .write(toFile: folder.path + "/completions", atomically: true, encoding: .utf8)
        try script.write(toFile: folder.path + "/script", atomically: true, encoding: .utf8)
        let samples = TestFiles.root.path + "/samples"
        let typed = CompletionTests.lines.map { $0.typed.replacing("SAMPLES", with: samples) }
        let options = [Completions.Shell.bash: ["--norc"], .zsh: ["-f"], .fish: ["-N"]][shell] ?? []
        let path = Program.file.deletingLastPathComponent().path
        let process = try ChildProcess(
            try Tool.path(shell.rawValue), options + [folder.path + "/script", folder.path + "/completions"] + typed,
            environment: ["PATH": path + ":" + (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"), "HOME": folder.path],
            descriptors: [.nothing, .pipe])
        return String(decoding: try process.finish().output, as: UTF8.self).replacing(samples, with: "SAMPLES").split(
            separator: "\n"
        )
        .map { $0.trimmingCharacters(in: .whitespaces) }
    }

    @Test("zsh completes commands, values, files and keys", .needs("zsh"), .needsProgram)
    func zsh() async throws {
        let script = #"""
            zmodload zsh/zpty
            script=$1; shift
            zpty z zsh -f -i
            text=
            await() {
                local part tries
                for (( tries = 0; tries < 300; tries++ )); do
                    while zpty -r -t z part; do text+=$part; done
                    [[ $text == *$1* ]] && return
                    sleep 0.1
                done
                print -r -- "silent: $text"; exit 1
            }
            zpty -w z "PS1='> '; autoload -U compinit; compinit -D -u; source $script"
            zpty -w z "stty columns 1000; show() { BUFFER=\"print -r -- '<'\${(q)BUFFER}'>'\"; zle accept-line }; zle -N show; bindkey '^Xs' show"
            zpty -w z "print READY''NOW"
            await READYNOW
            for line; do
                text=
                zpty -w -n z "$line"$'\t\x18s'
                await $'\n<'
                await '>'$'\r'
                text=${text##*$'\n<'}; print -r -- "${text%%>*}"
            done
            zpty -d z
            """#
        #expect(try await complete(in: .zsh, script) == CompletionTests.lines.map(\.becomes))
    }

    @Test("fish completes commands, values, files and keys", .needs("fish"), .needsProgram)
    func fish() async throws {
        let script = """
            source $argv[1]
            for line in $argv[2..]
                set -l token (string split -r -m1 ' ' -- $line)[1]
                echo -- $token (complete -C $line | string replace -r '\\t.*' '')
            end
            """
        #expect(try await complete(in: .fish, script) == CompletionTests.lines.map(\.becomes))
    }

    @Test("bash in a terminal completes commands, values, files and keys", .needs("tmux"), .needsProgram)
    func bashInTerminal() async throws {
        let script = #"""
            script=$1; shift
            name=svga$$
            t() { tmux -L "$name" "$@"; }
            t -f /dev/null new-session -d -x 1000 -y 50 'bash --norc -i'
            trap 't kill-server' EXIT
            # A key prints the line. Bash reads it after the completion has ended, however long that takes.
            t send-keys -l "PS1=; bind 'set bell-style none'; bind -x '\"\\C-xs\": echo \"<\$READLINE_LINE>\"'; source '$script'; clear; echo READY''NOW"
            t send-keys Enter
            await() { for (( i = 0; i < 600; i++ )); do t capture-pane -p | grep -q "$1" && return; sleep 0.1; done; }
            await ^READYNOW
            for line; do
                t send-keys -l ": $((number += 1)); $line"; t send-keys Tab C-x s
                await "^<: $number; .*>"
                now=$(t capture-pane -p | grep "^<: $number; "); now=${now#*; }
                echo "${now%>*}"
                t send-keys C-u
            done
            """#
        #expect(try await complete(in: .bash, script) == CompletionTests.lines.map(\.becomes))
    }

    @Test("keys for shells are those of the movies on the command line, and a mistake is no answer")
    func keys() async throws {
        let gift = try GiftFolder()
        #expect(await CommandFixtures.run("--complete-keys", "sprites", "render", gift.movie, "--hide").output == "back\nface\nname\n")
        for words in [[], ["x", gift.movie], ["sprites", "/no/file"], ["sprites", "-o", gift.movie]] {
            let result = await CommandFixtures.run(["--complete-keys"] + words)
            #expect(result.code == .done && result.output.isEmpty && result.errors.isEmpty, "\(words)")
        }
    }

    @Test("every shell's script names every command and every long option", arguments: Completions.Shell.allCases)
    func complete(shell: Completions.Shell) async {
        let script = await CommandFixtures.run("completions", shell.rawValue).output
        for command in CommandLineTool.commands {
            #expect(script.contains(command.name))
            for name in command.info.parameters.flatMap(\.flags) where name.hasPrefix("--") {
                #expect(script.contains(shell == .fish ? "-l \(name.dropFirst(2)) " : name), "\(name)")
            }
        }
    }
}
