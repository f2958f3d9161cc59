import SVGAFormat

/// Frames that keep the shapes of an earlier one. The listed players pass if they play from the first frame.
enum KeepCases {
    private static let first = WireShape.rect(6, 8, 24, 16, .fill(.red))
    private static let second = WireShape.rect(30, 34, 26, 20, .fill(.blue))
    private static let drawnFirst = HandDrawing.with { $0.rect(.red, 6, 8, 24, 16) }
    private static let drawnSecond = HandDrawing.with { $0.rect(.blue, 30, 34, 26, 20) }
    private static let nothing = HandDrawing()

    static func add(to list: inout CaseList) throws {
        try addRepeated(to: &list)
        try addNotRepeated(to: &list)
    }

    private static func addRepeated(to list: inout CaseList) throws {
        try list.add(
            "chain", rule: "A frame that begins with KEEP shows the shapes of the last frame that had its own.",
            note: "However many frames of KEEP lie between. Ask for the last frame first: the answer must be the same.",
            movie: .shapes(frames: .of(first), .of(.keep), .of(.keep), .of(second), .of(.keep)),
            .each([drawnFirst, drawnFirst, drawnFirst, drawnSecond, drawnSecond]),
            wrong: .reading { $0.sprites[0].frames[2].shapes = [] })
        var moved = WireMovie.shapes(frames: .of(first), .of(.keep, alpha: 0.5))
        moved.sprites[0].frames[1].transform = WireTransform(tx: 20, ty: 9)
        try list.add(
            "with-own-transform", rule: "KEEP keeps the shapes alone: transform, alpha and clip path are the frame's own.",
            note: "That is what makes KEEP worth writing: a shape that moves is stored once.", movie: moved,
            .each([drawnFirst, .with { $0.rect(.red, 26, 17, 24, 16, alpha: 0.5) }]),
            wrong: .reading {
                $0.sprites[0].frames[1].transform = .identity
                $0.sprites[0].frames[1].alpha = 1
            })
        var hidden = WireMovie.shapes(frames: .of(first), .of(second), .of(.keep))
        hidden.sprites[0].frames[1].alpha = 0
        try list.add(
            "after-hidden-definition", rule: "KEEP keeps the shapes of a frame in which the sprite was hidden.",
            note: "What was seen does not matter, only what was said.", movie: hidden, .each([drawnFirst, nothing, drawnSecond]),
            wrong: .reading { $0.sprites[0].frames[2].shapes = [first] })
        var two = WireMovie.shapes(frames: .of(first), .of(.keep))
        two.sprites.append(.shapes("b.vector", .of(second), .of(.keep)))
        try list.add(
            "two-sprites", rule: "Each sprite keeps shapes of its own.", note: "Both sprites have a KEEP in the same frame.",
            movie: two,
            .drawn(
                .with {
                    $0.rect(.red, 6, 8, 24, 16)
                    $0.rect(.blue, 30, 34, 26, 20)
                }), wrong: .reading { $0.sprites[0].frames[1].shapes = [second] })
        var between = WireMovie.shapes(frames: .of(first), .of(first))
        between.sprites.append(.shapes("b.vector", .of(.keep), .of(second)))
        try list.add(
            "per-sprite", rule: "KEEP never reaches into another sprite.",
            note: "The second sprite has nothing to keep yet. A player with one memory for all shows the first sprite's shapes twice.",
            movie: between,
            .each([
                drawnFirst,
                .with {
                    $0.rect(.red, 6, 8, 24, 16)
                    $0.rect(.blue, 30, 34, 26, 20)
                },
            ]),
            wrong: .reading {
                $0.sprites[1].frames[0].shapes = [.rect(6, 30, 24, 16, .fill(.red))]
            })
    }

    private static func addNotRepeated(to list: inout CaseList) throws {
        try list.add(
            "first-frame", rule: "KEEP in the first frame has nothing to keep.",
            note: "A movie that was cut out of a longer one.", movie: .shapes(frames: .of(.keep), .of(second)),
            .each([nothing, drawnSecond]), wrong: .reading { $0.sprites[0].frames[0].shapes = [second] })
        try list.add(
            "after-empty", rule: "A frame without shapes is a frame of its own: KEEP after it keeps nothing.",
            note: "Who looks for the last shapes instead of the last frame brings them back to life.",
            movie: .shapes(frames: .of(first), .of([]), .of(.keep)), .each([drawnFirst, nothing, nothing]),
            wrong: .reading { $0.sprites[0].frames[2].shapes = [first] })
        try list.add(
            "not-first-in-list", rule: "KEEP that is not the first of its list draws nothing.",
            note: "The list is the frame's own, and stands.", movie: .shapes(frames: .of(first), .of(second, .keep)),
            .each([drawnFirst, drawnSecond]), wrong: .reading { $0.sprites[0].frames[1].shapes = [first, second] })
        try list.add(
            "shapes-behind-it", rule: "Shapes that stand behind a leading KEEP are not drawn.",
            note: "A list is either kept or new.", movie: .shapes(frames: .of(first), .of(.keep, second)),
            .each([drawnFirst, drawnFirst]), wrong: .reading { $0.sprites[0].frames[1].shapes = [first, second] })
    }
}
