import SVGAModel
import SVGAPlatform
import SVGARender
import SVGASupport

/// A pool of frame buffers.
final class FrameBufferPool: Sendable {
    private let byteCount: Int
    private let free = Locked<[FrameMemory]>([])

    init(byteCount: Int) { self.byteCount = byteCount }

    deinit {
        for memory in free.withLock({ $0 }) { memory.deallocate() }
    }

    /// A buffer with unspecified content.
    /// - Throws: ``SVGAError`` if memory allocation fails.
    func take() throws(SVGAError) -> FrameBuffer {
        if let memory = free.withLock({ $0.popLast() }) { return FrameBuffer(memory, pool: self) }
        guard let memory = FrameMemory(byteCount: byteCount) else {
            throw .drawing(reason: "out of memory for the \(byteCount) bytes of a frame")
        }
        return FrameBuffer(memory, pool: self)
    }

    fileprivate func put(_ memory: FrameMemory) { free.withLock { $0.append(memory) } }
}

/// The pixels of one frame. Its memory returns to the pool with its last reference.
///
/// Unchecked, because the compiler cannot verify exclusive access. Only the task that took the buffer from the pool writes it.
/// It passes the buffer on through a lock, or writes again once its reference is unique. In between, the buffer is read-only.
package final class FrameBuffer: @unchecked Sendable {
    private let memory: FrameMemory
    private let pool: FrameBufferPool

    fileprivate init(_ memory: FrameMemory, pool: FrameBufferPool) {
        self.memory = memory
        self.pool = pool
    }

    deinit { pool.put(memory) }

    /// The memory to write; requires exclusive access.
    var writable: UnsafeMutableRawBufferPointer { memory.bytes }
    package var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(memory.bytes) }
}

/// Unchecked: only a pointer; ``FrameBuffer`` describes its exclusive access.
private struct FrameMemory: @unchecked Sendable {
    let bytes: UnsafeMutableRawBufferPointer

    init?(byteCount: Int) {
        // Zeros, because no painter may reveal earlier memory contents. The system provides zeroed pages without writing them.
        guard let start = calloc(byteCount, 1) else { return nil }
        bytes = UnsafeMutableRawBufferPointer(start: start, count: byteCount)
    }

    func deallocate() { free(bytes.baseAddress) }
}
