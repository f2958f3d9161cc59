package import SVGAImage
import SVGAModel
import SVGAPixels
package import SVGASupport

/// Frames as one animated PNG file: full alpha, exact pixels, exact times. Programs that do not know APNG show the first frame.
///
/// Only what changed since the frame before is stored; a frame that is as the one before it makes that one last longer. All frames are drawn
/// once before the first is encoded, to find the colours that the whole file needs.
package final class APNGSink: FrameSink {
    package static let repetition = Repetition.stored(maximum: Int(Int32.max))

    private let encoder: PNGEncoder
    private var file: SinkFile

    /// - Parameter encoder: how hard to compress.
    package init(to place: OutputPlace, encoder: PNGEncoder = PNGEncoder()) {
        file = SinkFile(place)
        self.encoder = encoder
    }

    package var byteCount: Int { file.byteCount }

    /// - Throws: ``ExportError/timing(reason:)`` for frames that last longer than 65535 seconds, and what drawing and making the file throws.
    package func begin(_ plan: ExportPlan, preview: FramePreview) throws(ExportError) -> APNGFrameEncoder {
        guard let delay = APNGDelay(plan.frameRate) else { throw .timing(reason: "in APNG a frame lasts at most \(UInt16.max) seconds") }
        try file.open()
        let survey = try APNGSurvey(plan, preview, maximumRunLength: delay.maximumRunLength)
        let (width, height) = (plan.widthPixels, plan.heightPixels)
        try file.append(APNG.header(width: width, height: height, layout: survey.layout, frames: survey.stored, loops: plan.loops))
        return APNGFrameEncoder(encoder: encoder, width: width, height: height, delay: delay, survey: survey)
    }

    package func write(_ packet: [UInt8], at position: Int) throws(ExportError) { try file.append(packet) }

    package func finish() throws(ExportError) {
        try file.append(APNG.end)
    }

    package func commit() throws(ExportError) { try file.commit() }
    package func abandon() { file.abandon() }
}

/// What must be known of all frames before the first is written.
struct APNGSurvey {
    /// Of the whole file.
    let layout: PNGLayout
    /// By position: which frame of the file it is, and how many positions that one lasts; nil: it is part of the one before.
    let frames: [(number: Int, run: Int)?]
    /// The number of frames in the file.
    let stored: Int

    /// - Parameter maximumRunLength: how many positions a frame may last.
    init(_ plan: ExportPlan, _ preview: FramePreview, maximumRunLength: Int) throws(ExportError) {
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
            // All of the first frame is stored, whatever is in it.
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

    package func encode(_ picture: FramePicture) throws(ExportError) -> [UInt8] {
        let position = picture.position
        guard let (number, run) = survey.frames[position] else { return [] }
        // The first frame holds the whole picture, for programs that do not know APNG.
        let patches = patches(picture, isWhole: position == 0)
        let area = patches[0].area
        let stream = try encoding(frame: picture.frame) { () throws(ImageError) in
            try encoder.stream(patches.map(\.pixels), width: area.width, height: area.height, layout: survey.layout)
        }
        return APNG.frame(
            APNG.Control(
                position: number, area: area, delay: delay.fraction(at: position, run: run), isLaidOver: patches[stream.variant].isLaidOver),
            stream: stream.bytes)
    }

    /// Ways to store what changed, of which one is the smallest.
    private func patches(_ picture: FramePicture, isWhole: Bool) -> [FramePatch] {
        let replacing = FramePatch(picture, width: width, height: height, isWhole: isWhole, leavesOut: false)
        // Any pixel again, because not every layout has a transparent one.
        if replacing.isUnchanged { return [FramePatch(area: replacing.area, pixels: [UInt8](picture.pixels.prefix(4)), isLaidOver: false)] }
        guard !isWhole, survey.layout.holdsClear else { return [replacing] }
        let leaving = FramePatch(picture, width: width, height: height)
        return leaving.isLaidOver ? [leaving, replacing] : [replacing]
    }
}

/// How long frames of an APNG file are shown: a fraction of a second of two 16-bit numbers.
struct APNGDelay: Hashable, Sendable {
    private let rate: FrameRate
    /// The unit of delays, where they are not exact.
    private let ticksPerSecond: Int
    private let isExact: Bool

    /// - Returns: nil if a frame lasts longer than the format can say.
    init?(_ rate: FrameRate) {
        self.rate = rate
        isExact = rate.numerator <= Int(UInt16.max) && rate.denominator <= Int(UInt16.max)
        // One less than the largest number, because rounding may add one.
        ticksPerSecond = min(Int(UInt16.max), (Int(UInt16.max) - 1) * rate.numerator / rate.denominator)
        guard isExact || ticksPerSecond > 0 else { return nil }
    }

    /// How many frames that look the same can be one, which lasts as long as all of them.
    var maximumRunLength: Int {
        let longest = Int(UInt16.max) - 1
        return isExact ? Int(UInt16.max) / rate.denominator : max(1, longest * rate.numerator / (ticksPerSecond * rate.denominator))
    }

    /// Exact where the frame rate fits, else the nearest, with the rounding carried forward.
    /// - Parameter run: how many frames it is for, at most ``maximumRunLength``.
    func fraction(at position: Int, run: Int = 1) -> (numerator: Int, denominator: Int) {
        if isExact { return (run * rate.denominator, rate.numerator) }
        let begin = rate.ticks(at: position, ticksPerSecond: ticksPerSecond)
        return (rate.ticks(at: position + run, ticksPerSecond: ticksPerSecond) - begin, ticksPerSecond)
    }
}
