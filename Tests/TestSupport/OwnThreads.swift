import SVGASupport
public import Testing

/// Runs each job on a thread of its own, which it may block.
private final class ThreadExecutor: TaskExecutor {
    static let shared = ThreadExecutor()

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let executor = asUnownedTaskExecutor()
        _ = DedicatedThread.start { job.runSynchronously(on: executor) }
    }
}

/// Runs tests on threads of their own. Tests that wait for a server in the same process need that: on the threads of Swift's concurrency, of which
/// there is one for each processor, they would keep the server's tasks from running.
public struct OwnThreads: TestTrait, SuiteTrait, TestScoping {
    public let isRecursive = true

    public func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        try await withTaskExecutorPreference(ThreadExecutor.shared) { try await function() }
    }
}

extension Trait where Self == OwnThreads {
    /// The tests may block their threads.
    public static var ownThreads: Self { OwnThreads() }
}
