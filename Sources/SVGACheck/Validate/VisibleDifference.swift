import SVGAEmulation
import SVGAModel
import SVGAPixels
import SVGARender
import SVGASupport

/// A picture of a frame that can be compared.
protocol ComparablePicture {
    var widthPixels: Int { get }
    var heightPixels: Int { get }
    func withPixels<Result, Failure: Error>(
        _ body: (_ pixels: UnsafeRawBufferPointer, _ bytesPerRow: Int) throws(Failure) -> Result
    ) throws(Failure) -> Result
}

extension FramePainter: ComparablePicture {}
extension PixelCopy: ComparablePicture {}

/// A cache of painted frames of one scene, with a maximum size in bytes.
final class PaintedFrames: Sendable {
    private let scene: SVGAScene
    private let maximumBytes: Int
    private let state = Locked<(pictures: [Int: PixelCopy], bytes: Int)>(([:], 0))

    init(_ scene: SVGAScene, maximumBytes: Int) { (self.scene, self.maximumBytes) = (scene, maximumBytes) }

    /// The cached frame; nil if it is not cached.
    func picture(frame: Int) -> (any ComparablePicture)? { state.withLock { $0.pictures[frame] } }

    /// Caches the last frame of a painter, unless the cache is full.
    func keep(_ painter: FramePainter, frame: Int) {
        let bytes = 4 * painter.widthPixels * painter.heightPixels
        let hasRoom = state.withLock { state in
            guard state.pictures[frame] == nil, state.bytes + bytes <= maximumBytes else { return false }
            state.bytes += bytes
            return true
        }
        guard hasRoom else { return }
        let picture = PixelCopy(painter)
        state.withLock { $0.pictures[frame] = picture }
    }

    /// The frame. If it is not cached, it is painted.
    func painted(frame: Int, _ budget: WorkBudget) throws(SVGAError) -> any ComparablePicture {
        try budget.spend(scene.widthPixels * scene.heightPixels)
        if let known = picture(frame: frame) { return known }
        let painter = try scene.makePainter()
        try painter.paint(frame: frame)
        try budget.spend(painter.workSpent)
        keep(painter, frame: frame)
        return painter
    }
}

/// The draw calls of one frame, as a player and by our own rules.
struct PairedCalls: Hashable, Sendable {
    let player: FrameCalls
    let ours: FrameCalls
}

/// The differences between frames of players and our own rules. Equal draw calls give equal pictures, in other frames and of other players too, so
/// that these are compared once.
final class ComparedFrames: Sendable {
    private let shares = Locked<[PairedCalls: Double]>([:])

    /// The share of pixels that differ visibly; nil if no frame had these draw calls. If all players are compared only until the difference is
    /// enough, it can be a part of the share.
    func share(_ calls: PairedCalls) -> Double? { shares.withLock { $0[calls] } }

    func add(_ share: Double, _ calls: PairedCalls) { shares.withLock { $0[calls] = share } }
}

/// The compared frames of several versions of a file. Versions with equal images and an equal canvas share them.
package final class ComparedVersions: Sendable {
    private let versions = Locked<[Int: ComparedFrames]>([:])

    package init() {}

    func frames(_ movie: VideoEntity) -> ComparedFrames {
        guard let fingerprint = movie.pictureFingerprint else { return ComparedFrames() }
        return versions.withLock { versions in
            let frames = versions[fingerprint] ?? ComparedFrames()
            versions[fingerprint] = frames
            return frames
        }
    }
}

extension VideoEntity {
    /// The fingerprint of everything that draw calls refer to. nil: another entry of the file may have other images.
    var pictureFingerprint: Int? {
        if container == .zipBinary { return nil }
        var hasher = Hasher()
        hasher.combine(viewBox)
        for image in images {
            hasher.combine(ByteKey(image.key))
            hasher.combine(image.bytes)
        }
        return hasher.finalize()
    }
}

/// Decides whether two pictures of a frame differ visibly.
enum VisibleDifference {
    /// The minimum visible difference of a premultiplied component, of 255.
    private static let component: UInt8 = 32
    /// The minimum share of pixels with such a difference.
    static let share = 0.001

    /// Whether two pictures are visibly different.
    static func isThere(_ left: any ComparablePicture, _ right: any ComparablePicture) -> Bool { share(left, right) > share }

    /// The share of pixels that differ visibly, 0…1.
    static func share(_ left: any ComparablePicture, _ right: any ComparablePicture) -> Double {
        guard left.widthPixels == right.widthPixels, left.heightPixels == right.heightPixels else { return 1 }
        let bounds = PixelRect(x: 0, y: 0, width: left.widthPixels, height: left.heightPixels)
        if bounds.isEmpty { return 0 }
        var count = 0
        countDifferingPixels(left, right, rows: 0..<bounds.height, [0..<bounds.width]) { count += $1 }
        return Double(count) / Double(bounds.pixels)
    }

    /// Counts the pixels that differ visibly, for each row and each range of columns. It reads the pictures in the order of their memory, which
    /// takes a fifth of the time of reading tile by tile.
    /// - Parameter add: gets the index of the range of columns, and the number of pixels in one row.
    static func countDifferingPixels(
        _ left: any ComparablePicture, _ right: any ComparablePicture, rows: Range<Int>, _ columns: [Range<Int>],
        add: (_ index: Int, _ count: Int) -> Void
    ) {
        left.withPixels { first, firstStride in
            right.withPixels { second, secondStride in
                guard let first = first.baseAddress, let second = second.baseAddress else { return }
                for y in rows {
                    let (a, b) = (first + y * firstStride, second + y * secondStride)
                    for (index, part) in columns.enumerated() {
                        let offset = 4 * part.lowerBound
                        let count = RowDifference.count(a + offset, b + offset, count: part.count, above: component)
                        if count > 0 { add(index, count) }
                    }
                }
            }
        }
    }
}
