import Foundation
import SVGASupport
package import Testing

/// For tests and suites that wait for other programs: see ``Trait/needs(_:)``.
package struct NeededPrograms: TestTrait, SuiteTrait, TestScoping {
    private let condition: ConditionTrait

    init(_ programs: [String]) {
        let missing = programs.filter { !Tool.isInstalled($0) }
        let names = missing.joined(separator: ", ")
        condition = .enabled(if: missing.isEmpty, "\(names) not installed; `make test-tools` installs what tests check with")
    }

    package func prepare(for test: Test) async throws { try await condition.prepare(for: test) }

    package func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        try await withTaskExecutorPreference(WaitingThreads.shared) { try await function() }
    }
}

/// A few threads that may block while a test waits for a program. Swift has only one thread per processor for all tests.
private final class WaitingThreads: TaskExecutor {
    static let shared = WaitingThreads()

    private let jobs = Locked<[UnownedJob]>([])
    private let count = DispatchSemaphore(value: 0)

    private init() {
        for _ in 0..<4 {
            let thread = Thread { [self] in
                while true {
                    count.wait()
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
        count.signal()
    }
}
