package import SVGACheck
package import SVGAModel
import SVGARender
package import SVGASupport

/// Draws two movies frame by frame and describes the first difference.
package struct Verification {
    package let limits: ReadLimits
    package let threads: Int

    /// - Returns: nil if all frames are identical.
    package func difference(_ before: VideoEntity, _ after: VideoEntity) async throws(ComparisonError) -> Message? {
        guard before.frameCount == after.frameCount, before.fps == after.fps else {
            return "it would have \(after.frameCount) frames at \(after.fps) fps instead of \(before.frameCount) at \(before.fps)"
        }
        let (first, second) = (try scene(before, isSecond: false), try scene(after, isSecond: true))
        guard first.widthPixels == second.widthPixels, first.heightPixels == second.heightPixels else {
            return "the size of the canvas would change"
        }
        let differences = try await FrameComparison(first, second).differences(threads: threads, until: { !$0.isIdentical })
        return differences.first { !$0.isIdentical }.map { "frame \($0.frame) would look different" as Message }
    }

    private func scene(_ movie: VideoEntity, isSecond: Bool) throws(ComparisonError) -> SVGAScene {
        do throws(SVGAError) {
            return try SVGAScene(movie, options: RenderOptions(limits: limits))
        } catch {
            throw .render(error, isSecond: isSecond)
        }
    }
}
