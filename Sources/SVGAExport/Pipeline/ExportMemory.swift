import SVGAModel
import SVGARender

/// What a format's encoder takes in memory at most, in bytes, as `tools/memory` measured it.
package struct SinkMemory: Hashable, Sendable {
    /// For all frames together.
    package var own: Int
    /// For each frame that is encoded.
    package var encoding: Int
    /// For each frame that was encoded and waits for its turn.
    package var packet: Int

    /// - Parameters:
    ///   - pixels: of a frame.
    ///   - fixed: bytes that it takes whatever the size.
    ///   - own: the number of bytes for each pixel, as are the others.
    package init(pixels: Int, fixed: Int = 0, own: Int = 0, encoding: Int = 32, packet: Int = 1) {
        self.own = fixed + pixels * own
        self.encoding = pixels * encoding
        self.packet = pixels * packet
    }
}

/// What an export takes in memory at most, by what those who take it say beforehand.
struct ExportMemory {
    /// See ``Parallel/run(_:threads:ahead:consecutive:consumer:cancelled:worker:make:deliver:end:)``.
    static let ahead = 2
    static let consecutive = 4

    private let limits: ReadLimits
    private let fixed: Int
    private let perThread: Int
    /// For one thread.
    private let least: Int
    private let subject: String

    init<Source: Animation, Sink: FrameSink>(of animation: Source, frames: Int, _ sink: Sink) {
        let pixels = animation.widthPixels * animation.heightPixels
        let telling = animation as? any MemoryEstimating
        // What other animations take is not known, nor what they may.
        limits = telling?.limits ?? .default
        let memory = sink.memory(width: animation.widthPixels, height: animation.heightPixels, frames: frames)
        let kept = Sink.Encoder.comparesFrames ? 3 : 1
        // Of a second thread on, packets may wait for one that is late.
        let waiting = (ExportMemory.consecutive - 1) * memory.packet
        perThread = (telling?.painterBytes ?? 0) + pixels * 4 * kept + memory.encoding + ExportMemory.ahead * memory.packet + waiting
        fixed = (telling?.sharedBytes ?? 0) + memory.own - waiting
        least = max(fixed + perThread, telling?.minimumMemory ?? 0)
        subject = "exporting \(animation.widthPixels) × \(animation.heightPixels) pixels"
    }

    /// - Returns: as many threads as are wanted, or as the limit allows.
    /// - Throws: ``RenderError/limit(_:)`` of ``ReadLimits/memory``, if that is none.
    func threads(_ wanted: Int) throws(ExportError) -> Int {
        guard least <= limits.memory else {
            throw .render(.limit(LimitExceeded(\.memory, of: limits, found: least, subject: subject)))
        }
        // Limits may be as large as Int.max, and what is fixed may be less than nothing.
        let (room, overflow) = limits.memory.subtractingReportingOverflow(fixed)
        return overflow ? wanted : max(1, min(wanted, room / max(1, perThread)))
    }
}
