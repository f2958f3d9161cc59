import Foundation
import SVGAFormat
import SVGAModel
import SVGAPixels
import SVGARender
import TestSupport
import Testing

@testable import SVGACommand
@testable import SVGATasks

@Suite("Pictures in the terminal")
struct PlayPictureTests {
    private static let gift = TestFiles.root.path + "/samples/features/gift-mattes.svga"

    private func scene(_ width: Int, _ height: Int, background: SVGAColor? = nil) throws -> SVGAScene {
        var options = RenderOptions(background: background, filter: .best)
        options.size = .pixels(width: width, height: height)
        return try SVGAScene(VideoEntity(path: PlayPictureTests.gift), options: options)
    }

    private func pixmap(width: Int, _ pixels: [(UInt8, UInt8, UInt8)]) -> Pixmap {
        Pixmap(width: width, height: pixels.count / width, pixels: pixels.flatMap { [$0.0, $0.1, $0.2, 255] })
    }

    @Test("kitty's graphics carry the renderer's pixels, alpha included, at the size that fits")
    func kitty() async throws {
        let outcome = await CommandFixtures.run("play", PlayPictureTests.gift, "--protocol", "kitty", "--frames", "8,45,66")
        #expect(outcome.code == .done)
        let pictures = try #require(KittyDecoder.pictures(outcome.output))
        let scene = try scene(460, 460)
        #expect(pictures.count == 3)
        for (picture, frame) in zip(pictures, [8, 45, 66]) {
            #expect(picture.width == 460 && picture.height == 460)
            #expect(picture.pixels == (try scene.pixmap(frame: frame)).straightPixels(), "frame \(frame)")
        }
    }

    @Test("sixels have up to 255 colors, to a hundredth of each channel")
    func fewColors() throws {
        let colors = (0..<255).map { (i: Int) -> (UInt8, UInt8, UInt8) in (UInt8(i), UInt8(255 - i), UInt8(i * 7 & 255)) }
        let picture = pixmap(width: 17, (0..<17 * 45).map { colors[$0 % 255] })
        let text = String(decoding: try SixelEncoder().encode(picture, column: 1, row: 1), as: UTF8.self)
        let read = try #require(SixelDecoder.pictures(text).first)
        #expect(read.width == 17 && read.height == 45)
        let furthest = zip(read.pixels, picture.pixels).map { abs(Int($0) - Int($1)) }.max() ?? 255
        #expect(furthest <= 2)
    }

    @Test("sixels of a frame with many colors look like the frame over the background")
    func manyColors() async throws {
        let outcome = await CommandFixtures.run(
            "play", PlayPictureTests.gift, "--protocol", "sixel", "--frames", "66", "--background", "white")
        let read = try #require(SixelDecoder.pictures(outcome.output).first)
        let frame = try scene(460, 460, background: .white).pixmap(frame: 66)
        #expect(read.width == frame.width && read.height == frame.height)
        let differences = zip(read.pixels, frame.pixels).map { abs(Int($0) - Int($1)) }
        #expect(Double(differences.reduce(0, +)) / Double(differences.count) < 3)
    }

    @Test("each half block shows two pixels in their own colors, and the odd last row one")
    func blocks() {
        let picture = pixmap(width: 2, [(255, 0, 0), (0, 255, 0), (0, 0, 255), (1, 2, 3), (9, 9, 9), (8, 8, 8)])
        var screen = BlockScreen(columns: 4, rows: 3)
        screen.show(String(decoding: BlockEncoder(colors: .full).encode(picture, column: 2, row: 1), as: UTF8.self))
        #expect(screen.cells[0][1] == .init(character: "▀", upper: "2;255;0;0", lower: "2;0;0;255"))
        #expect(screen.cells[0][2] == .init(character: "▀", upper: "2;0;255;0", lower: "2;1;2;3"))
        #expect(screen.cells[1][1] == .init(character: "▀", upper: "2;9;9;9", lower: ""))
        #expect(screen.cells[0][0].character == " " && screen.cells[0][3].character == " ")
    }

    @Test("half blocks show the frame that the renderer draws, over black if the terminal reports no background")
    func frame() async throws {
        let outcome = await CommandFixtures.run("play", PlayPictureTests.gift, "--protocol", "blocks", "--frames", "66")
        var screen = BlockScreen(columns: 80, rows: 24)
        screen.show(outcome.output)
        let frame = try scene(46, 46, background: .black).pixmap(frame: 66)
        for y in 0..<23 {
            for x in 0..<46 {
                func text(_ y: Int) -> String { "2;\(frame[x, y].red);\(frame[x, y].green);\(frame[x, y].blue)" }
                #expect(screen.cells[y][17 + x] == .init(character: "▀", upper: text(2 * y), lower: text(2 * y + 1)))
            }
        }
    }

    @Test("half blocks send only rows that changed, and all of them once the screen was cleared")
    func changedRows() {
        let encoder = BlockEncoder(colors: .full)
        var picture = pixmap(width: 1, [(1, 1, 1), (2, 2, 2), (3, 3, 3), (4, 4, 4)])
        let whole = encoder.encode(picture, column: 1, row: 1)
        #expect(encoder.encode(picture, column: 1, row: 1).isEmpty)
        picture.pixels[12] = 200
        let changed = String(decoding: encoder.encode(picture, column: 1, row: 1), as: UTF8.self)
        #expect(changed.hasPrefix("\u{1B}[2;1H") && !changed.contains("\u{1B}[1;1H"))
        picture.pixels[12] = 4
        encoder.reset()
        #expect(encoder.encode(picture, column: 1, row: 1) == whole)
    }

    @Test(
        "with 256 colors the nearest of xterm's are used",
        arguments: [
            ((0, 0, 0), 16), ((255, 255, 255), 231), ((255, 0, 0), 196), ((8, 8, 8), 232), ((128, 128, 128), 244), ((95, 135, 175), 67),
        ])
    func palette(color: (UInt8, UInt8, UInt8), index: Int) {
        let text = String(decoding: BlockPicture(pixmap: pixmap(width: 1, [color, color]), colors: .palette).row(0), as: UTF8.self)
        #expect(text == "\u{1B}[38;5;\(index)m\u{1B}[48;5;\(index)m▀\u{1B}[0m")
    }

    @Test("NO_COLOR means shades, 256 in TERM means 256 colors unless COLORTERM has more")
    func colors() {
        #expect(TerminalColors(environment: ["TERM": "xterm-256color"]) == .palette)
        #expect(TerminalColors(environment: ["TERM": "xterm-256color", "COLORTERM": "truecolor"]) == .full)
        #expect(TerminalColors(environment: ["TERM": "xterm-kitty"]) == .full)
        #expect(TerminalColors(environment: ["TERM": "xterm-kitty", "NO_COLOR": "1"]) == .shades)
        let row = pixmap(width: 3, [(0, 0, 0), (255, 255, 255), (255, 255, 255), (0, 0, 0), (255, 255, 255), (0, 0, 0)])
        #expect(String(decoding: BlockPicture(pixmap: row, colors: .shades).row(0), as: UTF8.self) == " █▒")
    }

    @Test("to a pipe, nothing is written without a protocol: exit 2, with advice")
    func pipe() async {
        let outcome = await CommandFixtures.run("play", PlayPictureTests.gift)
        #expect(outcome.code == .usage && outcome.output.isEmpty)
        #expect(outcome.errors.contains("not a terminal") && outcome.errors.contains("--protocol"))
    }

    @Test("frames are written in the order, speed and rate that the options of timing ask for")
    func order() async throws {
        let outcome = await CommandFixtures.run(
            "play", PlayPictureTests.gift, "--protocol", "kitty", "--scale", "0.1", "--frames", "40-43", "--reverse", "--fps", "15")
        let scene = try scene(75, 75)
        let pictures = try #require(KittyDecoder.pictures(outcome.output))
        #expect(pictures.map(\.pixels) == (try [43, 41].map { try scene.pixmap(frame: $0).straightPixels() }))
    }

    @Test("what the command line puts into the movie is shown")
    func substituted() async throws {
        let words = ["play", PlayPictureTests.gift, "--protocol", "kitty", "--scale", "0.1", "--frames", "66"]
        let plain = try #require(KittyDecoder.pictures(await CommandFixtures.run(words).output))
        let hidden = try #require(KittyDecoder.pictures(await CommandFixtures.run(words + ["--hide", "user1"]).output))
        #expect(plain != hidden)
        #expect(hidden.map(\.pixels) == [try scene(75, 75).with { $0.setHidden(true, forKey: "user1") }.pixmap(frame: 66).straightPixels()])
    }
}
