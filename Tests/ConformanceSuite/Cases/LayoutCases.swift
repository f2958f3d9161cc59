import SVGAFormat

/// The rectangle of a sprite's bitmap.
enum LayoutCases {
    static func add(to list: inout CaseList) throws {
        var offset = try WireMovie.flag(.at(4, 8))
        offset.sprites[0].frames[0].layout = WireLayout(x: 11, y: 5, width: 32, height: 32)
        try list.add(
            "xy", rule: "layout.x and layout.y move the bitmap.",
            note: "Most tools leave them at 0, so most players forget them.",
            movie: offset, .drawn(.with { $0.draw(.flag, 15, 13) }),
            wrong: .reading { $0.sprites[0].frames[0].layout = WireLayout(width: 32, height: 32) })
        // The flag rotated by 180°: 5 points down in the sprite's space are 5 up on the canvas.
        var turned = try WireMovie.flag(.placed(WireTransform(a: -1, d: -1, tx: 60, ty: 56)))
        turned.sprites[0].frames[0].layout = WireLayout(x: 11, y: 5, width: 32, height: 32)
        try list.add(
            "xy-inside-transform", rule: "layout.x and layout.y are inside of the transform.",
            note: "A point is moved by the layout's corner first and transformed then.", movie: turned,
            .like(try .flag(.placed(WireTransform(a: -1, d: -1, tx: 49, ty: 51)))),
            wrong: .movie(try .flag(.placed(WireTransform(a: -1, d: -1, tx: 71, ty: 61)))))
        var shapes = WireMovie.shapes(.rect(4, 4, 20, 12, .fill(.red)))
        shapes.sprites[0].frames[0].layout = WireLayout(x: 11, y: 5, width: 64, height: 64)
        try list.add(
            "xy-moves-shapes", rule: "layout.x and layout.y move the shapes too.",
            note: "Bitmap, shapes and clip path share one space, whose origin is the corner of the layout.", movie: shapes,
            .drawn(.with { $0.rect(.red, 15, 9, 20, 12) }),
            wrong: .reading { $0.sprites[0].frames[0].layout = WireLayout(width: 64, height: 64) })
        let small = TestPicture.small
        func stretched(_ layout: WireLayout) throws -> WireMovie {
            .tiny(
                images: [try small.payload("small")],
                .bitmap("small", .at(8, 12, width: layout.width, height: layout.height)))
        }
        try list.add(
            "size-unlike-bitmap", .bilinear, rule: "A bitmap is stretched to the layout's width and height, each on its own.",
            note: "The app ships a picture at half of its size, or another shape. Some players keep the bitmap's size, some its aspect.",
            movie: try stretched(WireLayout(width: 48, height: 24)),
            .drawn(.with { $0.sample(small) { x, y in ((x - 8) / 3, (y - 12) / 1.5) } }),
            // With the aspect ratio kept, centered.
            wrong: .reading { $0.sprites[0].frames[0] = .at(20, 12, width: 24, height: 24) })
        let rect = WireShape.rect(40, 8, 16, 20, .fill(.cyan))
        var zero = try WireMovie.flag(.at(0, 0, rect))
        zero.sprites[0].frames[0].layout = WireLayout(width: 0, height: 0)
        try list.add(
            "zero", rule: "With an empty layout no bitmap is drawn, but the shapes are.",
            note: "It does not mean the bitmap's own size.", movie: zero, .drawn(.with { $0.rect(.cyan, 40, 8, 16, 20) }),
            wrong: .movie(try .flag(.at(0, 0, rect))))
        var absent = WireMovie.shapes(rect)
        absent.sprites[0].frames[0].layout = nil
        try list.add(
            "absent-with-shapes", rule: "Shapes need no layout.",
            note: "A sprite of shapes alone has nothing to lay out, and some writers leave the message away.", movie: absent,
            .drawn(.with { $0.rect(.cyan, 40, 8, 16, 20) }), wrong: .reading { $0.sprites[0].frames[0].shapes = [] })
    }
}
