import SVGAImage
import SVGAPixels
import SVGASupport

/// The areas of colors and alpha in gift videos, whose codecs have no alpha.
struct SplitAlpha: Hashable, Sendable {
    let colors: PixelRect
    /// As gray; may be smaller than the color area.
    let alpha: PixelRect
    /// Whether the colors are blended over black. If not, they are straight.
    var isPremultiplied = true

    /// Each in one half of the picture.
    init?(width: Int, height: Int, isStacked: Bool, alphaFirst: Bool = false) {
        let (w, h) = isStacked ? (width, height / 2) : (width / 2, height)
        guard w > 0, h > 0 else { return nil }
        let first = PixelRect(x: 0, y: 0, width: w, height: h)
        let second = PixelRect(x: isStacked ? 0 : width - w, y: isStacked ? height - h : 0, width: w, height: h)
        (colors, alpha) = alphaFirst ? (second, first) : (first, second)
    }

    /// Reads the content of a `vapc` box, which VAP players use.
    /// - Returns: nil if it does not fit the picture.
    init?(vap json: [UInt8], width: Int, height: Int) {
        guard let value = try? JSONValue(parsing: json), let info = value["info"] else { return nil }
        func area(_ name: String) -> PixelRect? {
            guard case .array(let items)? = info[name], items.count == 4 else { return nil }
            let numbers = items.compactMap { item -> Int? in
                if case .integer(let number) = item, (0...1 << 20).contains(number) { return number }
                return nil
            }
            guard numbers.count == 4 else { return nil }
            let area = PixelRect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
            return area.isEmpty || area.maxX > width || area.maxY > height ? nil : area
        }
        guard let colors = area("rgbFrame"), let alpha = area("aFrame") else { return nil }
        (self.colors, self.alpha) = (colors, alpha)
    }

    /// Codecs add slight noise where alpha is 0 or 255.
    private static let noise: UInt32 = 4

    /// The picture that players show.
    func merged(_ picture: Pixmap) -> Pixmap {
        let colors = SplitAlpha.cut(colors, from: picture)
        var greys = SplitAlpha.cut(alpha, from: picture)
        if (greys.width, greys.height) != (colors.width, colors.height) {
            greys = BilinearEnlargement.enlarge(greys, toWidth: colors.width, height: colors.height)
        }
        var result = colors
        let isPremultiplied = isPremultiplied
        result.pixels.withUnsafeMutableBytes { target in
            greys.pixels.withUnsafeBytes { greys in
                for offset in stride(from: 0, to: target.count, by: 4) {
                    var alpha = SplitAlpha.grey(greys, offset)
                    if alpha <= SplitAlpha.noise { alpha = 0 } else if alpha >= 255 - SplitAlpha.noise { alpha = 255 }
                    for channel in 0..<3 {
                        let color = UInt32(target[offset + channel])
                        target[offset + channel] = UInt8(
                            truncatingIfNeeded: isPremultiplied ? min(color, alpha) : (color * alpha + 127) / 255)
                    }
                    target[offset + 3] = UInt8(truncatingIfNeeded: alpha)
                }
            }
        }
        return result
    }

    private static func grey(_ bytes: UnsafeRawBufferPointer, _ offset: Int) -> UInt32 {
        (UInt32(bytes[offset]) + 2 * UInt32(bytes[offset + 1]) + UInt32(bytes[offset + 2]) + 2) / 4
    }

    private static func cut(_ area: PixelRect, from picture: Pixmap) -> Pixmap {
        var result = Pixmap(width: area.width, height: area.height)
        result.pixels.withUnsafeMutableBytes { target in
            picture.pixels.withUnsafeBytes { source in
                for y in 0..<area.height {
                    let start = 4 * ((area.y + y) * picture.width + area.x)
                    UnsafeMutableRawBufferPointer(rebasing: target[4 * y * area.width..<4 * (y + 1) * area.width])
                        .copyMemory(from: UnsafeRawBufferPointer(rebasing: source[start..<start + 4 * area.width]))
                }
            }
        }
        return result
    }

    // MARK: - Guessing

    /// Detects the halves with colors and alpha, if all these pictures agree: one half is gray with black and white,
    /// and the other is black where the first is.
    static func detected(in pictures: [Pixmap]) -> SplitAlpha? {
        guard let first = pictures.first else { return nil }
        for (isStacked, alphaFirst) in [(false, false), (false, true), (true, false), (true, true)] {
            guard var split = SplitAlpha(width: first.width, height: first.height, isStacked: isStacked, alphaFirst: alphaFirst) else {
                continue
            }
            var evidence = Evidence()
            for picture in pictures { evidence.add(picture, split) }
            guard evidence.isConvincing else { continue }
            split.isPremultiplied = evidence.isPremultiplied
            return split
        }
        return nil
    }

    private struct Evidence {
        private var all = 0
        private var colored = 0
        private var clear = 0
        private var clearButBright = 0
        private var full = 0
        private var faint = 0
        private var faintButBright = 0

        mutating func add(_ picture: Pixmap, _ split: SplitAlpha) {
            picture.pixels.withUnsafeBytes { bytes in
                // Every third pixel is sufficient.
                for y in stride(from: 0, to: split.colors.height, by: 3) {
                    for x in stride(from: 0, to: split.colors.width, by: 3) {
                        let color = 4 * ((split.colors.y + y) * picture.width + split.colors.x + x)
                        let grey = 4 * ((split.alpha.y + y) * picture.width + split.alpha.x + x)
                        let (red, green, blue) = (bytes[grey], bytes[grey + 1], bytes[grey + 2])
                        all += 1
                        if max(red, green, blue) - min(red, green, blue) > 16 { colored += 1 }
                        let alpha = Int(SplitAlpha.grey(bytes, grey))
                        let brightest = Int(max(bytes[color], bytes[color + 1], bytes[color + 2]))
                        if alpha < 8 {
                            clear += 1
                            if brightest > 32 { clearButBright += 1 }
                        } else if alpha > 240 {
                            full += 1
                        } else if alpha < 200 {
                            faint += 1
                            if brightest > alpha + 24 { faintButBright += 1 }
                        }
                    }
                }
            }
        }

        var isConvincing: Bool {
            // Codecs blend colors near edges.
            all > 0 && colored * 200 <= all && clear * 20 >= all && clearButBright * 50 <= clear && full * 500 >= all
        }

        var isPremultiplied: Bool { faintButBright * 4 <= faint }
    }
}
