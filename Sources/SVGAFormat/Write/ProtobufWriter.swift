import CProtobufC
import CSVGAProto
import SVGAModel
import SVGAPlatform
import SVGASupport

/// Encodes a wire movie with protobuf-c, part by part: an arena has the messages of one part at a time.
struct ProtobufWriter {
    private let arena = ProtobufArena(limit: Int.max)

    /// The movie must have only content that protobuf supports.
    static func message(_ movie: WireMovie) throws(SVGAError) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(estimatedBytes(of: movie))
        try parts(of: movie) { bytes.append(contentsOf: $0) }
        return bytes
    }

    /// The approximate size of ``message(_:)``, seldom too small.
    static func estimatedBytes(of movie: WireMovie) -> Int {
        let payloads = movie.images.reduce(0) { $0 + $1.bytes.count + headBytes }
        return movie.sprites.reduce(payloads) { $0 + $1.frames.count * frameBytes + headBytes }
    }

    private static let headBytes = 32
    private static let frameBytes = 40

    /// Passes the parts of ``message(_:)`` one after the other, so that the encoded movie is not in memory at once.
    ///
    /// Joined, the parts are the entire message: repeated fields are adjacent, and fields are in the order of their numbers.
    /// - Parameter take: receives bytes that are valid during the call.
    static func parts(
        of movie: WireMovie, _ take: (UnsafeBufferPointer<UInt8>) throws(SVGAError) -> Void
    ) throws(SVGAError) {
        let writer = ProtobufWriter()
        try writer.pack(take) { (message) throws(SVGAError) in try writer.fillHead(message, movie) }
        for image in movie.images {
            // The payload is the largest part and is read without a copy.
            try withoutCopying(image.bytes) { (payload) throws(SVGAError) in
                try writer.pack(take) { (message) throws(SVGAError) in
                    message.pointee.n_images = 1
                    message.pointee.images = try writer.list([image]) { (image) throws(SVGAError) in try writer.make(image, payload) }
                }
            }
        }
        for sprite in movie.sprites {
            try writer.pack(take) { (message) throws(SVGAError) in
                message.pointee.n_sprites = 1
                message.pointee.sprites = try writer.list([sprite], writer.make)
            }
        }
        try writer.pack(take) { (message) throws(SVGAError) in
            message.pointee.n_audios = movie.audios.count
            message.pointee.audios = try writer.list(movie.audios, writer.make)
            try writer.complete(message, movie.unknown, .own)
        }
    }

    private static func withoutCopying(
        _ bytes: [UInt8], _ body: (UnsafeBufferPointer<UInt8>) throws(SVGAError) -> Void
    ) throws(SVGAError) {
        try bytes.withUnsafeBufferPointer { (bytes) throws(SVGAError) in try body(bytes) }
    }

    /// Encodes a movie with only the content that `fill` adds.
    private func pack(
        _ take: (UnsafeBufferPointer<UInt8>) throws(SVGAError) -> Void,
        _ fill: (UnsafeMutablePointer<Com__Opensource__Svga__MovieEntity>) throws(SVGAError) -> Void
    ) throws(SVGAError) {
        arena.reset(limit: Int.max)
        let message = try self.take(Com__Opensource__Svga__MovieEntity.self)
        com__opensource__svga__movie_entity__init(message)
        try fill(message)
        let size = com__opensource__svga__movie_entity__get_packed_size(message)
        let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
            count = com__opensource__svga__movie_entity__pack(message, buffer.baseAddress)
        }
        try ProtobufWriter.withoutCopying(bytes, take)
    }

    // MARK: - Parts

    private func take<Value>(_ type: Value.Type, count: Int = 1) throws(SVGAError) -> UnsafeMutablePointer<Value> {
        guard let memory = arena.take(type, count: count) else { throw .library(name: "protobuf-c", reason: "out of memory") }
        return memory
    }

    /// The text with a terminating NUL; a NUL inside would also terminate it.
    private func text(_ value: String) throws(SVGAError) -> UnsafeMutablePointer<CChar> {
        let count = value.utf8.count
        let memory = try take(CChar.self, count: count + 1)
        // `CChar` is signed on some machines and unsigned on others, such as arm64.
        for (index, byte) in value.utf8.enumerated() { memory[index] = CChar(truncatingIfNeeded: byte) }
        memory[count] = 0
        return memory
    }

    /// The pointers to the messages that `make` returns for `values`.
    private func list<Value, Message>(
        _ values: [Value], _ make: (Value) throws(SVGAError) -> UnsafeMutablePointer<Message>
    ) throws(SVGAError) -> UnsafeMutablePointer<UnsafeMutablePointer<Message>?> {
        let memory = try take(UnsafeMutablePointer<Message>?.self, count: values.count)
        for (index, value) in values.enumerated() { memory[index] = try make(value) }
        return memory
    }

    /// Adds the content that protobuf-c would omit: unknown fields, and every -0, which it treats as 0.
    /// - Parameter zeros: further fields of value 0 to write.
    private func complete<Message>(
        _ message: UnsafeMutablePointer<Message>, _ unknown: UnknownFields, _ part: UnknownFields.Part, zeros: [UInt8] = []
    ) throws(SVGAError) {
        let start = UnsafeMutableRawPointer(message)
        // Every message starts with its base.
        let base = start.assumingMemoryBound(to: ProtobufCMessage.self)
        var fields = zeros + negativeZeros(start, base.pointee.descriptor.pointee)
        if !unknown.isEmpty { fields += unknown[part, .protobuf] }
        guard let tagEnd = fields.firstIndex(where: { $0 < 0x80 }) else { return }
        // protobuf-c receives them as one unknown field: the first tag, and the remaining bytes as its data.
        let tag = fields[...tagEnd].reversed().reduce(UInt32(0)) { $0 << 7 | UInt32($1 & 0x7F) }
        let data = try take(UInt8.self, count: fields.count - tagEnd - 1)
        fields[(tagEnd + 1)...].withUnsafeBufferPointer { if let base = $0.baseAddress { data.update(from: base, count: $0.count) } }
        let field = try take(ProtobufCMessageUnknownField.self)
        field.pointee.tag = tag >> 3
        field.pointee.wire_type = ProtobufCWireType(rawValue: tag & 7)
        field.pointee.len = fields.count - tagEnd - 1
        field.pointee.data = data
        base.pointee.unknown_fields = field
        base.pointee.n_unknown_fields = 1
    }

    private func negativeZeros(_ message: UnsafeMutableRawPointer, _ descriptor: ProtobufCMessageDescriptor) -> [UInt8] {
        var fields: [UInt8] = []
        for field in UnsafeBufferPointer(start: descriptor.fields, count: Int(descriptor.n_fields))
        where field.type == PROTOBUF_C_TYPE_FLOAT {
            let value = message.load(fromByteOffset: Int(field.offset), as: Float.self)
            // The number of a float field is at most 9, so its tag is one byte.
            if value == 0, value.sign == .minus { fields += [UInt8(field.id << 3 | 5), 0, 0, 0, 0x80] }
        }
        return fields
    }

    // MARK: - Messages

    /// The movie's scalar fields.
    private func fillHead(_ message: UnsafeMutablePointer<Com__Opensource__Svga__MovieEntity>, _ movie: WireMovie) throws(SVGAError) {
        let params = try take(Com__Opensource__Svga__MovieParams.self)
        com__opensource__svga__movie_params__init(params)
        params.pointee.viewboxwidth = movie.viewBoxWidth
        params.pointee.viewboxheight = movie.viewBoxHeight
        params.pointee.fps = movie.fps
        params.pointee.frames = movie.frames
        try complete(params, movie.unknown, .params)
        message.pointee.version = try text(movie.version)
        message.pointee.params = params
    }

    /// - Parameter payload: the image's bytes, which must stay valid until the message is encoded.
    private func make(
        _ image: WireImage, _ payload: UnsafeBufferPointer<UInt8>
    ) throws(SVGAError) -> UnsafeMutablePointer<Com__Opensource__Svga__MovieEntity__ImagesEntry> {
        let message = try take(Com__Opensource__Svga__MovieEntity__ImagesEntry.self)
        com__opensource__svga__movie_entity__images_entry__init(message)
        message.pointee.key = try text(image.key)
        message.pointee.value.len = payload.count
        // protobuf-c only reads it.
        message.pointee.value.data = UnsafeMutablePointer(mutating: payload.baseAddress)
        try complete(message, image.unknown, .own)
        return message
    }

    private func make(_ sprite: WireSprite) throws(SVGAError) -> UnsafeMutablePointer<Com__Opensource__Svga__SpriteEntity> {
        let message = try take(Com__Opensource__Svga__SpriteEntity.self)
        com__opensource__svga__sprite_entity__init(message)
        message.pointee.imagekey = try text(sprite.imageKey)
        message.pointee.mattekey = try text(sprite.matteKey)
        message.pointee.n_frames = sprite.frames.count
        message.pointee.frames = try list(sprite.frames, make)
        try complete(message, sprite.unknown, .own)
        return message
    }

    private func make(_ audio: WireAudio) throws(SVGAError) -> UnsafeMutablePointer<Com__Opensource__Svga__AudioEntity> {
        let message = try take(Com__Opensource__Svga__AudioEntity.self)
        com__opensource__svga__audio_entity__init(message)
        message.pointee.audiokey = try text(audio.audioKey)
        message.pointee.startframe = audio.startFrame
        message.pointee.endframe = audio.endFrame
        message.pointee.starttime = audio.startTime
        message.pointee.totaltime = audio.totalTime
        try complete(message, audio.unknown, .own)
        return message
    }

    private func make(_ frame: WireFrame) throws(SVGAError) -> UnsafeMutablePointer<Com__Opensource__Svga__FrameEntity> {
        let message = try take(Com__Opensource__Svga__FrameEntity.self)
        com__opensource__svga__frame_entity__init(message)
        message.pointee.alpha = frame.alpha
        if let layout = frame.layout { message.pointee.layout = try make(layout, frame.unknown) }
        if let transform = frame.transform { message.pointee.transform = try make(transform, frame.unknown) }
        message.pointee.clippath = try text(frame.clipPath)
        message.pointee.n_shapes = frame.shapes.count
        message.pointee.shapes = try list(frame.shapes, make)
        try complete(message, frame.unknown, .own)
        return message
    }

    private func make(
        _ layout: WireLayout, _ unknown: UnknownFields
    ) throws(SVGAError) -> UnsafeMutablePointer<Com__Opensource__Svga__Layout> {
        let message = try take(Com__Opensource__Svga__Layout.self)
        com__opensource__svga__layout__init(message)
        message.pointee.x = layout.x
        message.pointee.y = layout.y
        message.pointee.width = layout.width
        message.pointee.height = layout.height
        try complete(message, unknown, .layout)
        return message
    }

    private func make(
        _ transform: WireTransform, _ unknown: UnknownFields
    ) throws(SVGAError) -> UnsafeMutablePointer<Com__Opensource__Svga__Transform> {
        let message = try take(Com__Opensource__Svga__Transform.self)
        com__opensource__svga__transform__init(message)
        message.pointee.a = transform.a
        message.pointee.b = transform.b
        message.pointee.c = transform.c
        message.pointee.d = transform.d
        message.pointee.tx = transform.tx
        message.pointee.ty = transform.ty
        try complete(message, unknown, .transform)
        return message
    }

    private func make(_ shape: WireShape) throws(SVGAError) -> UnsafeMutablePointer<Com__Opensource__Svga__ShapeEntity> {
        let kind = shape.kind?.rawValue ?? shape.unknownKind
        let message = try take(Com__Opensource__Svga__ShapeEntity.self)
        com__opensource__svga__shape_entity__init(message)
        message.pointee.type = Com__Opensource__Svga__ShapeEntity__ShapeType(rawValue: UInt32(bitPattern: kind))
        switch shape.args {
        case .none: break
        case .shape(let d):
            let args = try take(Com__Opensource__Svga__ShapeEntity__ShapeArgs.self)
            com__opensource__svga__shape_entity__shape_args__init(args)
            args.pointee.d = try text(d)
            try complete(args, shape.unknown, .args)
            message.pointee.shape = args
            message.pointee.args_case = COM__OPENSOURCE__SVGA__SHAPE_ENTITY__ARGS_SHAPE
        case .rect(let x, let y, let width, let height, let cornerRadius):
            let args = try take(Com__Opensource__Svga__ShapeEntity__RectArgs.self)
            com__opensource__svga__shape_entity__rect_args__init(args)
            (args.pointee.x, args.pointee.y) = (x, y)
            (args.pointee.width, args.pointee.height, args.pointee.cornerradius) = (width, height, cornerRadius)
            try complete(args, shape.unknown, .args)
            message.pointee.rect = args
            message.pointee.args_case = COM__OPENSOURCE__SVGA__SHAPE_ENTITY__ARGS_RECT
        case .ellipse(let x, let y, let radiusX, let radiusY):
            let args = try take(Com__Opensource__Svga__ShapeEntity__EllipseArgs.self)
            com__opensource__svga__shape_entity__ellipse_args__init(args)
            (args.pointee.x, args.pointee.y, args.pointee.radiusx, args.pointee.radiusy) = (x, y, radiusX, radiusY)
            try complete(args, shape.unknown, .args)
            message.pointee.ellipse = args
            message.pointee.args_case = COM__OPENSOURCE__SVGA__SHAPE_ENTITY__ARGS_ELLIPSE
        }
        if let styles = shape.styles { message.pointee.styles = try make(styles, shape.unknown) }
        if let transform = shape.transform { message.pointee.transform = try make(transform, shape.unknown) }
        try complete(message, shape.unknown, .own)
        return message
    }

    private func make(
        _ style: WireStyle, _ unknown: UnknownFields
    ) throws(SVGAError) -> UnsafeMutablePointer<Com__Opensource__Svga__ShapeEntity__ShapeStyle> {
        let message = try take(Com__Opensource__Svga__ShapeEntity__ShapeStyle.self)
        com__opensource__svga__shape_entity__shape_style__init(message)
        if let fill = style.fill { message.pointee.fill = try make(fill, unknown, .fill) }
        if let stroke = style.stroke { message.pointee.stroke = try make(stroke, unknown, .stroke) }
        message.pointee.strokewidth = style.strokeWidth
        message.pointee.linecap.rawValue = UInt32(bitPattern: style.lineCap)
        message.pointee.linejoin.rawValue = UInt32(bitPattern: style.lineJoin)
        message.pointee.miterlimit = style.miterLimit
        (message.pointee.linedashi, message.pointee.linedashii, message.pointee.linedashiii) = style.lineDash
        try complete(message, unknown, .styles)
        return message
    }

    private func make(
        _ color: WireColor, _ unknown: UnknownFields, _ part: UnknownFields.Part
    ) throws(SVGAError) -> UnsafeMutablePointer<Com__Opensource__Svga__ShapeEntity__ShapeStyle__RGBAColor> {
        let message = try take(Com__Opensource__Svga__ShapeEntity__ShapeStyle__RGBAColor.self)
        com__opensource__svga__shape_entity__shape_style__rgbacolor__init(message)
        (message.pointee.r, message.pointee.g, message.pointee.b, message.pointee.a) = (color.r, color.g, color.b, color.a)
        // The Android player throws on a color without a written alpha (Where players differ, Colors).
        let isAlphaOmitted = color.a == 0 && color.a.sign == .plus
        try complete(message, unknown, part, zeros: isAlphaOmitted ? [4 << 3 | 5, 0, 0, 0, 0] : [])
        return message
    }
}
