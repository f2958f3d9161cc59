public import SVGAModel
import SVGAPixels
public import SVGARender
import SVGASupport

/// Draws frames on all cores, encodes them there too, and writes them in order.
public enum Exporter {
    /// Exports an animation to a file. Returns when the output is complete and at its place.
    ///
    /// The memory this takes depends on the number of threads and the size of a frame, not on the number of frames. Cancelling
    /// the task ends the export within the time of a frame.
    /// - Parameters:
    ///   - animation: for example an ``SVGAScene``; its options decide the size.
    ///   - format: what is made of it. ``ExportFormat/init(path:)`` finds one by the extension of the path.
    ///   - path: a file, a pipe, a device, or `-` for the standard output. WebP, MP4 and MOV come out of a pipe at the end, from a
    ///     temporary file in `TMPDIR`; the others as they are made.
    ///   - overwrite: replace a file that is there; otherwise it is ``SVGAError/Kind/fileExists``.
    ///   - options: which frames and when, the sound, how many threads work.
    ///   - progress: called after each frame written, with the frames done and those of the whole output; never twice at once.
    /// - Throws: what went wrong first; ``SVGAError/Kind/cancelled`` when the task was cancelled. Nothing is left behind then, and a file that
    ///   was to be replaced is still there.
    public static func export(
        _ animation: some PlayableAnimation, as format: ExportFormat, to path: String, overwrite: Bool = false,
        options: ExportOptions = ExportOptions(),
        progress: @escaping @Sendable (_ framesDone: Int, _ framesTotal: Int) -> Void = { _, _ in }
    ) async throws(SVGAError) {
        let place = OutputDestination(path: path, overwrite: overwrite)
        _ = try await format.writer.export(animation, to: place, options: options) { progress($0.framesDone, $0.framesTotal) }
    }

    /// Exports an animation to memory, as one file: the bytes that ``export(_:as:to:overwrite:options:progress:)`` writes. Nothing is written
    /// to disk, except the samples of sound while they are mixed, in a nameless file in `TMPDIR`.
    /// - Parameters:
    ///   - animation: for example an ``SVGAScene``; its options decide the size.
    ///   - format: what is made of it. ``ExportFormat/pngSequence`` makes one file of one frame only; of a video whose alpha is put beside the
    ///     colors, the JSON is left out.
    ///   - options: which frames and when, the sound, how many threads work. Its `maximumBytes` bounds the memory.
    ///   - progress: called after each frame, as for a file.
    /// - Throws: as an export to a file; ``SVGAError/Kind/file`` for a sprite sheet, which is two files: see
    ///   ``files(of:as:name:options:progress:)``.
    public static func bytes(
        of animation: some PlayableAnimation, as format: ExportFormat, options: ExportOptions = ExportOptions(),
        progress: @escaping @Sendable (_ framesDone: Int, _ framesTotal: Int) -> Void = { _, _ in }
    ) async throws(SVGAError) -> [UInt8] {
        let memory = OutputMemory(takesOneFile: true)
        let place = OutputDestination(name: "animation.\(format.fileExtension)", in: memory)
        _ = try await format.writer.export(animation, to: place, options: options) { progress($0.framesDone, $0.framesTotal) }
        return memory.files.first?.bytes ?? []
    }

    /// Exports an animation to memory, as all the files that the format has: a picture for each frame, a sheet and its JSON.
    /// - Parameters:
    ///   - animation: for example an ``SVGAScene``; its options decide the size.
    ///   - format: what is made of it.
    ///   - name: of the files, without an extension; the frames of a sequence get a number: `gift-00000.png`.
    ///   - options: which frames and when, the sound, how many threads work. Its `maximumBytes` bounds the memory.
    ///   - progress: called after each frame, as for a file.
    /// - Returns: the files, by names with an extension and without a folder, in the order in which they are written; the frames of a sequence in the order of the output.
    /// - Throws: as an export to a file.
    public static func files(
        of animation: some PlayableAnimation, as format: ExportFormat, name: String = "animation", options: ExportOptions = ExportOptions(),
        progress: @escaping @Sendable (_ framesDone: Int, _ framesTotal: Int) -> Void = { _, _ in }
    ) async throws(SVGAError) -> [(name: String, bytes: [UInt8])] {
        let memory = OutputMemory()
        let stem = format.isSequence ? FramePattern.escaped(name) + "-%05d" : name
        let place = OutputDestination(name: "\(stem).\(format.fileExtension)", in: memory)
        _ = try await format.writer.export(animation, to: place, options: options) { progress($0.framesDone, $0.framesTotal) }
        return memory.files.map { (name: $0.name, bytes: $0.bytes) }
    }

    /// Exports an animation by a sink. The parameters are those of ``export(_:as:to:overwrite:options:progress:)``.
    /// - Parameters:
    ///   - sink: what makes a file of the frames; it belongs to the exporter from here on.
    ///   - sound: what is heard; ``ExportOptions/sound`` is what a format finds it by, and has no meaning here.
    ///   - willCommit: called with the result before the output gets its name. If it throws, nothing is left behind.
    @discardableResult
    package static func export<Source: PlayableAnimation, Sink: FrameSink>(
        _ animation: Source, to sink: sending Sink, options: ExportOptions = ExportOptions(), sound: (any SoundSource)? = nil,
        willCommit: @escaping @Sendable (ExportResult) throws(SVGAError) -> Void = { _ in },
        progress: @escaping @Sendable (ExportProgress) -> Void = { _ in }
    ) async throws(SVGAError) -> ExportResult {
        let timeline = try options.timing.timeline(
            frameCount: animation.frameCount, frameRate: animation.frameRate, repetition: Sink.repetition)
        let (width, height) = (animation.widthPixels, animation.heightPixels)
        guard width > 0, height > 0, width <= Int(Int32.max), height <= Int(Int32.max) else {
            throw .emptyOutput(reason: "an image cannot have \(width) × \(height) pixels")
        }
        let track = Sink.holdsSound ? try sound?.track(for: timeline, frameRate: animation.frameRate) : nil
        let plan = ExportPlan(
            widthPixels: width, heightPixels: height, frames: timeline.frames, frameRate: timeline.frameRate, loops: timeline.loops,
            sound: track)
        let deadline = options.timeLimit.map { ContinuousClock.now + $0 }
        let threads: Int
        let encoder: Sink.Encoder
        do throws(SVGAError) {
            threads = try ExportMemory(of: animation, frames: plan.frames.count, sink)
                .threads(Parallel.workers(options.threadCount, count: plan.frames.count))
            encoder = try sink.begin(plan, preview: FramePreview(animation, plan: plan))
        } catch {
            sink.abandon()
            throw error
        }

        let pool = FrameBufferPool(byteCount: 4 * plan.widthPixels * plan.heightPixels)
        let (maximumBytes, total) = (options.maximumBytes, plan.frames.count)
        let result = try await Parallel.run(
            total, threads: threads, ahead: ExportMemory.ahead, consecutive: ExportMemory.consecutive, consumer: sink,
            cancelled: SVGAError.cancelled,
            worker: { () throws(SVGAError) in try FrameWorker(animation, plan, encoder, pool) },
            make: { (worker, position) throws(SVGAError) in
                if let deadline, .now > deadline { throw .timedOut }
                return try worker.packet(at: position)
            },
            deliver: { (sink, position, packet) throws(SVGAError) -> Bool in
                try sink.write(packet, at: position)
                try check(sink.byteCount, maximumBytes)
                progress(ExportProgress(framesDone: position + 1, framesTotal: total, byteCount: sink.byteCount))
                return true
            },
            end: { (sink, failure) throws(SVGAError) -> ExportResult in
                do throws(SVGAError) {
                    if let failure { throw failure }
                    try sink.finish()
                    try check(sink.byteCount, maximumBytes)
                    if Task.isCancelled { throw .cancelled }
                    let result = ExportResult(
                        frames: total, frameRate: plan.frameRate, byteCount: sink.byteCount, lostAlphaShare: sink.lostAlphaShare)
                    try willCommit(result)
                    try sink.commit()
                    return result
                } catch {
                    sink.abandon()
                    throw error
                }
            })
        return result
    }
}

private func check(_ byteCount: Int, _ maximumBytes: Int?) throws(SVGAError) {
    if let maximumBytes, byteCount > maximumBytes { throw .tooLarge(bytes: byteCount, allowed: maximumBytes) }
}

/// Draws and encodes frames, for one task. It keeps the pixels of frames it drew, so a frame that is like one of them takes least.
private final class FrameWorker<Painter: AnimationPainter, Encoder: FrameEncoder> {
    private struct Drawn {
        var buffer: FrameBuffer
        let frame: Int
    }

    private let plan: ExportPlan
    private let encoder: Encoder
    private let pool: FrameBufferPool
    private let painter: Painter
    /// The same painter, if it can tell what it changes.
    private let tracker: (any ChangeTracking)?
    /// What was drawn last.
    private var drawn: Drawn?
    /// What was drawn before that, for encoders that compare frames.
    private var older: Drawn?
    /// Of ``drawn``.
    private var position = -1
    /// What was made last, of ``drawn``.
    private var packet: Encoder.Packet?

    init<Source: PlayableAnimation>(_ animation: Source, _ plan: ExportPlan, _ encoder: Encoder, _ pool: FrameBufferPool)
        throws(SVGAError)
    where Source.Painter == Painter {
        self.plan = plan
        self.encoder = encoder
        self.pool = pool
        painter = try animation.makePainter()
        tracker = painter as? any ChangeTracking
    }

    /// What the encoder makes of the frame at a position of the output.
    func packet(at position: Int) throws(SVGAError) -> Encoder.Packet {
        var previous: Drawn?
        if Encoder.comparesFrames, position > 0 {
            // Drawn again, if another worker has drawn it: waiting for that one would take longer.
            if self.position != position - 1 { try draw(position - 1) }
            previous = drawn
        }
        let isSame = try draw(position)
        guard !Task.isCancelled, let drawn else { throw .cancelled }
        if Encoder.encodesPixelsOnly, isSame, let packet { return packet }
        let changed = previous.flatMap { $0.frame == drawn.frame ? [] : tracker?.changedParts(since: $0.frame) }
        let picture = FramePicture(
            drawn.buffer, previous: previous?.buffer, changed: changed, position: position, frame: drawn.frame)
        let packet = try withExtendedLifetime((drawn, previous)) { () throws(SVGAError) in try encoder.encode(picture) }
        if Encoder.encodesPixelsOnly { self.packet = packet }
        return packet
    }

    /// Draws the frame at a position into ``drawn``.
    /// - Returns: whether it is known to look as what was drawn last.
    @discardableResult
    private func draw(_ position: Int) throws(SVGAError) -> Bool {
        let frame = plan.frames[position]
        self.position = position
        if drawn?.frame == frame { return true }
        try painter.paint(frame: frame)
        var target: Drawn?
        if Encoder.comparesFrames {
            target = older
            older = drawn
        } else {
            target = drawn
        }
        drawn = nil
        let changed = target.flatMap { tracker?.changedParts(since: $0.frame) }
        if let changed, changed.isEmpty, let target {
            drawn = Drawn(buffer: target.buffer, frame: frame)
            return !Encoder.comparesFrames
        }
        let buffer: FrameBuffer
        if let tracker, let changed, let unshared = unshared(&target) {
            buffer = unshared
            tracker.copyPixels(.rgba, of: changed, into: buffer.writable)
        } else {
            // Its memory may be what the pool gives.
            target = nil
            buffer = try pool.take()
            painter.copyPixels(.rgba, bytesPerRow: nil, into: buffer.writable)
        }
        drawn = Drawn(buffer: buffer, frame: frame)
        return false
    }

    /// The buffer, if nobody else reads it any more.
    private func unshared(_ drawn: inout Drawn?) -> FrameBuffer? {
        guard var taken = drawn.take() else { return nil }
        return isKnownUniquelyReferenced(&taken.buffer) ? taken.buffer : nil
    }
}
