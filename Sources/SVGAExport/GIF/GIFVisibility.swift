import SVGAModel
import SVGASupport

/// What of a pixel with alpha a GIF shows.
///
/// Pixels are the four bytes red, green, blue, alpha as a little-endian number, with straight alpha. What is shown is such a pixel
/// again, with alpha 255, or 0 for nothing.
struct GIFVisibility: Sendable {
    /// From which alpha on a pixel is shown, by its place in a square of 4 × 4 pixels.
    private let thresholds: [UInt32]
    /// The lowest of them.
    private let least: UInt32
    private let matte: (red: UInt32, green: UInt32, blue: UInt32)?

    /// Half opaque, where there is nothing to blend with.
    private static let half = 128.0
    /// What is fainter than 3 % is not seen on the matte either, and cannot be told from it.
    private static let faintest: UInt32 = 8
    /// The order in which the pixels of a square appear as alpha rises (Bayer's): evenly spread at each step, and the same in each square,
    /// which packs well.
    private static let order: [Double] = [0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5]
    private static let side = 4

    /// - Parameters:
    ///   - matte: what soft pixels are blended with.
    ///   - dither: without a matte, 0 shows what is at least half opaque; 1 shows as many pixels of an area as its alpha says.
    init(matte: SVGAColor?, dither: Double = 0) {
        func byte(_ value: Double) -> UInt32 { UInt32(saturating: (255 * min(1, max(0, value))).rounded()) }
        self.matte = matte.map { (byte($0.red), byte($0.green), byte($0.blue)) }
        let steps = Double(GIFVisibility.order.count)
        let thresholds = GIFVisibility.order.map { place in
            matte == nil ? UInt32(saturating: GIFVisibility.half + dither * ((place + 0.5) / steps - 0.5) * 256) : GIFVisibility.faintest
        }
        self.thresholds = thresholds
        least = thresholds.min() ?? 0
    }

    func callAsFunction(_ pixel: UInt32, x: Int, y: Int) -> UInt32 {
        let alpha = pixel >> 24
        if alpha == 255 { return pixel }
        if alpha == 0 || alpha < thresholds[(y % GIFVisibility.side) * GIFVisibility.side + x % GIFVisibility.side] { return 0 }
        return color(pixel)
    }

    /// What is shown of a pixel where it is shown; 0 where none of its alpha is shown anywhere.
    func color(_ pixel: UInt32) -> UInt32 {
        let alpha = pixel >> 24
        if alpha == 0 || alpha < least { return 0 }
        guard let matte else { return pixel | 0xFF00_0000 }
        func blend(_ color: UInt32, _ matte: UInt32) -> UInt32 { (color * alpha + matte * (255 - alpha) + 127) / 255 }
        let red = blend(pixel & 255, matte.red)
        let green = blend(pixel >> 8 & 255, matte.green)
        let blue = blend(pixel >> 16 & 255, matte.blue)
        return red | green << 8 | blue << 16 | 0xFF00_0000
    }
}

/// Counts pixels that are seen, and those of them that a GIF cannot show as they are.
struct GIFSoftPixels {
    private var seen = 0
    private var soft = 0

    /// An alpha that is nearly none, of 255, or as near to full.
    private static let unseen: UInt32 = 13

    mutating func add(_ pixel: UInt32) {
        let alpha = pixel >> 24
        guard alpha >= GIFSoftPixels.unseen else { return }
        seen += 1
        if alpha <= 255 - GIFSoftPixels.unseen { soft += 1 }
    }

    /// 0 to 1.
    var share: Double { seen == 0 ? 0 : Double(soft) / Double(seen) }
}
