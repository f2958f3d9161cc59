import SVGAPlatform

/// A separate thread, for work that blocks for long, never ends, or needs a larger stack than pool threads have.
///
/// It blocks the signals that are sent to the process, so handlers of the program that uses the library run on that program's threads, as with
/// threads of Dispatch.
package enum DedicatedThread {
    /// Signals of what a thread does itself, those of a terminal, which otherwise make its reads fail, and those of profilers.
    private static let unblocked = [
        SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT, SIGSYS, SIGPIPE, SIGTTIN, SIGTTOU, SIGTSTP, SIGCONT, SIGPROF,
    ]

    /// - Parameter stackBytes: only used pages take memory; nil: the system's default.
    /// - Returns: whether the thread was started. It ends when `body` returns.
    package static func start(stackBytes: Int? = nil, _ body: @escaping @Sendable () -> Void) -> Bool {
        let attributes = UnsafeMutablePointer<pthread_attr_t>.allocate(capacity: 1)
        defer { attributes.deallocate() }
        guard pthread_attr_init(attributes) == 0 else { return false }
        defer { pthread_attr_destroy(attributes) }
        if let stackBytes, pthread_attr_setstacksize(attributes, stackBytes) != 0 { return false }
        guard pthread_attr_setdetachstate(attributes, Int32(PTHREAD_CREATE_DETACHED)) == 0 else { return false }
        #if canImport(Darwin)
            var thread: pthread_t?
        #else
            var thread = pthread_t()
        #endif
        let job = Unmanaged.passRetained(Job(body))
        // A thread begins with the signal mask of its creator.
        var (blocked, before) = (sigset_t(), sigset_t())
        sigfillset(&blocked)
        for number in unblocked { sigdelset(&blocked, number) }
        pthread_sigmask(SIG_BLOCK, &blocked, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        let status = pthread_create(&thread, attributes, { argument in Job.run(argument) }, job.toOpaque())
        if status != 0 { job.release() }
        return status == 0
    }

    /// The work of a thread, retained until it runs.
    private final class Job: Sendable {
        private let body: @Sendable () -> Void

        init(_ body: @escaping @Sendable () -> Void) { self.body = body }

        static func run(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
            if let argument { Unmanaged<Job>.fromOpaque(argument).takeRetainedValue().body() }
            return nil
        }
    }
}
