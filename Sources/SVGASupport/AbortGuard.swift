import CSVGASupport

/// Keeps the process alive if a C library aborts on a thread. The thread then waits forever, and keeps its memory.
///
/// Unchecked: the C functions synchronize their access to the guard, and the handle is freed after the last call.
package final class AbortGuard: @unchecked Sendable {
    private let handle: OpaquePointer

    /// Returns nil if there is no memory.
    package init?() {
        guard let handle = svga_abort_guard_make() else { return nil }
        self.handle = handle
    }

    deinit { svga_abort_guard_free(handle) }

    /// Guards the current thread.
    package func begin() { svga_abort_guard_begin(handle) }

    /// Whether the guarded thread has aborted.
    package var hasAborted: Bool { svga_abort_guard_has_aborted(handle) != 0 }

    /// Ends the guard: on its thread, or on another one if ``hasAborted``.
    package func end() { svga_abort_guard_end(handle) }
}
