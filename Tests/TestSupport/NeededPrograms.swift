import Foundation
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

/// A thread for each piece of work. Swift has a thread a processor for all tests, which would stand still while one waits for a program.
private final class WaitingThreads: TaskExecutor {
    static let shared = WaitingThreads()

    func enqueue(_ job: consuming ExecutorJob) {
        let work = UnownedJob(job)
        let thread = Thread { work.runSynchronously(on: WaitingThreads.shared.asUnownedTaskExecutor()) }
        thread.stackSize = 8 << 20
        thread.start()
    }
}
