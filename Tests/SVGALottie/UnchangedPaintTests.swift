import SVGAModel
import SVGAPixels
import SVGAPlatform
import SVGARender
import TestSupport
import Testing

@testable import SVGALottie

@Suite("What does not change from frame to frame") struct UnchangedPaintTests {
    private static let side = 64

    private func painter() throws -> FrameStatePainter {
        try FrameStatePainter(width: Self.side, height: Self.side, limits: .default) { (_, _) throws(SVGAError) in nil }
    }

    /// The pixels of a frame that is drawn over what another program left in memory.
    private func pixels(_ painter: FrameStatePainter, _ layers: [LayerState], background: SVGAColor? = nil) throws -> [UInt32] {
        var words = [UInt32](repeating: 0x7F12_3456, count: Self.side * Self.side)
        try words.withUnsafeMutableBufferPointer {
            try painter.paint(LottieFrameState(layers: layers), .identity, background: background, into: $0)
        }
        return words
    }

    private func layer(_ paints: [PaintState], _ transform: SVGATransform = .identity, opacity: Double = 1) -> LayerState {
        LayerState(indexPath: [0], name: "", transform: transform, opacity: opacity, content: .shapes(paints))
    }

    private func circle(_ style: PaintState.Style, _ paint: PaintState.Paint) -> PaintState {
        let path = ContourPath(ShapeOutline.circle(x: 30.3, y: 28.7, radius: 21.4)).path
        return PaintState(name: "", path: path, transform: .identity, style: style, paint: paint, opacity: 1)
    }

    private var paints: [PaintState] {
        let color = SVGAColor(red: 0.9, green: 0.4, blue: 0.1, alpha: 0.7)
        let stops = [
            PaintState.Stop(offset: 0, color: color), PaintState.Stop(offset: 1, color: SVGAColor(red: 0, green: 0.2, blue: 1, alpha: 1)),
        ]
        let stroke = PaintState.Style.stroke(width: 5, cap: .round, join: .round, miterLimit: 4, dashes: [], phase: 0)
        return [
            circle(.fill(isEvenOdd: false), .color(SVGAColor(red: 0, green: 1, blue: 0, alpha: 1))),
            circle(.fill(isEvenOdd: false), .linear(startX: 10, startY: 10, endX: 50, endY: 40, stops: stops)),
            circle(stroke, .color(color)),
        ]
    }

    private func solid(_ width: Double, _ opacity: Double = 1) -> LayerState {
        LayerState(
            indexPath: [1], name: "", transform: .identity, opacity: opacity,
            content: .solid(SVGAColor(red: 0.5, green: 0.2, blue: 0.9, alpha: 1), width: width, height: width))
    }

    /// A layer below the others that moves, so that no frame equals the one before.
    private func mover(_ frame: Int) -> LayerState {
        layer([circle(.fill(isEvenOdd: false), .color(.black))], .translation(x: 0.3 * Double(frame), y: 0))
    }

    @Test("fills, strokes and gradients that last have the same pixels as new ones")
    func lasting() throws {
        let known = try painter()
        for frame in 0..<8 {
            let layers = [mover(frame), layer(paints, opacity: 0.8), layer(paints, .translation(x: 9.5, y: 3.25))]
            #expect(try pixels(known, layers) == (try pixels(try painter(), layers)))
        }
        #expect(known.pictures.bytes > 10_000)
    }

    @Test("paints that come, go and change between others have the same pixels as new ones")
    func changing() throws {
        let known = try painter()
        var generator = SeededGenerator(state: 5)
        var layers = (0..<6).map { layer(paints, .translation(x: Double($0), y: 0)) }
        for frame in 0..<40 {
            switch Int.random(in: 0..<6, using: &generator) {
            case 0:
                let new = layer(paints, .translation(x: Double(frame), y: 2))
                layers.insert(new, at: Int.random(in: 0...layers.count, using: &generator))
            case 1 where layers.count > 1: layers.remove(at: Int.random(in: 0..<layers.count, using: &generator))
            case 2: layers[0].opacity = Double.random(in: 0.1...1, using: &generator)
            default: break
            }
            let all = [mover(frame)] + layers
            #expect(try pixels(known, all) == (try pixels(try painter(), all)))
        }
    }

    @Test("a frame without the paints of the one before gives up their memory")
    func memory() throws {
        let known = try painter()
        for frame in 0..<5 { _ = try pixels(known, [mover(frame), layer(paints)]) }
        let full = known.pictures.bytes
        _ = try pixels(known, [mover(6)])
        _ = try pixels(known, [mover(7)])
        #expect(known.pictures.bytes < full)
    }

    @Test("the limit of work counts what lasts as if it were new")
    func work() throws {
        let painter = try painter()
        var spent: [Int] = []
        // The first stroke of a painter also counts its memory.
        _ = try pixels(painter, [layer(paints)])
        for frame in 0..<6 {
            _ = try pixels(painter, [layer(paints), mover(frame % 2)])
            spent.append(painter.meter.spent)
        }
        #expect(Set(spent).count == 1, "\(spent)")
    }

    @Test("nothing of the caller's memory is seen, whether or not an opaque layer covers the frame", arguments: [1, 0.5])
    func covered(opacity: Double) throws {
        let frame = Double(Self.side)
        let nested = LayerState(
            indexPath: [2], name: "", transform: .identity, opacity: 1,
            content: .composition(LottieFrameState(layers: [solid(frame, opacity)]), width: frame, height: frame))
        for lowest in [solid(frame, opacity), solid(frame - 0.25, opacity), solid(frame + 9, opacity), nested] {
            let layers = [lowest, mover(0)]
            let direct = try pixels(try painter(), layers)
            // The painter's own canvas is transparent before.
            let canvas = try painter()
            try canvas.paint(LottieFrameState(layers: layers), .identity, background: nil)
            var copied: [UInt32] = []
            canvas.canvas?.withPixels { rows in
                for y in 0..<Self.side { copied += UnsafeBufferPointer(start: rows.row(y), count: Self.side) }
            }
            #expect(direct == copied)
        }
    }

    @Test("a frame that is shown again is copied with all its pixels", arguments: [false, true])
    func copied(hasBackground: Bool) throws {
        let background = hasBackground ? SVGAColor(red: 0.1, green: 0.7, blue: 0.3, alpha: 0.6) : nil
        for layers in [[], [layer(paints)], [layer(paints, .translation(x: 40, y: -30))], [solid(3)], [solid(99)]] {
            let painter = try painter()
            let first = try pixels(painter, layers, background: background)
            for _ in 0..<3 { #expect(try pixels(painter, layers, background: background) == first) }
        }
    }
}

extension ShapeOutline {
    fileprivate static func circle(x: Double, y: Double, radius: Double) -> Contour {
        rectangle(centerX: x, centerY: y, width: 2 * radius, height: 2 * radius, radius: radius)
    }
}
