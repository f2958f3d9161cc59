/// What the command tells the shell. A contract: scripts rely on the numbers.
enum ExitCode: Int32, Sendable {
    case done = 0
    /// A check found something, or two files differ.
    case findings = 1
    case usage = 2
    /// An input cannot be read or is no movie.
    case invalidInput = 3
    /// Something was larger than a limit allows.
    case limit = 4
    /// An output could not be written or encoded.
    case outputFailed = 5
    /// Some inputs of several failed.
    case partFailed = 6
    case interrupted = 130

    /// There is nothing at that point, or the key is not visible.
    static let nothingThere = findings

    /// Of a command that went on after what failed: all failed for the same reason, that reason's code; some failed, its own.
    static func batch(_ failures: [ExitCode], of count: Int) -> ExitCode {
        guard let first = failures.first else { return .done }
        return failures.count == count && failures.allSatisfy { $0 == first } ? first : .partFailed
    }
}
