import SVGAModel
import SVGARender

/// What an export takes in memory at most, by what those who take it say beforehand.
struct ExportMemory {
    /// See ``Parallel/run(_:threads:ahead:consecutive:consumer:cancelled:worker:make:deliver:end:)``.
    static let ahead = 2
    static let consecutive = 4

    private let limits: ReadLimits
    private let fixed: Int
    private let perThread: Int
    private let subject: String

    init<Source: Animation, Encoder: FrameEncoder>(of animation: Source, _: Encoder.Type, sinkBytesPerPixel: Int) {
        let pixels = animation.widthPixels * animation.heightPixels
        let telling = animation as? any MemoryTelling
        // What other animations take is not known, nor what they may.
        limits = telling?.limits ?? .default
        let kept = Encoder.comparesFrames ? 3 : 1
        // Of a second thread on, packets may wait for one that is late.
        let packet = pixels * Encoder.bytesPerPixel.packet
        let waiting = (ExportMemory.consecutive - 1) * packet
        perThread =
            (telling?.painterBytes ?? 0) + pixels * (4 * kept + Encoder.bytesPerPixel.encoding) + ExportMemory.ahead * packet + waiting
        fixed = (telling?.sharedBytes ?? 0) + pixels * sinkBytesPerPixel - waiting
        subject = "exporting \(animation.widthPixels) × \(animation.heightPixels) pixels"
    }

    /// - Returns: as many threads as are wanted, or as the limit allows.
    /// - Throws: ``RenderError/limit(_:)`` of ``ReadLimits/memory``, if that is none.
    func threads(_ wanted: Int) throws(ExportError) -> Int {
        guard fixed + perThread <= limits.memory else {
            throw .render(.limit(LimitExceeded(\.memory, of: limits, found: fixed + perThread, subject: subject)))
        }
        // Limits may be as large as Int.max, and what is fixed may be less than nothing.
        let (room, overflow) = limits.memory.subtractingReportingOverflow(fixed)
        return overflow ? wanted : max(1, min(wanted, room / max(1, perThread)))
    }
}
