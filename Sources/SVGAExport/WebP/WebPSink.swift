package import SVGAImage
package import SVGAModel
import SVGAPixels
package import SVGASupport

/// Writes frames as one animated WebP file, lossless by default.
///
/// Durations are whole milliseconds, with rounding errors carried forward. A frame equal to the previous one extends its duration.
/// So the file may have fewer frames than the output. Each frame stores its changes, or its visible pixels on an empty canvas.
/// An output of one frame is a plain WebP picture.
///
/// The header contains the file's length, so a pipe gets the file at the end, from a temporary file in `TMPDIR`.
package final class WebPSink: FrameSink {
    package static let repetition = Repetition.stored(maximum: Int(UInt16.max))

    private let destination: OutputDestination
    private let encoder: WebPEncoder
    private var file: RandomAccessFile?
    private var plan: ExportPlan?
    /// The last frame. It is not written yet, because the next frame may extend it or require its area to be cleared.
    private var last: WebPFrame?
    package var byteCount: Int { file?.byteCount ?? finishedByteCount }
    private var finishedByteCount = 0

    /// - Parameters:
    ///   - options: lossless or a quality, and the compression effort.
    ///   - known: frames that were encoded before; nil: all are encoded.
    package init(to destination: OutputDestination, options: WebPOptions = WebPOptions(), known: EncodedPictures? = nil) {
        self.destination = destination
        encoder = WebPEncoder(options: options, cache: known)
    }

    /// - Throws: ``SVGAError/Kind/encoding`` if a side of the canvas exceeds 16,383 pixels;
    /// ``SVGAError/Kind/invalidRequest`` if a frame lasts longer than 2²⁴ − 1 milliseconds; errors of creating the file.
    package func begin(_ plan: ExportPlan, preview: FramePreview) throws(SVGAError) -> WebPAnimationEncoder {
        try plan.check(maximumSide: WebPEncoder.maximumSide, of: "WebP")
        guard plan.ticks(at: 1, ticksPerSecond: 1000) < WebPAnimation.maximumMilliseconds else {
            throw .timing(reason: "in WebP a frame lasts at most \(WebPAnimation.maximumMilliseconds) milliseconds")
        }
        let file = try SVGAError.mapping(RandomAccessFile(destination))
        if plan.frames.count > 1 {
            let header = WebPAnimation.header(width: plan.widthPixels, height: plan.heightPixels, loops: plan.loops)
            try SVGAError.mapping(file.append(header))
        }
        self.file = file
        self.plan = plan
        return WebPAnimationEncoder(plan, encoder: encoder)
    }

    package func write(_ packet: WebPFrameVersions, at position: Int) throws(SVGAError) {
        guard let plan else { return }
        guard plan.frames.count > 1 else { return try append(packet.patch.file(encoder, frame: plan.frames[position])) }
        let milliseconds = plan.ticks(at: position + 1, ticksPerSecond: 1000) - plan.ticks(at: position, ticksPerSecond: 1000)
        if packet.patch.patch.isUnchanged, let duration = last?.milliseconds, duration + milliseconds <= WebPAnimation.maximumMilliseconds {
            last?.milliseconds += milliseconds
            return
        }
        var (version, clearsLast) = (packet.patch, false)
        if let alone = packet.alone, last?.coversAllInk ?? true, alone.byteCount <= version.byteCount {
            (version, clearsLast) = (alone, true)
        }
        let file = try version.file(encoder, frame: plan.frames[position])
        try writeLast(isCleared: clearsLast)
        last = WebPFrame(
            area: version.patch.area, isLaidOver: version.patch.isLaidOver, milliseconds: milliseconds, file: file,
            coversAllInk: packet.coversAllInk)
    }

    package func finish() throws(SVGAError) {
        try writeLast(isCleared: false)
        guard let file, let plan, plan.frames.count > 1 else { return }
        try SVGAError.mapping(file.write(WebPAnimation.riffSize(byteCount: file.byteCount), at: WebPAnimation.riffSizeOffset))
    }

    private func writeLast(isCleared: Bool) throws(SVGAError) {
        guard let frame = last else { return }
        last = nil
        try append(
            WebPAnimation.frame(
                frame.area, isLaidOver: frame.isLaidOver, isCleared: isCleared, milliseconds: frame.milliseconds, file: frame.file))
    }

    private func append(_ packet: [UInt8]) throws(SVGAError) {
        guard let file else { return }
        let bytes = file.byteCount + packet.count
        guard bytes <= WebPAnimation.maximumBytes else { throw .tooLarge(bytes: bytes, allowed: WebPAnimation.maximumBytes) }
        try SVGAError.mapping(file.append(packet))
    }

    package func commit() throws(SVGAError) {
        guard let file else { return }
        try SVGAError.mapping(file.commit())
        finishedByteCount = file.byteCount
        self.file = nil
    }

    package func abandon() { file = nil }
}

/// A frame of the file, without its disposal method.
private struct WebPFrame {
    let area: PixelRect
    let isLaidOver: Bool
    var milliseconds: Int
    let file: [UInt8]
    /// Whether the canvas is empty after the area is cleared.
    let coversAllInk: Bool
}
