import CBenchLimit
import SVGAModel
import SVGARender

/// As many pixels blended as the sprites' bitmaps cover, straight through memory.
///
/// A bitmap covers the part of its layout rectangle, transformed, that lies on the canvas: its area in pixels. Shapes, clips,
/// groups and the clearing of the canvas count nothing, so for a movie without bitmaps there is no limit.
final class LimitPhase: Phase {
    private struct Blend {
        let pixels: Int
        let alpha: UInt32
    }

    private var blends: [Blend] = []
    private var target: [UInt32]
    private let source: [UInt32]

    /// Pixels covered in all frames that are painted.
    var coveredPixels: Int { blends.reduce(0) { $0 + $1.pixels } }

    init(_ subject: Subject) {
        let (width, height) = (subject.scene.widthPixels, subject.scene.heightPixels)
        target = [UInt32](repeating: 0xFF80_8080, count: width * height)
        // Every alpha, premultiplied.
        source = (0..<UInt32(width * height)).map { ($0 & 255) &* 0x0101_0101 }
        var plan = DisplayList()
        for frame in subject.frames {
            plan.build(frame: frame, of: subject.scene)
            for draw in plan.draws where draw.bitmap != nil {
                let area = CoveredArea.area(
                    width: draw.layout.width, height: draw.layout.height, through: draw.transform, onWidth: Double(width),
                    height: Double(height))
                blends.append(Blend(pixels: min(Int(area.rounded()), source.count), alpha: UInt32((draw.alpha * 255).rounded())))
            }
        }
    }

    func run() {
        target.withUnsafeMutableBufferPointer { target in
            source.withUnsafeBufferPointer { source in
                for blend in blends { svga_blend_straight(target.baseAddress, source.baseAddress, blend.pixels, blend.alpha) }
            }
        }
    }
}

extension DisplayList {
    /// All that is drawn, masks included.
    var draws: [SpriteDraw] {
        steps.compactMap { step in
            switch step {
            case .draw(let draw), .endMatte(let draw): draw
            case .beginMatte: nil
            }
        }
    }
}
