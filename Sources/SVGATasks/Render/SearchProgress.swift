import SVGASupport

/// Converts the progress of a search's exports to one progress, which never decreases.
package struct SearchProgress: Sendable {
    /// The number of frames of the output.
    private let frames: Int
    private let notify: @Sendable (TaskProgress) -> Void
    private let done = Locked(0)

    /// The number of exports after which half of the progress is done.
    private static let usualAttempts = 5.0

    package init(frames: Int, notify: @escaping @Sendable (TaskProgress) -> Void) {
        self.frames = frames
        self.notify = notify
    }

    /// Notifies if the progress of all exports has advanced by a frame of the output.
    ///
    /// The number of exports is unknown, so each one advances the progress by a fraction of the remainder.
    /// - Parameter step: the progress of one export.
    package func update(_ step: TaskProgress) {
        let exports = Double(step.attempt ?? 0) + Double(step.done) / Double(max(1, step.total))
        let share = 1 - 1 / (1 + exports / SearchProgress.usualAttempts)
        let now = min(frames - 1, Int(saturating: share * Double(frames)))
        let hasAdvanced = done.withLock { done in
            defer { done = max(done, now) }
            return now > done
        }
        if hasAdvanced { notify(TaskProgress(done: now, total: frames, byteCount: step.byteCount, attempt: step.attempt)) }
    }

    /// Notifies that the search has ended.
    package func finish(byteCount: Int) { notify(TaskProgress(done: frames, total: frames, byteCount: byteCount)) }
}
