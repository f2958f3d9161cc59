package import SVGAImage
import SVGAPixels
package import SVGASupport

/// Frames as one animated WebP file, lossless unless told otherwise.
///
/// Each frame is shown for its exact time in whole milliseconds, with the rounding carried forward. Frames that look like the one before
/// are stored as its longer time, so the file may have fewer frames than the output. Only what changed since the frame before is stored,
/// or what there is to see, on an empty canvas. An output of one frame is a plain WebP picture.
///
/// The file's beginning holds its length, so a pipe gets the whole file at the end, from a temporary file in `TMPDIR`.
package final class WebPSink: FrameSink {
    package static let repetition = Repetition.stored(maximum: Int(UInt16.max))

    private let place: OutputPlace
    private let encoder: WebPEncoder
    private var file: RandomAccessFile?
    private var plan: ExportPlan?
    /// The last frame, which waits for what comes after it: a repetition, or one that wants its area cleared.
    private var last: WebPFrame?
    package var byteCount: Int { file?.byteCount ?? finishedByteCount }
    private var finishedByteCount = 0

    /// - Parameters:
    ///   - options: lossless or how lossy, and how hard to compress.
    ///   - known: frames that were encoded before; nil: all are encoded.
    package init(to place: OutputPlace, options: WebPOptions = WebPOptions(), known: EncodedPictures? = nil) {
        self.place = place
        encoder = WebPEncoder(options: options, cache: known)
    }

    /// - Throws: ``ExportError/encode(frame:reason:)`` for a canvas of more than 16383 pixels either way, ``ExportError/timing(reason:)``
    ///   for frames that last longer than 2²⁴ − 1 milliseconds, and what making the file throws.
    package func begin(_ plan: ExportPlan, preview: FramePreview) throws(ExportError) -> WebPAnimationEncoder {
        try plan.check(maximumSide: WebPEncoder.maximumSide, of: "WebP")
        guard plan.ticks(at: 1, ticksPerSecond: 1000) < WebPAnimation.maximumMilliseconds else {
            throw .timing(reason: "in WebP a frame lasts at most \(WebPAnimation.maximumMilliseconds) milliseconds")
        }
        let file = try ExportError.mapping { () throws(FileError) in try RandomAccessFile(place) }
        if plan.frames.count > 1 {
            let header = WebPAnimation.header(width: plan.widthPixels, height: plan.heightPixels, loops: plan.loops)
            try ExportError.mapping { () throws(FileError) in try file.append(header) }
        }
        self.file = file
        self.plan = plan
        return WebPAnimationEncoder(plan, encoder: encoder)
    }

    package func write(_ packet: WebPFrameVersions, at position: Int) throws(ExportError) {
        guard let plan else { return }
        guard plan.frames.count > 1 else { return try append(packet.patch.file(encoder, frame: plan.frames[position])) }
        let milliseconds = plan.ticks(at: position + 1, ticksPerSecond: 1000) - plan.ticks(at: position, ticksPerSecond: 1000)
        if packet.patch.patch.isUnchanged, let shown = last?.milliseconds, shown + milliseconds <= WebPAnimation.maximumMilliseconds {
            last?.milliseconds += milliseconds
            return
        }
        var (version, clearsLast) = (packet.patch, false)
        if let alone = packet.alone, last?.holdsAllInk ?? true, alone.byteCount <= version.byteCount {
            (version, clearsLast) = (alone, true)
        }
        let file = try version.file(encoder, frame: plan.frames[position])
        try writeLast(isCleared: clearsLast)
        last = WebPFrame(
            area: version.patch.area, isLaidOver: version.patch.isLaidOver, milliseconds: milliseconds, file: file,
            holdsAllInk: packet.holdsAllInk)
    }

    package func finish() throws(ExportError) {
        try writeLast(isCleared: false)
        guard let file, let plan, plan.frames.count > 1 else { return }
        try ExportError.mapping { () throws(FileError) in
            try file.write(WebPAnimation.riffSize(byteCount: file.byteCount), at: WebPAnimation.riffSizeOffset)
        }
    }

    private func writeLast(isCleared: Bool) throws(ExportError) {
        guard let frame = last else { return }
        last = nil
        try append(
            WebPAnimation.frame(
                frame.area, isLaidOver: frame.isLaidOver, isCleared: isCleared, milliseconds: frame.milliseconds, file: frame.file))
    }

    private func append(_ packet: [UInt8]) throws(ExportError) {
        guard let file else { return }
        let bytes = file.byteCount + packet.count
        guard bytes <= WebPAnimation.maximumBytes else { throw .tooLarge(bytes: bytes, allowed: WebPAnimation.maximumBytes) }
        try ExportError.mapping { () throws(FileError) in try file.append(packet) }
    }

    package func commit() throws(ExportError) {
        guard let file else { return }
        try ExportError.mapping { () throws(FileError) in try file.commit() }
        finishedByteCount = file.byteCount
        self.file = nil
    }

    package func abandon() { file = nil }
}

/// A frame as it is in the file, except for what happens to its area afterwards.
private struct WebPFrame {
    let area: PixelRect
    let isLaidOver: Bool
    var milliseconds: Int
    let file: [UInt8]
    /// Whether nothing is left on the canvas once the area is cleared.
    let holdsAllInk: Bool
}
