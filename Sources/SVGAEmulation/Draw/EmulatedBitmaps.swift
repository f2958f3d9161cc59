import SVGAImage
import SVGAModel
import SVGAPixels
import SVGAPlatform
import SVGARender
import SVGASupport

/// A scene's bitmaps, prepared for a player's sampling.
struct EmulatedBitmaps: Sendable {
    /// For each of ``SVGAScene/bitmaps``: the bitmap and, if needed, smaller copies, each half as large as the one before. Empty if the
    /// bitmap is drawn unchanged.
    private var levels: [[PreparedBitmap]]
    private let sampling: Profile.Sampling
    /// The memory of the copies that are made for the player.
    let memoryBytes: Int

    /// - Parameter bitmaps: the movie's own, then the substituted ones.
    init(
        _ bitmaps: [Mipmaps?], _ prepared: PreparedMovie, _ emulated: EmulatedMovie, _ geometry: OutputGeometry
    ) throws(SVGAError) {
        let (movie, profile) = (prepared.movie, emulated.profile)
        sampling = profile.sampling
        levels = Array(repeating: [], count: bitmaps.count)
        var needed: [Int: Int] = [:]
        if sampling == .sharpEdgesHalved {
            for index in movie.sprites.indices {
                guard let image = movie.sprites[index].imageIndex, let base = bitmaps[image]?.base else { continue }
                needed[image] = max(needed[image] ?? 0, EmulatedBitmaps.lowestLevel(of: base, sprite: index, prepared, profile, geometry))
            }
        }
        let limits = prepared.limits
        let meter = WorkMeter(limits)
        var (kept, made) = (bitmaps.reduce(0) { $0 + ($1?.memoryBytes ?? 0) }, 0)
        /// Counts a copy before it is made.
        func count(_ width: Int, _ height: Int, cost: Int) throws(SVGAError) {
            (kept, made) = (kept + 4 * width * height, made + 4 * width * height)
            let subject: Message = "copies of bitmaps as the player draws them"
            guard kept <= limits.decodedBytes else {
                throw .limit(LimitExceeded(\.decodedBytes, of: limits, found: kept, subject: subject))
            }
            guard meter.spend(width * height * cost) else { throw .limit(meter.exceeded(by: subject)) }
        }
        for (index, mipmaps) in bitmaps.enumerated() {
            guard let base = mipmaps?.base else { continue }
            let isReduced = profile.reducesOpaqueColors && base.isOpaque && index < movie.images.count
            let gamma = index < movie.images.count ? emulated.gammas[index] : nil
            if sampling == .bilinear, !isReduced, gamma == nil { continue }
            if isReduced || gamma != nil { try count(base.width, base.height, cost: WorkMeter.Cost.reducedPixel) }
            var side = (width: base.width, height: base.height)
            for _ in 0..<(needed[index] ?? 0) {
                side = ((side.width + 1) / 2, (side.height + 1) / 2)
                try count(side.width, side.height, cost: WorkMeter.Cost.halvedPixel)
            }
            do throws(SVGAError) {
                levels[index] = try emulated.cache.levels(of: base, isReduced: isReduced, gamma: gamma, halvings: needed[index] ?? 0)
            } catch {
                throw error.image(key: index < movie.images.count ? movie.images[index].key : "")
            }
        }
        memoryBytes = made
    }

    /// The number of halvings of a sprite's bitmap at its smallest size.
    private static func lowestLevel(
        of bitmap: PreparedBitmap, sprite: Int, _ prepared: PreparedMovie, _ profile: Profile, _ geometry: OutputGeometry
    ) -> Int {
        prepared.variants(ofSprite: sprite).reduce(0) { lowest, form in
            let axes = form.transform.concatenating(geometry.transform).axisScales
            let layout = prepared.tables.layouts[Int(form.layout)]
            let isNatural = profile.bitmapFit == .naturalSize
            let (scaleX, scaleY) = isNatural ? (1, 1) : (layout.width / Double(bitmap.width), layout.height / Double(bitmap.height))
            return max(lowest, level(of: bitmap, scaleX: axes.x * scaleX, scaleY: axes.y * scaleY))
        }
    }

    /// The number of halvings before a bitmap is drawn: the maximum that keeps it at least as large as it is drawn, on both axes.
    static func level(of bitmap: PreparedBitmap, scaleX: Double, scaleY: Double) -> Int {
        func target(_ side: Int, _ scale: Double) -> Int { Int(saturating: min(Double(side) * scale, 1e6).rounded()) }
        let (wide, high) = (target(bitmap.width, scaleX), target(bitmap.height, scaleY))
        var (width, height, level) = (bitmap.width, bitmap.height, 0)
        while width > 1 || height > 1 {
            (width, height) = ((width + 1) / 2, (height + 1) / 2)
            if width < wide || height < high { break }
            level += 1
        }
        return level
    }

    /// The picture to sample for a bitmap.
    func sample(_ positioned: PositionedBitmap, in spriteSpace: SVGATransform) -> BitmapSample {
        let levels = levels[positioned.index]
        guard let base = levels.first else { return .usual }
        let framed = spriteSpace.translatedBy(x: positioned.frame.x, y: positioned.frame.y)
        let axes = framed.scaledBy(x: positioned.frame.width / Double(base.width), y: positioned.frame.height / Double(base.height))
            .axisScales
        let level = sampling == .sharpEdgesHalved ? EmulatedBitmaps.level(of: base, scaleX: axes.x, scaleY: axes.y) : 0
        let bitmap = levels[min(level, levels.count - 1)]
        let stored = framed.scaledBy(x: positioned.frame.width / Double(bitmap.width), y: positioned.frame.height / Double(bitmap.height))
            .translatedBy(x: Double(bitmap.ink.x), y: Double(bitmap.ink.y))
        let whole = SVGARect(x: -Double(bitmap.ink.x), y: -Double(bitmap.ink.y), width: Double(bitmap.width), height: Double(bitmap.height))
        var visible = whole
        if let clip = positioned.clip {
            let (unitX, unitY) = (positioned.frame.width / Double(bitmap.width), positioned.frame.height / Double(bitmap.height))
            let cut = SVGARect(
                x: (clip.x - positioned.frame.x) / unitX - Double(bitmap.ink.x),
                y: (clip.y - positioned.frame.y) / unitY - Double(bitmap.ink.y),
                width: clip.width / unitX, height: clip.height / unitY)
            guard let left = whole.overlap(cut) else { return .nothing }
            visible = left
        }
        let rim = sampling == .bilinear ? visible : EmulatedBitmaps.sharpened(visible, stored) ?? visible
        return .bitmap(bitmap, transform: stored, rim: rim)
    }

    /// The rectangle with its edges rounded to output pixels, so that it contains the pixels whose centers it covered before. Nil if it is rotated
    /// or skewed, or drawn narrower than a pixel.
    private static func sharpened(_ rim: SVGARect, _ transform: SVGATransform) -> SVGARect? {
        let isUpright = transform.b == 0 && transform.c == 0
        guard isUpright || transform.a == 0 && transform.d == 0, let inverse = transform.inverted else { return nil }
        let box = transform.boundingBox(of: rim)
        guard box.width >= 1, box.height >= 1, box.x.magnitude < 1e6, box.maxX < 1e6, box.y.magnitude < 1e6, box.maxY < 1e6 else {
            return nil
        }
        let (left, top) = ((box.x - 0.5).rounded(.up), (box.y - 0.5).rounded(.up))
        let (right, bottom) = ((box.maxX - 0.5).rounded(.up), (box.maxY - 0.5).rounded(.up))
        return inverse.boundingBox(of: SVGARect(x: left, y: top, width: right - left, height: bottom - top))
    }
}

extension PreparedBitmap {
    /// Opaque pixels with 5, 6 and 5 bits of red, green and blue.
    func reducedTo565() throws(SVGAError) -> PreparedBitmap {
        guard let pixels else { return self }
        var builder = try BitmapBuilder(width: width, height: height)
        for y in 0..<ink.height {
            let (source, target) = (pixels + y * ink.width, builder.rowWords(ink.y + y) + ink.x)
            for x in 0..<ink.width {
                let (red, green, blue) = (source[x] >> 19 & 0x1F, source[x] >> 10 & 0x3F, source[x] >> 3 & 0x1F)
                let colors = (red << 3 | red >> 2) << 16 | (green << 2 | green >> 4) << 8 | (blue << 3 | blue >> 2)
                target[x] = source[x] & 0xFF00_0000 | colors
            }
            builder.finishPremultipliedRow(ink.y + y)
        }
        return builder.finish()
    }

    /// The colors converted from a power curve to sRGB.
    /// - Parameter gamma: the exponent of encoding, in units of 1/100000.
    func converted(gamma: Int) throws(SVGAError) -> PreparedBitmap {
        guard let pixels else { return self }
        let curve = (0...255).map { (value: Int) -> UInt32 in
            let encoded = SRGBTransfer.encode(pow(Double(value) / 255, 100_000 / Double(gamma)))
            return UInt32(UInt8(saturating: Float(255 * encoded + 0.5)))
        }
        var builder = try BitmapBuilder(width: width, height: height)
        for y in 0..<ink.height {
            let (source, target) = (pixels + y * ink.width, builder.rowWords(ink.y + y) + ink.x)
            for x in 0..<ink.width {
                let alpha = source[x] >> 24
                guard alpha > 0 else {
                    target[x] = 0
                    continue
                }
                var word = alpha << 24
                for shift in stride(from: 0 as UInt32, to: 24, by: 8) {
                    let straight = min(255, ((source[x] >> shift & 0xFF) * 255 + alpha / 2) / alpha)
                    word |= ((curve[Int(straight)] * alpha + 127) / 255) << shift
                }
                target[x] = word
            }
            builder.finishPremultipliedRow(ink.y + y)
        }
        return builder.finish()
    }

    /// Halves width and height, rounded up, by bilinear interpolation. If both are even, each pixel is the average of four.
    func halved() throws(SVGAError) -> PreparedBitmap {
        let (wide, high) = ((width + 1) / 2, (height + 1) / 2)
        var builder = try BitmapBuilder(width: wide, height: high)
        let columns = (0..<wide).map { HalvedSample($0, of: wide, from: width) }
        // Two rows at a time: a copy of the entire picture would take as much memory as the picture.
        var rows = (above: SourceRow(width), below: SourceRow(width))
        for y in 0..<high {
            let row = HalvedSample(y, of: high, from: height)
            rows.above.read(row.first, of: self)
            rows.below.read(row.second, of: self)
            let target = builder.rowWords(y)
            for (x, column) in columns.enumerated() {
                var word: UInt32 = 0
                for shift in stride(from: 0 as UInt32, to: 32, by: 8) {
                    func value(_ row: SourceRow, _ x: Int) -> Float { Float(row.words[x] >> shift & 0xFF) }
                    let above = value(rows.above, column.first) * (1 - column.part) + value(rows.above, column.second) * column.part
                    let below = value(rows.below, column.first) * (1 - column.part) + value(rows.below, column.second) * column.part
                    word |= UInt32(UInt8(saturating: above * (1 - row.part) + below * row.part + 0.5)) << shift
                }
                target[x] = word
            }
            builder.finishPremultipliedRow(y)
        }
        return builder.finish()
    }
}

/// A row of a bitmap, with the transparent pixels that the bitmap does not store.
private struct SourceRow {
    private(set) var words: [UInt32]
    private var row: Int?

    init(_ width: Int) { words = [UInt32](repeating: 0, count: width) }

    mutating func read(_ y: Int, of bitmap: PreparedBitmap) {
        if y == row { return }
        row = y
        let (ink, stored) = (bitmap.ink, y - bitmap.ink.y)
        guard let pixels = bitmap.pixels, 0..<ink.height ~= stored else {
            for x in ink.x..<ink.maxX { words[x] = 0 }
            return
        }
        for x in 0..<ink.width { words[ink.x + x] = pixels[stored * ink.width + x] }
    }
}

/// The two pixels that a pixel of a halved picture interpolates.
private struct HalvedSample {
    let first: Int
    let second: Int
    /// The weight of the second pixel.
    let part: Float

    init(_ index: Int, of count: Int, from whole: Int) {
        let position = max(0, (Double(index) + 0.5) * Double(whole) / Double(count) - 0.5)
        first = min(Int(saturating: position), whole - 1)
        second = min(first + 1, whole - 1)
        part = Float(position - Double(first))
    }
}
