import SVGAModel

/// Counts the bytes of pictures against ``/SVGAModel/ReadLimits/decodedBytes``, before the memory is taken.
struct MemoryCount: Sendable {
    let limits: ReadLimits
    private(set) var bytes = 0

    init(_ limits: ReadLimits) { self.limits = limits }

    /// Counts memory that is about to be taken.
    /// - Parameter subject: who asks for it, for the message.
    mutating func take(_ more: Int, for subject: @autoclosure () -> String) throws(LimitExceeded) {
        let (total, overflow) = bytes.addingReportingOverflow(more)
        guard !overflow, total <= limits.decodedBytes else {
            throw LimitExceeded(\.decodedBytes, of: limits, found: overflow ? .max : total, subject: subject())
        }
        bytes = total
    }

    /// Takes memory off the count: it was freed, or was estimated and is counted exactly now.
    mutating func giveBack(_ less: Int) { bytes -= less }
}
