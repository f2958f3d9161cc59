/// The frames a command line asks for: `0,8,20-40,60-90:5`, ranges inclusive, in the order they are written.
struct FrameSelection: ExpressibleByArgument, Hashable {
    private struct Run: Hashable {
        let first: Int
        let last: Int
        let step: Int
    }

    private let runs: [Run]

    init(frame: Int) { runs = [Run(first: frame, last: frame, step: 1)] }

    init?(argument: String) {
        var runs: [Run] = []
        for part in argument.split(separator: ",", omittingEmptySubsequences: false) {
            guard let run = FrameSelection.run(part) else { return nil }
            runs.append(run)
        }
        self.runs = runs
    }

    static var expectation: String { "a list of frames such as 0,8,20-40,60-90:5" }

    /// The indices, or the first one that the movie does not have.
    func indices(frames: Int) -> Result<[Int], FrameOutOfRange> {
        for run in runs {
            // The last index a run reaches may be below its end: 0-9:4 is 0, 4, 8.
            let reached = run.first + (run.last - run.first) / run.step * run.step
            if run.first >= frames { return .failure(FrameOutOfRange(frame: run.first)) }
            if reached >= frames { return .failure(FrameOutOfRange(frame: reached)) }
        }
        return .success(runs.flatMap { Array(stride(from: $0.first, through: $0.last, by: $0.step)) })
    }

    struct FrameOutOfRange: Error, Hashable {
        let frame: Int
    }

    private static func run(_ text: Substring) -> Run? {
        let stepped = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let ends = stepped[0].split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
        guard let first = number(ends[0]), let last = ends.count == 1 ? first : number(ends[1]), first <= last else { return nil }
        guard let step = stepped.count == 1 ? 1 : number(stepped[1]), step > 0 else { return nil }
        return stepped.count == 2 && ends.count == 1 ? nil : Run(first: first, last: last, step: step)
    }

    /// Digits only: no sign, no space.
    private static func number(_ text: Substring) -> Int? {
        text.allSatisfy { $0.isASCII && $0.isNumber } ? Int(text) : nil
    }
}
