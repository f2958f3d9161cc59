import SVGAModel
import SVGAPixels
import SVGAPlatform
import SVGARender
import SVGASupport

/// The sizes of a filter's steps in pixels.
struct FilterGeometry {
    enum Step {
        case blur(BoxBlur, BoxBlur)
        case shadow(SVGAColor, x: Int, y: Int, BoxBlur, BoxBlur)
        case color(FilterState.Step)
    }

    /// A shadow that is farther away is not visible.
    private static let maximumOffset = 1e6

    let steps: [Step]
    fileprivate let isShadowAlone: Bool

    /// - Parameters:
    ///   - transform: from the layer's points to the filter's pixels.
    init(_ filter: FilterState, _ transform: SVGATransform) {
        let scale = transform.axisScales
        isShadowAlone = filter.isShadowAlone
        func pixels(_ value: Double) -> Int { Int(saturating: min(max(value.rounded(), -maximumOffset), maximumOffset)) }
        let maximumOffset = FilterGeometry.maximumOffset
        steps = filter.steps.map { step in
            switch step {
            case .blur(let x, let y): return .blur(BoxBlur(deviation: x * scale.x), BoxBlur(deviation: y * scale.y))
            case .shadow(let color, let x, let y, let deviation):
                return .shadow(
                    color, x: pixels(transform.a * x + transform.c * y), y: pixels(transform.b * x + transform.d * y),
                    BoxBlur(deviation: deviation * scale.x), BoxBlur(deviation: deviation * scale.y))
            case .fill, .tint, .tritone, .levels: return .color(step)
            }
        }
    }

    /// How far, in pixels, the content outside of a pixel can change it.
    var reach: (x: Int, y: Int) {
        steps.reduce((0, 0)) { sum, step in
            switch step {
            case .blur(let x, let y): (sum.0 + x.reach, sum.1 + y.reach)
            case .shadow(_, let x, let y, let blurX, let blurY):
                (sum.0 + Int(x.magnitude) + blurX.reach, sum.1 + Int(y.magnitude) + blurY.reach)
            case .color: sum
            }
        }
    }

    /// Whether a shadow needs the layer as it was before the first step.
    var needsSource: Bool {
        steps.dropFirst().contains { step in
            if case .shadow = step { true } else { false }
        }
    }

    /// The cost of all steps per pixel.
    var costPerPixel: Int {
        steps.reduce(0) { sum, step in
            switch step {
            case .blur(let x, let y): sum + FilterGeometry.conversions + (x.reach + y.reach > 0 ? FilterGeometry.blurredPixel : 0)
            case .shadow: sum + FilterGeometry.conversions + FilterGeometry.blurredPixel
            case .color: sum + FilterGeometry.coloredPixel
            }
        }
    }

    private static let blurredPixel = 120 * WorkMeter.Cost.pixel
    private static let conversions = 80 * WorkMeter.Cost.pixel
    private static let coloredPixel = 300 * WorkMeter.Cost.pixel
}

/// The memory of filters, which later ones reuse.
struct FilterScratch {
    fileprivate var source: [UInt8] = []
    fileprivate var shadow: [UInt8] = []
    fileprivate var blur = BlurScratch()

    /// Applies the steps to premultiplied words in sRGB.
    mutating func run(_ geometry: FilterGeometry, _ words: UnsafeMutableBufferPointer<UInt32>, width: Int, height: Int) {
        guard let base = words.baseAddress, words.count == width * height else { return }
        if geometry.needsSource { FilterScratch.copyAlpha(words, to: &source) }
        for (index, step) in geometry.steps.enumerated() {
            switch step {
            case .color(let step): FilterColors.apply(step, to: words)
            case .blur(let x, let y):
                LinearLight.shared.toLinear(words)
                x.blurRows(base, width: width, height: height, &blur)
                y.blurColumns(base, width: width, height: height, &blur)
                LinearLight.shared.toSRGB(words)
            case .shadow(let color, let x, let y, let blurX, let blurY):
                if index == 0 { FilterScratch.copyAlpha(words, to: &shadow) } else { shadow = source }
                shadow.withUnsafeMutableBufferPointer { bytes in
                    guard let bytes = bytes.baseAddress else { return }
                    blurX.blurRows(bytes, width: width, height: height, &blur)
                    blurY.blurColumns(bytes, width: width, height: height, &blur)
                }
                if geometry.isShadowAlone { words.update(repeating: 0) }
                addShadow(to: words, color, x: x, y: y, width: width, height: height)
            }
        }
    }

    private static func copyAlpha(_ words: UnsafeMutableBufferPointer<UInt32>, to target: inout [UInt8]) {
        if target.count != words.count { target = [UInt8](repeating: 0, count: words.count) }
        target.withUnsafeMutableBufferPointer { bytes in
            for index in words.indices { bytes[index] = UInt8(words[index] >> 24) }
        }
    }

    /// Puts the shadow, moved, below the words. Both are mixed in linear light.
    private func addShadow(
        to words: UnsafeMutableBufferPointer<UInt32>, _ color: SVGAColor, x: Int, y: Int, width: Int, height: Int
    ) {
        let light = LinearLight.shared
        let linear = [color.red, color.green, color.blue].map { SRGBTransfer.decode(($0 * 255).rounded() / 255) }
        let shades = (0...255).map { alpha -> UInt32 in
            let share = color.alpha * Double(alpha)
            func part(_ value: Double) -> UInt32 { UInt32(value * share + 0.5) }
            return part(1) << 24 | part(linear[0]) << 16 | part(linear[1]) << 8 | part(linear[2])
        }
        let encodedShades = shades.map(light.toSRGB)
        // Adjacent pixels are often equal.
        var last = (word: UInt32(0), shade: 0, result: encodedShades[0])
        shadow.withUnsafeBufferPointer { shadow in
            for row in 0..<height {
                let from = row - y
                let columns = from >= 0 && from < height ? max(0, x)..<max(0, x, min(width, width + x)) : 0..<0
                for column in 0..<width {
                    let index = row * width + column
                    let word = words[index]
                    let shade = columns.contains(column) ? Int(shadow[from * width + column - x]) : 0
                    if word == 0 {
                        words[index] = encodedShades[shade]
                        continue
                    }
                    if word != last.word || shade != last.shade {
                        last = (word, shade, light.toSRGB(FilterColors.over(shades[shade], light.toLinear(word))))
                    }
                    words[index] = last.result
                }
            }
        }
    }
}
