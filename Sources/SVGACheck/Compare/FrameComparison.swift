import SVGAModel
package import SVGAPixels
import SVGAPlatform
package import SVGARender
import SVGASupport

/// Draws the frames of two movies and compares their pixels, on all cores.
///
/// The memory this takes depends on the number of threads and the size of a frame, not on the number of frames. If the sizes differ, the
/// common part at the top left is compared; if the lengths differ, the frames that both have.
package struct FrameComparison: Sendable {
    private let first: Scene
    private let second: Scene
    /// nil: the first movie is compared once only, so that fingerprints would be of no use.
    private let reference: ReferenceFrames?
    /// Whether SSIM is computed, which takes about as long as drawing a frame.
    package var measuresSimilarity = true
    /// Whether it is found out how much frames differ. Without it, a frame of a reference that was drawn before is not drawn again.
    package var measuresDifferences = true
    /// The size of the compared part of each frame, in pixels.
    package let widthPixels: Int
    package let heightPixels: Int
    /// The number of frames that both movies have.
    package let frames: Int

    /// Compares two scenes. Nothing is drawn before ``differences(of:threads:until:progress:)``.
    package init(_ first: Scene, _ second: Scene) { self.init(first, second, reference: nil) }

    /// Compares another movie with one whose frames were perhaps drawn before.
    package init(_ reference: ReferenceFrames, _ second: Scene) {
        let isWhole = reference.scene.widthPixels == second.widthPixels && reference.scene.heightPixels == second.heightPixels
        self.init(reference.scene, second, reference: isWhole ? reference : nil)
    }

    private init(_ first: Scene, _ second: Scene, reference: ReferenceFrames?) {
        self.first = first
        self.second = second
        self.reference = reference
        widthPixels = min(first.widthPixels, second.widthPixels)
        heightPixels = min(first.heightPixels, second.heightPixels)
        frames = min(first.movie.frames, second.movie.frames)
    }

    /// Compares frames, several at once.
    ///
    /// - Parameters:
    ///   - indices: the frames, 0-based, that both movies have; nil: all of them.
    ///   - threads: the number of threads; 0: as many as this process can run at once.
    ///   - isEnough: called after each frame, in the order of `indices`, never concurrently. If it returns true, no further frame is
    ///     begun. By default all frames are compared.
    ///   - progress: called after each frame with the number of frames done, never concurrently.
    /// - Returns: the differences of the compared frames, in the order of frames.
    package func differences(
        of indices: [Int]? = nil, threads: Int = 0, until isEnough: @escaping @Sendable (Difference) -> Bool = { _ in false },
        progress: @escaping @Sendable (_ done: Int, _ total: Int) -> Void = { _, _ in }
    ) async throws(ComparisonError) -> [Difference] {
        let indices = indices ?? Array(0..<frames)
        let (first, second, reference, width, height) = (first, second, reference, widthPixels, heightPixels)
        let (measuresSimilarity, measuresDifferences) = (measuresSimilarity, measuresDifferences)
        return try await Parallel.run(
            indices.count, threads: threads, consumer: [Difference](), cancelled: ComparisonError.cancelled,
            worker: { () throws(ComparisonError) -> FrameComparer in
                try FrameComparer(
                    first, second, reference: reference, width: width, height: height, measuresSimilarity: measuresSimilarity,
                    measuresDifferences: measuresDifferences)
            },
            make: { (comparer, place) throws(ComparisonError) -> Difference in try comparer.difference(frame: indices[place]) },
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

/// Why two movies could not be compared.
package enum ComparisonError: Error, Hashable, Sendable {
    /// A frame cannot be drawn; `isSecond`: of the second movie.
    case render(RenderError, isSecond: Bool)
    /// The task was cancelled.
    case cancelled
}

/// Compares frames of two movies; for one task.
private final class FrameComparer {
    private let first: Scene
    /// Made when a frame of the first movie has to be drawn.
    private var left: FrameSource?
    private let right: FrameSource
    private let reference: ReferenceFrames?
    private let width: Int
    private let height: Int
    private let measuresSimilarity: Bool
    private let measuresDifferences: Bool
    /// Of what both sources show.
    private var last: FrameComparison.Difference?

    init(
        _ first: Scene, _ second: Scene, reference: ReferenceFrames?, width: Int, height: Int, measuresSimilarity: Bool,
        measuresDifferences: Bool
    ) throws(ComparisonError) {
        self.first = first
        (self.measuresSimilarity, self.measuresDifferences) = (measuresSimilarity, measuresDifferences)
        right = try FrameSource(second, isSecond: true)
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
        if let left { source = left } else { source = try FrameSource(first, isSecond: false) }
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

/// One movie's painter and a buffer for its frames; for one task.
private final class FrameSource {
    private let painter: FramePainter
    private let isSecond: Bool
    private let buffer: UnsafeMutablePointer<UInt8>
    private let byteCount: Int
    private var shown: Int?
    private var knownFingerprint: FrameFingerprint?

    init(_ scene: Scene, isSecond: Bool) throws(ComparisonError) {
        self.isSecond = isSecond
        do throws(RenderError) {
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
    /// - Returns: whether it looks like the frame shown before, so that `pixels` are what they were.
    func show(frame: Int) throws(ComparisonError) -> Bool {
        do throws(RenderError) {
            try painter.paint(frame: frame)
        } catch {
            throw .render(error, isSecond: isSecond)
        }
        defer { shown = frame }
        if let shown, painter.changedParts(since: shown).isEmpty { return true }
        painter.copyPixels(.premultipliedRGBA, into: UnsafeMutableRawBufferPointer(start: buffer, count: byteCount))
        knownFingerprint = nil
        return false
    }

    /// The frame shown last. Valid until the next one is, and only while this object lives.
    var pixels: PixmapView {
        PixmapView(base: buffer, width: painter.widthPixels, height: painter.heightPixels, rowBytes: 4 * painter.widthPixels)
    }

    /// Of `pixels`.
    var fingerprint: FrameFingerprint {
        let fingerprint = knownFingerprint ?? FrameFingerprint(pixels)
        knownFingerprint = fingerprint
        return fingerprint
    }
}

/// Frames of one movie that others are compared with several times, such as the input of an optimizer. Each is drawn once to take its
/// fingerprint. After that it is drawn again only if a frame of another movie has a different one.
///
/// Takes 16 bytes a frame.
package final class ReferenceFrames: Sendable {
    package let scene: Scene
    private let state: Locked<(fingerprints: [FrameFingerprint?], paintedFrames: Int)>

    package init(_ scene: Scene) {
        self.scene = scene
        state = Locked(([FrameFingerprint?](repeating: nil, count: scene.movie.frames), 0))
    }

    /// How often a frame was drawn so far; for tests and measurements.
    package var paintedFrames: Int { state.withLock { $0.paintedFrames } }

    fileprivate func fingerprint(frame: Int) -> FrameFingerprint? { state.withLock { $0.fingerprints[frame] } }

    fileprivate func note(_ fingerprint: FrameFingerprint, frame: Int) {
        state.withLock { state in
            state.fingerprints[frame] = fingerprint
            state.paintedFrames += 1
        }
    }
}

/// 128 bits that are equal for equal pixels. For different pixels they are equal with a probability of about 2⁻¹²⁸, because the
/// seeds are random in each process; nobody can make a picture that has the fingerprint of another.
struct FrameFingerprint: Hashable, Sendable {
    private let low: UInt64
    private let high: UInt64

    private static let seeds: [UInt64] = {
        var random = SystemRandomNumberGenerator()
        return (0..<8).map { _ in random.next() | 1 }
    }()

    /// - Complexity: linear in the pixels; some gigabytes a second.
    init(_ grid: PixmapView) {
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

    /// Every bit of the product depends on the bits of both.
    @inline(__always)
    private static func mixed(_ left: UInt64, _ right: UInt64) -> UInt64 {
        let product = left.multipliedFullWidth(by: right)
        return product.high ^ product.low
    }
}

extension FrameComparison {
    /// How one frame differs between two movies, measured on 8-bit premultiplied RGBA, so that the colour of invisible pixels does not
    /// count.
    package struct Difference: Hashable, Sendable {
        /// The frame, counted from 0.
        package let frame: Int
        /// The number of pixels that differ in at least one channel.
        package let differingPixels: Int
        /// The largest difference of any channel, 0 to 255.
        package let largestDifference: Int
        /// The mean of the squared differences over all channels of all pixels.
        package let meanSquaredError: Double
        /// SSIM, how alike the frames look: 1 if they are identical, above 0.98 if hardly anybody sees a difference. Not a number if it
        /// was not to be measured and they are not identical.
        package let similarity: Double
        /// The smallest box around all pixels that differ; nil if none does.
        package let box: PixelRect?

        /// Whether all pixels are equal.
        package var isIdentical: Bool { differingPixels == 0 }

        /// In decibels; infinite where the frame is identical.
        package var peakSignalToNoise: Double {
            meanSquaredError > 0 ? 10 * log10(255 * 255 / meanSquaredError) : .infinity
        }

        init(identical frame: Int) {
            self.frame = frame
            (differingPixels, largestDifference, meanSquaredError, similarity, box) = (0, 0, 0, 1, nil)
        }

        /// Of a frame that is not identical, and of which no more is known.
        init(unlike frame: Int) {
            self.frame = frame
            (differingPixels, largestDifference, meanSquaredError, similarity, box) = (1, 255, .nan, .nan, nil)
        }

        /// What another frame differs by, where both movies show the same in both frames.
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
