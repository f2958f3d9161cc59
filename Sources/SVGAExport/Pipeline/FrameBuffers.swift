import SVGAModel
import SVGASupport

/// Memory for frames, which is reused.
final class FrameBufferPool: Sendable {
    private let byteCount: Int
    private let free = Locked<[FrameMemory]>([])

    init(byteCount: Int) { self.byteCount = byteCount }

    deinit {
        for memory in free.withLock({ $0 }) { memory.bytes.deallocate() }
    }

    /// A buffer with unspecified content.
    func take() -> FrameBuffer {
        let memory = free.withLock { $0.popLast() }
        return FrameBuffer(memory ?? FrameMemory(byteCount: byteCount), pool: self)
    }

    fileprivate func put(_ memory: FrameMemory) { free.withLock { $0.append(memory) } }
}

/// One frame's pixels; its memory goes back to the pool when nobody holds it any more.
///
/// Unchecked, because the compiler cannot see this: only the task that took the buffer from the pool has it while it is
/// filled. From when it is handed on, through a lock, it is only read.
final class FrameBuffer: @unchecked Sendable {
    private let memory: FrameMemory
    private let pool: FrameBufferPool

    fileprivate init(_ memory: FrameMemory, pool: FrameBufferPool) {
        self.memory = memory
        self.pool = pool
    }

    deinit { pool.put(memory) }

    /// To be filled before the buffer is handed on.
    var writable: UnsafeMutableRawBufferPointer { memory.bytes }
    var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(memory.bytes) }
}

/// Unchecked: a pointer only; ``FrameBuffer`` says who may use it when.
private struct FrameMemory: @unchecked Sendable {
    let bytes: UnsafeMutableRawBufferPointer

    init(byteCount: Int) {
        bytes = .allocate(byteCount: byteCount, alignment: 64)
        bytes.initializeMemory(as: UInt8.self, repeating: 0)
    }
}

/// Shows each painted frame to whoever encodes the one after it.
///
/// A frame is published before anything is waited for, so waiting for the one before it ends; if that one fails, by ``stop()``.
final class PaintedFrames: Sendable {
    private struct State: Sendable {
        /// By position, each until the next one has looked at it.
        var frames: [Int: FrameBuffer] = [:]
        /// Those who wait for the frame at a position.
        var waiting: [Int: CheckedContinuation<FrameBuffer?, Never>] = [:]
        var isStopped = false
    }

    private let count: Int
    private let state = Locked(State())

    init(count: Int) { self.count = count }

    /// Publishes the frame at a position, and returns the one before it; nil for the first.
    /// - Throws: ``ExportError/cancelled`` after ``stop()``.
    func exchange(_ buffer: FrameBuffer, at position: Int) async throws(ExportError) -> FrameBuffer? {
        if position + 1 < count {
            let waiting = state.withLock { state in
                if let waiting = state.waiting.removeValue(forKey: position) { return waiting as CheckedContinuation? }
                state.frames[position] = buffer
                return nil
            }
            waiting?.resume(returning: buffer)
        }
        guard position > 0 else { return nil }
        let previous = await withCheckedContinuation { continuation in
            let (isKnown, frame) = state.withLock { state -> (Bool, FrameBuffer?) in
                if let frame = state.frames.removeValue(forKey: position - 1) { return (true, frame) }
                if state.isStopped { return (true, nil) }
                state.waiting[position - 1] = continuation
                return (false, nil)
            }
            if isKnown { continuation.resume(returning: frame) }
        }
        guard let previous else { throw .cancelled }
        return previous
    }

    /// Ends all waiting.
    func stop() {
        let waiting = state.withLock { state in
            state.isStopped = true
            state.frames = [:]
            defer { state.waiting = [:] }
            return Array(state.waiting.values)
        }
        for continuation in waiting { continuation.resume(returning: nil) }
    }
}
