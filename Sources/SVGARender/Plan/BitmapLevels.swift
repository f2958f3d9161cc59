import SVGAModel

/// A bitmap and the smaller copies of it that ``RenderOptions/Filter/best`` draws from.
package struct BitmapLevels: Sendable {
    struct Level: Sendable {
        let bitmap: PreparedBitmap
        /// How many pixels of the whole bitmap one of this level averages.
        let factorX: Int
        let factorY: Int

        /// The rectangle that the whole bitmap fills, in stored pixels of this level, as far as they reach.
        func rim(of base: PreparedBitmap) -> Rect {
            let (ink, width, height) = (bitmap.ink, Double(base.width) / Double(factorX), Double(base.height) / Double(factorY))
            return Rect(
                x: 0, y: 0, width: min(Double(ink.width), width - Double(ink.x)), height: min(Double(ink.height), height - Double(ink.y)))
        }
    }

    /// The first is the bitmap itself.
    private(set) var levels: [Level]

    init(_ bitmap: PreparedBitmap) {
        levels = [Level(bitmap: bitmap, factorX: 1, factorY: 1)]
    }

    package var base: PreparedBitmap { levels[0].bitmap }

    /// Where the stored part of the bitmap lies when the whole bitmap fills a layout.
    func inkBox(layoutWidth: Double, layoutHeight: Double) -> Rect {
        let (scaleX, scaleY) = (layoutWidth / Double(base.width), layoutHeight / Double(base.height))
        return Rect(
            x: Double(base.ink.x) * scaleX, y: Double(base.ink.y) * scaleY, width: Double(base.ink.width) * scaleX,
            height: Double(base.ink.height) * scaleY)
    }

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

    mutating func addLevel(factorX: Int, factorY: Int) throws(ImageError) {
        guard !levels.contains(where: { $0.factorX == factorX && $0.factorY == factorY }) else { return }
        levels.append(
            Level(bitmap: try base.reduced(by: factorX, factorY: factorY), factorX: factorX, factorY: factorY))
    }
}

extension Transform {
    /// How long the unit vectors of both axes become.
    var axisScales: (x: Double, y: Double) {
        ((a * a + b * b).squareRoot(), (c * c + d * d).squareRoot())
    }
}
