import SVGAModel
import SVGASupport

/// Converts pixels with alpha to the pixels that a GIF can show.
///
/// A pixel is red, green, blue, alpha as a little-endian number with straight alpha. The result is such a pixel with alpha 255, or 0 for
/// transparent.
struct GIFVisibility: Sendable {
    /// The minimum visible alpha, by the pixel's position in a square of 4 × 4 pixels.
    private let thresholds: [UInt32]
    /// The lowest threshold.
    private let minimumThreshold: UInt32
    private let matte: (red: UInt32, green: UInt32, blue: UInt32)?

    /// The threshold for half opacity, without a matte.
    private static let half = 128.0
    /// Pixels below 3 % alpha are invisible on the matte too.
    private static let faintest: UInt32 = 8
    /// The order in which pixels of a square become visible as alpha rises (a Bayer matrix). It is even at each step and compresses well.
    private static let order: [Double] = [0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5]
    private static let side = 4

    /// - Parameters:
    ///   - matte: the color to blend translucent pixels with.
    ///   - dither: without a matte, 0 shows pixels of at least half opacity; 1 shows a share of pixels that matches the alpha.
    init(matte: SVGAColor?, dither: Double = 0) {
        func byte(_ value: Double) -> UInt32 { UInt32(saturating: (255 * min(1, max(0, value))).rounded()) }
        self.matte = matte.map { (byte($0.red), byte($0.green), byte($0.blue)) }
        let steps = Double(GIFVisibility.order.count)
        let thresholds = GIFVisibility.order.map { rank in
            matte == nil ? UInt32(saturating: GIFVisibility.half + dither * ((rank + 0.5) / steps - 0.5) * 256) : GIFVisibility.faintest
        }
        self.thresholds = thresholds
        minimumThreshold = thresholds.min() ?? 0
    }

    func callAsFunction(_ pixel: UInt32, x: Int, y: Int) -> UInt32 {
        let alpha = pixel >> 24
        if alpha == 255 { return pixel }
        if alpha == 0 || alpha < thresholds[(y % GIFVisibility.side) * GIFVisibility.side + x % GIFVisibility.side] { return 0 }
        return color(pixel)
    }

    /// The color of a pixel if it is visible; 0 if its alpha is below every threshold.
    func color(_ pixel: UInt32) -> UInt32 {
        let alpha = pixel >> 24
        if alpha == 0 || alpha < minimumThreshold { return 0 }
        guard let matte else { return pixel | 0xFF00_0000 }
        func blend(_ color: UInt32, _ matte: UInt32) -> UInt32 { (color * alpha + matte * (255 - alpha) + 127) / 255 }
        let red = blend(pixel & 255, matte.red)
        let green = blend(pixel >> 8 & 255, matte.green)
        let blue = blend(pixel >> 16 & 255, matte.blue)
        return red | green << 8 | blue << 16 | 0xFF00_0000
    }
}

/// Counts visible pixels, and those of them that a GIF cannot represent.
struct GIFSoftPixels {
    private var seen = 0
    private var soft = 0

    /// The maximum difference from fully transparent or fully opaque, of 255, that is invisible.
    private static let unseen: UInt32 = 13

    mutating func add(_ pixel: UInt32) {
        let alpha = pixel >> 24
        guard alpha >= GIFSoftPixels.unseen else { return }
        seen += 1
        if alpha <= 255 - GIFSoftPixels.unseen { soft += 1 }
    }

    /// The share of translucent pixels, 0 to 1.
    var share: Double { seen == 0 ? 0 : Double(soft) / Double(seen) }
}
