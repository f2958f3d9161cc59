import SVGAFormat
import SVGAHTTP
import SVGAModel
import SVGAPixels
import SVGARender
import SVGASupport

/// The sprites of a movie as the page's panel of layers shows them, without anything substituted.
enum LayersReport {
    /// Runs of frames that are told in all, so that a movie that flickers in each of its sprites makes no answer of a hundred megabytes.
    private static let maximumRuns = 100_000
    /// Lines and curves of clip paths that are told for one frame. Of a path that is too long only its length is told.
    private static let maximumSteps = 20_000

    /// What holds for the whole movie: what each sprite is, when it is seen, and when it changes. Where a sprite has too many runs of frames to
    /// tell them all, the last one reaches to the end of them all, and `joined` is true.
    static func json(_ movie: VideoEntity) -> JSONValue {
        let most = max(1, maximumRuns / max(1, 2 * movie.sprites.count))
        let sprites = movie.sprites.enumerated().map { index, sprite -> JSONValue in
            let layer = Layer(sprite, of: movie)
            var (shown, changes) = (FrameRuns(most: most), FrameRuns(most: most))
            var before: FrameRecord?
            for frame in 0..<layer.frames {
                let record = layer.shown(frame)
                if record != nil { shown.add(frame) }
                if frame > 0, record != before { changes.add(frame) }
                before = record
            }
            // After its last frame a sprite is gone.
            if before != nil, layer.frames < movie.frameCount { changes.add(layer.frames) }
            return [
                "index": index, "imageKey": sprite.imageKey, "key": sprite.replacementKey, "isMatte": sprite.kind == .matte,
                "matte": sprite.matteIndex, "image": sprite.imageIndex, "kind": layer.kind, "shown": shown.json, "changes": changes.json,
                "joined": shown.areJoined || changes.areJoined,
            ]
        }
        return ["sprites": sprites]
    }

    /// What each sprite is in one frame.
    static func json(_ movie: VideoEntity, frame: Int) throws(PreviewError) -> JSONValue {
        guard 0..<movie.frameCount ~= frame else { throw PreviewError(RenderError.frameOutOfRange(frame: frame, frameCount: movie.frameCount)) }
        var stepsLeft = maximumSteps
        let sprites = movie.sprites.enumerated().map { index, sprite -> JSONValue in
            // Past its own frames a sprite is hidden.
            guard frame < sprite.frames.count else { return ["index": index, "isShown": false] }
            let entity = sprite.frames[frame]
            let (layout, transform) = (entity.layout, entity.transform)
            let clip = entity.clipPath.map { path in
                guard path.verbs.count <= stepsLeft else { return "(\(path.verbs.count) steps)" }
                stepsLeft -= path.verbs.count
                return path.clipText
            }
            let numbers = [transform.a, transform.b, transform.c, transform.d, transform.tx, transform.ty]
            return [
                "index": index, "isShown": Layer(sprite, of: movie).shown(frame) != nil, "alpha": short(entity.alpha),
                "layout": [layout.x, layout.y, layout.width, layout.height].map(short), "transform": numbers.map(short),
                "clip": clip, "shapes": entity.shapes.count,
            ]
        }
        return ["frame": frame, "sprites": sprites]
    }

    /// The number with the digits that the file had: it holds numbers of 32 bits.
    private static func short(_ number: Double) -> Double { Double("\(Float(number))") ?? number }

    /// One sprite, with what decides whether it is seen.
    private struct Layer {
        private let records: [FrameRecord]
        private let matte: [FrameRecord]?
        private let sprite: SpriteEntity
        /// The frames of the movie for which the sprite has an own one.
        let frames: Int

        init(_ sprite: SpriteEntity, of movie: VideoEntity) {
            self.sprite = sprite
            records = sprite.frames.records
            matte = sprite.matteIndex.map { movie.sprites[$0].frames.records }
            frames = min(movie.frameCount, records.count)
        }

        /// The sprite's values in a frame; nil where it, or the matte that masks it, is hidden.
        func shown(_ frame: Int) -> FrameRecord? {
            guard records[frame].isVisible else { return nil }
            guard let matte else { return records[frame] }
            return frame < matte.count && matte[frame].isVisible ? records[frame] : nil
        }

        var kind: String {
            let hasShapes = records.prefix(frames).contains { $0.shapes != 0 }
            switch (sprite.imageIndex != nil, hasShapes) {
            case (true, true): return "both"
            case (true, false): return "bitmap"
            case (false, true): return "vector"
            case (false, false): return "empty"
            }
        }
    }
}

/// Frames as runs of neighbours, at most so many.
private struct FrameRuns {
    private let most: Int
    private var runs: [(first: Int, last: Int)] = []
    private(set) var areJoined = false

    init(most: Int) { self.most = most }

    /// - Parameter frame: above all that were added before.
    mutating func add(_ frame: Int) {
        if let last = runs.last, last.last == frame - 1 || runs.count == most {
            areJoined = areJoined || last.last != frame - 1
            runs[runs.count - 1].last = frame
        } else {
            runs.append((frame, frame))
        }
    }

    var json: JSONValue { .array(runs.map { [$0.first, $0.last].json }) }
}
