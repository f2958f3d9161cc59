import SVGAModel
import SVGASupport

/// Memory for frames, used again and again: there are never more than are in use at once.
final class FrameBufferPool: Sendable {
    private let byteCount: Int
    private let free = Locked<[FrameMemory]>([])

    init(byteCount: Int) { self.byteCount = byteCount }

    deinit {
        for memory in free.withLock({ $0 }) { memory.bytes.deallocate() }
    }

    /// A buffer of any content.
    func take() -> FrameBuffer {
        let memory = free.withLock { $0.popLast() }
        return FrameBuffer(memory ?? FrameMemory(byteCount: byteCount), pool: self)
    }

    fileprivate func put(_ memory: FrameMemory) { free.withLock { $0.append(memory) } }
}

/// One frame's pixels; its memory goes back to the pool when nobody holds it any more.
///
/// Unchecked, because the compiler cannot see this: the task that took the buffer from the pool is the only one that knows it while it
/// fills it; from when it hands the buffer to the writer, which orders memory, everybody only reads.
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
