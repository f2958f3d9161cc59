import SVGASupport
import TestSupport
import Testing

@testable import SVGATasks

/// Blocking calls from other languages.
@Suite(.ownThreads) struct CallRunTests {
    /// What a call's work refers to.
    private final class Used: Sendable {}

    @Test func `after a call, nothing of its work is left, with a time limit or without`() throws {
        for number in 0..<200 {
            var used: Used? = Used()
            weak let left = used
            let value = try call(used, timeout: number.isMultiple(of: 2) ? Seconds(argument: "60") : nil)
            used = nil
            #expect(value == 3)
            #expect(left == nil)
        }
    }

    /// Three tasks at once, as a drawing has.
    private func call(_ used: Used?, timeout: Seconds?) throws(TaskError) -> Int {
        try CallRun.wait(timeout: timeout) { [used] () async throws(TaskError) -> Int in
            await withTaskGroup(of: Int.self) { group in
                for _ in 0..<3 { group.addTask { withExtendedLifetime(used) { 1 } } }
                return await group.reduce(0, +)
            }
        }
    }

    @Test func `after the result of a job, nothing of its work is left`() throws {
        for _ in 0..<200 {
            var used: Used? = Used()
            weak let left = used
            let job = try JobHandle(isStepwise: false) { [used] (_, _) throws(TaskError) in
                withExtendedLifetime(used) {}
                throw .interrupted
            }
            used = nil
            #expect(throws: TaskError.self) { try job.result() }
            #expect(left == nil)
        }
    }
}
