import Foundation
import SVGASupport
public import Testing

/// A few threads that may block while a test waits. Swift has only one thread per processor for all tests.
final class BlockingThreads: TaskExecutor {
    /// For tests that wait for other programs.
    static let forPrograms = BlockingThreads(count: 4)
    /// For tests that wait for a server in their own process.
    static let forServers = BlockingThreads(count: 8)

    private let jobs = Locked<[UnownedJob]>([])
    private let waiting = DispatchSemaphore(value: 0)

    private init(count: Int) {
        for _ in 0..<count {
            let thread = Thread { [self] in
                while true {
                    waiting.wait()
                    jobs.withLock { $0.removeFirst() }.runSynchronously(on: asUnownedTaskExecutor())
                }
            }
            thread.stackSize = 8 << 20
            thread.start()
        }
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        jobs.withLock { $0.append(job) }
        waiting.signal()
    }
}

/// Runs tests on threads that they may block. Tests that wait for a server in the same process need that: on the threads of Swift's concurrency they
/// would keep the server's tasks from running.
public struct OwnThreads: TestTrait, SuiteTrait, TestScoping {
    public let isRecursive = true

    public func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        try await withTaskExecutorPreference(BlockingThreads.forServers) { try await function() }
    }
}

extension Trait where Self == OwnThreads {
    /// The tests may block their threads.
    public static var ownThreads: Self { OwnThreads() }
}
