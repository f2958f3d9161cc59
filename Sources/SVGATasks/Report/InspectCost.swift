import SVGAEmulation
import SVGAFormat
import SVGAImage
package import SVGAModel
package import SVGASupport

/// The costs of a file's parts: bytes in the file, and memory during playback.
package struct InspectCost: Sendable {
    /// Bytes in the file. Images and sounds are counted compressed; `frames` is the remainder.
    package let images: Int
    package let sounds: Int
    package let frames: Int
    /// For each public player, the bytes of its decoded images; nil if it cannot load this file.
    package let memory: [(player: PublicPlayer, bytes: Int?)]

    /// - Parameter sizes: the sizes of the images in pixels; nil if a header cannot be read.
    package init(_ movie: VideoEntity, fileBytes: Int, sizes: [(width: Int, height: Int)?]) {
        images = min(fileBytes, movie.images.reduce(0) { $0 + InspectCost.stored($1.bytes, movie.container) })
        sounds = min(fileBytes - images, movie.sounds.reduce(0) { $0 + InspectCost.stored($1.bytes, movie.container) })
        frames = fileBytes - images - sounds
        memory = PublicPlayer.allCases.map { ($0, InspectCost.memory($0.profile, movie, sizes)) }
    }

    /// The approximate bytes of a payload in the file.
    private static func stored(_ bytes: [UInt8], _ container: VideoEntity.Container) -> Int {
        // A bare message is not compressed. Without memory for a compressor, the uncompressed size counts.
        guard container != .protobuf, let deflater = LibdeflateCompressor(level: 1) else { return bytes.count }
        return min(bytes.count, deflater.zlib(bytes).count)
    }

    private static func memory(_ profile: Profile, _ movie: VideoEntity, _ sizes: [(width: Int, height: Int)?]) -> Int? {
        guard profile.opens(movie.container) else { return nil }
        if profile.pictures == .allOrNothing {
            let failing = zip(movie.images, sizes).contains { $1 == nil && EmulatedPictures.mustDecode($0.key) }
            if failing || movie.sounds.contains(where: { EmulatedPictures.mustDecode($0.key) }) { return nil }
        }
        return zip(movie.images, sizes).reduce(0) { sum, image in
            let (picture, size) = image
            guard let size, !profile.pictures.isByBase64 || EmulatedPictures.isPicture(picture.bytes) else { return sum }
            let isSmall = profile.reducesOpaqueColors && picture.isOpaqueByHeader
            return sum.addingSaturating(size.width.multipliedSaturating(by: size.height).multipliedSaturating(by: isSmall ? 2 : 4))
        }
    }
}

extension Profile {
    /// Whether the player opens files in this container.
    fileprivate func opens(_ container: VideoEntity.Container) -> Bool {
        switch container {
        case .zipJSON: archives != .never
        case .zipBinary: archives != .never && readsBinaryEntry
        case .gzip: opensGzip
        case .zlib, .protobuf: true
        }
    }
}

extension ImageEntity {
    /// Whether the header declares the image opaque. Android's decoder uses the header, not the pixels.
    fileprivate var isOpaqueByHeader: Bool {
        switch format {
        case .jpeg, .bmp: return true
        case .gif, .unknown: return false
        case .png:
            guard bytes.count > 33 else { return false }
            return [0, 2, 3].contains(bytes[25]) && !hasTransparencyChunk
        case .webp:
            guard bytes.count > 24 else { return false }
            switch bytes[15] {
            // "VP8 " has no alpha; "VP8L" and "VP8X" have an alpha flag in the header.
            case UInt8(ascii: " "): return true
            case UInt8(ascii: "L"): return bytes[24] & 0x10 == 0
            default: return bytes[20] & 0x10 == 0
            }
        }
    }

    /// Whether a PNG has a `tRNS` chunk before its pixels.
    private var hasTransparencyChunk: Bool {
        var offset = 8
        while offset + 8 <= bytes.count {
            let name = bytes[offset + 4..<offset + 8]
            if name.elementsEqual("tRNS".utf8) { return true }
            if name.elementsEqual("IDAT".utf8) { return false }
            offset += 12 + (ByteReader(bytes).big(at: offset, bytes: 4) ?? 0)
        }
        return false
    }
}

extension InspectCost: JSONRepresentable {
    /// The stable JSON of `--json`: bytes of the file by purpose, and bytes of decoded images by player, null if the player cannot load the file.
    package var json: JSONValue {
        func bytes(_ player: PublicPlayer) -> Int? { memory.first { $0.player == player }?.bytes }
        let players: JSONValue = [
            "ios": bytes(.ios), "android": bytes(.android), "web": bytes(.web), "webLite": bytes(.webLite), "flutter": bytes(.flutter),
            "harmony": bytes(.harmony), "wechat": bytes(.wechat),
        ]
        return ["images": images, "frames": frames, "sounds": sounds, "memory": players]
    }
}
