import Foundation
import SVGACheck
import SVGAModel
import SVGAPixels
import Testing

@testable import SVGACommand
@testable import SVGATasks

@Suite("svga validate") struct ValidateTests {
    static func json(_ text: String) throws -> [String: Any] {
        try #require(JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    }

    @Test("a movie without faults is exit 0, and the summary reports it")
    func clean() async throws {
        let folder = try MovieFolder()
        let result = await CommandFixtures.run("validate", folder.movie)
        #expect(result.code == .done && result.output == "\(folder.movie): nothing found\n" && result.errors.isEmpty)
    }

    @Test("a difference of a requested player is exit 1, with one remedy for each code")
    func player() async throws {
        let gift = try GiftFolder()
        let plain = await CommandFixtures.run("validate", gift.movie)
        #expect(plain.code == .done)
        let result = await CommandFixtures.run("validate", gift.movie, "--player", "web", "--player", "android,web-lite")
        #expect(result.code == .findings)
        #expect(result.output.contains("SVGA111 warning  sprite 1 \"face\", frames 1–3: "))
        #expect(result.output.contains("[android, web, web-lite]\n") && !result.output.contains("ios"))
        #expect(result.output.components(separatedBy: "→ Move the offset into the transform\n").count == 2)
    }

    @Test("warnings of the file itself are findings only where they are denied, and notes never are")
    func deny() async throws {
        let folder = try MovieFolder()
        try folder.write(try MovieFolder.bytes() + [0], to: "note.svga")
        try folder.write(try MovieFolder.gzipped(), to: "warning.svga")
        #expect(await CommandFixtures.run("validate", folder.path + "/note.svga", "--deny", "warnings").code == .done)
        #expect(await CommandFixtures.run("validate", folder.path + "/warning.svga").code == .done)
        let denied = await CommandFixtures.run("validate", folder.path + "/warning.svga", "--deny", "warnings")
        #expect(denied.code == .findings && denied.output.contains("SVGA001 warning"))
        #expect(await CommandFixtures.run("validate", folder.movie, "--deny", "notes").code == .usage)
    }

    @Test("bounds are findings")
    func bounds() async throws {
        let folder = try MovieFolder()
        #expect(await CommandFixtures.run("validate", folder.movie, "--max-bytes", "10k", "--max-image-memory", "1").code == .done)
        let result = await CommandFixtures.run("validate", folder.movie, "--max-bytes", "50")
        #expect(result.code == .findings && result.output.contains("SVGA201 error") && result.output.contains("1 error\n"))
    }

    @Test("several files are grouped and counted, and the most severe finding sets the exit code")
    func several() async throws {
        let folder = try MovieFolder()
        try folder.write(try MovieFolder.gzipped(), to: "gzip.svga")
        let result = await CommandFixtures.run("validate", folder.movie, folder.path + "/gzip.svga", "--player", "all")
        #expect(result.code == .findings)
        let names = ["iOS 2.5.7       ", "Android 2.6.1   ", "Web 2.3.2       ", "Web-Lite 5a4ad9d", "Flutter 2.2.0   "]
        func summary(_ verdict: String) -> String { names.map { "  \($0)  \(verdict)\n" }.joined() }
        // These open gzip, and so does Web.
        let ports = "  HarmonyOS 0.0.1   plays as drawn\n  WeChat 1.0.0      plays as drawn\n"
        let drawn = "\(folder.movie): nothing found\n" + summary("plays as drawn") + ports
        let refused =
            "\(folder.path)/gzip.svga: 1 error, 1 warning, 1 note\n"
            + summary("does not play")
            .replacing("Web 2.3.2         does not play", with: "Web 2.3.2         plays as drawn") + ports
        #expect(result.output.hasPrefix(drawn + refused))
        #expect(result.output.hasSuffix("2 files, 1 refused: 1 error, 1 warning, 1 note\n"))
    }

    @Test("an unreadable file is exit 3, among others 6, and a finding in JSON")
    func unreadable() async throws {
        let folder = try MovieFolder()
        try folder.write([9, 9, 9], to: "bad.svga")
        let bad = folder.path + "/bad.svga"
        let alone = await CommandFixtures.run("validate", bad)
        #expect(alone.code == .invalidInput && alone.output.isEmpty && alone.errors.hasPrefix("svga: \(bad): not an SVGA file"))
        let both = await CommandFixtures.run("validate", "--json", folder.movie, bad)
        #expect(both.code == .partFailed)
        let list = try #require(JSONSerialization.jsonObject(with: Data(both.output.utf8)) as? [[String: Any]])
        #expect(list.map { $0["hasFailed"] as? Bool } == [false, true])
        let finding = try #require((list[1]["findings"] as? [[String: Any]])?.first)
        #expect(finding["code"] as? String == "SVGA200" && list[1]["bytes"] is NSNull)
        #expect(await CommandFixtures.run("validate", folder.movie, "--max-frames", "3").code == .limit)
        #expect(await CommandFixtures.run("validate", folder.path + "/none").code == .invalidInput)
    }

    @Test("JSON has every name, players and frames")
    func jsonReport() async throws {
        let folder = try MovieFolder()
        try folder.write(try MovieFolder.bytes(clip: "M0 0 L9 0 L9 9 Z"), to: "clip.svga")
        let result = await CommandFixtures.run("validate", "--json", "--player", "web,ios", folder.path + "/clip.svga")
        let report = try Self.json(result.output)
        #expect(result.code == .findings && report["schema"] as? Int == 1 && report["hasFailed"] as? Bool == true)
        #expect(
            Set(report.keys) == [
                "schema", "file", "hasFailed", "bytes", "decodedImageBytes", "errors", "warnings", "infos", "players", "findings",
            ])
        let players = try #require(report["players"] as? [[String: Any]])
        #expect(
            players.map { $0["player"] as? String } == ["ios", "web"] && players.map { $0["result"] as? String } == ["same", "different"])
        #expect(players.map { $0["differences"] as? Int } == [0, 1] && players.map { $0["frames"] as? [[Int]] } == [[], [[0, 9]]])
        let finding = try #require((report["findings"] as? [[String: Any]])?.first { $0["code"] as? String == "SVGA133" })
        #expect(finding["players"] as? [String] == ["web"] && finding["sprite"] as? Int == 0)
        #expect(finding["frames"] as? [[Int]] == [[0, 9]] && finding["isFailure"] as? Bool == true)
        #expect(finding["place"] as? String == "sprite 0 \"box.vector\", frames 0–9")
        #expect(
            Set(finding.keys) == [
                "code", "severity", "message", "place", "remedy", "players", "sprite", "frames", "isFailure", "isRepairable",
            ])
    }

    @Test("many findings of one code are counted, and listed with -v")
    func many() async throws {
        let folder = try MovieFolder()
        try folder.write(try MovieFolder.bytes(clip: "M0 0L9 0L9 9Z", sprites: 30), to: "many.svga")
        let short = await CommandFixtures.run("validate", "--player", "web", folder.path + "/many.svga").output
        #expect(short.components(separatedBy: "SVGA133").count - 1 == 7 && short.contains("… and 23 more (-v)\n"))
        let long = await CommandFixtures.run("validate", "--player", "web", "-v", folder.path + "/many.svga").output
        #expect(long.components(separatedBy: "SVGA133").count - 1 == 30 && !long.contains("more"))
    }

    @Test("standard input is checked too; a player that is none is a usage error")
    func inputs() async throws {
        let bytes = try MovieFolder.bytes()
        let result = await CommandFixtures.run(["validate", "-"], input: bytes)
        #expect(result.code == .done && result.output == "-: nothing found\n")
        #expect(await CommandFixtures.run("validate", "-", "-").code == .usage)
        for players in ["androit", "web,", "web lite"] {
            #expect(await CommandFixtures.run("validate", "x", "--player", players).code == .usage)
        }
    }
}
