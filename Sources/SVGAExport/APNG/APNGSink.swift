package import SVGAImage
package import SVGAModel
import SVGAPixels
package import SVGASupport

/// Writes frames as one animated PNG file with full alpha, exact pixels and exact times. Programs without APNG support show the first frame.
///
/// The file stores only what changed since the previous frame. A frame equal to the previous one extends its duration.
/// All frames are drawn once before the first is encoded, to collect the colors of the whole file.
package final class APNGSink: FrameSink {
    package static let repetition = Repetition.stored(maximum: Int(Int32.max))

    private let encoder: PNGEncoder
    private var file: SinkFile

    /// - Parameter encoder: the compression level.
    package init(to destination: OutputDestination, encoder: PNGEncoder = PNGEncoder()) {
        file = SinkFile(destination)
        self.encoder = encoder
    }

    package var byteCount: Int { file.byteCount }

    /// - Throws: ``SVGAError/Kind/invalidRequest`` if a frame lasts longer than 65,535 seconds; errors of drawing and of creating the file.
    package func begin(_ plan: ExportPlan, preview: FramePreview) throws(SVGAError) -> APNGFrameEncoder {
        guard let delay = APNGDelay(plan.frameRate) else { throw .timing(reason: "in APNG a frame lasts at most \(UInt16.max) seconds") }
        try file.open()
        let survey = try APNGSurvey(plan, preview, maximumRunLength: delay.maximumRunLength)
        let (width, height) = (plan.widthPixels, plan.heightPixels)
        try file.append(APNG.header(width: width, height: height, layout: survey.layout, frames: survey.stored, loops: plan.loops))
        return APNGFrameEncoder(encoder: encoder, width: width, height: height, delay: delay, survey: survey)
    }

    package func write(_ packet: [UInt8], at position: Int) throws(SVGAError) { try file.append(packet) }

    package func finish() throws(SVGAError) {
        try file.append(APNG.end)
    }

    package func commit() throws(SVGAError) { try file.commit() }
    package func abandon() { file.abandon() }
}

/// The facts about all frames that are needed before the first is written.
struct APNGSurvey {
    /// The layout of the whole file.
    let layout: PNGLayout
    /// By position: the frame's number in the file, and how many positions it lasts; nil if the position extends the previous frame.
    let frames: [(number: Int, run: Int)?]
    /// The number of frames in the file.
    let stored: Int

    /// - Parameter maximumRunLength: the maximum number of positions for one frame.
    init(_ plan: ExportPlan, _ preview: FramePreview, maximumRunLength: Int) throws(SVGAError) {
        var colors = PNGColorSurvey()
        var begin = 0
        let (width, height) = (plan.widthPixels, plan.heightPixels)
        var frames: [(number: Int, run: Int)?] = []
        var stored = 0
        try preview.forEachFrame { picture in
            let area = picture.changedArea(width: width, height: height)
            let position = picture.position
            if position > 0, area.isEmpty, position - begin < maximumRunLength {
                frames.append(nil)
                frames[begin]?.run += 1
                return
            }
            frames.append((stored, 1))
            begin = position
            stored += 1
            // The whole first frame is stored, even if it is transparent.
            colors.add(picture.pixels, width: width, area: position == 0 ? PixelRect(x: 0, y: 0, width: width, height: height) : area)
        }
        self.frames = frames
        self.stored = stored
        layout = PNGLayout.animation(colors)
    }
}

/// Makes the chunks of one frame of an APNG file.
package struct APNGFrameEncoder: FrameEncoder {
    package static let comparesFrames = true

    let encoder: PNGEncoder
    let width: Int
    let height: Int
    let delay: APNGDelay
    let survey: APNGSurvey

    package func encode(_ picture: FramePicture) throws(SVGAError) -> [UInt8] {
        let position = picture.position
        guard let (number, run) = survey.frames[position] else { return [] }
        // The first frame contains the whole picture, for programs without APNG support.
        let patches = patches(picture, isWhole: position == 0)
        let area = patches[0].area
        let stream = try encoding(frame: picture.frame) { () throws(SVGAError) in
            try encoder.stream(patches.map(\.pixels), width: area.width, height: area.height, layout: survey.layout)
        }
        return APNG.frame(
            APNG.Control(
                position: number, area: area, delay: delay.fraction(at: position, run: run), isLaidOver: patches[stream.variant].isLaidOver),
            stream: stream.bytes)
    }

    /// The possible patches for the change; the encoder keeps the smallest.
    private func patches(_ picture: FramePicture, isWhole: Bool) -> [FramePatch] {
        let replacing = FramePatch(picture, width: width, height: height, isWhole: isWhole, leavesOut: false)
        // Repeats the first pixel, because not every layout has a transparent one.
        if replacing.isUnchanged { return [FramePatch(area: replacing.area, pixels: [UInt8](picture.pixels.prefix(4)), isLaidOver: false)] }
        guard !isWhole, survey.layout.holdsClear else { return [replacing] }
        let leaving = FramePatch(picture, width: width, height: height)
        return leaving.isLaidOver ? [leaving, replacing] : [replacing]
    }
}

/// The duration of frames in an APNG file: a fraction of a second with two 16-bit numbers.
struct APNGDelay: Hashable, Sendable {
    private let rate: FrameRate
    /// The unit of durations that have no exact fraction.
    private let ticksPerSecond: Int
    private let isExact: Bool

    /// - Returns: nil if a frame lasts longer than the format allows.
    init?(_ rate: FrameRate) {
        self.rate = rate
        isExact = rate.numerator <= Int(UInt16.max) && rate.denominator <= Int(UInt16.max)
        // Rounding may add 1 to the numerator, so the maximum is 1 less.
        ticksPerSecond = min(Int(UInt16.max), (Int(UInt16.max) - 1) * rate.numerator / rate.denominator)
        guard isExact || ticksPerSecond > 0 else { return nil }
    }

    /// The maximum number of equal frames that one frame can replace.
    var maximumRunLength: Int {
        let longest = Int(UInt16.max) - 1
        return isExact ? Int(UInt16.max) / rate.denominator : max(1, longest * rate.numerator / (ticksPerSecond * rate.denominator))
    }

    /// The duration in seconds: exact if the frame rate fits, else the nearest fraction, with the rounding error carried forward.
    /// - Parameter run: the number of frames, at most ``maximumRunLength``.
    func fraction(at position: Int, run: Int = 1) -> (numerator: Int, denominator: Int) {
        if isExact { return (run * rate.denominator, rate.numerator) }
        let begin = rate.ticks(at: position, ticksPerSecond: ticksPerSecond)
        return (rate.ticks(at: position + run, ticksPerSecond: ticksPerSecond) - begin, ticksPerSecond)
    }
}
