import Foundation
import SVGAExport
import SVGAModel
import SVGAPixels
import SVGARender
import SVGASupport
import TestSupport
import Testing

/// Every GIF is shown by FFmpeg, Pillow and ImageMagick, as far as they are installed, as giflib shows it.
@Suite(.needs("ffmpeg", "convert")) struct GIFSinkTests {
    private let folder = TemporaryFolder()

    private func export(
        _ scene: SVGAScene, _ gif: GIFOptions = GIFOptions(), threads: Int = 0, timing: ExportTiming = ExportTiming()
    ) async throws -> GIFReader {
        var options = ExportOptions()
        options.timing = timing
        options.threadCount = threads
        let sink = GIFSink(path: "\(folder.path)/a.gif", overwrite: true, options: gif)
        let result = try await Exporter.export(scene, to: sink, options: options)
        let bytes = try #require(folder.read("a.gif"))
        #expect(result.byteCount == bytes.count)
        #expect(folder.contents() == ["a.gif"])
        let read = try GIFReader(bytes)
        #expect(try GIFDecoder.differences("\(folder.path)/a.gif", from: read) == [])
        return read
    }

    /// A square that moves over a transparent canvas, with a dot that stays.
    private func moving(_ count: Int = 12) -> [Pixmap] {
        (0..<count).map { frame in
            GIFFixtures.picture(24, 16) { x, y in
                if x == 20, y == 14 { return .green }
                guard (frame..<frame + 6).contains(x), (3..<9).contains(y) else { return .clear }
                return Pixel(UInt8(40 * (x - frame)), 9, UInt8(20 * y))
            }
        }
    }

    // MARK: Pixels

    @Test(arguments: [GIFOptions.PaletteMode.automatic, .shared, .perFrame])
    func `frames of at most 255 colors come out exactly`(mode: GIFOptions.PaletteMode) async throws {
        // Other colors in each of more frames than are looked at for the shared palette.
        let pictures = (0..<40).map { frame in
            GIFFixtures.picture(20, 15) { x, y in
                let number: Int = (15 * x + y) % 255
                return Pixel(UInt8(number), UInt8(6 * frame), UInt8(number ^ frame))
            }
        }
        let scene = try GIFFixtures.scene(pictures)
        let gif = try await export(scene, GIFOptions(quality: 100, paletteMode: mode))
        try #require(gif.frames.count == 40)
        for (index, frame) in gif.frames.enumerated() { #expect(try frame.pixels == GIFFixtures.expected(scene, frame: index)) }
        #expect(gif.frames.allSatisfy { !$0.isCleared })
        // Pillow would clear nothing in an animation whose first picture has none.
        #expect(gif.frames.first?.hasTransparentIndex == true)
    }

    @Test(arguments: [GIFOptions.PaletteMode.automatic, .perFrame])
    func `what moves over transparency leaves no trace`(mode: GIFOptions.PaletteMode) async throws {
        let scene = try GIFFixtures.scene(moving())
        let gif = try await export(scene, GIFOptions(quality: 100, paletteMode: mode))
        try #require(gif.frames.count == 12)
        for (index, frame) in gif.frames.enumerated() { #expect(try frame.pixels == GIFFixtures.expected(scene, frame: index)) }
        #expect(gif.frames.dropLast().allSatisfy { $0.isCleared } && gif.frames.last?.isCleared == false)
        // From the square to the dot, which has been cleared with it.
        #expect(gif.frames[5].area == [5, 3, 16, 12])
    }

    @Test func `only what changes is written, and a frame without changes makes the one before last longer`() async throws {
        let base = GIFFixtures.picture(30, 20) { x, y in Pixel(UInt8(8 * x), UInt8(12 * y), 7) }
        var dotted = base
        for range in [4 * (5 * 30 + 4), 4 * (6 * 30 + 9)] { dotted.pixels.replaceSubrange(range..<range + 3, with: [1, 2, 3]) }
        let scene = try GIFFixtures.scene([base, base, dotted, base])
        let gif = try await export(scene, GIFOptions(quality: 100))
        #expect(gif.frames.map(\.area) == [[0, 0, 30, 20], [4, 5, 6, 2], [4, 5, 6, 2]])
        #expect(gif.frames.map(\.hasTransparentIndex) == [true, true, true])
        #expect(gif.frames.map(\.delayHundredths) == [10, 5, 5])
    }

    @Test func `a picture that is shown longer than a GIF's maximum delay is repeated`() async throws {
        var timing = ExportTiming()
        timing.frames = Array(repeating: 0, count: 700)
        let gif = try await export(try GIFFixtures.scene([Pixmap(width: 4, height: 4, .red)], fps: 1), timing: timing)
        #expect(gif.frames.map(\.delayHundredths) == [65_500, 4_500])
        #expect(gif.frames.map(\.pixels[0]) == [255, 255])
    }

    @Test func `frames that are all transparent are frames too`() async throws {
        let gif = try await export(
            try GIFFixtures.scene([Pixmap(width: 5, height: 4), Pixmap(width: 5, height: 4, .red), Pixmap(width: 5, height: 4)]))
        #expect(gif.frames.map { $0.pixels[3] } == [0, 255, 0])
        #expect(gif.frames.map(\.area) == [[0, 0, 5, 4], [0, 0, 5, 4], [0, 0, 1, 1]])
    }

    @Test(arguments: [GIFOptions.PaletteMode.shared, .perFrame])
    func `many colors are close to those of the movie, and transparent pixels stay transparent`(mode: GIFOptions.PaletteMode) async throws {
        let pictures = (0..<6).map { frame in
            GIFFixtures.picture(80, 60) { x, y in
                let distance: Int = (x - 40) * (x - 40) + (y - 30) * (y - 30)
                return distance > 800 + 20 * frame ? .clear : Pixel(UInt8(3 * x), UInt8(4 * y), UInt8(x + y + 8 * frame))
            }
        }
        let scene = try GIFFixtures.scene(pictures)
        let gif = try await export(scene, GIFOptions(quality: 100, dither: 0, paletteMode: mode))
        #expect(gif.frames.count == 6)
        var worst = 0.0
        for (index, frame) in gif.frames.enumerated() {
            let difference = GIFFixtures.difference(frame.pixels, try GIFFixtures.expected(scene, frame: index))
            #expect(difference.wrongAlpha == 0)
            worst = max(worst, difference.error)
        }
        // 32 dB: 255 colors for some 2,500, or six times as many, in a smooth field. Not 0, or the colors were not too many.
        #expect(worst > 0 && worst < 41)
    }

    @Test func `unchanged pixels do not flicker beside dithered ones`() async throws {
        let pictures = (0..<8).map { frame in
            GIFFixtures.picture(60, 40) { x, y in
                if y < 20 { return Pixel(UInt8(4 * x), UInt8(10 * y), UInt8(2 * x + y)) }
                // Comes and goes, so that pictures have to be cleared.
                return GIFFixtures.noise(x, y, frame) < 128
                    ? .clear : Pixel(GIFFixtures.noise(x, y, frame + 50), 0, GIFFixtures.noise(y, x, frame))
            }
        }
        let gif = try await export(try GIFFixtures.scene(pictures), GIFOptions(quality: 100, dither: 1, paletteMode: .shared))
        #expect(gif.frames.dropLast().allSatisfy { $0.isCleared })
        let still = gif.frames.map { $0.pixels.prefix(4 * 60 * 20) }
        #expect(still.allSatisfy { $0 == still[0] })
    }

    @Test func `alpha is cut at a half without a matte, and blended onto one`() async throws {
        // Premultiplied red of rising alpha.
        let picture = GIFFixtures.picture(256, 1) { x, _ in Pixel(UInt8(x), 0, 0, UInt8(x)) }
        let scene = try GIFFixtures.scene([picture])
        let cut = try await export(scene).frames[0].pixels
        let soft = try await export(scene, GIFOptions(quality: 100, matte: SVGAColor(red: 0, green: 0, blue: 1))).frames[0].pixels
        for alpha in 0..<256 {
            let range = 4 * alpha..<4 * alpha + 4
            let blended: [UInt8] = [UInt8(alpha), 0, UInt8(255 - alpha), 255]
            #expect(Array(cut[range]) == (alpha < 128 ? [0, 0, 0, 0] : [255, 0, 0, 255]))
            #expect(Array(soft[range]) == (alpha < 8 ? [0, 0, 0, 0] : blended))
        }
    }

    @Test func `less quality is smaller`() async throws {
        let picture = GIFFixtures.picture(80, 60) { x, y in Pixel(UInt8(3 * x), UInt8(4 * y), UInt8(x + y)) }
        let scene = try GIFFixtures.scene([picture])
        var sizes: [Int] = []
        for quality in [0, 30, 60, 100] {
            _ = try await export(scene, GIFOptions(quality: quality))
            sizes.append(try #require(folder.read("a.gif")).count)
        }
        #expect(sizes == sizes.sorted() && sizes[0] < sizes[3])
    }

    @Test func `the file does not depend on the number of threads`() async throws {
        let scene = try GIFFixtures.scene(moving(20))
        _ = try await export(scene, threads: 1)
        let alone = folder.read("a.gif")
        _ = try await export(scene, threads: 5)
        #expect(folder.read("a.gif") == alone)
    }

    // MARK: Palettes

    @Test func `frames without common colors get palettes of their own, others share one`() async throws {
        func pictures(apart: Bool) -> [Pixmap] {
            (0..<12).map { frame in
                GIFFixtures.picture(64, 64) { x, y in
                    let (a, b) = (UInt8(4 * x), UInt8(4 * y))
                    switch apart ? frame % 6 : 0 {
                    case 0: return Pixel(a, b, 0)
                    case 1: return Pixel(0, a, b)
                    case 2: return Pixel(b, 0, a)
                    case 3: return Pixel(a, b, 255)
                    case 4: return Pixel(255, a, b)
                    default: return Pixel(b, 255, a)
                    }
                }
            }
        }
        let apart = try await export(try GIFFixtures.scene(pictures(apart: true)))
        #expect(apart.frames.allSatisfy { $0.hasOwnPalette })
        let alike = try await export(try GIFFixtures.scene(pictures(apart: false)))
        #expect(alike.frames.allSatisfy { !$0.hasOwnPalette })
    }

    // MARK: Time

    @Test(arguments: [(30, 3, [3, 4, 3]), (60, 2, [2, 1, 2]), (7, 14, [14, 15, 14]), (100, 1, [1, 1, 1])])
    func `delays are rounded so that the total is right`(fps: Int, first: Int, delays: [Int]) async throws {
        var timing = ExportTiming()
        timing.frames = (0..<50).map { $0 % 2 }
        let pictures = [Pixmap(width: 2, height: 2, .red), Pixmap(width: 2, height: 2, .blue)]
        let gif = try await export(try GIFFixtures.scene(pictures, fps: fps), timing: timing)
        #expect(gif.frames.count == 50)
        #expect(gif.frames.prefix(3).map(\.delayHundredths) == delays)
        #expect(gif.totalHundredths == Int((5000 / Double(fps)).rounded()))
    }

    @Test(arguments: [(nil, 0), (0, 0), (1, nil), (2, 1), (65_535, 65_534)] as [(Int?, Int?)])
    func `the loop count is stored as repetitions after the first time`(loops: Int?, repetitions: Int?) async throws {
        var timing = ExportTiming()
        timing.loopCount = loops
        let gif = try await export(try GIFFixtures.scene(moving(3)), timing: timing)
        #expect(gif.repetitions == repetitions)
        #expect(gif.frames.count == 3)
    }

    @Test func `a frame that lasts longer than a GIF's maximum delay is an error`() throws {
        #expect(throws: SVGAError.timing(reason: "at 1/1000 fps, a frame lasts longer than the 655.35 s that GIF allows")) {
            try begin(width: 4, height: 4, rate: #require(FrameRate(1, per: 1000)))
        }
    }

    private func begin(width: Int, height: Int, rate: FrameRate) throws {
        let plan = ExportPlan(widthPixels: width, heightPixels: height, frames: [0], frameRate: rate)
        let preview = try FramePreview(try GIFFixtures.scene([Pixmap(width: 4, height: 4)]), plan: plan)
        _ = try GIFSink(path: "\(folder.path)/b.gif").begin(plan, preview: preview)
    }

    // MARK: Sizes

    @Test(arguments: [(1, 1), (3, 7), (4096, 2048)])
    func `canvases of any size are written`(width: Int, height: Int) async throws {
        let scene = try GIFFixtures.scene([Pixmap(width: 1, height: 1, Pixel(10, 20, 30))], size: (width, height))
        let gif = try await export(scene)
        #expect(gif.width == width && gif.height == height && gif.frames.count == 1)
        #expect(gif.frames[0].pixels.suffix(4) == [10, 20, 30, 255])
    }

    @Test func `a canvas that is too large is an error before anything is written`() throws {
        #expect(throws: SVGAError.encode(frame: 0, reason: "a GIF allows at most 65535 pixels per side, not 65536 × 1")) {
            try begin(width: 65_536, height: 1, rate: #require(FrameRate(20)))
        }
        #expect(folder.contents() == [])
    }

    @Test func `a thousand frames are a thousand frames`() async throws {
        var timing = ExportTiming()
        timing.frames = (0..<1000).map { $0 * 5 % 12 }
        let scene = try GIFFixtures.scene(moving())
        let gif = try await export(scene, GIFOptions(quality: 100), timing: timing)
        #expect(gif.frames.count == 1000)
        #expect(gif.totalHundredths == 5000)
        #expect(try gif.frames[999].pixels == GIFFixtures.expected(scene, frame: 999 * 5 % 12))
    }
}
