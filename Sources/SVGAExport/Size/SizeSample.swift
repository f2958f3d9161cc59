package import SVGAModel
package import SVGAPixels
package import SVGARender

/// An animation that consists of a few runs of consecutive frames of another. ``SizeSearch`` tries settings on it, because that is faster than
/// exporting all frames.
package struct SizeSample<Whole: PlayableAnimation>: PlayableAnimation {
    private let whole: Whole
    /// The frames of ``whole``, in the order of the output.
    private let shown: [Int]
    package let frameRate: FrameRate

    /// - Parameter timeline: the timeline of the output.
    /// - Returns: nil if the output is so short that a sample saves little.
    package init?(_ whole: Whole, _ timeline: ExportTimeline) {
        let (runs, length, count) = (2, 8, timeline.frames.count)
        guard count >= 3 * runs * length else { return nil }
        self.whole = whole
        frameRate = timeline.frameRate
        shown = (0..<runs).flatMap { run -> ArraySlice<Int> in
            let first = (2 * run + 1) * count / (2 * runs) - length / 2
            return timeline.frames[first..<first + length]
        }
    }

    private init(_ whole: Whole, shown: [Int], frameRate: FrameRate) {
        self.whole = whole
        self.shown = shown
        self.frameRate = frameRate
    }

    /// The same frames of the animation at another size.
    package func with(_ resized: Whole) -> SizeSample { SizeSample(resized, shown: shown, frameRate: frameRate) }

    package var frameCount: Int { shown.count }
    package var widthPixels: Int { whole.widthPixels }
    package var heightPixels: Int { whole.heightPixels }
    package var audios: [AudioEntity] { [] }
    package var sounds: [SoundEntity] { [] }

    package func makePainter() throws(SVGAError) -> Painter { Painter(try whole.makePainter(), shown) }

    package final class Painter: AnimationPainter {
        fileprivate let whole: Whole.Painter
        fileprivate let shown: [Int]

        fileprivate init(_ whole: Whole.Painter, _ shown: [Int]) {
            self.whole = whole
            self.shown = shown
        }

        package func paint(frame: Int) throws(SVGAError) { try whole.paint(frame: shown[frame]) }

        package func copyPixels(_ format: PixelFormat, bytesPerRow: Int?, into buffer: UnsafeMutableRawBufferPointer) {
            whole.copyPixels(format, bytesPerRow: bytesPerRow, into: buffer)
        }
    }
}

extension SizeSample: MemoryEstimating where Whole: MemoryEstimating {
    package var limits: ReadLimits { whole.limits }
    package var sharedBytes: Int { whole.sharedBytes }
    package var painterBytes: Int { whole.painterBytes }
}

extension SizeSample.Painter: ChangeTracking where Whole.Painter: ChangeTracking {
    package func changedParts(since other: Int) -> [PixelRect] { whole.changedParts(since: shown[other]) }

    package func copyPixels(_ format: PixelFormat, of parts: [PixelRect], into buffer: UnsafeMutableRawBufferPointer) {
        whole.copyPixels(format, of: parts, into: buffer)
    }
}
