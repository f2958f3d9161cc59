/// A selection of frames such as `0,8,20-40,60-90:5`, in the written order. Ranges include both ends.
package struct FrameSelection: Hashable, Sendable {
    private struct Run: Hashable {
        let first: Int
        let last: Int
        let step: Int
    }

    private let runs: [Run]

    package init(frame: Int) { runs = [Run(first: frame, last: frame, step: 1)] }

    /// Returns nil if the text is not a valid selection.
    package init?(_ text: String) {
        var runs: [Run] = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            guard let run = FrameSelection.run(part) else { return nil }
            runs.append(run)
        }
        self.runs = runs
    }

    /// Whether the selection has more frames than the maximum. Allocates no memory, unlike ``indices(frames:)``.
    package func isLonger(than maximum: Int) -> Bool {
        var left = maximum
        for run in runs {
            // 1 plus the number of steps, in an order that does not overflow.
            let steps = (run.last - run.first) / run.step
            guard steps < left else { return true }
            left -= steps + 1
        }
        return false
    }

    /// The frame indices, or the first index that the movie does not have.
    package func indices(frames: Int) -> Result<[Int], FrameOutOfRange> {
        for run in runs {
            // With a step, the last index may be below the end of the range: 0-9:4 is 0, 4, 8.
            let reached = run.first + (run.last - run.first) / run.step * run.step
            if run.first >= frames { return .failure(FrameOutOfRange(frame: run.first)) }
            if reached >= frames { return .failure(FrameOutOfRange(frame: reached)) }
        }
        return .success(runs.flatMap { Array(stride(from: $0.first, through: $0.last, by: $0.step)) })
    }

    package struct FrameOutOfRange: Error, Hashable {
        package let frame: Int
    }

    private static func run(_ text: Substring) -> Run? {
        let stepped = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let ends = stepped[0].split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
        guard let first = number(ends[0]), let last = ends.count == 1 ? first : number(ends[1]), first <= last else { return nil }
        guard let step = stepped.count == 1 ? 1 : number(stepped[1]), step > 0 else { return nil }
        return stepped.count == 2 && ends.count == 1 ? nil : Run(first: first, last: last, step: step)
    }

    /// Accepts digits only: no sign, no space.
    private static func number(_ text: Substring) -> Int? {
        text.allSatisfy { $0.isASCII && $0.isNumber } ? Int(text) : nil
    }
}
