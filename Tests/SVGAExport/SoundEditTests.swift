import SVGAExport
import SVGAModel
import SVGARender
import Synchronization
import TestSupport
import Testing

/// Sound that goes with the frames of an output.
@Suite struct SoundEditTests {
    /// A track whose samples contain their index: sample i is i + 1.
    private struct Counting: SoundTrack {
        let sampleRate: Int
        let sampleCount: Int
        var channels = 2

        func read(at position: Int, into samples: UnsafeMutableBufferPointer<Float>) {
            for index in samples.indices {
                let sampleIndex = position + index / channels
                samples[index] = (0..<sampleCount).contains(sampleIndex) ? Float(sampleIndex + 1) : 0
            }
        }
    }

    private struct CountingSource: SoundSource {
        let followsFrames: Bool
        var rate = 1000
        let asked = Asked()

        final class Asked: Sendable {
            let calls = Mutex<[[Double]]>([])
        }

        func makeTrack(speed: Double, seconds: Double) throws(SVGAError) -> any SoundTrack {
            asked.calls.withLock { $0.append([speed, seconds]) }
            return Counting(sampleRate: rate, sampleCount: Int((seconds * Double(rate)).rounded()))
        }
    }

    /// The left side of a whole track, read in pieces of a size.
    private func left(_ track: any SoundTrack, pieces: Int = 7) throws -> [Int] {
        var all: [Int] = []
        var piece = [Float](repeating: 0, count: pieces * track.channels)
        for position in stride(from: 0, to: track.sampleCount, by: pieces) {
            try piece.withUnsafeMutableBufferPointer { try track.read(at: position, into: $0) }
            for index in 0..<min(pieces, track.sampleCount - position) {
                #expect(track.channels == 1 || piece[2 * index] == piece[2 * index + 1])
                all.append(Int(piece[index * track.channels]))
            }
        }
        return all
    }

    /// What is heard of a movie of 6 frames, 20 a second, 50 samples a frame.
    private func heard(follows: Bool = true, fps: Int = 20, rate: Int = 1000, _ change: (inout ExportTiming) -> Void) throws -> [Int] {
        var timing = ExportTiming()
        change(&timing)
        let timeline = try timing.timeline(frameCount: 6, frameRate: #require(FrameRate(fps)), repetition: .written)
        let track = try CountingSource(followsFrames: follows, rate: rate).track(for: timeline, frameRate: #require(FrameRate(fps)))
        let samples = try left(track)
        #expect(samples.count == timeline.frameRate.ticks(at: timeline.frames.count, ticksPerSecond: rate))
        #expect(try left(track, pieces: 1000) == samples)
        return samples
    }

    private func frame(_ index: Int) -> [Int] { Array((50 * index + 1)...(50 * index + 50)) }

    @Test func `without changes the full track plays unchanged`() throws {
        #expect(try heard { _ in } == Array(1...300))
    }

    @Test func `a part of the movie has its own part of the sound`() throws {
        #expect(try heard { $0.frames = [2, 3] } == frame(2) + frame(3))
    }

    @Test func `frames in any order bring their sound along`() throws {
        #expect(try heard { $0.frames = [5, 0, 1, 1, 4, 4, 2] } == [5, 0, 1, 1, 4, 4, 2].flatMap(frame))
    }

    @Test func `what is turned around sounds backwards`() throws {
        #expect(try heard { $0.isReversed = true } == (1...300).reversed())
        let there = [0, 1, 2, 3, 2, 1]
        #expect(try heard { $0.frames = there } == [0, 1, 2, 3].flatMap(frame) + (51...150).reversed())
    }

    @Test func `repetitions repeat the sound`() throws {
        #expect(
            try heard {
                $0.frames = [1, 2]
                $0.loopCount = 3
            } == [1, 2, 1, 2, 1, 2].flatMap(frame))
    }

    @Test func `another frame rate changes nothing but the rounding of the end`() throws {
        #expect(try heard { $0.frameRate = FrameRate(40) } == Array(1...300))
        #expect(try heard { $0.frameRate = FrameRate(7) } == Array(1...286))
        // 6 frames of 20 a second are 0.3 s: as 5 frames of 16 they last 0.3125 s, and the rest is silent.
        let longer = try heard {
            $0.frameRate = FrameRate(16)
            $0.loopCount = 2
        }
        let rest = [Int](repeating: 0, count: 13)
        #expect(longer == Array(1...300) + rest + Array(1...300) + rest.dropLast())
    }

    @Test func `frames that are no integer number of samples join without a gap`() throws {
        let frames = try heard(fps: 7) { $0.frames = [1, 2, 3, 4] }
        #expect(frames == Array(144...(144 + frames.count - 1)))
        let all = try heard(fps: 7) { $0.isReversed = true }
        #expect(all == (1...857).reversed())
    }

    @Test func `the speed is the source's to make, and only what is played is asked for`() throws {
        var timing = ExportTiming()
        timing.frames = [1, 2, 0]
        timing.speed = 1.5
        let timeline = try timing.timeline(frameCount: 6, frameRate: #require(FrameRate(20)), repetition: .written)
        let source = CountingSource(followsFrames: true)
        let track = try source.track(for: timeline, frameRate: #require(FrameRate(20)))
        #expect(source.asked.calls.withLock(\.self) == [[1.5, 0.1]])
        #expect(try left(track) == Array(34...100) + Array(1...33))
    }

    @Test func `a sound that does not follow is laid under the output, whatever its frames are`() throws {
        #expect(
            try heard(follows: false) {
                $0.frames = [3, 2]
                $0.speed = 2
                $0.loopCount = 2
            } == Array(1...100))
    }

    @Test func `before and after the output there is silence`() throws {
        let timeline = try ExportTiming().timeline(frameCount: 6, frameRate: #require(FrameRate(20)), repetition: .written)
        let track = EditedSound(Counting(sampleRate: 1000, sampleCount: 1000), following: timeline)
        #expect(track.sampleCount == 300)
        var piece = [Float](repeating: 9, count: 40)
        try piece.withUnsafeMutableBufferPointer { try track.read(at: 290, into: $0) }
        #expect(stride(from: 0, to: 40, by: 2).map { Int(piece[$0]) } == Array(291...300) + [Int](repeating: 0, count: 10))
        try piece.withUnsafeMutableBufferPointer { try track.read(at: -15, into: $0) }
        #expect(stride(from: 0, to: 40, by: 2).map { Int(piece[$0]) } == [Int](repeating: 0, count: 15) + Array(1...5))
    }

    // MARK: In an export

    private struct Mute: FrameEncoder {
        func encode(_ picture: FramePicture) -> Int { 0 }
    }

    /// Notes what sound it gets; one type with sound, one without.
    private final class ListeningSink: FrameSink {
        static var holdsSound: Bool { true }
        let heard: CountingSource.Asked
        let byteCount = 0

        init(_ heard: CountingSource.Asked) { self.heard = heard }

        func begin(_ plan: ExportPlan, preview: FramePreview) -> Mute {
            heard.calls.withLock { $0.append([Double(plan.sound?.sampleCount ?? -1)]) }
            return Mute()
        }

        func write(_ packet: Int, at position: Int) {}
        func finish() {}
        func abandon() {}
    }

    private final class DeafSink: FrameSink {
        let heard: CountingSource.Asked
        let byteCount = 0

        init(_ heard: CountingSource.Asked) { self.heard = heard }

        func begin(_ plan: ExportPlan, preview: FramePreview) -> Mute {
            heard.calls.withLock { $0.append([Double(plan.sound?.sampleCount ?? -1)]) }
            return Mute()
        }

        func write(_ packet: Int, at position: Int) {}
        func finish() {}
        func abandon() {}
    }

    private func export<Sink: FrameSink>(to sink: sending Sink, sound: CountingSource?) async throws {
        let movie = VideoEntity(
            container: .zlib, version: "2.0", viewBox: SVGASize(width: 6, height: 4), fps: 20, frameCount: 6, images: [], sprites: [],
            audios: [],
            sounds: [], diagnostics: [])
        try await Exporter.export(try SVGAScene(movie), to: sink, sound: sound)
    }

    @Test func `a sink that holds sound gets it, as long as its frames are`() async throws {
        let (source, heard) = (CountingSource(followsFrames: true), CountingSource.Asked())
        try await export(to: ListeningSink(heard), sound: source)
        #expect(heard.calls.withLock(\.self) == [[300]])
        try await export(to: ListeningSink(heard), sound: nil)
        #expect(heard.calls.withLock(\.self) == [[300], [-1]])
    }

    @Test func `for a sink without sound none is decoded`() async throws {
        let (source, heard) = (CountingSource(followsFrames: true), CountingSource.Asked())
        try await export(to: DeafSink(heard), sound: source)
        #expect(heard.calls.withLock(\.self) == [[-1]])
        #expect(source.asked.calls.withLock(\.self) == [])
    }
}
