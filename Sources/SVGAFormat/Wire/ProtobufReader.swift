import CProtobufC
import CSVGAProto
package import SVGAModel
import SVGAPlatform
import SVGASupport

/// Decodes a `MovieEntity` with protobuf-c in one pass.
///
/// The large repeated parts are decoded one at a time: each frame is checked, decoded, copied and released. Each payload is copied once, from
/// the input to its array. So the peak memory is that of the decoded ``WireMovie``, without protobuf-c's copy of the movie.
package struct ProtobufReader {
    private let bytes: UnsafeBufferPointer<UInt8>
    private let limits: ReadLimits
    private var scan: ProtobufScan
    private let arena: ProtobufArena
    private var repair = TextRepair()
    /// The offset of the message that is being decoded, for errors.
    private var messageOffset = 0
    /// The number of unknown fields that were preserved.
    private var keptFields = 0

    package init(_ bytes: UnsafeBufferPointer<UInt8>, limits: ReadLimits) {
        self.bytes = bytes
        self.limits = limits
        scan = ProtobufScan(bytes, limits: limits)
        arena = ProtobufArena(limit: 0)
    }

    /// Whether a field of a movie was found. If not, the bytes are probably no bare protobuf message, although they parse as one.
    var hasKnownFields: Bool { scan.knownFields > 0 }

    /// Decodes the movie. Throws if the message is malformed or exceeds a limit. ``report(to:)`` adds the warnings.
    package mutating func read() throws(SVGAError) -> WireMovie {
        var movie = WireMovie()
        var fields = scan.fields(of: .movie, 0..<bytes.count)
        // Reserves at most as much memory as the budget has left.
        movie.images.reserveCapacity(min(fields.count(of: 3), scan.budget.bytesLeft / MemoryLayout<WireImage>.stride))
        movie.sprites.reserveCapacity(min(fields.count(of: 4), scan.budget.bytesLeft / MemoryLayout<WireSprite>.stride))
        // The bytes of all fields that are not decoded separately.
        var head: [UInt8] = []
        var params: [UInt8] = []
        while let (field, kind) = try scan.next(&fields) {
            switch kind {
            case .message(.image): movie.images.append(try image(field.value))
            case .message(.sprite):
                let (sprite, frame) = try sprite(field.value)
                if let frame, movie.colorWithoutAlpha == nil { movie.colorWithoutAlpha = (movie.sprites.count, frame) }
                movie.sprites.append(sprite)
            case .message(.params):
                try scan.check(.params, field.value)
                // If a message field occurs several times, protobuf merges the occurrences. Concatenating their bytes has the same effect.
                // protobuf-c alone would lose the numbers of the first occurrence.
                params += bytes[field.value]
            case .message(let message):
                try scan.check(message, field.value)
                head += bytes[field.offset..<field.value.upperBound]
            default: head += bytes[field.offset..<field.value.upperBound]
            }
        }
        try readHead(head, into: &movie)
        try readParams(params, into: &movie)
        return movie
    }

    func report(to diagnostics: inout DiagnosticList) {
        var faults: [Message] = []
        if repair.count > 0 {
            faults.append(repair.count == 1 ? "1 text is not valid UTF-8" : "\(repair.count) texts are not valid UTF-8")
        }
        if scan.cutTexts > 0 {
            faults.append(scan.cutTexts == 1 ? "1 text is cut at a NUL" : "\(scan.cutTexts) texts are cut at a NUL")
        }
        if !faults.isEmpty { diagnostics.add(.invalidUTF8, faults.joined(separator: " and ")) }
        if scan.unknownFields > 0 {
            let what: Message = scan.unknownFields == 1 ? "1 unknown field" : "\(scan.unknownFields) unknown fields"
            let lost = scan.unknownFields - keptFields
            diagnostics.add(.unknownFields, lost > 0 ? "\(what), of which \(lost) in repeated messages are dropped" : what)
        }
    }

    // MARK: - Messages

    private mutating func readParams(_ message: [UInt8], into movie: inout WireMovie) throws(SVGAError) {
        startMessage(at: 0)
        let unpacked = com__opensource__svga__movie_params__unpack(arena.allocator, message.count, message)
        let params = try checked(unpacked).pointee
        movie.viewBoxWidth = params.viewboxwidth
        movie.viewBoxHeight = params.viewboxheight
        movie.fps = params.fps
        movie.frames = params.frames
        keep(params.base, .params, in: &movie.unknown)
        try scan.budget.check(frames: params.frames)
    }

    /// Decodes a message that contains only version, audios and unknown fields.
    private mutating func readHead(_ message: [UInt8], into movie: inout WireMovie) throws(SVGAError) {
        startMessage(at: 0)
        let unpacked = com__opensource__svga__movie_entity__unpack(arena.allocator, message.count, message)
        let value = try checked(unpacked).pointee
        movie.version = try text(value.version)
        keep(value.base, .own, in: &movie.unknown)
        movie.audios.reserveCapacity(value.n_audios)
        for pointer in UnsafeBufferPointer(start: value.audios, count: value.n_audios) {
            guard let source = pointer?.pointee else { continue }
            var audio = WireAudio()
            audio.audioKey = try text(source.audiokey)
            audio.startFrame = source.startframe
            audio.endFrame = source.endframe
            audio.startTime = source.starttime
            audio.totalTime = source.totaltime
            keep(source.base, .own, in: &audio.unknown)
            movie.audios.append(audio)
        }
    }

    /// Decodes an entry of the map `images`. If key or value occurs several times, the last occurrence counts.
    private mutating func image(_ range: Range<Int>) throws(SVGAError) -> WireImage {
        var key = 0..<0
        var value = 0..<0
        var unknown = UnknownFields()
        var fields = scan.fields(of: .image, range)
        while let (field, kind) = try scan.next(&fields) {
            switch kind {
            case .text: key = field.value
            case .bytes: value = field.value
            default:
                unknown.append(bytes[field.offset..<field.value.upperBound], to: .own, .protobuf)
                keptFields += 1
            }
        }
        let name = UnsafeBufferPointer(rebasing: bytes[key].prefix { $0 != 0 })
        var image = WireImage(key: try text(name, offset: key.lowerBound), bytes: Array(bytes[value]))
        image.unknown = unknown
        return image
    }

    /// - Returns: also the first frame that has a color without a written alpha.
    private mutating func sprite(_ range: Range<Int>) throws(SVGAError) -> (WireSprite, frameWithoutAlpha: Int?) {
        var sprite = WireSprite()
        let colorsBefore = scan.colorsWithoutAlpha
        var frameWithoutAlpha: Int?
        var head: [UInt8] = []
        var fields = scan.fields(of: .sprite, range)
        sprite.frames.reserveCapacity(min(fields.count(of: 2), scan.budget.bytesLeft / MemoryLayout<WireFrame>.stride))
        while let (field, kind) = try scan.next(&fields) {
            if case .message(.frame) = kind {
                try scan.check(.frame, field.value)
                if frameWithoutAlpha == nil, scan.colorsWithoutAlpha > colorsBefore { frameWithoutAlpha = sprite.frames.count }
                sprite.frames.append(try frame(field.value))
            } else {
                head += bytes[field.offset..<field.value.upperBound]
            }
        }
        startMessage(at: range.lowerBound)
        let unpacked = com__opensource__svga__sprite_entity__unpack(arena.allocator, head.count, head)
        let value = try checked(unpacked).pointee
        sprite.imageKey = try text(value.imagekey)
        sprite.matteKey = try text(value.mattekey)
        keep(value.base, .own, in: &sprite.unknown)
        return (sprite, frameWithoutAlpha)
    }

    private mutating func frame(_ range: Range<Int>) throws(SVGAError) -> WireFrame {
        startMessage(at: range.lowerBound)
        let start = bytes.baseAddress.map { $0 + range.lowerBound }
        let unpacked = com__opensource__svga__frame_entity__unpack(arena.allocator, range.count, start)
        let source = try checked(unpacked)
        var frame = WireFrame()
        frame.alpha = source.pointee.alpha
        if let layout = source.pointee.layout?.pointee {
            frame.layout = WireLayout(x: layout.x, y: layout.y, width: layout.width, height: layout.height)
            keep(layout.base, .layout, in: &frame.unknown)
        }
        if let transform = source.pointee.transform?.pointee {
            frame.transform = WireTransform(transform)
            keep(transform.base, .transform, in: &frame.unknown)
        }
        keep(source.pointee.base, .own, in: &frame.unknown)
        frame.clipPath = try text(source.pointee.clippath)
        let count = source.pointee.n_shapes
        if count > 0 {
            frame.shapes.reserveCapacity(count)
            for shape in UnsafeBufferPointer(start: source.pointee.shapes, count: count) {
                if let shape { frame.shapes.append(try self.shape(shape)) }
            }
        }
        return frame
    }

    private mutating func shape(_ source: UnsafePointer<Com__Opensource__Svga__ShapeEntity>) throws(SVGAError) -> WireShape {
        var shape = WireShape()
        let kind = Int32(truncatingIfNeeded: source.pointee.type.rawValue)
        shape.kind = WireShape.Kind(rawValue: kind)
        if shape.kind == nil { shape.unknownKind = kind }
        switch source.pointee.args_case {
        case COM__OPENSOURCE__SVGA__SHAPE_ENTITY__ARGS_SHAPE:
            if let args = source.pointee.shape?.pointee {
                shape.args = .shape(d: try text(args.d))
                keep(args.base, .args, in: &shape.unknown)
            }
        case COM__OPENSOURCE__SVGA__SHAPE_ENTITY__ARGS_RECT:
            if let args = source.pointee.rect?.pointee {
                shape.args = .rect(x: args.x, y: args.y, width: args.width, height: args.height, cornerRadius: args.cornerradius)
                keep(args.base, .args, in: &shape.unknown)
            }
        case COM__OPENSOURCE__SVGA__SHAPE_ENTITY__ARGS_ELLIPSE:
            if let args = source.pointee.ellipse?.pointee {
                shape.args = .ellipse(x: args.x, y: args.y, radiusX: args.radiusx, radiusY: args.radiusy)
                keep(args.base, .args, in: &shape.unknown)
            }
        default: break
        }
        if let styles = source.pointee.styles?.pointee {
            shape.styles = WireStyle(styles)
            keep(styles.base, .styles, in: &shape.unknown)
            if let fill = styles.fill?.pointee { keep(fill.base, .fill, in: &shape.unknown) }
            if let stroke = styles.stroke?.pointee { keep(stroke.base, .stroke, in: &shape.unknown) }
        }
        if let transform = source.pointee.transform?.pointee {
            shape.transform = WireTransform(transform)
            keep(transform.base, .transform, in: &shape.unknown)
        }
        keep(source.pointee.base, .own, in: &shape.unknown)
        return shape
    }

    // MARK: - Parts

    /// Releases the previous message, and limits protobuf-c's memory to the remaining budget.
    private mutating func startMessage(at offset: Int) {
        messageOffset = offset
        arena.reset(limit: scan.budget.bytesLeft)
    }

    /// Copies the fields that are unknown to protobuf-c.
    private mutating func keep(_ message: ProtobufCMessage, _ part: UnknownFields.Part, in unknown: inout UnknownFields) {
        for field in UnsafeBufferPointer(start: message.unknown_fields, count: Int(message.n_unknown_fields)) {
            var bytes: [UInt8] = []
            var tag = field.tag << 3 | field.wire_type.rawValue
            while tag >= 0x80 {
                bytes.append(UInt8(truncatingIfNeeded: tag) | 0x80)
                tag >>= 7
            }
            bytes.append(UInt8(tag))
            bytes += UnsafeBufferPointer(start: field.data, count: field.len)
            unknown.append(bytes, to: part, .protobuf)
            keptFields += 1
        }
    }

    /// Unwraps a decoded message. The message was scanned before, so protobuf-c rejects it only because of a limit or of a stricter rule.
    private func checked<Message>(_ message: UnsafeMutablePointer<Message>?) throws(SVGAError) -> UnsafeMutablePointer<Message> {
        if let message { return message }
        if arena.isExhausted {
            throw .limit(LimitExceeded(\.documentBytes, of: limits, found: limits.documentBytes + 1))
        }
        if arena.hasFailed { throw .file(reason: "out of memory") }
        throw .protobuf(byteOffset: messageOffset, reason: "protobuf-c rejects the message")
    }

    private mutating func text(_ source: UnsafeMutablePointer<CChar>?) throws(SVGAError) -> String {
        guard let source, source.pointee != 0 else { return "" }
        let count = strlen(source)
        return try source.withMemoryRebound(to: UInt8.self, capacity: count) { (bytes) throws(SVGAError) in
            try text(UnsafeBufferPointer(start: bytes, count: count), offset: messageOffset)
        }
    }

    private mutating func text(_ source: UnsafeBufferPointer<UInt8>, offset: Int) throws(SVGAError) -> String {
        guard let text = repair.text(source) else {
            throw .protobuf(byteOffset: offset, reason: "too many texts are not valid UTF-8")
        }
        return text
    }
}

extension WireLayout {
    fileprivate init(x: Float, y: Float, width: Float, height: Float) {
        self.init()
        (self.x, self.y, self.width, self.height) = (x, y, width, height)
    }
}

extension WireTransform {
    fileprivate init(_ source: Com__Opensource__Svga__Transform) {
        self.init()
        (a, b, c, d, tx, ty) = (source.a, source.b, source.c, source.d, source.tx, source.ty)
    }
}

extension WireColor {
    fileprivate init(_ source: Com__Opensource__Svga__ShapeEntity__ShapeStyle__RGBAColor) {
        self.init()
        (r, g, b, a) = (source.r, source.g, source.b, source.a)
    }
}

extension WireStyle {
    fileprivate init(_ source: Com__Opensource__Svga__ShapeEntity__ShapeStyle) {
        self.init()
        fill = source.fill.map { WireColor($0.pointee) }
        stroke = source.stroke.map { WireColor($0.pointee) }
        strokeWidth = source.strokewidth
        lineCap = Int32(truncatingIfNeeded: source.linecap.rawValue)
        lineJoin = Int32(truncatingIfNeeded: source.linejoin.rawValue)
        miterLimit = source.miterlimit
        lineDash = (source.linedashi, source.linedashii, source.linedashiii)
    }
}

/// Owns the memory of protobuf-c messages, and releases all of it at once.
final class ProtobufArena {
    private let arena: UnsafeMutablePointer<svga_arena>

    init(limit: Int) {
        arena = .allocate(capacity: 1)
        svga_arena_init(arena, max(0, limit))
    }

    deinit {
        svga_arena_free(arena)
        arena.deallocate()
    }

    /// The allocator for protobuf-c. It is valid while the arena exists.
    var allocator: UnsafeMutablePointer<ProtobufCAllocator> {
        // The allocator is the struct's first member.
        UnsafeMutableRawPointer(arena).assumingMemoryBound(to: ProtobufCAllocator.self)
    }

    /// Whether an allocation was refused because of the limit.
    var isExhausted: Bool { arena.pointee.refused != 0 }

    /// Whether the system could not allocate memory.
    var hasFailed: Bool { arena.pointee.failed != 0 }

    /// Releases all memory.
    func reset(limit: Int) {
        svga_arena_reset(arena)
        arena.pointee.limit = max(0, limit)
    }

    /// Allocates uninitialized memory for `count` values of a plain C type. Returns nil above the limit.
    func take<Value>(_ type: Value.Type, count: Int = 1) -> UnsafeMutablePointer<Value>? {
        let (bytes, overflow) = MemoryLayout<Value>.stride.multipliedReportingOverflow(by: count)
        guard !overflow, let raw = svga_arena_take(arena, bytes) else { return nil }
        return raw.bindMemory(to: Value.self, capacity: count)
    }
}
