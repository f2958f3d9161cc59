package import SVGAImage
package import SVGAModel
import SVGAPixels
package import SVGARender

/// Measures how similar an output is to its animation: the mean structural similarity of some frames. They are compared at the animation's
/// full size, at the times when they are shown.
package struct QualityMetric: Sendable {
    /// A frame as it should look.
    private struct Reference {
        /// In the frames of the full output.
        let position: Int
        let pixmap: Pixmap
    }

    private let references: [Reference]
    private let timeline: ExportTimeline

    /// Each takes memory for a picture of the full size: of small ones there are more, of pictures above 4K few. A multiple of 2, 3 and 4,
    /// where that can be, so that of as many frames each is looked at alike.
    private static func maximumReferences(pixels: Int) -> Int {
        pixels > 8_388_608 ? 4 : 12 * min(8, max(1, 2_000_000 / (12 * max(1, pixels))))
    }

    /// - Parameter timeline: of the output with nothing given up.
    package init(_ animation: some PlayableAnimation, timeline: ExportTimeline) throws(SVGAError) {
        self.timeline = timeline
        let count = timeline.frames.count
        let wanted = QualityMetric.maximumReferences(pixels: animation.widthPixels * animation.heightPixels)
        let positions = count <= wanted ? Array(0..<count) : QualityMetric.positions(wanted, of: count)
        let frames = try QualityMetric.pixmaps(animation, positions.map { timeline.frames[$0] })
        references = zip(positions, frames).map { Reference(position: $0, pixmap: $1) }
    }

    /// Spread evenly, and as many of each twelfth frame as of the others.
    private static func positions(_ wanted: Int, of count: Int) -> [Int] {
        let positions = (0..<wanted).map { index -> Int in
            let even = (2 * index + 1) * count / (2 * wanted)
            return min(count - 1, even - even % 12 + index % 12)
        }
        return Set(positions).sorted()
    }

    /// What smaller sizes and fewer frames lose.
    /// - Parameter resized: the animation at a scale.
    package func losses(_ resized: (Double) throws(SVGAError) -> some PlayableAnimation) throws(SVGAError) -> SizeLosses {
        let shown = references.map { timeline.frames[$0.position] }
        var scales: [Double] = []
        for scale in SizeSearch.scales {
            let pixmaps = scale == 1 ? [] : try QualityMetric.pixmaps(try resized(scale), shown)
            scales.append(scale == 1 ? 0 : loss(pixmaps))
        }
        let full = try resized(1)
        var divisors: [Double] = []
        for divisor in SizeSearch.divisors {
            // At the time of a frame the one is shown with which its group begins.
            let earlier = references.map { timeline.frames[$0.position / divisor * divisor] }
            divisors.append(divisor == 1 ? 0 : loss(try QualityMetric.pixmaps(full, earlier)))
        }
        return SizeLosses(scales: scales, divisors: divisors)
    }

    /// The similarity of an output that was read again, from 0 to 1.
    package func similarity(of reader: any AnimationReader) throws(SVGAError) -> Double {
        var (sum, next, end) = (0.0, 0, 0.0)
        var last: Pixmap?
        while next < references.count, let picture = try reader.next() {
            if Task.isCancelled { throw .cancelled }
            end += picture.seconds
            last = picture.pixmap
            while next < references.count, time(references[next]) < end {
                sum += compare(picture.pixmap, references[next])
                next += 1
            }
        }
        // The last picture stays.
        for reference in references[next...] { sum += last.map { compare($0, reference) } ?? 0 }
        return sum / Double(references.count)
    }

    /// The middle of the time for which a frame is shown, in seconds.
    private func time(_ reference: Reference) -> Double { (Double(reference.position) + 0.5) / timeline.frameRate.framesPerSecond }

    private func compare(_ pixmap: Pixmap, _ reference: Reference) -> Double {
        let (width, height) = (reference.pixmap.width, reference.pixmap.height)
        return StructuralSimilarity.compare(BilinearEnlargement.enlarge(pixmap, toWidth: width, height: height), reference.pixmap)
    }

    private func loss(_ pixmaps: [Pixmap]) -> Double {
        1 - zip(pixmaps, references).map { compare($0, $1) }.reduce(0, +) / Double(references.count)
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
