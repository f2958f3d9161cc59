import SVGAFormat
import SVGAModel
import TestSupport
import Testing

/// Something there can be many of in a file.
enum Count: String, CaseIterable, Codable, Sendable {
    case sprites, hiddenSprites, frames, images, equalImages, keys
    /// The length of a key, of a sprite with as many frames that each lead to a diagnostic.
    case keyBytes
    case shapes, clips, pathSegments, dashes, mattes
    /// Sprites with one matteKey, with a matte between each two.
    case matteRun
    case keepChain, zipEntries
    /// Entries of a ZIP that are found only by ignoring case.
    case looseEntryNames
    case notANumber, unknownFields, unknownMembers, sounds

    /// Large enough that fixed costs do not matter, small enough for the suite to take seconds.
    var smallSize: Int {
        switch self {
        case .sprites, .hiddenSprites, .keys: 1000
        case .frames, .keepChain: 3000
        case .images, .equalImages: 80
        case .keyBytes: 1500
        case .shapes: 2000
        // Few, because each clip is a path and a shape with memory of their own. Beyond some thousands, fetching that memory takes longer
        // than the work, which is not a growth of work.
        case .clips: 250
        case .pathSegments: 3000
        case .dashes: 10_000
        case .mattes, .matteRun: 500
        case .zipEntries, .looseEntryNames: 120
        case .notANumber: 500
        case .unknownFields, .unknownMembers: 1500
        case .sounds: 1000
        }
    }

    /// A file with `size` of them.
    /// - Parameter isOther: a file in which each of them is a little different, to compare with.
    func file(_ size: Int, isOther: Bool = false) throws -> [UInt8] {
        let shift: Float = isOther ? 0.25 : 0
        var movie = WireMovie.tiny(frames: 2)
        var container = VideoEntity.Container.zlib
        switch self {
        case .sprites:
            movie.images = [Count.image("a", 0)]
            movie.sprites = (0..<size).map { .one("a", Count.frame($0, shift)) }
        case .hiddenSprites:
            movie.images = [Count.image("a", 0)]
            movie.sprites = (0..<size).map { $0 % 2 == 0 ? .one("a", .hidden) : .one("a", Count.frame($0, shift)) }
        case .frames:
            movie.frames = Int32(size)
            movie.images = [Count.image("a", 0)]
            movie.sprites = [WireSprite(imageKey: "a", frames: (0..<size).map { Count.frame($0, shift) })]
        case .images:
            movie.images = (0..<size).map { Count.image("image\($0)", isOther ? $0 + size : $0) }
            movie.sprites = (0..<size).map { .one("image\($0)", Count.frame($0)) }
        case .equalImages:
            movie.images = (0..<size).map { Count.image("image\($0)", isOther ? 1 : 0) }
            movie.sprites = (0..<size).map { .one("image\($0)", Count.frame($0)) }
        case .keys:
            movie.sprites = (0..<size).map { .one("\(isOther ? "other" : "key")\($0).vector", .visible(Count.shape($0))) }
        case .keyBytes:
            let frames = (0..<size).map { WireFrame.visible(alpha: 2, transform: WireTransform(tx: Float($0) + shift)) }
            movie.frames = Int32(size)
            // Of 6000 frames just below the limit of keys.
            movie.sprites = [WireSprite(imageKey: String(repeating: "k", count: 10 * size), frames: frames)]
        case .shapes:
            var frame = WireFrame.visible()
            frame.shapes = (0..<size).map { Count.shape($0, shift) }
            movie.sprites = [.one("v.vector", frame)]
        case .clips:
            movie.frames = Int32(size)
            let frames = (0..<size).map { index in
                let (x, y) = (Count.fraction(index) + shift, index % 12)
                return WireFrame.visible(clip: "M\(x) 0H9V9Z", .path("M\(x) \(y)h4v4z"), Count.shape(index))
            }
            movie.sprites = [WireSprite(imageKey: "v.vector", frames: frames)]
        case .pathSegments:
            // Down a high canvas, so that no segment is too short for Cairo's fixed-point numbers and few of them meet in a row.
            movie.viewBoxHeight = 1024
            let zigzag = (0..<size).map { "L\($0 % 2 == 0 ? 2 : 14 - shift) \(1024 * Float($0 + 1) / Float(size))" }.joined()
            movie.sprites = [
                .one("v.vector", .visible(.path("M0 0\(zigzag)L0 1024Z"))),
                .one("v.vector", .visible(clip: "M0 0\(zigzag)L16 1024V0Z", .rect(0, 0, 16, 1024))),
            ]
        case .dashes:
            let line = WireShape.path(
                "M0 8L\(2 * size) \(8 + shift)", .stroke(.red, width: 1, dash: (1, 1, 0)),
                transform: WireTransform(a: 8 / Float(size)))
            movie.sprites = [.one("v.vector", .visible(line))]
        case .mattes:
            movie.sprites = (0..<size).flatMap { index in
                [
                    WireSprite.one("m\(index).matte", .visible(Count.shape(index))),
                    .one("v.vector", matte: "m\(index).matte", .visible(Count.shape(index, shift))),
                ]
            }
        case .matteRun:
            movie.sprites = (0..<size).flatMap { index in
                [
                    WireSprite.one("m\(index).matte", .visible(Count.shape(index))),
                    .one("v\(index).vector", matte: "m0.matte", .visible(Count.shape(index, shift))),
                ]
            }
        case .keepChain:
            movie.frames = Int32(size)
            movie.sprites = [
                WireSprite(
                    imageKey: "v.vector",
                    frames: [.visible(Count.shape(0), Count.shape(1, shift))] + Array(repeating: .visible(.keep), count: size - 1))
            ]
        case .zipEntries, .looseEntryNames:
            container = .zipBinary
            movie.images = (0..<size).map { Count.image("entry\($0)", isOther ? $0 + size : $0) }
            movie.sprites = (0..<10).map { .one("entry\($0)", Count.frame($0)) }
        case .notANumber:
            movie.frames = Int32(size)
            let nothing = WireTransform(a: .nan, d: .nan, tx: shift)
            let frames = (0..<size).map { _ in
                WireFrame.visible(
                    layout: WireLayout(x: .nan, width: 4, height: 4), transform: nothing, .rect(.nan, 0, 4, 4),
                    .path("M0 0H9V9Z", transform: nothing))
            }
            movie.sprites = [WireSprite(imageKey: "v.vector", frames: frames), .one("v.vector", Count.frame(0))]
        case .unknownFields:
            let field: [UInt8] = [0xA0, 0x06, 0x01]
            let own = UnknownFields.Entry(
                part: .own, encoding: .protobuf, bytes: Array([[UInt8]](repeating: field, count: size).joined()), count: size)
            movie.unknown = UnknownFields(entries: [own])
            var frame = Count.frame(0, shift)
            frame.unknown.append(field, to: .own, .protobuf)
            frame.unknown.append(field, to: .transform, .protobuf)
            movie.sprites = [WireSprite(imageKey: "v.vector", frames: Array(repeating: frame, count: size))]
        case .unknownMembers:
            container = .zipJSON
            let members = (0..<size).map { "\"u\($0)\":1" }.joined(separator: ",")
            movie.unknown = UnknownFields(
                entries: [UnknownFields.Entry(part: .own, encoding: .json, bytes: Array(members.utf8), count: size)])
            var frame = Count.frame(0, shift)
            frame.unknown.append(Array("\"u\":1".utf8), to: .own, .json)
            movie.sprites = [WireSprite(imageKey: "v.vector", frames: Array(repeating: frame, count: size))]
        case .sounds:
            movie.images = (0..<size).map { WireImage(key: "sound\($0)", bytes: Array("ID3 \(isOther ? $0 + size : $0)".utf8)) }
            movie.audios = (0..<size).map { index in
                var audio = WireAudio()
                (audio.audioKey, audio.endFrame, audio.totalTime) = ("sound\(index)", 2, 100)
                return audio
            }
        }
        let bytes = try DocumentWriter.write(movie, as: container)
        return self == .looseEntryNames ? Count.inCapitals(bytes, "entry") : bytes
    }

    // MARK: One of them

    /// 4 × 4 pixels with a transparent margin, different for each number.
    private static func image(_ key: String, _ number: Int) -> WireImage {
        var samples = [UInt8](repeating: 0, count: 4 * 16)
        for (position, pixel) in [5, 6, 9, 10].enumerated() {
            for channel in 0..<3 {
                samples[4 * pixel + channel] = UInt8(truncatingIfNeeded: number >> (8 * position)) ^ UInt8(40 * channel)
            }
            samples[4 * pixel + 3] = 255
        }
        return WireImage(key: key, bytes: ImageFixtures.png(width: 4, height: 4, samples: samples))
    }

    /// A visible frame whose layout and transform are different for each index.
    private static func frame(_ index: Int, _ shift: Float = 0) -> WireFrame {
        .visible(
            layout: WireLayout(width: 4, height: 4 + fraction(index)),
            transform: WireTransform(tx: Float(index % 12) + shift, ty: fraction(index)))
    }

    private static func shape(_ index: Int, _ shift: Float = 0) -> WireShape {
        .rect(fraction(index), Float(index % 12), 2 + shift, 2)
    }

    /// A number from 0 up to 12, different for each index below 2²⁰.
    private static func fraction(_ index: Int) -> Float { Float(index % (1 << 20)) / Float(1 << 20) * 12 }

    /// Changes the names of a ZIP's entries to capitals. The movie that refers to them is deflated, so its names stay as they are.
    private static func inCapitals(_ bytes: [UInt8], _ name: String) -> [UInt8] {
        let name = Array(name.utf8)
        var bytes = bytes
        for start in 0..<max(0, bytes.count - name.count) where bytes[start] == name[0] && bytes[start..<start + name.count] == name[...] {
            for position in start..<start + name.count { bytes[position] -= 32 }
        }
        return bytes
    }
}
