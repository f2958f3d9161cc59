package import SVGAModel

/// Repeats requests after failures that may be temporary.
///
/// Only reads and complete writes are repeated: both have the same effect if they are done twice.
package struct RetryPolicy: Sendable {
    /// The maximum number of attempts, including the first.
    package var attempts = 4
    /// The pause after the first failure. It doubles after each further one.
    package var firstPause: Duration = .milliseconds(200)
    package var maximumPause: Duration = .seconds(5)
    /// The maximum pause that a server may ask for with `Retry-After`. If it asks for more, its error is thrown at once.
    package var maximumRetryAfter: Duration = .seconds(60)
    /// Called before each further attempt.
    package var willRetry: @Sendable () -> Void = {}

    package init(attempts: Int = 4, firstPause: Duration = .milliseconds(200), maximumPause: Duration = .seconds(5)) {
        self.attempts = max(1, attempts)
        self.firstPause = firstPause
        self.maximumPause = maximumPause
    }

    /// - Parameter body: gets the number of the attempt, from 0.
    /// - Throws: the error of the last attempt, or ``SVGAError/Kind/cancelled``.
    package func run<Value: Sendable>(
        _ body: @Sendable (_ attempt: Int) async throws(SVGAError) -> Value
    ) async throws(SVGAError) -> Value {
        var attempt = 0
        while true {
            do throws(SVGAError) {
                return try await body(attempt)
            } catch {
                attempt += 1
                guard attempt < attempts, RetryPolicy.isTemporary(error), let pause = pause(after: attempt, error) else { throw error }
                do {
                    try await Task.sleep(for: pause)
                } catch {
                    throw .cancelled
                }
                willRetry()
            }
        }
    }

    /// - Returns: nil if the server asks for a pause that is too long.
    func pause(after failures: Int, _ error: SVGAError) -> Duration? {
        let own = pause(after: failures)
        guard let seconds = error.retryAfter else { return own }
        return .seconds(seconds) <= maximumRetryAfter ? .seconds(seconds) + own / 2 : nil
    }

    /// Half of the pause is random, so that many clients do not repeat at the same moment.
    func pause(after failures: Int, random: Double = .random(in: 0...1)) -> Duration {
        let whole = min(firstPause * (1 << min(20, failures - 1)), maximumPause)
        return whole / 2 + whole / 2 * random
    }

    /// Whether the same request may succeed later: timeouts, broken connections, and the statuses 408, 429, 500, 502, 503 and 504.
    static func isTemporary(_ error: SVGAError) -> Bool {
        switch error.kind {
        case .timedOut: true
        case .network:
            switch error.detail {
            case .http(let status, _): [408, 429, 500, 502, 503, 504].contains(status)
            default: true
            }
        default: false
        }
    }
}
