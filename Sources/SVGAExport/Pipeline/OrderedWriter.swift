import SVGAModel

/// Owns the sink, restores the order of the frames, and holds back who is too far ahead.
///
/// Positions are taken in order, so whoever works on the next one to be written is never held back: the others wait for
/// it, and if it fails they are woken by ``fail(_:)``. That is also how a cancellation reaches those who wait. A frame is published
/// before anything is waited for, so waiting for the one before it ends too.
actor OrderedWriter<Sink: FrameSink> {
    private let sink: Sink
    private let count: Int
    private let window: Int
    private let maximumBytes: Int?
    private let progress: @Sendable (ExportProgress) -> Void
    private var taken = 0
    private var written = 0
    private var pending: [Int: Sink.Encoder.Packet] = [:]
    /// Painted frames, each until the next one has looked at it.
    private var painted: [Int: FrameBuffer] = [:]
    private var waiting: [CheckedContinuation<Void, Never>] = []
    /// What went wrong first.
    private var failure: ExportError?

    init(
        _ sink: sending Sink, count: Int, window: Int, maximumBytes: Int?, progress: @escaping @Sendable (ExportProgress) -> Void
    ) {
        self.sink = sink
        self.count = count
        self.window = window
        self.maximumBytes = maximumBytes
        self.progress = progress
    }

    /// The next position nobody works on; nil when there is none, or no use in one.
    func take() -> Int? {
        guard failure == nil, taken < count else { return nil }
        defer { taken += 1 }
        return taken
    }

    /// Shows a painted frame to who encodes the next one, and returns the one before it.
    func exchange(_ buffer: FrameBuffer, at position: Int) async throws(ExportError) -> FrameBuffer? {
        if position + 1 < count {
            painted[position] = buffer
            wake()
        }
        guard position > 0 else { return nil }
        while failure == nil {
            if let previous = painted.removeValue(forKey: position - 1) { return previous }
            await withCheckedContinuation { waiting.append($0) }
        }
        throw failure ?? .cancelled
    }

    func put(_ packet: Sink.Encoder.Packet, at position: Int) async throws(ExportError) {
        while failure == nil, position >= written + window {
            await withCheckedContinuation { waiting.append($0) }
        }
        if let failure { throw failure }
        pending[position] = packet
        while let packet = pending.removeValue(forKey: written) {
            try sink.write(packet, at: written)
            written += 1
            if let maximumBytes, sink.byteCount > maximumBytes { throw .tooLarge(bytes: sink.byteCount, allowed: maximumBytes) }
            progress(ExportProgress(framesDone: written, framesTotal: count, byteCount: sink.byteCount))
        }
        wake()
    }

    func fail(_ error: ExportError) {
        failure = failure ?? error
        pending = [:]
        painted = [:]
        wake()
    }

    /// Completes the output, or removes it if anything went wrong.
    /// - Returns: its size in bytes.
    func end() throws(ExportError) -> Int {
        do throws(ExportError) {
            if let failure { throw failure }
            if Task.isCancelled { throw .cancelled }
            try sink.finish()
            if let maximumBytes, sink.byteCount > maximumBytes { throw .tooLarge(bytes: sink.byteCount, allowed: maximumBytes) }
            if Task.isCancelled { throw .cancelled }
            try sink.commit()
            return sink.byteCount
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
