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
    private let state = Locked<(pictures: [Int: PixelCopy], changes: [Int: Change], bytes: Int)>(([:], [:], 0))

    /// The parts in which a frame differs from an earlier one.
    private struct Change {
        let earlier: Int
        let parts: [PixelRect]
    }

    init(_ scene: SVGAScene, maximumBytes: Int) { (self.scene, self.maximumBytes) = (scene, maximumBytes) }

    /// The cached frame; nil if it is not cached.
    func picture(frame: Int) -> (any ComparablePicture)? { state.withLock { $0.pictures[frame] } }

    /// The parts in which a cached frame can differ from an earlier one; nil: unknown.
    func changedParts(frame: Int, since earlier: Int) -> [PixelRect]? {
        state.withLock { state in state.changes[frame].flatMap { $0.earlier == earlier ? $0.parts : nil } }
    }

    /// Caches the last frame of a painter, unless the cache is full.
    /// - Parameters:
    ///   - changed: the parts in which the frame can differ from an earlier one; nil: unknown.
    ///   - earlier: that frame.
    func keep(_ painter: FramePainter, frame: Int, changed: [PixelRect]? = nil, since earlier: Int? = nil) {
        let bytes = 4 * painter.widthPixels * painter.heightPixels
        let hasRoom = state.withLock { state in
            guard state.pictures[frame] == nil, state.bytes + bytes <= maximumBytes else { return false }
            state.bytes += bytes
            return true
        }
        guard hasRoom else { return }
        let picture = PixelCopy(painter)
        state.withLock { state in
            state.pictures[frame] = picture
            if let changed, let earlier { state.changes[frame] = Change(earlier: earlier, parts: changed) }
        }
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

/// The differences between frames of players and our own rules. Equal draw calls of two players give equal pictures, so that these are compared
/// once.
final class ComparedFrames: Sendable {
    private struct Entry {
        let player: FrameCalls
        let ours: FrameCalls
        let share: Double
    }

    private let entries = Locked<[Int: [Entry]]>([:])

    /// The share of pixels that differ visibly; nil if no player had these draw calls.
    func share(frame: Int, player: FrameCalls, ours: FrameCalls) -> Double? {
        entries.withLock { $0[frame]?.first { $0.player == player && $0.ours == ours }?.share }
    }

    func add(_ share: Double, frame: Int, player: FrameCalls, ours: FrameCalls) {
        entries.withLock { $0[frame, default: []].append(Entry(player: player, ours: ours, share: share)) }
    }
}

/// Decides whether two pictures of a frame differ visibly.
enum VisibleDifference {
    /// The minimum visible difference of a premultiplied component, of 255.
    private static let component = 32
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
                    let a = (first + y * firstStride).assumingMemoryBound(to: UInt32.self)
                    let b = (second + y * secondStride).assumingMemoryBound(to: UInt32.self)
                    for (index, part) in columns.enumerated() {
                        let count = differingPixels(a + part.lowerBound, b + part.lowerBound, count: part.count)
                        if count > 0 { add(index, count) }
                    }
                }
            }
        }
    }

    private static func differingPixels(_ a: UnsafePointer<UInt32>, _ b: UnsafePointer<UInt32>, count: Int) -> Int {
        var off = 0
        var x = 0
        let (firstBytes, secondBytes) = (UnsafeRawPointer(a), UnsafeRawPointer(b))
        while x + 8 <= count {
            let first = firstBytes.loadUnaligned(fromByteOffset: 4 * x, as: SIMD4<UInt64>.self)
            let second = secondBytes.loadUnaligned(fromByteOffset: 4 * x, as: SIMD4<UInt64>.self)
            // Fast path: most pixels are equal.
            if first != second {
                for index in x..<x + 8 where a[index] != b[index] && differsVisibly(a[index], b[index]) { off += 1 }
            }
            x += 8
        }
        while x < count {
            if a[x] != b[x], differsVisibly(a[x], b[x]) { off += 1 }
            x += 1
        }
        return off
    }

    private static func differsVisibly(_ left: UInt32, _ right: UInt32) -> Bool {
        // Compares two components at a time, 16 bits apart.
        func differsVisibly(_ left: UInt32, _ right: UInt32) -> Bool {
            let low = abs(Int(left & 255) - Int(right & 255))
            let high = abs(Int(left >> 16) - Int(right >> 16))
            return max(low, high) > component
        }
        return differsVisibly(left & 0xFF_00FF, right & 0xFF_00FF) || differsVisibly(left >> 8 & 0xFF_00FF, right >> 8 & 0xFF_00FF)
    }
}

/// Counts the visibly different pixels of consecutive frames of two movies. Only tiles with changed parts are counted again.
struct DifferenceTiles {
    private static let side = 64

    private let bounds: PixelRect
    private let columns: Int
    private var counts: [Int]
    /// Whether nothing has been counted yet.
    private var isNew = true

    init(width: Int, height: Int) {
        bounds = PixelRect(x: 0, y: 0, width: width, height: height)
        columns = (width - 1) / DifferenceTiles.side + 1
        counts = Array(repeating: 0, count: columns * ((height - 1) / DifferenceTiles.side + 1))
    }

    /// - Parameter parts: the areas that may have changed since the last count; nil: everything.
    /// - Returns: the number of compared pixels.
    mutating func update(_ left: any ComparablePicture, _ right: any ComparablePicture, parts: [PixelRect]?) -> Int {
        var compared = 0
        let side = DifferenceTiles.side
        var stale = [Bool](repeating: false, count: counts.count)
        for part in isNew ? [bounds] : parts ?? [bounds] where !part.isEmpty {
            for row in part.minY / side...(part.maxY - 1) / side {
                for column in part.minX / side...(part.maxX - 1) / side { stale[row * columns + column] = true }
            }
        }
        for row in 0..<counts.count / columns {
            let tiles = (row * columns..<(row + 1) * columns).filter { stale[$0] }
            let rows = row * side..<min((row + 1) * side, bounds.height)
            let ranges = tiles.map { $0 % columns * side..<min(($0 % columns + 1) * side, bounds.width) }
            for tile in tiles { counts[tile] = 0 }
            VisibleDifference.countDifferingPixels(left, right, rows: rows, ranges) { counts[tiles[$0]] += $1 }
            compared += rows.count * ranges.reduce(0) { $0 + $1.count }
        }
        isNew = false
        return compared
    }

    /// The share of all pixels, 0…1.
    var share: Double { Double(counts.reduce(0, +)) / Double(bounds.pixels) }
}
