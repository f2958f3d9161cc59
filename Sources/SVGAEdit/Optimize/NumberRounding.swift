import SVGAFormat
import SVGAModel
import SVGAPlatform

/// Rounds the numbers of frames, which then compress better: a transform's digits are mostly noise of the tool that wrote it.
///
/// Steps are powers of two in protobuf, so that the low bits of floats become zero, and powers of ten in JSON.
struct NumberRounding {
    private let document: SVGADocument
    private let isJSON: Bool
    /// The furthest that anything of a sprite is from its origin, in points: there a transform's error is largest.
    private let reaches: [Double]

    init(_ document: SVGADocument, as container: VideoEntity.Container) {
        self.document = document
        isJSON = container == .zipJSON
        let canvas = Double(max(document.movie.viewBoxWidth, document.movie.viewBoxHeight))
        reaches = document.movie.sprites.map { sprite in
            sprite.frames.reduce(1) { reach, frame in
                // Shapes may be anywhere.
                let shapes = frame.shapes.isEmpty ? 0 : canvas
                guard let layout = frame.layout else { return max(reach, shapes) }
                let side = max(abs(layout.x) + abs(layout.width), abs(layout.y) + abs(layout.height))
                return max(reach, shapes, side.isFinite ? Double(side) : 0)
            }
        }
    }

    /// - Parameter bits: for each sprite and each of its frames, to what share of a point its places stay the same: 8 is 1/256. 0: as they
    ///   are.
    func rounded(_ bits: [[UInt8]]) -> SVGADocument {
        var result = document
        for (index, reach) in reaches.enumerated() {
            let more = Int(log2(reach).rounded(.up))
            for (frame, bits) in bits[index].enumerated() where bits > 0 {
                let bits = Int(bits)
                result.movie.sprites[index].frames[frame].round(
                    alpha: step(bits + 6), layout: step(bits + 1), scale: step(bits + more), place: step(bits))
            }
        }
        return result
    }

    private func step(_ bits: Int) -> Double { isJSON ? pow(10, -(Double(bits) * log10(2)).rounded(.up)) : exp2(-Double(bits)) }
}

extension WireFrame {
    fileprivate mutating func round(alpha alphaStep: Double, layout layoutStep: Double, scale: Double, place: Double) {
        // What is hidden stays so, and what is not too.
        alpha = alpha.rounded(to: alphaStep, keepingSign: true)
        if var layout {
            layout.x = layout.x.rounded(to: layoutStep)
            layout.y = layout.y.rounded(to: layoutStep)
            layout.width = layout.width.rounded(to: layoutStep, keepingSign: true)
            layout.height = layout.height.rounded(to: layoutStep, keepingSign: true)
            self.layout = layout
        }
        guard var transform else { return }
        // Players take a scale of 0 for another.
        transform.a = transform.a.rounded(to: scale, keepingSign: true)
        transform.b = transform.b.rounded(to: scale)
        transform.c = transform.c.rounded(to: scale)
        transform.d = transform.d.rounded(to: scale, keepingSign: true)
        transform.tx = transform.tx.rounded(to: place)
        transform.ty = transform.ty.rounded(to: place)
        self.transform = transform
    }
}

extension Float {
    /// - Parameter keepingSign: what would become 0 stays as it is.
    fileprivate func rounded(to step: Double, keepingSign: Bool = false) -> Float {
        let steps = (Double(self) / step).rounded()
        // Larger floats have no digits below the step.
        guard steps.magnitude < 0x1p40 else { return self }
        // A power of ten is no float: dividing by it gives the nearest to the decimal number.
        let result = step < 1 ? Float(steps / (1 / step).rounded()) : Float(steps * step)
        if result == 0 { return keepingSign ? self : 0 }
        return result
    }
}
