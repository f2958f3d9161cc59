package import SVGAModel
package import SVGASupport

/// All codes of the validator, with their meanings and remedies. Messages and the documentation are generated from this table.
package enum FindingCode: Hashable, Sendable, CaseIterable {
    /// A problem that reading or preparing tolerated.
    case diagnostic(Diagnostic.Code)
    /// A problem that only the validator finds.
    case check(CheckCode)

    package static let allCases: [FindingCode] = Diagnostic.Code.allCases.map(diagnostic) + CheckCode.allCases.map(check)

    /// Such as `SVGA012`. The meaning of a code never changes.
    package var name: String {
        switch self {
        case .diagnostic(let code): code.rawValue
        case .check(let code): code.rawValue
        }
    }

    /// A code by its name, such as `SVGA012`.
    package init?(name: String) {
        guard let code = FindingCode.allCases.first(where: { $0.name == name }) else { return nil }
        self = code
    }

    /// Whether it is only checked on request: it concerns a player, or a bound.
    package var isOnRequest: Bool {
        if case .check(let code) = self { code.rawValue < "SVGA300" } else { false }
    }

    /// The possible severities, lowest first. Some codes are more severe for one player than for another.
    package var severities: [Diagnostic.Severity] {
        switch self {
        case .diagnostic(let code): [code.severity]
        case .check(let code): code.severities
        }
    }

    /// The meaning, as one sentence.
    package var meaning: Message {
        switch self {
        case .diagnostic(let code): code.meaning
        case .check(let code): code.meaning
        }
    }

    /// The remedies, for the usual cause first.
    package var remedies: [Remedy] {
        switch self {
        case .diagnostic(let code): [Remedy(code.remedy)]
        case .check(let code): code.remedies
        }
    }

    /// The remedies for all causes, without a full stop. A finding has the remedy of its cause.
    package var remedy: Message {
        remedies.map { $0.cause.isEmpty ? $0.text : $0.cause + ": " + $0.text }.joined(separator: "; ")
    }
}

/// Codes of findings that only the validator reports. They are as stable as diagnostic codes.
///
/// SVGA101 to SVGA199 concern players: the file is valid, but a player renders it differently or not at all.
/// SVGA201 to SVGA299 concern requested bounds. From SVGA301 on, codes concern the file, like diagnostics, but need a deeper analysis.
package enum CheckCode: String, Sendable, CaseIterable {
    case containerUnreadable = "SVGA101"
    case containerNeedsLibrary = "SVGA102"
    case displayTicks = "SVGA103"

    case bitmapSize = "SVGA110"
    case layoutOffset = "SVGA111"
    case alphaTooLow = "SVGA112"
    case alphaOverlap = "SVGA113"
    case scaleZero = "SVGA114"
    case framesShort = "SVGA115"
    case keySuffix = "SVGA116"
    case rounding = "SVGA117"
    case shapeAlpha = "SVGA118"
    case alphaUnwritten = "SVGA119"

    case matteUnsupported = "SVGA120"
    case matteNotFirst = "SVGA121"
    case matteUnknown = "SVGA122"

    case pathCommand = "SVGA130"
    case pathAbsoluteLine = "SVGA131"
    case pathRepeats = "SVGA132"
    case clipOnShapes = "SVGA133"
    case keepOfOther = "SVGA134"
    case cornerRadius = "SVGA135"

    case miterLimitZero = "SVGA140"
    case dashPhase = "SVGA142"
    case strokeScale = "SVGA143"
    case color255 = "SVGA144"
    case strokeWidthZero = "SVGA145"
    case unstyled = "SVGA146"
    case colorAlphaUnwritten = "SVGA147"

    case imageFormat = "SVGA150"
    case soundFormat = "SVGA160"
    case olderVersion = "SVGA170"
    case playersUnchecked = "SVGA190"

    case fileUnreadable = "SVGA200"
    case fileTooLarge = "SVGA201"
    case memoryTooLarge = "SVGA202"
    case canvasTooLarge = "SVGA203"
    case tooLong = "SVGA204"
    case tooFast = "SVGA205"
    case keyMissing = "SVGA206"
    case budgetExceeded = "SVGA207"

    case imageUnused = "SVGA301"
    case imageOversized = "SVGA302"
    case keyEmpty = "SVGA303"
    case layoutEmpty = "SVGA304"
    case spritesMany = "SVGA305"
    case overdraw = "SVGA306"

    case soundBroken = "SVGA310"
    case soundTruncated = "SVGA311"
    case soundTime = "SVGA312"
    case soundOutside = "SVGA313"
    case soundTag = "SVGA314"
    case soundStray = "SVGA315"

    /// The meaning, as one sentence.
    var meaning: Message {
        switch self {
        case .containerUnreadable: "The movie is not shown: the player cannot open the container."
        case .containerNeedsLibrary:
            "The movie is not shown without JSZip, or another movie is shown: the player reads 1.x archives differently."
        case .displayTicks: "The movie plays at another speed: the player shows each frame for whole ticks of a 60 Hz display."
        case .bitmapSize: "The image has the wrong size: its pixel size differs from its layout, and the player does not stretch it."
        case .layoutOffset: "The image is in the wrong position: the player ignores the layout's x and y."
        case .alphaTooLow: "The sprite is missing: the player does not draw an alpha below 0.05."
        case .alphaOverlap: "Parts of a translucent sprite show through each other: the player applies the alpha to each part."
        case .scaleZero: "The sprite has the wrong shape or rotation: the player reads an a or d of 0 as 1."
        case .framesShort: "The sprite stays visible, or the animation stops: the sprite has fewer frames than the movie."
        case .keySuffix: "The image is missing or another one: the player looks it up under another key."
        case .rounding: "Small or thin parts look slightly different: the player rounds edges, alphas, colors or samples differently."
        case .shapeAlpha: "The shapes of a translucent sprite have the wrong alpha: the sprite's alpha replaces theirs."
        case .alphaUnwritten: "A hidden sprite is visible: protobuf does not write an alpha of 0, and the player reads it as 1."
        case .matteUnsupported: "The sprite is not masked: the player has no mattes."
        case .matteNotFirst: "The sprite is not masked: the player applies mattes only if the first (visible) sprite is a matte."
        case .matteUnknown:
            "The sprite is masked wrongly, or the animation stops: the player uses another matte, or masks more than the sprite."
        case .pathCommand: "Part of a path is missing, or the animation stops: the player cannot read some commands or numbers."
        case .pathAbsoluteLine: "A path has the wrong form: at an absolute H or V, the player sets the other coordinate to 0."
        case .pathRepeats: "Part of a path is missing: the player does not draw arguments repeated without their command."
        case .clipOnShapes: "The shapes are not clipped: the player applies clip paths only to sprites with an image."
        case .keepOfOther: "The sprite shows other shapes or none: the player reads KEEP differently."
        case .cornerRadius: "A rect or ellipse is missing, or the animation stops: the player cannot draw a negative size or corner radius."
        case .miterLimitZero: "Corners of a stroke are cut off: the player reads a missing miter limit as 0."
        case .dashPhase: "A stroke has other dashes: the player reads dash, gap or phase differently."
        case .strokeScale: "A stroke has the wrong width: the player applies only the vertical scale of the frame's transform."
        case .color255:
            "A shape has the wrong color or is invisible: the player reads 0–255 as 0–1, or an alpha below 1 as 0."
        case .strokeWidthZero: "A stroke of width 0 is visible: the player draws it 1 unit wide."
        case .unstyled: "A shape without styles is visible: the player fills it with black."
        case .colorAlphaUnwritten:
            "Nothing is shown: the player throws on a color whose alpha protobuf does not write, such as an alpha of 0."
        case .imageFormat: "An image is missing, or nothing is shown: the player cannot decode a payload, or needs an image."
        case .soundFormat: "The sound is not played: the player does not support it."
        case .olderVersion: "The picture differs in an older version of the player; newer versions draw it as the file says."
        case .playersUnchecked: "The player is not fully checked: drawing all frames as it does exceeds the limit for work."
        case .fileUnreadable: "The file cannot be read as a movie."
        case .fileTooLarge: "The file is larger than the given maximum."
        case .memoryTooLarge: "The decoded images take more memory than the given maximum."
        case .canvasTooLarge: "The canvas is larger than the given maximum."
        case .tooLong: "The movie is longer than the given maximum."
        case .tooFast: "The movie has more frames per second than the given maximum."
        case .keyMissing: "No visible sprite has a required key."
        case .budgetExceeded: "The movie exceeds a limit of the budget."
        case .imageUnused: "No sprite uses the image."
        case .imageOversized: "The image has more than 2 pixels per point of its largest displayed size, in both directions."
        case .keyEmpty: "An image, a sound or a sprite has no key."
        case .layoutEmpty: "The image is not drawn: the layout of its visible sprite is empty."
        case .spritesMany: "One frame has 1,000 or more visible sprites, and players process each of them in every frame."
        case .overdraw: "The images and shapes of one frame have more than 10 times the area of the canvas."
        case .soundBroken: "The sound cannot be played: it contains no audio."
        case .soundTruncated: "The sound ends early: part of its data is missing."
        case .soundTime: "`totalTime` is 0, or differs from the sound's length by more than 0.1 s and 2 %."
        case .soundOutside: "The sound is never heard: it starts after the movie's end or after its own end."
        case .soundTag: "The sound's ID3 tag has an unknown version or an invalid size."
        case .soundStray: "The sound has bytes that are neither audio frames nor tags."
        }
    }

    /// The possible severities, lowest first.
    var severities: [Diagnostic.Severity] {
        switch self {
        case .fileUnreadable, .fileTooLarge, .memoryTooLarge, .canvasTooLarge, .tooLong, .tooFast, .keyMissing, .budgetExceeded: [.error]
        case .containerUnreadable, .colorAlphaUnwritten, .soundBroken: [.error]
        case .imageUnused, .imageOversized, .soundStray: [.info]
        case .soundTime: [.info, .warning]
        case .rounding: [.info]
        case .framesShort, .matteUnknown, .pathCommand, .imageFormat, .cornerRadius: [.warning, .error]
        default: [.warning]
        }
    }
}

extension Diagnostic.Code {
    /// The meaning, as one sentence.
    var meaning: Message {
        switch self {
        case .gzipContainer: "The movie is compressed with gzip, which few players open."
        case .bareProtobuf: "The movie is protobuf without zlib compression."
        case .trailingBytes: "Bytes follow the end of the zlib stream."
        case .entryCaseMismatch: "A ZIP entry was found only by ignoring case."
        case .entryMissing: "An image names a ZIP entry that does not exist."
        case .invalidUTF8: "A text is not valid UTF-8; invalid bytes were replaced."
        case .unknownFields: "The file has fields that the format does not define."
        case .looseJSON: "A number in the JSON is written as a string, or another value stands in its place."
        case .fpsMissing: "The frame rate is missing or 0; 20 fps is used."
        case .fpsUnusual: "The frame rate does not divide 60."
        case .viewBoxEmpty: "The canvas is empty, negative or not finite."
        case .framesMissing: "The movie's frame count is 0 or negative."
        case .payloadUnknown: "A payload is neither a known image nor a known sound."
        case .imageMissing: "An image is missing: no image has the key of a bitmap sprite."
        case .imageBroken: "An image is not drawn: it cannot be decoded."
        case .imageKeyTwice: "Two payloads have the same key; the last one is used."
        case .framesTooFew: "A sprite has fewer frames than the movie."
        case .framesTooMany: "A sprite has more frames than the movie; they are never shown."
        case .transformNotFinite: "A sprite or shape is hidden: its transform has a number that is not finite."
        case .alphaOutOfRange: "An alpha is not in the range 0 to 1."
        case .layoutInvalid: "A layout has a negative size or a number that is not finite."
        case .matteMissing: "A sprite is not masked: no matte has its `matteKey`."
        case .matteOfMatte: "A matte has a `matteKey`, which is ignored."
        case .matteKeyTwice: "Two mattes have the same key; the first one is used."
        case .colorRange255: "A color is written as 0–255 instead of 0–1."
        case .pathBroken: "A path has an error; only the part before it is drawn."
        case .pathCommandsUnsupported: "A path uses commands that players do not draw."
        case .keepWithoutShapes: "KEEP has no earlier shapes to repeat."
        case .keepNotFirst: "KEEP is not the first shape of its frame."
        case .shapeInvalid: "A shape is not drawn: its type is unknown, or its arguments are missing."
        case .audioMissing: "A sound is missing: no sound has the key of an `audios` entry."
        case .audioUnused: "A sound is never played: no `audios` entry refers to it."
        case .substitutionUnused: "Content was set for a key that no sprite has."
        }
    }

    /// The remedy as one sentence without a full stop.
    var remedy: Message {
        switch self {
        case .gzipContainer: "Compress the movie with zlib instead of gzip"
        case .bareProtobuf: "Compress the movie with zlib"
        case .trailingBytes: "Remove the bytes after the end of the stream"
        case .entryCaseMismatch: "Write the entry's name exactly as the image does"
        case .entryMissing: "Add the entry, or remove the image"
        case .invalidUTF8: "Write keys and paths as UTF-8, without NUL"
        case .unknownFields: "None needed, unless a tool relies on them"
        case .looseJSON: "Write numbers as JSON numbers"
        case .fpsMissing: "Write the frame rate"
        case .fpsUnusual: "Use 60, 30, 20, 15, 12 or 10 fps: iOS shows each frame for whole ticks of 1/60 s"
        case .viewBoxEmpty: "Write a canvas size above 0"
        case .framesMissing: "Write the frame count"
        case .payloadUnknown: "Remove the payload, or convert it to PNG"
        case .imageMissing: "Add the image, or end the sprite's key with `.vector`"
        case .imageBroken: "Export the image again"
        case .imageKeyTwice: "Give each payload a unique key"
        case .framesTooFew: "Add empty frames up to the end of the movie, because players differ here"
        case .framesTooMany: "Remove the frames after the movie's end"
        case .transformNotFinite: "Write finite numbers in the transform"
        case .alphaOutOfRange: "Write an alpha from 0 to 1"
        case .layoutInvalid: "Write the layout as four finite numbers, with no negative size"
        case .matteMissing: "Remove the matteKey, or add the matte: some players throw, others draw nothing"
        case .matteOfMatte: "Remove the matteKey of the matte"
        case .matteKeyTwice: "Give each matte a unique key"
        case .colorRange255: "Write colors from 0 to 1: only Android recognizes 0–255"
        case .pathBroken: "Correct the path: players draw it differently"
        case .pathCommandsUnsupported:
            "Write the path only with M, L, C and Z: a letter before each set of numbers, single spaces, and Z twice at the end"
        case .keepWithoutShapes: "Write the shapes instead of KEEP, or remove it"
        case .keepNotFirst: "Remove KEEP"
        case .shapeInvalid: "Write the arguments that the shape's type needs, or remove the shape"
        case .audioMissing: "Add the sound, or remove the entry"
        case .audioUnused: "Add an entry, or remove the sound: one player throws on it"
        case .substitutionUnused: "Use one of the keys that `svga inspect` lists"
        }
    }
}
