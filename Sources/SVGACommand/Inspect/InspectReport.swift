/// What `svga inspect` says about one file, as plain values. Encoded, it is the contract of `--json`: the names never
/// change their meaning, every name is always there, and what is not known is null.
struct InspectReport: Encodable, Sendable {
    let schema = 1
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
    let keys: [Key]
    let images: [Image]
    let sprites: [Sprite]
    let audios: [Audio]
    let diagnostics: [Finding]

    /// The most sprites visible in one frame, mattes included. Shown to a person, no part of the JSON.
    let peakLayers: Int

    private enum CodingKeys: String, CodingKey {
        case schema, file, bytes, container, version, viewBox, fps, frames, durationSeconds, decodedImageBytes
        case keys, images, sprites, audios, diagnostics
    }

    struct ViewBox: Encodable, Sendable {
        let width: Double
        let height: Double
    }

    /// Something a designer or a program can replace (Rules of rendering, section 8): all sprites with one replacement key.
    struct Key: Encodable, Sendable {
        enum Kind: String, Encodable, Sendable {
            /// A sprite of this key shows a bitmap.
            case image
            /// Sprites of this key have shapes or nothing, no bitmap.
            case vector
            /// Only mattes have this key.
            case matte
        }

        let key: String
        let kind: Kind
        /// The bitmap's own size in pixels.
        @Nullable var imageWidth: Int?
        @Nullable var imageHeight: Int?
        /// The largest layout with which a sprite of this key is visible, in points.
        @Nullable var layoutWidth: Double?
        @Nullable var layoutHeight: Double?
        let sprites: Int
        /// Null when no sprite of this key is ever visible.
        @Nullable var firstVisibleFrame: Int?
        @Nullable var lastVisibleFrame: Int?
    }

    struct Image: Encodable, Sendable {
        let key: String
        let format: String
        /// Null where the header cannot be read.
        @Nullable var width: Int?
        @Nullable var height: Int?
        let bytes: Int
        @Nullable var decodedBytes: Int?
        /// How many sprites show it.
        let usedBy: Int
    }

    struct Sprite: Encodable, Sendable {
        let imageKey: String
        @Nullable var matteKey: String?
        let kind: String
        /// The length of the sprite's own list.
        let frames: Int
        /// In how many of the movie's frames it is visible.
        let visibleFrames: Int
        /// Shapes over all its frames, KEEP followed.
        let shapes: Int
        /// Frames with a clip path.
        let clips: Int
    }

    /// A sound and when it plays. Frames and times are null for a sound that no `audios` entry plays; format and bytes
    /// are null for an entry whose sound is not in the file.
    struct Audio: Encodable, Sendable {
        let key: String
        @Nullable var format: String?
        @Nullable var bytes: Int?
        @Nullable var startFrame: Int?
        /// First frame without the sound again.
        @Nullable var endFrame: Int?
        /// Milliseconds into the payload.
        @Nullable var startTime: Int?
        /// The payload's length in milliseconds, as the authoring tool saw it.
        @Nullable var totalTime: Int?
    }

    struct Finding: Encodable, Sendable {
        let code: String
        let severity: String
        let message: String
        let place: String
    }
}

/// An optional that is written as null instead of being left out.
@propertyWrapper
struct Nullable<Value: Encodable & Sendable>: Encodable, Sendable {
    var wrappedValue: Value?

    init(wrappedValue value: Value?) { wrappedValue = value }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        if let wrappedValue {
            try container.encode(wrappedValue)
        } else {
            try container.encodeNil()
        }
    }
}
