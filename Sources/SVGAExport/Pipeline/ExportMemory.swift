import SVGAModel
import SVGARender
import SVGASupport

/// The maximum memory of a format's encoder, in bytes, as measured by `tools/memory`.
package struct SinkMemory: Hashable, Sendable {
    /// The memory shared by all frames.
    package var shared: Int
    /// The memory for each frame that is being encoded.
    package var encoding: Int
    /// The memory for each encoded frame that waits to be written.
    package var packet: Int

    /// - Parameters:
    ///   - pixels: the pixels of a frame.
    ///   - fixed: bytes that do not depend on the size.
    ///   - shared: bytes per pixel, like the following parameters.
    package init(pixels: Int, fixed: Int = 0, shared: Int = 0, encoding: Int = 32, packet: Int = 1) {
        self.shared = fixed + pixels * shared
        self.encoding = pixels * encoding
        self.packet = pixels * packet
    }
}

/// The maximum memory of an export, estimated from the animation and the sink.
struct ExportMemory {
    /// See ``Parallel/run(_:threads:ahead:consecutive:consumer:cancelled:worker:make:deliver:end:)``.
    static let ahead = 2
    static let consecutive = 4

    private let limits: ReadLimits
    private let fixed: Int
    private let perThread: Int
    /// The minimum memory: that of one thread.
    private let minimum: Int
    private let subject: Message

    init<Source: PlayableAnimation, Sink: FrameSink>(of animation: Source, frames: Int, _ sink: Sink) {
        let pixels = animation.widthPixels * animation.heightPixels
        let estimate = animation as? any MemoryEstimating
        // Other animations have no estimate and no limits.
        limits = estimate?.limits ?? .default
        let memory = sink.memory(width: animation.widthPixels, height: animation.heightPixels, frames: frames)
        let kept = Sink.Encoder.comparesFrames ? 3 : 1
        // From the second thread on, packets may wait for a slower thread.
        let waiting = (ExportMemory.consecutive - 1) * memory.packet
        perThread = (estimate?.painterBytes ?? 0) + pixels * 4 * kept + memory.encoding + ExportMemory.ahead * memory.packet + waiting
        fixed = (estimate?.sharedBytes ?? 0) + memory.shared - waiting
        minimum = max(fixed + perThread, estimate?.minimumMemory ?? 0)
        subject = "exporting \(animation.widthPixels) × \(animation.heightPixels) pixels"
    }

    /// - Returns: the wanted number of threads, or the maximum that fits the limit.
    /// - Throws: ``SVGAError/Kind/limit`` of ``ReadLimits/memory`` if not even one thread fits.
    func threads(_ wanted: Int) throws(SVGAError) -> Int {
        guard minimum <= limits.memory else {
            throw .limit(LimitExceeded(\.memory, of: limits, found: minimum, subject: subject))
        }
        // Limits may be Int.max, and `fixed` may be negative.
        let (room, overflow) = limits.memory.subtractingReportingOverflow(fixed)
        return overflow ? wanted : max(1, min(wanted, room / max(1, perThread)))
    }
}
