import Foundation
import SVGAFormat
import SVGASupport
import TestSupport
import Testing

@testable import SVGACommand
@testable import SVGATasks

@Suite("Repairs from the command line") struct FixCommandTests {
    /// A folder with a movie whose clipped shapes the web players do not clip.
    private static func folder() throws -> (folder: MovieFolder, movie: String) {
        let folder = try MovieFolder()
        try folder.write(try MovieFolder.bytes(clip: "M0 0L9 0L9 9Z"), to: "clip.svga")
        return (folder, folder.path + "/clip.svga")
    }

    @Test("validate prints the command line that removes the finding")
    func validate() async throws {
        let (folder, movie) = try Self.folder()
        let found = await CommandFixtures.run("validate", movie, "--player", "web")
        #expect(found.code == .findings)
        #expect(found.output.hasSuffix("  svga fix \(movie) -o OUT.svga --for web repairs some of these findings\n"), "\(found.output)")
        let out = folder.path + "/out.svga"
        let fixed = await CommandFixtures.run("fix", movie, "-o", out, "--for", "web")
        #expect(fixed.code == .done && fixed.output.isEmpty, "\(fixed.errors)")
        #expect(fixed.errors.contains("clips: added a transparent image for 1 clipped sprite without one\n"), "\(fixed.errors)")
        let after = await CommandFixtures.run("validate", out, "--player", "web")
        #expect(after.code == .done && !after.output.contains("svga fix"))
    }

    @Test("a file name with other characters is not printed as a part of a command line")
    func quoting() async throws {
        let (folder, _) = try Self.folder()
        try folder.write(try MovieFolder.bytes(clip: "M0 0L9 0L9 9Z"), to: "a b.svga")
        let found = await CommandFixtures.run("validate", folder.path + "/a b.svga", "--player", "web")
        #expect(found.output.hasSuffix("  svga fix IN -o OUT.svga --for web repairs some of these findings\n"))
    }

    @Test("a dry run reports the repairs in JSON and writes nothing")
    func dry() async throws {
        let (folder, movie) = try Self.folder()
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        let result = await CommandFixtures.run("fix", movie, "--for", "web,ios", "--dry-run", "--json")
        #expect(result.code == .done && result.errors.isEmpty)
        let report = try #require(try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
        let players = try #require(report["players"] as? [[String: Any]])
        #expect(players.map { $0["player"] as? String } == ["ios", "web"] && report["output"] is NSNull)
        #expect((players[1]["before"] as? [String: Any])?["result"] as? String == "different")
        #expect((players[1]["after"] as? [String: Any])?["result"] as? String == "same")
        #expect((report["steps"] as? [[String: Any]])?.map { $0["step"] as? String } == ["clips"])
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == files)
    }

    @Test("in place, a repaired file stays as it is the second time")
    func inPlace() async throws {
        let (folder, movie) = try Self.folder()
        #expect(await CommandFixtures.run("fix", movie, "--in-place", "--for", "web").code == .done)
        let once = try Data(contentsOf: URL(fileURLWithPath: movie))
        let again = await CommandFixtures.run("fix", movie, "--in-place", "--for", "web")
        #expect(again.code == .done && again.errors.contains("nothing was changed"), "\(again.errors)")
        #expect(try Data(contentsOf: URL(fileURLWithPath: movie)) == once && folder.movie != movie)
    }

    @Test("an unknown player and a missing output are usage errors")
    func usage() async throws {
        let (folder, movie) = try Self.folder()
        #expect(await CommandFixtures.run("fix", movie, "--for", "windows", "--dry-run").code == .usage)
        #expect(await CommandFixtures.run("fix", movie).code == .usage)
        try folder.write([1, 2, 3], to: "bad.svga")
        #expect(await CommandFixtures.run("fix", folder.path + "/bad.svga", "--dry-run").code == .invalidInput)
    }
}
