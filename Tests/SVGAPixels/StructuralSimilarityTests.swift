import SVGAPixels
import TestSupport
import Testing

@Suite("Structural similarity") struct StructuralSimilarityTests {
    /// Deterministic noise.
    static func noise(width: Int, height: Int, seed: UInt64, isOpaque: Bool = false) -> Pixmap {
        var state = seed
        func next(_ bound: Int) -> UInt8 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return UInt8(Int(state >> 40) % bound)
        }
        var pixmap = Pixmap(width: width, height: height)
        for index in stride(from: 0, to: pixmap.pixels.count, by: 4) {
            let alpha = isOpaque ? 255 : next(256)
            for channel in 0..<3 { pixmap.pixels[index + channel] = next(Int(alpha) + 1) }
            pixmap.pixels[index + 3] = alpha
        }
        return pixmap
    }

    /// SSIM by its definition, window by window.
    static func byDefinition(_ left: Pixmap, _ right: Pixmap, background: Double) -> Double {
        func gray(_ pixmap: Pixmap, _ x: Int, _ y: Int) -> Double {
            let pixel = pixmap[x, y]
            return (Double(pixel.red) + Double(pixel.green) + Double(pixel.blue)) / 3 + background * (1 - Double(pixel.alpha) / 255)
        }
        var values: [Double] = []
        for top in 0...left.height - 7 {
            for start in 0...left.width - 7 {
                var pairs: [(Double, Double)] = []
                for y in top..<top + 7 { for x in start..<start + 7 { pairs.append((gray(left, x, y), gray(right, x, y))) } }
                let meanX = pairs.reduce(0) { $0 + $1.0 } / 49
                let meanY = pairs.reduce(0) { $0 + $1.1 } / 49
                let varianceX = pairs.reduce(0) { $0 + ($1.0 - meanX) * ($1.0 - meanX) } / 48
                let varianceY = pairs.reduce(0) { $0 + ($1.1 - meanY) * ($1.1 - meanY) } / 48
                let covariance = pairs.reduce(0) { $0 + ($1.0 - meanX) * ($1.1 - meanY) } / 48
                let (c1, c2) = (2.55 * 2.55, 7.65 * 7.65)
                values.append(
                    (2 * meanX * meanY + c1) * (2 * covariance + c2)
                        / ((meanX * meanX + meanY * meanY + c1) * (varianceX + varianceY + c2)))
            }
        }
        return values.reduce(0, +) / Double(values.count)
    }

    @Test("it is what the definition gives, for noise, part of a picture and opaque pictures", arguments: [1, 2, 3, 4] as [UInt64])
    func definition(seed: UInt64) {
        let left = Self.noise(width: 23, height: 17, seed: seed, isOpaque: seed == 2)
        var right = left
        let other = Self.noise(width: 23, height: 17, seed: seed + 100, isOpaque: seed == 2)
        for y in seed == 1 ? 0..<17 : 8..<11 {
            for i in 4 * (23 * y + 5)..<4 * (23 * y + 9) { right.pixels[i] = other.pixels[i] }
        }
        let expected = min(Self.byDefinition(left, right, background: 0), Self.byDefinition(left, right, background: 255))
        #expect((StructuralSimilarity.compare(left, right) - expected).magnitude < 1e-12)
    }

    @Test("equal pictures give 1, exactly")
    func alike() {
        let picture = Self.noise(width: 40, height: 9, seed: 7)
        #expect(StructuralSimilarity.compare(picture, picture) == 1)
    }

    @Test("a difference that only a white background shows counts")
    func whiteBackground() {
        let clear = Pixmap(width: 16, height: 16)
        #expect(StructuralSimilarity.compare(clear, Pixmap(width: 16, height: 16, Pixel(0, 0, 0, 255))) < 0.01)
    }

    @Test("pictures smaller than a window are one window", arguments: [(1, 1), (3, 7), (7, 3), (30, 1)])
    func small(width: Int, height: Int) {
        let picture = Pixmap(width: width, height: height, Pixel(100, 100, 100))
        #expect(StructuralSimilarity.compare(picture, picture) == 1)
        let near = StructuralSimilarity.compare(picture, Pixmap(width: width, height: height, Pixel(101, 101, 101)))
        let far = StructuralSimilarity.compare(picture, Pixmap(width: width, height: height, Pixel(255, 255, 255)))
        #expect(near > 0.999 && near < 1 && far < 0.8)
    }

    @Test("pictures of different sizes are not equal")
    func sizes() {
        #expect(StructuralSimilarity.compare(Pixmap(width: 8, height: 8), Pixmap(width: 8, height: 9)) == 0)
    }
}
