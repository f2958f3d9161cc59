package import Testing

/// The times after which something counts as hung. A busy machine needs up to ten times the time of an idle one, so they are long.
package enum HangLimit {
    /// For a process or a condition, in seconds.
    package static let seconds = 600.0
}

extension Trait where Self == TimeLimitTrait {
    /// Ends a test that hangs.
    package static var hangLimit: Self { .timeLimit(.minutes(30)) }
}
