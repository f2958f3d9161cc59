package import SVGAImage
package import SVGAModel
package import SVGAPixels

/// The reduction factors of a mipmap: how many pixels of the bitmap one of its pixels averages.
struct MipmapFactors: Hashable, Sendable {
    let x: Int
    let y: Int

    static let none = MipmapFactors(x: 1, y: 1)

    /// - Parameters:
    ///   - scaleX: output pixels per bitmap pixel, horizontally.
    ///   - scaleY: output pixels per bitmap pixel, vertically.
    init(scaleX: Double, scaleY: Double) {
        self.init(x: MipmapFactors.factor(scaleX), y: MipmapFactors.factor(scaleY))
    }

    private init(x: Int, y: Int) {
        (self.x, self.y) = (x, y)
    }

    /// The largest power of two by which a bitmap may be averaged at `scale` without losing detail.
    private static func factor(_ scale: Double) -> Int {
        guard scale < 0.5, scale > 0 else { return 1 }
        var factor = 1
        while factor < 4096, scale * Double(factor) * 2 <= 1 { factor *= 2 }
        return factor
    }
}

/// A bitmap with reduced copies for drawing it smaller, and a padded copy for drawing it larger.
package struct Mipmaps: Sendable {
    /// One of these copies, and the position of its pixels in the bitmap.
    struct Source: Sendable {
        let bitmap: PreparedBitmap
        /// The number of bitmap pixels per stored pixel.
        let factorX: Double
        let factorY: Double
        /// The position of the first stored pixel in the bitmap, in stored pixels.
        let originX: Double
        let originY: Double
        /// The part of the stored pixels that belongs to the bitmap.
        let rim: SVGARect
    }

    private struct Level: Sendable {
        let bitmap: PreparedBitmap
        let factors: MipmapFactors

        func source(of base: PreparedBitmap) -> Source {
            let (factorX, factorY) = (Double(factors.x), Double(factors.y))
            let (ink, width, height) = (bitmap.ink, Double(base.width) / factorX, Double(base.height) / factorY)
            return Source(
                bitmap: bitmap, factorX: factorX, factorY: factorY, originX: Double(ink.x), originY: Double(ink.y),
                rim: SVGARect(
                    x: 0, y: 0, width: min(Double(ink.width), width - Double(ink.x)),
                    height: min(Double(ink.height), height - Double(ink.y))))
        }
    }

    /// Larger bitmaps get no padded copy: it would save little time and take much memory.
    private static let maximumPaddedPixels = 1 << 16

    /// The bitmap itself, then its mipmaps.
    private var levels: [Level]
    /// A copy with a transparent border, for enlarging a small bitmap with ink at its edge.
    private var padded: Source?

    /// The bitmap, and a padded copy if the bitmap is small and has ink at its edge.
    init(_ bitmap: PreparedBitmap) {
        self.init(unpadded: bitmap)
        addPadding()
    }

    init(unpadded bitmap: PreparedBitmap) {
        levels = [Level(bitmap: bitmap, factors: .none)]
    }

    package var base: PreparedBitmap { levels[0].bitmap }

    /// The bytes of the bitmap and its copies.
    package var memoryBytes: Int { levels.reduce(padded?.bitmap.memoryBytes ?? 0) { $0 + $1.bitmap.memoryBytes } }

    /// The copy to sample when one bitmap pixel becomes this many output pixels wide and high.
    private func source(scaleX: Double, scaleY: Double) -> Source {
        if let padded, scaleX > 1 || scaleY > 1 { return padded }
        guard levels.count > 1 else { return levels[0].source(of: base) }
        let factors = MipmapFactors(scaleX: scaleX, scaleY: scaleY)
        return (levels.first { $0.factors == factors } ?? levels[0]).source(of: base)
    }

    // MARK: Copies

    /// The maximum size of the copy of ``addPadding()`` in bytes; 0 if it makes no copy.
    static func paddingBytes(for bitmap: PreparedBitmap) -> Int {
        let touches = bitmap.touches.left || bitmap.touches.top || bitmap.touches.right || bitmap.touches.bottom
        guard touches, bitmap.ink.width * bitmap.ink.height <= maximumPaddedPixels else { return 0 }
        return PreparedBitmap.maximumBytes(width: bitmap.ink.width + 2, height: bitmap.ink.height + 2)
    }

    mutating func addPadding() {
        let bitmap = base
        guard Mipmaps.paddingBytes(for: bitmap) > 0, let copy = try? bitmap.padded() else { return }
        let (left, top) = (Double(copy.ink.x) - 1, Double(copy.ink.y) - 1)
        padded = Source(
            bitmap: copy, factorX: 1, factorY: 1, originX: Double(bitmap.ink.x) + left, originY: Double(bitmap.ink.y) + top,
            rim: SVGARect(x: -left, y: -top, width: Double(bitmap.ink.width), height: Double(bitmap.ink.height)))
    }

    func has(_ factors: MipmapFactors) -> Bool { levels.contains { $0.factors == factors } }

    /// The maximum size of the mipmap in bytes.
    func maximumBytes(_ factors: MipmapFactors) -> Int {
        PreparedBitmap.maximumBytes(width: (base.width - 1) / factors.x + 1, height: (base.height - 1) / factors.y + 1)
    }

    mutating func add(_ factors: MipmapFactors) throws(SVGAError) {
        levels.append(Level(bitmap: try base.reduced(by: factors.x, factorY: factors.y), factors: factors))
    }

    /// The same bitmap with only these mipmaps.
    func selecting(_ factors: Set<MipmapFactors>) -> Mipmaps {
        var selected = self
        selected.levels = [levels[0]] + levels.dropFirst().filter { factors.contains($0.factors) }
        return selected
    }

    // MARK: Drawing

    var extent: BitmapExtent { BitmapExtent(base) }

    /// Draws the bitmap at a position in a sprite's space, which `spriteSpace` maps to output pixels.
    /// - Parameters:
    ///   - bounds: the bitmap's area in the entire output. Pixels do not depend on `part`.
    ///   - part: the area to draw; within `bounds`.
    ///   - scratch: memory for stretched rows.
    func draw(
        _ positioned: PositionedBitmap, _ spriteSpace: SVGATransform, alpha: Double, to target: PixelRows, bounds: PixelRect,
        within part: PixelRect,
        scratch: RowScratch = RowScratch()
    ) {
        let (scaleX, scaleY) = extent.scales(positioned.frame)
        let pixels = spriteSpace.translatedBy(x: positioned.frame.x, y: positioned.frame.y).scaledBy(x: scaleX, y: scaleY)
        let axes = pixels.axisScales
        let source = source(scaleX: axes.x, scaleY: axes.y)
        let stored = pixels.scaledBy(x: source.factorX, y: source.factorY)
            .translatedBy(x: source.originX, y: source.originY)
        var rim: SVGARect? = source.rim
        if let clip = positioned.clip {
            let unitX = scaleX * source.factorX
            let unitY = scaleY * source.factorY
            let cut = SVGARect(
                x: (clip.x - positioned.frame.x) / unitX - source.originX, y: (clip.y - positioned.frame.y) / unitY - source.originY,
                width: clip.width / unitX, height: clip.height / unitY)
            rim = source.rim.overlap(cut)
        }
        guard let rim else { return }
        source.bitmap.draw(stored, rim: rim, alpha: alpha, to: target, bounds: bounds, within: part, scratch: scratch)
    }
}

extension Mipmaps {
    /// The output pixels that drawing replaces with opaque ones. nil unless the bitmap's pixels map one to one to output pixels and need no
    /// blending.
    func opaquePart(_ positioned: PositionedBitmap, _ spriteSpace: SVGATransform) -> PixelRect? {
        guard base.isOpaque, positioned.clip == nil else { return nil }
        let (scaleX, scaleY) = extent.scales(positioned.frame)
        let stored = spriteSpace.translatedBy(x: positioned.frame.x, y: positioned.frame.y).scaledBy(x: scaleX, y: scaleY)
            .translatedBy(x: Double(base.ink.x), y: Double(base.ink.y))
        guard let offset = PreparedBitmap.integerOffset(stored) else { return nil }
        return PixelRect(x: offset.x, y: offset.y, width: base.ink.width, height: base.ink.height)
    }
}

/// The size of a bitmap and its ink box, in pixels.
package struct BitmapExtent: Sendable {
    package let width: Double
    package let height: Double
    private let ink: SVGARect

    init(_ bitmap: PreparedBitmap) {
        (width, height) = (Double(bitmap.width), Double(bitmap.height))
        ink = SVGARect(x: Double(bitmap.ink.x), y: Double(bitmap.ink.y), width: Double(bitmap.ink.width), height: Double(bitmap.ink.height))
    }

    /// The size of one pixel in sprite space, if the bitmap fills a rectangle.
    func scales(_ frame: SVGARect) -> (x: Double, y: Double) { (frame.width / width, frame.height / height) }

    /// The ink box in sprite space; nil if the clip removes all of it.
    package func inkBox(_ positioned: PositionedBitmap) -> SVGARect? {
        let (scaleX, scaleY) = scales(positioned.frame)
        let box = SVGARect(
            x: positioned.frame.x + ink.x * scaleX, y: positioned.frame.y + ink.y * scaleY, width: ink.width * scaleX,
            height: ink.height * scaleY)
        guard let clip = positioned.clip else { return box }
        return box.overlap(clip)
    }
}

/// A bitmap positioned in a sprite's space.
package struct PositionedBitmap: Sendable {
    /// Index into ``SVGAScene/bitmaps``.
    package let index: Int
    /// The rectangle that the entire bitmap fills.
    package let frame: SVGARect
    /// Pixels outside of this rectangle are not drawn; nil: no clip.
    package let clip: SVGARect?

    package init(index: Int, frame: SVGARect, clip: SVGARect?) { (self.index, self.frame, self.clip) = (index, frame, clip) }

    /// The bitmap `count` indices later, at the same position.
    func moved(by count: Int) -> PositionedBitmap { PositionedBitmap(index: index + count, frame: frame, clip: clip) }
}

extension SVGATransform {
    /// Whether drawing through it can be visible. A smaller determinant shrinks even the largest bitmap to nothing.
    package var isDrawable: Bool { isInvertible && determinant.magnitude > 1e-12 }

    /// Whether the transform keeps rows and columns.
    package var isAxisAligned: Bool { b == 0 && c == 0 }

    /// The lengths of the transformed unit vectors.
    package var axisScales: (x: Double, y: Double) {
        ((a * a + b * b).squareRoot(), (c * c + d * d).squareRoot())
    }
}

extension SVGARect {
    /// The intersection; nil if it has no area.
    package func overlap(_ other: SVGARect) -> SVGARect? {
        let common = intersection(other)
        return common.isEmpty ? nil : common
    }
}
