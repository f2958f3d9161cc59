import SVGAEmulation
package import SVGAModel
package import SVGASupport

// Explanations of a code: the affected players, and an example file.

extension FindingCode {
    /// The players that the code may concern; empty if it is not player-specific.
    package var players: [PublicPlayer] {
        guard case .check(let code) = self, isOnRequest else { return [] }
        let players = code == .olderVersion ? PublicPlayer.allVersions : PublicPlayer.allCases
        return players.filter { code.isShown(by: $0) }
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
        case .colorAlphaUnwritten: profile.failsWithoutColorAlpha
        case .matteUnknown: [.entireCanvas, .layers, .noneUnlessFirst].contains(profile.mattes)
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
        case .containerUnreadable: "a 1.x archive, for Web-Lite"
        case .containerNeedsLibrary: "a 1.x archive with movie.spec, on a page without JSZip"
        case .displayTicks: "24 fps: each frame is shown for 2 ticks of 1/60 s, so the movie plays at 30 fps"
        case .bitmapSize: "an image of 200 × 200 pixels in a layout of 100 × 100"
        case .layoutOffset: "layout { x: 10 y: 0 width: 100 height: 100 }"
        case .alphaTooLow: "ten sprites at the same position, each with an alpha of 0.04"
        case .alphaOverlap: "a sprite with an alpha of 0.5, and a shape with a fill and a stroke"
        case .scaleZero: "transform { a: 0 b: 1 c: -1 d: 0 }, a quarter turn"
        case .framesShort: "a movie of 60 frames, and a sprite of 40 frames"
        case .keySuffix: "a sprite with the key face.vector, and an image with the key face"
        case .rounding: "an image at tx: 0.4, with an edge within a pixel"
        case .shapeAlpha: "a fill with an alpha of 0.2 in a sprite with an alpha of 0.5"
        case .alphaUnwritten: "a sprite with an alpha of 0 and a layout of 100 × 100"
        case .matteUnsupported: "a sprite with matteKey: \"mask.matte\""
        case .matteNotFirst: "a masked sprite, and its .matte sprite after it"
        case .matteUnknown: "a .matte sprite, a masked sprite, and a sprite without a matteKey, in this order"
        case .pathCommand: "M0 0 Q4 4 8 0 T8 4 Z"
        case .pathAbsoluteLine: "M0 0 H4 V4 Z"
        case .pathRepeats: "M0 0 L4 0 4 4 Z"
        case .clipOnShapes: "a clip path in a sprite that has shapes and no image"
        case .keepOfOther: "KEEP after a frame in which the sprite is hidden"
        case .cornerRadius: "rect { width: 4 height: 4 cornerRadius: -1 }"
        case .miterLimitZero: "a stroke with lineJoin: miter and no miterLimit"
        case .dashPhase: "lineDash of 3, 2 and 1"
        case .strokeScale: "a stroke of width 2 in a shape whose transform scales by 2"
        case .color255: "fill { r: 255 g: 128 b: 0 a: 1 }"
        case .strokeWidthZero: "stroke { r: 1 } strokeWidth: 0"
        case .unstyled: "a rect without styles"
        case .colorAlphaUnwritten: "fill { r: 1 }"
        case .imageFormat: "a WebP image: the web player throws when a sprite uses it; a sound among the images, for Web-Lite"
        case .soundFormat: "an MP3 without an ID3 tag"
        case .olderVersion: "a sprite with an image, a clip path and an alpha of 0.5, for android@2.4"
        case .playersUnchecked: "thousands of different frames, each with large images"
        case .fileUnreadable: "a truncated file, or a file that is not a movie"
        case .fileTooLarge: "at most 500,000 bytes are allowed, but the file has 600,000"
        case .memoryTooLarge: "at most 4 MB are allowed, but an image has 1200 × 1200 pixels"
        case .canvasTooLarge: "at most 750 × 750 points are allowed, but the canvas has 750 × 1334"
        case .tooLong: "at most 5 s are allowed, but the movie has 180 frames at 30 fps"
        case .tooFast: "at most 30 fps are allowed, but the movie has 60"
        case .keyMissing: "the key user1 is required, but no visible sprite has it"
        case .budgetExceeded: "the budget allows 60 draw calls per frame, but frame 12 has 75"
        case .imageUnused: "an image with the key old, and no sprite with that key"
        case .imageOversized: "an image of 1000 × 1000 pixels in a layout of 100 × 100"
        case .keyEmpty: "a sprite with imageKey: \"\""
        case .layoutEmpty: "a sprite with an image, an alpha of 1 and layout { width: 0 height: 0 }"
        case .spritesMany: "a firework of 1,200 sparks, each a sprite"
        case .overdraw: "eleven images above each other, each as large as the canvas"
        case .soundBroken: "an ID3 tag and no audio"
        case .soundTruncated: "an MP3 whose second half is missing"
        case .soundTime: "totalTime: 0, or totalTime: 5000 for a sound of 8 s"
        case .soundOutside: "startFrame: 90 in a movie of 90 frames"
        case .soundTag: "an ID3 tag whose size is larger than the payload"
        case .soundStray: "text after the last frame of an MP3"
        }
    }
}

extension Diagnostic.Code {
    fileprivate var example: Message {
        switch self {
        case .gzipContainer: "a file that begins with 1F 8B"
        case .bareProtobuf: "a file that begins with 0A 03 32 2E 30: the version without compression"
        case .trailingBytes: "a newline after the zlib stream"
        case .entryCaseMismatch: "an image named face, and an entry FACE.png"
        case .entryMissing: "an image named face, and no entry face.png"
        case .invalidUTF8: "a key in Latin-1"
        case .unknownFields: "a field 15 in the movie"
        case .looseJSON: "\"fps\": \"30\""
        case .fpsMissing: "params { fps: 0 }"
        case .fpsUnusual: "params { fps: 24 }"
        case .viewBoxEmpty: "params { viewBoxWidth: 0 }"
        case .framesMissing: "params { frames: 0 }"
        case .payloadUnknown: "text instead of an image"
        case .imageMissing: "a sprite with the key face, and no image with that key"
        case .imageBroken: "a truncated PNG"
        case .imageKeyTwice: "two images with the key face"
        case .framesTooFew: "a movie of 60 frames, and a sprite of 40 frames"
        case .framesTooMany: "a movie of 60 frames, and a sprite of 61 frames"
        case .transformNotFinite: "transform { tx: inf }"
        case .alphaOutOfRange: "alpha: 1.5"
        case .layoutInvalid: "layout { width: -1 height: 16 }"
        case .matteMissing: "matteKey: \"gone.matte\""
        case .matteOfMatte: "a sprite with the key face.matte and a matteKey"
        case .matteKeyTwice: "two sprites with the key face.matte"
        case .colorRange255: "fill { r: 255 g: 0 b: 0 a: 1 }"
        case .pathBroken: "M 0 0 L 4 4 L oops"
        case .pathCommandsUnsupported: "M 0 0 A 4 4 0 0 1 8 8 Z"
        case .keepWithoutShapes: "KEEP in the first frame"
        case .keepNotFirst: "a rect, and KEEP after it"
        case .shapeInvalid: "a rect without numbers"
        case .audioMissing: "audios { audioKey: \"song\" }, and no payload with the key song"
        case .audioUnused: "a payload with the key song, and no audios entry for it"
        case .substitutionUnused: "an image set for user9, but the movie has no sprite user9"
        }
    }
}
