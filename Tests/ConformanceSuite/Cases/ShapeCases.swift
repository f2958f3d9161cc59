import SVGAFormat

/// The fills and the types of shapes. Strokes are in `StrokeCases`.
enum ShapeCases {
    static func add(to list: inout CaseList) throws {
        try addFills(to: &list)
        try addKinds(to: &list)
        try addColors(to: &list)
        try addOrder(to: &list)
        try StrokeCases.add(to: &list)
    }

    private static var nothing: CaseList.Wrong { .reading { $0.sprites[0].frames[0].shapes = [] } }

    private static func addFills(to list: inout CaseList) throws {
        let triangle = Figure.convex((10, 8), (54, 20), (22, 56))
        try list.add(
            "fill", .vector, rule: "A shape is filled with its color, with smooth edges.", note: "The plainest shape.",
            movie: .shapes(.path("M10 8L54 20L22 56Z", .fill(.red))), .drawn(.with { $0.fill(.red, triangle) }),
            probes: [.at(28, 28, .red), .at(50, 50, .clear)], wrong: .movie(.shapes(.path("M10 8L54 20L22 50Z", .fill(.red)))))
        // The inner squares have the same winding and the opposite one.
        let path = "M4 12L28 12L28 44L4 44ZM10 18L22 18L22 38L10 38ZM36 12L60 12L60 44L36 44ZM42 18L42 38L54 38L54 18Z"
        try list.add(
            "winding-nonzero", .vector, rule: "A shape has a hole only where a part of it runs the other way round.",
            note: "The rule is called nonzero. By even-odd the left square would have a hole as well.",
            movie: .shapes(.path(path, .fill(.blue))),
            .drawn(
                .with {
                    $0.rect(.blue, 4, 12, 24, 32)
                    $0.rect(.blue, 36, 12, 24, 6)
                    $0.rect(.blue, 36, 38, 24, 6)
                    $0.rect(.blue, 36, 18, 6, 20)
                    $0.rect(.blue, 54, 18, 6, 20)
                }),
            wrong: .movie(
                .shapes(.path(path.replacing("M10 18L22 18L22 38L10 38Z", with: "M10 18L10 38L22 38L22 18Z"), .fill(.blue)))))
        let rect = WireShape.rect(8, 8, 20, 20, nil)
        let seen = WireShape.rect(34, 30, 20, 24, .fill(.green))
        try list.add(
            "no-styles", rule: "A shape without styles draws nothing.",
            note: "No color is not black. Some graphics libraries take it for that.", movie: .shapes(rect, seen),
            .drawn(.with { $0.rect(.green, 34, 30, 20, 24) }),
            wrong: .reading { $0.sprites[0].frames[0].shapes[0].styles = .fill(.black) })
    }

    private static func addKinds(to list: inout CaseList) throws {
        try list.add(
            "ellipse", .vector, rule: "The x and y of an ellipse are its centre.",
            note: "They are the corner of its box in other formats.", movie: .shapes(.ellipse(34, 24, 22, 12, .fill(.red))),
            .drawn(.with { $0.fill(.red, Figure.ellipse(34, 24, 22, 12)) }),
            wrong: .movie(.shapes(.ellipse(56, 36, 22, 12, .fill(.red)))))
        try list.add(
            "rect-radius", .vector, rule: "cornerRadius rounds the corners of a rectangle, as quarters of a circle.",
            note: "Corners that bend more gradually, as Apple likes them, are another shape.",
            movie: .shapes(.rect(6, 10, 50, 36, radius: 12, .fill(.blue))),
            .drawn(.with { $0.fill(.blue, Figure.roundedRect(6, 10, 50, 36, radius: 12)) }),
            wrong: .movie(.shapes(.rect(6, 10, 50, 36, .fill(.blue)))))
        try list.add(
            "radius-clamp", .vector, rule: "A corner radius is at most half of each side.",
            note: "A pill is written as a rectangle with a radius of 999.",
            movie: .shapes(.rect(6, 10, 50, 24, radius: 40, .fill(.blue))),
            .drawn(.with { $0.fill(.blue, Figure.roundedRect(6, 10, 50, 24, radius: 12)) }),
            // Separate clamping of each axis would make an ellipse.
            wrong: .movie(.shapes(.ellipse(31, 22, 25, 12, .fill(.blue)))))
        try list.add(
            "negative-rect", .vector, rule: "A rectangle of a negative size is the one that this other corner names.",
            note: "Drawn from its right lower corner in the tool.", movie: .shapes(.rect(50, 42, -36, -24, .fill(.yellow))),
            .drawn(.with { $0.rect(.yellow, 14, 18, 36, 24) }), wrong: nothing)
        let turned = WireTransform(a: 1.5, b: 0.5, c: -0.75, d: 1, tx: 24, ty: 8)
        try list.add(
            "shape-transform", .vector, rule: "A shape has a transform of its own, inside of the sprite's.",
            note: "The numbers work as a sprite's do.", movie: .shapes(.rect(0, 0, 20, 24, .fill(.green), turned)),
            .drawn(.with { $0.fill(.green, Figure.convex((24, 8), (54, 18), (36, 42), (6, 32))) }),
            wrong: .reading { $0.sprites[0].frames[0].shapes[0].transform = nil })
        let quarter = WireTransform(a: 0, b: 1, c: -1, d: 0, tx: 50, ty: 6)
        try list.add(
            "shape-transform-quarter-turn", .vector, section: 2,
            rule: "In a shape's transform, too, an absent a or d is 0.", note: "proto3 writes no zeros.",
            movie: .shapes(.rect(0, 0, 40, 20, .fill(.green), quarter)), .drawn(.with { $0.rect(.green, 30, 6, 20, 40) }),
            wrong: .reading { $0.sprites[0].frames[0].shapes[0].transform = WireTransform(a: 1, b: 1, c: -1, d: 1, tx: 50, ty: 6) })
        var frame = WireFrame.of(.rect(0, 0, 16, 8, .fill(.red), WireTransform(tx: 4, ty: 2)))
        frame.transform = WireTransform(a: 2, d: 3, tx: 6, ty: 5)
        var swapped = WireFrame.of(.rect(0, 0, 16, 8, .fill(.red), WireTransform(a: 2, d: 3, tx: 6, ty: 5)))
        swapped.transform = WireTransform(tx: 4, ty: 2)
        try list.add(
            "shape-transform-order", .vector, rule: "A shape is transformed by its own transform first, then by the sprite's.",
            note: "The other way round it lands in another place.", movie: .shapes(frames: frame),
            .drawn(.with { $0.rect(.red, 14, 11, 32, 24) }), wrong: .movie(.shapes(frames: swapped)))
        var unknown = WireShape.rect(4, 4, 20, 20, .fill(.red))
        (unknown.kind, unknown.unknownKind) = (nil, 9)
        try list.add(
            "unknown-kind", level: .robust, rule: "A shape of a type that nobody knows draws nothing; its neighbours are drawn.",
            note: "A later version of the format.", movie: .shapes(unknown, .rect(30, 30, 20, 24, .fill(.green))),
            .drawn(.with { $0.rect(.green, 30, 30, 20, 24) }), wrong: .refuses)
    }

    private static func addColors(to list: inout CaseList) throws {
        var color = WireColor()
        (color.r, color.g, color.b, color.a) = (51, 153, 255, 255)
        var bytes = WireStyle()
        bytes.fill = color
        try list.add(
            "colour-255", .vector, rule: "Where a channel is above 1, the color is in bytes, 0 to 255.",
            note: "Some tools wrote bytes where others write shares. Cut off at 1 everything is white.",
            movie: .shapes(.rect(8, 10, 44, 30, bytes)), .drawn(.with { $0.rect(RGBA(51, 153, 255), 8, 10, 44, 30) }),
            probes: [.at(20, 20, RGBA(51, 153, 255))], wrong: .movie(.shapes(.rect(8, 10, 44, 30, .fill(.white)))))
        try list.add(
            "colour-alpha-half", .vector, rule: "A color has an alpha of its own.",
            note: "Between 0 and 1 as its channels; rounded to a whole number it is none or all.",
            movie: .shapes(.rect(8, 10, 44, 30, .fill(.red, alpha: 0.5))), .drawn(.with { $0.rect(.red, 8, 10, 44, 30, alpha: 0.5) }),
            probes: [.at(20, 20, RGBA(255, 0, 0, 128))], wrong: .movie(.shapes(.rect(8, 10, 44, 30, .fill(.red)))))
        try list.add(
            "colour-alpha-times-alpha", .vector, rule: "A color's alpha and the sprite's are multiplied.",
            note: "One does not replace the other.",
            movie: .shapes(frames: .of(.rect(8, 10, 44, 30, .fill(.red, alpha: 0.5)), alpha: 0.5)),
            .drawn(.with { $0.rect(.red, 8, 10, 44, 30, alpha: 0.25) }), probes: [.at(20, 20, RGBA(255, 0, 0, 64))],
            wrong: .movie(.shapes(.rect(8, 10, 44, 30, .fill(.red, alpha: 0.5)))))
    }

    private static func addOrder(to list: inout CaseList) throws {
        var both = WireStyle.stroke(.blue, width: 10)
        both.fill = WireColor(.yellow)
        try list.add(
            "order-fill-stroke", .vector, rule: "A shape is filled first; its stroke lies above.",
            note: "Half of the stroke is on the fill.", movie: .shapes(.rect(16, 14, 32, 34, both)),
            .drawn(
                .with {
                    $0.rect(.blue, 11, 9, 42, 44)
                    $0.rect(.yellow, 21, 19, 22, 24)
                }), probes: [.at(18, 30, .blue), .at(30, 30, .yellow)],
            wrong: .movie(.shapes(.rect(16, 14, 32, 34, .stroke(.blue, width: 10)), .rect(16, 14, 32, 34, .fill(.yellow)))))
        let shapes = [WireShape.rect(8, 8, 30, 30, .fill(.red)), .rect(20, 22, 36, 24, .fill(.blue))]
        try list.add(
            "list-order", .vector, rule: "A later shape of a list lies above an earlier one.", note: "As sprites do.",
            movie: .shapes(shapes[0], shapes[1]),
            .drawn(
                .with {
                    $0.rect(.red, 8, 8, 30, 30)
                    $0.rect(.blue, 20, 22, 36, 24)
                }), wrong: .movie(.shapes(shapes[1], shapes[0])))
        try list.add(
            "above-bitmap", section: 4, rule: "A sprite's shapes lie above its bitmap.",
            note: "Both in one sprite, at full alpha.",
            movie: try .flag(.at(8, 8, .rect(4, 12, 20, 10, .fill(.cyan)))),
            .drawn(
                .with {
                    $0.draw(.flag, 8, 8)
                    $0.rect(.cyan, 12, 20, 20, 10)
                }), wrong: .reading { $0.sprites[0].frames[0].shapes = [.rect(4, 12, 4, 10, .fill(.cyan))] })
    }
}
