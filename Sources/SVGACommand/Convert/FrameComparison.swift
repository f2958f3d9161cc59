import SVGAModel
import SVGARender

/// Draws two movies frame by frame, on all cores, and looks for the first frame in which any bit differs.
struct FrameComparison: Sendable {
    enum Difference: Hashable, Sendable, CustomStringConvertible {
        case size
        case length(Int, Int)
        case frame(Int)

        var description: String {
            switch self {
            case .size: "the canvas has another size"
            case .length(let before, let after): "it has \(after) frames instead of \(before)"
            case .frame(let index): "frame \(index) differs"
            }
        }
    }

    private let before: VideoEntity
    private let after: VideoEntity
    private let limits: ReadLimits
    private let threads: Int

    init(_ before: VideoEntity, _ after: VideoEntity, limits: ReadLimits, threads: Int) {
        self.before = before
        self.after = after
        self.limits = limits
        self.threads = max(1, threads)
    }

    /// nil where all frames are the same to the last bit. Ends early when the task is cancelled.
    func firstDifference() async throws(RenderError) -> Difference? {
        guard before.frames == after.frames, before.fps == after.fps else { return .length(before.frames, after.frames) }
        var options = RenderOptions()
        options.limits = limits
        let (left, right) = (try MovieRenderer(before, options: options), try MovieRenderer(after, options: options))
        guard left.widthPixels == right.widthPixels, left.heightPixels == right.heightPixels else { return .size }
        let results = await withTaskGroup(of: Result<Int?, RenderError>.self) { group in
            for thread in 0..<min(threads, max(1, before.frames)) {
                group.addTask { Result { () throws(RenderError) in try firstDifference(left, right, from: thread) } }
            }
            return await group.reduce(into: [Result<Int?, RenderError>]()) { $0.append($1) }
        }
        var first: Int?
        for result in results {
            if let frame = try result.get() { first = min(first ?? frame, frame) }
        }
        return first.map { .frame($0) }
    }

    /// Every `threads`th frame.
    private func firstDifference(_ left: MovieRenderer, _ right: MovieRenderer, from start: Int) throws(RenderError) -> Int? {
        let (one, other) = (try left.makePainter(), try right.makePainter())
        for frame in stride(from: start, to: before.frames, by: threads) {
            if Task.isCancelled { return nil }
            try one.paint(frame: frame)
            try other.paint(frame: frame)
            if one.pixmap() != other.pixmap() { return frame }
        }
        return nil
    }
}
