import SVGAFormat

/// Clip paths. Except in one case, their edges are at integer pixels, because not all players antialias them.
enum ClipCases {
    // The shape of an L.
    private static let path = "M6 4 L26 4 L26 14 L16 14 L16 28 L6 28 Z"
    private static let isInside: Figure.Test = Figure.any(Figure.rect(6, 4, 20, 10), Figure.rect(6, 14, 10, 14))

    static func add(to list: inout CaseList) throws {
        try addContent(to: &list)
        try addEmpty(to: &list)
        try addGeometry(to: &list)
    }

    /// A drawing clipped to a figure.
    private static func cut(_ isInside: @escaping Figure.Test, _ body: (inout HandDrawing) -> Void) -> HandDrawing {
        .with {
            body(&$0)
            $0.mask { $0.fill(.white, isInside) }
        }
    }

    private static var unclipped: CaseList.Wrong { .reading { $0.sprites[0].frames[0].clipPath = "" } }

    private static func addContent(to list: inout CaseList) throws {
        let moved = Figure.any(Figure.rect(22, 12, 20, 10), Figure.rect(22, 22, 10, 14))
        try list.add(
            "bitmap", .vector, rule: "A clip path cuts the bitmap.", note: "Soft in most tools, hard here.",
            movie: try .flag(.at(16, 8, clip: path)), .drawn(cut(moved) { $0.draw(.flag, 16, 8) }),
            probes: [.at(24, 19, .red), .at(40, 30, .clear), .at(38, 18, .green)], wrong: unclipped)
        let bands = [WireShape.rect(0, 0, 30, 12, .fill(.red)), .rect(0, 12, 30, 20, .fill(.blue))]
        func drawBands(_ drawing: inout HandDrawing) {
            drawing.rect(.red, 0, 0, 30, 12)
            drawing.rect(.blue, 0, 12, 30, 20)
        }
        try list.add(
            "shape-only", .vector, rule: "A clip path cuts shapes where there is no bitmap.",
            note: "Some players look at it only while they draw a bitmap.", movie: .shapes(frames: .of(bands, clip: path)),
            .drawn(cut(isInside, drawBands)), wrong: unclipped)
        let rect = WireShape.rect(10, 8, 22, 24, .fill(.cyan))
        try list.add(
            "shape-and-bitmap", .vector, rule: "A clip path cuts bitmap and shapes alike.", note: "One path, both contents.",
            movie: try .flag(.at(0, 0, clip: path, rect)),
            .drawn(
                cut(isInside) {
                    $0.draw(.flag, 0, 0)
                    $0.rect(.cyan, 10, 8, 22, 24)
                }),
            wrong: .movie(
                .tiny(
                    images: [try TestPicture.flag.payload("flag")], .bitmap("flag", .at(0, 0, clip: path)),
                    .shapes("shapes.vector", .of(rect)))))
        var two = WireMovie.shapes(frames: .of(bands, clip: path))
        two.images = [try TestPicture.flag.payload("flag")]
        two.sprites.insert(.bitmap("flag", .at(0, 0, clip: path)), at: 0)
        two.sprites[1].frames[0].clipPath = ""
        two.sprites[1].frames[0].shapes = [.rect(34, 34, 20, 22, .fill(.red))]
        try list.add(
            "ends-with-sprite", .vector, rule: "A clip path cuts its own sprite and not the next one.",
            note: "Somebody forgot to restore the state of the canvas.", movie: two,
            .drawn(
                .with {
                    $0.group {
                        $0.draw(.flag, 0, 0)
                        $0.mask { $0.fill(.white, isInside) }
                    }
                    $0.rect(.red, 34, 34, 20, 22)
                }), wrong: .reading { $0.sprites[1].frames[0].clipPath = path })
    }

    private static func addEmpty(to list: inout CaseList) throws {
        let spec = """
            {"ver":"1.1.0","movie":{"viewBox":{"width":64,"height":64},"fps":20,"frames":1},"images":{"flag":"flag"},\
            "sprites":[{"imageKey":"flag","frames":[{"alpha":1,"layout":{"x":0,"y":0,"width":32,"height":32},\
            "transform":{"a":1,"b":0,"c":0,"d":1,"tx":16,"ty":8},"clipPath":""}]}]}
            """
        try list.add(
            "empty-string", rule: "An empty clip path is none.",
            note: "JSON of 1.x says it in every frame. It does not mean a path that encloses nothing.",
            bytes: try ContainerCases.zip(
                .init(name: "movie.spec", bytes: Array(spec.utf8)), .init(name: "flag.png", bytes: try ContainerCases.flagFile())),
            .drawn(ContainerCases.looks), wrong: .movie(try .flag(.hidden)))
        let images = [try TestPicture.flag.payload("flag"), try TestPicture.stripes.payload("stripes")]
        try list.add(
            "m-only", rule: "A clip path that encloses nothing clips everything away.",
            note: "A mask that has shrunk to a point. The other sprite is not touched.",
            movie: .tiny(images: images, .bitmap("flag", .at(0, 0, clip: "M8 8")), .bitmap("stripes", .at(40, 50, width: 16, height: 8))),
            .drawn(.with { $0.draw(.stripes, 40, 50) }), wrong: unclipped)
    }

    private static func addGeometry(to list: inout CaseList) throws {
        // The same squares: the inner one with the same winding and with the opposite one.
        let same = "M2 2 L22 2 L22 22 L2 22 Z M8 8 L16 8 L16 16 L8 16 Z"
        let opposite = "M26 2 L46 2 L46 22 L26 22 Z M32 8 L32 16 L40 16 L40 8 Z"
        let picture = TestPicture(width: 48, height: 48) { x, y in x == 47 ? .clear : x < 30 ? .red : y < 12 ? .green : .blue }
        let movie = WireMovie.tiny(
            images: [try picture.payload("wide")], .bitmap("wide", .at(8, 16, width: 48, height: 48, clip: same + opposite)))
        let frame: Figure.Test = { x, y in Figure.rect(34, 18, 20, 20)(x, y) && !Figure.rect(40, 24, 8, 8)(x, y) }
        try list.add(
            "absolute-winding", .vector, rule: "A clip path has a hole only where a part of it runs the other way round.",
            note: "The rule is called nonzero. By even-odd every inner outline would be a hole.", movie: movie,
            .drawn(
                cut(Figure.any(Figure.rect(10, 18, 20, 20), frame)) { $0.draw(picture, 8, 16) }),
            wrong: .reading { $0.sprites[0].frames[0].clipPath = "M2 2 L22 2 L22 22 L2 22 Z M8 8 L8 16 L16 16 L16 8 Z" + opposite })
        var turned = try WireMovie.flag(.placed(WireTransform(a: -1, tx: 52, ty: 8)))
        turned.sprites[0].frames[0].clipPath = path
        try list.add(
            "transform", .vector, rule: "A clip path lies in the sprite's space: the transform moves it too.",
            note: "Here everything is mirrored, so the L of the path is too.", movie: turned,
            .drawn(
                cut({ x, y in isInside(52 - x, y - 8) }) {
                    for x in 0..<32 { $0.draw(TestPicture(width: 1, height: 32) { _, y in TestPicture.flag[x, y] }, 51 - x, 8) }
                }), wrong: .movie(.tiny(images: turned.images, .bitmap("flag", .at(20, 8, clip: path)))))
        let smooth = TestPicture.plain(.blue, width: 32, height: 32)
        let ellipse = PathText.lines(PathText.arc((16, 16), 15, 11, from: 0, to: 1), isClosed: true)
        try list.add(
            "antialiased", .vector, rule: "The edge of a clip path is smooth.",
            note: "Stairs on every round avatar, if it is not.",
            movie: .tiny(images: [try smooth.payload("plain")], .bitmap("plain", .at(14, 10, clip: ellipse))),
            .drawn(cut(Figure.ellipse(30, 26, 15, 11)) { $0.draw(smooth, 14, 10) }),
            wrong: .drawn(
                .with { drawing in
                    for y in 0..<64 {
                        for x in 0..<64 where Figure.ellipse(30, 26, 15, 11)(Double(x) + 0.5, Double(y) + 0.5) {
                            drawing.rect(.blue, x, y, 1, 1)
                        }
                    }
                }))
    }
}
