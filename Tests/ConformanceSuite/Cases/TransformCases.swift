import SVGAFormat

/// The position of a transformed bitmap.
enum TransformCases {
    static func add(to list: inout CaseList) throws {
        try addExact(to: &list)
        try addImpossible(to: &list)
        try addSampled(to: &list)
    }

    /// The picture pixel by pixel, each at another position.
    private static func moved(_ offset: @escaping (_ x: Int, _ y: Int) -> (x: Int, y: Int)) -> HandDrawing {
        .with { drawing in
            for y in 0..<32 {
                for x in 0..<32 {
                    let (u, v) = offset(x, y)
                    drawing.draw(TestPicture(width: 1, height: 1) { _, _ in TestPicture.flag[x, y] }, u, v)
                }
            }
        }
    }

    private static func addExact(to list: inout CaseList) throws {
        try list.add(
            "translate", rule: "tx and ty move a bitmap to the right and down; on whole pixels it stays as it is.",
            note: "Begin here: this is the plainest file of all.", movie: try .flag(.at(17, 6)),
            .drawn(.with { $0.draw(.flag, 17, 6) }),
            probes: [.at(20, 10, .white), .at(40, 10, .green), .at(18, 30, .blue), .at(38, 22, .yellow), .at(42, 30, .clear)],
            wrong: .reading { $0.sprites[0].frames[0].transform = WireTransform(tx: 6, ty: 17) })
        var absent = try WireMovie.flag(.at(0, 0))
        absent.sprites[0].frames[0].transform = nil
        try list.add(
            "identity-absent", section: 2, rule: "A frame without a transform is not moved.",
            note: "Protobuf leaves out a message that was not set. All zeros, which its numbers then have, would hide the sprite.",
            movie: absent, .drawn(.with { $0.draw(.flag, 0, 0) }), wrong: .reading { $0.sprites[0].frames[0].alpha = 0 })
        try list.add(
            "zero-a-d-quarter-turn", section: 2,
            rule: "In a transform that is there, an absent number is 0, and a and d are no exception.",
            note: "A quarter turn has a = d = 0, and proto3 writes no zeros. Who takes them for 1 shows a sheared picture instead.",
            movie: try .flag(.placed(WireTransform(a: 0, b: 1, c: -1, d: 0, tx: 48, ty: 8))), .drawn(moved { (47 - $1, 8 + $0) }),
            wrong: .reading { $0.sprites[0].frames[0].transform = WireTransform(a: 1, b: 1, c: -1, d: 1, tx: 48, ty: 8) })
        try list.add(
            "flip", rule: "A negative a mirrors from left to right.", note: "Tools mirror one hand to get the other.",
            movie: try .flag(.placed(WireTransform(a: -1, tx: 52, ty: 8))), .drawn(moved { (51 - $0, 8 + $1) }),
            wrong: .reading { $0.sprites[0].frames[0].transform = WireTransform(tx: 20, ty: 8) })
        try list.add(
            "half-turn", rule: "With a and d at -1 a bitmap stands on its head.",
            note: "Half a turn has b and c at 0 too, but for rounding in the tool.",
            movie: try .flag(.placed(WireTransform(a: -1, d: -1, tx: 52, ty: 44))), .drawn(moved { (51 - $0, 43 - $1) }),
            wrong: .reading { $0.sprites[0].frames[0].transform = WireTransform(d: -1, tx: 20, ty: 44) })
        // A parallelogram from its corners: a and b are the image of (1, 0), c and d that of (0, 1).
        var frame = WireFrame.of(.rect(0, 0, 10, 10, .fill(.red)))
        frame.transform = WireTransform(a: 3, b: 0.5, c: -1, d: 4, tx: 20, ty: 8)
        var transposed = frame
        transposed.transform = WireTransform(a: 3, b: -1, c: 0.5, d: 4, tx: 20, ty: 8)
        try list.add(
            "matrix", .vector, rule: "x' = a·x + c·y + tx, y' = b·x + d·y + ty.",
            note: "b and c are taken for each other more often than one would think, which turns everything the other way.",
            movie: .shapes(frames: frame), .drawn(.with { $0.fill(.red, Figure.convex((20, 8), (50, 13), (40, 53), (10, 48))) }),
            wrong: .movie(.shapes(frames: transposed)))
    }

    // MARK: Invisible sprites

    /// The flag with a transform, and another picture that is always visible.
    private static func withStripes(_ transform: WireTransform) throws -> WireMovie {
        .tiny(
            images: [try TestPicture.flag.payload("flag"), try TestPicture.stripes.payload("stripes")],
            .bitmap("flag", .placed(transform)), .bitmap("stripes", .at(40, 50, width: 16, height: 8)))
    }

    private static func addImpossible(to list: inout CaseList) throws {
        let stripes = HandDrawing.with { $0.draw(.stripes, 40, 50) }
        try list.add(
            "singular", rule: "A transform that flattens everything to a line hides the sprite.",
            note: "A card that turns is seen from its edge in one frame. Other sprites go on as ever.",
            movie: try withStripes(WireTransform(a: 1, b: 1, c: 1, d: 1, tx: 4, ty: 4)), .drawn(stripes),
            wrong: .reading { $0.sprites[0].frames[0].transform = WireTransform(a: 1, b: 0, c: 0, d: 1, tx: 4, ty: 4) })
        let finite = WireTransform(tx: 4, ty: 4)
        var movie = try withStripes(WireTransform(tx: .nan, ty: 4))
        movie.sprites.insert(.bitmap("flag", .placed(WireTransform(a: .infinity, tx: 4, ty: 4))), at: 1)
        try list.add(
            "nan-inf", level: .robust, rule: "A transform with a number that is not finite hides the sprite.",
            note: "The tool divided by zero. Nothing of it can be drawn, but the rest of the movie can.", movie: movie, .drawn(stripes),
            wrong: .reading { movie in for index in 0...1 { movie.sprites[index].frames[0].transform = finite } })
    }

    // MARK: Between pixels

    private static func sampled(_ transform: WireTransform, picture: TestPicture = .framedFlag) throws -> WireMovie {
        .tiny(
            images: [try picture.payload("flag")],
            .bitmap("flag", .placed(transform, width: Float(picture.width), height: Float(picture.height))))
    }

    private static func add(
        _ name: String, _ transform: WireTransform, picture: TestPicture = .framedFlag, rule: String,
        note: String, wrong: CaseList.Wrong, to list: inout CaseList
    ) throws {
        let (a, b, c, d) = (Double(transform.a), Double(transform.b), Double(transform.c), Double(transform.d))
        let determinant = a * d - b * c
        let looks = HandDrawing.with {
            $0.sample(picture) { x, y in
                let (u, v) = (x - Double(transform.tx), y - Double(transform.ty))
                return ((d * u - c * v) / determinant, (a * v - b * u) / determinant)
            }
        }
        try list.add(
            name, .bilinear, rule: rule, note: note, movie: try sampled(transform, picture: picture), .drawn(looks),
            wrong: wrong)
    }

    private static func addSampled(to list: inout CaseList) throws {
        try add(
            "subpixel-translate", WireTransform(tx: 16.5, ty: 8.25), rule: "Between whole pixels a bitmap is sampled bilinearly.",
            note: "Who rounds the place makes slow movements stutter.",
            wrong: .reading { $0.sprites[0].frames[0].transform = WireTransform(tx: 16, ty: 8) }, to: &list)
        try add(
            "shear", WireTransform(a: 1, b: 0.25, c: -0.5, d: 1, tx: 24, ty: 8), rule: "Bitmaps are sheared as the numbers say.",
            note: "b and c need not belong to a turn.",
            wrong: .reading { $0.sprites[0].frames[0].transform = WireTransform(a: 1, b: -0.5, c: 0.25, d: 1, tx: 24, ty: 8) }, to: &list)
        try add(
            "rotate", .rotation(0.8660254, 0.5, tx: 28, ty: 6), rule: "With b above 0 a bitmap turns clockwise, about its corner.",
            note: "y grows downwards, so angles grow clockwise.",
            wrong: .reading { $0.sprites[0].frames[0].transform = .rotation(0.8660254, -0.5, tx: 8, ty: 22) }, to: &list)
        // Lines of one pixel show which pixels are sampled.
        let lines = TestPicture(width: 64, height: 64) { x, y in
            guard (4..<60).contains(x), (4..<60).contains(y) else { return .clear }
            return y < 32 ? (x % 2 == 0 ? .red : .white) : (x % 5 < 2 ? .blue : .yellow)
        }
        try add(
            "minify-0.45", WireTransform(a: 0.45, d: 0.45, tx: 6, ty: 4), picture: lines,
            rule: "A bitmap that is drawn smaller is sampled bilinearly, without averaging it down first.",
            note: "Not pretty, but what the players do: a pixel of the output knows four of the bitmap, and others are skipped.",
            wrong: .drawn(.with { $0.average(lines, 0.45, 6, 4) }), to: &list)
        try add(
            "minify-0.2", WireTransform(a: 0.2, d: 0.2, tx: 6, ty: 4), picture: lines,
            rule: "Also a bitmap that is drawn much smaller is not averaged down first.",
            note: "Here most of its pixels are never looked at. An app that wants small pictures to look good ships small bitmaps.",
            wrong: .drawn(.with { $0.average(lines, 0.2, 6, 4) }), to: &list)
        let small = TestPicture.small
        try add(
            "magnify-3", WireTransform(a: 3, d: 3, tx: 6, ty: 4), picture: small,
            rule: "A bitmap that is drawn larger is sampled bilinearly.", note: "Pixels do not become squares.",
            wrong: .drawn(
                .with { drawing in
                    for y in 0..<48 {
                        for x in 0..<48 { drawing.rect(small[x / 3, y / 3], x + 6, y + 4, 1, 1) }
                    }
                }), to: &list)
    }
}
