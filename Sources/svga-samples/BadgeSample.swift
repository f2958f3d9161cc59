import Foundation
import SVGAAuthor
import SVGAFormat
import SVGAModel

/// A medal without bitmaps: layered fills, dashed strokes, an animated check mark, and KEEP for unchanged shapes.
struct BadgeSample {
    let sources: Sources

    private static let center = 200.0

    func movie() throws -> SVGADocument {
        var builder = try MovieBuilder(width: 400, height: 400, fps: 30, frameCount: 75)
        let tail = try sources.path("ribbon-tail")
        let leaf = try sources.path("leaf")
        let check = try sources.path("check")
        let spark = try sources.path("spark")
        try addRibbons(tail, to: &builder)
        try addLaurel(leaf, to: &builder)
        try addMedal(to: &builder)
        try addRings(to: &builder)
        try addStarAndCheck(check, to: &builder)
        try addSparks(spark, to: &builder)
        return builder.build()
    }

    /// The center of the medal: pops in with a rotation, and settles.
    private func medal(_ frame: Int) -> Placement {
        let scale = Track((0, 0.05, .linear), (10, 1.14, .out3), (15, 0.95, .smooth), (19, 1.02, .smooth), (23, 1, .smooth))[frame]
        let out = Track((68, 1, .linear), (74, 0.02, .inBack))[frame]
        return Placement(x: BadgeSample.center, y: 184, scale: scale * out)
    }

    private func addRibbons(_ tail: SVGAPath, to builder: inout MovieBuilder) throws {
        for side in [-1.0, 1] {
            let shapes: [ShapeEntity] = [
                .path(tail, fill: SVGAColor(0x2A6BE0)),
                .path(.rect(x: 0, y: 0, width: 16, height: 104), fill: SVGAColor(0x4F93FF)),
                .path(.rect(x: 24, y: 0, width: 10, height: 99), fill: SVGAColor(0xFFFFFF, 0.85)),
                .path(.rect(x: 0, y: 0, width: 58, height: 44), fill: SVGAColor(0x10307A, 0.35)),
            ]
            try builder.vector("ribbon_\(side < 0 ? "left" : "right")", shapes: shapes) { frame in
                guard frame >= 8 else { return nil }
                let long = Track((8, 0.1, .linear), (16, 1.16, .out3), (21, 0.94, .smooth), (26, 1, .smooth))[frame]
                let lean = Track((8, 0, .linear), (17, 26, .out2), (23, 16, .smooth), (29, 20, .smooth))[frame]
                let sway = frame > 29 ? 1.8 * sin(Double(frame - 29) / 12 * Double.pi) : 0
                return Placement(x: side * 34, y: 70, scaleX: side, scaleY: long, rotation: -side * (lean + sway))
                    .inside(medal(frame))
            }
        }
    }

    private func addLaurel(_ leaf: SVGAPath, to builder: inout MovieBuilder) throws {
        for side in [-1.0, 1] {
            for index in 0..<6 {
                let angle = (134 + Double(index) * 18) * Double.pi / 180
                let start = Double(14 + 2 * index)
                let shapes: [ShapeEntity] = [
                    .path(leaf, fill: SVGAColor(0x22A06B)),
                    .path(.polygon([(20, 78), (20, 8), (30, 30), (34, 50)]), fill: SVGAColor(0x5FE0A0, 0.55)),
                    .path(.line(20, 74, 20, 20), stroke: .init(SVGAColor(0x0E6B45, 0.8), 2)),
                ]
                try builder.vector("leaf_\(index)", shapes: shapes) { frame in
                    guard Double(frame) >= start else { return nil }
                    let grow = Track((start, 0.02, .linear), (start + 9, 0.62, .outBack))[frame]
                    let turn = side * (Double(index) * 18 - 62 + Track((start, -50, .linear), (start + 9, 0, .outBack))[frame])
                    let pivot = Placement(x: side * 146 * cos(angle), y: 146 * sin(angle) - 4, scale: grow, rotation: turn)
                    var placement = pivot.inside(medal(frame))
                    placement.transform = placement.transform.translatedBy(x: -20, y: -78)
                    return placement
                }
            }
        }
    }

    private func addMedal(to builder: inout MovieBuilder) throws {
        let scallop = SVGAPath.star(x: 0, y: 0, points: 18, outer: 122, inner: 106)
        let rim: [ShapeEntity] = [
            .path(scallop.moved(x: 0, y: 7), fill: SVGAColor(0x7A3A00, 0.35)),
            .path(scallop, fill: SVGAColor(0xF29A00), stroke: .init(SVGAColor(0xC96F00), 3)),
            .path(.star(x: 0, y: 0, points: 18, outer: 114, inner: 100), fill: SVGAColor(0xFFC63A)),
        ]
        try builder.vector("rim", shapes: rim) { frame in
            Placement(rotation: Double(frame) * 0.8 - 60 * (1 - Ease.out3(min(1, Double(frame) / 20)))).inside(medal(frame))
        }
        // The format has no gradients: depth comes from thin layers, each slightly lighter and higher.
        var disc: [ShapeEntity] = [.ellipse(0, 0, 94, 94, fill: SVGAColor(0xD87800)), .ellipse(0, 0, 90, 90, fill: SVGAColor(0xFFF0B0))]
        for layer in 0..<9 {
            let part = Double(layer) / 8
            let color = SVGAColor(red: 0.17 + 0.16 * part, green: 0.22 + 0.3 * part, blue: 0.62 + 0.35 * part)
            disc.append(.ellipse(0, -10 * part, 84 - 30 * part, 84 - 34 * part, fill: color))
        }
        try builder.vector("disc", shapes: disc) { medal($0) }
    }

    private func addRings(to builder: inout MovieBuilder) throws {
        try builder.vector(
            "rings",
            changing: { frame in
                let phase = Double(frame) * -1.6
                return [
                    .ellipse(0, 0, 77, 77, stroke: .init(SVGAColor(0xFFE27A, 0.9), 3, dash: (2, 10.095, phase))),
                    .ellipse(0, 0, 99, 99, stroke: .init(SVGAColor(0xFFF6C4), 4, dash: (0, 15.55, -phase))),
                ]
            },
            placement: { medal($0) })
    }

    private func addStarAndCheck(_ check: SVGAPath, to builder: inout MovieBuilder) throws {
        let star = SVGAPath.star(x: 0, y: 0, points: 5, outer: 66, inner: 34)
        let facets: [ShapeEntity] = (0..<5).flatMap { point -> [ShapeEntity] in
            let tip = Double(point) * 72 - 90
            func at(_ degrees: Double, _ radius: Double) -> (Double, Double) {
                (radius * cos(degrees * Double.pi / 180), radius * sin(degrees * Double.pi / 180))
            }
            return [
                .path(.polygon([(0, 0), at(tip - 36, 34), at(tip, 66)]), fill: SVGAColor(0xFFF6C4)),
                .path(.polygon([(0, 0), at(tip + 36, 34), at(tip, 66)]), fill: SVGAColor(0xFFB520)),
            ]
        }
        let shapes: [ShapeEntity] =
            [
                .path(star.moved(x: 0, y: 6), fill: SVGAColor(0x10205A, 0.45)),
                .path(star, fill: SVGAColor(0xFFC63A), stroke: .init(SVGAColor(0xFFF6C4), 5)),
            ]
            + facets
        try builder.vector("star", shapes: shapes) { frame in
            guard frame >= 10 else { return nil }
            let scale = Track((10, 0.1, .linear), (17, 1.22, .out3), (22, 0.92, .smooth), (26, 1, .smooth))[frame]
            let turn = Track((10, -140, .linear), (20, 10, .out3), (26, 0, .smooth))[frame]
            let tall = Track((40, 1, .linear), (43, 0.8, .out2), (46, 1.12, .smooth), (50, 1, .smooth))[frame]
            return Placement(scale: scale, scaleX: 1 / tall, scaleY: tall, rotation: turn).inside(medal(frame))
        }
        // The mark is one dash that grows along the path. The gap is longer than the path.
        let length = 22 * 2.0.squareRoot() + (42 * 42.0 + 46 * 46.0).squareRoot()
        try builder.vector(
            "check",
            changing: { frame in
                let drawn = max(1, length * Track((44, 0, .linear), (54, 1, .smooth))[frame])
                let mark = check.moved(x: -66, y: -64)
                return [
                    .ellipse(0, 0, 40, 40, fill: SVGAColor(0x22A06B), stroke: .init(SVGAColor(0xFFFFFF), 5)),
                    .ellipse(0, -6, 33, 30, fill: SVGAColor(0x5FE0A0, 0.4)),
                    .path(mark.moved(x: 0, y: 1, scale: 0.56), stroke: .init(SVGAColor(0xFFFFFF), 8, dash: (drawn * 0.56, 200, 0))),
                ]
            },
            placement: { frame in
                guard frame >= 40 else { return nil }
                let scale = Track((40, 0.1, .linear), (47, 1.2, .out3), (51, 0.94, .smooth), (54, 1, .smooth))[frame]
                return Placement(x: 68, y: 70, scale: scale).inside(medal(frame))
            })
    }

    private func addSparks(_ spark: SVGAPath, to builder: inout MovieBuilder) throws {
        let twinkles: [(start: Int, x: Double, y: Double, size: Double)] = [
            (14, 92, 78, 0.34), (18, 318, 96, 0.42), (26, 300, 270, 0.3), (34, 108, 262, 0.36), (46, 250, 66, 0.4), (54, 150, 120, 0.32),
            (60, 268, 236, 0.44),
        ]
        let shapes: [ShapeEntity] = [.path(spark.moved(x: -50, y: -50), fill: SVGAColor(0xFFFFFF))]
        for (index, twinkle) in twinkles.enumerated() {
            try builder.vector("spark_\(index)", shapes: shapes) { frame in
                guard frame >= twinkle.start, frame < twinkle.start + 12 else { return nil }
                let age = Double(frame - twinkle.start)
                let scale = Track((0, 0.05, .linear), (5, 1, .outBack), (12, 0.02, .in2))[age]
                return Placement(x: twinkle.x, y: twinkle.y, scale: twinkle.size * scale, rotation: age * 8)
            }
        }
    }
}
