import SVGAFormat
import SVGAModel

/// Payloads, and the sprites that use them.
enum ImageCases {
    static func add(to list: inout CaseList) throws {
        try addPNG(to: &list)
        try addFormats(to: &list)
        try addOthers(to: &list)
        try addKeys(to: &list)
    }

    private static func movie(_ payload: [UInt8], key: String = "flag", sprite: String = "flag") -> WireMovie {
        .tiny(images: [WireImage(key: key, bytes: payload)], .bitmap(sprite, .at(16, 8)))
    }

    private static func drawn(_ picture: TestPicture) -> HandDrawing { .with { $0.draw(picture, 16, 8) } }

    /// A movie with another picture at the same position.
    private static func mistaken(_ color: (RGBA) -> RGBA) throws -> CaseList.Wrong {
        .movie(movie(try PNGFile(TestPicture(width: 32, height: 32) { color(TestPicture.flag[$0, $1]) }).bytes()))
    }

    // MARK: PNG

    private static func addPNG(to list: inout CaseList) throws {
        let colors: [RGBA] = [.clear, .white, .red, .green, .blue, .yellow]
        var palette = PNGFile(.flag) { [UInt8(colors.firstIndex(of: $0) ?? 0)] }
        palette.colorType = .palette
        palette.chunks = [("PLTE", colors.flatMap { [$0.red, $0.green, $0.blue] }), ("tRNS", [0])]
        try list.add(
            "png-palette", rule: "A PNG may have a palette, and transparent entries in it.",
            note: "What every optimizer makes of gifts.", movie: movie(try palette.bytes()), .drawn(drawn(.flag)),
            wrong: try mistaken { $0.alpha == 0 ? .black : $0 })
        // The upper byte of 16 bits is visible; the lower one has the opposite value, so that a mistake is visible.
        var deep = PNGFile(.flag) { color in [color.red, color.green, color.blue, color.alpha].flatMap { [$0, 255 - $0] } }
        deep.depth = 16
        try list.add(
            "png-16bit", rule: "Of a PNG with 16 bits a sample the upper 8 are shown.",
            note: "Some tools export nothing else.", movie: movie(try deep.bytes()), .drawn(drawn(.flag)),
            wrong: try mistaken { RGBA(255 - $0.red, 255 - $0.green, 255 - $0.blue, $0.alpha) })
        var interlaced = PNGFile(.flag)
        interlaced.isInterlaced = true
        try list.add(
            "png-interlaced", rule: "A PNG may be interlaced.", note: "A box in the export dialog that somebody ticked.",
            movie: movie(try interlaced.bytes()), .drawn(drawn(.flag)),
            wrong: .movie(movie(try PNGFile(TestPicture(width: 32, height: 32) { TestPicture.flag[$0, ($1 * 5) % 32] }).bytes())))
        var keyed = PNGFile(.flag) { $0.alpha == 0 ? [255, 0, 255] : [$0.red, $0.green, $0.blue] }
        keyed.colorType = .rgb
        keyed.chunks = [("tRNS", [0, 255, 0, 0, 0, 255])]
        try list.add(
            "png-transparent-colour", rule: "A PNG without alpha may name one color that is transparent.",
            note: "Old, and still written by tools that count bytes.", movie: movie(try keyed.bytes()), .drawn(drawn(.flag)),
            wrong: try mistaken { $0.alpha == 0 ? .magenta : $0 })
        let soft = TestPicture(width: 32, height: 32) { x, y in
            let color = TestPicture.flag[x, y]
            return RGBA(color.red, color.green, color.blue, color.alpha == 0 ? 0 : UInt8(255 - 7 * y))
        }
        try list.add(
            "png-soft-alpha", rule: "The colors of a PNG are straight: not multiplied by its alpha.",
            note: "Edges that come out too dark or too bright were multiplied twice or never.", movie: movie(try PNGFile(soft).bytes()),
            .drawn(drawn(soft)),
            wrong: .movie(
                movie(
                    try PNGFile(
                        TestPicture(width: 32, height: 32) { x, y in
                            let color = soft[x, y]
                            func twice(_ value: UInt8) -> UInt8 { UInt8(Int(value) * Int(color.alpha) / 255) }
                            return RGBA(twice(color.red), twice(color.green), twice(color.blue), color.alpha)
                        }
                    ).bytes())))
    }

    // MARK: Other formats

    private static func addFormats(to list: inout CaseList) throws {
        let looks = HandDrawing.with { $0.draw(FixedPayloads.picture, 16, 8) }
        func add(
            _ name: String, rule: String, note: String, _ bytes: [UInt8],
            wrong: CaseList.Wrong? = nil
        ) throws {
            let undecoded = WireMovie.tiny(.bitmap("flag", .at(16, 8)))
            try list.add(
                name, rule: rule, note: note, movie: movie(bytes), .drawn(looks), wrong: wrong ?? .movie(undecoded))
        }
        try add(
            "jpeg-jfif", rule: "A payload may be a JPEG.",
            note: "Photographic layers. The web player knows only those that begin with a quantization table.", try FixedPayloads.jfif())
        try add(
            "jpeg-dqt-first", rule: "A JPEG needs no JFIF header.", note: "What an optimizer leaves of it.",
            try FixedPayloads.bareJPEG())
        try add(
            "webp", rule: "A payload may be a WebP.",
            note: "The format does not name it, but platforms decode it, so files have it.", try FixedPayloads.webp())
        try add(
            "gif-first-frame", rule: "Of an animated GIF the first frame is shown.",
            note: "A still, whatever its second frame is. A movie's time is its own.", try FixedPayloads.gif(),
            wrong: .movie(movie(try PNGFile(.plain(.magenta, width: 32, height: 32)).bytes())))
        try add(
            "bmp", rule: "A payload may be a BMP, whose rows begin at the bottom.",
            note: "Seldom, but all platforms decode it.", FixedPayloads.bmp(),
            wrong: .movie(movie(try PNGFile(TestPicture(width: 32, height: 32) { FixedPayloads.picture[$0, 31 - $1] }).bytes())))
    }

    // MARK: Payloads that are not bitmaps

    private static func addOthers(to list: inout CaseList) throws {
        let flag = try TestPicture.flag.payload("flag")
        func beside(_ bytes: [UInt8]) -> WireMovie {
            .tiny(images: [WireImage(key: "what", bytes: bytes), flag], .bitmap("flag", .at(16, 8)), .bitmap("what", .at(0, 0)))
        }
        try list.add(
            "unknown-payload", rule: "A payload of no known kind draws nothing; the rest of the movie is shown.",
            note: "A font, a description, something of a later version. One of them must not cost the whole gift.",
            movie: beside(Array("neither picture nor sound".utf8)), .drawn(drawn(.flag)), wrong: .refuses)
        let full = try PNGFile(.stripes).bytes()
        try list.add(
            "broken-png", level: .robust, rule: "A bitmap that cannot be decoded draws nothing; the rest is shown.",
            note: "This PNG ends within its header.", movie: beside(Array(full.prefix(20))), .drawn(drawn(.flag)), wrong: .refuses)
        var sound = WireMovie.shapes(.rect(12, 10, 30, 20, .fill(.red)))
        sound.images = [WireImage(key: "music", bytes: Array("ID3".utf8) + [4, 0, 0, 0, 0, 0, 0])]
        var audio = WireAudio()
        (audio.audioKey, audio.endFrame, audio.totalTime) = ("music", 1, 50)
        sound.audios = [audio]
        try list.add(
            "audio-payload-only", rule: "A payload may be a sound, and a movie may have no bitmap at all.",
            note: "A badge of shapes with a chime. Who waits for its pictures waits for ever.", movie: sound,
            .drawn(.with { $0.rect(.red, 12, 10, 30, 20) }), wrong: .refuses)
        try list.add(
            "missing-key", section: 4, rule: "A sprite whose key names no payload draws no bitmap; the others are shown.",
            note: "A key for the app to fill, or a layer whose picture was deleted.",
            movie: .tiny(images: [flag], .bitmap("gone", .at(0, 0)), .bitmap("flag", .at(16, 8))), .drawn(drawn(.flag)), wrong: .refuses)
        try list.add(
            "shared", section: 4, rule: "Many sprites may show one payload.", note: "Stars, coins, confetti.",
            movie: .tiny(images: [flag], .bitmap("flag", .at(0, 0)), .bitmap("flag", .at(32, 20))),
            .drawn(
                .with {
                    $0.draw(.flag, 0, 0)
                    $0.draw(.flag, 32, 20)
                }), wrong: .reading { $0.sprites.removeLast() })
    }

    // MARK: Keys

    private static func addKeys(to list: inout CaseList) throws {
        let looks = drawn(.flag)
        let flag = try PNGFile(.flag).bytes()
        let other = try PNGFile(.plain(.magenta, width: 32, height: 32)).bytes()
        let nothing = CaseList.Wrong.reading { $0.sprites[0].frames[0].alpha = 0 }
        let white = WireShape.rect(0, 0, 64, 64, .fill(.white))
        try list.add(
            "key-suffix-matte", section: 4,
            rule: "A sprite called KEY.matte shows the payload KEY where there is none of its whole name.",
            note: "One picture is seen in one place and masks in another.",
            movie: .tiny(
                images: [WireImage(key: "flag", bytes: flag)], .bitmap("flag.matte", .at(16, 8)),
                .shapes("white.vector", matte: "flag.matte", .of(white))),
            .drawn(
                .with {
                    $0.rect(.white, 0, 0, 64, 64)
                    $0.mask { $0.draw(.flag, 16, 8) }
                }), wrong: nothing)
        try list.add(
            "key-suffix-vector", section: 4,
            rule: "A sprite called KEY.vector shows the payload KEY where there is none of its whole name.",
            note: "A layer of shapes that an app may put a picture into.", movie: movie(flag, sprite: "flag.vector"), .drawn(looks),
            wrong: nothing)
        try list.add(
            "key-extension", section: 4, rule: "A sprite's key finds a payload without its last extension.",
            note: "The sprite was called after a file, the payload after a layer.", movie: movie(flag, sprite: "flag.png"), .drawn(looks),
            wrong: nothing)
        try list.add(
            "key-extension-of-payload", section: 4, rule: "A sprite's key finds a payload whose key has one more extension.",
            note: "The other way round.", movie: movie(flag, key: "flag.png"), .drawn(looks), wrong: nothing)
        let exact = WireMovie.tiny(
            images: [WireImage(key: "flag", bytes: other), WireImage(key: "flag.vector", bytes: flag)],
            .bitmap("flag.vector", .at(16, 8)))
        try list.add(
            "key-exact-first", section: 4,
            rule: "A payload of the sprite's whole key goes before one without its suffix.",
            note: "Both are there.", movie: exact, .drawn(looks), wrong: .movie(movie(other)))
        try list.add(
            "key-twice", rule: "Of two payloads with one key the last is used.",
            note: "A map in protobuf is a list of pairs. A tool that replaces a picture by adding one relies on it.",
            bytes: try twice(WireImage(key: "flag", bytes: other), WireImage(key: "flag", bytes: flag)), .drawn(looks),
            wrong: .movie(movie(other)))
    }

    private static func twice(_ images: WireImage...) throws -> [UInt8] {
        try DocumentWriter.write(.tiny(images: images, .bitmap("flag", .at(16, 8))), as: .zlib)
    }
}
