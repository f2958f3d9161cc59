package import SVGAImage
import SVGAModel
import SVGAPixels

/// A bitmap and the copies of it that are drawn from at other sizes.
package struct BitmapLevels: Sendable {
    struct Level: Sendable {
        let bitmap: PreparedBitmap
        /// How many pixels of the whole bitmap one of this level averages.
        let factorX: Int
        let factorY: Int

        func source(of base: PreparedBitmap) -> Source {
            let (ink, width, height) = (bitmap.ink, Double(base.width) / Double(factorX), Double(base.height) / Double(factorY))
            return Source(
                bitmap: bitmap, factorX: Double(factorX), factorY: Double(factorY), originX: Double(ink.x), originY: Double(ink.y),
                rim: Rect(
                    x: 0, y: 0, width: min(Double(ink.width), width - Double(ink.x)),
                    height: min(Double(ink.height), height - Double(ink.y))))
        }
    }

    /// Stored pixels to draw from, and where they belong.
    struct Source: Sendable {
        let bitmap: PreparedBitmap
        /// How many pixels of the whole bitmap a stored one is.
        let factorX: Double
        let factorY: Double
        /// Where the stored pixels begin, in their own size.
        let originX: Double
        let originY: Double
        /// The rectangle that the whole bitmap fills, in stored pixels, as far as they reach.
        let rim: Rect
    }

    /// A bitmap of more stored pixels than this is not kept padded: the gain would be small and the memory not.
    private static let mostPaddedPixels = 1 << 16

    /// The first is the bitmap itself.
    private(set) var levels: [Level]
    /// For stretching a small bitmap with ink at its edge.
    private(set) var padded: Source?

    /// The bitmap and, if it is small and has ink at its edge, a padded copy.
    init(_ bitmap: PreparedBitmap) {
        self.init(unpadded: bitmap)
        addPadding()
    }

    init(unpadded bitmap: PreparedBitmap) {
        levels = [Level(bitmap: bitmap, factorX: 1, factorY: 1)]
    }

    /// The bytes that ``addPadding()`` takes at most; 0 where it makes no copy.
    static func paddingBytes(for bitmap: PreparedBitmap) -> Int {
        let touches = bitmap.touches.left || bitmap.touches.top || bitmap.touches.right || bitmap.touches.bottom
        guard touches, bitmap.ink.width * bitmap.ink.height <= mostPaddedPixels else { return 0 }
        return PreparedBitmap.mostBytes(width: bitmap.ink.width + 2, height: bitmap.ink.height + 2)
    }

    mutating func addPadding() {
        let bitmap = base
        guard BitmapLevels.paddingBytes(for: bitmap) > 0, let copy = try? bitmap.padded() else { return }
        let (left, top) = (Double(copy.ink.x) - 1, Double(copy.ink.y) - 1)
        padded = Source(
            bitmap: copy, factorX: 1, factorY: 1, originX: Double(bitmap.ink.x) + left, originY: Double(bitmap.ink.y) + top,
            rim: Rect(x: -left, y: -top, width: Double(bitmap.ink.width), height: Double(bitmap.ink.height)))
    }

    /// What all copies hold together.
    var memoryBytes: Int { levels.reduce(padded?.bitmap.memoryBytes ?? 0) { $0 + $1.bitmap.memoryBytes } }

    package var base: PreparedBitmap { levels[0].bitmap }

    /// The power of two by which a bitmap may be averaged before it is drawn at `scale` without losing detail.
    static func factor(forScale scale: Double) -> Int {
        guard scale < 0.5, scale > 0 else { return 1 }
        var factor = 1
        while factor < 4096, scale * Double(factor) * 2 <= 1 { factor *= 2 }
        return factor
    }

    /// The level to draw from.
    func level(scaleX: Double, scaleY: Double) -> Level {
        if levels.count == 1 { return levels[0] }
        let (factorX, factorY) = (BitmapLevels.factor(forScale: scaleX), BitmapLevels.factor(forScale: scaleY))
        return levels.first { $0.factorX == factorX && $0.factorY == factorY } ?? levels[0]
    }

    func hasLevel(factorX: Int, factorY: Int) -> Bool { levels.contains { $0.factorX == factorX && $0.factorY == factorY } }

    /// The bytes that a level takes at most.
    func levelBytes(factorX: Int, factorY: Int) -> Int {
        PreparedBitmap.mostBytes(width: (base.width - 1) / factorX + 1, height: (base.height - 1) / factorY + 1)
    }

    mutating func addLevel(factorX: Int, factorY: Int) throws(ImageError) {
        levels.append(
            Level(bitmap: try base.reduced(by: factorX, factorY: factorY), factorX: factorX, factorY: factorY))
    }
}

extension Transform {
    /// Whether anything drawn through it can be seen: a flatter one shrinks the largest bitmap to nothing, and is past what
    /// Cairo can invert.
    var isDrawable: Bool { isInvertible && determinant.magnitude > 1e-12 }

    /// How long the unit vectors of both axes become.
    var axisScales: (x: Double, y: Double) {
        ((a * a + b * b).squareRoot(), (c * c + d * d).squareRoot())
    }
}

extension PreparedBitmap {
    /// What a picture of this size holds at most.
    static func mostBytes(width: Int, height: Int) -> Int { 4 * width * height + 8 * height }
}
