public import SVGAModel
import SVGAPixels
public import SVGARender
import SVGASupport

/// Draws and encodes frames in parallel, and writes them in order.
public enum Exporter {
    /// Exports an animation to a file. Returns when the complete output is at its destination.
    ///
    /// The memory depends on the number of threads and the size of a frame, not on the number of frames. Canceling the task ends the export within
    /// the time of a frame.
    /// - Parameters:
    ///   - animation: for example an ``SVGAScene``; its options decide the size.
    ///   - format: the output format. ``ExportFormat/init(path:)`` finds one by the extension of the path.
    ///   - path: a file, a pipe, a device, or `-` for the standard output. WebP, MP4 and MOV are first written to a temporary file in `TMPDIR`, and
    ///     reach a pipe at the end. Other formats are written continuously.
    ///   - overwrite: whether an existing file is replaced; if false, it causes ``SVGAError/Kind/fileExists``.
    ///   - options: the frames, timing, sound, limits and number of threads.
    ///   - progress: called after each written frame, with the number of written frames and of all frames. Calls do not overlap.
    /// - Throws: the first error; ``SVGAError/Kind/cancelled`` if the task was canceled. Then nothing is written, and an existing file is unchanged.
    public static func export(
        _ animation: some PlayableAnimation, as format: ExportFormat, to path: String, overwrite: Bool = false,
        options: ExportOptions = ExportOptions(),
        progress: @escaping @Sendable (_ framesDone: Int, _ framesTotal: Int) -> Void = { _, _ in }
    ) async throws(SVGAError) {
        let destination = OutputDestination(path: path, overwrite: overwrite)
        _ = try await format.writer.export(animation, to: destination, options: options) { progress($0.framesDone, $0.framesTotal) }
    }

    /// Exports an animation to memory, as one file: the bytes that ``export(_:as:to:overwrite:options:progress:)`` writes. Nothing is written
    /// to disk, except sound samples during mixing, to a file without a name in `TMPDIR`.
    /// - Parameters:
    ///   - animation: for example an ``SVGAScene``; its options decide the size.
    ///   - format: the output format. ``ExportFormat/pngSequence`` needs a single frame. For a video with alpha beside the colors, the JSON is
    ///     omitted.
    ///   - options: the frames, timing, sound, limits and number of threads. Its `maximumBytes` limits the memory.
    ///   - progress: called after each frame, as for a file.
    /// - Throws: like an export to a file; ``SVGAError/Kind/file`` for a sprite sheet, which has two files: see
    ///   ``files(of:as:name:options:progress:)``.
    public static func bytes(
        of animation: some PlayableAnimation, as format: ExportFormat, options: ExportOptions = ExportOptions(),
        progress: @escaping @Sendable (_ framesDone: Int, _ framesTotal: Int) -> Void = { _, _ in }
    ) async throws(SVGAError) -> [UInt8] {
        let memory = OutputMemory(takesOneFile: true)
        let destination = OutputDestination(name: "animation.\(format.fileExtension)", in: memory)
        _ = try await format.writer.export(animation, to: destination, options: options) { progress($0.framesDone, $0.framesTotal) }
        return memory.files.first?.bytes ?? []
    }

    /// Exports an animation to memory, with all files of the format, for example a picture for each frame, or a sheet and its JSON.
    /// - Parameters:
    ///   - animation: for example an ``SVGAScene``; its options decide the size.
    ///   - format: the output format.
    ///   - name: the name of the files, without an extension. The frames of a sequence have a number: `gift-00000.png`.
    ///   - options: the frames, timing, sound, limits and number of threads. Its `maximumBytes` limits the memory.
    ///   - progress: called after each frame, as for a file.
    /// - Returns: the files in the order in which they are written. Names have an extension and no folder.
    /// - Throws: like an export to a file.
    public static func files(
        of animation: some PlayableAnimation, as format: ExportFormat, name: String = "animation", options: ExportOptions = ExportOptions(),
        progress: @escaping @Sendable (_ framesDone: Int, _ framesTotal: Int) -> Void = { _, _ in }
    ) async throws(SVGAError) -> [(name: String, bytes: [UInt8])] {
        let memory = OutputMemory()
        let stem = format.isSequence ? FramePattern.escaped(name) + "-%05d" : name
        let destination = OutputDestination(name: "\(stem).\(format.fileExtension)", in: memory)
        _ = try await format.writer.export(animation, to: destination, options: options) { progress($0.framesDone, $0.framesTotal) }
        return memory.files.map { (name: $0.name, bytes: $0.bytes) }
    }

    /// Exports an animation through a sink. The other parameters are those of ``export(_:as:to:overwrite:options:progress:)``.
    /// - Parameters:
    ///   - sink: writes the frames. The exporter takes ownership.
    ///   - sound: the sound of the output. ``ExportOptions/sound``, from which a format creates it, is ignored.
    ///   - willCommit: called with the result before the output gets its name. If it throws, nothing is left behind.
    @discardableResult
    package static func export<Source: PlayableAnimation, Sink: FrameSink>(
        _ animation: Source, to sink: sending Sink, options: ExportOptions = ExportOptions(), sound: (any SoundSource)? = nil,
        progress: @escaping @Sendable (ExportProgress) -> Void = { _ in },
        willCommit: @escaping @Sendable (ExportResult) throws(SVGAError) -> Void = { _ in }
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

/// Draws and encodes frames in one task. It stores the pixels of its last frames, so that it draws only the changes.
private final class FrameWorker<Painter: AnimationPainter, Encoder: FrameEncoder> {
    private struct Drawn {
        var buffer: FrameBuffer
        let frame: Int
    }

    private let plan: ExportPlan
    private let encoder: Encoder
    private let pool: FrameBufferPool
    private let painter: Painter
    /// The same painter, if it can report changed parts.
    private let tracker: (any ChangeTracking)?
    /// The last drawn frame.
    private var drawn: Drawn?
    /// The frame drawn before ``drawn``, for encoders that compare frames.
    private var older: Drawn?
    /// The position of ``drawn`` in the output.
    private var position = -1
    /// The encoded packet of ``drawn``.
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

    /// Draws and encodes the frame at a position of the output.
    func packet(at position: Int) throws(SVGAError) -> Encoder.Packet {
        var previous: Drawn?
        if Encoder.comparesFrames, position > 0 {
            // If another worker draws the previous frame, this worker draws it too. Waiting would take longer.
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
    /// - Returns: whether its pixels are known to equal those of the frame drawn before.
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
            // The old buffer is released first, so that the pool can reuse its memory.
            target = nil
            buffer = try pool.take()
            painter.copyPixels(.rgba, bytesPerRow: nil, into: buffer.writable)
        }
        drawn = Drawn(buffer: buffer, frame: frame)
        return false
    }

    /// The buffer, if nothing else references it.
    private func unshared(_ drawn: inout Drawn?) -> FrameBuffer? {
        guard var taken = drawn.take() else { return nil }
        return isKnownUniquelyReferenced(&taken.buffer) ? taken.buffer : nil
    }
}
