import Glibc
import SVGAModel
import SVGAPixels
public import SVGARender

public struct ExportOptions: Sendable {
    /// How many frames are drawn and encoded at once, at least 1; 0 means one for each processor core.
    public var threads = 0
    /// Which frames, in what order, how fast and how often.
    public var timing = ExportTiming()
    /// What is heard, in formats that have sound; nil: nothing.
    public var sound: (any SoundSource)?
    /// An output that grows larger is given up with ``ExportError/tooLarge(bytes:allowed:)``, as soon as it is; nil: none is.
    public var maximumBytes: Int?

    public init() {}
}

/// How far an export is.
public struct ExportProgress: Hashable, Sendable {
    /// Frames that are written.
    public let framesDone: Int
    public let framesTotal: Int
    /// How large the output is so far.
    public let byteCount: Int

    public init(framesDone: Int, framesTotal: Int, byteCount: Int) {
        self.framesDone = framesDone
        self.framesTotal = framesTotal
        self.byteCount = byteCount
    }
}

/// What an export has made.
public struct ExportResult: Hashable, Sendable {
    /// Frames of the output.
    public let frames: Int
    public let frameRate: FrameRate
    /// The size of the output, of all its files together.
    public let byteCount: Int

    public init(frames: Int, frameRate: FrameRate, byteCount: Int) {
        self.frames = frames
        self.frameRate = frameRate
        self.byteCount = byteCount
    }

    public var durationSeconds: Double { Double(frames) / frameRate.framesPerSecond }
}

/// Draws frames on all cores, encodes them there too, and writes them in order.
public struct Exporter: Sendable {
    public init() {}

    /// Exports a movie. Returns when the output is complete and at its place.
    ///
    /// The memory this takes depends on the number of threads and the size of a frame, not on the number of frames. Cancelling
    /// the task ends the export within the time of a frame.
    /// - Parameters:
    ///   - scene: the movie, prepared; its options decide the size.
    ///   - sink: what makes a file of the frames; it belongs to the exporter from here on.
    ///   - options: which frames and when, the sound, how many threads work.
    ///   - progress: called after each frame written, never twice at once.
    /// - Throws: what went wrong first; ``ExportError/cancelled`` when the task was cancelled. Nothing is left behind then.
    @discardableResult
    public func export<Sink: FrameSink>(
        _ scene: Scene, to sink: sending Sink, options: ExportOptions = ExportOptions(),
        progress: @escaping @Sendable (ExportProgress) -> Void = { _ in }
    ) async throws(ExportError) -> ExportResult {
        let timeline = try options.timing.timeline(
            movieFrames: scene.movie.frames, movieFPS: scene.movie.fps, repetition: Sink.repetition)
        let sound = Sink.holdsSound ? try options.sound?.track(for: timeline, movieFPS: scene.movie.fps) : nil
        let plan = ExportPlan(
            widthPixels: scene.widthPixels, heightPixels: scene.heightPixels, frames: timeline.frames,
            frameRate: timeline.frameRate, loops: timeline.loops, sound: sound)
        let encoder: Sink.Encoder
        do throws(ExportError) {
            encoder = try sink.begin(plan, preview: FramePreview(scene, plan: plan))
        } catch {
            sink.abandon()
            throw error
        }

        let wanted = options.threads > 0 ? options.threads : Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))
        let threads = max(1, min(wanted, plan.frames.count))
        let writer = OrderedWriter(
            sink, count: plan.frames.count, window: 2 * threads, maximumBytes: options.maximumBytes, progress: progress)
        let pool = FrameBufferPool(byteCount: 4 * plan.widthPixels * plan.heightPixels)
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<threads {
                group.addTask {
                    do throws(ExportError) {
                        try await work(scene, plan: plan, encoder: encoder, pool: pool, writer: writer)
                    } catch {
                        await writer.fail(error)
                    }
                }
            }
        }
        return ExportResult(frames: plan.frames.count, frameRate: plan.frameRate, byteCount: try await writer.end())
    }
}

/// One task's share of the frames: whatever frame is the next that nobody has taken.
private func work<Sink: FrameSink>(
    _ scene: Scene, plan: ExportPlan, encoder: Sink.Encoder, pool: FrameBufferPool, writer: OrderedWriter<Sink>
) async throws(ExportError) {
    let painter: FramePainter
    do {
        painter = try scene.makePainter()
    } catch {
        throw .render(error)
    }
    while let position = await writer.take() {
        guard !Task.isCancelled else { throw .cancelled }
        let frame = plan.frames[position]
        do {
            try painter.paint(frame: frame)
        } catch {
            throw .render(error)
        }
        let buffer = pool.take()
        painter.copyPixels(.straight, into: buffer.writable)
        let previous = Sink.Encoder.comparesFrames ? try await writer.exchange(buffer, at: position) : nil
        guard !Task.isCancelled else { throw .cancelled }
        let picture = FramePicture(pixels: buffer.bytes, previous: previous?.bytes, position: position, frame: frame)
        let packet = try withExtendedLifetime((buffer, previous)) { () throws(ExportError) in try encoder.encode(picture) }
        try await writer.put(packet, at: position)
    }
}
