import Dispatch
import SVGAPlatform
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
        let job = Job {
            let result = Swift.Result { () throws(ImportError) in try work() }
            found.withLock { $0 = result }
            end.signal()
        }
        guard job.start(stackBytes: stackBytes) else { throw .limit("no memory for a thread") }
        let deadline = DispatchTime.now() + .seconds(patience)
        while end.wait(timeout: .now() + .milliseconds(pollInterval)) == .timedOut {
            if Task.isCancelled { throw .cancelled }
            if DispatchTime.now() >= deadline { throw .limit("drawing it takes more than \(patience) seconds") }
        }
        guard let result = found.withLock({ $0 }) else { throw .cancelled }
        return try result.get()
    }

    /// What a thread does, kept until it is done.
    private final class Job: Sendable {
        private let body: @Sendable () -> Void

        init(_ body: @escaping @Sendable () -> Void) { self.body = body }

        func start(stackBytes: Int) -> Bool {
            let attributes = UnsafeMutablePointer<pthread_attr_t>.allocate(capacity: 1)
            defer { attributes.deallocate() }
            guard pthread_attr_init(attributes) == 0 else { return false }
            defer { pthread_attr_destroy(attributes) }
            guard pthread_attr_setstacksize(attributes, stackBytes) == 0,
                pthread_attr_setdetachstate(attributes, Int32(PTHREAD_CREATE_DETACHED)) == 0
            else { return false }
            #if canImport(Darwin)
                var thread: pthread_t?
            #else
                var thread = pthread_t()
            #endif
            let own = Unmanaged.passRetained(self)
            let status = pthread_create(&thread, attributes, { argument in Job.run(argument) }, own.toOpaque())
            if status != 0 { own.release() }
            return status == 0
        }

        private static func run(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
            if let argument { Unmanaged<Job>.fromOpaque(argument).takeRetainedValue().body() }
            return nil
        }
    }
}
