/// Any clock, counting from when the player was made.
struct PlayerClock: Sendable {
    let now: @Sendable () -> Duration
    /// Throws when the task is cancelled.
    let sleep: @Sendable (_ until: Duration) async throws -> Void

    init<C: Clock<Duration>>(_ clock: C) {
        let origin = clock.now
        now = { origin.duration(to: clock.now) }
        sleep = { time in try await clock.sleep(until: origin.advanced(by: time), tolerance: nil) }
    }
}
