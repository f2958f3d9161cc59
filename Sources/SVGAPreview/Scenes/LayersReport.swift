import SVGAFormat
import SVGAHTTP
import SVGAModel
import SVGAPixels
import SVGARender
import SVGASupport

/// The sprites of a movie for the page's layers panel, without substitutions.
enum LayersReport {
    /// The maximum number of frame runs in a report, so that a flickering movie does not cause a response of 100 MB.
    private static let maximumRuns = 100_000
    /// The maximum number of clip path commands in a frame's report. For longer paths only their length is reported.
    private static let maximumSteps = 20_000

    /// The static part: each sprite, the frames in which it is visible, and the frames in which it changes. If a sprite has too many runs, the last
    /// one extends to the end, and `joined` is true.
    static func json(_ movie: VideoEntity) -> JSONValue {
        let runsPerSprite = max(1, maximumRuns / max(1, 2 * movie.sprites.count))
        let sprites = movie.sprites.enumerated().map { index, sprite -> JSONValue in
            let layer = Layer(sprite, of: movie)
            var (visible, changes) = (FrameRuns(maximum: runsPerSprite), FrameRuns(maximum: runsPerSprite))
            var before: FrameRecord?
            for frame in 0..<layer.frames {
                let record = layer.visibleRecord(frame)
                if record != nil { visible.add(frame) }
                if frame > 0, record != before { changes.add(frame) }
                before = record
            }
            // A sprite is not drawn after its last frame.
            if before != nil, layer.frames < movie.frameCount { changes.add(layer.frames) }
            return [
                "index": index, "imageKey": sprite.imageKey, "key": sprite.replacementKey, "isMatte": sprite.kind == .matte,
                "matte": sprite.matteIndex, "image": sprite.imageIndex, "kind": layer.kind, "shown": visible.json, "changes": changes.json,
                "joined": visible.areJoined || changes.areJoined,
            ]
        }
        return ["sprites": sprites]
    }

    /// The sprites in one frame.
    static func json(_ movie: VideoEntity, frame: Int) throws(PreviewError) -> JSONValue {
        guard 0..<movie.frameCount ~= frame else {
            throw PreviewError(SVGAError.frameOutOfRange(frame: frame, frameCount: movie.frameCount))
        }
        var stepsLeft = maximumSteps
        let sprites = movie.sprites.enumerated().map { index, sprite -> JSONValue in
            // A sprite is hidden after its last frame.
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
                "index": index, "isShown": Layer(sprite, of: movie).visibleRecord(frame) != nil, "alpha": short(entity.alpha),
                "layout": [layout.x, layout.y, layout.width, layout.height].map(short), "transform": numbers.map(short),
                "clip": clip, "shapes": entity.shapes.count,
            ]
        }
        return ["frame": frame, "sprites": sprites]
    }

    /// The number with its original digits: the file contains 32-bit floats.
    private static func short(_ number: Double) -> Double { Double("\(Float(number))") ?? number }

    /// A sprite with the data that determines its visibility.
    private struct Layer {
        private let records: [FrameRecord]
        private let matte: [FrameRecord]?
        private let sprite: SpriteEntity
        /// The number of the movie's frames that the sprite has entries for.
        let frames: Int

        init(_ sprite: SpriteEntity, of movie: VideoEntity) {
            self.sprite = sprite
            records = sprite.frames.records
            matte = sprite.matteIndex.map { movie.sprites[$0].frames.records }
            frames = min(movie.frameCount, records.count)
        }

        /// The sprite's state in a frame; nil if the sprite or its matte is hidden.
        func visibleRecord(_ frame: Int) -> FrameRecord? {
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

/// Runs of consecutive frames, up to a maximum number.
private struct FrameRuns {
    private let maximum: Int
    private var runs: [(first: Int, last: Int)] = []
    private(set) var areJoined = false

    init(maximum: Int) { self.maximum = maximum }

    /// - Parameter frame: greater than all added frames.
    mutating func add(_ frame: Int) {
        if let last = runs.last, last.last == frame - 1 || runs.count == maximum {
            areJoined = areJoined || last.last != frame - 1
            runs[runs.count - 1].last = frame
        } else {
            runs.append((frame, frame))
        }
    }

    var json: JSONValue { .array(runs.map { [$0.first, $0.last].json }) }
}
