import SVGAEmulation
package import SVGAModel
package import SVGASupport

// Explanations of a code: the affected players, and an example file.

extension FindingCode {
    /// The players that the code may concern; empty if it is not player-specific.
    package var players: [PublicPlayer] {
        guard case .check(let code) = self, isOnRequest else { return [] }
        return PublicPlayer.allCases.filter { code.isShown(by: $0) }
    }

    /// A short description of a file with this code.
    package var example: Message {
        switch self {
        case .diagnostic(let code): code.example
        case .check(let code): code.example
        }
    }
}

extension CheckCode {
    fileprivate func isShown(by player: PublicPlayer) -> Bool {
        let profile = player.profile
        return switch self {
        case .containerUnreadable: profile.archives == .never || !profile.opensGzip || !profile.readsBinaryEntry
        case .containerNeedsLibrary: profile.archives == .withLibrary
        case .displayTicks: profile.frameTiming == .displayTicks
        case .framesShort: profile.framesPastEnd != .hidden
        case .cornerRadius: profile.failsOnNegativeRadius
        case .matteUnknown: profile.mattes == .entireCanvas || profile.mattes == .layers
        case .imageFormat: profile.pictures != .all
        case .soundFormat: profile.sounds != .all
        case .playersUnchecked: true
        case .pathCommand, .pathRepeats: profile.paths != .svg
        case .pathAbsoluteLine: profile.paths == .android
        default: player.rules.contains { $0.showsInPictures && $0.code == self }
        }
    }

    fileprivate var example: Message {
        switch self {
        case .containerUnreadable: "a 1.x archive, which Web-Lite and Flutter cannot open"
        case .containerNeedsLibrary: "a 1.x archive with movie.spec, on a page without JSZip"
        case .displayTicks: "24 fps: each frame is shown for 2 ticks of 60 Hz, so the movie plays at 30"
        case .bitmapSize: "an image of 200 × 200 pixels in a layout of 100 × 100"
        case .layoutOffset: "layout { x: 10 y: 0 width: 100 height: 100 }"
        case .alphaTooLow: "ten sprites on each other, each with an alpha of 0.04"
        case .alphaOverlap: "a sprite with an alpha of 0.5, and a fill with a stroke on it"
        case .scaleZero: "transform { a: 0 b: 1 c: -1 d: 0 }, a quarter turn"
        case .framesShort: "a movie of 60 frames with a sprite of 40"
        case .keySuffix: "a sprite with the key face.vector, and an image with the key face"
        case .rounding: "a bitmap at tx: 0.4, whose edge lies within a pixel"
        case .shapeAlpha: "a fill with an alpha of 0.2, in a sprite with 0.5"
        case .alphaUnwritten: "a sprite hidden by an alpha of 0, with its layout kept"
        case .matteUnsupported: "a sprite with matteKey: \"mask.matte\""
        case .matteNotFirst: "a masked sprite first, its .matte sprite after it"
        case .matteUnknown: "a .matte sprite first, a masked sprite, and one without a matteKey after it"
        case .pathCommand: "M0 0 Q4 4 8 0 T8 4 Z"
        case .pathAbsoluteLine: "M0 0 H4 V4 Z"
        case .pathRepeats: "M0 0 L4 0 4 4 Z"
        case .clipOnShapes: "a clip path in a sprite that has shapes and no bitmap"
        case .keepOfOther: "KEEP after a frame in which the sprite was hidden"
        case .cornerRadius: "rect { width: 4 height: 4 cornerRadius: -1 }"
        case .miterLimitZero: "a stroke with lineJoin: miter and no miterLimit"
        case .dashPhase: "lineDash of 3, 2 and 1"
        case .strokeScale: "a stroke of width 2 in a shape whose transform scales by 2"
        case .color255: "fill { r: 255 g: 128 b: 0 a: 1 }"
        case .strokeWidthZero: "stroke { r: 1 } strokeWidth: 0"
        case .unstyled: "a rect without styles"
        case .imageFormat: "a WebP as image: the web player throws when it is shown; a sound in images, for Web-Lite"
        case .soundFormat: "an MP3 without an ID3 tag before it"
        case .playersUnchecked: "thousands of different frames with large bitmaps in each"
        case .fileUnreadable: "a file that breaks off, or that is no movie at all"
        case .fileTooLarge: "at most 500,000 bytes are allowed, and the file has 600,000"
        case .memoryTooLarge: "at most 4 MB are allowed, and the file has an image of 1200 × 1200 pixels"
        case .canvasTooLarge: "at most 750 × 750 points are allowed, and the canvas has 750 × 1334"
        case .tooLong: "at most 5 s are allowed, and the movie has 180 frames at 30 fps"
        case .tooFast: "at most 30 fps are allowed, and the movie has 60"
        case .keyMissing: "the key user1 is required, and no visible sprite has it"
        case .imageUnused: "an image with the key old, and no sprite with that key"
        case .imageOversized: "an image of 1000 × 1000 pixels in a layout of 100 × 100"
        case .keyEmpty: "a sprite with imageKey: \"\""
        case .layoutEmpty: "a sprite with an image, an alpha of 1 and layout { width: 0 height: 0 }"
        case .soundBroken: "an ID3 tag with nothing after it"
        case .soundTruncated: "an MP3 of which the second half is missing"
        case .soundTime: "totalTime: 0, or 5000 for a sound of 8 s"
        case .soundOutside: "startFrame: 90 in a movie of 90 frames"
        case .soundTag: "an ID3 tag that is longer than the payload"
        case .soundStray: "a text after the last frame of an MP3"
        }
    }
}

extension Diagnostic.Code {
    fileprivate var example: Message {
        switch self {
        case .gzipContainer: "a file that begins with 1F 8B"
        case .bareProtobuf: "a file that begins with 0A 03 32 2E 30, the version itself"
        case .trailingBytes: "a line feed after the zlib stream"
        case .entryCaseMismatch: "an image face, and an entry FACE.png"
        case .entryMissing: "an image face, and no entry face.png"
        case .invalidUTF8: "a key in Latin-1"
        case .unknownFields: "a field 15 in the movie"
        case .looseJSON: "\"fps\": \"30\""
        case .fpsMissing: "params { fps: 0 }"
        case .fpsUnusual: "params { fps: 24 }"
        case .viewBoxEmpty: "params { viewBoxWidth: 0 }"
        case .framesMissing: "params { frames: 0 }"
        case .payloadUnknown: "a text as an image"
        case .imageMissing: "a sprite with the key face, and no image with it"
        case .imageBroken: "a PNG that breaks off"
        case .imageKeyTwice: "two images with the key face"
        case .framesTooFew: "a movie of 60 frames with a sprite of 40"
        case .framesTooMany: "a movie of 60 frames with a sprite of 61"
        case .transformNotFinite: "transform { tx: inf }"
        case .alphaOutOfRange: "alpha: 1.5"
        case .layoutInvalid: "layout { width: -1 height: 16 }"
        case .matteMissing: "matteKey: \"gone.matte\""
        case .matteOfMatte: "a sprite face.matte with a matteKey"
        case .matteKeyTwice: "two sprites with the key face.matte"
        case .colorRange255: "fill { r: 255 g: 0 b: 0 a: 1 }"
        case .pathBroken: "M 0 0 L 4 4 L oops"
        case .pathCommandsUnsupported: "M 0 0 A 4 4 0 0 1 8 8 Z"
        case .keepWithoutShapes: "KEEP in the first frame"
        case .keepNotFirst: "a rect, and KEEP after it"
        case .shapeInvalid: "a rect without its numbers"
        case .audioMissing: "audios { audioKey: \"song\" }, and no payload song"
        case .audioUnused: "a payload song, and no audios entry for it"
        case .substitutionUnused: "an image set for user9, where the movie has no user9"
        }
    }
}
