import SVGAImage
import SVGAModel
import SVGAPixels
import SVGARender

extension InspectReport {
    /// Gathers the report. Images are not decoded: their sizes come from their headers.
    init(_ input: InputFile) {
        let movie = input.movie
        let facts = movie.sprites.map { SpriteFacts($0, movieFrames: movie.frames) }
        let sizes = movie.images.map { ImageDecoder.size(of: $0) }
        file = input.name
        bytes = input.byteCount
        container = movie.container.rawValue
        version = movie.version
        viewBox = ViewBox(width: movie.viewBox.width.finite, height: movie.viewBox.height.finite)
        fps = movie.fps
        frames = movie.frames
        durationSeconds = movie.durationSeconds.finite
        decodedImageBytes = sizes.reduce(0) { saturatingSum($0, $1.map(decodedBytes) ?? 0) }
        keys = InspectReport.keys(movie, facts, sizes)
        images = InspectReport.images(movie, sizes)
        sprites = zip(movie.sprites, facts).map { sprite, facts in
            Sprite(
                imageKey: sprite.imageKey, matteKey: sprite.matteKey, kind: sprite.kind.rawValue, frames: sprite.frames.count,
                visibleFrames: facts.visibleFrames, shapes: facts.shapes, clips: facts.clips)
        }
        audios = InspectReport.audios(movie)
        diagnostics = (movie.diagnostics + InspectReport.brokenImages(movie, sizes)).map {
            Finding(code: $0.code.rawValue, severity: $0.severity.rawValue, message: $0.message, place: $0.place)
        }
        peakLayers = InspectReport.peakLayers(movie)
    }

    private static func keys(_ movie: VideoEntity, _ facts: [SpriteFacts], _ sizes: [(width: Int, height: Int)?]) -> [Key] {
        var order: [ByteKey] = []
        var indices: [ByteKey: [Int]] = [:]
        for (index, sprite) in movie.sprites.enumerated() where !sprite.replacementKey.isEmpty {
            let key = ByteKey(sprite.replacementKey)
            if indices[key] == nil { order.append(key) }
            indices[key, default: []].append(index)
        }
        return order.map { key in
            let own = indices[key] ?? []
            let drawn = own.filter { movie.sprites[$0].kind != .matte }
            let kind: Key.Kind = drawn.isEmpty ? .matte : drawn.contains { movie.sprites[$0].imageIndex != nil } ? .image : .vector
            let size = own.lazy.compactMap { movie.sprites[$0].imageIndex }.first.flatMap { sizes[$0] }
            let layout = own.compactMap { facts[$0].largestLayout }.max { $0.area < $1.area }
            return Key(
                key: key.text, kind: kind, imageWidth: size?.width, imageHeight: size?.height, layoutWidth: layout?.width.finite,
                layoutHeight: layout?.height.finite, sprites: own.count,
                firstVisibleFrame: own.compactMap { facts[$0].firstVisible }.min(),
                lastVisibleFrame: own.compactMap { facts[$0].lastVisible }.max())
        }
    }

    private static func images(_ movie: VideoEntity, _ sizes: [(width: Int, height: Int)?]) -> [Image] {
        var users = [Int](repeating: 0, count: movie.images.count)
        for sprite in movie.sprites {
            if let index = sprite.imageIndex { users[index] += 1 }
        }
        return movie.images.enumerated().map { index, image in
            Image(
                key: image.key, format: image.format.rawValue, width: sizes[index]?.width, height: sizes[index]?.height,
                bytes: image.bytes.count, decodedBytes: sizes[index].map(decodedBytes), usedBy: users[index])
        }
    }

    /// Reading a movie leaves its images alone, so a broken header first shows here.
    private static func brokenImages(_ movie: VideoEntity, _ sizes: [(width: Int, height: Int)?]) -> [Diagnostic] {
        zip(movie.images, sizes).filter { $0.format != .unknown && $1 == nil }.map { image, _ in
            Diagnostic(.imageBroken, "the \(image.format.rawValue) header cannot be read", place: "image \"\(image.key)\"")
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

    private static func peakLayers(_ movie: VideoEntity) -> Int {
        var layers = [Int](repeating: 0, count: movie.sprites.map { min($0.frames.count, movie.frames) }.max() ?? 0)
        for sprite in movie.sprites {
            for (frame, record) in sprite.frames.records.prefix(movie.frames).enumerated() where record.isVisible { layers[frame] += 1 }
        }
        return layers.max() ?? 0
    }
}

/// 4 bytes a pixel; what a header claims may be more than can be counted, and is then the most that can.
private func decodedBytes(_ size: (width: Int, height: Int)) -> Int {
    let (pixels, overflow) = size.width.multipliedReportingOverflow(by: size.height)
    return overflow || pixels > Int.max / 4 ? .max : 4 * pixels
}

private func saturatingSum(_ left: Int, _ right: Int) -> Int {
    let (sum, overflow) = left.addingReportingOverflow(right)
    return overflow ? .max : sum
}

/// What one pass over a sprite's frames finds. Frames past the movie's end are never visible.
private struct SpriteFacts {
    var firstVisible: Int?
    var lastVisible: Int?
    var visibleFrames = 0
    var shapes = 0
    var clips = 0
    var largestLayout: Rect?

    init(_ sprite: SpriteEntity, movieFrames: Int) {
        let tables = sprite.frames.tables
        for (frame, record) in sprite.frames.records.enumerated() {
            shapes += tables.shapeLists[Int(record.shapes)].count
            if record.clipPath >= 0 { clips += 1 }
            guard frame < movieFrames, record.isVisible else { continue }
            firstVisible = firstVisible ?? frame
            lastVisible = frame
            visibleFrames += 1
            let layout = tables.layouts[Int(record.layout)]
            if layout.area > (largestLayout?.area ?? -1) { largestLayout = layout }
        }
    }
}

extension Rect {
    fileprivate var area: Double { width * height }
}

extension Double {
    /// 0 for what JSON cannot hold.
    fileprivate var finite: Double { isFinite ? self : 0 }
}
