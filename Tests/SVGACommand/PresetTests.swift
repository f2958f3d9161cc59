import SVGAExport
import SVGAModel
import SVGARender
import SVGASupport
import TestSupport
import Testing

@testable import SVGACommand
@testable import SVGATasks

@Suite struct PresetTests {
    /// The presets whose encoder is in every build.
    static let built = Preset.allCases.filter { Product.hasVideo || $0 != .telegram }

    /// The sides of a GIF from its header.
    private func sides(_ gif: [UInt8]?) -> [Int] {
        guard let gif, gif.count > 10 else { return [] }
        return [Int(gif[6]) | Int(gif[7]) << 8, Int(gif[8]) | Int(gif[9]) << 8]
    }

    private func render(_ folder: MovieFolder, _ output: String, _ words: String...) async -> (code: ExitCode, errors: String) {
        let result = await CommandFixtures.run(["render", folder.movie, "-o", "\(folder.path)/\(output)"] + words)
        return (result.code, result.errors)
    }

    @Test(arguments: Preset.allCases)
    func `the line of a preset in the help has its format and all of its limits`(preset: Preset) {
        let rules = preset.rules
        var numbers = [rules.format.rawValue]
        if let bytes = rules.maximumBytes { numbers.append(Units.bytes(bytes).description) }
        if let rate = rules.maximumFrameRate, rate < 100 { numbers.append("\(rate) fps") }
        if let seconds = rules.maximumSeconds { numbers.append(Units.seconds(seconds)) }
        switch rules.size {
        case .exactly(let width, let height): numbers.append("\(width)×\(height) px")
        case .longerSide(let side), .atMost(let side): numbers.append("\(side) px")
        case .canvas: break
        }
        for language in [rules.summary.english, rules.summary.chinese] {
            let line = language.text(as: .json)
            for number in numbers { #expect(line.contains(number), "\(line)") }
        }
        #expect(rules.source.hasPrefix("http"))
    }

    @Test(arguments: built)
    func `a movie becomes the format and size of the preset, without a complaint`(preset: Preset) async throws {
        let folder = try MovieFolder()
        let name = "a.\(preset.rules.format.fileExtension)"
        let result = await render(folder, name, "--preset", preset.rawValue)
        #expect(result.code == .done, "\(result.errors)")
        let pixels =
            switch preset.rules.size {
            case .exactly(let width, let height): "\(width)×\(height) px"
            case .longerSide(let side): "\(side)×\(side * 40 / 60) px"
            case .atMost, .canvas: "60×40 px"
            }
        #expect(result.errors.contains(pixels) && !result.errors.contains("allows"), "\(result.errors)")
    }

    @Test func `a movie of another aspect ratio is letterboxed to the size of a service`() async throws {
        let folder = try MovieFolder()
        #expect(await render(folder, "a.gif", "--preset", "slack").code == .done)
        #expect(sides(folder.bytes("a.gif")) == [128, 128])
    }

    @Test(arguments: [
        ("discord", "100 frames, 5 s", true), ("slack", "48 frames, 12 s", false), ("wechat-sticker", "240 frames, 12 s", false),
    ])
    func `a long movie is cut to the seconds of the preset, or shows fewer frames`(
        preset: String, summary: String, isCut: Bool
    ) async throws {
        let folder = try MovieFolder(frames: 240)
        let result = await render(folder, "a.gif", "--preset", preset)
        #expect(result.code == .done && result.errors.contains(summary), "\(result.errors)")
        #expect(result.errors.contains("the preset \(preset) cuts the movie after 100 of 240 frames; --frames chooses others") == isCut)
    }

    @Test func `frames that are named are kept, and the preset's limit is reported`() async throws {
        let folder = try MovieFolder(frames: 240)
        let result = await render(folder, "a.gif", "--preset", "discord", "--frames", "0-199")
        #expect(result.code == .done)
        #expect(result.errors.contains("the preset discord allows 5 s, and the output has 10 s"), "\(result.errors)")
    }

    @Test func `other options override a preset, and say so`() async throws {
        let folder = try MovieFolder()
        let result = await render(folder, "a.gif", "--preset", "slack", "--size", "64x64")
        #expect(result.code == .done && sides(folder.bytes("a.gif")) == [64, 64])
        #expect(result.errors.contains("the preset slack allows 128×128 px, and the output has 64×64 px"), "\(result.errors)")
        let webp = await render(folder, "b.webp", "--preset", "slack", "--format", "webp")
        #expect(webp.code == .done && webp.errors.contains("128×128 px"), "\(webp.errors)")
    }

    @Test func `a name of another format is refused`() async throws {
        let folder = try MovieFolder()
        let result = await render(folder, "a.webp", "--preset", "slack")
        #expect(result.code == .usage)
        let advice = "use -o \(folder.path)/a.gif, or add --format webp"
        #expect(result.errors.contains("the preset slack writes gif, not webp; \(advice)"), "\(result.errors)")
        #expect(await render(folder, "a.png", "--preset", "archive").code == .done)
        #expect(folder.bytes("a.webp") == nil)
    }

    @Test func `a file in a folder gets the format of the preset`() async throws {
        let folder = try MovieFolder()
        #expect(await CommandFixtures.run(["render", folder.movie, "-o", "\(folder.path)/out/", "--preset", "slack"]).code == .done)
        #expect(sides(folder.bytes("out/red.gif")) == [128, 128])
    }

    @Test func `a budget that cannot be met is an error that says what was reached`() {
        var task = RenderTask()
        task.preset = .slack
        let error = task.naming(.export(output: "a.gif", .targetSize(bytes: 128_000, smallest: 130_500)))
        let text = error.text(as: .json)
        #expect(error.exitCode == .outputFailed)
        #expect(text.contains("a.gif: the preset slack allows 128 KB: ") && text.contains("the smallest found has 130500"), "\(text)")
        task.encoding.targetSize = ByteSize(argument: "9k")
        #expect(!task.naming(.export(output: "a.gif", .targetSize(bytes: 9000, smallest: 9001))).text(as: .json).contains("preset"))
    }

    @Test func `a preset lowers the frame rate no further than needed`() throws {
        let (slow, fast) = (try #require(FrameRate(20)), try #require(FrameRate(60)))
        let (telegram, slack) = (Preset.telegram.rules, Preset.slack.rules)
        let two = ExportTiming(frames: Array(0..<120))
        #expect(telegram.frameRate(two, slow) == nil)
        #expect(telegram.frameRate(two, fast) == FrameRate(30))
        #expect(slack.frameRate(two, fast) == FrameRate(25))
        #expect(slack.frameRate(ExportTiming(frames: Array(0..<2000)), slow) == FrameRate(0.5))
        #expect(telegram.frameRate(ExportTiming(frames: [0], frameRate: FrameRate(50)), fast) == nil)
    }

    @Test func `the larger side of a movie decides its size, and a crop counts as the movie`() {
        func size(_ preset: Preset, _ width: Int, _ height: Int, crop: String? = nil) -> PixelSize? {
            var task = RenderTask()
            task.picture.crop = crop.flatMap { CropArgument(argument: $0) }
            return preset.rules.applied(to: task, preset.rules.format, canvas: (width, height)).size
        }
        #expect(size(.telegram, 300, 200) == PixelSize(argument: "512x0"))
        #expect(size(.telegram, 750, 1334) == PixelSize(argument: "0x512"))
        #expect(size(.telegram, 750, 1334, crop: "0,0,200,100") == PixelSize(argument: "512x0"))
        #expect(size(.wechatGIF, 300, 200) == nil)
        #expect(size(.wechatGIF, 200, 700) == PixelSize(argument: "0x480"))
    }

    @Test func `a job may have a preset`() async throws {
        let folder = try MovieFolder()
        try folder.write(Array(#"{"input":"red.svga","output":"a.gif","preset":"slack"}"#.utf8), to: "jobs.jsonl")
        let result = await CommandFixtures.run("batch", folder.path + "/jobs.jsonl", "-o", folder.path + "/out")
        #expect(result.code == .done, "\(result.errors)")
        #expect(sides(folder.bytes("out/a.gif")) == [128, 128])
    }
}
