import SVGAImage
package import SVGAModel
import SVGAPixels
package import SVGARender
package import SVGASupport

/// The report of `svga inspect` on one movie, as plain values.
package struct InspectReport: Sendable {
    /// The name on the command line.
    package let file: String
    package let bytes: Int
    package let container: VideoEntity.Container
    package let version: String
    package let viewBox: ViewBox
    package let fps: Int
    package let frames: Int
    package let durationSeconds: Double
    /// 4 × width × height over all images whose header can be read.
    package let decodedImageBytes: Int
    package let keys: [ReplaceableKey]
    package let images: [Image]
    package let sprites: [Sprite]
    package let audios: [Audio]
    package let diagnostics: [Diagnostic]
    package let cost: InspectCost
    /// The maximum number of sprites that draw something in one frame. For the text output; not in the JSON.
    package let peakLayers: Int
    /// The frames in which each sprite draws something.
    package let drawn: DrawnFrames

    /// In points.
    package struct ViewBox: Sendable {
        package let width: Double
        package let height: Double
    }

    package struct Image: Sendable {
        package let key: String
        package let format: String
        /// In pixels; nil if the header cannot be read.
        package let width: Int?
        package let height: Int?
        package let bytes: Int
        package let decodedBytes: Int?
        /// The number of sprites that show the image.
        package let usedBy: Int
    }

    package struct Sprite: Sendable {
        package let imageKey: String
        package let matteKey: String?
        package let kind: SpriteEntity.Kind
        /// The number of the sprite's frame entries.
        package let frames: Int
        /// The number of the movie's frames in which the sprite draws something.
        package let visibleFrames: Int
        /// The number of shapes over all frames, with KEEP resolved.
        package let shapes: Int
        /// Frames with a clip path.
        package let clips: Int
    }

    /// A sound and its playback time. Frames and times are nil for a sound without an `audios` entry; format and bytes are nil for an entry without
    /// a sound in the file.
    package struct Audio: Sendable {
        package let key: String
        package let format: String?
        package let bytes: Int?
        package let startFrame: Int?
        /// The first frame after the sound.
        package let endFrame: Int?
        /// The offset into the payload in milliseconds.
        package let startTime: Int?
        /// The payload's duration in milliseconds, according to the authoring tool.
        package let totalTime: Int?
    }
}

// MARK: - JSON

extension InspectReport: JSONRepresentable {
    /// The stable JSON of `--json`: members keep their meaning and are always present; unknown values are null.
    package var json: JSONValue {
        [
            "schema": 1, "file": file, "bytes": bytes, "container": container.rawValue, "version": version, "viewBox": viewBox, "fps": fps,
            "frames": frames, "durationSeconds": durationSeconds, "decodedImageBytes": decodedImageBytes,
            "keys": JSONSequence(keys), "images": JSONSequence(images), "sprites": JSONSequence(sprites), "audios": JSONSequence(audios),
            "diagnostics": JSONSequence(diagnostics),
            "cost": cost,
        ]
    }

    /// The JSON of `--keys`: the report with only its keys, so that a program reads both in the same way.
    package var keysJSON: JSONValue { ["schema": 1, "file": file, "keys": KeyOrder(self).sorted] }
}

extension InspectReport.ViewBox: JSONRepresentable {
    package var json: JSONValue { ["width": width, "height": height] }
}

extension ReplaceableKey: JSONRepresentable {
    package var json: JSONValue {
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
    package var json: JSONValue {
        [
            "key": key, "format": format, "width": width, "height": height, "bytes": bytes, "decodedBytes": decodedBytes, "usedBy": usedBy,
        ]
    }
}

extension InspectReport.Sprite: JSONRepresentable {
    package var json: JSONValue {
        [
            "imageKey": imageKey, "matteKey": matteKey, "kind": kind.name, "frames": frames, "visibleFrames": visibleFrames,
            "shapes": shapes, "clips": clips,
        ]
    }
}

extension InspectReport.Audio: JSONRepresentable {
    package var json: JSONValue {
        [
            "key": key, "format": format, "bytes": bytes, "startFrame": startFrame, "endFrame": endFrame, "startTime": startTime,
            "totalTime": totalTime,
        ]
    }
}

extension Diagnostic: JSONRepresentable {
    package var json: JSONValue { ["code": identifier, "severity": severity.name, "message": message, "place": location] }
}

// MARK: - Gathering

extension InspectReport {
    /// Sizes of images come from their headers. The images are decoded, one after another, to find visible pixels.
    package init(_ input: InputFile, limits: ReadLimits = .default) {
        let movie = input.movie
        let facts = movie.sprites.map { SpriteFacts($0) }
        drawn = DrawnFrames(movie, limits: limits)
        let sizes = movie.images.map { ImageDecoder.size(of: $0) }
        file = input.name
        bytes = input.byteCount
        container = movie.container
        version = movie.version
        viewBox = ViewBox(width: movie.viewBox.width.finite, height: movie.viewBox.height.finite)
        fps = movie.fps
        frames = movie.frameCount
        durationSeconds = movie.durationSeconds.finite
        decodedImageBytes = sizes.reduce(0) { $0.addingSaturating($1.map(decodedBytes) ?? 0) }
        keys = ReplaceableKey.all(of: movie, drawn: drawn)
        images = InspectReport.images(movie, sizes)
        sprites = zip(movie.sprites, facts).enumerated().map { [drawn] index, pair in
            let (sprite, facts) = pair
            return Sprite(
                imageKey: sprite.imageKey, matteKey: sprite.matteKey, kind: sprite.kind, frames: sprite.frames.count,
                visibleFrames: drawn.count(index), shapes: facts.shapes, clips: facts.clips)
        }
        audios = InspectReport.audios(movie)
        diagnostics = movie.diagnostics + InspectReport.brokenImages(movie, sizes)
        peakLayers = InspectReport.peakLayers(movie, drawn)
        cost = InspectCost(movie, fileBytes: input.byteCount, sizes: sizes)
    }

    /// Indices of the images, sorted by memory, then by bytes in the file, largest first.
    package var imagesByCost: [Int] {
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

    /// Reading a movie does not parse its images, so broken headers are found here.
    private static func brokenImages(_ movie: VideoEntity, _ sizes: [(width: Int, height: Int)?]) -> [Diagnostic] {
        zip(movie.images, sizes).filter { $0.format != .unknown && $1 == nil }.map { image, _ in
            Diagnostic(.imageBroken, "the \(image.format.name) header cannot be read", location: "image \"\(image.key)\"")
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
        var layers = [Int](repeating: 0, count: movie.sprites.map { min($0.frames.count, movie.frameCount) }.max() ?? 0)
        for index in movie.sprites.indices {
            for (frame, isDrawn) in drawn.frames(index).enumerated() where isDrawn { layers[frame] += 1 }
        }
        return layers.max() ?? 0
    }
}

/// 4 bytes per pixel. A header may declare more than an `Int` can count; then the result is `Int.max`.
private func decodedBytes(_ size: (width: Int, height: Int)) -> Int {
    size.width.multipliedSaturating(by: size.height).multipliedSaturating(by: 4)
}

/// The result of one pass over a sprite's frames.
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
    package var finite: Double { isFinite ? self : 0 }
}
