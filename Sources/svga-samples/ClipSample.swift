import Foundation
import SVGAFormat
import SVGAModel

/// A landscape seen through clip paths that change with every frame: an iris, blinds, a turning star; and shapes with a
/// clip of their own below, a bar that fills.
struct ClipSample {
    let sources: Sources
    private let frames = 60

    func movie() throws(SampleError) -> WireMovie {
        var builder = MovieBuilder(width: 720, height: 300, fps: 20, frames: frames)
        try builder.image("landscape", landscape())
        addPictures(to: &builder)
        addBar(to: &builder)
        return builder.movie
    }

    private func landscape() throws(SampleError) -> Canvas {
        let canvas = try Canvas(width: 200, height: 200)
        let all = Path.rect(x: 0, y: 0, width: 200, height: 200)
        try canvas.fill(all, .vertical(0, 200, Color(0x6FD3FF), Color(0xBDF0FF), Color(0xFFF3C4)))
        try canvas.fill(.circle(x: 148, y: 56, radius: 50), .glow(x: 148, y: 56, radius: 50, Color(0xFFF6C8, 0.9), Color(0xFFF6C8, 0)))
        try canvas.fill(.circle(x: 148, y: 56, radius: 24), .vertical(32, 80, Color(0xFFE27A), Color(0xFFB520)))
        let cloud = try sources.path("cloud")
        try canvas.fill(cloud.moved(x: 22, y: 30), .color(Color(0xFFFFFF, 0.95)))
        try canvas.fill(cloud.moved(x: 96, y: 84, scale: 0.6), .color(Color(0xFFFFFF, 0.8)))
        try canvas.fill(sources.path("hill-back"), .vertical(90, 200, Color(0x8BE0A0), Color(0x3FB87A)))
        try canvas.fill(sources.path("hill-front"), .vertical(140, 200, Color(0x4FC46E), Color(0x1F8A52)))
        for (x, y, size) in [(38.0, 150.0, 1.0), (66, 160, 0.8), (170, 150, 0.9)] {
            try canvas.fill(.rect(x: x - 3 * size, y: y, width: 6 * size, height: 18 * size), .color(Color(0x8A5A2B)))
            try canvas.fill(.circle(x: x, y: y - 10 * size, radius: 17 * size), .vertical(y - 30, y + 8, Color(0x7BE08A), Color(0x1F9A5A)))
        }
        return canvas
    }

    private func addPictures(to builder: inout MovieBuilder) {
        let cards: [WireShape] = [130.0, 360, 590].map {
            .rect($0 - 106, 14, 212, 212, radius: 26, fill: Color(0xFFFFFF, 0.16), stroke: .init(Color(0xFFFFFF, 0.5), 2, dash: (8, 8, 0)))
        }
        builder.vector("cards.vector", shapes: cards)
        /// Open and shut again: 0…1…0 over the movie, with rests.
        let open = Track((2, 0, .linear), (18, 1, .outBack), (42, 1, .linear), (56, 0, .inBack))
        builder.sprite(
            "landscape", width: 200, height: 200,
            clip: { .circle(x: 100, y: 100, radius: max(0.5, 90 * open[$0])) }, place: { _ in Placement(x: 130, y: 120) })
        builder.sprite(
            "landscape", width: 200, height: 200,
            clip: { frame in
                var path = Path()
                for slat in 0..<8 {
                    let part = Track((Double(slat) * 2, 0, .linear), (Double(slat) * 2 + 12, 1, .out3), (40, 1, .linear), (56, 0, .smooth))[
                        frame]
                    path = path.joined(.rect(x: 0, y: Double(slat) * 25, width: 200, height: max(0, 25.2 * part)))
                }
                return path
            }, place: { _ in Placement(x: 360, y: 120) })
        builder.sprite(
            "landscape", width: 200, height: 200,
            clip: { frame in
                let size = Track((4, 0.01, .linear), (20, 1, .outBack), (40, 0.94, .smooth), (56, 0.01, .inBack))[frame]
                let round = 0.5 + 0.2 * sin(Double(frame) / 60 * 4 * Double.pi)
                return .star(x: 100, y: 100, points: 6, outer: 95 * size, inner: 95 * size * round, turn: Double(frame) * 3)
            }, place: { _ in Placement(x: 590, y: 120) })
    }

    /// A bar of slanted stripes: the shapes stand still and are kept, the clip grows over them.
    private func addBar(to builder: inout MovieBuilder) {
        let trough: [WireShape] = [.rect(60, 254, 600, 28, radius: 14, fill: Color(0xFFFFFF, 0.18), stroke: .init(Color(0xFFFFFF, 0.6), 2))]
        builder.vector("trough.vector", shapes: trough)
        var stripes: [WireShape] = [.rect(0, 0, 600, 28, fill: Color(0xFF5F9A))]
        for index in 0..<20 {
            let x = Double(index) * 34 - 20
            stripes.append(.path(.polygon([(x, 28), (x + 16, 0), (x + 33, 0), (x + 17, 28)]), fill: Color(0xFFD45C)))
        }
        stripes.append(.rect(0, 3, 600, 8, fill: Color(0xFFFFFF, 0.35)))
        let filled = Track((2, 28, .linear), (22, 420, .smooth), (30, 400, .smooth), (46, 600, .out3), (59, 600, .linear))
        builder.vector(
            "bar.vector", clip: { .rect(x: 3, y: 3, width: filled[$0] - 6, height: 22, radius: 11) }, changing: { _ in stripes },
            place: { _ in Placement(x: 60, y: 254) })
    }
}
