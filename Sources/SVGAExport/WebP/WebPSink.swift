package import SVGAImage
package import SVGASupport

/// Frames as one animated WebP file, lossless unless told otherwise.
///
/// Each frame of the output is one of the file, shown for its exact time in whole milliseconds, with the rounding carried forward. Only
/// what changed since the frame before is stored. An output of one frame is a plain WebP picture.
///
/// The file's beginning holds its length, so a pipe gets the whole file at the end, from a temporary file in `TMPDIR`.
package final class WebPSink: FrameSink {
    package static let repetition = Repetition.stored(most: Int(UInt16.max))

    private let place: OutputPlace
    private let options: WebPOptions
    private var file: RandomAccessFile?
    private var isAnimation = false
    package var byteCount: Int { file?.byteCount ?? finishedByteCount }
    private var finishedByteCount = 0

    /// - Parameter options: lossless or how lossy, and how hard to compress.
    package init(to place: OutputPlace, options: WebPOptions = WebPOptions()) {
        self.place = place
        self.options = options
    }

    /// - Throws: ``ExportError/encode(frame:reason:)`` for a canvas of more than 16383 pixels either way, ``ExportError/timing(reason:)``
    ///   for frames that last longer than 2²⁴ − 1 milliseconds, and what making the file throws.
    package func begin(_ plan: ExportPlan, preview: FramePreview) throws(ExportError) -> WebPAnimationEncoder {
        let longest = WebPEncoder.longestSide
        guard plan.widthPixels <= longest, plan.heightPixels <= longest else {
            throw .encode(
                frame: plan.frames[0],
                reason: "WebP holds at most \(longest) pixels each way, not \(plan.widthPixels) × \(plan.heightPixels)")
        }
        guard plan.ticks(at: 1, ticksPerSecond: 1000) < WebPAnimation.longestMilliseconds else {
            throw .timing(reason: "in WebP a frame lasts at most \(WebPAnimation.longestMilliseconds) milliseconds")
        }
        let file = try ExportError.mapping { () throws(FileError) in try RandomAccessFile(place) }
        isAnimation = plan.frames.count > 1
        if isAnimation {
            let header = WebPAnimation.header(width: plan.widthPixels, height: plan.heightPixels, loops: plan.loops)
            try ExportError.mapping { () throws(FileError) in try file.append(header) }
        }
        self.file = file
        return WebPAnimationEncoder(plan, options: options)
    }

    package func write(_ packet: [UInt8], at position: Int) throws(ExportError) {
        guard let file else { return }
        let bytes = file.byteCount + packet.count
        guard bytes <= WebPAnimation.mostBytes else { throw .tooLarge(bytes: bytes, allowed: WebPAnimation.mostBytes) }
        try ExportError.mapping { () throws(FileError) in try file.append(packet) }
    }

    package func finish() throws(ExportError) {
        guard let file else { return }
        guard isAnimation else { return }
        try ExportError.mapping { () throws(FileError) in
            try file.write(WebPAnimation.riffSize(byteCount: file.byteCount), at: WebPAnimation.riffSizeOffset)
        }
    }

    package func commit() throws(ExportError) {
        guard let file else { return }
        try ExportError.mapping { () throws(FileError) in try file.commit() }
        finishedByteCount = file.byteCount
        self.file = nil
    }

    package func abandon() { file = nil }
}

/// Makes one frame of an animated WebP file, or the whole file where there is one frame only.
package struct WebPAnimationEncoder: FrameEncoder {
    package static let comparesFrames = true

    private let plan: ExportPlan
    private let encoder: WebPEncoder
    /// For a frame that is equal to the one before it.
    private let unchanged = WebPEncoder(options: WebPOptions())

    init(_ plan: ExportPlan, options: WebPOptions) {
        self.plan = plan
        encoder = WebPEncoder(options: options)
    }

    package func encode(_ picture: FramePicture) throws(ExportError) -> [UInt8] {
        let isAnimation = plan.frames.count > 1
        let patch = FramePatch(
            picture, width: plan.widthPixels, height: plan.heightPixels, isWhole: !isAnimation, startsEven: true)
        let encoder = patch.isUnchanged ? unchanged : encoder
        let file = try patch.webP(encoder, frame: picture.frame)
        guard isAnimation else { return file }
        let begin = plan.ticks(at: picture.position, ticksPerSecond: 1000)
        let end = plan.ticks(at: picture.position + 1, ticksPerSecond: 1000)
        return WebPAnimation.frame(patch.area, isLaidOver: patch.isLaidOver, milliseconds: end - begin, file: file)
    }
}
