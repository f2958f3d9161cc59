import SVGAFormat
import SVGAImage
public import SVGAModel
import SVGAPixels
package import SVGASupport

/// Writes a movie as a Lottie animation.
///
/// A sprite becomes a layer named by its key. An image becomes an asset whose id is its key, so that players can replace it.
/// All properties are hold keyframes, because a movie has no values between frames. Clip paths become masks, and mattes become track mattes.
/// Shapes become shape layers, and sounds become audio layers. Parts without any effect are left out, see ``leftOut``.
///
/// ```swift
/// let movie = try VideoEntity(bytes: bytes)
/// let json = LottieWriter(movie).json()
/// ```
public struct LottieWriter: Sendable {
    private let movie: VideoEntity
    private let composition: WrittenComposition

    /// Converts the movie's sprites to layers.
    /// - Complexity: linear in the frames of all sprites and the segments of their paths.
    public init(_ movie: VideoEntity) {
        self.movie = movie
        composition = WrittenComposition(movie)
    }

    /// The omitted parts, one line each, such as `sprite "name", which shows nothing`. They are images that no sprite shows, sounds that
    /// never play, and sprites that are never visible, including those that only show an app's text or image.
    public var leftOut: [String] { composition.leftOut.map(\.description) }
    /// ``leftOut``, which can be translated.
    package var omissions: [Message] { composition.leftOut }

    /// The animation as one JSON text, with embedded images and sounds.
    public func json() -> [UInt8] {
        json { payload in
            ("", "data:\(payload.mimeType);base64," + Base64.encoded(payload.bytes))
        }
    }

    /// The animation as a dotLottie file: a ZIP of the JSON text, its images and its sounds.
    /// - Throws: ``SVGAError`` if the result exceeds a ZIP's maximum size.
    public func dotLottie() throws(SVGAError) -> [UInt8] {
        var files: [ArchiveEntry] = []
        let animation = json { payload in
            let folder = payload.isSound ? "audio/" : "images/"
            files.append(ArchiveEntry(name: folder + payload.fileName, bytes: payload.bytes))
            return ("/" + folder, payload.fileName)
        }
        let manifest: JSONValue = [
            "version": "1.0", "generator": "svga", "animations": JSONValue.array([["id": "animation", "loop": true]]),
        ]
        let entries = [
            ArchiveEntry(name: "manifest.json", bytes: Array(manifest.text(.compact).utf8)),
            ArchiveEntry(name: "animations/animation.json", bytes: animation),
        ]
        return try ZipWriter.archive(entries + files)
    }

    /// The animation as a JSON text, and the images and sounds for a folder beside it.
    /// - Parameter folder: the folder's name in the JSON, without a trailing slash.
    package func json(besideFolder folder: String) -> (json: [UInt8], files: [(name: String, bytes: [UInt8])]) {
        var files: [(name: String, bytes: [UInt8])] = []
        let animation = json { payload in
            files.append((payload.fileName, payload.bytes))
            return (folder + "/", payload.fileName)
        }
        return (animation, files)
    }

    // MARK: JSON

    private typealias FileType = (mime: String, ending: String)

    /// A stored image or sound.
    private struct Payload {
        let fileName: String
        let mimeType: String
        let isSound: Bool
        let bytes: [UInt8]
    }

    /// - Parameter store: stores a payload, and returns its folder and its name.
    private func json(_ store: (Payload) -> (folder: String, name: String)) -> [UInt8] {
        let (width, height) = movie.canvasPixels
        let names = assetNames
        let list = LayerWriter(names: names)
        var json: [UInt8] = []
        json.put("{\"v\":\"5.7.0\",\"fr\":\(movie.fps),\"ip\":0,\"op\":\(max(1, movie.frameCount)),\"w\":\(width),\"h\":\(height),")
        json.put("\"ddd\":0,\"assets\":[")
        var isFirst = true
        func begin(_ id: String?, _ json: inout [UInt8]) {
            json.put(isFirst ? "{\"id\":" : ",{\"id\":")
            isFirst = false
            JSONText.append(id ?? "", to: &json, escaping: .short)
            json.put(",")
        }
        func put(_ payload: Payload, _ json: inout [UInt8]) {
            let (folder, name) = store(payload)
            json.put("\"u\":")
            JSONText.append(folder, to: &json, escaping: .short)
            json.put(",\"p\":")
            JSONText.append(name, to: &json, escaping: .short)
            json.put(",\"e\":\(folder.isEmpty ? 1 : 0)}")
        }
        for (number, image) in composition.images.enumerated() {
            begin(names.images[image.index], &json)
            json.put("\"w\":\(image.width),\"h\":\(image.height),")
            put(payload(of: movie.images[image.index], number), &json)
        }
        for (number, sound) in composition.sounds.enumerated() {
            begin(names.sounds[sound], &json)
            put(payload(of: movie.sounds[sound], number), &json)
        }
        for (index, layers) in composition.compositions.enumerated() {
            begin(names.compositions[index], &json)
            json.put("\"layers\":")
            list.write(layers, to: &json)
            json.put("}")
        }
        json.put("],\"layers\":")
        list.write(composition.layers, to: &json)
        json.put("}")
        return json
    }

    /// Unique asset ids: keys for images and sounds, generated names for compositions.
    private var assetNames: LayerWriter.Names {
        var names = LayerWriter.Names()
        (names.width, names.height) = movie.canvasPixels
        var taken: Set<ByteKey> = []
        func take(_ key: String) -> String {
            var name = key
            var number = 2
            while !taken.insert(ByteKey(name)).inserted {
                name = "\(key) \(number)"
                number += 1
            }
            return name
        }
        for image in composition.images { names.images[image.index] = take(movie.images[image.index].key) }
        for sound in composition.sounds { names.sounds[sound] = take(movie.sounds[sound].key) }
        names.compositions = composition.compositions.indices.map { take("comp_\($0)") }
        return names
    }

    // MARK: Payloads

    private func payload(of image: ImageEntity, _ number: Int) -> Payload {
        let (type, bytes) = stored(image)
        return Payload(fileName: "image-\(number).\(type.ending)", mimeType: type.mime, isSound: false, bytes: bytes)
    }

    /// A GIF would be animated in a browser, and many players support neither GIF nor BMP. Both are converted to PNG.
    private func stored(_ image: ImageEntity) -> (type: FileType, bytes: [UInt8]) {
        switch image.format {
        case .jpeg: return (("image/jpeg", "jpg"), image.bytes)
        case .webp: return (("image/webp", "webp"), image.bytes)
        case .png, .unknown: return (("image/png", "png"), image.bytes)
        case .gif, .bmp:
            do throws(SVGAError) {
                let picture = try ImageDecoder.decode(image)
                return (("image/png", "png"), try picture.pngData(PNGEncoder(effort: 4)))
            } catch {
                return (image.format == .gif ? ("image/gif", "gif") : ("image/bmp", "bmp"), image.bytes)
            }
        }
    }

    private func payload(of sound: SoundEntity, _ number: Int) -> Payload {
        let type: FileType =
            switch sound.format {
            case .mp3: ("audio/mpeg", "mp3")
            case .aac: ("audio/aac", "aac")
            case .wav: ("audio/wav", "wav")
            case .ogg: ("audio/ogg", "ogg")
            case .mp4: ("audio/mp4", "m4a")
            case .flac: ("audio/flac", "flac")
            }
        return Payload(fileName: "sound-\(number).\(type.ending)", mimeType: type.mime, isSound: true, bytes: sound.bytes)
    }
}
