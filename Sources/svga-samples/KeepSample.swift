import Foundation
import SVGAAuthor
import SVGAFormat
import SVGAModel

/// A small creature hops across the canvas. Its shapes are stored once, and again only when it blinks or opens its mouth. All other frames use KEEP,
/// and only the transforms change. Loops.
struct KeepSample {
    private let frames = 60

    func movie() throws -> SVGADocument {
        var builder = try MovieBuilder(width: 360, height: 300, fps: 30, frameCount: frames)
        try addGround(to: &builder)
        try addShadow(to: &builder)
        try addFeet(to: &builder)
        try addBody(to: &builder)
        try addFace(to: &builder)
        try addSprout(to: &builder)
        return builder.build()
    }

    /// The progress within a hop. The movie has two hops, each with crouch, leap, landing and rest.
    private func hop(_ frame: Int) -> Double { Double(frame % 30) }

    private func height(_ frame: Int) -> Double {
        let time = hop(frame)
        guard time > 8, time < 22 else { return 0 }
        let part = (time - 8) / 14
        return 68 * 4 * part * (1 - part)
    }

    private func tall(_ frame: Int) -> Double {
        Track(
            (0, 1, .linear), (6, 0.74, .smooth), (10, 1.22, .out2), (15, 1.02, .smooth), (20, 1.16, .smooth), (23, 0.7, .out2),
            (26, 1.06, .smooth),
            (30, 1, .smooth))[hop(frame)]
    }

    /// The point on the ground below the creature.
    private func body(_ frame: Int) -> Placement {
        let tall = tall(frame)
        let lean = Track((0, 0, .linear), (8, -5, .smooth), (14, 4, .smooth), (22, -3, .smooth), (30, 0, .smooth))[hop(frame)]
        let side = frame < 30 ? 1.0 : -1
        return Placement(
            x: 180, y: 236 - height(frame), scaleX: 1 / tall, scaleY: tall, rotation: lean * side)
    }

    private func addGround(to builder: inout MovieBuilder) throws {
        let shapes: [ShapeEntity] = [
            .ellipse(180, 250, 160, 34, fill: SVGAColor(0x7BD88F)),
            .ellipse(180, 246, 150, 28, fill: SVGAColor(0x9BEBA6)),
            .ellipse(96, 244, 26, 5, fill: SVGAColor(0xB9F5BE)),
            .ellipse(262, 252, 34, 6, fill: SVGAColor(0xB9F5BE)),
        ]
        try builder.vector("ground", shapes: shapes)
    }

    private func addShadow(to builder: inout MovieBuilder) throws {
        let shapes: [ShapeEntity] = [.ellipse(0, 0, 64, 11, fill: SVGAColor(0x1F6B3C, 0.4))]
        try builder.vector("shadow", shapes: shapes) { frame in
            let near = 1 - height(frame) / 190
            return Placement(x: 180, y: 240, scaleX: near / tall(frame).squareRoot(), scaleY: near, alpha: near)
        }
    }

    private func addFeet(to builder: inout MovieBuilder) throws {
        for side in [-1.0, 1] {
            let shapes: [ShapeEntity] = [
                .ellipse(0, 0, 17, 10, fill: SVGAColor(0x5B3FD0)), .ellipse(-2, -3, 11, 5, fill: SVGAColor(0x8A73F0)),
            ]
            try builder.vector("foot_\(side < 0 ? "left" : "right")", shapes: shapes) { frame in
                let hang = height(frame) > 0 ? min(10, height(frame) / 6) : 0
                return Placement(x: side * 28, y: -4 + hang, rotation: side * hang * 2.4).inside(body(frame))
            }
        }
    }

    private func addBody(to builder: inout MovieBuilder) throws {
        let shapes: [ShapeEntity] = [
            .rect(-62, -118, 124, 114, radius: 57, fill: SVGAColor(0x6E52E8), stroke: .init(SVGAColor(0x4B32B8), 4)),
            .rect(-56, -114, 108, 96, radius: 50, fill: SVGAColor(0x8A73F0)),
            .ellipse(-8, -76, 40, 34, fill: SVGAColor(0xA794FA, 0.7)),
            .ellipse(0, -28, 34, 22, fill: SVGAColor(0xD9CFFF)),
            .ellipse(-30, -98, 9, 5, fill: SVGAColor(0xFFFFFF, 0.85), at: Placement(rotation: -34).around(x: -30, y: -98)),
        ]
        try builder.vector("body", shapes: shapes) { body($0) }
    }

    private func addFace(to builder: inout MovieBuilder) throws {
        try builder.vector(
            "face",
            changing: { frame in
                let blinks = [4, 5, 36, 37, 40, 41].contains(frame)
                let leaping = height(frame) > 12
                var shapes: [ShapeEntity] = []
                for side in [-1.0, 1] {
                    if blinks {
                        shapes.append(.path(.line(side * 24 - 9, -70, side * 24 + 9, -70), stroke: .init(SVGAColor(0x2A1A6B), 5)))
                    } else {
                        shapes.append(.ellipse(side * 24, -72, 13, 15, fill: SVGAColor(0xFFFFFF)))
                        shapes.append(.ellipse(side * 24 + 1, leaping ? -76 : -70, 7, 8.5, fill: SVGAColor(0x2A1A6B)))
                        shapes.append(.ellipse(side * 24 + 4, leaping ? -79 : -73, 2.6, 3, fill: SVGAColor(0xFFFFFF)))
                    }
                    shapes.append(.ellipse(side * 42, -54, 9, 5.5, fill: SVGAColor(0xFF7FB0, 0.7)))
                }
                if leaping {
                    shapes.append(.ellipse(0, -46, 9, 10, fill: SVGAColor(0x7A1F4F)))
                    shapes.append(.ellipse(0, -41, 6, 4.5, fill: SVGAColor(0xFF7F9F)))
                } else {
                    var smile = SVGAPath()
                    smile.move(x: -10, y: -50)
                    smile.curve(x1: -6, y1: -42, x2: 6, y2: -42, x: 10, y: -50)
                    shapes.append(.path(smile, stroke: .init(SVGAColor(0x2A1A6B), 4)))
                }
                return shapes
            },
            placement: { frame in
                // The face moves a little within the body, with a delay.
                let late = (height(frame) - height(max(0, frame - 2))) / 8
                return Placement(y: late * 0.6).inside(body(frame))
            })
    }

    /// Two leaves on its head that swing with a delay.
    private func addSprout(to builder: inout MovieBuilder) throws {
        for side in [-1.0, 1] {
            var leaf = SVGAPath()
            leaf.move(x: 0, y: 0)
            leaf.curve(x1: side * 2, y1: -22, x2: side * 20, y2: -36, x: side * 42, y: -34)
            leaf.curve(x1: side * 40, y1: -12, x2: side * 22, y2: 2, x: 0, y: 0)
            leaf.close()
            let shapes: [ShapeEntity] = [.path(leaf, fill: SVGAColor(0x3FC46E), stroke: .init(SVGAColor(0x24914B), 3))]
            try builder.vector("sprout_\(side < 0 ? "left" : "right")", shapes: shapes) { frame in
                let speed = height((frame + frames - 2) % frames) - height((frame + frames - 4) % frames)
                return Placement(y: -117, rotation: side * speed * 1.1).inside(body(frame))
            }
        }
    }
}
