import SVGAPixels
import SVGARender

/// Decides whether two pictures of a frame differ visibly.
enum VisibleDifference {
    /// The minimum visible difference of a premultiplied component, of 255.
    private static let component = 32
    /// The minimum share of pixels with such a difference.
    static let share = 0.001

    /// Whether the latest frames of two painters differ visibly.
    static func isThere(_ left: FramePainter, _ right: FramePainter) -> Bool { share(left, right) > share }

    /// The share of visibly different pixels in the latest frames of two painters, 0…1.
    static func share(_ left: FramePainter, _ right: FramePainter) -> Double {
        guard left.widthPixels == right.widthPixels, left.heightPixels == right.heightPixels else { return 1 }
        let bounds = PixelRect(x: 0, y: 0, width: left.widthPixels, height: left.heightPixels)
        return Double(farPixels(left, right, within: bounds)) / Double(bounds.pixels)
    }

    /// The number of visibly different pixels within a rectangle.
    static func farPixels(_ left: FramePainter, _ right: FramePainter, within part: PixelRect) -> Int {
        if part.isEmpty { return 0 }
        return left.withPixels { first, firstStride in
            right.withPixels { second, secondStride in
                guard let first = first.baseAddress, let second = second.baseAddress else { return 0 }
                var off = 0
                for y in part.minY..<part.maxY {
                    let a = (first + y * firstStride + 4 * part.minX).assumingMemoryBound(to: UInt32.self)
                    let b = (second + y * secondStride + 4 * part.minX).assumingMemoryBound(to: UInt32.self)
                    off += farPixels(a, b, count: part.width)
                }
                return off
            }
        }
    }

    private static func farPixels(_ a: UnsafePointer<UInt32>, _ b: UnsafePointer<UInt32>, count: Int) -> Int {
        var off = 0
        var x = 0
        let (firstBytes, secondBytes) = (UnsafeRawPointer(a), UnsafeRawPointer(b))
        while x + 8 <= count {
            let first = firstBytes.loadUnaligned(fromByteOffset: 4 * x, as: SIMD4<UInt64>.self)
            let second = secondBytes.loadUnaligned(fromByteOffset: 4 * x, as: SIMD4<UInt64>.self)
            // Fast path: most pixels are equal.
            if first != second {
                for index in x..<x + 8 where a[index] != b[index] && isFar(a[index], b[index]) { off += 1 }
            }
            x += 8
        }
        while x < count {
            if a[x] != b[x], isFar(a[x], b[x]) { off += 1 }
            x += 1
        }
        return off
    }

    private static func isFar(_ left: UInt32, _ right: UInt32) -> Bool {
        // Compares two components at a time, 16 bits apart.
        func isFar(_ left: UInt32, _ right: UInt32) -> Bool {
            let low = abs(Int(left & 255) - Int(right & 255))
            let high = abs(Int(left >> 16) - Int(right >> 16))
            return max(low, high) > component
        }
        return isFar(left & 0xFF_00FF, right & 0xFF_00FF) || isFar(left >> 8 & 0xFF_00FF, right >> 8 & 0xFF_00FF)
    }
}

/// The number of visibly different pixels of two painters' frames; recounted only in redrawn areas.
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

    /// - Parameter parts: the areas that may have changed since the last count.
    /// - Returns: the number of compared pixels.
    mutating func update(_ left: FramePainter, _ right: FramePainter, parts: [PixelRect]) -> Int {
        var compared = 0
        var stale: Set<Int> = []
        let side = DifferenceTiles.side
        for part in isNew ? [bounds] : parts where !part.isEmpty {
            for row in part.minY / side...(part.maxY - 1) / side {
                for column in part.minX / side...(part.maxX - 1) / side { stale.insert(row * columns + column) }
            }
        }
        for tile in stale {
            let box = PixelRect(x: tile % columns * side, y: tile / columns * side, width: side, height: side).intersection(bounds)
            counts[tile] = VisibleDifference.farPixels(left, right, within: box)
            compared += box.pixels
        }
        isNew = false
        return compared
    }

    /// The share of all pixels, 0…1.
    var share: Double { Double(counts.reduce(0, +)) / Double(bounds.pixels) }
}
