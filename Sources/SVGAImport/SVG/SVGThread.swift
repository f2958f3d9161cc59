import Dispatch
import SVGASupport

/// Runs librsvg on a thread of its own: with a stack for SVGs whose parts lead to others very deep, and so that one that draws without end
/// can be left.
enum SVGThread {
    /// Only what is used of it takes memory.
    private static let stackBytes = 512 << 20
    /// In milliseconds: how often a cancelled task is looked for.
    private static let pollInterval = 20
    /// In seconds. A few filters over a large canvas can take days.
    private static let patience = 30

    /// - Throws: that it takes too long, after which the thread is left to itself, or that the task was cancelled.
    static func run<Result: Sendable>(_ work: @escaping @Sendable () throws(ImportError) -> Result) throws(ImportError) -> Result {
        let found = Locked<Swift.Result<Result, ImportError>?>(nil)
        let end = DispatchSemaphore(value: 0)
        let hasBegun = DedicatedThread.start(stackBytes: stackBytes) {
            let result = Swift.Result { () throws(ImportError) in try work() }
            found.withLock { $0 = result }
            end.signal()
        }
        guard hasBegun else { throw .limit("no memory for a thread") }
        let deadline = DispatchTime.now() + .seconds(patience)
        while end.wait(timeout: .now() + .milliseconds(pollInterval)) == .timedOut {
            if Task.isCancelled { throw .cancelled }
            if DispatchTime.now() >= deadline { throw .limit("drawing it takes more than \(patience) seconds") }
        }
        guard let result = found.withLock({ $0 }) else { throw .cancelled }
        return try result.get()
    }
}
