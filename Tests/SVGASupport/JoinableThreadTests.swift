import Testing

@testable import SVGASupport

@Suite struct JoinableThreadTests {
    /// What a thread refers to.
    private final class Used: Sendable {}

    @Test func `after a join, nothing of the thread's work is left`() throws {
        for _ in 0..<200 {
            var used: Used? = Used()
            weak let left = used
            let thread = JoinableThread { [used] in withExtendedLifetime(used) {} }
            used = nil
            try #require(thread != nil)
            thread?.join()
            #expect(left == nil)
        }
    }

    @Test func `a thread can be joined twice, and joins itself without waiting`() throws {
        let itself = Locked<JoinableThread?>(nil)
        let hasEnded = Locked(false)
        // The thread waits for the lock, until it is stored.
        let thread = itself.withLock { stored -> JoinableThread? in
            stored = JoinableThread {
                itself.withLock { $0 }?.join()
                hasEnded.withLock { $0 = true }
            }
            return stored
        }
        try #require(thread != nil)
        thread?.join()
        thread?.join()
        #expect(hasEnded.withLock { $0 })
        itself.withLock { $0 = nil }
    }
}
