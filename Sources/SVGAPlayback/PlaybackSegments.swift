/// The order of frames in a run. A run is a number of loops; the frame at a step of a loop is computed in constant time.
///
/// A step is the duration of one frame at speed 1. A loop has one segment, or two: forward and back.
struct PlaybackSegments: Sendable {
    /// Consecutive frames in one direction, each shown for one step.
    private struct Segment: Sendable {
        var frames: Range<Int>
        var isBackwards: Bool

        func frame(at step: Int) -> Int { isBackwards ? frames.upperBound - 1 - step : frames.lowerBound + step }

        func step(of frame: Int) -> Int { isBackwards ? frames.upperBound - 1 - frame : frame - frames.lowerBound }
    }

    /// The state at a step of a loop.
    struct StepState: Sendable {
        var frame: Int
        /// The index of the segment in its loop.
        var segment: Int
        var isBackwards: Bool
    }

    /// The segments of the first loop and of later loops. They differ only if there is an intro. No segment is empty.
    private let first: [Segment]
    private let later: [Segment]
    /// All frames of the run.
    let range: Range<Int>

    /// - Parameters:
    ///   - range: not empty.
    ///   - loopStart: the first frame of all loops but the first. Ignored outside the range and for runs that start backward.
    init(range: Range<Int>, isReverse: Bool, autoreverses: Bool, loopStart: Int?) {
        let intro = loopStart.flatMap { range.contains($0) && !isReverse ? $0 : nil }
        let body = (intro ?? range.lowerBound)..<range.upperBound
        let forward = Segment(frames: range, isBackwards: isReverse)
        first = autoreverses ? [forward, Segment(frames: body, isBackwards: !isReverse)] : [forward]
        later =
            autoreverses
            ? [Segment(frames: body, isBackwards: isReverse), Segment(frames: body, isBackwards: !isReverse)]
            : [Segment(frames: body, isBackwards: isReverse)]
        self.range = range
    }

    /// The number of steps in a loop, at least 1. Loops are counted from 0.
    func length(ofLoop loop: Int) -> Int { PlaybackSegments.length(loop == 0 ? first : later) }

    /// The state at a step of a loop.
    func state(at step: Int, ofLoop loop: Int) -> StepState {
        // There are at most two segments, and the step is in one of them.
        let segments = loop == 0 ? first : later
        let index = segments.count > 1 && step >= segments[0].frames.count ? 1 : 0
        let frame = segments[index].frame(at: index == 0 ? step : step - segments[0].frames.count)
        return StepState(frame: frame, segment: index, isBackwards: segments[index].isBackwards)
    }

    /// The step that shows `frame`: in the same segment as `step` if possible, else in the same loop, else in the first loop (the intro).
    func step(of frame: Int, near step: Int, ofLoop loop: Int) -> (step: Int, loop: Int)? {
        let segments = loop == 0 ? first : later
        for index in [state(at: step, ofLoop: loop).segment] + segments.indices where segments[index].frames.contains(frame) {
            return (PlaybackSegments.length(segments[..<index]) + segments[index].step(of: frame), loop)
        }
        return first.firstIndex { $0.frames.contains(frame) }.map {
            (PlaybackSegments.length(first[..<$0]) + first[$0].step(of: frame), 0)
        }
    }

    private static func length(_ segments: some Sequence<Segment>) -> Int { segments.reduce(0) { $0 + $1.frames.count } }
}
