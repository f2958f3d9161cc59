import SVGACheck
import SVGAModel

/// The parts of a ``MovieDifference`` as JSON has them.
extension DiffReport {
    struct Fact: Encodable {
        let name: String
        let before: String
        let after: String

        init(_ fact: MovieDifference.Fact) {
            name = fact.name.rawValue
            before = fact.before
            after = fact.after
        }
    }

    struct Image: Encodable {
        struct Side: Encodable {
            let key: String
            let format: String
            let bytes: Int
            @Nullable var width: Int?
            @Nullable var height: Int?
        }

        let kind: String
        @Nullable var before: Side?
        @Nullable var after: Side?
        /// `same`, `different` or `unknown`, for what was changed.
        @Nullable var pixels: String?

        init(_ change: ImageChange) {
            func side(_ side: ImageChange.Side) -> Side {
                Side(
                    key: side.key, format: side.format.rawValue, bytes: side.byteCount, width: side.widthPixels,
                    height: side.heightPixels)
            }
            kind = change.kind.rawValue
            before = change.before.map(side)
            after = change.after.map(side)
            pixels = change.pixels?.rawValue
        }
    }

    struct Sprite: Encodable {
        struct Side: Encodable {
            let index: Int
            let imageKey: String
            @Nullable var matteKey: String?
            let frames: Int
        }

        struct Frames: Encodable {
            let aspect: String
            /// First and last frame of each run.
            let frames: [[Int]]
            /// Null for paths and shapes.
            @Nullable var largest: Double?
        }

        let kind: String
        @Nullable var before: Side?
        @Nullable var after: Side?
        let frames: [Frames]

        init(_ change: SpriteChange) {
            func side(_ side: SpriteChange.Side) -> Side {
                Side(index: side.index, imageKey: side.imageKey, matteKey: side.matteKey, frames: side.frames)
            }
            kind = change.kind.rawValue
            before = change.before.map(side)
            after = change.after.map(side)
            frames = change.frames.map { change in
                Frames(
                    aspect: change.aspect.rawValue, frames: change.frames.map { [$0.lowerBound, $0.upperBound] },
                    largest: change.largest)
            }
        }
    }

    struct Sound: Encodable {
        struct Side: Encodable {
            let format: String
            let bytes: Int
        }

        let kind: String
        let key: String
        @Nullable var before: Side?
        @Nullable var after: Side?

        init(_ change: SoundChange) {
            kind = change.kind.rawValue
            key = change.key
            before = change.before.map { Side(format: $0.format.rawValue, bytes: $0.byteCount) }
            after = change.after.map { Side(format: $0.format.rawValue, bytes: $0.byteCount) }
        }
    }

    struct Audio: Encodable {
        struct Side: Encodable {
            let startFrame: Int
            let endFrame: Int
            let startTime: Int
            let totalTime: Int

            init(_ side: AudioChange.Side) {
                startFrame = side.startFrame
                endFrame = side.endFrame
                startTime = side.startTime
                totalTime = side.totalTime
            }
        }

        let kind: String
        let key: String
        @Nullable var before: Side?
        @Nullable var after: Side?

        init(_ change: AudioChange) {
            kind = change.kind.rawValue
            key = change.key
            before = change.before.map(Side.init)
            after = change.after.map(Side.init)
        }
    }
}
