import SVGAImage
import SVGAModel
import SVGAPixels

/// A bitmap in a sprite's space.
package struct BitmapPlace: Sendable {
    /// Into ``Scene/bitmaps``.
    package let index: Int
    /// The rectangle that the whole bitmap fills.
    let frame: Rect
    /// Nothing is drawn outside of it; nil: nothing is cut off.
    let clip: Rect?
}

extension BitmapLevels {
    /// Where the stored part of the bitmap lies; nil where all of it is cut off.
    func inkBox(_ place: BitmapPlace) -> Rect? {
        let (scaleX, scaleY) = scales(place.frame)
        let box = Rect(
            x: place.frame.x + Double(base.ink.x) * scaleX, y: place.frame.y + Double(base.ink.y) * scaleY,
            width: Double(base.ink.width) * scaleX, height: Double(base.ink.height) * scaleY)
        guard let clip = place.clip else { return box }
        return box.overlap(clip)
    }

    /// How large one pixel of the whole bitmap is.
    private func scales(_ frame: Rect) -> (x: Double, y: Double) { (frame.width / Double(base.width), frame.height / Double(base.height)) }

    /// Draws the bitmap where `spriteSpace` puts its place.
    func draw(_ place: BitmapPlace, _ spriteSpace: Transform, alpha: Double, to target: PixelRows, within part: PixelRect) {
        let (scaleX, scaleY) = scales(place.frame)
        let pixels = spriteSpace.appending(.translation(x: place.frame.x, y: place.frame.y)).appending(.scale(x: scaleX, y: scaleY))
        let axes = pixels.axisScales
        var source = level(scaleX: axes.x, scaleY: axes.y).source(of: base)
        if let padded, axes.x > 1 || axes.y > 1 { source = padded }
        let stored = pixels.appending(.scale(x: source.factorX, y: source.factorY))
            .appending(.translation(x: source.originX, y: source.originY))
        var rim: Rect? = source.rim
        if let clip = place.clip {
            let unitX = scaleX * source.factorX
            let unitY = scaleY * source.factorY
            let cut = Rect(
                x: (clip.x - place.frame.x) / unitX - source.originX, y: (clip.y - place.frame.y) / unitY - source.originY,
                width: clip.width / unitX, height: clip.height / unitY)
            rim = source.rim.overlap(cut)
        }
        guard let rim else { return }
        source.bitmap.draw(stored, rim: rim, alpha: alpha, to: target, within: part)
    }
}

extension Rect {
    /// What both have in common; nil where that has no area.
    func overlap(_ other: Rect) -> Rect? {
        let common = intersection(other)
        return common.isEmpty ? nil : common
    }
}
