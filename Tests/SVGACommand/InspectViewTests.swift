import Foundation
import SVGAEmulation
import SVGAFormat
import SVGAModel
import SVGAPixels
import SVGARender
import TestSupport
import Testing

@testable import SVGACommand
@testable import SVGATasks

@Suite("Views of svga inspect") struct InspectViewTests {
    private static let gift = TestFiles.root.path + "/samples/features/gift-mattes.svga"

    // MARK: Timeline

    private func timeline() -> Timeline {
        let movie = CommandFixtures.movie()
        return Timeline(movie, ReplaceableKey.all(of: movie))
    }

    @Test("away from a terminal the timeline has a column for each frame")
    func everyFrame() {
        let lines = timeline().lines(width: .max).map { $0.split(separator: " ").joined(separator: " ") }
        #expect(lines[0] == "Timeline (12 frames, 0.6 s) 0 5 10")
        #expect(
            lines.dropFirst() == [
                "badge ▓▓▓▓▓▓▓▓▓▓▓▓", "user1 ··████████··", "mask never visible", "far never visible", "♪ ding ···━━━━━····",
            ])
    }

    @Test("on a terminal it has the terminal's width, and the numbers are above their frames", arguments: [20, 40, 60, 80, 132, 300])
    func fits(width: Int) throws {
        let lines = timeline().lines(width: width)
        for line in lines { #expect(line.terminalColumns <= max(width, 44), "\(line)") }
        let movie = try VideoEntity(path: InspectViewTests.gift)
        let gift = Timeline(movie, ReplaceableKey.all(of: movie)).lines(width: max(60, width))
        for line in gift { #expect(line.terminalColumns <= max(60, width), "\(line)") }
        let label = try #require(gift[0].range(of: "  0 ")).lowerBound
        #expect(
            gift[0].distance(from: gift[0].startIndex, to: label) == gift[1].distance(
                from: gift[1].startIndex, to: gift[1].lastIndex(of: " ") ?? gift[1].endIndex) - 1)
    }

    // MARK: Cost

    @Test("images, frames and sounds cover the entire file")
    func fullFile() throws {
        for file in ["gift-mattes", "gift-1x-json", "badge", "keep"] {
            let bytes = [UInt8](try Data(contentsOf: TestFiles.sample(file)))
            let cost = InspectReport(InputFile(name: file, byteCount: bytes.count, movie: try VideoEntity(bytes: bytes))).cost
            #expect(cost.images + cost.frames + cost.sounds == bytes.count && cost.images >= 0 && cost.frames >= 0 && cost.sounds >= 0)
        }
    }

    private func memory(_ images: [ImageEntity], sounds: [SoundEntity] = [], _ player: PublicPlayer) -> Int? {
        let movie = VideoEntity(
            container: .zlib, version: "2.0", viewBox: SVGASize(width: 8, height: 8), fps: 20, frameCount: 1, images: images, sprites: [],
            audios: [],
            sounds: sounds, diagnostics: [])
        return InspectReport(InputFile(name: "a", byteCount: 100, movie: movie)).cost.memory.first { $0.player == player }?.bytes
    }

    @Test("Android keeps opaque pictures in 2 bytes a pixel, and the others in 4")
    func android() {
        let samples = [UInt8](repeating: 7, count: 4 * 16 * 16)
        let opaque = ImageEntity(
            key: "a", format: .png, bytes: ImageFixtures.png(width: 16, height: 16, color: .rgb, samples: Array(samples.prefix(768))))
        let clear = ImageEntity(key: "b", format: .png, bytes: ImageFixtures.png(width: 16, height: 16, color: .rgba, samples: samples))
        #expect(memory([opaque, clear], .android) == 256 * 2 + 256 * 4)
        #expect(memory([opaque, clear], .ios) == 256 * 8)
    }

    @Test("a web player counts what it takes for a picture, and the smaller one loads all or nothing")
    func web() {
        let png = ImageEntity(key: "a", format: .png, bytes: CommandFixtures.png)
        let broken = ImageEntity(key: "b", format: .unknown, bytes: [1, 2, 3])
        let sound = SoundEntity(key: "ding", format: .mp3, bytes: Array("ID3".utf8))
        let named = SoundEntity(key: "audio_ding", format: .mp3, bytes: Array("ID3".utf8))
        #expect(memory([png, broken], .web) == 24 && memory([png, broken], .flutter) == 24)
        #expect(memory([png, broken], .webLite) == nil && memory([png], .webLite) == 24)
        #expect(memory([png], sounds: [sound], .webLite) == nil && memory([png], sounds: [named], .webLite) == 24)
    }

    @Test("images are listed by what they take, the largest first")
    func order() async throws {
        let result = await CommandFixtures.run("inspect", "--cost", InspectViewTests.gift)
        let rows = result.output.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
        let first = try #require(rows.firstIndex { $0.first == "Images" && $0.last == "by" })
        #expect(rows[(first + 1)...].prefix(3).map { $0[0] } == ["ring", "box_front", "user1"] && rows[(first + 1)...].count == 23)
    }

    // MARK: A pipe

    @Test("through a pipe nothing is cut: neither rows nor columns")
    func pipe() async throws {
        let folder = TemporaryFolder()
        let long = String(repeating: "long", count: 40)
        let movie = WireMovie.tiny(frames: 2, sprites: (0..<40).map { .one("\(long)\($0)", .visible(.rect(0, 0, 4, 4))) })
        let file = folder.path + "/long.svga"
        folder.write(try DocumentWriter.write(movie, as: .zlib), to: "long.svga")
        let piped = await CommandFixtures.run("inspect", file).output
        for index in 0..<40 { #expect(piped.contains("  \(long)\(index) "), "\(index)") }
        #expect(!piped.contains("…"))
        let shown = await CommandFixtures.run("inspect", file, terminal: true).output
        #expect(shown.contains("more (--all)") && shown.contains("…  ") && !shown.contains(long))
    }

    // MARK: Pictures

    @Test("--picture draws the poster frame, --frame another, and an unknown frame is an error")
    func picture() async throws {
        let telling = try #require(try PosterFrame.of(PreparedMovie(try VideoEntity(path: InspectViewTests.gift))))
        let drawn = await CommandFixtures.run("inspect", "--picture", InspectViewTests.gift)
        #expect(drawn.code == .done && drawn.output.contains("frame \(telling) of 90, at ") && drawn.output.contains("▀"))
        let other = await CommandFixtures.run("inspect", "--frame", "33", InspectViewTests.gift)
        #expect(other.code == .done && other.output.contains("frame 33 of 90, at 1.1 s"))
        #expect(await CommandFixtures.run("inspect", "--frame", "90", InspectViewTests.gift).code == .usage)
    }

    @Test("all images side by side: as characters and as a PNG")
    func images() async throws {
        let folder = TemporaryFolder()
        let shown = await CommandFixtures.run("inspect", "--images", InspectViewTests.gift)
        #expect(shown.code == .done && shown.output.contains("260×260, 22.6 KB") && shown.output.contains("▀"))
        let path = folder.path + "/sheet.png"
        #expect(await CommandFixtures.run("inspect", InspectViewTests.gift, "-o", path).code == .done)
        let sheet = try TestFiles.picture(at: URL(fileURLWithPath: path))
        #expect(sheet.width == 2 * 20 + 7 * 180 - 20 && sheet.height > 400)
        #expect(await CommandFixtures.run("inspect", InspectViewTests.gift, "-o", path).code == .outputFailed)
    }

    @Test("images beyond the limit of decoded bytes are named, not decoded")
    func imagesBeyondLimit() async throws {
        // The largest image has 260 × 260 pixels of 4 bytes.
        let shown = await CommandFixtures.run("inspect", "--images", InspectViewTests.gift, "--max-decoded-bytes", "270400")
        #expect(shown.code == .done && shown.output.contains("▀") && shown.output.contains("too many pixels"))
        let none = await CommandFixtures.run("inspect", "--images", InspectViewTests.gift, "--max-decoded-bytes", "1000")
        #expect(none.code == .done && !none.output.contains("▀") && !none.output.contains("cannot be decoded"))
    }

    @Test("forms of the report that cannot be one are refused")
    func usage() async {
        for words in [["--json", "--cost"], ["--keys", "--timeline"], ["--text", "--all"], ["--json", "--images"], ["--frame", "-1"]] {
            #expect(await CommandFixtures.run(["inspect", InspectViewTests.gift] + words).code == .usage, "\(words)")
        }
        #expect(await CommandFixtures.run("inspect", "a", "b", "-o", "c.png").code == .usage)
    }
}
