import SVGAImage
import SVGAModel
import SVGAPixels
import SVGARender
import SVGASupport

/// What `svga inspect` says about one file, as plain values.
struct InspectReport: Sendable {
    /// As it was written on the command line.
    let file: String
    let bytes: Int
    let container: String
    let version: String
    let viewBox: ViewBox
    let fps: Int
    let frames: Int
    let durationSeconds: Double
    /// 4 × width × height over all images whose header can be read.
    let decodedImageBytes: Int
    let keys: [ReplaceableKey]
    let images: [Image]
    let sprites: [Sprite]
    let audios: [Audio]
    let diagnostics: [Finding]
    let cost: InspectCost
    /// The most sprites that draw something in one frame. Shown to a person, not part of the JSON.
    let peakLayers: Int
    /// In which frames the sprites draw something.
    let drawn: DrawnFrames

    /// In points.
    struct ViewBox: Sendable {
        let width: Double
        let height: Double
    }

    struct Image: Sendable {
        let key: String
        let format: String
        /// In pixels; nil where the header cannot be read.
        let width: Int?
        let height: Int?
        let bytes: Int
        let decodedBytes: Int?
        /// How many sprites show it.
        let usedBy: Int
    }

    struct Sprite: Sendable {
        let imageKey: String
        let matteKey: String?
        let kind: String
        /// The length of the sprite's own list.
        let frames: Int
        /// In how many of the movie's frames it draws something.
        let visibleFrames: Int
        /// Shapes over all its frames, KEEP followed.
        let shapes: Int
        /// Frames with a clip path.
        let clips: Int
    }

    /// A sound and when it plays. Frames and times are nil for a sound that no `audios` entry plays; format and bytes
    /// are nil for an entry whose sound is not in the file.
    struct Audio: Sendable {
        let key: String
        let format: String?
        let bytes: Int?
        let startFrame: Int?
        /// The first frame after the sound.
        let endFrame: Int?
        /// Milliseconds into the payload.
        let startTime: Int?
        /// The payload's length in milliseconds, as the authoring tool saw it.
        let totalTime: Int?
    }

    struct Finding: Sendable {
        let code: String
        let severity: String
        let message: String
        let place: String
    }
}

// MARK: - JSON

extension InspectReport: JSONRepresentable {
    /// The contract of `--json`: the names never change their meaning, every name is always there, and what is not known is null.
    var json: JSONValue {
        [
            "schema": 1, "file": file, "bytes": bytes, "container": container, "version": version, "viewBox": viewBox, "fps": fps,
            "frames": frames, "durationSeconds": durationSeconds, "decodedImageBytes": decodedImageBytes,
            "keys": JSONSequence(keys), "images": JSONSequence(images), "sprites": JSONSequence(sprites), "audios": JSONSequence(audios),
            "diagnostics": JSONSequence(diagnostics),
            "cost": cost,
        ]
    }

    /// The JSON of `--keys`: the report with its keys alone, so that a program reads both in the same way.
    var keysJSON: JSONValue { ["schema": 1, "file": file, "keys": KeyOrder(self).sorted] }
}

extension InspectReport.ViewBox: JSONRepresentable {
    var json: JSONValue { ["width": width, "height": height] }
}

extension ReplaceableKey: JSONRepresentable {
    var json: JSONValue {
        [
            "key": key, "kind": kindName, "imageWidth": imageSize.map { Int(saturating: $0.width) },
            "imageHeight": imageSize.map { Int(saturating: $0.height) },
            "layoutWidth": layoutSize?.width.finite, "layoutHeight": layoutSize?.height.finite, "sprites": sprites.count,
            "firstVisibleFrame": visibleFrames.first?.lowerBound, "lastVisibleFrame": visibleFrames.last.map { $0.upperBound - 1 },
        ]
    }

    private var kindName: String {
        switch kind {
        case .bitmap: "image"
        case .vector: "vector"
        case .matte: "matte"
        }
    }
}

extension InspectReport.Image: JSONRepresentable {
    var json: JSONValue {
        [
            "key": key, "format": format, "width": width, "height": height, "bytes": bytes, "decodedBytes": decodedBytes, "usedBy": usedBy,
        ]
    }
}

extension InspectReport.Sprite: JSONRepresentable {
    var json: JSONValue {
        [
            "imageKey": imageKey, "matteKey": matteKey, "kind": kind, "frames": frames, "visibleFrames": visibleFrames, "shapes": shapes,
            "clips": clips,
        ]
    }
}

extension InspectReport.Audio: JSONRepresentable {
    var json: JSONValue {
        [
            "key": key, "format": format, "bytes": bytes, "startFrame": startFrame, "endFrame": endFrame, "startTime": startTime,
            "totalTime": totalTime,
        ]
    }
}

extension InspectReport.Finding: JSONRepresentable {
    var json: JSONValue { ["code": code, "severity": severity, "message": message, "place": place] }
}

// MARK: - Gathering

extension InspectReport {
    /// The sizes of images come from their headers. They are decoded, one after another, to find out which have ink.
    init(_ input: InputFile, limits: ReadLimits = .default) {
        let movie = input.movie
        let facts = movie.sprites.map { SpriteFacts($0) }
        drawn = DrawnFrames(movie, limits: limits)
        let sizes = movie.images.map { ImageDecoder.size(of: $0) }
        file = input.name
        bytes = input.byteCount
        container = movie.container.rawValue
        version = movie.version
        viewBox = ViewBox(width: movie.viewBox.width.finite, height: movie.viewBox.height.finite)
        fps = movie.fps
        frames = movie.frames
        durationSeconds = movie.durationSeconds.finite
        decodedImageBytes = sizes.reduce(0) { $0.addingSaturating($1.map(decodedBytes) ?? 0) }
        keys = ReplaceableKey.all(of: movie, drawn: drawn)
        images = InspectReport.images(movie, sizes)
        sprites = zip(movie.sprites, facts).enumerated().map { [drawn] index, pair in
            let (sprite, facts) = pair
            return Sprite(
                imageKey: sprite.imageKey, matteKey: sprite.matteKey, kind: sprite.kind.name, frames: sprite.frames.count,
                visibleFrames: drawn.count(index), shapes: facts.shapes, clips: facts.clips)
        }
        audios = InspectReport.audios(movie)
        diagnostics = (movie.diagnostics + InspectReport.brokenImages(movie, sizes)).map {
            Finding(code: $0.code.rawValue, severity: $0.severity.name, message: $0.message, place: $0.place)
        }
        peakLayers = InspectReport.peakLayers(movie, drawn)
        cost = InspectCost(movie, fileBytes: input.byteCount, sizes: sizes)
    }

    /// Indices of the images, those first that take the most memory, and then those that take the most of the file.
    var imagesByCost: [Int] {
        images.indices.sorted {
            (-(images[$0].decodedBytes ?? 0), -images[$0].bytes, $0) < (-(images[$1].decodedBytes ?? 0), -images[$1].bytes, $1)
        }
    }

    private static func images(_ movie: VideoEntity, _ sizes: [(width: Int, height: Int)?]) -> [Image] {
        var users = [Int](repeating: 0, count: movie.images.count)
        for sprite in movie.sprites {
            if let index = sprite.imageIndex { users[index] += 1 }
        }
        return movie.images.enumerated().map { index, image in
            Image(
                key: image.key, format: image.format.name, width: sizes[index]?.width, height: sizes[index]?.height,
                bytes: image.bytes.count, decodedBytes: sizes[index].map(decodedBytes), usedBy: users[index])
        }
    }

    /// Reading a movie does not look into its images, so broken headers are found here.
    private static func brokenImages(_ movie: VideoEntity, _ sizes: [(width: Int, height: Int)?]) -> [Diagnostic] {
        zip(movie.images, sizes).filter { $0.format != .unknown && $1 == nil }.map { image, _ in
            Diagnostic(.imageBroken, "the \(image.format.name) header cannot be read", place: "image \"\(image.key)\"")
        }
    }

    private static func audios(_ movie: VideoEntity) -> [Audio] {
        let played = movie.audios.map { audio in
            let sound = audio.soundIndex.map { movie.sounds[$0] }
            return Audio(
                key: audio.audioKey, format: sound?.format.rawValue, bytes: sound?.bytes.count, startFrame: audio.startFrame,
                endFrame: audio.endFrame, startTime: audio.startTime, totalTime: audio.totalTime)
        }
        let used = Set(movie.audios.compactMap(\.soundIndex))
        let silent = movie.sounds.enumerated().filter { !used.contains($0.offset) }.map { _, sound in
            Audio(
                key: sound.key, format: sound.format.rawValue, bytes: sound.bytes.count, startFrame: nil, endFrame: nil,
                startTime: nil, totalTime: nil)
        }
        return played + silent
    }

    private static func peakLayers(_ movie: VideoEntity, _ drawn: DrawnFrames) -> Int {
        var layers = [Int](repeating: 0, count: movie.sprites.map { min($0.frames.count, movie.frames) }.max() ?? 0)
        for index in movie.sprites.indices {
            for (frame, isDrawn) in drawn.frames(index).enumerated() where isDrawn { layers[frame] += 1 }
        }
        return layers.max() ?? 0
    }
}

/// 4 bytes a pixel. A header may claim more than an `Int` can count; the result is then `Int.max`.
private func decodedBytes(_ size: (width: Int, height: Int)) -> Int {
    size.width.multipliedSaturating(by: size.height).multipliedSaturating(by: 4)
}

/// What one pass over a sprite's frames finds.
private struct SpriteFacts {
    var shapes = 0
    var clips = 0

    init(_ sprite: SpriteEntity) {
        let tables = sprite.frames.tables
        for record in sprite.frames.records {
            shapes += tables.shapeLists[Int(record.shapes)].count
            if record.clipPath >= 0 { clips += 1 }
        }
    }
}

extension Double {
    /// 0 for infinite and undefined numbers, which JSON cannot hold.
    var finite: Double { isFinite ? self : 0 }
}
