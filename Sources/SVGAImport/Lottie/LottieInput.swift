package import SVGALottie
package import SVGAModel
package import SVGAPixels
import SVGASupport

/// A Lottie file as importing needs it.
package struct LottieInput: Sendable {
    /// Of the composition, in points.
    package var width: Double
    package var height: Double
    package var framesPerSecond: Double
    /// The first moment that is shown, in frames.
    package var start: Double
    /// How many frames are shown, at least 1.
    package var frames: Int
    /// What is seen at a moment, in frames.
    package var frameState: @Sendable (Double) -> LottieFrameState
    /// The bytes of a picture, by the id of its asset; nil where the file does not hold it.
    package var picture: @Sendable (String) -> [UInt8]? = { _ in nil }
    /// Draws a moment through a transform into a picture of this width and height in pixels; nil where it cannot be drawn.
    package var draw: @Sendable (LottieFrameState, SVGATransform, Int, Int) -> Pixmap? = { _, _, _, _ in nil }
    /// What the file holds and ``moment`` does not show. Read after all moments were asked for.
    package var notes: @Sendable () -> [Imported.Note] = { [] }
    /// What the import may cost, which ``draw`` shares; nil: what the limits of the options allow.
    package var work: ImportWork?
}

/// What a caller may choose about importing a Lottie.
package struct LottieImportOptions: Sendable {
    /// Frames a second; nil: the file's own, or the nearest that a movie can have.
    package var framesPerSecond: Int?
    /// The canvas in points; nil: the file's. A 0 keeps the aspect.
    package var size: (width: Int, height: Int)?
    /// Keys by the names of layers.
    package var keys: [(layer: String, key: String)] = []
    package var limits = ReadLimits.default
    /// 0: as many as there are processors.
    package var threads = 0

    package init() {}
}

/// Which moments of a Lottie become frames.
struct LottieTiming: Hashable {
    let framesPerSecond: Int
    let frames: Int
    let frameStates: [Double]
    /// What the movie does otherwise than the file.
    let note: String?

    /// Rates that differ by less play alike, such as 29.97 and 30.
    private static let slack = 0.002
    /// The fastest that players' clocks reach.
    private static let fastest = 60

    init(_ source: LottieInput, asked: Int?, limits: ReadLimits) throws(ImportError) {
        let rate = source.framesPerSecond
        guard rate.isFinite, rate > 0, source.frames > 0 else {
            throw .broken(kind: "Lottie", location: "fr", reason: "\(rate) frames a second cannot be played")
        }
        let nearest = Int(saturating: min(max(rate.rounded(), 1), Double(LottieTiming.fastest)))
        framesPerSecond = asked ?? nearest
        let step: Double
        if abs(Double(framesPerSecond) / rate - 1) <= LottieTiming.slack {
            step = 1
            frames = source.frames
        } else {
            step = rate / Double(framesPerSecond)
            let count = (Double(source.frames) / step).rounded()
            guard count <= Double(limits.frames) else {
                throw .limit(LimitExceeded(\.frames, of: limits, found: Int(clamping: Int64(saturating: min(count, 1e15)))).description)
            }
            frames = max(1, Int(saturating: count))
        }
        guard frames <= limits.frames else { throw .limit(LimitExceeded(\.frames, of: limits, found: frames).description) }
        let last = Double(source.frames) - 1e-3
        frameStates = (0..<frames).map { source.start + min(Double($0) * step, last) }
        if Double(framesPerSecond) == rate {
            note = nil
        } else if step == 1 {
            note = "plays at \(framesPerSecond) frames a second instead of \(rate.brief)"
        } else {
            note = "\(rate.brief) frames a second are sampled at \(framesPerSecond)"
        }
    }
}
