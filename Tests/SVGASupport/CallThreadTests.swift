import Dispatch
import SVGASupport
import TestSupport
import Testing

@Suite("Calls on a thread of their own") struct CallThreadTests {
    /// Runs until a test lets it end.
    private final class Gate: Sendable {
        private let opened = DispatchSemaphore(value: 0)
        private let isReached = Locked(false)

        func open() { opened.signal() }
        func pass() {
            isReached.withLock { $0 = true }
            opened.wait()
        }
        /// Does not block a thread of the pool.
        func waitUntilReached() async throws {
            while !isReached.withLock({ $0 }) { try await Task.sleep(for: .milliseconds(1)) }
        }
    }

    @Test func `calls are made in their order, and each has its output`() {
        let thread = CallThread()
        let log = Locked([Int]())
        let calls = (0..<100).map { number in
            thread.start { () -> Int in
                log.withLock { $0.append(number) }
                return 2 * number
            }
        }
        #expect(calls.map { $0.output() } == (0..<100).map { 2 * $0 })
        #expect(log.withLock { $0 } == Array(0..<100))
    }

    @Test(.ownThreads) func `a canceled task does not wait for a call that runs`() async throws {
        let (thread, gate) = (CallThread(), Gate())
        let isEnded = try await withThrowingTaskGroup(of: Bool.self) { group in
            group.addTask { thread.start { gate.pass() }.output() == nil }
            try await gate.waitUntilReached()
            group.cancelAll()
            return try await group.next()
        }
        #expect(isEnded == true)
        gate.open()
    }

    @Test func `an abandoned thread makes the calls before and the last one, and nobody waits for them`() {
        let (abandoned, gate) = (AbandonedThreads(), Gate())
        let log = Locked([String]())
        do {
            let thread = CallThread(abandoned: abandoned)
            _ = thread.start {
                gate.pass()
                log.withLock { $0.append("call") }
            }
            thread.abandon { log.withLock { $0.append("last") } }
        }
        #expect(log.withLock { $0.isEmpty })
        gate.open()
        abandoned.wait()
        #expect(log.withLock { $0 } == ["call", "last"])
    }

    @Test func `a thread that is released makes all calls first`() {
        let count = Locked(0)
        do {
            let thread = CallThread()
            for _ in 0..<100 { _ = thread.start { count.withLock { $0 += 1 } } }
        }
        #expect(count.withLock { $0 } == 100)
    }

    @Test func `a third abandoned thread is waited for`() async throws {
        let abandoned = AbandonedThreads()
        let gates = (0..<3).map { _ in Gate() }
        let hasReturned = Locked(false)
        for gate in gates.prefix(2) {
            let thread = CallThread(abandoned: abandoned)
            _ = thread.start { gate.pass() }
            thread.abandon {}
        }
        let third = try #require(
            JoinableThread {
                let thread = CallThread(abandoned: abandoned)
                _ = thread.start { gates[2].pass() }
                thread.abandon {}
                hasReturned.withLock { $0 = true }
            })
        for gate in gates { try await gate.waitUntilReached() }
        #expect(hasReturned.withLock { !$0 })
        gates[2].open()
        third.join()
        #expect(hasReturned.withLock { $0 })
        for gate in gates.prefix(2) { gate.open() }
        abandoned.wait()
    }

    @Test func `threads can be abandoned again and again`() {
        let (count, abandoned) = (Locked(0), AbandonedThreads())
        for _ in 0..<200 {
            let thread = CallThread(abandoned: abandoned)
            _ = thread.start { count.withLock { $0 += 1 } }
            thread.abandon { count.withLock { $0 += 1 } }
        }
        abandoned.wait()
        #expect(count.withLock { $0 } == 400)
    }
}
