/// Scratch memory that is not in use, for the next task that needs some.
package final class MemoryPool<Memory: Sendable>: Sendable {
    private struct Idle {
        var memory: [(content: Memory, bytes: Int)] = []
        var bytes = 0
    }

    private let idle = Locked(Idle())
    private let maximumBytes: Int

    /// - Parameter maximumBytes: of all idle memory together.
    package init(maximumBytes: Int) { self.maximumBytes = maximumBytes }

    /// The memory that was given last; nil: there is none.
    package func take() -> Memory? {
        idle.withLock { idle in
            guard let last = idle.memory.popLast() else { return nil }
            idle.bytes -= last.bytes
            return last.content
        }
    }

    /// - Returns: false if there is enough.
    package func give(_ memory: Memory, bytes: Int) -> Bool {
        idle.withLock { idle in
            guard bytes <= maximumBytes - idle.bytes else { return false }
            idle.memory.append((memory, bytes))
            idle.bytes += bytes
            return true
        }
    }
}
