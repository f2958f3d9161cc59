package import SVGAModel
package import SVGAPixels
import SVGAPlatform
package import SVGARender
import SVGASupport

/// Draws the frames of two movies and compares their pixels, on all cores.
///
/// The memory depends on the number of threads and the frame size, not on the frame count. If the sizes differ,
/// the common area at the top left is compared; if the frame counts differ, the common frames.
package struct FrameComparison: Sendable {
    private let first: SVGAScene
    private let second: SVGAScene
    /// The fingerprints of the first movie; nil if it is compared only once, so that fingerprints gain nothing.
    private let reference: ReferenceFrames?
    /// Whether SSIM is computed, which takes about as long as drawing a frame.
    package var measuresSimilarity = true
    /// Whether the differences of frames are measured. If false, a frame of a reference is drawn at most once, and only equality is known.
    package var measuresDifferences = true
    /// Whether frames with equal draw calls are known to be identical without being drawn. False if the comparison proves how a file is drawn.
    package var skipsAlikeFrames = false
    /// The work of all drawn frames; nil: only each frame has a limit.
    package var budget: WorkBudget?
    /// The size of the compared part of each frame, in pixels.
    package let widthPixels: Int
    package let heightPixels: Int
    /// The number of frames that both movies have.
    package let frames: Int

    /// Compares two scenes. Draws nothing before ``differences(of:threads:until:progress:)``.
    package init(_ first: SVGAScene, _ second: SVGAScene) { self.init(first, second, reference: nil) }

    /// Compares another movie with a reference whose frames may already be drawn.
    package init(_ reference: ReferenceFrames, _ second: SVGAScene) {
        let isWhole = reference.scene.widthPixels == second.widthPixels && reference.scene.heightPixels == second.heightPixels
        self.init(reference.scene, second, reference: isWhole ? reference : nil)
    }

    private init(_ first: SVGAScene, _ second: SVGAScene, reference: ReferenceFrames?) {
        self.first = first
        self.second = second
        self.reference = reference
        widthPixels = min(first.widthPixels, second.widthPixels)
        heightPixels = min(first.heightPixels, second.heightPixels)
        frames = min(first.movie.frameCount, second.movie.frameCount)
    }

    /// Compares frames, several at once.
    ///
    /// - Parameters:
    ///   - indices: the 0-based frames, which both movies have; nil: all of them.
    ///   - threads: the number of threads; 0: the number of available processors.
    ///   - isEnough: called after each frame, in the order of `indices`, never concurrently. If it returns true, no further frame is started.
    ///     By default all frames are compared.
    ///   - progress: called after each frame with the number of compared frames, never concurrently.
    /// - Returns: the differences of the compared frames, in frame order.
    package func differences(
        of indices: [Int]? = nil, threads: Int = 0, until isEnough: @escaping @Sendable (Difference) -> Bool = { _ in false },
        progress: @escaping @Sendable (_ done: Int, _ total: Int) -> Void = { _, _ in }
    ) async throws(ComparisonError) -> [Difference] {
        let indices = indices ?? Array(0..<frames)
        let (first, second, reference, width, height) = (first, second, reference, widthPixels, heightPixels)
        let (measuresSimilarity, measuresDifferences, budget) = (measuresSimilarity, measuresDifferences, budget)
        let alike = skipsAlikeFrames ? AlikeFrames(first, second) : nil
        return try await Parallel.run(
            indices.count, threads: threads, consumer: [Difference](), cancelled: ComparisonError.cancelled,
            worker: { () throws(ComparisonError) -> FrameComparer in
                try FrameComparer(
                    first, second, reference: reference, width: width, height: height, measuresSimilarity: measuresSimilarity,
                    measuresDifferences: measuresDifferences, budget: budget)
            },
            make: { (comparer, position) throws(ComparisonError) -> Difference in
                let frame = indices[position]
                if let alike, alike.contains(frame) { return Difference(identical: frame) }
                return try comparer.difference(frame: frame)
            },
            deliver: { (results, _, difference) throws(ComparisonError) -> Bool in
                results.append(difference)
                progress(results.count, indices.count)
                return !isEnough(difference)
            },
            end: { (results, failure) throws(ComparisonError) -> [Difference] in
                if let failure { throw failure }
                return results.sorted { $0.frame < $1.frame }
            })
    }
}

/// The reason why two movies could not be compared.
package enum ComparisonError: Error, Hashable, Sendable {
    /// A frame cannot be drawn; `isSecond`: a frame of the second movie.
    case render(SVGAError, isSecond: Bool)
    /// The task was canceled.
    case cancelled
}

/// Compares frames of two movies, for one task.
private final class FrameComparer {
    private let first: SVGAScene
    /// The painter of the first movie; nil until one of its frames must be drawn.
    private var left: FrameSource?
    private let right: FrameSource
    private let reference: ReferenceFrames?
    private let width: Int
    private let height: Int
    private let measuresSimilarity: Bool
    private let measuresDifferences: Bool
    private let budget: WorkBudget?
    /// The difference of the frames that both sources have drawn last; nil if one has drawn another frame since then.
    private var last: FrameComparison.Difference?

    init(
        _ first: SVGAScene, _ second: SVGAScene, reference: ReferenceFrames?, width: Int, height: Int, measuresSimilarity: Bool,
        measuresDifferences: Bool, budget: WorkBudget?
    ) throws(ComparisonError) {
        self.first = first
        (self.measuresSimilarity, self.measuresDifferences) = (measuresSimilarity, measuresDifferences)
        self.budget = budget
        right = try FrameSource(second, isSecond: true, budget)
        self.reference = reference
        self.width = width
        self.height = height
    }

    func difference(frame: Int) throws(ComparisonError) -> FrameComparison.Difference {
        defer { withExtendedLifetime(self) {} }
        if try !right.show(frame: frame) { last = nil }
        let known = reference?.fingerprint(frame: frame)
        if let known {
            if known == right.fingerprint { return FrameComparison.Difference(identical: frame) }
            if !measuresDifferences {
                last = nil
                return FrameComparison.Difference(unlike: frame)
            }
        }
        let source: FrameSource
        if let left { source = left } else { source = try FrameSource(first, isSecond: false, budget) }
        left = source
        if try !source.show(frame: frame) { last = nil }
        if let reference { reference.note(known ?? source.fingerprint, frame: frame) }
        let difference =
            last.map { FrameComparison.Difference($0, frame: frame) }
            ?? FrameComparison.Difference(
                frame: frame, source.pixels.cropped(width: width, height: height), right.pixels.cropped(width: width, height: height),
                measuresSimilarity: measuresSimilarity)
        last = difference
        return difference
    }
}

/// The painter and the frame buffer of one movie, for one task.
private final class FrameSource {
    private let painter: FramePainter
    private let isSecond: Bool
    private let budget: WorkBudget?
    private let buffer: UnsafeMutablePointer<UInt8>
    private let byteCount: Int
    private var drawnFrame: Int?
    private var knownFingerprint: FrameFingerprint?

    init(_ scene: SVGAScene, isSecond: Bool, _ budget: WorkBudget?) throws(ComparisonError) {
        (self.isSecond, self.budget) = (isSecond, budget)
        do throws(SVGAError) {
            painter = try scene.makePainter()
        } catch {
            throw .render(error, isSecond: isSecond)
        }
        byteCount = 4 * scene.widthPixels * scene.heightPixels
        buffer = .allocate(capacity: byteCount)
        buffer.initialize(repeating: 0, count: byteCount)
    }

    deinit { buffer.deallocate() }

    /// Draws a frame.
    /// - Returns: whether it equals the previously drawn frame, so that `pixels` are unchanged.
    func show(frame: Int) throws(ComparisonError) -> Bool {
        do throws(SVGAError) {
            try painter.paint(frame: frame)
            try budget?.spend(painter.workSpent)
        } catch {
            throw .render(error, isSecond: isSecond)
        }
        defer { drawnFrame = frame }
        if let drawnFrame, painter.changedParts(since: drawnFrame).isEmpty { return true }
        painter.copyPixels(.premultipliedRGBA, into: UnsafeMutableRawBufferPointer(start: buffer, count: byteCount))
        knownFingerprint = nil
        return false
    }

    /// The latest frame. Valid until the next one is drawn, and during the lifetime of this object.
    var pixels: PixmapView {
        PixmapView(base: buffer, width: painter.widthPixels, height: painter.heightPixels, rowBytes: 4 * painter.widthPixels)
    }

    /// The fingerprint of `pixels`.
    var fingerprint: FrameFingerprint {
        let fingerprint = knownFingerprint ?? FrameFingerprint(pixels)
        knownFingerprint = fingerprint
        return fingerprint
    }
}

/// The frames of a movie that other movies are compared with, such as the input of an optimizer.
/// Each frame is drawn once for its fingerprint, and again only if another movie's frame has a different one.
///
/// Takes 16 bytes per frame.
package final class ReferenceFrames: Sendable {
    package let scene: SVGAScene
    private let state: Locked<(fingerprints: [FrameFingerprint?], paintedFrames: Int)>

    package init(_ scene: SVGAScene) {
        self.scene = scene
        state = Locked(([FrameFingerprint?](repeating: nil, count: scene.movie.frameCount), 0))
    }

    /// The number of drawn frames, for tests and measurements.
    package var paintedFrames: Int { state.withLock { $0.paintedFrames } }

    fileprivate func fingerprint(frame: Int) -> FrameFingerprint? { state.withLock { $0.fingerprints[frame] } }

    fileprivate func note(_ fingerprint: FrameFingerprint, frame: Int) {
        state.withLock { state in
            state.fingerprints[frame] = fingerprint
            state.paintedFrames += 1
        }
    }
}

/// A 128-bit hash of pixels. Different pixels have equal hashes with a probability of about 2⁻¹²⁸.
/// The seeds are random per process, so nobody can construct a collision.
package struct FrameFingerprint: Hashable, Sendable {
    private let low: UInt64
    private let high: UInt64

    private static let seeds: [UInt64] = {
        var random = SystemRandomNumberGenerator()
        return (0..<8).map { _ in random.next() | 1 }
    }()

    /// - Complexity: linear in the pixels; several gigabytes per second.
    package init(_ grid: PixmapView) {
        let seeds = FrameFingerprint.seeds
        let (s0, s1, s2, s3) = (seeds[0], seeds[1], seeds[2], seeds[3])
        var (a, b, c, d) = (seeds[4], seeds[5], seeds[6], seeds[7])
        let count = 4 * grid.width
        for y in 0..<grid.height {
            let row = UnsafeRawPointer(grid.row(y))
            var at = 0
            while at + 32 <= count {
                let w = row.loadUnaligned(fromByteOffset: at, as: UInt64.self)
                let x = row.loadUnaligned(fromByteOffset: at + 8, as: UInt64.self)
                let y = row.loadUnaligned(fromByteOffset: at + 16, as: UInt64.self)
                let z = row.loadUnaligned(fromByteOffset: at + 24, as: UInt64.self)
                a = FrameFingerprint.mixed(w ^ s0, x ^ a)
                b = FrameFingerprint.mixed(y ^ s1, z ^ b)
                c = FrameFingerprint.mixed(w ^ s2, y ^ c)
                d = FrameFingerprint.mixed(x ^ s3, z ^ d)
                at += 32
            }
            while at < count {
                let w = UInt64(row.loadUnaligned(fromByteOffset: at, as: UInt32.self))
                a = FrameFingerprint.mixed(w ^ s0, a ^ s2)
                c = FrameFingerprint.mixed(w ^ s1, c ^ s3)
                at += 4
            }
        }
        low = FrameFingerprint.mixed(a ^ s0, b ^ s1)
        high = FrameFingerprint.mixed(c ^ s2, d ^ s3)
    }

    /// Mixes two numbers; every bit of the result depends on all bits of both.
    @inline(__always)
    private static func mixed(_ left: UInt64, _ right: UInt64) -> UInt64 {
        let product = left.multipliedFullWidth(by: right)
        return product.high ^ product.low
    }
}

extension FrameComparison {
    /// The difference of one frame between two movies, measured on 8-bit premultiplied RGBA, so that the colors of invisible pixels do not count.
    package struct Difference: Hashable, Sendable {
        /// The 0-based frame index.
        package let frame: Int
        /// The number of pixels that differ in at least one channel.
        package let differingPixels: Int
        /// The maximum difference of any channel, 0 to 255.
        package let largestDifference: Int
        /// The mean squared difference over all channels of all pixels.
        package let meanSquaredError: Double
        /// SSIM: 1 for identical frames; above 0.98 differences are hardly visible. NaN if it was not measured and the frames are not identical.
        package let similarity: Double
        /// The bounding box of differing pixels; nil if there are none.
        package let box: PixelRect?

        /// Whether all pixels are equal.
        package var isIdentical: Bool { differingPixels == 0 }

        /// The PSNR in decibels; infinite for identical frames.
        package var peakSignalToNoise: Double {
            meanSquaredError > 0 ? 10 * log10(255 * 255 / meanSquaredError) : .infinity
        }

        init(identical frame: Int) {
            self.frame = frame
            (differingPixels, largestDifference, meanSquaredError, similarity, box) = (0, 0, 0, 1, nil)
        }

        /// The difference of a frame that is known only to be not identical.
        init(unlike frame: Int) {
            self.frame = frame
            (differingPixels, largestDifference, meanSquaredError, similarity, box) = (1, 255, .nan, .nan, nil)
        }

        /// The difference of another frame, if both movies show the same in both frames.
        init(_ other: Difference, frame: Int) {
            self.frame = frame
            (differingPixels, largestDifference, meanSquaredError) = (
                other.differingPixels, other.largestDifference, other.meanSquaredError
            )
            (similarity, box) = (other.similarity, other.box)
        }

        init(frame: Int, _ left: PixmapView, _ right: PixmapView, measuresSimilarity: Bool = true) {
            let difference = PixelDifference(left, right)
            self.frame = frame
            differingPixels = difference.pixels
            largestDifference = difference.largest
            meanSquaredError = Double(difference.squares) / Double(4 * left.width * left.height)
            let isMeasured = measuresSimilarity || difference.pixels == 0
            similarity = isMeasured ? StructuralSimilarity.compare(left, right, within: difference.box) : .nan
            box = difference.box
        }
    }
}
