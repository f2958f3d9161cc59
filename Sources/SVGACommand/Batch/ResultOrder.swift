import Dispatch
import SVGASupport

/// Holds the results of jobs until those of all earlier jobs are written.
final class ResultOrder: Sendable {
    private struct State: Sendable {
        /// The lines of the jobs without a written result, in their order, from ``first`` on.
        var lines: [Int] = []
        var first = 0
        /// The results that wait, by line.
        var results: [Int: JobResult] = [:]
        var isClosed = false

        /// The next result to write; nil if its job is not done.
        mutating func next() -> JobResult? {
            guard first < lines.count, let result = results.removeValue(forKey: lines[first]) else { return nil }
            first += 1
            if first > 1024, first > lines.count / 2 {
                lines.removeFirst(first)
                first = 0
            }
            return result
        }
    }

    private let state = Locked(State())
    private let freeSlots: DispatchSemaphore

    /// - Parameter limit: the maximum number of jobs without a written result.
    init(limit: Int) {
        // A semaphore traps if it is released with a lower value than its initial one, so it starts at 0.
        freeSlots = DispatchSemaphore(value: 0)
        for _ in 0..<limit { freeSlots.signal() }
    }

    /// Announces a job, in the order of the jobs. Waits while too many earlier jobs have no written result.
    func expect(_ line: Int) {
        freeSlots.wait()
        let isClosed = state.withLock { state in
            state.lines.append(line)
            return state.isClosed
        }
        // Wakes the next caller.
        if isClosed { freeSlots.signal() }
    }

    /// Adds a result, and writes those that have no earlier jobs to wait for.
    /// - Parameter write: called for one result at a time; returns false if results cannot be written.
    /// - Returns: false if results cannot be written.
    func add(_ result: JobResult, _ write: (JobResult) -> Bool) -> Bool {
        state.withLock { state in
            state.results[result.line] = result
            while let next = state.next() {
                freeSlots.signal()
                if !write(next) { return false }
            }
            return true
        }
    }

    /// Lets no caller wait any more.
    func close() {
        state.withLock { $0.isClosed = true }
        freeSlots.signal()
    }

    /// Writes all results that wait, in the order of their lines.
    func flush(_ write: (JobResult) -> Void) {
        let results = state.withLock { state in
            defer { state.results = [:] }
            return state.results.values.sorted { $0.line < $1.line }
        }
        for result in results { write(result) }
    }
}
