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
        try await withTaskExecutorPreference(BlockingThreads.forPrograms) { try await function() }
    }
}
