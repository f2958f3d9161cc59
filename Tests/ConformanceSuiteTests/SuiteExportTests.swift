import ConformanceSuite
import Foundation
import SVGASupport
import TestSupport
import Testing

@Suite("The conformance suite is exported as a self-contained folder") struct SuiteExportTests {
    private func export() throws -> SuiteExport { SuiteExport(try Suite.made.get(), project: TestFiles.root) }

    @Test("the export has a file, a text and references for every case, the kit, and no other file")
    func contents() throws {
        let folder = TemporaryFolder()
        let target = folder.path + "/conformance"
        try export().write(to: URL(fileURLWithPath: target))
        let names = Set(folder.contents().filter { folder.read($0) != nil })
        var wanted: Set<String> = ["MANIFEST.json", "README.md", "RULES.md", "run"]
        wanted.formUnion(["adapter.js", "compare.js", "index.html", "page.css", "page.js"].map { "web/\($0)" })
        for test in Suite.cases {
            wanted.formUnion(["tests/\(test.id).svga", "tests/\(test.id).txt"])
            for case .image(let key, _) in test.dynamics { wanted.insert("tests/\(test.id).\(key).png") }
            guard test.tolerance != .refusal else { continue }
            for frame in test.frames { wanted.insert("ref/\(test.id)/0000\(frame).png") }
        }
        let files = names.filter { name in folder.read(name).map { !$0.isEmpty || name.hasSuffix("empty-file.svga") } ?? false }
        #expect(Set(files.map { String($0.dropFirst("conformance/".count)) }) == wanted)
        #expect(FileManager.default.isExecutableFile(atPath: target + "/run"))
        let text = String(decoding: try #require(folder.read("conformance/tests/alpha-above-1.txt")), as: UTF8.self)
        #expect(text.hasPrefix("An alpha above 1 is 1.\nRules of rendering, section 4\n"))
        let readme = String(decoding: try #require(folder.read("conformance/README.md")), as: UTF8.self)
        #expect(readme.contains("| **all** | \(Suite.cases.count) |"))
        let rules = String(decoding: try #require(folder.read("conformance/RULES.md")), as: UTF8.self)
        #expect(rules.contains("\n## 4. Sprites\n") && !rules.contains("<doc:"))
    }

    @Test("two exports are the same, byte for byte")
    func deterministic() throws {
        let first = try export().contents()
        let second = try SuiteExport(try ConformanceSuite(), project: TestFiles.root).contents()
        #expect(first.map(\.name) == second.map(\.name))
        #expect(first.map(\.bytes) == second.map(\.bytes))
    }

    @Test("an earlier export is replaced, reports beside it stay; a folder with other files is refused")
    func foreign() throws {
        let folder = TemporaryFolder()
        let url = URL(fileURLWithPath: folder.path)
        try export().write(to: url)
        folder.write([1], to: "tests/left-over.svga")
        folder.write([2], to: "report.html")
        try export().write(to: url)
        #expect(folder.read("tests/left-over.svga") == nil)
        #expect(folder.read("report.html") == [2])
        for name in ["run", "MANIFEST.json"] {
            let other = TemporaryFolder()
            other.write(Array("{}".utf8), to: name)
            #expect(throws: SuiteError.self) { try export().write(to: URL(fileURLWithPath: other.path)) }
            #expect(other.contents() == [name])
            #expect(throws: SuiteError.self) { try export().write(to: URL(fileURLWithPath: other.path + "/" + name)) }
        }
    }

    @Test("the manifest names every case, with what a driver needs")
    func manifest() throws {
        let file = try #require(try export().contents().first { $0.name == "MANIFEST.json" })
        let manifest = try #require(try JSONSerialization.jsonObject(with: Data(file.bytes)) as? [String: Any])
        #expect(manifest["schema"] as? Int == 1)
        #expect(Set(try #require(manifest["classes"] as? [String: Any]).keys) == ["E", "B", "V", "R"])
        let groups = try #require(manifest["groups"] as? [[String: Any]]).compactMap { $0["id"] as? String }
        let cases = try #require(manifest["cases"] as? [[String: Any]])
        #expect(cases.compactMap { $0["id"] as? String } == Suite.cases.map(\.id))
        for (entry, test) in zip(cases, Suite.cases) {
            #expect(entry["frames"] as? [Int] == test.frames && !test.frames.isEmpty)
            #expect(entry["class"] as? String == test.tolerance.rawValue)
            #expect(entry["level"] as? String == test.level.rawValue)
            #expect(entry["file"] as? String == "tests/\(test.id).svga")
            #expect(groups.contains(try #require(entry["group"] as? String)))
            #expect(entry["players"] as? [String] == test.players.map(\.rawValue))
        }
    }

    @Test(
        "every rule that the suite was ordered with has its case",
        arguments: [
            (
                "container",
                "zip-spec zip-binary zip-binary-over-spec zip-macosx-junk zip-image-name-order zlib-78-01 zlib-78-9c zlib-78-da gzip "
                    + "raw-protobuf trailing-bytes truncated bad-adler unknown-fields"
            ),
            ("movie", "viewbox-fraction viewbox-clips fps-zero frames-zero json-strings json-missing-objects json-nulls"),
            (
                "transform",
                "identity-absent zero-a-d-quarter-turn flip shear singular subpixel-translate minify-0.45 minify-0.2 magnify-3 rotate "
                    + "nan-inf"
            ),
            ("layout", "xy size-unlike-bitmap zero"),
            ("alpha", "0.03 above-1 absent-with-layout group-bitmap-and-shape group-overlapping-shapes stack-of-30-faint"),
            (
                "images",
                "png-palette png-16bit png-interlaced jpeg-jfif jpeg-dqt-first webp gif-first-frame unknown-payload missing-key "
                    + "key-suffix-matte key-suffix-vector key-extension audio-payload-only"
            ),
            ("matte", "first not-first last two-runs two-keys hidden missing-key with-shapes alpha on-matte clip"),
            ("clip", "bitmap shape-only shape-and-bitmap empty-string m-only absolute-winding"),
            (
                "shapes",
                "fill stroke stroke-width-0 stroke-no-colour no-styles rect-radius radius-clamp negative-rect ellipse shape-transform "
                    + "stroke-anisotropic caps joins miter-default miter-2 dash dash-phase dash-gap-only dash-all-zero colour-255 colour-alpha-half "
                    + "order-fill-stroke"
            ),
            ("keep", "chain first-frame after-empty not-first-in-list per-sprite after-hidden-definition"),
            (
                "paths",
                "H-V-absolute h-v relative-after-z S-after-C S-alone Q-T arc repeats run-together exponent comma-space newline-tab "
                    + "broken-tail double-spaces"
            ),
            ("lists", "short-list long-list"), ("dynamic", "image-fill image-by-suffix-key hidden hidden-matte"),
        ])
    func ordered(group: String, names: String) throws {
        let ids = Set(Suite.cases.map(\.id))
        for name in names.split(separator: " ") { #expect(ids.contains("\(group)-\(name)"), "\(group)-\(name)") }
    }
}
