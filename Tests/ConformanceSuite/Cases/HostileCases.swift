import SVGAFormat
import SVGAModel

/// Files that request excessive resources, or whose declared sizes are wrong.
enum HostileCases {
    static func add(to list: inout CaseList) throws {
        try addRefused(to: &list)
        try addShown(to: &list)
    }

    private static func addRefused(to list: inout CaseList) throws {
        var huge = try ContainerCases.movie()
        (huge.viewBoxWidth, huge.viewBoxHeight) = (1e6, 1e6)
        list.refuse(
            "canvas-huge", "A canvas of a million by a million pixels is refused.",
            note: "It would take 4 TB. Asking for them is how an app is stopped by the system.",
            bytes: try DocumentWriter.write(huge, as: .zlib), shown: try ContainerCases.movie())
        // The declared length of the picture exceeds the message.
        let message = try ContainerCases.message()
        list.refuse(
            "length-overrun", section: 1, "A message whose parts are longer than itself is an error.",
            note: "Who believes the length reads what is not his.", bytes: try ZlibStream.pack([0x1A, 0xFF, 0xFF, 0xFF, 0x7F] + message),
            shown: try ContainerCases.movie())
        list.refuse(
            "length-overflow", section: 1, "A length of more than 64 bits is an error.", note: "Added to a place it comes out before it.",
            bytes: try ZlibStream.pack(message + [0x22, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x7F]),
            shown: try ContainerCases.movie())
    }

    private static func addShown(to list: inout CaseList) throws {
        let rect = WireShape.rect(34, 40, 24, 14, .fill(.green))
        let looks = HandDrawing.with { $0.rect(.green, 34, 40, 24, 14) }
        try list.add(
            "far-away", level: .robust, section: 6, rule: "A shape far outside of the canvas appears nowhere on it.",
            note: "Numbers that wrap around bring it back from the other side.",
            movie: .shapes(.rect(1e9, 4, 30, 30, .fill(.red)), .rect(4, -1e9, 30, 30, .fill(.red)), rect), .drawn(looks),
            wrong: .reading { $0.sprites[0].frames[0].shapes[0] = .rect(4, 4, 30, 30, .fill(.red)) })
        try list.add(
            "covers-everything", level: .robust, section: 6, rule: "A shape that is larger than anything covers the canvas.",
            note: "Its corners are far beyond what fixed-point numbers hold.",
            movie: .shapes(.rect(-1e9, -1e9, 2e9, 2e9, .fill(.blue)), rect),
            .drawn(
                .with {
                    $0.rect(.blue, 0, 0, 64, 64)
                    $0.rect(.green, 34, 40, 24, 14)
                }), wrong: .reading { $0.sprites[0].frames[0].shapes.removeFirst() })
        try list.add(
            "nan-in-shape", level: .robust, section: 6,
            rule: "A shape with a number that is not finite draws nothing; its neighbours are drawn.",
            note: "One division by zero, one shape.",
            movie: .shapes(.rect(.nan, 4, 20, 20, .fill(.red)), .ellipse(12, 12, .infinity, 4, .fill(.red)), rect), .drawn(looks),
            wrong: .refuses)
        try list.add(
            "nan-layout", level: .robust, section: 4,
            rule: "A layout with a number that is not finite shows no bitmap; the shapes are drawn.", note: "As an empty one.",
            movie: try .flag(.at(0, 0, width: .nan, rect)), .drawn(looks), wrong: .movie(try .flag(.at(0, 0, rect))))
        var negative = try WireMovie.flag(.at(0, 0, rect))
        negative.sprites[0].frames[0].layout = WireLayout(width: -32, height: 32)
        try list.add(
            "negative-layout", level: .robust, section: 4,
            rule: "A layout of a negative size shows no bitmap; the shapes are drawn.",
            note: "It does not mirror.", movie: negative, .drawn(looks), wrong: .movie(try .flag(.at(0, 0, rect))))
    }
}
