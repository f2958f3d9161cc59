package import SVGAImage
package import SVGAModel
package import SVGASupport

/// Writes frames as one AVIF file, still or animated, with an alpha stream if a frame has alpha.
///
/// Each output frame is one frame of the file, with its exact time. The file's header contains the offsets of all frames, so it is written last.
/// A pipe therefore gets the file at the end, from a temporary file in `TMPDIR`. libaom buffers up to 35 frames of lookahead.
package final class AVIFSink: FrameSink {
    package static let repetition = Repetition.stored(maximum: Int(Int32.max))

    private let destination: OutputDestination
    private let options: AVIFOptions
    private var state: State?
    package private(set) var byteCount = 0
    /// libaom 3.6 has one stream for color and one for alpha. For animations, each has a lookahead buffer.
    package func memory(width: Int, height: Int, frames: Int) -> SinkMemory {
        let (fixed, shared) = frames > 1 ? (130_000_000, 350) : (90_000_000, 150)
        return SinkMemory(pixels: width * height, fixed: fixed, shared: shared, packet: 4)
    }

    /// - Parameter options: the quality and the encoding speed.
    package init(to destination: OutputDestination, options: AVIFOptions = AVIFOptions()) {
        self.destination = destination
        self.options = options
    }

    /// - Throws: ``SVGAError/Kind/encoding`` if a side of the canvas exceeds 65,535 pixels or libaom is missing; errors of creating the
    ///   file.
    package func begin(_ plan: ExportPlan, preview: FramePreview) throws(SVGAError) -> AVIFFrameEncoder {
        try plan.check(maximumSide: AVIFContainer.maximumSide, of: "AVIF")
        let file = try SVGAError.mapping(RandomAccessFile(destination))
        state = State(plan: plan, file: file, color: try StreamWriter(.color, plan, options))
        return AVIFFrameEncoder(isExact: options.isLossless)
    }

    package func write(_ packet: AVIFPlanes, at position: Int) throws(SVGAError) {
        guard var state else { return }
        if state.alpha == nil, !packet.isOpaque {
            let alpha = try StreamWriter(.alpha, state.plan, options)
            if position > 0 {
                let opaque = AVIFPlanes(opaquePixels: state.plan.widthPixels * state.plan.heightPixels)
                for _ in 0..<position { _ = try alpha.start(opaque, frame: state.plan.frames[position]).value() }
            }
            state.alpha = alpha
        }
        try encode(packet, &state, frame: state.plan.frames[position])
        self.state = state
    }

    package func finish() throws(SVGAError) {
        guard var state, let last = state.plan.frames.last else { return }
        while try encode(nil, &state, frame: last) > 0 {}
        try state.color.flush(to: state.file)
        try state.alpha?.flush(to: state.file)
        let rate = state.plan.frameRate
        let container = AVIFContainer(
            width: state.plan.widthPixels, height: state.plan.heightPixels, loops: state.plan.loops, ticksPerSecond: rate.numerator,
            frameTicks: rate.denominator, isRGB: options.isLossless)
        let header = container.header(color: state.color.stream, alpha: state.alpha?.stream, byteCount: state.file.byteCount)
        byteCount = state.file.byteCount + header.count
        guard byteCount <= AVIFContainer.maximumBytes else { throw .tooLarge(bytes: byteCount, allowed: AVIFContainer.maximumBytes) }
        try SVGAError.mapping(state.file.prepend(header))
        self.state = state
    }

    package func commit() throws(SVGAError) {
        guard let state else { return }
        try SVGAError.mapping(state.file.commit())
        self.state = nil
    }

    package func abandon() {
        for stream in state?.streams ?? [] { stream.abandon() }
        state = nil
    }

    /// Encodes both streams in parallel.
    /// - Parameter planes: the planes of the next frame; nil after the last one.
    /// - Returns: the number of finished frames.
    @discardableResult
    private func encode(_ planes: AVIFPlanes?, _ state: inout State, frame: Int) throws(SVGAError) -> Int {
        let streams = state.streams
        var finished = 0
        for call in streams.map({ $0.start(planes, frame: frame) }) { finished += try call.value() }
        for stream in streams where stream.isFull { try stream.flush(to: state.file) }
        byteCount = state.file.byteCount + streams.reduce(0) { $0 + $1.waitingBytes }
        return finished
    }

    private struct State {
        let plan: ExportPlan
        let file: RandomAccessFile
        let color: StreamWriter
        /// nil until the first frame with alpha.
        var alpha: StreamWriter?

        var streams: [StreamWriter] { [color] + (alpha.map { [$0] } ?? []) }
    }
}

/// One stream of an AVIF file. Encodes frames and writes several of them together.
private final class StreamWriter: Sendable {
    private struct Waiting {
        var stream: AVIFContainer.Stream
        var bytes: [UInt8] = []
        var frames = 0
    }

    /// The number of frames, or bytes, in one write. Each write needs a 4-byte offset in the file.
    private static let maximumFrames = 128
    private static let maximumBytes = 1 << 20

    private let encoder: AV1Stream
    /// Makes the calls of ``encoder``.
    private let calls = CallThread()
    private let waiting: Locked<Waiting>

    init(_ part: AV1Stream.Part, _ plan: ExportPlan, _ options: AVIFOptions) throws(SVGAError) {
        let (width, height, frames) = (plan.widthPixels, plan.heightPixels, plan.frames)
        do throws(SVGAError) {
            encoder = try calls.call { () throws(SVGAError) in
                try encoding(frame: frames[0]) { () throws(SVGAError) in
                    try AV1Stream(part, options: options, width: width, height: height, isStill: frames.count == 1)
                }
            }
        } catch {
            calls.abandon {}
            throw error
        }
        waiting = Locked(Waiting(stream: AVIFContainer.Stream(sequenceHeader: encoder.sequenceHeader)))
    }

    /// The stream without the frames that are not written yet.
    var stream: AVIFContainer.Stream { waiting.withLock { $0.stream } }
    var waitingBytes: Int { waiting.withLock { $0.bytes.count } }
    var isFull: Bool { waiting.withLock { $0.frames >= StreamWriter.maximumFrames || $0.bytes.count >= StreamWriter.maximumBytes } }

    /// Starts to encode a frame.
    /// - Parameter planes: the planes of the next frame; nil after the last one, until no frame is finished.
    /// - Returns: a call whose value is the number of finished frames.
    func start(_ planes: AVIFPlanes?, frame: Int) -> StartedCall<Result<Int, SVGAError>> {
        calls.start { [encoder, waiting] () throws(SVGAError) -> Int in
            let finished = try encoding(frame: frame) { () throws(SVGAError) in try encoder.encode(planes) }
            waiting.withLock { waiting in
                for bytes in finished {
                    waiting.stream.sizes.append(bytes.count)
                    waiting.bytes += bytes
                    waiting.frames += 1
                }
            }
            return finished.count
        }
    }

    /// Ends the calls of a canceled export, and frees the encoder after them.
    func abandon() { calls.abandon { [encoder] in encoder.close() } }

    /// Writes the buffered frames.
    func flush(to file: RandomAccessFile) throws(SVGAError) {
        let bytes = waiting.withLock { waiting in
            if waiting.frames > 0 { waiting.stream.chunks.append((file.byteCount, waiting.frames)) }
            defer { (waiting.bytes, waiting.frames) = ([], 0) }
            return waiting.bytes
        }
        try SVGAError.mapping(file.append(bytes))
    }
}

/// Converts frames to planes for an ``AVIFSink``, several at once.
package struct AVIFFrameEncoder: FrameEncoder {
    package static let encodesPixelsOnly = true

    let isExact: Bool

    package func encode(_ picture: FramePicture) -> AVIFPlanes { AVIFPlanes(picture.pixels, isExact: isExact) }
}
