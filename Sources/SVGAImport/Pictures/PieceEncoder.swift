import SVGAImage
import SVGAModel
import SVGAPixels
import SVGASupport

/// Encodes a piece as PNG.
struct PieceEncoder: Sendable {
    /// 100: lossless.
    let quality: Int
    /// Below this similarity, a piece keeps more of its colors; nil: only the quality matters.
    var minimumSimilarity: Double?
    let effort: Int
    let work: ImportWork

    /// - Parameter pixels: premultiplied RGBA.
    func encode(_ pixels: [UInt8], width: Int, height: Int) throws(ImportError) -> [UInt8] {
        // Reducing colors takes about 100 ns per pixel, for each method that is tried.
        let price = ImportWork.Cost.encodedPixel(effort: effort) + (quality < 100 ? PieceEncoder.reducedPixel : 0)
        try work.charge(price, times: width * height)
        do throws(SVGAError) {
            let picture = Pixmap(width: width, height: height, pixels: pixels)
            guard quality < 100 else { return try picture.pngData(PNGEncoder(effort: effort)) }
            let straight = picture.straightPixels().withUnsafeBytes { bytes in
                stride(from: 0, to: bytes.count, by: 4).map {
                    UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: $0, as: UInt32.self))
                }
            }
            guard let reduced = reduced(straight, picture) else { return try picture.pngData(PNGEncoder(effort: effort)) }
            return try reduced.withUnsafeBufferPointer { (words) throws(SVGAError) in
                try PNGEncoder(effort: effort).encode(UnsafeRawBufferPointer(words), width: width, height: height)
            }
        } catch {
            throw ImportError(error, kind: "picture")
        }
    }

    private static let reducedPixel = 500
    /// libimagequant's speed, 1 (best) to 10.
    private static let speed: Int32 = 8
    /// The rounding steps that are tried after a palette, coarse to fine.
    private static let steps: [UInt32] = [6, 4, 2]

    /// The picture with fewer colors, as straight alpha; nil if none is similar enough.
    private func reduced(_ straight: [UInt32], _ picture: Pixmap) -> [UInt32]? {
        let exact = PNGPicture(width: picture.width, height: picture.height, pixels: straight, carried: [])
        let palette = PaletteQuantizer.reduced(exact, quality: quality, speed: PieceEncoder.speed)?.pixels
        guard minimumSimilarity != nil else { return palette }
        if let palette, isLike(palette, picture) { return palette }
        for step in PieceEncoder.steps {
            let rounded = straight.map { PieceEncoder.rounded($0, to: step) }
            if isLike(rounded, picture) { return rounded }
        }
        return nil
    }

    private func isLike(_ straight: [UInt32], _ picture: Pixmap) -> Bool {
        var drawn = Pixmap(width: picture.width, height: picture.height)
        drawn.pixels.withUnsafeMutableBytes { target in
            for (index, word) in straight.enumerated() {
                target.storeBytes(of: word.littleEndian, toByteOffset: 4 * index, as: UInt32.self)
            }
            AlphaConversion.premultiply(target)
        }
        return StructuralSimilarity.compare(drawn, picture) >= minimumSimilarity ?? 0
    }

    /// Rounds each component of a color. Alpha keeps 0 and 255, so that no pixel becomes transparent.
    private static func rounded(_ word: UInt32, to step: UInt32) -> UInt32 {
        let alpha = word >> 24
        if alpha == 0 { return 0 }
        var result: UInt32 = 0
        for shift in stride(from: UInt32(0), to: 24, by: 8) {
            result |= min(255, ((word >> shift & 255) + step / 2) / step * step) << shift
        }
        let even = alpha == 255 ? 255 : min(254, max(1, (alpha + step / 2) / step * step))
        return result | even << 24
    }
}
