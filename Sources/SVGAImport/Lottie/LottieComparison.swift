import SVGAFormat
import SVGAModel
import SVGAPixels
import SVGARender
import SVGASupport

/// Compares a movie with the Lottie that it was made of.
struct LottieComparison: Sendable {
    let source: LottieInput
    let options: LottieImportOptions

    /// - Parameter most: how many frames are drawn, evenly spaced.
    /// - Returns: the lowest SSIM; nil where the source cannot be drawn.
    func lowest(_ document: SVGADocument, frames most: Int) async throws(ImportError) -> Double? {
        let scene: Scene
        do {
            let movie = try document.videoEntity(options: ReadOptions(limits: options.limits))
            scene = try Scene(movie, options: RenderOptions(limits: options.limits))
        } catch {
            throw .limit("the movie cannot be drawn: \(error)")
        }
        let timing = try LottieTiming(source, asked: options.framesPerSecond, limits: options.limits)
        let (width, height) = (scene.widthPixels, scene.heightPixels)
        let fit = Transform.scale(x: Double(width) / source.width, y: Double(height) / source.height)
        let count = min(most, timing.frames)
        let frames = (0..<count).map { count > 1 ? $0 * (timing.frames - 1) / (count - 1) : 0 }
        let source = source
        let found = try await Parallel.map(count, threads: options.threads, cancelled: ImportError.cancelled) {
            (index) throws(ImportError) -> Double? in
            let moment = source.moment(timing.moments[frames[index]])
            guard let expected = source.draw(moment, fit, width, height) else { return nil }
            do throws(RenderError) {
                return StructuralSimilarity.compare(expected, try scene.pixmap(frame: frames[index]))
            } catch {
                throw .limit("frame \(frames[index]) cannot be drawn: \(error.description)")
            }
        }
        let known = found.compactMap { $0 }
        return known.count == count ? known.min() : nil
    }
}
