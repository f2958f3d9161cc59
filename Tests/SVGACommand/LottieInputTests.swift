import Foundation
import SVGAFormat
import SVGAImage
import SVGAModel
import SVGAPixels
import TestSupport
import Testing

@testable import SVGACommand
@testable import SVGATasks

@Suite("Lotties as input")
struct LottieInputTests {
    /// A red square on the left, and on the right a picture.
    private static func lottie() throws -> String {
        let picture = Data(try Pixmap(width: 2, height: 2, .green).pngData()).base64EncodedString()
        return """
            {"v":"5.7.0","w":40,"h":20,"fr":29.97,"ip":0,"op":12,
            "assets":[{"id":"a","w":20,"h":20,"p":"data:image/png;base64,\(picture)","u":"","e":1}],
            "markers":[{"cm":"loop","tm":4,"dr":6}],"layers":[
            {"ty":2,"nm":"face","refId":"a","ip":0,"op":12,"ks":{"p":{"k":[20,0]}}},
            {"ty":4,"nm":"box","ip":0,"op":12,"ks":{},"shapes":[{"ty":"gr","nm":"Group 1","it":[
            {"ty":"rc","p":{"k":[10,10]},"s":{"k":[20,20]},"r":{"k":0}},
            {"ty":"fl","nm":"Fill 1","c":{"k":[1,0,0,1]},"o":{"k":100}},{"ty":"tr"}]}]}]}
            """
    }

    private static func folder() throws -> TemporaryFolder {
        let folder = TemporaryFolder()
        folder.write(Array(try lottie().utf8), to: "a.json")
        return folder
    }

    /// The colors in the middle of the left and of the right half of frame 3.
    private static func halves(_ folder: TemporaryFolder, _ options: String...) async throws -> [Pixel] {
        let arguments = ["render", folder.path + "/a.json", "-o", folder.path + "/a.png", "--frame", "3", "--force"] + options
        let result = await CommandFixtures.run(arguments)
        try #require(result.code == .done, "\(result.errors)")
        let pixmap = try TestFiles.picture(at: URL(fileURLWithPath: folder.path + "/a.png"))
        return [pixmap.pixel(pixmap.width / 4, pixmap.height / 2), pixmap.pixel(3 * pixmap.width / 4, pixmap.height / 2)]
    }

    @Test(arguments: [["-o", "a.png", "--frame", "0"], ["-o", "b.png", "--frame", "0", "--only", "box"], ["-o", "a.js"]])
    func `an effect that is not drawn is reported, also if the Lottie is converted to a movie first`(output: [String]) async throws {
        let folder = TemporaryFolder()
        let effect = "\"nm\":\"box\",\"ef\":[{\"ty\":5,\"mn\":\"ADBE Bulge\",\"nm\":\"blur\",\"ef\":[]}],"
        let text = try Self.lottie().replacing("\"nm\":\"box\",", with: effect)
        folder.write(Array(text.utf8), to: "a.json")
        let words = ["render", folder.path + "/a.json", "-o", folder.path + "/" + output[1]] + output.dropFirst(2)
        for quiet in [[], ["-v"]] {
            let result = await CommandFixtures.run(words + quiet + ["--force"])
            #expect(result.code == .done)
            #expect(result.errors.components(separatedBy: "the effect \"blur\" is not drawn").count == 2, "\(result.errors)")
        }
    }

    @Test(arguments: [
        ["--player", "web"], ["--font", "nowhere.ttf"], ["--filter", "best"], ["--set-text", "x=y", "--text-style", "size:9"],
    ])
    func `options that have no effect on a Lottie are refused`(options: [String]) async throws {
        let folder = try Self.folder()
        let words = ["render", folder.path + "/a.json", "-o", folder.path + "/a.png", "--frame", "3", "--allow-missing"]
        let result = await CommandFixtures.run(words + options)
        #expect(result.code == .usage && result.errors.contains("svga import converts it to a movie"), "\(result.errors)")
        #expect(folder.read("a.png") == nil)
    }

    @Test
    func `inspect lists what can be replaced, set and found by name`() async throws {
        let folder = try Self.folder()
        let result = await CommandFixtures.run("inspect", folder.path + "/a.json")
        #expect(result.code == .done)
        for part in ["40 × 20 px", "12 frames, 29.97 fps", "face", "20×20", "box.Group 1.Fill 1.Color", "loop"] {
            #expect(result.output.contains(part), "\(part) is missing in \(result.output)")
        }
        let json = await CommandFixtures.run("inspect", "--json", folder.path + "/a.json")
        let report = try #require(try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any])
        #expect(report["container"] as? String == "lottie" && report["frames"] as? Int == 12 && report["fps"] as? Double == 29.97)
        #expect((report["keys"] as? [[String: Any]])?.first?["kind"] as? String == "image")
        #expect((report["markers"] as? [[String: Any]])?.first?["startFrame"] as? Double == 4)
        let keys = await CommandFixtures.run("inspect", "--keys", folder.path + "/a.json")
        #expect(keys.output.split(separator: "\n").contains { $0.hasPrefix("box.Transform.Opacity") && $0.contains("number") })
    }

    @Test
    func `render draws it with pictures, colors and hidden layers of the command line`() async throws {
        let folder = try Self.folder()
        #expect(try await Self.halves(folder) == [.red, .green])
        #expect(try await Self.halves(folder, "--set-value", "**.Fill 1.Color=#00f") == [.blue, .green])
        #expect(try await Self.halves(folder, "--hide", "face", "--background", "blue") == [.red, .blue])
        #expect(try await Self.halves(folder, "--crop", "20,0,20,20", "--scale", "2") == [.green, .green])
        folder.write(try Pixmap(width: 3, height: 3, .blue).pngData(), to: "b.png")
        #expect(try await Self.halves(folder, "--set-image", "face=\(folder.path)/b.png") == [.red, .blue])
    }

    @Test
    func `an unknown name is reported with the existing ones`() async throws {
        let folder = try Self.folder()
        func errors(_ options: String...) async -> String {
            let arguments = ["render", folder.path + "/a.json", "-o", folder.path + "/a.png", "--frame", "0"] + options
            let result = await CommandFixtures.run(arguments)
            #expect(result.code == .usage && folder.contents() == ["a.json"])
            return result.errors
        }
        #expect(await errors("--set-image", "fac=x.png").contains("did you mean face?"))
        #expect(await errors("--set-text", "face=x").contains("no text layer"))
        #expect(await errors("--set-value", "**.Fill 2.Color=#00f").contains("has no color at"))
        #expect(await errors("--set-value", "**.Fill 1.Color=3").contains("has no number at"))
        #expect(await errors("--set-image", "face=x.png,mask=circle").contains("svga import"))
        #expect(await errors("--text-style", "size:20").contains("do not support styles"))
        let movie = [
            TestFiles.root.path + "/samples/features/gift-mattes.svga", "-o", folder.path + "/a.png", "--set-value", "a.Color=red",
        ]
        #expect(await CommandFixtures.run(["render"] + movie).code == .usage)
    }

    @Test(arguments: ["a.html", "a.js", "a.gif", "a.webp"])
    func `it is written in every kind of format`(name: String) async throws {
        let folder = try Self.folder()
        let result = await CommandFixtures.run("render", folder.path + "/a.json", "-o", folder.path + "/" + name, "-q")
        #expect(result.code == .done, "\(result.errors)")
        #expect(folder.contents().contains(name))
    }

    @Test
    func `play draws it as render does`() async throws {
        let folder = try Self.folder()
        let result = await CommandFixtures.run("play", folder.path + "/a.json", "--protocol", "blocks", "--frames", "0")
        #expect(result.code == .done && result.output.contains("38;2;255;0;0"), "\(result.errors)")
    }

    @Test
    func `commands that need a movie explain how to get one, or make one`() async throws {
        let folder = try Self.folder()
        let check = await CommandFixtures.run("validate", folder.path + "/a.json")
        #expect(
            check.code == .invalidInput && check.errors.contains("it is a Lottie animation; svga import converts it to a movie"),
            "\(check.errors)")
        let hit = await CommandFixtures.run("hit", folder.path + "/a.json", "--at", "30,10", "--frame", "0")
        #expect(hit.code == .done && hit.output.contains("face"), "\(hit.errors)")
    }

    @Test("inspect --keys names in Chinese what a key and a value take")
    func chineseKeys() async throws {
        let folder = try Self.folder()
        let result = await CommandFixtures.run("inspect", folder.path + "/a.json", "--keys", "--lang", "zh")
        #expect(result.code == .done)
        #expect(result.output.contains("图片") && result.output.contains("颜色") && result.output.contains("数值"), "\(result.output)")
    }
}
