public import SVGAModel
import SVGAPixels
public import SVGARender
import SVGASupport

public struct ExportOptions: Sendable {
    /// How many frames are drawn and encoded at once, at least 1; 0 means as many as this process can run at once.
    public var threads = 0
    /// Which frames, in what order, how fast and how often.
    public var timing = ExportTiming()
    /// What is heard, in formats that have sound; nil: nothing.
    public var sound: (any SoundSource)?
    /// As soon as an output is larger, the export ends with ``ExportError/tooLarge(bytes:allowed:)``; it never gets its place. nil: no limit.
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

        let pool = FrameBufferPool(byteCount: 4 * plan.widthPixels * plan.heightPixels)
        let painted = PaintedFrames(count: plan.frames.count)
        let (maximumBytes, total) = (options.maximumBytes, plan.frames.count)
        let byteCount = try await Parallel.run(
            total, threads: options.threads, ahead: 2, consumer: sink, cancelled: ExportError.cancelled,
            worker: { () throws(ExportError) -> FramePainter in
                do throws(RenderError) {
                    return try scene.makePainter()
                } catch {
                    throw .render(error)
                }
            },
            make: { (painter, position) async throws(ExportError) -> Sink.Encoder.Packet in
                try await encode(plan, position, painter, encoder, pool, painted)
            },
            failed: { painted.stop() },
            deliver: { (sink, position, packet) throws(ExportError) -> Bool in
                try sink.write(packet, at: position)
                try check(sink.byteCount, maximumBytes)
                progress(ExportProgress(framesDone: position + 1, framesTotal: total, byteCount: sink.byteCount))
                return true
            },
            end: { (sink, failure) throws(ExportError) -> Int in
                do throws(ExportError) {
                    if let failure { throw failure }
                    try sink.finish()
                    try check(sink.byteCount, maximumBytes)
                    if Task.isCancelled { throw .cancelled }
                    try sink.commit()
                    return sink.byteCount
                } catch {
                    sink.abandon()
                    throw error
                }
            })
        return ExportResult(frames: plan.frames.count, frameRate: plan.frameRate, byteCount: byteCount)
    }
}

private func check(_ byteCount: Int, _ maximumBytes: Int?) throws(ExportError) {
    if let maximumBytes, byteCount > maximumBytes { throw .tooLarge(bytes: byteCount, allowed: maximumBytes) }
}

/// Draws and encodes the frame at a position of the output.
private func encode<Encoder: FrameEncoder>(
    _ plan: ExportPlan, _ position: Int, _ painter: FramePainter, _ encoder: Encoder, _ pool: FrameBufferPool, _ painted: PaintedFrames
) async throws(ExportError) -> Encoder.Packet {
    let frame = plan.frames[position]
    do {
        try painter.paint(frame: frame)
    } catch {
        throw .render(error)
    }
    let buffer = pool.take()
    painter.copyPixels(.rgba, into: buffer.writable)
    let previous = Encoder.comparesFrames ? try await painted.exchange(buffer, at: position) : nil
    guard !Task.isCancelled else { throw .cancelled }
    let picture = FramePicture(pixels: buffer.bytes, previous: previous?.bytes, position: position, frame: frame)
    return try withExtendedLifetime((buffer, previous)) { () throws(ExportError) in try encoder.encode(picture) }
}
