import SVGAPlatform

/// A separate thread, for work that blocks for long, never ends, or needs a larger stack than pool threads have.
package enum DedicatedThread {
    /// - Parameter stackBytes: only used pages take memory; nil: the system's default.
    /// - Returns: whether the thread was started. It ends when `body` returns.
    package static func start(stackBytes: Int? = nil, _ body: @escaping @Sendable () -> Void) -> Bool {
        // Released at once, so nobody joins it.
        JoinableThread(stackBytes: stackBytes, body) != nil
    }
}

/// A separate thread whose end others can wait for. Without a wait it ends on its own, after the last reference as well.
///
/// It blocks the signals that are sent to the process, so handlers of the program that uses the library run on that program's threads, as with
/// threads of Dispatch.
package final class JoinableThread: Sendable {
    /// Signals of what a thread does itself, those of a terminal, which otherwise make its reads fail, and those of profilers.
    private static let unblocked = [
        SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT, SIGSYS, SIGPIPE, SIGTTIN, SIGTTOU, SIGTSTP, SIGCONT, SIGPROF,
    ]

    private let state: Locked<State>

    private enum State {
        case running(pthread_t)
        /// Another thread waits for it or has done so.
        case joined
    }

    /// - Parameter stackBytes: only used pages take memory; nil: the system's default.
    /// - Returns: nil if the system refuses a thread.
    package init?(stackBytes: Int? = nil, _ body: @escaping @Sendable () -> Void) {
        let attributes = UnsafeMutablePointer<pthread_attr_t>.allocate(capacity: 1)
        defer { attributes.deallocate() }
        guard pthread_attr_init(attributes) == 0 else { return nil }
        defer { pthread_attr_destroy(attributes) }
        if let stackBytes, pthread_attr_setstacksize(attributes, stackBytes) != 0 { return nil }
        #if canImport(Darwin)
            var made: pthread_t?
        #else
            var made = pthread_t()
        #endif
        let job = Unmanaged.passRetained(Job(body))
        // A thread begins with the signal mask of its creator.
        var (blocked, before) = (sigset_t(), sigset_t())
        sigfillset(&blocked)
        for number in JoinableThread.unblocked { sigdelset(&blocked, number) }
        pthread_sigmask(SIG_BLOCK, &blocked, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        guard pthread_create(&made, attributes, { argument in Job.run(argument) }, job.toOpaque()) == 0 else {
            job.release()
            return nil
        }
        #if canImport(Darwin)
            guard let made else { return nil }
        #endif
        state = Locked(.running(made))
    }

    deinit {
        let thread = state.withLock { state -> pthread_t? in
            if case .running(let thread) = state { thread } else { nil }
        }
        if let thread { pthread_detach(thread) }
    }

    /// Waits until the thread has ended and released everything that its work refers to. Returns at once on the thread itself, and if another thread
    /// waits already or has waited.
    package func join() {
        let thread = state.withLock { state -> pthread_t? in
            guard case .running(let thread) = state, pthread_equal(thread, pthread_self()) == 0 else { return nil }
            state = .joined
            return thread
        }
        if let thread { pthread_join(thread, nil) }
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
