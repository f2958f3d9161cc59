import SVGAFormat
import SVGALottie
import SVGAModel
import SVGAPixels
import SVGARender
import SVGASupport

/// Compares a movie with the Lottie that it was made of.
struct LottieComparison: Sendable {
    let source: LottieInput
    let options: LottieImportOptions
    /// What importing has cost, and comparing does.
    let work: ImportWork

    /// - Parameter most: how many frames are drawn, evenly spaced, or fewer of them where that would be too much work.
    /// - Returns: the lowest SSIM; nil where the source cannot be drawn, or drawing one frame is too much work.
    func lowest(_ document: SVGADocument, frames most: Int) async throws(ImportError) -> Double? {
        work.beginComparison()
        let movie: VideoEntity
        do throws(ReadError) {
            movie = try document.videoEntity(options: ReadOptions(limits: options.limits))
        } catch {
            throw .limit("the movie cannot be drawn: \(error)")
        }
        guard work.spend(ImportWork.Cost.decodedPixel, times: movie.decodedPixels) else { return nil }
        let scene: SVGAScene
        do throws(RenderError) {
            scene = try SVGAScene(movie, options: RenderOptions(limits: options.limits))
        } catch {
            throw .limit("the movie cannot be drawn: \(error)")
        }
        let timing = try LottieTiming(source, asked: options.framesPerSecond, limits: options.limits)
        let (width, height) = (scene.widthPixels, scene.heightPixels)
        let fit = SVGATransform.scale(x: Double(width) / source.width, y: Double(height) / source.height)
        let count = min(most, timing.frames)
        let frames = (0..<count).map { count > 1 ? $0 * (timing.frames - 1) / (count - 1) : 0 }
        let (source, work) = (source, work)
        return try await ComparedFrames.lowest(frames, work, threads: options.threads) { (frame) throws(ImportError) -> Double? in
            let frameState = source.frameState(timing.frameStates[frame])
            guard work.spend(ImportWork.Cost.evaluated, times: frameState.cost), let expected = source.draw(frameState, fit, width, height)
            else {
                return nil
            }
            do throws(RenderError) {
                let painter = try scene.makePainter()
                defer { work.spend(painter.workSpent) }
                let drawn = try painter.pixmap(frame: frame, width: width, height: height)
                guard work.spend(ImportWork.Cost.comparedPixel, times: width * height) else { return nil }
                return StructuralSimilarity.compare(expected, drawn)
            } catch {
                throw .limit("frame \(frame) cannot be drawn: \(error.description)")
            }
        }
    }
}

/// Compares frames of a movie with its source until all are compared or it becomes too much work.
enum ComparedFrames {
    /// Frames that are compared before it is looked whether more may be.
    private static let batch = 4

    /// - Parameters:
    ///   - frames: of which the first is compared first, and then others that lie far from each other.
    ///   - compare: the SSIM of a frame; nil where it cannot be found.
    /// - Returns: the lowest; nil where one of the frames that were begun with cannot be compared.
    static func lowest(
        _ frames: [Int], _ work: ImportWork, threads: Int, _ compare: @escaping @Sendable (Int) throws(ImportError) -> Double?
    ) async throws(ImportError) -> Double? {
        // What is left out lies between what is not.
        let order = (0..<batch).flatMap { first in stride(from: first, to: frames.count, by: batch).map { frames[$0] } }
        var lowest: Double?
        var done = 0
        while done < order.count {
            let next = order[done..<min(order.count, done == 0 ? 1 : done + batch)]
            let before = work.units
            let found = try await Parallel.map(next.count, threads: threads, cancelled: ImportError.cancelled) {
                (index) throws(ImportError) in try compare(next[next.startIndex + index])
            }
            if work.isOver { return lowest }
            let known = found.compactMap { $0 }
            guard known.count == next.count, let least = known.min() else { return nil }
            lowest = min(lowest ?? least, least)
            done += next.count
            // As much again, and half of it for frames that take more.
            let cost = (work.units - before) / next.count * batch
            if work.left < cost + cost / 2 { break }
        }
        return lowest
    }
}
