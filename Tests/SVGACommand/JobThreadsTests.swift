import Dispatch
import SVGASupport
import TestSupport
import Testing

@testable import SVGATasks

/// The threads of a batch for programs in other languages.
@Suite(.ownThreads) struct JobThreadsTests {
    private func started(_ threads: JobThreads?, _ body: @escaping @Sendable () -> Void) throws -> StartedWork {
        let work = threads?.start(body)
        return try #require(work)
    }

    @Test func `work waits for one of the threads`() throws {
        let threads = JobThreads(count: 2)
        let (seen, open) = (Locked((running: 0, most: 0)), DispatchSemaphore(value: 0))
        let works = try (0..<40).map { number in
            try started(threads) {
                seen.withLock { seen in
                    seen.running += 1
                    seen.most = max(seen.most, seen.running)
                }
                // The first waits for the second, so both threads are used.
                if number == 0 { open.wait() } else if number == 1 { open.signal() }
                seen.withLock { $0.running -= 1 }
            }
        }
        for work in works { work.join() }
        let (running, most) = seen.withLock { $0 }
        #expect(running == 0)
        #expect(most == 2)
    }

    /// One thread, because the system may stop another for any time between taking work and noting it.
    @Test func `work begins in its order`() throws {
        let threads = JobThreads(count: 1)
        let order = Locked([Int]())
        let works = try (0..<40).map { number in try started(threads) { order.withLock { $0.append(number) } } }
        for work in works { work.join() }
        #expect(order.withLock { $0 } == Array(0..<40))
    }

    @Test func `without a maximum, no work waits for other work`() throws {
        let threads = JobThreads(count: nil)
        let (open, arrived) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let works = try (0..<8).map { _ in
            try started(threads) {
                arrived.signal()
                open.wait()
            }
        }
        for _ in works { arrived.wait() }
        for _ in works { open.signal() }
        for work in works { work.join() }
    }

    @Test func `after work was awaited or taken back, nothing that it refers to is left`() throws {
        final class Used: Sendable {}
        let threads = JobThreads(count: 1)
        for _ in 0..<200 {
            var (used, waiting): (Used?, Used?) = (Used(), Used())
            weak let (left, leftWaiting) = (used, waiting)
            let open = DispatchSemaphore(value: 0)
            let work = try started(threads) { [used] in withExtendedLifetime(used) { _ = open.wait(timeout: .distantFuture) } }
            let second = try started(threads) { [waiting] in withExtendedLifetime(waiting) {} }
            (used, waiting) = (nil, nil)
            #expect(second.takeBack())
            second.join()
            #expect(leftWaiting == nil)
            open.signal()
            work.join()
            #expect(left == nil)
            #expect(!work.takeBack())
        }
    }

    @Test func `a job that waits is canceled at once, while another runs`() throws {
        let threads = JobThreads(count: 1)
        let (open, begun) = (DispatchSemaphore(value: 0), Locked(false))
        let running = try JobHandle(isStepwise: false, on: threads) { (_, _) throws(TaskError) in
            open.wait()
            return MovieHandle.Output(bytes: [1])
        }
        let waiting = try JobHandle(isStepwise: false, on: threads) { (_, _) throws(TaskError) in
            begun.withLock { $0 = true }
            return MovieHandle.Output(bytes: [2])
        }
        waiting.cancel()
        #expect(throws: TaskError.self) { try waiting.result() }
        open.signal()
        #expect(try running.result().bytes == [1])
        // The thread goes on.
        let last = try JobHandle(isStepwise: false, on: threads) { (_, _) throws(TaskError) in MovieHandle.Output(bytes: [3]) }
        #expect(try last.result().bytes == [3])
        #expect(!begun.withLock { $0 })
    }

    @Test func `the last work may release its threads`() throws {
        final class Batch: Sendable {
            let threads = JobThreads(count: 3)
        }
        for _ in 0..<100 {
            var batch: Batch? = Batch()
            weak let left = batch
            let works = try (0..<3).map { [batch] _ in try started(batch?.threads) { withExtendedLifetime(batch) {} } }
            batch = nil
            for work in works { work.join() }
            #expect(left == nil)
        }
    }

    @Test(arguments: [1, 2, nil]) func `a call runs tasks on its caller's thread, and on others as far as allowed`(_ threads: Int?) throws {
        for _ in 0..<50 {
            let executor = CallExecutor(withCallerAmong: threads)
            let sum = try CallRun.wait(timeout: nil, on: executor) { () async throws(TaskError) -> Int in
                await withTaskGroup(of: Int.self) { group in
                    for number in 1...4 { group.addTask { number } }
                    return await group.reduce(0, +)
                }
            }
            #expect(sum == 10)
        }
    }
}
