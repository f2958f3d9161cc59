import SVGAFormat
import SVGALottie
import SVGAModel
import SVGAPixels
import SVGARender
import SVGASupport

/// Compares a movie with its source Lottie.
struct LottieComparison: Sendable {
    let source: LottieInput
    let options: LottieImportOptions
    /// The work budget of importing and comparing.
    let work: ImportWork

    /// - Parameter maximumCount: the maximum number of frames to draw, evenly spaced; fewer if the work limit requires it.
    /// - Returns: the lowest SSIM; nil if the source cannot be drawn, or one frame exceeds the limit.
    func lowest(_ document: SVGADocument, frames maximumCount: Int) async throws(ImportError) -> Double? {
        work.beginComparison()
        let movie: VideoEntity
        do throws(SVGAError) {
            movie = try document.videoEntity(options: ReadOptions(limits: options.limits))
        } catch {
            throw .limit("the movie cannot be drawn: \(error.message)")
        }
        guard work.spend(ImportWork.Cost.decodedPixel, times: movie.decodedPixels) else { return nil }
        let scene: SVGAScene
        do throws(SVGAError) {
            scene = try SVGAScene(movie, options: RenderOptions(limits: options.limits))
        } catch {
            throw .limit("the movie cannot be drawn: \(error.message)")
        }
        let timing = try LottieTiming(source, asked: options.framesPerSecond, limits: options.limits)
        let (width, height) = (scene.widthPixels, scene.heightPixels)
        let fit = SVGATransform.scale(x: Double(width) / source.width, y: Double(height) / source.height)
        let count = min(maximumCount, timing.frames)
        let frames = (0..<count).map { count > 1 ? $0 * (timing.frames - 1) / (count - 1) : 0 }
        let (source, work) = (source, work)
        return try await ComparedFrames.lowest(frames, work, threads: options.threads) { (frame) throws(ImportError) -> Double? in
            let frameState = source.frameState(timing.frameStates[frame])
            guard work.spend(frameState.work), let expected = source.draw(frameState, fit, width, height) else { return nil }
            do throws(SVGAError) {
                let painter = try scene.makePainter()
                defer { work.spend(painter.workSpent) }
                let drawn = try painter.pixmap(frame: frame, width: width, height: height)
                guard work.spend(ImportWork.Cost.comparedPixel, times: width * height) else { return nil }
                return StructuralSimilarity.compare(expected, drawn)
            } catch {
                throw .limit("frame \(frame) cannot be drawn: \(error.message)")
            }
        }
    }
}

/// Compares frames of a movie with its source until all are compared or the work limit is reached.
enum ComparedFrames {
    /// The number of frames between checks of the work limit.
    private static let batch = 4

    /// - Parameters:
    ///   - frames: the first frame is compared first, then frames far from each other.
    ///   - compare: returns the SSIM of a frame; nil if it cannot be computed.
    /// - Returns: the lowest SSIM; nil if one of the first frames cannot be compared.
    static func lowest(
        _ frames: [Int], _ work: ImportWork, threads: Int, _ compare: @escaping @Sendable (Int) throws(ImportError) -> Double?
    ) async throws(ImportError) -> Double? {
        // Interleaved, so that an early stop still samples the whole range.
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
            let measured = found.compactMap { $0 }
            guard measured.count == next.count, let minimum = measured.min() else { return nil }
            lowest = min(lowest ?? minimum, minimum)
            done += next.count
            // The cost of another batch, with half as much again for more expensive frames.
            let cost = (work.units - before) / next.count * batch
            if work.left < cost + cost / 2 { break }
        }
        return lowest
    }
}
