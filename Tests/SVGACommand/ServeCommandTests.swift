import Foundation
import SVGAHTTP
import SVGAModel
import SVGAService
import SVGASupport
import SVGATasks
import TestSupport
import Testing

@testable import SVGACommand

@Suite("svga serve")
struct ServeCommandTests {
    private let folder = TemporaryFolder()
    private let samples = TestFiles.root.path + "/samples"

    private func file(_ name: String, _ text: String) -> String {
        folder.write(Array(text.utf8), to: name)
        return "\(folder.path)/\(name)"
    }

    private func merged(_ words: [String], environment: [String: String] = [:]) throws -> ServeCommand {
        let sink = TextSink()
        let context = CommandContext(output: sink.stream(false), errors: sink.stream(false)) { _ in [] }
        return try ServeOptions.merged(try ServeCommand.parse(words), environment: environment, context)
    }

    @Test("--check accepts a configuration and listens on no port")
    func check() async {
        let (code, output, errors) = await CommandFixtures.run("serve", samples, "--unsigned", "--check")
        #expect(code == .done && output == "the configuration is valid\n" && errors.isEmpty)
        let chinese = await CommandFixtures.run("serve", samples, "--unsigned", "--check", "--lang", "zh")
        #expect(chinese.output == "配置有效\n")
    }

    @Test("without keys, requests are accepted only from this machine, and only if that is asked for")
    func access() async {
        let unasked = await CommandFixtures.run("serve", samples, "--check")
        #expect(unasked.code == .usage && unasked.errors.contains("name a key file with --keys"))
        let open = await CommandFixtures.run("serve", samples, "--unsigned", "--bind", "0.0.0.0", "--check")
        #expect(open.code == .usage && open.errors.contains("loopback"))
        let both = await CommandFixtures.run("serve", samples, "--unsigned", "--keys", file("keys", "00"), "--check")
        #expect(both.code == .usage)
    }

    @Test("a wrong key file, source or option of the file is an error with its name")
    func errors() async {
        let keys = await CommandFixtures.run("serve", samples, "--keys", file("keys", "abc"), "--check")
        #expect(keys.code == .invalidInput && keys.errors.contains("keys: line 1 is not a key"))
        let source = await CommandFixtures.run("serve", "\(folder.path)/none", "--unsigned", "--check")
        #expect(source.code != .done && source.errors.contains("\(folder.path)/none"))
        let option = await CommandFixtures.run("serve", samples, "--config", file("c.json", #"{"worker": 2}"#), "--unsigned", "--check")
        #expect(option.code == .invalidInput && option.errors.contains("c.json") && option.errors.contains("workers"))
    }

    @Test("http and hosts in private networks need --private-hosts")
    func privateHosts() async {
        let source = "http://127.0.0.1:1/gifts/"
        #expect(await CommandFixtures.run("serve", source, "--unsigned", "--check").code != .done)
        #expect(await CommandFixtures.run("serve", source, "--unsigned", "--private-hosts", "--check").code == .done)
    }

    @Test("--sign prints the target with the signature of the first key")
    func sign() async {
        let keys = file("keys", String(repeating: "5a", count: 32) + "\n" + String(repeating: "77", count: 32))
        let (code, output, _) = await CommandFixtures.run("serve", "--keys", keys, "--sign", "/render/size=300x0/gift.svga@png")
        #expect(code == .done && output == "/render/hnNKn6L3IzfSmuc6XPmI5T4p7jl6rMa46YCIijgD6zg/size=300x0/gift.svga@png\n")
        #expect(await CommandFixtures.run("serve", "--keys", keys, "--sign", "gift.svga").code == .usage)
    }

    @Test("flags override the environment, and the environment overrides the file")
    func precedence() throws {
        let configuration = file(
            "c.json", #"{"sources": ["a", "b"], "workers": 1, "queue": 1, "deadline": 1.5, "unsigned": true, "max-frames": 7}"#)
        let command = try merged(
            ["--config", configuration, "--workers", "3", "--max-memory", "1g"],
            environment: ["workers": "2", "queue": "2", "cache-memory": "9m"])
        #expect(command.settings.workers?.value == 3 && command.settings.queue?.value == 2)
        #expect(command.settings.deadline?.value == 1.5 && command.settings.isUnsigned && command.settings.sources == ["a", "b"])
        #expect(command.settings.cacheMemory?.value == 9_000_000)
        #expect(command.template.common.limits.frames == 7 && command.template.common.limits.memory == 1_000_000_000)
    }

    @Test("sources of the command line replace those of the environment and of the file")
    func sources() throws {
        let configuration = file("c.json", #"{"sources": ["a"]}"#)
        #expect(try merged(["x", "--config", configuration], environment: ["sources": "y z"]).settings.sources == ["x"])
        #expect(try merged(["--config", configuration], environment: ["sources": "y z"]).settings.sources == ["y", "z"])
        #expect(try merged([], environment: ["config": configuration]).settings.sources == ["a"])
    }

    @Test("a flag in the environment is true or false")
    func flags() throws {
        #expect(try merged([], environment: ["unsigned": "true"]).settings.isUnsigned)
        #expect(try !merged([], environment: ["unsigned": "0"]).settings.isUnsigned)
        #expect(throws: TaskError.self) { try merged([], environment: ["unsigned": "maybe"]) }
    }

    @Test("each option of the service is in the help in both languages")
    func help() async {
        let english = await CommandFixtures.run("help", "service").output
        let chinese = await CommandFixtures.run("help", "service", "--lang", "zh").output
        for option in ["--workers", "--queue", "--deadline", "--memory-ceiling", "--result-cache", "--drain", "--log"] {
            #expect(english.contains(option) && chinese.contains(option))
        }
    }
}
