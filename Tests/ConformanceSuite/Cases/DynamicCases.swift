import SVGAFormat

/// Content that apps set by key. Only for players with that feature.
enum DynamicCases {
    private static let face = TestPicture(width: 8, height: 24) { x, y in y < 12 ? .cyan : .black }

    static func add(to list: inout CaseList) throws {
        let flag = try TestPicture.flag.payload("user")
        let png = try PNGFile(face).bytes()
        let user = WireSprite.bitmap("user", .at(16, 8))
        let movie = WireMovie.tiny(images: [flag], user)
        // Cyan above and black below; bilinear sampling of the line between them gives the same for both.
        let stretched = HandDrawing.with { $0.stretch(face, 16, 8, 32, 32) }
        let inAspect = HandDrawing.with { $0.stretch(face, 26, 8, 11, 32) }
        try list.add(
            "image-fill", .bilinear, rule: "A picture that is set by key fills the sprite's layout.",
            note: "Whatever its own size and aspect are: the app cuts its photos as it needs them.", movie: movie,
            set: [.image(key: "user", png: png)], .drawn(stretched), wrong: .drawn(inAspect))
        try list.add(
            "image-fades", rule: "A picture that is set by key has the sprite's transform and alpha.",
            note: "It takes the bitmap's place in everything.",
            movie: .tiny(images: [flag], .bitmap("user", .placed(WireTransform(a: -1, tx: 52, ty: 8), alpha: 0.5))),
            set: [.image(key: "user", png: try PNGFile(.flag).bytes())],
            .drawn(
                .with {
                    for x in 0..<32 {
                        $0.draw(TestPicture(width: 1, height: 32) { _, y in TestPicture.flag[x, y] }, 51 - x, 8, alpha: 0.5)
                    }
                }), wrong: .drawn(.with { $0.draw(.flag, 20, 8) }))
        let others = WireMovie.tiny(
            images: [flag], .bitmap("user", .at(0, 0)), .bitmap("other", .at(0, 32)), .bitmap("user", .at(32, 32)))
        let red = TestPicture.plain(.magenta, width: 32, height: 32)
        try list.add(
            "image-everywhere", rule: "A key stands for every sprite that has it, and for no other.",
            note: "The same face in three places of a gift.", movie: others,
            set: [.image(key: "user", png: try PNGFile(red).bytes())],
            .drawn(
                .with {
                    $0.draw(red, 0, 0)
                    $0.draw(red, 32, 32)
                }),
            wrong: .drawn(
                .with {
                    $0.draw(red, 0, 0)
                    $0.draw(.flag, 32, 32)
                }))
        let suffixed = WireMovie.tiny(images: [flag], .bitmap("user.vector", .at(16, 8)))
        try list.add(
            "image-by-suffix-key", rule: "A key without .vector or .matte stands for sprites with it.",
            note: "The app's programmer was told the layer's name, and not what the exporter added.", movie: suffixed,
            set: [.image(key: "user", png: try PNGFile(red).bytes())], .drawn(.with { $0.draw(red, 16, 8) }), wrong: .dynamics([]))
        let ground = WireSprite.shapes("ground.vector", .of(.rect(0, 0, 64, 64, .fill(.green))))
        try list.add(
            "hidden", rule: "A sprite that is hidden by key draws nothing, neither bitmap nor shapes.",
            note: "Some players hide its bitmap alone.",
            movie: .tiny(images: [flag], ground, .bitmap("user", .at(16, 8, .rect(2, 20, 10, 10, .fill(.white))))),
            set: [.hidden(key: "user")], .drawn(.with { $0.rect(.green, 0, 0, 64, 64) }), wrong: .dynamics([]))
        let matte = WireSprite.shapes("user.matte", .of(.rect(8, 8, 30, 40, .fill(.white))))
        let masked = WireSprite.shapes("masked.vector", matte: "user.matte", .of(.rect(0, 0, 64, 64, .fill(.red))))
        try list.add(
            "hidden-matte", rule: "A matte that is hidden by key hides its group.",
            note: "Nothing passes a mask that draws nothing.",
            movie: .tiny(images: [flag], matte, masked, .shapes("corner.vector", .of(.rect(50, 50, 10, 8, .fill(.blue))))),
            set: [.hidden(key: "user")], .drawn(.with { $0.rect(.blue, 50, 50, 10, 8) }), wrong: .dynamics([]))
    }
}
