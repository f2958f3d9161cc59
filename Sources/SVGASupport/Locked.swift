import SVGAPlatform

/// A value that is touched by one thread at a time.
///
/// `Synchronization.Mutex` would do, but on Linux it waits inside a library that the thread sanitizer cannot see into, which then
/// reports every access that it guards. POSIX's mutex is known to the sanitizer, so `make tsan` finds the real races.
///
/// Unchecked, because the compiler cannot see this: `value` is private and touched only in `withLock`, between locking and unlocking of a
/// mutex that is made before and destroyed after everything else; what goes in or comes out is `sending` or `Sendable`.
package final class Locked<Value>: @unchecked Sendable {
    /// On the heap, because a POSIX mutex must not move.
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private var value: Value

    package init(_ value: sending Value) {
        mutex = .allocate(capacity: 1)
        mutex.initialize(to: pthread_mutex_t())
        // Fails only for lack of memory with special attributes, and there are none.
        let result = pthread_mutex_init(mutex, nil)
        precondition(result == 0, "pthread_mutex_init")
        self.value = value
    }

    deinit {
        pthread_mutex_destroy(mutex)
        mutex.deallocate()
    }

    /// Not to be called again from inside of `body`.
    package func withLock<Result, Failure: Error>(_ body: (inout Value) throws(Failure) -> sending Result) throws(Failure) -> sending Result
    {
        let result = pthread_mutex_lock(mutex)
        precondition(result == 0, "pthread_mutex_lock")
        defer { pthread_mutex_unlock(mutex) }
        return try body(&value)
    }

    /// Does nothing where another thread, or this one, is inside of a `body`.
    package func withLockIfFree(_ body: (inout Value) -> Void) {
        guard pthread_mutex_trylock(mutex) == 0 else { return }
        defer { pthread_mutex_unlock(mutex) }
        body(&value)
    }
}
