import Glibc
import SVGAModel
public import SVGARender

public struct ExportOptions: Hashable, Sendable {
    /// How many frames are drawn and encoded at once, at least 1; 0 means one for each processor core.
    public var threads = 0

    public init() {}
}

/// How far an export is.
public struct ExportProgress: Hashable, Sendable {
    /// Frames that are written.
    public let framesDone: Int
    public let framesTotal: Int
}

/// Draws frames on all cores, encodes them there too, and writes them in order.
public struct Exporter: Sendable {
    public init() {}

    /// Exports frames of a movie. Returns when the output is complete and at its place.
    ///
    /// The memory this takes depends on the number of threads and the size of a frame, not on the number of frames. Cancelling
    /// the task ends the export within the time of a frame.
    /// - Parameters:
    ///   - renderer: the movie, prepared; its options decide the size.
    ///   - frames: 0-based indices in the order of the output.
    ///   - sink: what makes files of the frames; it belongs to the exporter from here on.
    ///   - options: how many threads work.
    ///   - progress: called after each frame written, never twice at once.
    /// - Throws: what went wrong first; ``ExportError/cancelled`` when the task was cancelled. Nothing is left behind then.
    public func export<Sink: FrameSink>(
        _ renderer: MovieRenderer, frames: [Int], to sink: sending Sink, options: ExportOptions = ExportOptions(),
        progress: @escaping @Sendable (ExportProgress) -> Void = { _ in }
    ) async throws(ExportError) {
        guard !frames.isEmpty else { throw .noFrames }
        for frame in frames where !(0..<renderer.movie.frames).contains(frame) {
            throw .render(.frameOutOfRange(frame: frame, frames: renderer.movie.frames))
        }
        let plan = ExportPlan(
            widthPixels: renderer.widthPixels, heightPixels: renderer.heightPixels, frames: frames, framesPerSecond: renderer.movie.fps)
        let encoder: Sink.Encoder
        do {
            encoder = try sink.begin(plan)
        } catch {
            sink.abandon()
            throw error
        }

        let wanted = options.threads > 0 ? options.threads : Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))
        let threads = max(1, min(wanted, frames.count))
        let writer = OrderedWriter(sink, frames: frames, window: 2 * threads, progress: progress)
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<threads {
                group.addTask {
                    do throws(ExportError) {
                        try await work(renderer, plan: plan, encoder: encoder, writer: writer)
                    } catch {
                        await writer.fail(error)
                    }
                }
            }
        }
        try await writer.end()
    }
}

/// One task's share of the frames: whatever frame is the next that nobody has taken.
private func work<Sink: FrameSink>(
    _ renderer: MovieRenderer, plan: ExportPlan, encoder: Sink.Encoder, writer: OrderedWriter<Sink>
) async throws(ExportError) {
    let painter: FramePainter
    do {
        painter = try renderer.makePainter()
    } catch {
        throw .render(error)
    }
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 4 * plan.widthPixels * plan.heightPixels, alignment: 16)
    defer { buffer.deallocate() }
    buffer.initializeMemory(as: UInt8.self, repeating: 0)
    while let position = await writer.take() {
        guard !Task.isCancelled else { throw .cancelled }
        let frame = plan.frames[position]
        do {
            try painter.paint(frame: frame)
        } catch {
            throw .render(error)
        }
        painter.copyPixels(.straight, into: buffer)
        guard !Task.isCancelled else { throw .cancelled }
        let packet = try encoder.encode(UnsafeRawBufferPointer(buffer), frame: frame)
        try await writer.put(packet, at: position)
    }
}

/// Owns the sink, restores the order of the frames, and holds back who is too far ahead.
///
/// Positions are taken in order, so whoever works on the next one to be written is never held back: the others wait for
/// it, and if it fails they are woken by ``fail(_:)``. That is also how a cancellation reaches those who wait.
private actor OrderedWriter<Sink: FrameSink> {
    private let sink: Sink
    private let frames: [Int]
    private let window: Int
    private let progress: @Sendable (ExportProgress) -> Void
    private var taken = 0
    private var written = 0
    private var pending: [Int: Sink.Encoder.Packet] = [:]
    private var waiting: [CheckedContinuation<Void, Never>] = []
    /// What went wrong first.
    private var failure: ExportError?

    init(_ sink: sending Sink, frames: [Int], window: Int, progress: @escaping @Sendable (ExportProgress) -> Void) {
        self.sink = sink
        self.frames = frames
        self.window = window
        self.progress = progress
    }

    /// The next position nobody works on; nil when there is none, or no use in one.
    func take() -> Int? {
        guard failure == nil, taken < frames.count else { return nil }
        defer { taken += 1 }
        return taken
    }

    func put(_ packet: Sink.Encoder.Packet, at position: Int) async throws(ExportError) {
        while failure == nil, position >= written + window {
            await withCheckedContinuation { waiting.append($0) }
        }
        if let failure { throw failure }
        pending[position] = packet
        while let packet = pending.removeValue(forKey: written) {
            try sink.write(packet, frame: frames[written])
            written += 1
            progress(ExportProgress(framesDone: written, framesTotal: frames.count))
        }
        wake()
    }

    func fail(_ error: ExportError) {
        failure = failure ?? error
        pending = [:]
        wake()
    }

    /// Completes the output, or removes it if anything went wrong.
    func end() throws(ExportError) {
        do throws(ExportError) {
            if let failure { throw failure }
            if Task.isCancelled { throw .cancelled }
            try sink.finish()
        } catch {
            sink.abandon()
            throw error
        }
    }

    private func wake() {
        for continuation in waiting { continuation.resume() }
        waiting = []
    }
}
