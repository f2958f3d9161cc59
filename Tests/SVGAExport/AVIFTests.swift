import Foundation
import SVGAExport
import SVGAImage
import SVGAModel
import SVGAPixels
import SVGARender
import SVGASupport
import TestSupport
import Testing

/// What AVIF files hold, as libavif's own program reads it.
@Suite struct AVIFTests {
    private let folder = TemporaryFolder()

    private var path: String { "\(folder.path)/a.avif" }

    private func export(_ scene: SVGAScene, _ avif: AVIFOptions, options: ExportOptions = ExportOptions()) async throws -> [UInt8] {
        try await Exporter.export(
            scene, to: AVIFSink(to: OutputDestination(path: path, overwrite: true), options: avif), options: options)
        return try #require(folder.read("a.avif"))
    }

    /// Straight RGBA of a frame.
    private func frame(_ index: Int) throws -> [UInt8] {
        _ = try #require(try Tool.run("avifdec", ["--index", "\(index)", path, "\(folder.path)/frame.png"]))
        let bytes = try #require(folder.read("frame.png"))
        return try ImageDecoder.decode(ImageFixtures.entity(.png, bytes)).straightPixels()
    }

    private func information() throws -> String {
        String(decoding: try #require(try Tool.run("avifdec", ["--info", path])), as: UTF8.self)
    }

    /// A big-endian number in the first box of a name, so many bytes after the name.
    private func number(_ bytes: [UInt8], _ box: String, at offset: Int, bytes count: Int) throws -> UInt64 {
        let name = Array(box.utf8)
        let start = try #require(bytes.indices.first { bytes[$0...].starts(with: name) }) + 4 + offset
        return bytes[start..<start + count].reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// In decibels, over all four channels of what is seen.
    private func signalToNoise(_ left: [UInt8], _ right: [UInt8]) -> Double {
        let sum = zip(left, right).reduce(0) { $0 + (Double($1.0) - Double($1.1)) * (Double($1.0) - Double($1.1)) }
        return sum == 0 ? .infinity : 10 * log10(255 * 255 * Double(left.count) / sum)
    }

    @Test("quality 100 gives every frame back bit for bit, with alpha", .needs("avifdec"), arguments: [(48, 32), (3, 7), (61, 1)])
    func lossless(size: (Int, Int)) async throws {
        let scene = try movieOfChanges(width: Float(size.0), height: Float(size.1))
        _ = try await export(scene, AVIFOptions(quality: 100, effort: 0))
        for (index, pixels) in try await rawFrames(scene).enumerated() where index % 3 == 1 || index == 11 {
            #expect(try frame(index) == pixels, "\(index)")
        }
    }

    @Test("lower qualities are smaller and less like the movie", .needs("avifdec"))
    func lossy() async throws {
        let scene = try movieOfChanges(width: 96, height: 64)
        let pixels = try await rawFrames(scene)[6]
        var last = (bytes: Int.max, decibels: Double.infinity)
        for quality in [90, 60, 20] {
            let bytes = try await export(scene, AVIFOptions(quality: quality)).count
            let decibels = try signalToNoise(frame(6), pixels)
            // What is nearly exact may be so with few bytes, too.
            #expect(bytes < last.bytes && decibels < last.decibels + 1, "\(quality): \(bytes) bytes, \(decibels) dB")
            last = (bytes, decibels)
        }
        #expect(last.decibels > 20)
    }

    @Test("each frame lasts exactly as long as the movie's", .needs("avifdec"), arguments: [(30, 1), (30000, 1001)])
    func timing(rate: (Int, Int)) async throws {
        var options = ExportOptions()
        options.timing.frameRate = FrameRate(rate.0, per: rate.1)
        options.timing.frames = [0, 1, 1, 6]
        let bytes = try await export(try movieOfChanges(), AVIFOptions(effort: 0), options: options)
        let frames = try options.timing.timeline(frameCount: 12, frameRate: FrameRate(30)!, repetition: .stored(maximum: .max)).frames.count
        #expect(try information().contains("\(rate.0) timescales per second"))
        #expect(try information().contains("(\(frames * rate.1) timescales), \(frames) frames"))
        #expect(try number(bytes, "mdhd", at: 20, bytes: 4) == UInt64(rate.0))
        #expect(try number(bytes, "stts", at: 12, bytes: 4) == UInt64(rate.1))
    }

    @Test("loops are an edit that repeats, forever or as often as asked", arguments: [0, 1, 5])
    func loops(count: Int) async throws {
        var options = ExportOptions()
        options.timing.loopCount = count
        let bytes = try await export(try movieOfChanges(), AVIFOptions(effort: 0), options: options)
        #expect(try number(bytes, "elst", at: 0, bytes: 4) == 0x0100_0001)
        #expect(try number(bytes, "elst", at: 8, bytes: 8) == 12)
        #expect(try number(bytes, "tkhd", at: 28, bytes: 8) == (count == 0 ? .max : UInt64(12 * count)))
    }

    @Test("one frame is a still picture", .needs("avifdec"))
    func still() async throws {
        var options = ExportOptions()
        options.timing.frames = [8]
        let scene = try movieOfChanges()
        let bytes = try await export(scene, AVIFOptions(quality: 100), options: options)
        #expect(String(decoding: bytes[4..<12], as: UTF8.self) == "ftypavif")
        let expected = try await rawFrames(scene, options: options)
        #expect(try frame(0) == expected[0])
    }

    @Test("alpha is stored from the first frame that needs it, and not at all where none does", .needs("avifdec"))
    func opaque() async throws {
        let scene = try movieOfChanges()
        var options = ExportOptions()
        options.timing.frames = [7, 8, 9]
        _ = try await export(scene, AVIFOptions(effort: 0), options: options)
        #expect(try information().contains("Alpha          : Absent"))
        options.timing.frames = [7, 8, 0]
        _ = try await export(scene, AVIFOptions(quality: 100), options: options)
        #expect(try information().contains("Alpha          : Not premultiplied"))
        let frames = try await rawFrames(scene, options: options)
        #expect(try (0..<3).map { try frame($0) } == frames)
    }

    @Test("more frames than are stored together come back at all their positions", .needs("avifdec"))
    func chunks() async throws {
        var options = ExportOptions()
        options.timing.frames = (0..<300).map { $0 % 12 }
        let scene = try movieOfChanges(width: 24, height: 16)
        _ = try await export(scene, AVIFOptions(quality: 100, effort: 0), options: options)
        let frames = try await rawFrames(scene)
        for index in [0, 127, 128, 255, 299] { #expect(try frame(index) == frames[index % 12], "\(index)") }
    }

    @Test("what AVIF cannot hold is an error before anything is drawn, and leaves nothing")
    func tooWide() async throws {
        let wide = WalkingColumn(widthPixels: 65_536, heightPixels: 1)
        await #expect(throws: SVGAError.encode(frame: 0, reason: "AVIF holds at most 65535 pixels each way, not 65536 × 1")) {
            try await Exporter.export(wide, to: AVIFSink(to: OutputDestination(path: path)))
        }
        #expect(folder.contents() == [])
    }
}
