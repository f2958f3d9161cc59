import SVGAImage
import SVGAModel
import SVGAPixels
import SVGARender
import SVGASupport
import Synchronization
import TestSupport
import Testing

@testable import SVGAExport

@Suite struct ExporterTests {
    private let folder = TemporaryFolder()

    private func scene(frames: Int = 40) throws -> SVGAScene {
        try SVGAScene(
            VideoEntity(
                container: .zlib, version: "2.0", viewBox: SVGASize(width: 6, height: 4), fps: 20, frameCount: frames, images: [],
                sprites: [],
                audios: [], sounds: [], diagnostics: []))
    }

    private func options(threads: Int) -> ExportOptions {
        var options = ExportOptions()
        options.threadCount = threads
        return options
    }

    /// What a ``RecordingSink`` saw; outlives it.
    private final class Record: Sendable {
        struct Seen {
            var frames: [Int] = []
            var isFinished = false
            var isAbandoned = false
            var encoding = 0
            var maximumLookahead = 0
        }

        let seen = Mutex(Seen())
    }

    private struct Failing: FrameEncoder {
        let record: Record
        let failing: Int?
        let slow: Int?

        func encode(_ picture: FramePicture) throws(SVGAError) -> Int {
            let frame = picture.frame
            // A slow frame makes the others run ahead of it.
            if frame == slow { for _ in 0..<50 { spin() } }
            if frame == failing { throw .encode(frame: frame, reason: "on purpose") }
            record.seen.withLock {
                $0.encoding += 1
                $0.maximumLookahead = max($0.maximumLookahead, $0.encoding - $0.frames.count)
            }
            return picture.pixels.count
        }

        private func spin() {
            var sum = 0
            for i in 0..<20_000 { sum &+= record.seen.withLock { $0.encoding } &* i }
            withExtendedLifetime(sum) {}
        }
    }

    private final class RecordingSink: FrameSink {
        let record: Record
        let failing: Int?
        let slow: Int?
        let writeFails: Bool

        init(_ record: Record, failing: Int? = nil, slow: Int? = nil, writeFails: Bool = false) {
            self.record = record
            self.failing = failing
            self.slow = slow
            self.writeFails = writeFails
        }

        private var frames: [Int] = []
        private(set) var byteCount = 0

        func begin(_ plan: ExportPlan, preview: FramePreview) -> Failing {
            frames = plan.frames
            return Failing(record: record, failing: failing, slow: slow)
        }

        func write(_ packet: Int, at position: Int) throws(SVGAError) {
            let frame = frames[position]
            if writeFails, frame == 5 { throw .file(path: "x", reason: "full") }
            #expect(packet == 4 * 6 * 4)
            byteCount += packet
            record.seen.withLock { $0.frames.append(frame) }
        }

        func finish() { record.seen.withLock { $0.isFinished = true } }
        func abandon() { record.seen.withLock { $0.isAbandoned = true } }
    }

    @Test(arguments: [0, 1, 2, 7])
    func `frames are written in the order asked for, repetitions and all`(threads: Int) async throws {
        let record = Record()
        let frames = (0..<40).map { $0 * 7 % 40 } + [3, 3, 3]
        try await Exporter.export(scene(), frames: frames, to: RecordingSink(record, slow: 7), options: options(threads: threads))
        record.seen.withLock {
            #expect($0.frames == frames)
            #expect($0.isFinished && !$0.isAbandoned)
        }
    }

    @Test func `a slow frame holds back the others, so that memory stays bounded`() async throws {
        let record = Record()
        let frames = Array(0..<400)
        let threads = 4
        try await Exporter.export(
            scene(frames: 400), frames: frames, to: RecordingSink(record, slow: 10), options: options(threads: threads))
        record.seen.withLock {
            #expect($0.frames == frames)
            // Each worker has one frame at hand, two may wait for it, and three more that follow each other.
            #expect($0.maximumLookahead <= 6 * threads)
        }
    }

    @Test func `progress counts to the end`() async throws {
        let counts = Mutex<[Int]>([])
        try await Exporter.export(scene(), frames: Array(0..<40), to: RecordingSink(Record())) { progress in
            #expect(progress.framesTotal == 40)
            counts.withLock { $0.append(progress.framesDone) }
        }
        #expect(counts.withLock(\.self) == Array(1...40))
    }

    @Test func `an encoder's error is reported and the sink abandoned`() async throws {
        let record = Record()
        await #expect(throws: SVGAError.encode(frame: 17, reason: "on purpose")) {
            try await Exporter.export(
                scene(), frames: Array(0..<40), to: RecordingSink(record, failing: 17), options: options(threads: 3))
        }
        record.seen.withLock { #expect($0.isAbandoned && !$0.isFinished && $0.frames.count <= 17) }
    }

    @Test func `a sink's error is reported and ends the export`() async throws {
        let record = Record()
        await #expect(throws: SVGAError.file(path: "x", reason: "full")) {
            try await Exporter.export(
                scene(frames: 1000), frames: Array(0..<1000), to: RecordingSink(record, writeFails: true), options: options(threads: 3))
        }
        record.seen.withLock { #expect($0.isAbandoned && $0.frames == [0, 1, 2, 3, 4] && $0.encoding < 100) }
    }

    @Test func `a frame that is not there is an error before anything is written`() async throws {
        let record = Record()
        await #expect(throws: SVGAError.frameOutOfRange(frame: 40, frameCount: 40)) {
            try await Exporter.export(scene(), frames: [0, 40], to: RecordingSink(record))
        }
        await #expect(throws: SVGAError.noFrames) { try await Exporter.export(scene(), frames: [], to: RecordingSink(record)) }
    }

    @Test func `a cancelled export leaves neither files nor folders`() async throws {
        let pattern = "\(folder.path)/deep/er/%d.png"
        let scene = try scene(frames: 5000)
        let folder = folder
        await #expect(throws: SVGAError.cancelled) {
            try await cancellable { cancel in
                let sink = try PNGSequenceSink(path: pattern)
                try await Exporter.export(scene, frames: Array(0..<5000), to: sink) {
                    guard $0.framesDone == 3 else { return }
                    #expect(folder.contents().count > 2)
                    cancel()
                }
            }
        }
        #expect(folder.contents() == [])
    }

    // MARK: PNG sequence

    @Test func `a PNG sequence makes its folders and one file a frame`() async throws {
        try await Exporter.export(scene(), frames: [0, 12, 12, 3], to: PNGSequenceSink(path: "\(folder.path)/a/b/f-%03d.png"))
        #expect(folder.contents() == ["a", "a/b", "a/b/f-000.png", "a/b/f-003.png", "a/b/f-012.png"])
        let bytes = try #require(folder.read("a/b/f-012.png"))
        #expect(try ImageDecoder.decode(ImageFixtures.entity(.png, bytes)) == Pixmap(width: 6, height: 4))
    }

    @Test func `a single frame needs no pattern, several do`() async throws {
        try await Exporter.export(scene(), frames: [3], to: PNGSequenceSink(path: "\(folder.path)/one.png"))
        #expect(folder.contents() == ["one.png"])
        await #expect(throws: SVGAError.pattern("\(folder.path)/two.png", reason: "2 frames need a pattern for their number, such as %05d"))
        {
            try await Exporter.export(scene(), frames: [3, 4], to: PNGSequenceSink(path: "\(folder.path)/two.png"))
        }
        #expect(folder.contents() == ["one.png"])
    }

    @Test func `one existing file stops a sequence before anything is written`() async throws {
        folder.write([9], to: "2.png")
        await #expect(throws: SVGAError.exists(path: "\(folder.path)/2.png")) {
            try await Exporter.export(scene(), frames: [0, 1, 2, 3], to: PNGSequenceSink(path: "\(folder.path)/%d.png"))
        }
        #expect(folder.contents() == ["2.png"])
        try await Exporter.export(scene(), frames: [2], to: PNGSequenceSink(path: "\(folder.path)/%d.png", overwrite: true))
        #expect(try #require(folder.read("2.png")).count > 40)
    }

    @Test func `a folder that cannot be made is an error with its path`() async throws {
        folder.write([9], to: "file")
        await #expect(throws: SVGAError.file(path: "\(folder.path)/file/a", reason: "Not a directory")) {
            try await Exporter.export(scene(), frames: [0, 1], to: PNGSequenceSink(path: "\(folder.path)/file/a/%d.png"))
        }
        #expect(folder.contents() == ["file"])
    }

    // MARK: RGBA

    @Test func `raw frames follow each other in one file`() async throws {
        try await Exporter.export(scene(), frames: Array(0..<40), to: RawRGBASink(path: "\(folder.path)/all.rgba"))
        #expect(folder.read("all.rgba") == [UInt8](repeating: 0, count: 40 * 6 * 4 * 4))
        #expect(folder.contents() == ["all.rgba"])
    }

    @Test func `a full device ends a raw export`() async throws {
        await #expect(throws: SVGAError.file(path: "/dev/full", reason: "No space left on device")) {
            try await Exporter.export(scene(), frames: Array(0..<40), to: RawRGBASink(path: "/dev/full"))
        }
    }

    // MARK: Memory

    @Test func `a frame that there is no memory for is an error`() {
        let reason: Message = "out of memory for the \(1 << 60) bytes of a frame"
        #expect(throws: SVGAError.drawing(reason: reason)) { _ = try FrameBufferPool(byteCount: 1 << 60).take() }
    }
}
