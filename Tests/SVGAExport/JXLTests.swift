import Foundation
import SVGAExport
import SVGAFormat
import SVGAImage
import SVGAModel
import SVGAPixels
import SVGARender
import SVGASupport
import TestSupport
import Testing

/// What JPEG XL files hold, as libjxl's own program reads it.
@Suite struct JXLTests {
    private let folder = TemporaryFolder()

    private var path: String { "\(folder.path)/a.jxl" }

    private func export(
        _ scene: SVGAScene, _ jxl: JXLOptions = JXLOptions(effort: 0), options: ExportOptions = ExportOptions()
    ) async throws -> [UInt8] {
        try await Exporter.export(scene, to: JXLSink(to: OutputDestination(path: path, overwrite: true), options: jxl), options: options)
        return try #require(folder.read("a.jxl"))
    }

    private func read() throws -> DecodedAnimation {
        _ = try #require(try Tool.run("djxl", [path, "\(folder.path)/a.apng"]))
        return try APNGReader.read(try #require(folder.read("a.apng")))
    }

    @Test("lossless frames are exact at any effort", .needs("djxl"), arguments: 0...6)
    func exact(effort: Int) async throws {
        let scene = try movieOfChanges()
        _ = try await export(scene, JXLOptions(effort: effort))
        #expect(try read().shown(12) == (await rawFrames(scene)))
    }

    @Test("any size comes back bit for bit", .needs("djxl"), arguments: [(1, 1), (3, 7), (2, 1), (1, 301), (300, 257)])
    func sizes(size: (Int, Int)) async throws {
        let scene = try movieOfChanges(width: Float(size.0), height: Float(size.1))
        _ = try await export(scene)
        #expect(try read().shown(12) == (await rawFrames(scene)))
    }

    @Test("times and loops are exact", .needs("djxl"), arguments: [(30, 1, 0), (30000, 1001, 3)])
    func timing(numerator: Int, denominator: Int, loops: Int) async throws {
        var options = ExportOptions()
        options.timing.frameRate = FrameRate(numerator, per: denominator)
        options.timing.loopCount = loops
        _ = try await export(try movieOfChanges(fps: 30), options: options)
        let animation = try read()
        #expect(animation.loops == loops)
        #expect(abs(animation.seconds - Double(12 * denominator) / Double(numerator)) < 0.001)
    }

    @Test("images that are smaller lossless stay exact at any quality")
    func flat() async throws {
        let scene = try movieOfChanges(width: 96, height: 64)
        #expect(try await export(scene, JXLOptions(quality: 90)) == (await export(scene, JXLOptions())))
    }

    /// Soft noise, which nothing predicts.
    private func noise() throws -> SVGAScene {
        var generator = SeededGenerator(state: 7)
        var pixmap = Pixmap(width: 96, height: 64)
        for i in pixmap.pixels.indices { pixmap.pixels[i] = i % 4 == 3 ? 255 : UInt8(100 + Int(generator.next() % 64)) }
        let frame = WireFrame.visible(layout: WireLayout(width: 96, height: 64))
        let movie = WireMovie.tiny(
            width: 96, height: 64, frames: 3, images: [WireImage(key: "noise", bytes: try pixmap.encoded(as: .png))],
            sprites: [WireSprite(imageKey: "noise", matteKey: "", frames: [frame, frame, frame])])
        return try SVGAScene(movie.read())
    }

    @Test("lossy frames are smaller and nearly the same", .needs("djxl"))
    func lossy() async throws {
        let scene = try noise()
        let exact = try await export(scene, JXLOptions()).count
        let best = try await export(scene, JXLOptions(quality: 90)).count
        let frames = try await rawFrames(scene)
        for (shown, frame) in zip(try read().frames, frames) {
            let off = zip(shown.pixels, frame).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
            // Noise is hard: two of them that have nothing in common are 16 apart.
            #expect(off < 12 * frame.count)
        }
        #expect(best < exact)
        #expect(try await export(scene, JXLOptions(quality: 30)).count < best)
        #expect(try await export(scene, JXLOptions(quality: 100)).count == exact)
    }

    @Test("frames that look the same take next to no room and last as long", .needs("djxl"), arguments: [nil, 50])
    func repeated(quality: Int?) async throws {
        let scene = try movieOfChanges(width: 96, height: 64, fps: 30)
        func size(_ positions: [Int]) async throws -> Int {
            var options = ExportOptions()
            options.timing.frames = positions
            let bytes = try await export(scene, JXLOptions(quality: quality), options: options)
            let animation = try read()
            #expect(abs(animation.seconds - Double(positions.count) / 30) < 0.001)
            let shown = animation.shown(positions.count)
            for (index, position) in positions.enumerated() { #expect(shown[index] == shown[positions.firstIndex(of: position) ?? 0]) }
            #expect(Set(shown).count == Set(positions).count)
            return bytes.count
        }
        let (two, many) = (try await size([0, 0]), try await size(Array(repeating: 0, count: 500)))
        #expect((0..<8).contains(many - two))
        let (once, often) = (try await size([0, 1, 5]), try await size([0, 0, 0, 1, 5, 5, 5, 5]))
        #expect((1..<100).contains(often - once))
    }

    @Test("one frame is a still picture", .needs("djxl"))
    func still() async throws {
        var options = ExportOptions()
        options.timing.frames = [3]
        let scene = try movieOfChanges()
        #expect(try await export(scene, options: options).starts(with: [0xFF, 0x0A]))
        _ = try #require(try Tool.run("djxl", [path, "\(folder.path)/a.png"]))
        let picture = try ImageDecoder.decode(ImageFixtures.entity(.png, try #require(folder.read("a.png"))))
        #expect(picture == (try scene.pixmap(frame: 3)))
    }

    @Test("a canvas beyond what all decoders read is an error, and leaves nothing")
    func tooWide() async throws {
        let wide = WalkingColumn(widthPixels: 262_145, heightPixels: 1)
        await #expect(throws: SVGAError.encode(frame: 0, reason: "JPEG XL allows at most 262144 pixels per side, not 262145 × 1")) {
            try await Exporter.export(wide, to: JXLSink(to: OutputDestination(path: path)))
        }
        #expect(folder.contents() == [])
    }
}
