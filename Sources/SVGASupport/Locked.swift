import SVGAPlatform

/// A value protected by a mutex.
///
/// `Synchronization.Mutex` is not used: on Linux the thread sanitizer does not recognize it, and reports every protected access. It
/// recognizes POSIX mutexes, so `make tsan` finds the real races.
///
/// Unchecked: `value` is private and accessed only in `withLock` while the mutex is locked. The mutex outlives the value, and values that
/// enter or leave are `sending` or `Sendable`.
package final class Locked<Value>: @unchecked Sendable {
    /// On the heap, because a POSIX mutex must not move.
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private var value: Value

    package init(_ value: sending Value) {
        mutex = .allocate(capacity: 1)
        mutex.initialize(to: pthread_mutex_t())
        // Fails only with special attributes, which are not used.
        let result = pthread_mutex_init(mutex, nil)
        precondition(result == 0, "pthread_mutex_init")
        self.value = value
    }

    deinit {
        pthread_mutex_destroy(mutex)
        mutex.deallocate()
    }

    /// Must not be called again inside of `body`.
    package func withLock<Result, Failure: Error>(_ body: (inout Value) throws(Failure) -> sending Result) throws(Failure) -> sending Result
    {
        let result = pthread_mutex_lock(mutex)
        precondition(result == 0, "pthread_mutex_lock")
        defer { pthread_mutex_unlock(mutex) }
        return try body(&value)
    }

    /// Does nothing if any thread is inside of a `body`.
    package func withLockIfFree(_ body: (inout Value) -> Void) {
        guard pthread_mutex_trylock(mutex) == 0 else { return }
        defer { pthread_mutex_unlock(mutex) }
        body(&value)
    }
}
