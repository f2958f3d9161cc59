import Foundation
import SVGAExport
import SVGAFormat
import SVGAModel
import SVGAPixels
import SVGARender
import SVGASupport
import SVGAVideo
import TestSupport
import Testing

/// Black frames, painted by plain code, with a sound of the test's own.
private struct Beeping: PlayableAnimation {
    var frameCount = 40
    var frameRate = FrameRate(30_000, per: 1001)!
    var audios: [AudioEntity] = []
    var sounds: [SoundEntity] = []
    let widthPixels = 16
    let heightPixels = 16

    func makePainter() -> Painter { Painter() }

    final class Painter: AnimationPainter {
        func paint(frame: Int) {}

        func copyPixels(_ format: PixelFormat, bytesPerRow: Int?, into buffer: UnsafeMutableRawBufferPointer) {
            for i in buffer.indices { buffer[i] = i % 4 == 3 ? 255 : 0 }
        }
    }
}

/// The formats with sound, as a user of the library asks for them.
@Suite struct SoundFormatExportTests {
    @Test(arguments: ["a.webp", "b/c.GIF", "x.tar.html", "-.mp4", "a.MOV", "a.b.wav", "f-%05d.png", "a.raw"])
    func `the extension of a path finds a format`(path: String) throws {
        let found = try #require(ExportFormat(path: path)).fileExtension
        #expect(path.lowercased().hasSuffix(found) || path.hasSuffix("raw") && found == "rgba")
    }

    @Test(arguments: ["", "-", "gif", "a.gif/", "a.svga", "a.gif.txt", "dir.gif/file", ".."])
    func `a path without a known extension finds none`(path: String) { #expect(ExportFormat(path: path) == nil) }

    #if Video
        private let folder = TemporaryFolder()

        /// Silence, and from frame 10 to 20 noise.
        private func beeping(frames: Int = 40) -> Beeping {
            let noise = SoundFixtures.noise(seconds: 2)
            return Beeping(
                frameCount: frames, audios: [SoundFixtures.clip(0, 10..<20)],
                sounds: [SoundEntity(key: "noise", format: .wav, bytes: SoundFixtures.wav(noise))])
        }

        // x264 makes other bytes of the same pictures when the process has used its memory before: it has a test of its own.
        private static let exact: [(name: String, format: ExportFormat)] = [
            ("a.html", .html(HTMLOptions(title: "Beep"))), ("a.wav", .wav), ("a.webm", .webM()), ("a.mov", .proRes()),
            ("b.mov", .quickTimeAnimation()),
        ]

        @Test(arguments: exact.indices)
        func `the bytes of a format with sound are those of its file`(index: Int) async throws {
            let (name, format) = SoundFormatExportTests.exact[index]
            let (animation, options) = (beeping(), ExportOptions(threadCount: 1))
            try await Exporter.export(animation, as: format, to: "\(folder.path)/\(name)", options: options)
            let bytes = try await Exporter.bytes(of: animation, as: format, options: options)
            #expect(bytes == folder.read(name))
        }

        @Test(.needs("ffprobe", "ffmpeg")) func `an MP4 in memory shows the frames of its file, its index before the data`() async throws {
            let (animation, options) = (beeping(), ExportOptions(threadCount: 1))
            try await Exporter.export(animation, as: .mp4(), to: "\(folder.path)/file.mp4", options: options)
            folder.write(try await Exporter.bytes(of: animation, as: .mp4(), options: options), to: "memory.mp4")
            let (file, memory) = (try VideoProbe.of("\(folder.path)/file.mp4"), try VideoProbe.of("\(folder.path)/memory.mp4"))
            #expect(memory.times == file.times && memory.times.count == 40)
            #expect(memory.video?.avgFrameRate == "30000/1001")
            #expect(memory.audio?.codecName == "aac" && memory.seconds == file.seconds)
            #expect(try VideoProbe.pixels("\(folder.path)/memory.mp4") == VideoProbe.pixels("\(folder.path)/file.mp4"))
        }

        @Test func `a video with alpha beside the colors is two files, and its bytes are the video alone`() async throws {
            let animation = beeping(frames: 3)
            let format = ExportFormat.webM(VideoOptions(alpha: .stacked))
            try await Exporter.export(animation, as: format, to: "\(folder.path)/gift.webm", options: ExportOptions(threadCount: 1))
            let files = try await Exporter.files(of: animation, as: format, name: "gift", options: ExportOptions(threadCount: 1))
            #expect(files.map(\.name) == ["gift.webm", "gift.json"])
            for file in files { #expect(file.bytes == folder.read(file.name)) }
            let bytes = try await Exporter.bytes(of: animation, as: format, options: ExportOptions(threadCount: 1))
            #expect(bytes == files.first?.bytes)
        }

        @Test func `an animation's sound plays with its frames, at the animation's own rate`() async throws {
            let samples = try wav(try await Exporter.bytes(of: beeping(), as: .wav))
            // 10, 20 and 40 frames of 1001/30000 s, of 48000 samples a second.
            #expect(samples.count == 64_064)
            let heard = samples.indices.filter { samples[$0] != 0 }
            #expect(abs((heard.first ?? 0) - 16_016) <= 2)
            #expect(abs((heard.last ?? 0) - 32_031) <= 2)
        }

        @Test func `the sound goes with the frames that are chosen, and can be left out`() async throws {
            func heard(_ options: ExportOptions) async throws -> [Int] {
                let samples = try wav(try await Exporter.bytes(of: beeping(), as: .wav, options: options))
                return samples.indices.filter { samples[$0] != 0 }
            }
            let chosen = try await heard(ExportOptions(timing: ExportTiming(frames: Array(15..<40))))
            #expect(chosen.first == 0)
            #expect(abs((chosen.last ?? 0) - 8007) <= 2)
            #expect(try await heard(ExportOptions(sound: .none)) == [])
        }

        @Test func `a file of sound is laid under the frames`() async throws {
            folder.write(SoundFixtures.wav([Float](repeating: 0.5, count: 480)), to: "pop.wav")
            let options = ExportOptions(sound: .file(path: "\(folder.path)/pop.wav"))
            let samples = try wav(try await Exporter.bytes(of: beeping(), as: .wav, options: options))
            #expect(samples.count == 64_064)
            #expect(samples.indices.filter { samples[$0] != 0 } == Array(0..<480))
        }

        @Test func `a WAV that gets too large leaves nothing in memory`() async throws {
            await #expect(throws: SVGAError.tooLarge(bytes: 44 + 4 * 64_064, allowed: 1000)) {
                try await Exporter.bytes(of: beeping(), as: .wav, options: ExportOptions(maximumBytes: 1000))
            }
        }

        @Test(arguments: [ExportFormat.mp4(), .webM(), .proRes(), .html()].indices)
        func `a cancelled export of a video leaves nothing in memory`(index: Int) async throws {
            let format = [ExportFormat.mp4(), .webM(), .proRes(), .html()][index]
            let (memory, animation) = (OutputMemory(), beeping())
            await #expect(throws: SVGAError.cancelled) {
                try await cancellable { cancel in
                    let destination = OutputDestination(name: "a", in: memory)
                    _ = try await format.writer.export(animation, to: destination, options: ExportOptions()) { progress in
                        if progress.framesDone == 10 { cancel() }
                    }
                }
            }
            #expect(memory.files.count == 0)
        }

        @Test(.needsCorpus("MerryChristmas-45bc10", "jojo_audio-d5661d", "heartbeat-cf418e"))
        func `a page with a movie's sound is little larger than the file`() async throws {
            for file in TestFiles.corpusFiles {
                let scene = try SVGAScene(VideoEntity(path: file.path))
                guard MovieSound(scene.movie) != nil else { continue }
                let (page, bytes) = (try await Exporter.bytes(of: scene, as: .html()).count, try TestFiles.bytes(file).count)
                #expect(page <= bytes * 14 / 10 + 60 << 10, "\(file.lastPathComponent): \(bytes) bytes become \(page)")
            }
        }

        /// The left samples of a WAV file as this package writes it.
        private func wav(_ bytes: [UInt8]) throws -> [Int16] {
            try #require(bytes.count >= 44)
            return stride(from: 44, to: bytes.count, by: 4).map { Int16(bitPattern: UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8) }
        }
    #else
        @Test func `without libav its formats are errors`() async {
            for format in [ExportFormat.mp4(), .webM(), .proRes(), .quickTimeAnimation(), .wav] {
                await #expect(throws: SVGAError.self) { try await Exporter.bytes(of: Beeping(), as: format) }
            }
            await #expect(throws: SVGAError.unavailable(format: "the sound of a file")) {
                try await Exporter.bytes(of: Beeping(), as: .html(), options: ExportOptions(sound: .file(path: "a.mp3")))
            }
        }
    #endif
}
