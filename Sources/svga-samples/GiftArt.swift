import Foundation
import SVGAModel

/// The bitmaps of the gift movie. One pixel of a bitmap is one point, unless the movie scales the bitmap up.
struct GiftArt {
    let sources: Sources

    // MARK: Light

    func glow() throws(SampleError) -> ArtCanvas {
        let canvas = try ArtCanvas(width: 96, height: 96)
        try canvas.fill(
            .circle(x: 48, y: 48, radius: 48),
            .glow(
                x: 48, y: 48, radius: 48, SVGAColor(0xFFF6C8, 0.95), SVGAColor(0xFFB84D, 0.5), SVGAColor(0xFF4D8D, 0.16),
                SVGAColor(0xFF4D8D, 0)))
        return canvas
    }

    /// Light rays, drawn small and scaled up, so that their edges are soft. Each ray is a stack of wedges of increasing width.
    func rays() throws(SampleError) -> ArtCanvas {
        let canvas = try ArtCanvas(width: 120, height: 120)
        let fade = Paint.glow(x: 60, y: 60, radius: 60, SVGAColor(0xFFF3B0, 0.26), SVGAColor(0xFFE08A, 0.16), SVGAColor(0xFFE08A, 0))
        for ray in 0..<14 {
            let angle = Double(ray) / 14 * 2 * Double.pi
            for layer in 1...5 {
                let half = (ray % 2 == 0 ? 0.15 : 0.09) * Double(layer) / 5
                let tips = [angle - half, angle + half].map { (60 + 62 * cos($0), 60 + 62 * sin($0)) }
                try canvas.fill(.polygon([(60, 60)] + tips), fade)
            }
        }
        return canvas
    }

    func spark() throws(SampleError) -> ArtCanvas {
        let canvas = try ArtCanvas(width: 64, height: 64)
        try canvas.fill(
            .circle(x: 32, y: 32, radius: 26), .glow(x: 32, y: 32, radius: 26, SVGAColor(0xFFF6C8, 0.7), SVGAColor(0xFFF6C8, 0)))
        let star = try sources.path("spark").moved(x: 2, y: 2, scale: 0.6)
        try canvas.fill(star, .glow(x: 32, y: 32, radius: 30, SVGAColor(0xFFFFFF), SVGAColor(0xFFFBE0)))
        return canvas
    }

    func shadow() throws(SampleError) -> ArtCanvas {
        let canvas = try ArtCanvas(width: 96, height: 32)
        for step in 0..<16 {
            let share = 1 - Double(step) / 16
            try canvas.fill(.ellipse(x: 48, y: 16, radiusX: 48 * share, radiusY: 16 * share), .color(SVGAColor(0x2A0A3C, 0.05)))
        }
        return canvas
    }

    func puff() throws(SampleError) -> ArtCanvas {
        let canvas = try ArtCanvas(width: 48, height: 48)
        try canvas.fill(
            .circle(x: 24, y: 24, radius: 24),
            .glow(x: 24, y: 24, radius: 24, SVGAColor(0xFFFFFF, 0.9), SVGAColor(0xFFF0F6, 0.55), SVGAColor(0xFFD9EA, 0)))
        return canvas
    }

    // MARK: The box

    /// The dark inside of the box above its front edge.
    func boxInside() throws(SampleError) -> ArtCanvas {
        let canvas = try ArtCanvas(width: 270, height: 52)
        try canvas.fill(.rect(x: 4, y: 2, width: 262, height: 50, radius: 14), .vertical(0, 52, SVGAColor(0x5A0A3A), SVGAColor(0x8E1457)))
        try canvas.fill(
            .ellipse(x: 135, y: 40, radiusX: 110, radiusY: 30),
            .glow(x: 135, y: 40, radius: 110, SVGAColor(0xFFE9A0, 0.95), SVGAColor(0xFFB84D, 0.5), SVGAColor(0xFF8A3D, 0)))
        return canvas
    }

    func boxFront() throws(SampleError) -> ArtCanvas {
        let canvas = try ArtCanvas(width: 270, height: 190)
        let body = SVGAPath.rect(x: 6, y: 4, width: 258, height: 182, radius: 20)
        try canvas.fill(body, .vertical(4, 186, SVGAColor(0xFF7FB0), SVGAColor(0xFF4D8D), SVGAColor(0xD3175F)))
        try canvas.clipped(to: body) { () throws(SampleError) in
            // Draws dots, then light at the left edge, and shade at the right and upper edges.
            for row in 0..<6 {
                for column in 0..<10 {
                    let x = 18 + Double(column) * 28 + (row % 2 == 0 ? 0 : 14)
                    try canvas.fill(.circle(x: x, y: 22 + Double(row) * 32, radius: 5), .color(SVGAColor(0xFFFFFF, 0.16)))
                }
            }
            try canvas.fill(
                .rect(x: 6, y: 4, width: 34, height: 182),
                .linear(
                    x0: 6, y0: 0, x1: 40, y1: 0, [(0, SVGAColor(0xFFFFFF, 0.4)), (1, SVGAColor(0xFFFFFF, 0))]))
            try canvas.fill(
                .rect(x: 190, y: 4, width: 80, height: 182),
                .linear(
                    x0: 190, y0: 0, x1: 264, y1: 0, [(0, SVGAColor(0x7A0B4A, 0)), (1, SVGAColor(0x7A0B4A, 0.45))]))
            try canvas.fill(.rect(x: 6, y: 4, width: 258, height: 26), .vertical(4, 30, SVGAColor(0x7A0B4A, 0.5), SVGAColor(0x7A0B4A, 0)))
            try ribbonBand(canvas, x: 112, y: 0, width: 46, height: 190)
        }
        try canvas.stroke(body, .color(SVGAColor(0xFFFFFF, 0.28)), width: 2)
        return canvas
    }

    func lid() throws(SampleError) -> ArtCanvas {
        let canvas = try ArtCanvas(width: 310, height: 74)
        let body = SVGAPath.rect(x: 5, y: 4, width: 300, height: 64, radius: 18)
        try canvas.fill(body, .vertical(4, 68, SVGAColor(0xFFA3C7), SVGAColor(0xFF5F9A), SVGAColor(0xE0266F)))
        try canvas.clipped(to: body) { () throws(SampleError) in
            try canvas.fill(.rect(x: 5, y: 50, width: 300, height: 20), .vertical(50, 70, SVGAColor(0x9E0F55, 0), SVGAColor(0x9E0F55, 0.5)))
            try ribbonBand(canvas, x: 130, y: 0, width: 50, height: 74)
        }
        try canvas.stroke(.line(24, 12, 122, 12), .color(SVGAColor(0xFFFFFF, 0.6)), width: 5)
        try canvas.stroke(body, .color(SVGAColor(0xFFFFFF, 0.35)), width: 2)
        return canvas
    }

    private func ribbonBand(_ canvas: ArtCanvas, x: Double, y: Double, width: Double, height: Double) throws(SampleError) {
        let band = SVGAPath.rect(x: x, y: y, width: width, height: height)
        try canvas.fill(.rect(x: x - 3, y: y, width: width + 6, height: height), .color(SVGAColor(0x7A0B4A, 0.25)))
        try canvas.fill(
            band,
            .linear(
                x0: x, y0: 0, x1: x + width, y1: 0,
                [
                    (0, SVGAColor(0xE88A00)), (0.25, SVGAColor(0xFFD45C)), (0.5, SVGAColor(0xFFF3B8)), (0.75, SVGAColor(0xFFC93C)),
                    (1, SVGAColor(0xD87800)),
                ]))
    }

    func bow() throws(SampleError) -> ArtCanvas {
        let canvas = try ArtCanvas(width: 220, height: 128)
        let parts = try [sources.path("bow-tail"), sources.path("bow-loop"), sources.path("bow-fold")]
        let paints: [Paint] = [
            .vertical(70, 124, SVGAColor(0xF29A00), SVGAColor(0xFFC93C)),
            .vertical(6, 84, SVGAColor(0xFFF0A8), SVGAColor(0xFFC63A), SVGAColor(0xEE8E00)),
            .vertical(28, 74, SVGAColor(0xB85E00), SVGAColor(0xE08A00)),
        ]
        for (part, paint) in zip(parts, paints) {
            for mirrored in [false, true] {
                let side = part.moved(x: mirrored ? 214 : 6, y: 2, scale: 1, mirrored: mirrored)
                try canvas.fill(side, paint)
                try canvas.stroke(side, .color(SVGAColor(0xC56A00, 0.55)), width: 1.5)
            }
        }
        for x in [30.0, 176] { try canvas.stroke(.line(x, 22, x + 14, 18), .color(SVGAColor(0xFFFFFF, 0.75)), width: 5) }
        let knot = SVGAPath.rect(x: 86, y: 50, width: 48, height: 46, radius: 18)
        try canvas.fill(knot, .vertical(50, 96, SVGAColor(0xFFF3B8), SVGAColor(0xFFC93C), SVGAColor(0xE88A00)))
        try canvas.stroke(knot, .color(SVGAColor(0xC56A00, 0.6)), width: 1.5)
        try canvas.stroke(.line(98, 60, 112, 58), .color(SVGAColor(0xFFFFFF, 0.8)), width: 5)
        return canvas
    }

    // MARK: The portrait

    /// A friendly face as the default avatar.
    func avatar() throws(SampleError) -> ArtCanvas {
        let canvas = try ArtCanvas(width: 200, height: 200)
        let round = SVGAPath.circle(x: 100, y: 100, radius: 100)
        let hair = Paint.vertical(30, 110, SVGAColor(0x6B3FD6), SVGAColor(0x43219E))
        let skin = Paint.vertical(60, 150, SVGAColor(0xFFE0C7), SVGAColor(0xFFC7A3))
        try canvas.clipped(to: round) { () throws(SampleError) in
            try canvas.fill(
                .rect(x: 0, y: 0, width: 200, height: 200), .vertical(0, 200, SVGAColor(0x8FE3FF), SVGAColor(0x7AA8FF), SVGAColor(0x9A7BFF))
            )
            try canvas.fill(.circle(x: 154, y: 46, radius: 30), .color(SVGAColor(0xFFFFFF, 0.18)))
            try canvas.fill(.circle(x: 36, y: 120, radius: 22), .color(SVGAColor(0xFFFFFF, 0.14)))
            try canvas.fill(.circle(x: 100, y: 92, radius: 66), hair)
            try canvas.fill(
                .ellipse(x: 100, y: 212, radiusX: 74, radiusY: 56), .vertical(156, 200, SVGAColor(0xFF7FB0), SVGAColor(0xE0266F)))
            try canvas.fill(.rect(x: 84, y: 130, width: 32, height: 44, radius: 16), .color(SVGAColor(0xF2B28C)))
            try canvas.fill(.ellipse(x: 100, y: 100, radiusX: 49, radiusY: 50), skin)
            try canvas.fill(sources.path("avatar-hair"), hair)
            for side in [-1.0, 1] {
                try canvas.fill(.circle(x: 100 + side * 20, y: 103, radius: 6.5), .color(SVGAColor(0x3A1A5E)))
                try canvas.fill(.circle(x: 102.2 + side * 20, y: 100.6, radius: 2.2), .color(SVGAColor(0xFFFFFF)))
                try canvas.fill(.ellipse(x: 100 + side * 32, y: 117, radiusX: 9, radiusY: 5.5), .color(SVGAColor(0xFF6F91, 0.5)))
            }
            try canvas.stroke(sources.path("avatar-smile"), .color(SVGAColor(0xB8324F)), width: 4.5)
        }
        return canvas
    }

    /// The matte of the avatar, which makes replaced images round.
    func avatarMask() throws(SampleError) -> ArtCanvas {
        let canvas = try ArtCanvas(width: 100, height: 100)
        try canvas.fill(.circle(x: 50, y: 50, radius: 50), .color(SVGAColor(0xFFFFFF)))
        return canvas
    }

    func ring() throws(SampleError) -> ArtCanvas {
        let canvas = try ArtCanvas(width: 260, height: 260)
        let outer = SVGAPath.circle(x: 130, y: 130, radius: 116)
        try canvas.stroke(outer, .vertical(14, 246, SVGAColor(0xFFF8CF), SVGAColor(0xFFC22E), SVGAColor(0xC96F00)), width: 24)
        try canvas.stroke(outer, .vertical(14, 246, SVGAColor(0xFFA000), SVGAColor(0xFFE27A), SVGAColor(0xFFF6C4)), width: 11)
        try canvas.stroke(.circle(x: 130, y: 130, radius: 103), .color(SVGAColor(0xA85500, 0.55)), width: 2)
        for bead in 0..<24 {
            let angle = (Double(bead) + 0.5) / 24 * 2 * Double.pi
            let (x, y) = (130 + 116 * cos(angle), 130 + 116 * sin(angle))
            try canvas.fill(
                .circle(x: x, y: y, radius: 3.4), .glow(x: x - 1, y: y - 1, radius: 4, SVGAColor(0xFFFFFF), SVGAColor(0xFFDB70)))
        }
        return canvas
    }

    /// The left half of a laurel wreath around the ring. The ring's center is at ``wingCenter``, outside this bitmap.
    func wing() throws(SampleError) -> ArtCanvas {
        let canvas = try ArtCanvas(width: 140, height: 252)
        let leaf = try sources.path("leaf")
        for index in 0..<7 {
            let along = 106 + Double(index) * 17
            let (x, y) = (
                GiftArt.wingCenter.x + 128 * cos(along * Double.pi / 180), GiftArt.wingCenter.y + 128 * sin(along * Double.pi / 180)
            )
            for splay in [-34.0, 34] {
                let placement = Placement(x: x, y: y, scale: 0.64 - 0.03 * Double(index), rotation: along + 180 + splay)
                let outline = leaf.moved(by: placement.transform.translatedBy(x: -20, y: -78))
                try canvas.fill(outline, .vertical(y - 46, y + 14, SVGAColor(0xFFF6C4), SVGAColor(0xFFC22E), SVGAColor(0xE08400)))
                try canvas.stroke(outline, .color(SVGAColor(0xB86200, 0.6)), width: 1.2)
            }
        }
        return canvas
    }

    static let wingCenter = (x: 160.0, y: 118.0)

    func crown() throws(SampleError) -> ArtCanvas {
        let canvas = try ArtCanvas(width: 180, height: 120)
        let crown = try sources.path("crown")
        try canvas.halo(crown, SVGAColor(0xFFB020, 0.4), radius: 8)
        try canvas.fill(crown, .vertical(8, 106, SVGAColor(0xFFF6C4), SVGAColor(0xFFC93C), SVGAColor(0xF08A00)))
        try canvas.clipped(to: crown) { () throws(SampleError) in
            try canvas.fill(
                .rect(x: 0, y: 76, width: 180, height: 40), .vertical(76, 108, SVGAColor(0xE07A00, 0.85), SVGAColor(0xB85E00, 0.85)))
            try canvas.fill(.polygon([(90, 8), (54, 52), (62, 76), (90, 76)]), .color(SVGAColor(0xFFFFFF, 0.3)))
            try canvas.fill(.polygon([(5, 36), (18, 76), (34, 76), (24, 56)]), .color(SVGAColor(0xFFFFFF, 0.3)))
        }
        try canvas.stroke(crown, .color(SVGAColor(0xA85500, 0.7)), width: 2)
        let gems: [(x: Double, y: Double, r: Double, light: UInt32, dark: UInt32)] = [
            (90, 91, 10, 0xFF9EC4, 0xD3175F), (56, 90, 7, 0x9DF5FF, 0x1593D6), (124, 90, 7, 0x9DF5FF, 0x1593D6),
            (27, 88, 5, 0xC9FFB8, 0x2BAE5A), (153, 88, 5, 0xC9FFB8, 0x2BAE5A),
            (90, 10, 9, 0xFFFFFF, 0xFFC93C), (7, 37, 7, 0xFFFFFF, 0xFFC93C), (173, 37, 7, 0xFFFFFF, 0xFFC93C),
        ]
        for gem in gems {
            let outline = SVGAPath.circle(x: gem.x, y: gem.y, radius: gem.r)
            try canvas.fill(
                outline, .glow(x: gem.x - gem.r / 3, y: gem.y - gem.r / 3, radius: gem.r * 1.3, SVGAColor(gem.light), SVGAColor(gem.dark)))
            try canvas.stroke(outline, .color(SVGAColor(0x8A4300, 0.55)), width: 1.5)
        }
        return canvas
    }

    // MARK: The name plate

    func plate() throws(SampleError) -> ArtCanvas {
        let canvas = try ArtCanvas(width: 380, height: 96)
        // The folded ends are behind the plate.
        for side in [-1.0, 1] {
            let end = SVGAPath.polygon([
                (190 + side * 130, 26), (190 + side * 186, 26), (190 + side * 168, 56), (190 + side * 186, 88), (190 + side * 130, 88),
            ])
            try canvas.fill(end, .vertical(26, 88, SVGAColor(0x5A2FC4), SVGAColor(0x34148A)))
            try canvas.stroke(end, .color(SVGAColor(0xFFC93C)), width: 2)
        }
        let body = SVGAPath.rect(x: 34, y: 8, width: 312, height: 68, radius: 34)
        try canvas.fill(body.moved(x: 0, y: 5), .color(SVGAColor(0x1E0A5A, 0.35)))
        try canvas.fill(body, .vertical(8, 76, SVGAColor(0xA57BFF), SVGAColor(0x7446E8), SVGAColor(0x4A1FB8)))
        try canvas.clipped(to: body) { () throws(SampleError) in
            try canvas.fill(.ellipse(x: 190, y: 2, radiusX: 190, radiusY: 34), .color(SVGAColor(0xFFFFFF, 0.16)))
        }
        try canvas.stroke(body, .vertical(8, 76, SVGAColor(0xFFF6C4), SVGAColor(0xFFC22E), SVGAColor(0xD87800)), width: 5)
        for x in [60.0, 320] {
            try canvas.fill(.star(x: x, y: 42, points: 5, outer: 11, inner: 5), .vertical(31, 53, SVGAColor(0xFFF6C4), SVGAColor(0xFFB520)))
        }
        return canvas
    }

    /// The dark field for the user's name. It looks like a recess in the plate, so that the plate looks complete without a name.
    func nameField(width: Double = 228) throws(SampleError) -> ArtCanvas {
        let canvas = try ArtCanvas(width: Int(width), height: 40)
        let field = SVGAPath.rect(x: 1, y: 1, width: width - 2, height: 38, radius: 19)
        try canvas.fill(field, .vertical(0, 40, SVGAColor(0x2A0E78, 0.55), SVGAColor(0x2A0E78, 0.25)))
        return canvas
    }

    // MARK: Small things

    func heart() throws(SampleError) -> ArtCanvas {
        let canvas = try ArtCanvas(width: 72, height: 72)
        let heart = try sources.path("heart").moved(x: 3, y: 3, scale: 0.66)
        try canvas.fill(heart, .vertical(6, 66, SVGAColor(0xFF9EC4), SVGAColor(0xFF3D7F), SVGAColor(0xD3175F)))
        try canvas.stroke(heart, .color(SVGAColor(0xFFFFFF, 0.55)), width: 2)
        try canvas.stroke(.line(16, 22, 22, 15), .color(SVGAColor(0xFFFFFF, 0.85)), width: 5)
        return canvas
    }

    static let confettiColors: [(light: UInt32, dark: UInt32)] = [
        (0xFFD45C, 0xF29A00), (0xFF7FB0, 0xE0266F), (0x7FE8FF, 0x1593D6), (0xB79BFF, 0x7446E8), (0x9CF5B8, 0x2BAE5A),
    ]

    func confetti(_ index: Int) throws(SampleError) -> ArtCanvas {
        let color = GiftArt.confettiColors[index]
        let canvas = try ArtCanvas(width: 24, height: 16)
        let outline: SVGAPath =
            index % 2 == 0 ? .rect(x: 1, y: 1, width: 22, height: 14, radius: 3) : .ellipse(x: 12, y: 8, radiusX: 8, radiusY: 7)
        try canvas.fill(outline, .linear(x0: 0, y0: 0, x1: 24, y1: 16, [(0, SVGAColor(color.light)), (1, SVGAColor(color.dark))]))
        return canvas
    }

    /// A vertical streak of light. The movie rotates the streak and moves it over the ring and the plate.
    func shine() throws(SampleError) -> ArtCanvas {
        let canvas = try ArtCanvas(width: 64, height: 64)
        try canvas.fill(
            .rect(x: 0, y: 0, width: 64, height: 64),
            .linear(
                x0: 0, y0: 0, x1: 64, y1: 0,
                [(0, SVGAColor(0xFFFFFF, 0)), (0.5, SVGAColor(0xFFFFFF, 0.9)), (1, SVGAColor(0xFFFFFF, 0))]))
        return canvas
    }

    /// Light on the top of the ring. The bitmap's top edge is 130 points above the ring's center.
    func ringLight() throws(SampleError) -> ArtCanvas {
        let canvas = try ArtCanvas(width: Int(GiftArt.ringLightWidth), height: Int(GiftArt.ringLightHeight))
        let middle = GiftArt.ringLightWidth / 2
        let band = SVGAPath.circle(x: middle, y: 130, radius: 127).joined(
            // Mirroring reverses the direction, so that the circle is a hole with the nonzero rule.
            SVGAPath.circle(x: -middle, y: 130, radius: 105).moved(x: 0, y: 0, mirrored: true))
        try canvas.fill(
            band,
            .glow(
                x: middle, y: 14, radius: 70, SVGAColor(0xFFFFFF, 0.95), SVGAColor(0xFFFFFF, 0.7), SVGAColor(0xFFFBE0, 0.2),
                SVGAColor(0xFFFBE0, 0))
        )
        return canvas
    }

    static let ringLightWidth = 148.0
    static let ringLightHeight = 52.0

    /// A slanted streak of light, as high as the plate without its border.
    func plateLight() throws(SampleError) -> ArtCanvas {
        let canvas = try ArtCanvas(width: 96, height: 63)
        try canvas.fill(
            .polygon([(23, 0), (96, 0), (73, 63), (0, 63)]),
            .linear(
                x0: 18, y0: 20, x1: 78, y1: 42,
                [(0, SVGAColor(0xFFFFFF, 0)), (0.5, SVGAColor(0xFFFFFF, 0.9)), (1, SVGAColor(0xFFFFFF, 0))]))
        return canvas
    }
}
