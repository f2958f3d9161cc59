import ConformanceSuite
import Foundation
import TestSupport
import Testing

@Suite("The driver of the conformance suite reports which rules a player follows", .needs("python3"), .needsProgram)
struct SuiteDriverTests {
    /// A few of every class.
    private static let few =
        "transform-translate,transform-rotate,matte-first,container-truncated,keep-chain,dynamic-hidden,dynamic-image-fill"
    private let folder = TemporaryFolder()

    init() throws {
        let export = SuiteExport(try Suite.made.get(), project: TestFiles.root)
        try export.write(to: URL(fileURLWithPath: folder.path + "/suite"))
    }

    private func run(_ arguments: String...) throws -> (code: Int32, output: String) {
        let end = try Tool.outcome(try Tool.path("python3"), ["\(folder.path)/suite/run"] + arguments)
        return (end.code, String(decoding: end.output, as: UTF8.self))
    }

    /// A player that is a script of the shell. It gets FILE FRAME OUT.png.
    private func player(_ script: String) throws -> String {
        let path = folder.path + "/player"
        folder.write(Array("#!/bin/sh\n\(script)\n".utf8), to: "player")
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
        return path
    }

    private let render = "'\(Program.file.path)' render \"$1\" --frame \"$2\" -o \"$3\""

    @Test("svga passes, with reports in JSON and HTML")
    func passes() throws {
        let (json, html) = (folder.path + "/report.json", folder.path + "/report.html")
        let (code, output) = try run(
            "--player", "\(Program.file.path) render {file} --frame {frame} -o {out}", "--set", "--set-image {key}={file}", "--hide",
            "--hide {key}", "--only", Self.few, "--json", json, "--html", html)
        #expect(code == 0, "\(output)")
        // Those that set something by key are optional, and counted apart.
        #expect(output.hasSuffix("5 of 5 pass (core 3 of 3, decided 1 of 1, robust 1 of 1)\n"), "\(output)")
        #expect(output.contains("dynamic       2 of 2"))
        let report = try #require(try JSONSerialization.jsonObject(with: Data(contentsOf: URL(fileURLWithPath: json))) as? [String: Any])
        #expect((report["cases"] as? [[String: Any]])?.count == 7)
        #expect(((report["score"] as? [String: Any])?["all"] as? [String: Int]) == ["right": 5, "of": 5])
        let page = try String(contentsOfFile: html, encoding: .utf8)
        #expect(page.contains("id=\"matte-first\"") && page.contains("data:image/png;base64,"))
    }

    @Test("a player that shifts what it draws fails, and the driver reports where")
    func shifted() throws {
        let program = try player("\(render) --crop 1,0,64,64")
        let (code, output) = try run("--player", program, "--only", Self.few)
        #expect(code == 1)
        #expect(output.contains("FAIL transform-translate [core E]: "))
        #expect(output.contains("FAIL matte-first [decided V]: "))
        #expect(output.contains("FAIL keep-chain frame 4 [core V]: ") || output.contains("FAIL keep-chain frame 4 [core E]: "))
        #expect(!output.contains("FAIL container-truncated"))
        #expect(output.contains("1 of 5 pass"))
    }

    /// In one test, as below, because each begins with an export.
    @Test("the driver interprets how a player ends")
    func ends() throws {
        let ends = [
            ("exit 3", "exit code 3", true), ("echo no >&2; exit 4", "exit code 4: no", true), ("kill -SEGV $$", "signal 11", false),
            ("exit 0", "no picture", true), ("printf text > \"$3\"", "is no PNG", false),
        ]
        for (script, told, isRefusal) in ends {
            let (code, output) = try run("--player", try player(script), "--only", "transform-translate,container-truncated")
            #expect(code == 1 && output.contains("FAIL transform-translate") && output.contains(told), "\(output)")
            #expect(output.contains("FAIL container-truncated") != isRefusal, "\(output)")
        }
    }

    @Test("a folder of pictures is compared as well")
    func pictures() throws {
        let (code, output) = try run("--frames", "\(folder.path)/suite/ref", "--only", "container-truncated,lists,matte-first", "--quiet")
        #expect(code == 0, "\(output)")
        #expect(try run("--frames", "\(folder.path)/suite/tests", "--only", "lists").code == 1)
    }

    @Test("what is not there is a mistake of whoever asks")
    func usage() throws {
        let questions = [
            [], ["--player", "/nonexistent/player"], ["--player", "true", "--only", "alhpa"], ["--player", "true", "--only", "dynamic"],
            ["--wrong"],
        ]
        for arguments in questions {
            let end = try Tool.outcome(try Tool.path("python3"), ["\(folder.path)/suite/run"] + arguments)
            #expect(end.code == 2)
        }
    }
}
