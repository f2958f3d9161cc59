package import SVGAImage
package import SVGAModel
import SVGAPixels
package import SVGARender
import SVGASupport

/// Measures the similarity of an output to its animation: the mean structural similarity (SSIM) of some frames. They are compared at the
/// animation's full size, at the time at which each frame is shown.
package struct QualityMetric: Sendable {
    /// A frame of the animation.
    private struct Reference {
        /// The position in the frames of the output without reductions.
        let position: Int
        let pixmap: Pixmap
    }

    private let references: [Reference]
    private let timeline: ExportTimeline
    private let threads: Int

    /// The maximum number of references. Each stores a picture of the full size, so there are more small ones than large ones. Up to 4K, the number
    /// is a multiple of 12, so that it has equally many frames of each remainder by the divisors 2, 3 and 4.
    private static func maximumReferences(pixels: Int) -> Int {
        pixels > 8_388_608 ? 4 : 12 * min(8, max(1, 2_000_000 / (12 * max(1, pixels))))
    }

    /// - Parameters:
    ///   - timeline: the timeline of the output without reductions.
    ///   - threads: the maximum number of threads that compare frames; 0: the number of processors.
    package init(_ animation: some PlayableAnimation, timeline: ExportTimeline, threads: Int = 0) throws(SVGAError) {
        (self.timeline, self.threads) = (timeline, threads)
        let count = timeline.frames.count
        let wanted = QualityMetric.maximumReferences(pixels: animation.widthPixels * animation.heightPixels)
        let positions = count <= wanted ? Array(0..<count) : QualityMetric.positions(wanted, of: count)
        let frames = try QualityMetric.pixmaps(animation, positions.map { timeline.frames[$0] })
        references = zip(positions, frames).map { Reference(position: $0, pixmap: $1) }
    }

    /// Positions that are spread evenly over the output, with equally many of each remainder by 12.
    private static func positions(_ wanted: Int, of count: Int) -> [Int] {
        let positions = (0..<wanted).map { index -> Int in
            let even = (2 * index + 1) * count / (2 * wanted)
            return min(count - 1, even - even % 12 + index % 12)
        }
        return Set(positions).sorted()
    }

    /// Measures the losses by smaller sizes and lower frame rates.
    /// - Parameters:
    ///   - full: the animation.
    ///   - measured: the scales to measure; the loss of others counts as 0.
    ///   - resized: returns the animation at a scale.
    package func losses<Animation: PlayableAnimation>(
        of full: Animation, scales measured: [Double] = SizeSearch.scales, resized: (Double) throws(SVGAError) -> Animation
    ) throws(SVGAError) -> SizeLosses {
        let frames = references.map { timeline.frames[$0.position] }
        var scales: [Double] = []
        for scale in SizeSearch.scales {
            let isMeasured = scale != 1 && measured.contains(scale)
            scales.append(isMeasured ? loss(try QualityMetric.pixmaps(try resized(scale), frames)) : 0)
        }
        var divisors: [Double] = []
        for divisor in SizeSearch.divisors {
            // With a divisor, the first frame of each group is shown during the entire group.
            let earlier = references.map { timeline.frames[$0.position / divisor * divisor] }
            divisors.append(divisor == 1 ? 0 : loss(try QualityMetric.pixmaps(full, earlier)))
        }
        return SizeLosses(scales: scales, divisors: divisors)
    }

    /// The similarity of a decoded output, from 0 to 1. A few frames are compared in parallel.
    package func similarity(of reader: any AnimationReader) throws(SVGAError) -> Double {
        var (next, end) = (0, 0.0)
        var found: [Double] = []
        var last: Pixmap?
        var waiting: [(pixmap: Pixmap, reference: Int)] = []
        func compareWaiting() {
            let pairs = waiting
            found += Parallel.map(pairs.count, threads: threads) { compare(pairs[$0].pixmap, references[pairs[$0].reference]) }
            waiting.removeAll()
        }
        while next < references.count, let picture = try reader.next() {
            if Task.isCancelled { throw .cancelled }
            end += picture.seconds
            last = picture.pixmap
            while next < references.count, time(references[next]) < end {
                waiting.append((picture.pixmap, next))
                if waiting.count >= Parallel.workers(threads, count: references.count) { compareWaiting() }
                next += 1
            }
        }
        // After the end, the last picture stays visible.
        if let last { waiting += (next..<references.count).map { (last, $0) } }
        compareWaiting()
        // In the order of the frames: the sum must not depend on the number of threads.
        return found.reduce(0, +) / Double(references.count)
    }

    /// The middle of the frame's time span, in seconds.
    private func time(_ reference: Reference) -> Double { (Double(reference.position) + 0.5) / timeline.frameRate.framesPerSecond }

    private func compare(_ pixmap: Pixmap, _ reference: Reference) -> Double {
        let (width, height) = (reference.pixmap.width, reference.pixmap.height)
        return StructuralSimilarity.compare(BilinearEnlargement.enlarge(pixmap, toWidth: width, height: height), reference.pixmap)
    }

    private func loss(_ pixmaps: [Pixmap]) -> Double {
        let found = Parallel.map(references.count, threads: threads) { compare(pixmaps[$0], references[$0]) }
        return 1 - found.reduce(0, +) / Double(references.count)
    }

    private static func pixmaps(_ animation: some PlayableAnimation, _ frames: [Int]) throws(SVGAError) -> [Pixmap] {
        let painter = try animation.makePainter()
        var pixmaps: [Pixmap] = []
        for frame in frames {
            pixmaps.append(try painter.pixmap(frame: frame, width: animation.widthPixels, height: animation.heightPixels))
        }
        return pixmaps
    }
}
