import SVGAFormat

/// The alpha of sprites.
enum AlphaCases {
    static func add(to list: inout CaseList) throws {
        try addSingle(to: &list)
        try addGroups(to: &list)
    }

    private static func addSingle(to list: inout CaseList) throws {
        func flag(_ alpha: Float) throws -> WireMovie { try .flag(.at(16, 8, alpha: alpha)) }
        func faded(_ alpha: Double) -> HandDrawing { .with { $0.draw(.flag, 16, 8, alpha: alpha) } }
        try list.add(
            "half", rule: "alpha fades a bitmap.",
            note: "The plainest case; see also what happens where two things of a sprite overlap.",
            movie: try flag(0.5), .drawn(faded(0.5)), probes: [.at(20, 20, RGBA(255, 0, 0, 128)), .at(38, 22, RGBA(255, 255, 0, 128))],
            wrong: .reading { $0.sprites[0].frames[0].alpha = 1 })
        try list.add(
            "0.03", rule: "However faint a sprite is, it is drawn.",
            note: "Glows are made of dozens of faint layers. Some players skip what is below .05, and the glow is gone.",
            movie: try flag(0.03), .drawn(faded(0.03)), wrong: .reading { $0.sprites[0].frames[0].alpha = 0 })
        try list.add(
            "above-1", rule: "An alpha above 1 is 1.",
            note: "An overshooting curve in the tool. A byte that overflows makes it faint instead.", movie: try flag(1.5),
            .drawn(faded(1)),
            wrong: .reading { $0.sprites[0].frames[0].alpha = 0.49 })
        var absent = try WireMovie.flag(.at(16, 8), .at(16, 8))
        absent.sprites[0].frames[1].alpha = 0
        try list.add(
            "absent-with-layout", rule: "A frame without an alpha is hidden, whatever else it says.",
            note: "proto3 writes no zeros, so an absent alpha is 0 and not 1. The first frame has one.", movie: absent,
            .each([faded(1), HandDrawing()]), wrong: .reading { $0.sprites[0].frames[1].alpha = 1 })
        try list.add(
            "negative", rule: "A negative alpha hides the sprite.", note: "An undershooting curve this time.",
            movie: try .flag(.at(16, 8), .at(16, 8, alpha: -0.5)), .each([faded(1), HandDrawing()]),
            wrong: .reading { $0.sprites[0].frames[1].alpha = 0.5 })
        try list.add(
            "nan", level: .robust, rule: "An alpha that is not a number hides the sprite.",
            note: "It is neither above nor below anything, so it slips through comparisons.",
            movie: try .flag(.at(16, 8), .at(16, 8, alpha: .nan)), .each([faded(1), HandDrawing()]),
            wrong: .reading { $0.sprites[0].frames[1].alpha = 1 })
        try list.add(
            "stack-of-30-faint", rule: "Many faint layers add up to what they are, step by step with bytes.",
            note: "Rounding every layer down, or every one up, is seen after thirty of them. The numbers are those of Skia.",
            movie: try stack(count: 30, alpha: 0.08), .drawn(stacked(count: 30, alpha: 0.08)),
            wrong: .reading { $0.sprites.removeLast(3) })
    }

    private static let stackedPicture = TestPicture(width: 48, height: 48) { x, y in
        x == 47 && y == 0 ? .clear : (x < 24 ? .white : (y < 20 ? .red : .cyan))
    }

    private static func stack(count: Int, alpha: Float) throws -> WireMovie {
        var movie = WireMovie.tiny(images: [try stackedPicture.payload("layer")])
        let sprite = WireSprite.bitmap("layer", .at(8, 8, width: 48, height: 48, alpha: alpha))
        movie.sprites = Array(repeating: sprite, count: count)
        return movie
    }

    /// Bytes like Skia's for axis-aligned bitmaps: faded and covered values are both rounded down.
    private static func stacked(count: Int, alpha: Double) -> HandDrawing {
        let share = Int((255 * alpha).rounded())
        func bytes(_ color: RGBA) -> RGBA {
            let layer = [color.red, color.green, color.blue, color.alpha].map { Int($0) * Int(color.alpha) / 255 * (share + 1) / 256 }
            var sum = [0, 0, 0, 0]
            for _ in 0..<count { sum = zip(layer, sum).map { $0 + $1 * (256 - layer[3]) / 256 } }
            // Converted to straight alpha, like everything that is drawn here.
            func straight(_ value: Int) -> UInt8 { UInt8(min(255, sum[3] == 0 ? 0 : (value * 255 + sum[3] / 2) / sum[3])) }
            return RGBA(straight(sum[0]), straight(sum[1]), straight(sum[2]), UInt8(sum[3]))
        }
        return .with { $0.draw(TestPicture(width: 48, height: 48) { bytes(stackedPicture[$0, $1]) }, 8, 8) }
    }

    // MARK: Sprites of several parts

    private static func addGroups(to list: inout CaseList) throws {
        let rect = WireShape.rect(10, 12, 36, 8, .fill(.cyan))
        var apart = try WireMovie.flag(.at(8, 8, alpha: 0.5))
        var shape = WireFrame.at(8, 8, alpha: 0.5, rect)
        shape.layout = WireLayout(width: 64, height: 64)
        apart.sprites.append(.shapes("shapes.vector", shape))
        try list.add(
            "group-bitmap-and-shape", rule: "alpha fades a sprite as a whole: bitmap and shapes are put together first.",
            note: "Where the shape lies above the bitmap, nothing of the bitmap may shine through it.",
            movie: try .flag(.at(8, 8, alpha: 0.5, rect)),
            .drawn(
                .with {
                    $0.group(alpha: 0.5) {
                        $0.draw(.flag, 8, 8)
                        $0.rect(.cyan, 18, 20, 36, 8)
                    }
                }), probes: [.at(30, 24, RGBA(0, 255, 255, 128)), .at(50, 24, RGBA(0, 255, 255, 128))], wrong: .movie(apart))
        let shapes = [WireShape.rect(8, 8, 30, 30, .fill(.red)), .rect(20, 22, 36, 24, .fill(.blue))]
        try list.add(
            "group-overlapping-shapes", .vector, rule: "alpha fades a sprite as a whole: its shapes are put together first.",
            note: "Where two shapes of one sprite overlap, the upper one hides the lower one, however faint the sprite is.",
            movie: .shapes(frames: .of(shapes, alpha: 0.5)),
            .drawn(
                .with {
                    $0.group(alpha: 0.5) {
                        $0.rect(.red, 8, 8, 30, 30)
                        $0.rect(.blue, 20, 22, 36, 24)
                    }
                }), probes: [.at(30, 30, RGBA(0, 0, 255, 128))],
            wrong: .movie(
                .tiny(.shapes("a.vector", .of(shapes[0], alpha: 0.5)), .shapes("b.vector", .of(shapes[1], alpha: 0.5)))))
        var both = WireStyle.stroke(.blue, width: 12)
        both.fill = WireColor(.yellow)
        let parts = [WireShape.rect(16, 14, 32, 36, .fill(.yellow)), .rect(16, 14, 32, 36, .stroke(.blue, width: 12))]
        try list.add(
            "group-fill-and-stroke", .vector, rule: "alpha fades a shape's fill and its stroke together.",
            note: "Half of the stroke lies on the fill, and must not have another color there.",
            movie: .shapes(frames: .of(.rect(16, 14, 32, 36, both), alpha: 0.5)),
            .drawn(
                .with {
                    $0.group(alpha: 0.5) {
                        $0.rect(.blue, 10, 8, 44, 48)
                        $0.rect(.yellow, 22, 20, 20, 24)
                    }
                }), probes: [.at(18, 30, RGBA(0, 0, 255, 128)), .at(13, 30, RGBA(0, 0, 255, 128))],
            wrong: .movie(
                .tiny(.shapes("a.vector", .of(parts[0], alpha: 0.5)), .shapes("b.vector", .of(parts[1], alpha: 0.5)))))
    }
}
