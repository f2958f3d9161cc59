import SVGACheck
import SVGAModel
import SVGAPixels
import SVGASupport
import TestSupport
import Testing

@testable import SVGACommand
@testable import SVGAFormat
@testable import SVGATasks

@Suite("svga validate: bounds, and players") struct ValidateOptionTests {
    @Test("bounds of canvas, duration and frame rate are findings, and 0 is any")
    func bounds() async throws {
        let folder = try MovieFolder()
        let within = await CommandFixtures.run(
            "validate", folder.movie, "--max-canvas", "60x0", "--max-duration", "0.5", "--max-fps", "20")
        #expect(within.code == .done)
        let over = await CommandFixtures.run("validate", folder.movie, "--max-canvas", "59x0", "--max-duration", "0.4", "--max-fps", "19")
        #expect(over.code == .findings)
        for code in ["SVGA203", "SVGA204", "SVGA205"] { #expect(over.output.contains("  \(code) error ")) }
    }

    @Test("--max-image-memory bounds the decoded images, and --max-memory is the limit that all commands have")
    func memory() async throws {
        let gift = try GiftFolder()
        #expect(await CommandFixtures.run("validate", gift.movie, "--max-image-memory", "11200").code == .done)
        let over = await CommandFixtures.run("validate", gift.movie, "--max-image-memory", "11199")
        #expect(over.code == .findings && over.output.contains("SVGA202 error"))
        let limited = await CommandFixtures.run("validate", gift.movie, "--max-memory", "11199")
        #expect(limited.code == .done || limited.code == .limit)
        #expect(!limited.output.contains("SVGA202"))
    }

    @Test("keys that no visible sprite has are findings, with the nearest that are there")
    func requiredKeys() async throws {
        let gift = try GiftFolder()
        #expect(await CommandFixtures.run("validate", gift.movie, "--require-keys", "face,name").code == .done)
        let missing = await CommandFixtures.run("validate", gift.movie, "--require-keys", "face", "--require-keys", "nam")
        #expect(
            missing.code == .findings && missing.output.contains("SVGA206 error    no sprite has the key \"nam\"; similar keys: \"name\"\n")
        )
        #expect(await CommandFixtures.run("validate", gift.movie, "--require-keys", "face,").code == .usage)
    }

    @Test("ignored codes do not count; one that is none is a usage error that names the nearest")
    func ignored() async throws {
        let gift = try GiftFolder()
        let all = await CommandFixtures.run("validate", gift.movie, "--player", "web")
        #expect(all.code == .findings && all.output.contains("SVGA111"))
        let some = await CommandFixtures.run(
            "validate", gift.movie, "--player", "web", "--ignore", "svga111,SVGA117", "--ignore", "SVGA011")
        #expect(some.code == .done && some.output == "\(gift.movie): nothing found\n  Web 2.3.2         plays as drawn\n")
        let unknown = await CommandFixtures.run("validate", gift.movie, "--ignore", "SVGA1110")
        #expect(unknown.code == .usage && unknown.errors.hasPrefix("svga: there is no code SVGA1110; did you mean SVGA110"))
        // What cannot be read is refused all the same.
        gift.folder.write([9], to: "bad.svga")
        #expect(await CommandFixtures.run("validate", gift.path("bad.svga"), "--ignore", "SVGA200").code == .invalidInput)
    }

    @Test("a player may have a version, which stands for all that draw alike")
    func versions() async throws {
        let gift = try GiftFolder()
        let older = await CommandFixtures.run(
            "validate", gift.movie, "--player", "web,android@2.4,android@2.4.1", "--ignore", "SVGA111,SVGA117,SVGA011")
        #expect(older.output == "\(gift.movie): nothing found\n  Android 2.4.7     plays as drawn\n  Web 2.3.2         plays as drawn\n")
        let unknown = await CommandFixtures.run("validate", gift.movie, "--player", "android@9")
        #expect(unknown.code == .usage && unknown.errors.contains("android@2.4.7"))
        let picture = await CommandFixtures.run("render", gift.movie, "-o", gift.path("old.png"), "--frame", "0", "--player", "flutter@2.1")
        #expect(picture.code == .done, "\(picture.errors)")
    }

    private func sarif(_ words: String...) async throws -> (code: ExitCode, run: JSONValue) {
        let result = await CommandFixtures.run(["validate", "--sarif"] + words)
        let log = try JSONValue(parsing: Array(result.output.utf8))
        #expect(log["version"] == .string("2.1.0") && log["$schema"] != nil)
        let runs = try #require(log["runs"]?.list)
        #expect(runs.count == 1)
        return (result.code, runs[0])
    }

    @Test("SARIF has a rule for each code, and for each finding its level, file and sprite")
    func sarifLog() async throws {
        let gift = try GiftFolder()
        gift.folder.write([9], to: "a bad é.svga")
        let (code, run) = try await sarif(gift.movie, gift.path("a bad é.svga"), "--player", "web", "--require-keys", "nam")
        #expect(code == .partFailed)
        let driver = try #require(run["tool"]?["driver"])
        #expect(driver["name"] == .string("svga") && driver["semanticVersion"] == .string(CommandLineTool.version))
        let rules = try #require(driver["rules"]?.list)
        for rule in rules {
            let code = try #require(rule["id"]?.text.flatMap { FindingCode(name: $0) })
            #expect(rule["shortDescription"]?["text"] == .string(code.meaning.description))
            #expect(rule["help"]?["text"] == .string(code.remedy.description + "."))
            #expect(["note", "warning", "error"].contains(rule["defaultConfiguration"]?["level"]?.text))
        }
        let artifacts = try #require(run["artifacts"]?.list)
        let uris = artifacts.map { $0["location"]?["uri"]?.text ?? "" }
        #expect(uris[0] == "file://" + gift.movie && uris[1].hasSuffix("/a%20bad%20%C3%A9.svga"))
        #expect(artifacts[1]["length"] == .integer(-1))
        let results = try #require(run["results"]?.list)
        #expect(Set(results.compactMap { $0["ruleId"]?.text }) == Set(rules.compactMap { $0["id"]?.text }))
        for result in results {
            guard case .integer(let index) = result["ruleIndex"] else {
                Issue.record("no rule")
                continue
            }
            #expect(rules[index]["id"] == result["ruleId"] && result["message"]?["text"]?.text?.isEmpty == false)
            #expect(["note", "warning", "error"].contains(result["level"]?.text))
            let position = try #require(result["locations"]?.list?.first?["physicalLocation"]?["artifactLocation"])
            guard case .integer(let file) = position["index"] else {
                Issue.record("no file")
                continue
            }
            #expect(position["uri"]?.text == uris[file])
        }
        let offset = try #require(results.first { $0["ruleId"] == .string("SVGA111") && $0["level"] == .string("warning") })
        let sprite = offset["locations"]?.list?.first?["logicalLocations"]?.list?.first
        #expect(sprite?["fullyQualifiedName"] == .string("sprite 1 \"face\"") && sprite?["kind"] == .string("member"))
        #expect(offset["message"]?["text"]?.text?.hasPrefix("sprite 1 \"face\", frames 1–3: ") == true)
        #expect(results.last?["ruleId"] == .string("SVGA200"))
    }

    @Test("the element of a finding has its whole name in SARIF, also if a key looks like a list of frames")
    func sarifNames() async throws {
        var movie = try DocumentReader.read(MovieFolder.bytes(), limits: .default).movie
        movie.sprites[0].imageKey = "a, frames 1–2"
        movie.sprites[0].matteKey = "nobody.matte"
        let bytes = try DocumentWriter.write(movie, as: .zlib)
        let result = await CommandFixtures.run(["validate", "-", "--sarif"], input: bytes)
        let run = try #require(try JSONValue(parsing: Array(result.output.utf8))["runs"]?.list?.first)
        let elements = run["results"]?.list?.compactMap { $0["locations"]?.list?.first?["logicalLocations"]?.list?.first }
        let names = elements?.compactMap { $0["fullyQualifiedName"]?.text }
        #expect(names?.contains("sprite 0 \"a, frames 1–2\"") == true, "\(result.output)")
    }

    @Test("SARIF of a file without findings has no results, and relative names stay so")
    func emptySARIF() async throws {
        let result = await CommandFixtures.run(["validate", "-", "--sarif"], input: try MovieFolder.bytes())
        let run = try #require(try JSONValue(parsing: Array(result.output.utf8))["runs"]?.list?.first)
        #expect(result.code == .done && run["results"] == .array([]) && run["tool"]?["driver"]?["rules"] == .array([]))
        #expect(run["artifacts"]?.list?.first?["location"]?["uri"] == .string("stdin"))
        #expect(await CommandFixtures.run("validate", "x", "--sarif", "--json").code == .usage)
    }

    @Test("svga help explains every code in lines of 80 columns", arguments: FindingCode.allCases.map(\.name))
    func help(code: String) async {
        let result = await CommandFixtures.run("help", code.lowercased())
        #expect(result.code == .done && result.output.hasPrefix(code + "\n"))
        for part in ["Severity", "Meaning", "Remedy", "Players", "Example"] { #expect(result.output.contains("\n  \(part)  ")) }
        for line in result.output.split(separator: "\n") { #expect(line.count <= 80, "\(line)") }
    }

    @Test("svga help helps with itself, and names the nearest code")
    func helpOnHelp() async {
        #expect(await CommandFixtures.run("help", "help").output.contains("svga help SVGA110"))
        let unknown = await CommandFixtures.run("help", "SVGA1110")
        #expect(unknown.code == .usage && unknown.errors.contains("did you mean SVGA110"))
    }
}

extension JSONValue {
    fileprivate var list: [JSONValue]? { if case .array(let list) = self { list } else { nil } }
    fileprivate var text: String? { if case .string(let text) = self { text } else { nil } }
}
