import SVGAPlatform
import SVGARender
import SVGASupport

/// Memory for frames, which is reused.
final class FrameBufferPool: Sendable {
    private let byteCount: Int
    private let free = Locked<[FrameMemory]>([])

    init(byteCount: Int) { self.byteCount = byteCount }

    deinit {
        for memory in free.withLock({ $0 }) { memory.deallocate() }
    }

    /// A buffer with unspecified content.
    /// - Throws: ``ExportError/render(_:)`` where there is no memory.
    func take() throws(ExportError) -> FrameBuffer {
        if let memory = free.withLock({ $0.popLast() }) { return FrameBuffer(memory, pool: self) }
        guard let memory = FrameMemory(byteCount: byteCount) else {
            throw .render(.drawing(reason: "no memory for the \(byteCount) bytes of a frame"))
        }
        return FrameBuffer(memory, pool: self)
    }

    fileprivate func put(_ memory: FrameMemory) { free.withLock { $0.append(memory) } }
}

/// One frame's pixels; its memory goes back to the pool when nobody holds it any more.
///
/// Unchecked, because the compiler cannot see this: only the task that took the buffer from the pool fills it, before it hands the buffer on
/// through a lock, or after all others have let it go, which a unique reference proves. In between it is only read.
package final class FrameBuffer: @unchecked Sendable {
    private let memory: FrameMemory
    private let pool: FrameBufferPool

    fileprivate init(_ memory: FrameMemory, pool: FrameBufferPool) {
        self.memory = memory
        self.pool = pool
    }

    deinit { pool.put(memory) }

    /// To be filled while nobody else has the buffer.
    var writable: UnsafeMutableRawBufferPointer { memory.bytes }
    package var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(memory.bytes) }
}

/// Unchecked: a pointer only; ``FrameBuffer`` says who may use it when.
private struct FrameMemory: @unchecked Sendable {
    let bytes: UnsafeMutableRawBufferPointer

    init?(byteCount: Int) {
        // Zeros, as no painter may show what was in memory before. The system gives so many without writing them.
        guard let start = calloc(byteCount, 1) else { return nil }
        bytes = UnsafeMutableRawBufferPointer(start: start, count: byteCount)
    }

    func deallocate() { free(bytes.baseAddress) }
}
