import SVGAModel
import SVGAPixels
import SVGARender

/// The pixels of fills and strokes that are the same in several frames. Drawing them takes less time than filling their outlines, and gives the
/// same pixels.
///
/// The paints of a frame are compared with those of the frame before, in their order. So each frame costs time in proportion to its paints, and only
/// what the last frame has painted is kept.
struct PaintPictures {
    /// What the pixels of a paint depend on.
    struct Key {
        let item: PaintState
        let transform: SVGATransform
        let opacity: Double
        /// The pixels of the target, and those that its clip lets through.
        let area: PixelRect
        let clip: PaintClip.Straight

        fileprivate func isLike(_ other: Key) -> Bool {
            transform == other.transform && opacity == other.opacity && area == other.area && clip == other.clip && item == other.item
        }
    }

    private struct Entry {
        let key: Key
        /// The work of painting it.
        var work = 0
        /// The number of earlier frames in a row that had it.
        var age = 0
        var picture: PaintPicture?
    }

    /// The maximum memory of all pictures when one more is made.
    private static let maximumBytes = 8 << 20
    /// Larger paints are no pictures.
    static let maximumPixels = 1 << 20
    /// A paint is kept as a picture when this many frames in a row had it.
    private static let minimumAge = 2
    /// The number of paints of the last frame that are compared with a new one, and how many more all together.
    private static let comparisons = 4
    private static let extraComparisons = 64

    private var last: [Entry] = []
    private var now: [Entry] = []
    /// The first paint of the last frame that is not compared yet.
    private var next = 0
    private var comparisonsLeft = PaintPictures.extraComparisons
    /// The memory of the pictures of ``now`` and of the rest of ``last``.
    private var pictureBytes = 0
    private let scratch = WordMemory()

    var bytes: Int { pictureBytes + scratch.bytes }

    /// What is known of a paint.
    enum Known {
        /// Its picture, and the work of painting it without.
        case picture(PaintPicture, work: Int)
        /// It can become a picture.
        case lasting
        /// It is new.
        case nothing
    }

    /// Ends a frame.
    mutating func endFrame() {
        for entry in last[next...] { pictureBytes -= entry.picture?.bytes ?? 0 }
        swap(&last, &now)
        now.removeAll(keepingCapacity: true)
        (next, comparisonsLeft) = (0, PaintPictures.extraComparisons)
    }

    /// Forgets all.
    mutating func removeAll() {
        (last, now, next, pictureBytes) = ([], [], 0, 0)
        comparisonsLeft = PaintPictures.extraComparisons
    }

    /// Finds a paint among those of the last frame. ``add(work:_:)`` must follow, unless it has a picture.
    mutating func find(_ key: Key) -> Known {
        comparisonsLeft += PaintPictures.comparisons
        var index = next
        while index < last.count, comparisonsLeft > 0 {
            comparisonsLeft -= 1
            if last[index].key.isLike(key) {
                for entry in last[next..<index] { pictureBytes -= entry.picture?.bytes ?? 0 }
                next = index + 1
                now.append(last[index])
                last[index].picture = nil
                now[now.count - 1].age += 1
                let entry = now[now.count - 1]
                if let picture = entry.picture { return .picture(picture, work: entry.work) }
                return entry.age >= PaintPictures.minimumAge && pictureBytes < PaintPictures.maximumBytes ? .lasting : .nothing
            }
            index += 1
        }
        now.append(Entry(key: key))
        return .nothing
    }

    /// Notes the work of the paint that was searched last.
    mutating func add(work: Int) {
        if !now.isEmpty { now[now.count - 1].work = work }
    }

    /// Makes a picture of the paint that was searched last.
    /// - Parameters:
    ///   - part: the pixels that it may change.
    ///   - color: the word of completely covered pixels; nil: a gradient.
    ///   - paint: paints it on transparent pixels. Those outside of the part are not in memory.
    mutating func picture(_ part: PixelRect, color: UInt32?, _ paint: (PixelRows) -> Void) -> PaintPicture {
        let made = PaintPicture(part, color: color, scratch, paint)
        if !now.isEmpty {
            now[now.count - 1].picture = made
            pictureBytes += made.bytes
        }
        return made
    }
}

/// The pixels of a fill or a stroke, as pieces of rows.
final class PaintPicture {
    private struct Piece {
        let x: Int32
        let y: Int32
        let count: Int32
        /// Where its words start; -1: all have the same color.
        let start: Int32
    }

    /// Shorter pieces of one color are words.
    private static let minimumRun = 24
    /// Transparent words up to this many do not end a piece.
    private static let maximumGap = 4

    private var pieces: [Piece] = []
    private var words: [UInt32] = []
    private let color: UInt32

    var bytes: Int { 64 + MemoryLayout<Piece>.stride * pieces.capacity + 4 * words.capacity }

    fileprivate init(_ part: PixelRect, color: UInt32?, _ scratch: WordMemory, _ paint: (PixelRows) -> Void) {
        self.color = color ?? 0
        guard !part.isEmpty, let start = scratch.cleared(part.pixels).baseAddress else { return }
        // The rows of the part are in memory, without gaps.
        let rows = PixelRows(base: start - part.minY * part.width - part.minX, wordsPerRow: part.width)
        paint(rows)
        for y in part.minY..<part.maxY { add(rows.row(y), part.minX, part.maxX, y) }
    }

    private func add(_ row: UnsafeMutablePointer<UInt32>, _ minX: Int, _ maxX: Int, _ y: Int) {
        var x = minX
        while x < maxX {
            if row[x] == 0 {
                x += 1
                continue
            }
            // Up to a long run of one color, or several transparent words.
            var (end, filled) = (x, x)
            var run = 0
            while end < maxX, end - filled <= PaintPicture.maximumGap {
                run = row[end] == color ? run + 1 : 0
                if run == PaintPicture.minimumRun { break }
                end += 1
                if row[end - 1] != 0 { filled = end }
            }
            if run == PaintPicture.minimumRun {
                let first = end + 1 - run
                addWords(row, x, first, y)
                end = first + run
                while end < maxX, row[end] == color { end += 1 }
                pieces.append(Piece(x: Int32(first), y: Int32(y), count: Int32(end - first), start: -1))
                x = end
            } else {
                addWords(row, x, filled, y)
                x = filled
            }
        }
    }

    private func addWords(_ row: UnsafeMutablePointer<UInt32>, _ x: Int, _ end: Int, _ y: Int) {
        guard end > x else { return }
        pieces.append(Piece(x: Int32(x), y: Int32(y), count: Int32(end - x), start: Int32(words.count)))
        words.append(contentsOf: UnsafeBufferPointer(start: row + x, count: end - x))
    }

    /// Draws the picture over pixels.
    func draw(on rows: PixelRows) {
        words.withUnsafeBufferPointer { words in
            for piece in pieces {
                let out = rows.row(Int(piece.y)) + Int(piece.x)
                if piece.start < 0 {
                    RowBlending.over(out, color: color, count: Int(piece.count))
                } else if let base = words.baseAddress {
                    RowBlending.over(out, base + Int(piece.start), count: Int(piece.count))
                }
            }
        }
    }
}
