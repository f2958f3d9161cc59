import SVGAFormat

/// Mattes.
enum MatteCases {
    static func add(to list: inout CaseList) throws {
        try addPositions(to: &list)
        try addRuns(to: &list)
        try addAppearance(to: &list)
        try addOddities(to: &list)
    }

    // The matte is a circle, so that its position is visible. Its color must not be visible.
    private static let circle = WireShape.ellipse(30, 26, 18, 14, .fill(.magenta))
    private static let inCircle = Figure.ellipse(30, 26, 18, 14)
    private static let matte = WireSprite.shapes("m.matte", .of(circle))
    private static let bands = [WireShape.rect(0, 0, 64, 24, .fill(.red)), .rect(0, 24, 64, 40, .fill(.blue))]
    private static let masked = WireSprite.shapes("bands.vector", matte: "m.matte", .of(bands))
    private static let ground = WireSprite.shapes("ground.vector", .of(.rect(0, 0, 64, 64, .fill(.green))))

    private static func drawBands(_ drawing: inout HandDrawing) {
        drawing.rect(.red, 0, 0, 64, 24)
        drawing.rect(.blue, 0, 24, 64, 40)
    }

    private static func drawMasked(_ drawing: inout HandDrawing) {
        drawing.group {
            drawBands(&$0)
            $0.mask { $0.fill(.white, inCircle) }
        }
    }

    private static let masksOnly = HandDrawing.with(drawMasked)
    private static let onGround = HandDrawing.with {
        $0.rect(.green, 0, 0, 64, 64)
        drawMasked(&$0)
    }

    /// Mattes mask nothing, and are drawn like other sprites.
    private static var mattesIgnored: CaseList.Wrong {
        .reading { movie in
            for index in movie.sprites.indices {
                movie.sprites[index].matteKey = ""
                if movie.sprites[index].imageKey.hasSuffix(".matte") { movie.sprites[index].imageKey = "seen\(index).vector" }
            }
        }
    }

    private static func addPositions(to list: inout CaseList) throws {
        try list.add(
            "first", .vector, rule: "A .matte sprite masks those that name it, and is not drawn itself.",
            note: "The matte is the first sprite, as three of the players need it.", movie: .tiny(matte, masked), .drawn(masksOnly),
            probes: [.at(30, 18, .red), .at(30, 34, .blue), .at(4, 4, .clear)], wrong: mattesIgnored)
        try list.add(
            "not-first", .vector, rule: "The matte need not be the first sprite of the file.",
            note: "Some players look at the first sprite to know whether there are mattes at all.",
            movie: .tiny(ground, matte, masked), .drawn(onGround), wrong: mattesIgnored)
        try list.add(
            "last", .vector, rule: "The matte may stand behind what it masks.",
            note: "A reader that draws as it goes has not seen it yet.", movie: .tiny(ground, masked, matte), .drawn(onGround),
            wrong: mattesIgnored)
        try list.add(
            "below", .vector, rule: "What lies below a masked group stays as it is.",
            note: "The group needs a layer of its own. Masking what is on the canvas masks the ground too.",
            movie: .tiny(matte, ground, masked), .drawn(onGround),
            wrong: .reading {
                $0.sprites[1].matteKey = "m.matte"
                $0.sprites[2].matteKey = "m.matte"
            })
        try list.add(
            "unused", rule: "A .matte sprite that nobody names is not drawn either.",
            note: "What it masked was deleted.", movie: .tiny(matte, ground), .drawn(.with { $0.rect(.green, 0, 0, 64, 64) }),
            wrong: .movie(.tiny(ground, .shapes("seen.vector", .of(circle)))))
    }

    // MARK: Sprites of a group

    private static func addRuns(to list: inout CaseList) throws {
        let between = WireSprite.shapes("between.vector", .of(.rect(20, 0, 12, 64, .fill(.yellow))))
        let second = WireSprite.shapes("second.vector", matte: "m.matte", .of(.rect(26, 10, 30, 10, .fill(.cyan))))
        try list.add(
            "two-runs", .vector, rule: "Each run of neighbours with one matteKey is a group in its own place.",
            note: "What stands between two runs lies between them, and is not masked.",
            movie: .tiny(matte, masked, between, second),
            .drawn(
                .with {
                    drawMasked(&$0)
                    $0.rect(.yellow, 20, 0, 12, 64)
                    $0.group {
                        $0.rect(.cyan, 26, 10, 30, 10)
                        $0.mask { $0.fill(.white, inCircle) }
                    }
                }), wrong: .movie(.tiny(matte, masked, second, between)))
        let square = WireSprite.shapes("square.matte", .of(.rect(40, 30, 18, 26, .fill(.white))))
        let cyan = WireSprite.shapes("cyan.vector", matte: "square.matte", .of(.rect(0, 0, 64, 64, .fill(.cyan))))
        try list.add(
            "two-keys", .vector, rule: "Each sprite is masked by the matte that it names.",
            note: "Two groups stand side by side, without anything between them.", movie: .tiny(matte, square, masked, cyan),
            .drawn(
                .with {
                    drawMasked(&$0)
                    $0.rect(.cyan, 40, 30, 18, 26)
                }), wrong: .reading { $0.sprites[3].matteKey = "m.matte" })
        let faint = WireSprite.shapes("m.matte", .of(.rect(8, 8, 40, 40, .fill(.white)), alpha: 0.5))
        let upper = WireSprite.shapes("upper.vector", matte: "m.matte", .of(.rect(16, 16, 40, 12, .fill(.cyan))))
        let bothMasked = HandDrawing.with {
            $0.group(alpha: 0.5) {
                drawBands(&$0)
                $0.rect(.cyan, 16, 16, 40, 12)
                $0.mask { $0.rect(.white, 8, 8, 40, 40) }
            }
        }
        let apart = WireMovie.tiny(faint, masked, .shapes("apart.vector", .hidden), upper)
        try list.add(
            "group", .vector, rule: "Neighbours with one matteKey are put together before they are masked.",
            note: "A faint matte does not let the lower one shine through the upper one.", movie: .tiny(faint, masked, upper),
            .drawn(bothMasked), wrong: .movie(apart))
        let other = WireSprite.shapes("other.matte", .of(.rect(0, 0, 8, 8, .fill(.white))))
        try list.add(
            "between-neighbours", .vector, rule: "A .matte sprite that stands between two neighbours does not part them.",
            note: "It is not drawn, so it is as if it were not there.", movie: .tiny(faint, masked, other, upper), .drawn(bothMasked),
            wrong: .movie(apart))
    }

    // MARK: Content of a matte

    private static func addAppearance(to list: inout CaseList) throws {
        let half = WireSprite.shapes("m.matte", .of(circle, alpha: 0.5))
        try list.add(
            "alpha", .vector, rule: "A group is multiplied by the matte's alpha.",
            note: "A mask that fades out fades out what it masks.", movie: .tiny(half, masked),
            .drawn(.with { $0.group(alpha: 0.5, drawMasked) }), wrong: .reading { $0.sprites[0].frames[0].alpha = 1 })
        let black = WireSprite.shapes("m.matte", .of(.ellipse(30, 26, 18, 14, .fill(.black))))
        try list.add(
            "by-alpha-not-colour", .vector, rule: "The matte's colors do not matter, only its alpha.",
            note: "A black mask masks as a white one. Tools also know masks by brightness, which this format does not.",
            movie: .tiny(black, masked), .drawn(masksOnly), wrong: .movie(.tiny(.shapes("hidden.vector", .hidden))))
        let two = WireSprite.shapes("m.matte", .of(circle, .rect(4, 44, 56, 12, .fill(.white))))
        try list.add(
            "with-shapes", .vector, rule: "Everything that the matte draws masks, all of it together.",
            note: "Two shapes let through what one or the other covers. Masking with each in turn leaves what both cover.",
            movie: .tiny(two, masked),
            .drawn(
                .with {
                    drawBands(&$0)
                    $0.mask { $0.fill(.white, Figure.any(inCircle, Figure.rect(4, 44, 56, 12))) }
                }), wrong: .drawn(HandDrawing()))
        let clipped = WireSprite.shapes("m.matte", .of(circle, clip: "M0 0 L32 0 L32 64 L0 64 Z"))
        try list.add(
            "clip", .vector, rule: "The matte's own clip path applies.", note: "As its transform and its alpha do.",
            movie: .tiny(clipped, masked),
            .drawn(
                .with {
                    drawBands(&$0)
                    $0.mask { $0.fill(.white) { x, y in x < 32 && inCircle(x, y) } }
                }), wrong: .reading { $0.sprites[0].frames[0].clipPath = "" })
        try list.add(
            "clip-of-masked", .vector, rule: "A masked sprite's own clip path applies too.",
            note: "Both cut: what is left is in both.",
            movie: .tiny(matte, .shapes("bands.vector", matte: "m.matte", .of(bands, clip: "M0 0 L32 0 L32 64 L0 64 Z"))),
            .drawn(
                .with {
                    drawBands(&$0)
                    $0.mask { $0.fill(.white) { x, y in x < 32 && inCircle(x, y) } }
                }), wrong: .reading { $0.sprites[1].frames[0].clipPath = "" })
    }

    // MARK: Irregularities

    private static func addOddities(to list: inout CaseList) throws {
        let rectangle = WireShape.rect(12, 12, 24, 30, .fill(.white))
        let blinking = WireSprite.shapes("m.matte", .of(rectangle), .hidden)
        let twice = WireSprite.shapes("bands.vector", matte: "m.matte", .of(bands), .of(bands))
        let inRectangle = HandDrawing.with {
            drawBands(&$0)
            $0.mask { $0.rect(.white, 12, 12, 24, 30) }
        }
        var blinkingMovie = WireMovie.tiny(blinking, twice)
        blinkingMovie.frames = 2
        try list.add(
            "hidden", rule: "A matte that is hidden in a frame hides its whole group there.",
            note: "No mask at all would be drawn as one that lets nothing through, not as none.", movie: blinkingMovie,
            .each([inRectangle, HandDrawing()]), wrong: .reading { $0.sprites[0].frames[1] = .of(.rect(0, 0, 64, 64, .fill(.white))) })
        try list.add(
            "missing-key", rule: "A matteKey that names no sprite masks nothing.",
            note: "The matte was deleted. Showing too much is better than losing what the author drew.",
            movie: .tiny(.shapes("bands.vector", matte: "gone.matte", .of(bands))), .drawn(.with { drawBands(&$0) }),
            wrong: .reading { $0.sprites[0].frames[0].alpha = 0 })
        let outer = WireSprite.shapes("outer.matte", .of(.rect(0, 0, 24, 64, .fill(.white))))
        let inner = WireSprite.shapes("m.matte", matte: "outer.matte", .of(rectangle))
        try list.add(
            "on-matte", rule: "The matteKey of a .matte sprite is ignored.",
            note: "Masks of masks would be a tree; the format has one level.", movie: .tiny(outer, inner, masked), .drawn(inRectangle),
            wrong: .reading { $0.sprites[1].frames[0].clipPath = "M0 0 L24 0 L24 64 L0 64 Z" })
    }
}
