import SVGAModel

/// What of a pixel with alpha a GIF shows.
///
/// Pixels are the four bytes red, green, blue, alpha as a little-endian number, with straight alpha. What is shown is such a pixel
/// again, with alpha 255, or 0 for nothing.
struct GIFVisibility: Sendable {
    /// From this alpha on a pixel is shown.
    private let threshold: UInt32
    private let matte: (red: UInt32, green: UInt32, blue: UInt32)?

    /// Half opaque, where there is nothing to blend with.
    private static let half: UInt32 = 128
    /// What is fainter than 3 % is not seen on the matte either, and cannot be told from it.
    private static let faintest: UInt32 = 8

    init(matte: Color?) {
        func byte(_ value: Double) -> UInt32 { UInt32((255 * min(1, max(0, value))).rounded()) }
        self.matte = matte.map { (byte($0.red), byte($0.green), byte($0.blue)) }
        threshold = matte == nil ? GIFVisibility.half : GIFVisibility.faintest
    }

    func callAsFunction(_ pixel: UInt32) -> UInt32 {
        let alpha = pixel >> 24
        if alpha == 255 { return pixel }
        if alpha < threshold { return 0 }
        guard let matte else { return pixel | 0xFF00_0000 }
        func blend(_ color: UInt32, _ matte: UInt32) -> UInt32 { (color * alpha + matte * (255 - alpha) + 127) / 255 }
        let red = blend(pixel & 255, matte.red)
        let green = blend(pixel >> 8 & 255, matte.green)
        let blue = blend(pixel >> 16 & 255, matte.blue)
        return red | green << 8 | blue << 16 | 0xFF00_0000
    }
}
