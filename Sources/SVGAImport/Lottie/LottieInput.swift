package import SVGALottie
package import SVGAModel
package import SVGAPixels
import SVGASupport

/// The input of the Lottie importer.
package struct LottieInput: Sendable {
    /// The width of the composition, in points.
    package var width: Double
    package var height: Double
    package var framesPerSecond: Double
    /// The first visible time, in frames.
    package var start: Double
    /// The frame count, at least 1.
    package var frames: Int
    /// The frame state at a time, in frames.
    package var frameState: @Sendable (Double) -> LottieFrameState
    /// The bytes of an image asset, by its id; nil if the file does not contain it.
    package var picture: @Sendable (String) -> [UInt8]? = { _ in nil }
    /// Draws a frame state through a transform into a picture of this size in pixels; nil if it cannot be drawn.
    package var draw: @Sendable (LottieFrameState, SVGATransform, Int, Int) -> Pixmap? = { _, _, _, _ in nil }
    /// Notes on content that the frame states omit. Read after all frame states were evaluated.
    package var notes: @Sendable () -> [Imported.Note] = { [] }
    /// The work budget of the import, which ``draw`` shares; nil: that of the options' limits.
    package var work: ImportWork?
}

/// Options for importing a Lottie.
package struct LottieImportOptions: Sendable {
    /// The frame rate; nil: the file's, or the nearest that a movie supports.
    package var framesPerSecond: Int?
    /// The canvas size in points; nil: the file's. 0 keeps the aspect ratio.
    package var size: (width: Int, height: Int)?
    /// Keys by layer names.
    package var keys: [(layer: String, key: String)] = []
    package var limits = ReadLimits.default
    /// 0: the number of available processors.
    package var threads = 0

    package init() {}
}

/// The times of a Lottie that become frames.
struct LottieTiming: Hashable {
    let framesPerSecond: Int
    let frames: Int
    let frameStates: [Double]
    /// The difference of the movie's timing from the file's.
    let note: Message?

    /// Frame rates with a smaller difference look equal, such as 29.97 and 30.
    private static let slack = 0.002
    /// The maximum frame rate of players' clocks.
    private static let maximumRate = 60

    init(_ source: LottieInput, asked: Int?, limits: ReadLimits) throws(ImportError) {
        let rate = source.framesPerSecond
        guard rate.isFinite, rate > 0, source.frames > 0 else {
            throw .broken(kind: "Lottie", location: "fr", reason: "a frame rate of \(rate) fps is not supported")
        }
        let nearest = Int(saturating: min(max(rate.rounded(), 1), Double(LottieTiming.maximumRate)))
        framesPerSecond = asked ?? nearest
        let step: Double
        if abs(Double(framesPerSecond) / rate - 1) <= LottieTiming.slack {
            step = 1
            frames = source.frames
        } else {
            step = rate / Double(framesPerSecond)
            let count = (Double(source.frames) / step).rounded()
            guard count <= Double(limits.frames) else {
                throw .limit(LimitExceeded(\.frames, of: limits, found: Int(clamping: Int64(saturating: min(count, 1e15)))).message)
            }
            frames = max(1, Int(saturating: count))
        }
        guard frames <= limits.frames else { throw .limit(LimitExceeded(\.frames, of: limits, found: frames).message) }
        let last = Double(source.frames) - 1e-3
        frameStates = (0..<frames).map { source.start + min(Double($0) * step, last) }
        if Double(framesPerSecond) == rate {
            note = nil
        } else if step == 1 {
            note = "it plays at \(framesPerSecond) fps instead of \(rate.brief)"
        } else {
            note = "the frame rate is \(framesPerSecond) fps instead of \(rate.brief)"
        }
    }
}
