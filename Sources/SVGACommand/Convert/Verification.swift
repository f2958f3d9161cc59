import SVGACheck
import SVGAModel
import SVGARender

/// Draws two movies frame by frame and says what is not the same.
struct Verification {
    let limits: ReadLimits
    let threads: Int

    /// - Returns: nil where all frames are the same to the last bit.
    func difference(_ before: VideoEntity, _ after: VideoEntity) async throws(FrameComparisonError) -> String? {
        guard before.frames == after.frames, before.fps == after.fps else {
            return "it would have \(after.frames) frames at \(after.fps) a second, not \(before.frames) at \(before.fps)"
        }
        let (first, second) = (try renderer(before, isSecond: false), try renderer(after, isSecond: true))
        guard first.widthPixels == second.widthPixels, first.heightPixels == second.heightPixels else {
            return "its canvas would have another size"
        }
        let differences = try await FrameComparison(first, second).differences(threads: threads, until: { !$0.isIdentical })
        return differences.first { !$0.isIdentical }.map { "frame \($0.frame) would not look the same" }
    }

    private func renderer(_ movie: VideoEntity, isSecond: Bool) throws(FrameComparisonError) -> MovieRenderer {
        var options = RenderOptions()
        options.limits = limits
        do {
            return try MovieRenderer(movie, options: options)
        } catch {
            throw .render(isSecond: isSecond, error)
        }
    }
}
