import SVGAModel
import SVGAPixels
import SVGAPlatform

/// A color per pixel, without its alpha.
private typealias Color = SIMD4<Float>

/// The effects that change the color of each pixel by itself.
enum FilterColors {
    static func apply(_ step: FilterState.Step, to words: UnsafeMutableBufferPointer<UInt32>) {
        switch step {
        case .fill(let color): map(words) { filled($0, color) }
        case .tint(let black, let white, let amount):
            let (black, white) = (Color(black), Color(white))
            map(words) { tinted($0, black, white, Float(amount)) }
        case .tritone(let shadows, let midtones, let highlights):
            let tables = tritone([shadows, midtones, highlights])
            map(words) { word in
                let gray = Int(LinearGray.encoded(word) * 255 + 0.5)
                return premultiplied(Color(tables[0][gray], tables[1][gray], tables[2][gray], Float(word >> 24) / 255))
            }
        case .levels(let curves):
            let tables = curves.map { curve in curve.map(table) }
            let channels = Array(tables.prefix(4))
            if channels.contains(where: { $0 != nil }) { map(words) { mapped($0, channels) } }
            if let all = tables.last ?? nil, tables.count == 5 {
                let colors = [all, all, all, nil]
                map(words) { mapped($0, colors) }
            }
        case .blur, .shadow: break
        }
    }

    private static func map(_ words: UnsafeMutableBufferPointer<UInt32>, _ change: (UInt32) -> UInt32) {
        guard let first = words.first else { return }
        var (last, result) = (first, change(first))
        for index in words.indices {
            let word = words[index]
            if word != last { (last, result) = (word, change(word)) }
            words[index] = result
        }
    }

    // MARK: - Effects

    private static func filled(_ word: UInt32, _ color: SVGAColor) -> UInt32 {
        premultiplied(Color(Float(color.red), Float(color.green), Float(color.blue), Float(word >> 24) / 255 * Float(color.alpha)))
    }

    /// The gray picture and the colored one lie over the original, mixed in linear light.
    private static func tinted(_ word: UInt32, _ black: Color, _ white: Color, _ amount: Float) -> UInt32 {
        if word >> 24 == 0 { return 0 }
        let light = LinearLight.shared
        let alpha = Float(word >> 24) / 255 * amount
        let gray = LinearGray.linear(word)
        let encoded = Float(SRGBTransfer.encode(Double(gray)))
        var color = black + (white - black) * encoded
        color.w = alpha
        let layers = [light.toLinear(word), premultiplied(Color(gray, gray, gray, alpha)), light.toLinear(premultiplied(color))]
        return light.toSRGB(layers.reduce(0, FilterColors.over))
    }

    private static func tritone(_ colors: [SVGAColor]) -> [[Float]] {
        let parts = [colors.map(\.red), colors.map(\.green), colors.map(\.blue)]
        return parts.map { part in
            (0...255).map { input in
                let position = Double(input) / 255 * 2
                let index = min(Int(position), 1)
                return byte(part[index] + (position - Double(index)) * (part[index + 1] - part[index]))
            }
        }
    }

    private static func table(_ curve: LevelsCurve) -> [Float] { (0...255).map { byte(curve.value(Double($0) / 255)) } }

    /// The value of a table in browsers: in units of 1/255, rounded down.
    private static func byte(_ value: Double) -> Float {
        let scaled: Double = min(max(value, 0), 1) * 255 + 1e-9
        return Float(scaled.rounded(.down) / 255)
    }

    /// - Parameter tables: of red, green, blue and alpha; nil: unchanged.
    private static func mapped(_ word: UInt32, _ tables: [[Float]?]) -> UInt32 {
        var color = unpremultiplied(word)
        for part in 0..<4 {
            if let table = tables[part] { color[part] = table[min(Int(color[part] * 255 + 0.5), 255)] }
        }
        return premultiplied(color)
    }

    // MARK: - Words

    /// Red, green, blue and alpha, 0…1.
    fileprivate static func unpremultiplied(_ word: UInt32) -> SIMD4<Float> {
        let alpha = Float(word >> 24)
        if alpha == 0 { return .zero }
        let color = SIMD4<Float>(Float(word >> 16 & 0xFF), Float(word >> 8 & 0xFF), Float(word & 0xFF), alpha * alpha / 255) / alpha
        return pointwiseMin(color, .one)
    }

    private static func premultiplied(_ color: Color) -> UInt32 {
        let color = color.clamped(lowerBound: .zero, upperBound: .one)
        let alpha = UInt32(color.w * 255 + 0.5)
        func part(_ value: Float) -> UInt32 { min(alpha, UInt32(value * color.w * 255 + 0.5)) }
        return alpha << 24 | part(color.x) << 16 | part(color.y) << 8 | part(color.z)
    }

    /// A word over another.
    static func over(_ below: UInt32, _ above: UInt32) -> UInt32 {
        let alpha = above >> 24
        if alpha == 255 || below == 0 { return above }
        if alpha == 0 { return below }
        func part(_ shift: UInt32) -> UInt32 {
            let product = (below >> shift & 0xFF) * (255 - alpha) + 128
            return min(255, (above >> shift & 0xFF) + (product + product >> 8) >> 8) << shift
        }
        return part(24) | part(16) | part(8) | part(0)
    }
}

/// The mean of red, green and blue in linear light.
private enum LinearGray {
    static func linear(_ word: UInt32) -> Float {
        let color = FilterColors.unpremultiplied(word)
        let sum = SRGBTransfer.decode(Double(color.x)) + SRGBTransfer.decode(Double(color.y)) + SRGBTransfer.decode(Double(color.z))
        return Float(min(sum * 0.3333, 1))
    }

    static func encoded(_ word: UInt32) -> Float { Float(SRGBTransfer.encode(Double(linear(word)))) }
}

extension SIMD4<Float> {
    fileprivate init(_ color: SVGAColor) { self.init(Float(color.red), Float(color.green), Float(color.blue), 1) }
}
