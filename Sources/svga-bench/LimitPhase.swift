import CBenchLimit
import SVGAModel
import SVGARender

/// Blends as many pixels as the sprites' bitmaps cover, sequentially through memory. Its time is a lower limit for painting.
///
/// A bitmap covers the area of its transformed layout rectangle on the canvas. Shapes, clips, groups and clearing the canvas are
/// not counted, so a movie without bitmaps has no limit.
final class LimitPhase: Phase {
    private struct Blend {
        let pixels: Int
        let alpha: UInt32
    }

    private var blends: [Blend] = []
    private var target: [UInt32]
    private let source: [UInt32]

    /// The total number of covered pixels in all measured frames.
    var coveredPixels: Int { blends.reduce(0) { $0 + $1.pixels } }

    init(_ subject: Subject) {
        let (width, height) = (subject.scene.widthPixels, subject.scene.heightPixels)
        target = [UInt32](repeating: 0xFF80_8080, count: width * height)
        // Premultiplied pixels of every alpha.
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
    /// All drawn sprites, including mattes.
    var draws: [SpriteDraw] {
        steps.compactMap { step in
            switch step {
            case .draw(let draw), .endMatte(let draw): draw
            case .beginMatte: nil
            }
        }
    }
}

/// Computes the area of the canvas that a transformed rectangle covers.
enum CoveredArea {
    private typealias Point = (x: Double, y: Double)

    /// The area, in pixels, of the part of the transformed rectangle on the canvas. The rectangle starts at the origin.
    static func area(
        width: Double, height: Double, through transform: SVGATransform, onWidth canvasWidth: Double, height canvasHeight: Double
    ) -> Double {
        var corners = [(0, 0), (width, 0), (width, height), (0, height)].map { transform.apply(x: $0.0, y: $0.1) }
        corners = cut(corners) { $0.x }
        corners = cut(corners) { canvasWidth - $0.x }
        corners = cut(corners) { $0.y }
        corners = cut(corners) { canvasHeight - $0.y }
        var doubled = 0.0
        for (index, corner) in corners.enumerated() {
            let next = corners[(index + 1) % corners.count]
            doubled += corner.x * next.y - next.x * corner.y
        }
        return doubled.magnitude / 2
    }

    /// The part of a polygon where `distance` is not below 0.
    private static func cut(_ corners: [Point], _ distance: (Point) -> Double) -> [Point] {
        var kept: [Point] = []
        for (index, corner) in corners.enumerated() {
            let next = corners[(index + 1) % corners.count]
            let (here, there) = (distance(corner), distance(next))
            if here >= 0 { kept.append(corner) }
            if (here >= 0) != (there >= 0) {
                let part = here / (here - there)
                kept.append((corner.x + part * (next.x - corner.x), corner.y + part * (next.y - corner.y)))
            }
        }
        return kept
    }
}
