import SVGAFormat
import SVGAModel
import SVGARender
import SVGASupport

/// Reads the JSON of a description. Nothing is ignored: unknown or useless members are errors with their location.
struct MovieSpecReader {
    private let limits: ReadLimits
    private let clock: SpecClock
    /// The center of the canvas, the default position of sprites.
    private let middle: SIMD4<Double>

    static func read(_ bytes: [UInt8], limits: ReadLimits) throws(CreateError) -> MovieSpec {
        let value: JSONValue
        do throws(JSONError) {
            value = try JSONValue(parsing: bytes)
        } catch {
            throw .json(error)
        }
        let document = try SpecNode(value: value, location: "").object(.document)
        for name in ["$schema", "comment"] { _ = try document[name]?.string() }
        let canvas = try document.required("canvas").object(.canvas)
        let width = try canvas.required("width").number(1...32_767)
        let height = try canvas.required("height").number(1...32_767)
        let fps = try canvas["fps"]?.integer(1...FrameRate.highest) ?? 30
        let reader = MovieSpecReader(
            limits: limits, clock: SpecClock(fps: Double(fps), maximumSeconds: Double(limits.frames) / Double(fps)),
            middle: SIMD4(width / 2, height / 2, 0, 0))
        let images = try reader.images(document["images"])
        var spec = MovieSpec(
            width: width, height: height, fps: fps, frames: 0, images: images,
            sprites: try reader.sprites(document.required("sprites"), images: images), sounds: try reader.sounds(document["sounds"]))
        spec.frames = try canvas["duration"].map { (node) throws(CreateError) in try reader.frames(node) } ?? reader.frames(of: spec)
        guard spec.frames <= limits.frames else { throw .limit(location: "", LimitExceeded(\.frames, of: limits, found: spec.frames)) }
        return spec
    }

    private func frames(_ duration: SpecNode) throws(CreateError) -> Int {
        let frames = clock.frame(try duration.time(clock))
        guard frames > 0 else { throw duration.failure("needs at least one frame") }
        return frames
    }

    /// The frame after the last one with a change.
    private func frames(of spec: MovieSpec) -> Int {
        var frames = 1
        for sprite in spec.sprites {
            let begin = sprite.from + (sprite.scatter?.delay.upperBound ?? 0)
            let slowest = sprite.scatter?.speed.lowerBound ?? 1
            var changes = [sprite.motion.lastChange, sprite.clip?.lastChange ?? 0]
            if case .shapes(let shapes) = sprite.content { changes += shapes.map(\.lastChange) }
            let end = begin - sprite.from + (sprite.to ?? 0)
            let last = sprite.to.map { _ in clock.frame(end) } ?? 1 + clock.frame(min(begin + (changes.max() ?? 0) / slowest, 1e9))
            frames = max(frames, last)
        }
        for sound in spec.sounds { frames = max(frames, clock.frame(sound.to ?? sound.from) + (sound.to == nil ? 1 : 0)) }
        return frames
    }

    // MARK: Files

    private func images(_ node: SpecNode?) throws(CreateError) -> [MovieSpec.File] {
        guard let node else { return [] }
        return try node.entries().map { (entry) throws(CreateError) in
            MovieSpec.File(key: entry.name, name: try entry.node.string(), location: entry.node.location)
        }
    }

    private func sounds(_ node: SpecNode?) throws(CreateError) -> [SoundSpec] {
        guard let node else { return [] }
        var addedSounds: Set<ByteKey> = []
        return try node.elements().map { (node) throws(CreateError) in
            let sound = try node.object(.sound)
            let key = try sound.required("key").string()
            let file = try sound["file"].map { (node) throws(CreateError) in try node.string() }
            if file == nil, !addedSounds.contains(ByteKey(key)) {
                throw node.failure("has no file", advice: "only a sound that was used before can omit it")
            }
            if file != nil { addedSounds.insert(ByteKey(key)) }
            let from = try sound["from"]?.time(clock) ?? 0
            let to = try sound["to"].map { (node) throws(CreateError) in try node.time(clock) }
            if let to, to <= from { throw sound.node.failure("must end after it begins") }
            return SoundSpec(
                location: node.location, key: key, file: file, from: from, to: to, start: try sound["start"]?.number(0...1e6) ?? 0,
                length: try sound["length"].map { (node) throws(CreateError) in try node.number(0.001...1e6) })
        }
    }

    // MARK: Sprites

    private func sprites(_ node: SpecNode, images: [MovieSpec.File]) throws(CreateError) -> [SpriteSpec] {
        let keys = Set(images.map { ByteKey($0.key) })
        let nodes = try node.elements()
        guard !nodes.isEmpty else { throw node.failure("needs at least one sprite") }
        guard nodes.count <= limits.sprites else {
            throw .limit(location: node.location, LimitExceeded(\.sprites, of: limits, found: nodes.count))
        }
        var members: [SpecMembers] = []
        var sprites: [SpriteSpec] = []
        for (index, node) in nodes.enumerated() {
            let sprite = try node.object(.sprite)
            members.append(sprite)
            sprites.append(try self.sprite(sprite, index: index))
            let isKnown = keys.contains(ByteKey(sprites[index].key))
            if case .shapes = sprites[index].content, isKnown {
                throw node.failure("has the key \(sprites[index].key.quoted), which is the key of an image", advice: "use another key")
            }
            guard case .image = sprites[index].content, !isKnown else { continue }
            let near = NearestNames.of(sprites[index].key, in: images.map(\.key))
            throw SpecNode(value: .null, location: node.location + ".image").failure(
                "names \(sprites[index].key.quoted), which is not in images",
                advice: near.isEmpty ? "" : "did you mean \(near.joined(separator: " or "))?")
        }
        try SpriteNames(sprites).resolve(members, in: &sprites)
        return sprites
    }

    private func sprite(_ sprite: SpecMembers, index: Int) throws(CreateError) -> SpriteSpec {
        _ = try sprite["comment"]?.string()
        let name = try sprite["name"].map { (node) throws(CreateError) in try node.string() }
        let kinds = ["image", "shapes", "text", "group"].filter { sprite[$0] != nil }
        guard kinds.count == 1 else {
            throw sprite.node.failure(
                kinds.isEmpty ? "has none of image, shapes, text and group" : "has more than one of image, shapes, text and group",
                advice: "it needs exactly one")
        }
        let keyNode = sprite["key"]
        var key = try keyNode?.string() ?? name ?? ""
        let content: SpriteSpec.Content
        let hasSize = kinds[0] == "image" || kinds[0] == "text"
        switch kinds[0] {
        case "image":
            try sprite.refuse(["key"], "cannot be combined with image, which provides the key")
            key = try sprite.required("image").string()
            content = .image
        case "shapes":
            if key.isEmpty { key = "shape\(index)" }
            let nodes = try sprite.required("shapes").elements()
            guard !nodes.isEmpty else { throw sprite.node.failure("has no shape in shapes") }
            content = .shapes(try nodes.map { (node) throws(CreateError) in try shape(node, isClip: false) })
        case "text":
            guard !key.isEmpty else { throw sprite.node.failure("has no key", advice: "a text needs a key or a name") }
            for size in ["width", "height"] { _ = try sprite.required(size) }
            content = .text(try TextSpecReader.text(sprite.required("text")))
        default:
            guard try sprite.required("group").bool() else { throw sprite.node.failure("needs group: true") }
            guard name != nil else { throw sprite.node.failure("has no name", advice: "sprites refer to their group by its name") }
            try sprite.refuse(["key", "clip", "scatter", "anchor", "anchorPoint"], "does not apply to a group")
            content = .group
        }
        if !hasSize { try sprite.refuse(["width", "height", "anchor"], "applies to images and texts; use anchorPoint for shapes") }
        let from = try sprite["from"]?.time(clock) ?? 0
        let to = try sprite["to"].map { (node) throws(CreateError) in try node.time(clock) }
        if let to, clock.frame(to) <= clock.frame(from) { throw sprite.node.failure("is never shown: to must be after from") }
        return SpriteSpec(
            location: sprite.node.location, name: name, key: key, content: content, from: from, to: to,
            clip: try sprite["clip"].map { (node) throws(CreateError) in try shape(node, isClip: true) },
            width: try sprite["width"].map { (node) throws(CreateError) in try node.number(0.01...32_767) },
            height: try sprite["height"].map { (node) throws(CreateError) in try node.number(0.01...32_767) },
            anchor: try anchor(sprite, hasSize: hasSize), motion: try motion(sprite),
            scatter: try sprite["scatter"].map { (node) throws(CreateError) in try scatter(node) })
    }

    private func anchor(_ sprite: SpecMembers, hasSize: Bool) throws(CreateError) -> SpriteSpec.Anchor {
        if let point = sprite["anchorPoint"] {
            try sprite.refuse(["anchor"], "cannot be combined with anchorPoint")
            let (x, y) = try point.pair()
            return .point(x, y)
        }
        guard hasSize else { return .point(0, 0) }
        let (x, y) = try sprite["anchor"]?.pair(-100...100) ?? (0.5, 0.5)
        return .part(x, y)
    }

    private func motion(_ sprite: SpecMembers) throws(CreateError) -> MotionSpec {
        let tracks = try TrackReader(sprite, .spriteKeyframes, clock: clock)
        let path = try sprite["path"].map { (node) throws(CreateError) in try motionPath(node) }
        if path == nil {
            try sprite.refuse(["orient"], "needs path")
            if let progress = tracks.location(of: "progress") { throw progress.failure("needs path") }
        } else {
            for name in ["position", "x", "y"] {
                if let member = tracks.location(of: name) {
                    throw member.failure("cannot be combined with path, which sets the position")
                }
            }
        }
        let origin = sprite["parent"] == nil ? middle : .zero
        return MotionSpec(
            position: try tracks.read("position", .pair) ?? Track(origin), x: try tracks.read("x", .number),
            y: try tracks.read("y", .number),
            scale: try tracks.read("scale", .scale) ?? Track(.one), scaleX: try tracks.read("scaleX", .number) ?? Track(.one),
            scaleY: try tracks.read("scaleY", .number) ?? Track(.one), rotation: try tracks.read("rotation", .number) ?? Track(.zero),
            opacity: try tracks.read("opacity", .part) ?? Track(.one), progress: try tracks.read("progress", .part) ?? Track(.zero),
            path: path, isOriented: try sprite["orient"]?.bool() ?? false)
    }

    private func motionPath(_ node: SpecNode) throws(CreateError) -> MotionPath {
        guard let path = MotionPath(try self.path(node, maximumSegments: MotionPath.maximumSegments)) else {
            throw node.failure("needs a path with a length above 0")
        }
        return path
    }

    private func scatter(_ node: SpecNode) throws(CreateError) -> Scatter {
        let scatter = try node.object(.scatter)
        var delay = 0.0...0.0
        if let node = scatter["delay"] {
            if case .array = node.value {
                let times = try node.elements()
                guard times.count == 2 else { throw node.failure("needs two times, not \(times.count)") }
                let (first, last) = (try times[0].time(clock), try times[1].time(clock))
                guard first <= last else { throw node.failure("needs the earlier time first") }
                delay = first...last
            } else {
                delay = 0...(try node.time(clock))
            }
        }
        return Scatter(
            count: try scatter.required("count").integer(1...limits.sprites), seed: try scatter["seed"]?.integer(0...Int(Int32.max)) ?? 1,
            delay: delay, x: try scatter["x"]?.span() ?? 0...0, y: try scatter["y"]?.span() ?? 0...0,
            scale: try scatter["scale"]?.span(-1000...1000) ?? 1...1, opacity: try scatter["opacity"]?.span(0...1) ?? 1...1,
            speed: try scatter["pace"]?.span(0.01...100) ?? 1...1, rotation: try scatter["rotation"]?.span() ?? 0...0)
    }

    // MARK: Shapes

    private func shape(_ node: SpecNode, isClip: Bool) throws(CreateError) -> ShapeSpec {
        // The type determines the valid members.
        guard case .object = node.value else {
            _ = try node.object(.rect)
            throw node.failure("needs an object")
        }
        guard let type = node.value["type"] else { throw node.failure("has no type", advice: "it can be rect, ellipse, path or star") }
        let typeNode = SpecNode(value: type, location: "\(node.location).type")
        let word = try typeNode.string()
        guard let kinds = SpecObject.shapes[word] else { throw typeNode.unknownWord(word, among: SpecObject.shapes.keys.sorted()) }
        let members = try node.object(kinds.shape)
        let tracks = try TrackReader(members, kinds.keyframes, clock: clock)
        if isClip {
            for name in ["fill", "stroke", "strokeWidth", "dashPhase"] {
                if let member = tracks.location(of: name) { throw member.failure("does not apply to a clip, which is not painted") }
            }
            try members.refuse(["lineCap", "lineJoin", "miterLimit", "dash"], "does not apply to a clip, which is not painted")
        }
        let fill = try tracks.read("fill", .color)
        let stroke = try tracks.read("stroke", .color)
        if !isClip, fill == nil, stroke == nil { throw node.failure("has neither fill nor stroke, so it would be invisible") }
        if stroke == nil {
            try members.refuse(["lineCap", "lineJoin", "miterLimit", "dash"], "needs stroke")
            if let width = tracks.location(of: "strokeWidth") { throw width.failure("needs stroke") }
        }
        let dash = try members["dash"].map { (node) throws(CreateError) in
            let (dash, gap) = try node.pair(0...SpecNode.maximumMagnitude)
            guard dash > 0 || gap > 0 else { throw node.failure("needs a dash or a gap above 0") }
            return (dash, gap)
        }
        if dash == nil, let phase = tracks.location(of: "dashPhase") { throw phase.failure("needs dash") }
        return ShapeSpec(
            form: try form(word, members, tracks), center: try tracks.read("center", .pair) ?? Track(.zero),
            rotation: try tracks.read("rotation", .number) ?? Track(.zero), scale: try tracks.read("scale", .scale) ?? Track(.one),
            fill: fill, stroke: stroke, strokeWidth: try tracks.read("strokeWidth", .length) ?? Track(.one),
            lineCap: try members["lineCap"]?.choice([("butt", .butt), ("round", .round), ("square", .square)]) ?? .butt,
            lineJoin: try members["lineJoin"]?.choice([("miter", .miter), ("round", .round), ("bevel", .bevel)]) ?? .miter,
            miterLimit: try members["miterLimit"]?.number(1...1000) ?? 10, dash: dash,
            dashPhase: try tracks.read("dashPhase", .number) ?? Track(.zero))
    }

    private func form(_ type: String, _ members: SpecMembers, _ tracks: TrackReader) throws(CreateError) -> ShapeSpec.Form {
        func length(_ name: String) throws(CreateError) -> Track {
            guard let track = try tracks.read(name, .length) else { throw members.node.failure("has no \(name)", advice: "it is required") }
            return track
        }
        switch type {
        case "rect":
            return .rect(
                width: try length("width"), height: try length("height"),
                cornerRadius: try tracks.read("cornerRadius", .length) ?? Track(.zero))
        case "ellipse": return .ellipse(width: try length("width"), height: try length("height"))
        case "star":
            return .star(
                points: try members.required("points").integer(2...100), outer: try length("outerRadius"), inner: try length("innerRadius"))
        default: return .path(try path(members.required("d"), maximumSegments: limits.pathSegments))
        }
    }

    /// SVG path data; an invalid end is an error here.
    private func path(_ node: SpecNode, maximumSegments: Int) throws(CreateError) -> SVGAPath {
        let result = PathParser.parse(try node.string(), maxSegments: maximumSegments)
        if result.isOverLimit { throw node.failure("has more than \(maximumSegments) segments") }
        if let offset = result.brokenAt { throw node.failure("is not valid path data from byte \(offset) on") }
        guard !result.path.isEmpty else { throw node.failure("draws nothing") }
        guard result.path.coordinates.allSatisfy({ Double($0.magnitude) <= SpecNode.maximumMagnitude }) else {
            throw node.failure("has a number above \(SpecNode.maximumMagnitude.brief)")
        }
        return result.path.mapped(by: .identity)
    }
}
