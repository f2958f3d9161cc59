import SVGAFormat

/// Strokes of shapes.
enum StrokeCases {
    static func add(to list: inout CaseList) throws {
        try addWidths(to: &list)
        try addEnds(to: &list)
        try addDashes(to: &list)
    }

    private static func stroked(_ d: String, _ style: WireStyle, _ transform: WireTransform? = nil) -> WireMovie {
        .shapes(.path(d, style, transform))
    }

    private static func addWidths(to list: inout CaseList) throws {
        try list.add(
            "stroke", .vector, rule: "A stroke lies on both sides of the outline, half of its width on each.",
            note: "An open path with the default ends, which are cut off straight.",
            movie: stroked("M12 10 L52 50", .stroke(.red, width: 8)),
            .drawn(.with { $0.fill(.red, Figure.line(12, 10, 52, 50, width: 8)) }),
            wrong: .movie(stroked("M12 10 L52 50", .stroke(.red, width: 4))))
        var none = WireStyle.stroke(.red, width: 0)
        none.fill = WireColor(.green)
        var hairline = none
        hairline.strokeWidth = 1
        try list.add(
            "stroke-width-0", rule: "A stroke of width 0 is none.",
            note: "Not a hairline, and not the width that was set last.", movie: .shapes(.rect(10, 12, 40, 30, none)),
            .drawn(.with { $0.rect(.green, 10, 12, 40, 30) }), wrong: .movie(.shapes(.rect(10, 12, 40, 30, hairline))))
        var colorless = WireStyle.fill(.green)
        colorless.strokeWidth = 6
        var black = colorless
        black.stroke = WireColor(.black)
        try list.add(
            "stroke-no-colour", rule: "A width without a color strokes nothing.", note: "Not in black either.",
            movie: .shapes(.rect(10, 12, 40, 30, colorless)), .drawn(.with { $0.rect(.green, 10, 12, 40, 30) }),
            wrong: .movie(.shapes(.rect(10, 12, 40, 30, black))))
        // A vertical and a horizontal line, with x scaled by three.
        let wide = WireTransform(a: 3, d: 1)
        try list.add(
            "stroke-anisotropic", .vector, rule: "A transform scales a stroke as everything else, by each axis apart.",
            note: "The line that runs down gets wider, the one that runs across does not.",
            movie: stroked("M6 8 L6 40 M8 50 L18 50", .stroke(.blue, width: 4), wide),
            .drawn(
                .with {
                    $0.rect(.blue, 12, 8, 12, 32)
                    $0.rect(.blue, 24, 48, 30, 4)
                }), wrong: .movie(stroked("M18 8 L18 40 M24 50 L54 50", .stroke(.blue, width: 4))))
        var doubled = WireFrame.of(.path("M6 6 L24 20", .stroke(.blue, width: 4)))
        doubled.transform = WireTransform(a: 2, d: 2)
        try list.add(
            "stroke-scaled-by-sprite", .vector, rule: "The sprite's transform scales a stroke too.",
            note: "A badge that grows keeps the look of its outline.", movie: .shapes(frames: doubled),
            .drawn(.with { $0.fill(.blue, Figure.line(12, 12, 48, 40, width: 8)) }),
            wrong: .movie(stroked("M12 12 L48 40", .stroke(.blue, width: 4))))
    }

    // MARK: Caps and joins

    private static func addEnds(to list: inout CaseList) throws {
        func lines(_ caps: [Int32]) -> WireMovie {
            let shapes = caps.enumerated().map { index, cap in
                let y = 14 + 18 * index
                return WireShape.path("M18 \(y) L46 \(y)", .stroke([.red, .blue, .green][index], width: 10, cap: cap))
            }
            return .shapes(frames: .of(shapes))
        }
        try list.add(
            "caps", .vector, rule: "Caps are butt, round or square.", note: "The numbers are 0, 1 and 2, in this order.",
            movie: lines([0, 1, 2]),
            .drawn(
                .with {
                    $0.rect(.red, 18, 9, 28, 10)
                    $0.fill(
                        .blue, Figure.any(Figure.rect(18, 27, 28, 10), Figure.ellipse(18, 32, 5, 5), Figure.ellipse(46, 32, 5, 5)))
                    $0.rect(.green, 13, 45, 38, 10)
                }), wrong: .movie(lines([0, 2, 1])))
        func corners(_ joins: [Int32]) -> WireMovie {
            let shapes = joins.enumerated().map { index, join in
                let (x, y) = ([12, 42, 26][index], [10, 12, 42][index])
                return WireShape.path(
                    "M\(x + 16) \(y)L\(x) \(y)L\(x) \(y + 12)", .stroke([.red, .blue, .green][index], width: 16, join: join))
            }
            return .shapes(frames: .of(shapes))
        }
        try list.add(
            "joins", .vector, rule: "Joins are miter, round or bevel.", note: "The numbers are 0, 1 and 2, in this order.",
            movie: corners([0, 1, 2]),
            .drawn(
                .with {
                    func arms(_ x: Double, _ y: Double) -> Figure.Test {
                        Figure.any(Figure.rect(x, y - 8, 16, 16), Figure.rect(x - 8, y, 16, 12))
                    }
                    $0.fill(.red, Figure.any(arms(12, 10), Figure.rect(4, 2, 8, 8)))
                    $0.fill(.blue, Figure.any(arms(42, 12), Figure.ellipse(42, 12, 8, 8)))
                    $0.fill(.green, Figure.any(arms(26, 42), Figure.convex((26, 42), (18, 42), (26, 34))))
                }), wrong: .movie(corners([0, 2, 1])))
        // The miter of the angle is 4.1 widths long.
        let sharp = "M6 20 L46 25 L6 30"
        let pointed = WireStyle.stroke(.red, width: 6, miterLimit: 10)
        var unlimited = pointed
        unlimited.miterLimit = 0
        var cut = pointed
        cut.miterLimit = 1
        try list.add(
            "miter-default", .vector, rule: "A miterLimit of 0 is the default, 10.",
            note: "proto3 writes no zeros, so 0 says nothing. Taken as a number it cuts off every corner.",
            movie: stroked(sharp, unlimited), .drawn(.with { $0.fill(.red, pointedAngle) }), wrong: .movie(stroked(sharp, cut)))
        // The miter of 90° is 1.4 widths long, that of the other angle 3.2.
        let two = "M8 54 L8 36 L30 36 M58 6 L22 14 L58 22"
        try list.add(
            "miter-2", .vector, rule: "A corner whose point is longer than miterLimit widths is cut off.",
            note: "The right angle keeps its point, the sharp one does not.", movie: stroked(two, .stroke(.blue, width: 8, miterLimit: 2)),
            .like(
                .shapes(
                    .path("M8 54 L8 36 L30 36", .stroke(.blue, width: 8)), .path("M58 6 L22 14 L58 22", .stroke(.blue, width: 8, join: 2)))),
            wrong: .movie(stroked(two, .stroke(.blue, width: 8))))
    }

    /// A stroke of width 6 along (6, 20), (46, 25), (6, 30), with its miter.
    private static let pointedAngle: Figure.Test = { x, y in
        let length = (40.0 * 40 + 5 * 5).squareRoot()
        // By symmetry only the upper line: the distance from it, and the position along it.
        let v = (y - 25).magnitude
        let (u, w) = (x - 6, 5 - v)
        let across = (u * 5 - w * 40) / length
        let along = (u * 40 + w * 5) / length
        return across.magnitude <= 3 && along >= 0
    }

    // MARK: Dashes

    private static func dashed(_ dash: (Float, Float, Float)) -> WireMovie {
        stroked("M4 30 L60 30", .stroke(.red, width: 12, dash: dash))
    }

    /// The dashed line from 4 to 60: the fraction of each column of pixels within a dash.
    private static func dashes(_ dash: Double, _ gap: Double, phase: Double = 0) -> HandDrawing {
        .with { drawing in
            for column in 0..<56 {
                var (covered, start) = (0.0, -phase)
                while start < 56 {
                    covered += max(0, min(start + dash, Double(column + 1)) - max(start, Double(column)))
                    start += dash + gap
                }
                drawing.rect(.red, 4 + column, 24, 1, 12, alpha: covered)
            }
        }
    }

    private static func addDashes(to list: inout CaseList) throws {
        let solid = dashes(56, 0)
        try list.add(
            "dash", .vector, rule: "lineDash is the length of a dash and of a gap.",
            note: "The pattern begins where the path does, with a dash.", movie: dashed((8, 6, 0)),
            .drawn(dashes(8, 6)), wrong: .drawn(solid))
        try list.add(
            "dash-phase", .vector, rule: "The third number is how far into the pattern the stroke begins.",
            note: "It is no third dash.", movie: dashed((8, 6, 5)),
            .drawn(dashes(8, 6, phase: 5)), wrong: .movie(dashed((8, 6, 0))))
        try list.add(
            "dash-gap-only", .vector, rule: "A dash of 0 beside a gap is 1 long.",
            note: "So that there is something to see.", movie: dashed((0, 6, 0)),
            .drawn(dashes(1, 6)), wrong: .drawn(HandDrawing()))
        try list.add(
            "dash-only", .vector, rule: "A gap of 0 beside a dash is 0.1 long.",
            note: "Nearly solid: the dashes do not become gaps of their own length, as a list of one number would mean elsewhere.",
            movie: dashed((8, 0, 0)), .drawn(dashes(8, 0.1)),
            wrong: .movie(dashed((8, 8, 0))))
        try list.add(
            "dash-all-zero", .vector, rule: "Without a dash and a gap a stroke is solid, whatever the phase.",
            note: "Zeros are what is not written.", movie: dashed((0, 0, 5)), .drawn(solid), wrong: .movie(dashed((1, 1, 5))))
    }
}
