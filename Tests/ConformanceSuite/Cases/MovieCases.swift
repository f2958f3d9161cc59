import SVGAFormat
import SVGAModel

/// The canvas, the timing, and the JSON of 1.x.
enum MovieCases {
    static func add(to list: inout CaseList) throws {
        try addCanvas(to: &list)
        try addTime(to: &list)
        try addJSON(to: &list)
    }

    private static func addCanvas(to list: inout CaseList) throws {
        let square = WireShape.rect(0, 0, 70, 70, .fill(.blue))
        let mark = WireShape.rect(2, 4, 6, 9, .fill(.yellow))
        var fraction = WireMovie.shapes(square, mark)
        (fraction.viewBoxWidth, fraction.viewBoxHeight) = (47.6, 30.4)
        try list.add(
            "viewbox-fraction", rule: "The canvas has the size of the view box, each side rounded to the nearest pixel.",
            note: "A comp that was scaled in the tool. 47.6 × 30.4 points make 48 × 30 pixels, and nothing in it is scaled for that.",
            movie: fraction,
            .drawn(
                .with(width: 48, height: 30) {
                    $0.rect(.blue, 0, 0, 48, 30)
                    $0.rect(.yellow, 2, 4, 6, 9)
                }),
            wrong: .reading { ($0.viewBoxWidth, $0.viewBoxHeight) = (47, 30) })
        var clipped = try WireMovie.flag(.at(24, -12))
        (clipped.viewBoxWidth, clipped.viewBoxHeight) = (48, 40)
        try list.add(
            "viewbox-clips", section: 4, rule: "Sprites are cut off at the edge of the canvas.",
            note: "Layers fly in from outside. Nothing is moved or shrunk to be seen whole.", movie: clipped,
            .drawn(.with(width: 48, height: 40) { $0.draw(.flag, 24, -12) }),
            wrong: .reading { $0.sprites[0].frames[0].transform?.tx = 16 })
        let sprites = try twoSprites()
        try list.add(
            "draw-order", section: 4, rule: "Sprites are drawn in the order of the file: a later one lies above an earlier one.",
            note: "The first layer of a file is the lowest, not the topmost as in the tools.", movie: sprites,
            .drawn(
                .with {
                    $0.draw(.flag, 8, 8)
                    $0.draw(.stripes, 20, 16)
                }),
            probes: [.at(28, 20, .cyan), .at(10, 30, .blue)], wrong: .reading { $0.sprites.reverse() })
    }

    private static func twoSprites() throws -> WireMovie {
        .tiny(
            images: [try TestPicture.flag.payload("flag"), try TestPicture.stripes.payload("stripes")],
            .bitmap("flag", .at(8, 8)), .bitmap("stripes", .at(20, 16, width: 16, height: 8)))
    }

    // MARK: Time

    private static func addTime(to list: inout CaseList) throws {
        let steps = try WireMovie.flag(.at(0, 0), .at(30, 4), .at(8, 30))
        let offsets = [(0, 0), (30, 4), (8, 30)].map { position in HandDrawing.with { $0.draw(.flag, position.0, position.1) } }
        try list.add(
            "steps", rule: "Each frame shows what the sprites say for it; nothing is blended or moved between frames.",
            note: "A sprite's list has one entry a frame, with all that changes.", movie: steps, .each(offsets),
            wrong: .reading {
                // The midpoint between two positions.
                $0.sprites[0].frames[1].transform?.tx = 15
            })
        var still = steps
        still.fps = 0
        try list.add(
            "fps-zero", rule: "A movie of 0 frames a second plays, at 20.",
            note: "The number was left out. Who divides by it fails; the frames themselves are as good as any.", movie: still,
            .each(offsets), wrong: .refuses)
        var empty = try WireMovie.flag(.at(16, 8))
        empty.frames = 0
        list.refuse(
            "frames-zero", level: .decided, "A movie of 0 frames has nothing to show, whatever lists its sprites have.",
            note: "There is no frame 0 to ask for.", bytes: try DocumentWriter.write(empty, as: .zlib), shown: try .flag(.at(16, 8)))
    }

    // MARK: JSON

    private static func archive(_ spec: String) throws -> [UInt8] {
        try ContainerCases.zip(
            .init(name: "movie.spec", bytes: Array(spec.utf8)), .init(name: "flag.png", bytes: try ContainerCases.flagFile()))
    }

    private static func addJSON(to list: inout CaseList) throws {
        let looks = ContainerCases.looks
        let head = #"{"ver":"1.1.0","movie":{"viewBox":{"width":64,"height":64},"fps":20,"frames":1},"images":{"flag":"flag"},"sprites":"#
        let unmoved = try WireMovie.flag(.at(0, 0))
        try list.add(
            "json-strings", rule: "In JSON a number may be written as a text.",
            note: "Converters in loosely typed languages write them so, all or some.",
            bytes: try archive(
                """
                {"ver":"1.1.0","movie":{"viewBox":{"width":"64","height":"64.0"},"fps":"20","frames":"1"},"images":{"flag":"flag"},"sprites":\
                [{"imageKey":"flag","frames":[{"alpha":"1.0","layout":{"x":"0","y":"0","width":"32","height":"32"},\
                "transform":{"a":"1.0","b":"0","c":"0.0","d":"1","tx":"16.0","ty":"8"}}]}]}
                """), .drawn(looks), wrong: .refuses)
        try list.add(
            "json-missing-objects", rule: "In JSON what is missing is as if forgotten: a and d are 1, other numbers 0.",
            note: "Here the transform has its translation alone, the layout has no corner, and the sprite no matteKey.",
            bytes: try archive(
                head
                    + #"[{"imageKey":"flag","frames":[{"alpha":1,"layout":{"width":32,"height":32},"transform":{"tx":16,"ty":8}}]}]}"#),
            .drawn(looks), wrong: .movie(unmoved))
        try list.add(
            "json-transform-absent", rule: "In JSON a frame without a transform is not moved.",
            note: "The same as in protobuf.",
            bytes: try archive(
                head + #"[{"imageKey":"flag","frames":[{"alpha":1,"layout":{"x":0,"y":0,"width":32,"height":32}}]}]}"#),
            .drawn(.with { $0.draw(.flag, 0, 0) }), wrong: .movie(try .flag(.hidden)))
        try list.add(
            "json-nulls", rule: "In JSON null is the same as nothing.",
            note: "A serializer wrote every member that it knew, those without a value too. A null in place of a frame still is a frame.",
            bytes: try archive(
                """
                {"ver":null,"movie":{"viewBox":{"width":64,"height":64},"fps":null,"frames":2},"images":{"flag":"flag"},"sprites":\
                [null,{"imageKey":"flag","matteKey":null,"frames":[null,{"alpha":1,"layout":{"x":null,"y":0,"width":32,"height":32},\
                "clipPath":null,"shapes":null,"transform":{"a":null,"b":null,"c":0,"d":1,"tx":16,"ty":8}}]},\
                {"imageKey":"gone","frames":null}]}
                """), frames: [0, 1], .each([HandDrawing(), looks]),
            // If the null is dropped, all content is one frame too early.
            wrong: .movie(try .flag(.at(16, 8), .at(16, 8))))
    }
}
