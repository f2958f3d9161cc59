import Foundation
import TestSupport
import Testing

@testable import SVGACommand

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
        #expect(try await bash(["svga", "inspect", "/bin/bas"]).contains("/bin/bash"))
        #expect(try await bash(["svga", "render", "a", "-o", "/bin/bas"]).contains("/bin/bash"))
        #expect(try await bash(["svga", "render", "--frame", ""]) == [])
    }

    @Test("every shell's script names every command and every long option", arguments: Completions.Shell.allCases)
    func complete(shell: Completions.Shell) async {
        let script = await CommandFixtures.run("completions", shell.rawValue).output
        for command in CommandLineTool.commands {
            #expect(script.contains(command.name))
            for name in command.info.parameters.flatMap(\.names) where name.hasPrefix("--") {
                #expect(script.contains(shell == .fish ? "-l \(name.dropFirst(2)) " : name), "\(name)")
            }
        }
    }
}
