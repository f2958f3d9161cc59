import Foundation
import SVGAAuthor
import SVGAFormat
import SVGAModel

/// A landscape behind clip paths that change in every frame: an iris, blinds, a rotating star. Below it is a bar that fills, made of shapes with a
/// clip path.
struct ClipSample {
    let sources: Sources
    private let frames = 60

    func movie() throws -> SVGADocument {
        var builder = try MovieBuilder(width: 720, height: 300, fps: 20, frameCount: frames)
        try builder.image("landscape", landscape())
        try addPictures(to: &builder)
        try addBar(to: &builder)
        return builder.build()
    }

    private func landscape() throws(SampleError) -> ArtCanvas {
        let canvas = try ArtCanvas(width: 200, height: 200)
        let all = SVGAPath.rect(x: 0, y: 0, width: 200, height: 200)
        try canvas.fill(all, .vertical(0, 200, SVGAColor(0x6FD3FF), SVGAColor(0xBDF0FF), SVGAColor(0xFFF3C4)))
        try canvas.fill(
            .circle(x: 148, y: 56, radius: 50), .glow(x: 148, y: 56, radius: 50, SVGAColor(0xFFF6C8, 0.9), SVGAColor(0xFFF6C8, 0)))
        try canvas.fill(.circle(x: 148, y: 56, radius: 24), .vertical(32, 80, SVGAColor(0xFFE27A), SVGAColor(0xFFB520)))
        let cloud = try sources.path("cloud")
        try canvas.fill(cloud.moved(x: 22, y: 30), .color(SVGAColor(0xFFFFFF, 0.95)))
        try canvas.fill(cloud.moved(x: 96, y: 84, scale: 0.6), .color(SVGAColor(0xFFFFFF, 0.8)))
        try canvas.fill(sources.path("hill-back"), .vertical(90, 200, SVGAColor(0x8BE0A0), SVGAColor(0x3FB87A)))
        try canvas.fill(sources.path("hill-front"), .vertical(140, 200, SVGAColor(0x4FC46E), SVGAColor(0x1F8A52)))
        for (x, y, size) in [(38.0, 150.0, 1.0), (66, 160, 0.8), (170, 150, 0.9)] {
            try canvas.fill(.rect(x: x - 3 * size, y: y, width: 6 * size, height: 18 * size), .color(SVGAColor(0x8A5A2B)))
            try canvas.fill(
                .circle(x: x, y: y - 10 * size, radius: 17 * size), .vertical(y - 30, y + 8, SVGAColor(0x7BE08A), SVGAColor(0x1F9A5A)))
        }
        return canvas
    }

    private func addPictures(to builder: inout MovieBuilder) throws {
        let cards: [ShapeEntity] = [130.0, 360, 590].map {
            .rect(
                $0 - 106, 14, 212, 212, radius: 26, fill: SVGAColor(0xFFFFFF, 0.16),
                stroke: .init(SVGAColor(0xFFFFFF, 0.5), 2, dash: (8, 8, 0)))
        }
        try builder.vector("cards", shapes: cards)
        /// Opens and closes: 0…1…0 over the movie, with pauses.
        let open = Track((2, 0, .linear), (18, 1, .outBack), (42, 1, .linear), (56, 0, .inBack))
        try builder.sprite(
            "landscape", width: 200, height: 200,
            clip: { .circle(x: 100, y: 100, radius: max(0.5, 90 * open[$0])) }, placement: { _ in Placement(x: 130, y: 120) })
        try builder.sprite(
            "landscape", width: 200, height: 200,
            clip: { frame in
                var path = SVGAPath()
                for slat in 0..<8 {
                    let part = Track((Double(slat) * 2, 0, .linear), (Double(slat) * 2 + 12, 1, .out3), (40, 1, .linear), (56, 0, .smooth))[
                        frame]
                    path = path.joined(.rect(x: 0, y: Double(slat) * 25, width: 200, height: max(0, 25.2 * part)))
                }
                return path
            }, placement: { _ in Placement(x: 360, y: 120) })
        try builder.sprite(
            "landscape", width: 200, height: 200,
            clip: { frame in
                let size = Track((4, 0.01, .linear), (20, 1, .outBack), (40, 0.94, .smooth), (56, 0.01, .inBack))[frame]
                let round = 0.5 + 0.2 * sin(Double(frame) / 60 * 4 * Double.pi)
                return .star(x: 100, y: 100, points: 6, outer: 95 * size, inner: 95 * size * round, turn: Double(frame) * 3)
            }, placement: { _ in Placement(x: 590, y: 120) })
    }

    /// A bar of slanted stripes: the shapes do not change (KEEP), and the clip path grows.
    private func addBar(to builder: inout MovieBuilder) throws {
        let trough: [ShapeEntity] = [
            .rect(60, 254, 600, 28, radius: 14, fill: SVGAColor(0xFFFFFF, 0.18), stroke: .init(SVGAColor(0xFFFFFF, 0.6), 2))
        ]
        try builder.vector("trough", shapes: trough)
        var stripes: [ShapeEntity] = [.rect(0, 0, 600, 28, fill: SVGAColor(0xFF5F9A))]
        for index in 0..<20 {
            let x = Double(index) * 34 - 20
            stripes.append(.path(.polygon([(x, 28), (x + 16, 0), (x + 33, 0), (x + 17, 28)]), fill: SVGAColor(0xFFD45C)))
        }
        stripes.append(.rect(0, 3, 600, 8, fill: SVGAColor(0xFFFFFF, 0.35)))
        let filled = Track((2, 28, .linear), (22, 420, .smooth), (30, 400, .smooth), (46, 600, .out3), (59, 600, .linear))
        try builder.vector(
            "bar", clip: { .rect(x: 3, y: 3, width: filled[$0] - 6, height: 22, radius: 11) }, changing: { _ in stripes },
            placement: { _ in Placement(x: 60, y: 254) })
    }
}

/// Three mattes. A heart fills with liquid, masked by shapes. A spotlight moves over a night sky, masked by a soft bitmap. Light sweeps over a
/// star; its matte follows its group in the file, and is hidden for a time.
struct MatteSample {
    let sources: Sources
    private let frames = 60

    func movie() throws -> SVGADocument {
        var builder = try MovieBuilder(width: 720, height: 260, fps: 20, frameCount: frames)
        try addImages(to: &builder)
        try addLiquidHeart(to: &builder)
        try addSpotlight(to: &builder)
        try addStar(to: &builder)
        var document = builder.build()
        // A matte may be at any position. Here one follows another sprite and one follows its own group.
        let star = document.movie.sprites.remove(at: 2)
        let light = document.movie.sprites.remove(at: 1)
        document.movie.sprites.insert(light, at: 5)
        document.movie.sprites.append(star)
        return document
    }

    private func addImages(to builder: inout MovieBuilder) throws {
        let light = try ArtCanvas(width: 64, height: 64)
        try light.fill(
            .circle(x: 32, y: 32, radius: 32),
            .radial(
                x: 32, y: 32, inner: 0, outer: 32,
                [
                    (0, SVGAColor(0xFFFFFF)), (0.55, SVGAColor(0xFFFFFF, 0.95)), (0.8, SVGAColor(0xFFFFFF, 0.45)),
                    (1, SVGAColor(0xFFFFFF, 0)),
                ]))
        try builder.image("light", light)
        try builder.image("night", night())
        let stripe = try ArtCanvas(width: 32, height: 16)
        try stripe.fill(
            .rect(x: 0, y: 0, width: 32, height: 16),
            .linear(
                x0: 0, y0: 0, x1: 32, y1: 0, [(0, SVGAColor(0xFFFFFF, 0)), (0.5, SVGAColor(0xFFFFFF, 0.95)), (1, SVGAColor(0xFFFFFF, 0))]))
        try builder.image("streak", stripe)
    }

    private func night() throws(SampleError) -> ArtCanvas {
        let canvas = try ArtCanvas(width: 200, height: 200)
        let frame = SVGAPath.rect(x: 0, y: 0, width: 200, height: 200, radius: 28)
        var dice = Dice(seed: 7)
        try canvas.clipped(to: frame) { () throws(SampleError) in
            try canvas.fill(frame, .vertical(0, 200, SVGAColor(0x2B1A6B), SVGAColor(0x6B3FA8), SVGAColor(0xFF8A7A)))
            for _ in 0..<26 {
                let (x, y, radius) = (dice.roll(8...192), dice.roll(8...96), dice.roll(0.8...2.2))
                try canvas.fill(.circle(x: x, y: y, radius: radius), .color(SVGAColor(0xFFFFFF, 0.9)))
            }
            try canvas.fill(.circle(x: 146, y: 52, radius: 24), .color(SVGAColor(0xFFF6C8)))
            try canvas.fill(.circle(x: 140, y: 46, radius: 5), .color(SVGAColor(0xE8D890)))
            try canvas.fill(.circle(x: 154, y: 60, radius: 4), .color(SVGAColor(0xE8D890)))
            try canvas.fill(sources.path("hill-back"), .vertical(90, 200, SVGAColor(0x4A2A8C), SVGAColor(0x2E1A66)))
            try canvas.fill(sources.path("hill-front"), .vertical(140, 200, SVGAColor(0x2A1758), SVGAColor(0x160B38)))
            for x in [24.0, 52, 164] {
                try canvas.fill(.polygon([(x, 122), (x - 12, 166), (x + 12, 166)]), .color(SVGAColor(0x1B0D44)))
            }
        }
        return canvas
    }

    private func addLiquidHeart(to builder: inout MovieBuilder) throws {
        let heart = try sources.path("heart")
        let wave = try sources.path("wave")
        let mask: [ShapeEntity] = [.path(heart, fill: SVGAColor(0xFFFFFF))]
        func beat(_ frame: Int) -> Placement {
            let pulse = 1 + 0.05 * pow(max(0, sin(Double(frame) / 10 * Double.pi)), 3)
            return Placement(x: 120, y: 130, scale: 1.9 * pulse)
        }
        func heartPose(_ frame: Int) -> Placement { Placement(x: -50, y: -50).inside(beat(frame)) }
        let matte = try builder.addMatte("heart") { frame in
            var masking = MovieBuilder.Frame(heartPose(frame))
            masking?.shapes = mask
            return masking
        }
        let glass: [ShapeEntity] = [.path(heart, fill: SVGAColor(0xFFD9E6), stroke: .init(SVGAColor(0xFF7FB0), 5))]
        try builder.vector("glass", shapes: glass) { heartPose($0) }
        // Two waves at two speeds that rise and fall once. Both share a matte and form one group.
        for (index, color) in [SVGAColor(0xFF9EC4), SVGAColor(0xFF3D7F)].enumerated() {
            let shapes: [ShapeEntity] = [.path(wave, fill: color)]
            try builder.vector("wave_\(index)", matte: matte, shapes: shapes) { frame in
                let turn = Double(frame) / Double(frames)
                let level = 84 - 62 * (0.5 - 0.5 * cos(turn * 2 * Double.pi))
                let shift = (turn * Double(index + 1) * 2).truncatingRemainder(dividingBy: 1) * 150
                return Placement(x: -150 + (index == 0 ? shift : 150 - shift), y: level - 22 + Double(index) * 7).inside(heartPose(frame))
            }
        }
        let shine: [ShapeEntity] = [
            .ellipse(26, 28, 5, 10, fill: SVGAColor(0xFFFFFF, 0.85), at: Placement(rotation: 38).around(x: 26, y: 28))
        ]
        try builder.vector("gloss", shapes: shine) { heartPose($0) }
    }

    private func addSpotlight(to builder: inout MovieBuilder) throws {
        func turn(_ frame: Int) -> Double { Double(frame) / Double(frames) * 2 * Double.pi }
        let light = try builder.addMatte("light") { frame in
            let placement = Placement(
                x: 360 + 58 * sin(turn(frame)), y: 128 + 34 * sin(2 * turn(frame)), scale: 1 + 0.12 * cos(turn(frame)))
            return MovieBuilder.Frame(placement, width: 130, height: 130)
        }
        // The entire image is dim, and bright in the spotlight.
        try builder.sprite("night", width: 200, height: 200) { _ in Placement(x: 360, y: 130, alpha: 0.22) }
        try builder.sprite("night", matte: light, width: 200, height: 200) { _ in Placement(x: 360, y: 130) }
    }

    private func addStar(to builder: inout MovieBuilder) throws {
        func star(_ frame: Int) -> Placement {
            let tall = Track((0, 1, .linear), (4, 0.86, .out2), (9, 1.12, .smooth), (14, 0.97, .smooth), (18, 1, .smooth))[frame % 30]
            return Placement(x: 600, y: 136, scaleX: 1 / tall, scaleY: tall, rotation: 4 * sin(Double(frame) / 30 * 2 * Double.pi))
        }
        let outline = SVGAPath.star(x: 0, y: 0, points: 5, outer: 104, inner: 54)
        let shapes: [ShapeEntity] = [
            .path(outline.moved(x: 0, y: 7), fill: SVGAColor(0x8A4300, 0.35)),
            .path(outline, fill: SVGAColor(0xFFC63A), stroke: .init(SVGAColor(0xF29A00), 8)),
            .path(.star(x: 0, y: 0, points: 5, outer: 80, inner: 42), fill: SVGAColor(0xFFDD7A)),
        ]
        try builder.vector("star", shapes: shapes) { star($0) }
        let mask: [ShapeEntity] = [.path(outline, fill: SVGAColor(0xFFFFFF))]
        // Hidden between the sweeps, which hides its group.
        let matte = try builder.addMatte("star") { frame in
            var masking = frame % 30 < 26 ? MovieBuilder.Frame(star(frame)) : nil
            masking?.shapes = mask
            return masking
        }
        for (index, delay) in [0, 7].enumerated() {
            try builder.sprite("streak", matte: matte, width: index == 0 ? 64 : 24, height: 320) { frame in
                let x = Track((Double(delay), -170, .linear), (Double(delay) + 18, 170, .smooth))[frame % 30]
                return Placement(x: 600 + x, y: 130, rotation: 22)
            }
        }
    }
}
