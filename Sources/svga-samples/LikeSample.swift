import Foundation
import SVGAAuthor
import SVGAFormat
import SVGAModel

/// A heart that pops in and beats twice, with smaller rising hearts and sparks. 2 seconds.
///
/// Replaceable key: `count` (text on the plate).
struct LikeSample {
    let art: GiftArt

    private static let frames = 60

    func movie() throws -> SVGADocument {
        var builder = try MovieBuilder(width: 300, height: 360, fps: 30, frameCount: LikeSample.frames)
        try builder.image("big_heart", bigHeart())
        try builder.image("heart", art.heart())
        try builder.image("spark", art.spark())
        try builder.image("glow", art.glow())
        try builder.image("count", art.nameField(width: 114))
        try addGlow(to: &builder)
        try addSmallHearts(to: &builder)
        try builder.sprite("big_heart", width: 200, height: 190) { heart($0) }
        try addSparks(to: &builder)
        try builder.sprite("count", width: 114, height: 40) { frame in
            guard frame >= 10 else { return nil }
            let scale = Track((10, 0.2, .linear), (18, 1, .outBack))[frame]
            return Placement(x: 150, y: 330, scale: scale, alpha: fade(frame))
        }
        return builder.build()
    }

    private func bigHeart() throws(SampleError) -> ArtCanvas {
        let canvas = try ArtCanvas(width: 200, height: 190)
        let heart = try art.sources.path("heart").moved(x: 10, y: 6, scale: 1.8)
        try canvas.fill(heart.moved(x: 0, y: 5), .color(SVGAColor(0x7A0B4A, 0.35)))
        try canvas.fill(heart, .vertical(10, 176, SVGAColor(0xFF9EC4), SVGAColor(0xFF3D7F), SVGAColor(0xC2104F)))
        try canvas.clipped(to: heart) { () throws(SampleError) in
            try canvas.fill(
                .ellipse(x: 66, y: 50, radiusX: 66, radiusY: 60),
                .glow(x: 58, y: 44, radius: 64, SVGAColor(0xFFFFFF, 0.5), SVGAColor(0xFFFFFF, 0)))
        }
        try canvas.stroke(heart, .color(SVGAColor(0xFFFFFF, 0.5)), width: 3)
        try canvas.stroke(.line(42, 60, 60, 38), .color(SVGAColor(0xFFFFFF, 0.85)), width: 11)
        return canvas
    }

    private func fade(_ frame: Int) -> Double { Track((52, 1, .linear), (59, 0, .in2))[frame] }

    private func heart(_ frame: Int) -> Placement {
        let scale = Track(
            (0, 0.1, .linear), (9, 1.14, .out3), (14, 0.95, .smooth), (19, 1, .smooth), (24, 1.12, .out2), (30, 1, .smooth),
            (36, 1.12, .out2), (43, 1, .smooth), (52, 1, .linear), (59, 0.6, .in2))[frame]
        let lean = Track((0, -16, .linear), (9, 5, .out2), (15, -3, .smooth), (20, 0, .smooth))[frame]
        return Placement(x: 150, y: 200, scale: scale, rotation: lean, alpha: fade(frame))
    }

    private func addGlow(to builder: inout MovieBuilder) throws {
        try builder.sprite("glow", width: 300, height: 300) { frame in
            guard frame >= 3 else { return nil }
            let scale = Track(
                (3, 0.3, .linear), (12, 1, .out3), (24, 1.1, .smooth), (30, 0.95, .smooth), (36, 1.1, .smooth), (46, 1, .smooth))[
                    frame]
            return Placement(x: 150, y: 200, scale: scale, alpha: Track((3, 0, .linear), (10, 0.8, .out2))[frame] * fade(frame))
        }
    }

    private func addSmallHearts(to builder: inout MovieBuilder) throws {
        let hearts: [(start: Int, x: Double, size: Double, side: Double)] = [
            (8, 92, 0.7, 1), (12, 214, 0.8, -1), (22, 140, 0.55, -1), (25, 186, 0.6, 1), (33, 104, 0.5, 1), (36, 204, 0.55, -1),
        ]
        for heart in hearts {
            try builder.sprite("heart", width: 72, height: 72) { frame in
                guard frame >= heart.start, frame <= heart.start + 22 else { return nil }
                let age = Double(frame - heart.start)
                let pop = Track((0, 0.2, .linear), (6, 1.2, .out2), (11, 1, .smooth), (22, 0.85, .linear))[age]
                let sway = sin(age / 22 * 2 * Double.pi) * heart.side
                return Placement(
                    x: heart.x + 10 * sway, y: 150 - 118 * Ease.out2(age / 22), scale: heart.size * pop, rotation: 10 * sway,
                    alpha: Track((13, 1, .linear), (22, 0, .smooth))[age])
            }
        }
    }

    private func addSparks(to builder: inout MovieBuilder) throws {
        let sparks: [(start: Int, x: Double, y: Double, size: Double)] = [
            (7, 56, 130, 0.9), (9, 246, 150, 1), (11, 78, 270, 0.7), (13, 228, 262, 0.8), (24, 104, 156, 0.8), (27, 250, 220, 0.7),
            (36, 200, 140, 0.9), (39, 48, 210, 0.7),
        ]
        for spark in sparks {
            try builder.sprite("spark", width: 64, height: 64) { frame in
                guard frame >= spark.start, frame < spark.start + 11 else { return nil }
                let age = Double(frame - spark.start)
                let scale = Track((0, 0.1, .linear), (4, 1, .outBack), (11, 0, .in2))[age]
                return Placement(x: spark.x, y: spark.y, scale: spark.size * scale, rotation: age * 6)
            }
        }
    }
}
