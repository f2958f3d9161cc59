import Dispatch
import SVGASupport

/// Runs librsvg on a separate thread, with a stack for deeply nested SVGs. A thread that does not finish is abandoned.
///
/// librsvg aborts on some invalid SVGs, such as a tile of an empty filter region. Such a thread is abandoned as well.
enum SVGThread {
    /// Only used pages take memory.
    private static let stackBytes = 512 << 20
    /// The interval for checking cancellation, in milliseconds.
    private static let pollInterval = 20
    /// The timeout in seconds. A few filters on a large canvas can take days.
    private static let patience = 30

    /// - Throws: an error after the timeout, when the thread is abandoned, or if the task was canceled.
    static func run<Result: Sendable>(_ work: @escaping @Sendable () throws(ImportError) -> Result) throws(ImportError) -> Result {
        let found = Locked<Swift.Result<Result, ImportError>?>(nil)
        let end = DispatchSemaphore(value: 0)
        guard let guarded = AbortGuard() else { throw .limit("the system cannot create a thread") }
        let hasBegun = DedicatedThread.start(stackBytes: stackBytes) {
            guarded.begin()
            let result = Swift.Result { () throws(ImportError) in try work() }
            guarded.end()
            found.withLock { $0 = result }
            end.signal()
        }
        guard hasBegun else { throw .limit("the system cannot create a thread") }
        let deadline = DispatchTime.now() + .seconds(patience)
        while end.wait(timeout: .now() + .milliseconds(pollInterval)) == .timedOut {
            if guarded.hasAborted {
                guarded.end()
                throw .broken(kind: "SVG", location: "", reason: "librsvg fails on it")
            }
            if Task.isCancelled { throw .cancelled }
            if DispatchTime.now() >= deadline { throw .limit("drawing it takes more than \(patience) seconds") }
        }
        guard let result = found.withLock({ $0 }) else { throw .cancelled }
        return try result.get()
    }
}
