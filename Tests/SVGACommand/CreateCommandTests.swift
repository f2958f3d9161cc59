import Foundation
import SVGAModel
import SVGASupport
import TestSupport
import Testing

@testable import SVGACommand
@testable import SVGATasks

@Suite("svga create")
struct CreateCommandTests {
    static let spec = TestFiles.root.path + "/samples/create/rocket/spec.json"

    @Test("a description becomes a file, and nothing is overwritten without --force")
    func creates() async throws {
        let folder = TemporaryFolder()
        let output = folder.path + "/rocket.svga"
        let (code, text, errors) = await CommandFixtures.run("create", Self.spec, "-o", output)
        #expect(code == .done && text.isEmpty && errors.contains("75 sprites") && errors.contains("108 frames (3.6 s)"))
        #expect(try #require(folder.read("rocket.svga")).starts(with: [0x78]))
        #expect(await CommandFixtures.run("create", Self.spec, "-o", output).code == .outputFailed)
        #expect(await CommandFixtures.run("create", Self.spec, "-o", output, "--force", "-q").errors.isEmpty)
    }

    @Test("--dry-run writes nothing, and --json lists what would be written")
    func dryRun() async throws {
        let folder = TemporaryFolder()
        let (code, text, _) = await CommandFixtures.run("create", Self.spec, "-o", folder.path + "/a.svga", "--dry-run", "--json", "-q")
        let report = try JSONValue(parsing: Array(text.utf8))
        #expect(code == .done && folder.contents().isEmpty)
        #expect(report["schema"] == .integer(1) && report["frames"] == .integer(108) && report["output"] == .null)
        guard case .array(let keys) = report["keys"] else { return #expect(Bool(false)) }
        #expect(keys.contains { $0["key"] == .string("avatar") && $0["imageWidth"] == .integer(120) })
    }

    @Test("standard input is a description too, whose faults are one line with exit code 3")
    func standardInput() async {
        let shapes = ##"[{"type": "ellipse", "width": 9, "height": 9, "fill": "#f00"}]"##
        let good = #"{"canvas": {"width": 20, "height": 20, "duration": 1}, "sprites": [{"key": "dot", "shapes": \#(shapes)}]}"#
        let made = await CommandFixtures.run("create", "-", "--dry-run", input: Array(good.utf8))
        #expect(made.code == .done && made.errors.hasPrefix("- → nothing written: 1 sprite, 1 key, 30 frames (1 s), "))
        let bad = await CommandFixtures.run("create", "-", "-o", "/nowhere/x.svga", input: Array(good.replacing("key", with: "kay").utf8))
        #expect(bad.code == .invalidInput && bad.errors == "svga: -: sprites[0]: does not support \"kay\"; did you mean key?\n")
        let long = await CommandFixtures.run("create", "-", "--dry-run", "--max-frames", "20", input: Array(good.utf8))
        #expect(long.code == .limit || long.code == .invalidInput)
    }

    @Test("files outside of the folder need --allow-outside, and -o or --dry-run is needed")
    func usage() async {
        let folder = TemporaryFolder()
        let text =
            #"{"canvas": {"width": 9, "height": 9}, "sprites": [{"image": "a"}], "#
            + #""images": {"a": "\#(TestFiles.root.path)/samples/photo.jpg"}}"#
        folder.write(Array(text.utf8), to: "spec.json")
        let refused = await CommandFixtures.run("create", folder.path + "/spec.json", "--dry-run")
        #expect(
            refused.code == .invalidInput && refused.errors.hasSuffix("is not in the description's folder; allow it with --allow-outside\n")
        )
        #expect(await CommandFixtures.run("create", folder.path + "/spec.json", "--dry-run", "--allow-outside").code == .done)
        #expect(await CommandFixtures.run("create", folder.path + "/spec.json").code == .usage)
    }
}
