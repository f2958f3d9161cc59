import Foundation
import SVGAExport
import SVGAFormat
import SVGAModel
import SVGAPixels
import SVGAPlatform
import SVGARender
import SVGASupport
import TestSupport
import Testing

@Suite struct GIFFileTests {
    private let folder = TemporaryFolder()

    private func scene() throws -> SVGAScene {
        try GIFFixtures.scene(
            (0..<4).map { frame in GIFFixtures.picture(64, 64) { x, y in Pixel(GIFFixtures.noise(x, y, frame), UInt8(x), UInt8(y)) } })
    }

    @Test func `a full device is an error`() async throws {
        await #expect(throws: SVGAError.file(path: "/dev/full", reason: "No space left on device")) {
            try await Exporter.export(scene(), to: GIFSink(path: "/dev/full"))
        }
    }

    @Test func `a folder that is not there is an error`() async throws {
        let path = "\(folder.path)/none/a.gif"
        await #expect(throws: SVGAError.file(path: path, reason: "No such file or directory")) {
            try await Exporter.export(scene(), to: GIFSink(path: path))
        }
    }

    @Test func `a file that is there stays unless it is to be replaced`() async throws {
        folder.write([1], to: "a.gif")
        let path = "\(folder.path)/a.gif"
        await #expect(throws: SVGAError.exists(path: path)) { try await Exporter.export(scene(), to: GIFSink(path: path)) }
        #expect(folder.read("a.gif") == [1])
    }

    @Test func `a closed pipe is an error`() async throws {
        signal(SIGPIPE, SIG_IGN)
        let path = "\(folder.path)/pipe"
        #expect(mkfifo(path, 0o600) == 0)
        // Lets the writer open the pipe, and is gone before it writes.
        let reader = open(path, O_RDONLY | O_NONBLOCK)
        let scene = try scene()
        var options = ExportOptions()
        options.timing.frames = (0..<200).map { $0 % 4 }
        await #expect(throws: SVGAError.file(path: path, reason: "the reader closed the pipe")) {
            try await Exporter.export(scene, to: GIFSink(path: path), options: options) { if $0.framesDone == 2 { close(reader) } }
        }
    }

    @Test func `a cancelled export leaves nothing`() async throws {
        let scene = try scene()
        let path = "\(folder.path)/a.gif"
        var options = ExportOptions()
        options.timing.frames = (0..<5000).map { $0 % 4 }
        let settled = options
        let task = Task {
            try await Exporter.export(scene, to: GIFSink(path: path), options: settled)
        }
        task.cancel()
        await #expect(throws: SVGAError.cancelled) { try await task.value }
        #expect(folder.contents() == [])
    }

    @Test(.needs("ffprobe")) func `ffprobe counts the frames, and frames that come again at once are one`() async throws {
        let path = "\(folder.path)/a.gif"
        var options = ExportOptions()
        options.timing.frames = [0, 0, 1, 2, 3, 3, 0]
        try await Exporter.export(scene(), to: GIFSink(path: path), options: options)
        let entries = ["-show_entries", "stream=codec_name,width,height,nb_read_frames", "-of", "csv=p=0"]
        let output = try #require(try Tool.run("ffprobe", ["-v", "error", "-count_frames"] + entries + [path]))
        #expect(String(decoding: output, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines) == "gif,64,64,5")
    }

    /// Floors with dithering off: 255 colors for an entire movie. Painted movies with glows need more colors than flat drawings.
    @Test(
        .needsCorpus("soundwave-866c78", "matteBitmap-ad4473", "clippath-5e97be", "11-7ea81a"),
        arguments: [("soundwave-866c78", 90.0), ("matteBitmap-ad4473", 90.0), ("clippath-5e97be", 40.0), ("11-7ea81a", 33.0)])
    func `movies of the corpus look as they should`(name: String, floor: Double) async throws {
        let scene = try SVGAScene(try VideoEntity(path: TestFiles.corpusFile(name).path))
        let sink = GIFSink(path: "\(folder.path)/a.gif", options: GIFOptions(quality: 100, dither: 0))
        try await Exporter.export(scene, to: sink)
        let gif = try GIFReader(try #require(folder.read("a.gif")))
        #expect(try GIFDecoder.differences("\(folder.path)/a.gif", from: gif) == [])
        #expect(gif.totalHundredths == Int((100 * Double(scene.movie.frameCount) / Double(scene.movie.fps)).rounded()))
        var error = 0.0
        for index in 0..<scene.movie.frameCount {
            let begin = Int((100 * Double(index) / Double(scene.movie.fps)).rounded())
            let frame = try #require(GIFFixtures.frame(of: gif, at: begin))
            let difference = GIFFixtures.difference(frame.pixels, try GIFFixtures.expected(scene, frame: index))
            #expect(difference.wrongAlpha == 0)
            error += difference.error / Double(scene.movie.frameCount)
        }
        #expect(10 * log10(65_025 / max(error, 1e-9)) >= floor)
    }
}
