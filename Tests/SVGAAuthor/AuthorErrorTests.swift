import SVGAAuthor
import SVGAFormat
import SVGAImage
import SVGAModel
import SVGAPixels
import SVGASupport
import TestSupport
import Testing

/// Each mistake is reported by the call that makes it, with the key and the frame.
@Suite("Author errors") struct AuthorErrorTests {
    private let red = Pixmap(width: 2, height: 2, .red)
    private let sound = Array("ID3".utf8)

    private func builder(frames: Int = 20, limits: ReadLimits = .default) throws -> MovieBuilder {
        try MovieBuilder(width: 16, height: 16, fps: 20, frameCount: frames, limits: limits)
    }

    /// What is thrown by calls on a builder of 20 frames.
    private func error(_ calls: (inout MovieBuilder) throws -> Void) throws -> SVGAError? {
        var builder = try builder()
        return #expect(throws: SVGAError.self) { try calls(&builder) }
    }

    /// What is thrown for a sprite whose frame 12 is as given and all others are fine.
    private func error(frame: MovieBuilder.Frame) throws -> SVGAError? {
        try error { builder in try builder.addSprite("user1") { $0 == 12 ? frame : .box } }
    }

    private func error(shape: ShapeEntity) throws -> SVGAError? { try error(frame: MovieBuilder.Frame(shapes: [.box(width: 1), shape])) }

    private func outOfRange(_ what: Message, _ value: Double, _ allowed: Message) -> SVGAError {
        .outOfRange(key: "user1", frame: 12, what: what, value: value, allowed: allowed)
    }

    private func notFinite(_ what: Message) -> SVGAError { .notFinite(key: "user1", frame: 12, what: what) }

    // MARK: The movie

    @Test("a canvas below a point, above what can be drawn or not finite is refused", arguments: [0, -1, 32_768, .nan, .infinity])
    func canvas(side: Double) {
        #expect(throws: SVGAError.self) { try MovieBuilder(width: side, height: 16, fps: 20, frameCount: 1) }
        #expect(throws: SVGAError.self) { try MovieBuilder(width: 16, height: side, fps: 20, frameCount: 1) }
    }

    @Test("a canvas of more pixels than the limit is refused")
    func canvasPixels() {
        let limit = LimitExceeded(\.canvasPixels, of: .default, found: 900_000_000)
        #expect(throws: SVGAError.limit(limit)) { try MovieBuilder(width: 30_000, height: 30_000, fps: 20, frameCount: 1) }
    }

    @Test("fps and the number of frames start at 1 and end at their limits")
    func numbers() {
        for fps in [0, -3, 1001] {
            #expect(throws: SVGAError.fps(fps)) { try MovieBuilder(width: 9, height: 9, fps: fps, frameCount: 1) }
        }
        for count in [0, -1] {
            #expect(throws: SVGAError.frameCount(count)) { try MovieBuilder(width: 9, height: 9, fps: 20, frameCount: count) }
        }
        let limit = LimitExceeded(\.frames, of: .default, found: 100_001)
        #expect(throws: SVGAError.limit(limit)) { try MovieBuilder(width: 9, height: 9, fps: 20, frameCount: 100_001) }
    }

    // MARK: Keys

    @Test("keys are neither empty nor have a NUL or the suffix of a kind", arguments: ["", "a\0b", "a.matte", "a.vector"])
    func invalidKeys(key: String) throws {
        for call: (inout MovieBuilder) throws -> Void in [
            { try $0.addImage(red, key: key) }, { try $0.addSound(sound, key: key, totalTime: 1) },
            { try $0.addSprite(key) { _ in .box } }, { _ = try $0.addMatte(key) { _ in .box } },
        ] {
            guard let problem = try error(call), problem.subject == .key(key), problem.kind == .invalidRequest,
                problem.description.contains("cannot be a key")
            else {
                Issue.record("\(key) is taken")
                continue
            }
        }
    }

    @Test("an image and a sound cannot have a key that another has")
    func payloadTwice() throws {
        let taken = SVGAError.keyTaken("a", owner: "an image or a sound has it")
        #expect(
            try error { builder in
                try builder.addImage(red, key: "a")
                try builder.addSound(sound, key: "a", totalTime: 1)
            } == taken)
        #expect(
            try error { builder in
                try builder.addSound(sound, key: "a", totalTime: 1)
                try builder.addImage(red, key: "a")
            } == taken)
    }

    @Test("two mattes cannot have one key")
    func matteTwice() throws {
        let found = try error { builder in
            _ = try builder.addMatte("m") { _ in .box }
            _ = try builder.addMatte("m") { _ in .box }
        }
        #expect(found == .keyTaken("m", owner: "another matte has it"))
    }

    @Test("a sprite without image cannot have a key by which readers would find one, in whatever order they are added")
    func nearlyAnImage() throws {
        for key in ["box", "box.png"] {
            let later = try error { builder in
                try builder.addSprite("box") { _ in .box }
                try builder.addImage(red, key: key)
            }
            #expect(later == .keyTaken(key, owner: "a sprite without an image has it, and would show this one"))
        }
        let earlier = try error { builder in
            try builder.addImage(red, key: "box.png")
            try builder.addSprite("box") { _ in .box }
        }
        #expect(earlier == .keyTaken("box", owner: "a sprite of this key would show the image \"box.png\""))
    }

    @Test("a sprite with neither an image of its key nor shapes is refused, with the nearest keys")
    func unknownImage() throws {
        let found = try error { builder in
            try builder.addImage(red, key: "crown")
            try builder.addSprite("crwon") { _ in MovieBuilder.Frame() }
        }
        #expect(found == .unknownImage(key: "crwon", nearest: ["crown"]))
    }

    @Test("a matte of another movie is refused")
    func foreignMatte() throws {
        var other = try builder()
        let matte = try other.addMatte("m") { _ in .box }
        #expect(try error { try $0.addSprite("user1", matte: matte) { _ in .box } } == .unknownMatte(key: "m.matte"))
    }

    // MARK: Images and sounds

    @Test("bytes that are no picture, or a broken one, are refused")
    func images() throws {
        #expect(try error { try $0.addImage([1, 2, 3], key: "a") } == SVGAError.unknownFormat.image("a"))
        let png = Array(try red.pngData().dropLast(20))
        guard try error({ try $0.addImage(png, key: "a") })?.description.hasPrefix("image \"a\": ") == true else {
            Issue.record("a broken PNG is taken")
            return
        }
    }

    @Test("bytes that are no sound, and sounds of unknown or impossible length, are refused")
    func sounds() throws {
        for call: (inout MovieBuilder) throws -> Void in [
            { try $0.addSound(red.pngData(), key: "s", totalTime: 1) }, { try $0.addSound(sound, key: "s") },
            { try $0.addSound(sound, key: "s", totalTime: 0) }, { try $0.addSound(sound, key: "s", frames: 3..<3, totalTime: 9) },
            { try $0.addSound(sound, key: "s", startTime: 9, totalTime: 9) },
            { try $0.addSound(sound, key: "s", startTime: -1, totalTime: 9) },
        ] {
            guard let problem = try error(call), problem.subject == .key("s"), problem.kind == .invalidRequest,
                problem.description.hasPrefix("sound \"s\": ")
            else {
                Issue.record("the sound is taken")
                continue
            }
        }
        #expect(try error { try $0.playSound("s", frames: 0..<1) } == .unknownSound(key: "s"))
    }

    // MARK: Frames

    @Test("frames outside of the movie are refused: of arrays and sounds")
    func frameOutOfRange() throws {
        let past = SVGAError.frameOutOfRange(key: "user1", frame: 20, frameCount: 20)
        #expect(try error { try $0.addSprite("user1", frames: Array(repeating: .box, count: 21)) } == past)
        #expect(try error { _ = try $0.addMatte("user1", frames: Array(repeating: .box, count: 21)) } == past)
        #expect(try error { try $0.addSound(sound, key: "user1", frames: 0..<21, totalTime: 9) } == past)
        let before = SVGAError.frameOutOfRange(key: "user1", frame: -2, frameCount: 20)
        #expect(try error { try $0.addSound(sound, key: "user1", frames: -2..<4, totalTime: 9) } == before)
    }

    @Test("an alpha is a number from 0 to 1")
    func alpha() throws {
        #expect(try error(frame: MovieBuilder.Frame(alpha: 1.5)) == outOfRange("alpha", 1.5, "from 0 to 1"))
        #expect(try error(frame: MovieBuilder.Frame(alpha: -0.1)) == outOfRange("alpha", -0.1, "from 0 to 1"))
        #expect(try error(frame: MovieBuilder.Frame(alpha: .nan)) == notFinite("alpha"))
    }

    @Test("a transform has finite numbers that fit 32 bits", arguments: [Double.nan, .infinity, 1e39])
    func transform(value: Double) throws {
        for key: WritableKeyPath<SVGATransform, Double> in [\.a, \.b, \.c, \.d, \.tx, \.ty] {
            var transform = SVGATransform.identity
            transform[keyPath: key] = value
            #expect(try error(frame: MovieBuilder.Frame(transform: transform)) == notFinite("the transform"))
        }
    }

    @Test("a layout has finite numbers and no negative size")
    func layout() throws {
        let wide = MovieBuilder.Frame(layout: SVGARect(x: 0, y: 0, width: -1, height: 4))
        #expect(try error(frame: wide) == outOfRange("the width of the layout", -1, "0 or more"))
        #expect(try error(frame: MovieBuilder.Frame(layout: SVGARect(x: .nan, y: 0, width: 1, height: 4))) == notFinite("the layout"))
    }

    @Test("a path is not empty, starts with a move and has finite numbers")
    func paths() throws {
        var line = SVGAPath()
        line.line(x: 4, y: 4)
        var far = SVGAPath()
        far.move(x: 0, y: 0)
        far.line(x: 1e31, y: 4)
        for (path, reason) in [(SVGAPath(), "is empty" as Message), (line, "does not start with a move")] {
            let clip = SVGAError.path(key: "user1", frame: 12, what: "the clip path", reason: reason)
            #expect(try error(frame: MovieBuilder.Frame(clipPath: path)) == clip)
            let shape = SVGAError.path(key: "user1", frame: 12, what: "the path of shape 1", reason: reason)
            #expect(try error(shape: ShapeEntity(geometry: .path(path))) == shape)
        }
        #expect(try error(shape: ShapeEntity(geometry: .path(far))) == notFinite("the path of shape 1"))
    }

    @Test("rectangles and ellipses have finite numbers and no negative sizes")
    func geometry() throws {
        for (geometry, what) in [
            (ShapeEntity.Geometry.rect(SVGARect(x: 0, y: 0, width: -2, height: 1), cornerRadius: 0), "the width of shape 1"),
            (.rect(SVGARect(x: 0, y: 0, width: 2, height: 1), cornerRadius: -2), "the corner radius of shape 1"),
            (.ellipse(centerX: 0, centerY: 0, radiusX: 1, radiusY: -2), "a radius of shape 1"),
        ] {
            #expect(try error(shape: ShapeEntity(geometry: geometry)) == outOfRange(Message(verbatim: what), -2, "0 or more"))
        }
        let nowhere = ShapeEntity.Geometry.ellipse(centerX: .nan, centerY: 0, radiusX: 1, radiusY: 1)
        #expect(try error(shape: ShapeEntity(geometry: nowhere)) == notFinite("shape 1"))
        // Each number fits 32 bits; the far edge does not.
        let far = ShapeEntity.Geometry.rect(SVGARect(x: 3e38, y: 0, width: 3e38, height: 1), cornerRadius: 0)
        #expect(try error(shape: ShapeEntity(geometry: far)) == notFinite("shape 1"))
    }

    @Test("colors are from 0 to 1, strokes have a width, a miter limit and a dash that can be drawn")
    func styles() throws {
        var fill = ShapeEntity.box(width: 1)
        fill.fill?.blue = 255
        #expect(try error(shape: fill) == outOfRange("the fill of shape 1", 255, "from 0 to 1"))
        func refused(_ change: (inout ShapeEntity.Stroke) -> Void) throws -> SVGAError? {
            var stroke = ShapeEntity.Stroke(color: SVGAColor(red: 0, green: 0, blue: 0), width: 1)
            change(&stroke)
            return try error(shape: ShapeEntity(geometry: ShapeEntity.box(width: 1).geometry, stroke: stroke))
        }
        #expect(try refused { $0.color.alpha = -1 } == outOfRange("the stroke of shape 1", -1, "from 0 to 1"))
        #expect(try refused { $0.width = 0 } == outOfRange("the stroke width of shape 1", 0, "above 0"))
        #expect(try refused { $0.miterLimit = 0.5 } == outOfRange("the miter limit of shape 1", 0.5, "1 or more"))
        #expect(
            try refused { $0.dash = ShapeEntity.Dash(dash: -3, gap: 1, phase: 0) } == outOfRange("the dash of shape 1", -3, "0 or more"))
        #expect(
            try refused { $0.dash = ShapeEntity.Dash(dash: 0, gap: 0, phase: 0) }
                == outOfRange("the dash of shape 1", 0, "above 0, nor is its gap"))
        #expect(try refused { $0.dash = ShapeEntity.Dash(dash: 1, gap: 1, phase: .nan) } == notFinite("the dash phase of shape 1"))
    }

    // MARK: Limits

    @Test("more than readers allow is refused by the call that adds it")
    func limits() throws {
        func limits(_ limit: WritableKeyPath<ReadLimits, Int>, _ allowed: Int) -> ReadLimits {
            var limits = ReadLimits()
            limits[keyPath: limit] = allowed
            return limits
        }
        func expect(
            _ limit: WritableKeyPath<ReadLimits, Int>, _ allowed: Int, found: Int, subject: String = "",
            _ call: (inout MovieBuilder) throws -> Void
        ) throws {
            let limits = limits(limit, allowed)
            var builder = try builder(limits: limits)
            let error = SVGAError.limit(LimitExceeded(limit, of: limits, found: found, subject: Message(verbatim: subject)))
            #expect(throws: error) { for _ in 0..<3 { try call(&builder) } }
        }
        var number = 0
        func key() -> String {
            number += 1
            return "a\(number)"
        }
        try expect(\.sprites, 1, found: 2) { try $0.addSprite(key()) { _ in .box } }
        try expect(\.spriteFrames, 30, found: 40) { try $0.addSprite(key()) { _ in .box } }
        try expect(\.images, 2, found: 3) { try $0.addImage(red, key: key()) }
        try expect(\.entries, 2, found: 3) { try $0.addImage(red, key: key()) }
        try expect(\.decodedBytes, 40, found: 48) { try $0.addImage(red, key: key()) }
        try expect(\.inflatedBytes, 7, found: 9) { try $0.addSound(sound, key: key(), totalTime: 1) }
        let path = PathParser.parse("M0 0L9 9L0 9Z").path
        try expect(\.pathSegments, 3, found: 4) {
            try $0.addSprite(key()) { _ in MovieBuilder.Frame(clipPath: path, shapes: [.box(width: 1)]) }
        }
        let stroke = ShapeEntity.Stroke(
            color: SVGAColor(red: 0, green: 0, blue: 0), width: 1, dash: ShapeEntity.Dash(dash: 1, gap: 1, phase: 0))
        let line = ShapeEntity(geometry: .path(PathParser.parse("M0 0H100").path), stroke: stroke)
        try expect(\.dashes, 49, found: 50, subject: "a dashed stroke") {
            try $0.addSprite(key()) { _ in MovieBuilder.Frame(shapes: [line]) }
        }
        #expect(throws: SVGAError.self) {
            var builder = try builder(limits: limits(\.documentBytes, 1000))
            try builder.addSprite("a") { _ in .box }
        }
    }

    @Test("a sprite that is refused counts for no limit")
    func refusedSprite() throws {
        var limits = ReadLimits()
        limits.pathSegments = 4
        limits.spriteFrames = 20
        var builder = try builder(limits: limits)
        let refused = ShapeEntity(geometry: .path(PathParser.parse("M0 0L9 9L0 9Z").path))
        let added = ShapeEntity(geometry: .path(PathParser.parse("M0 0L8 8L0 8Z").path))
        #expect(throws: SVGAError.self) {
            try builder.addSprite("a") { frame in MovieBuilder.Frame(alpha: frame == 1 ? 2 : 1, shapes: [refused]) }
        }
        // Without image and shapes.
        #expect(throws: SVGAError.self) { try builder.addSprite("b") { _ in MovieBuilder.Frame() } }
        #expect(throws: Never.self) { try builder.addSprite("c") { _ in MovieBuilder.Frame(shapes: [added]) } }
    }

    @Test("a picture that could not be decoded again is refused")
    func largePicture() throws {
        var limits = ReadLimits()
        limits.imagePixels = 40_000
        var builder = try builder(limits: limits)
        let limit = SVGAError.limit(LimitExceeded(\.imagePixels, of: limits, found: 40_401))
        #expect(throws: limit.image("a")) { try builder.addImage(Pixmap(width: 201, height: 201), key: "a") }
        let side = SVGAError.unsupported(.png, reason: "a side is longer than 32767 pixels")
        #expect(throws: side.image("a")) { try builder.addImage(Pixmap(width: 32_768, height: 1), key: "a") }
    }

    @Test("a path that is used again counts once for the limit")
    func equalPaths() throws {
        var limits = ReadLimits()
        limits.pathSegments = 4
        var builder = try builder(limits: limits)
        let path = PathParser.parse("M0 0L9 9L0 9Z").path
        for _ in 0..<3 {
            try builder.addSprite("a") { _ in MovieBuilder.Frame(clipPath: path, shapes: [ShapeEntity(geometry: .path(path))]) }
        }
        var options = ReadOptions()
        options.limits = limits
        #expect(throws: Never.self) { try VideoEntity(bytes: builder.build().write(as: .v2), options: options) }
    }

    @Test("a message is one line with the key and the frame")
    func messages() throws {
        let alpha = SVGAError.outOfRange(key: "user1", frame: 12, what: "alpha", value: 1.5, allowed: "from 0 to 1")
        #expect(alpha.description == "\"user1\", frame 12: alpha is 1.5, not from 0 to 1")
        let path = SVGAError.path(key: "user1", frame: 12, what: "the clip path", reason: "is empty")
        #expect(path.description == "\"user1\", frame 12: the clip path is empty")
        #expect(path == .invalid(key: "user1", frame: 12, reason: path.message))
        let image = SVGAError.unknownImage(key: "crwon", nearest: ["crown"])
        #expect(image.description == "no image has the key \"crwon\", and the sprite has no shapes; similar keys: \"crown\"")
    }
}
