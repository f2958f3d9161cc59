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
        remedies.map { $0.cause.isEmpty ? $0.text : "\($0.cause): \($0.text)" as Message }.joined(separator: "; ")
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

    case imageFormat = "SVGA150"
    case soundFormat = "SVGA160"
    case playersUnchecked = "SVGA190"

    case fileUnreadable = "SVGA200"
    case fileTooLarge = "SVGA201"
    case memoryTooLarge = "SVGA202"
    case canvasTooLarge = "SVGA203"
    case tooLong = "SVGA204"
    case tooFast = "SVGA205"
    case keyMissing = "SVGA206"

    case imageUnused = "SVGA301"
    case imageOversized = "SVGA302"
    case keyEmpty = "SVGA303"
    case layoutEmpty = "SVGA304"

    case soundBroken = "SVGA310"
    case soundTruncated = "SVGA311"
    case soundTime = "SVGA312"
    case soundOutside = "SVGA313"
    case soundTag = "SVGA314"
    case soundStray = "SVGA315"

    /// The meaning, as one sentence.
    var meaning: Message {
        switch self {
        case .containerUnreadable: "The player cannot open the container."
        case .containerNeedsLibrary: "The player opens 1.x archives only with help, or reads another of their entries."
        case .displayTicks: "The player shows each frame for whole ticks of a 60 Hz display: the speed is another."
        case .bitmapSize: "The bitmap's size or aspect is not its layout's, and the player does not stretch it."
        case .layoutOffset: "The layout's x or y is not 0, and the player ignores it."
        case .alphaTooLow: "The player draws nothing with an alpha below 0.05."
        case .alphaOverlap: "The player fades the parts of a sprite one by one; where they overlap, the lower shows through."
        case .scaleZero: "A transform's a or d is 0, which the player reads as 1."
        case .framesShort: "A sprite has fewer frames than the movie, and the player does not hide it after them."
        case .keySuffix: "The player looks the sprite's image up under another key."
        case .rounding: "The player rounds edges, alphas, colours or samples otherwise, so that small or thin things look otherwise."
        case .shapeAlpha: "In a faded sprite, the player draws shapes with the sprite's alpha alone."
        case .alphaUnwritten: "The player draws what has an alpha of 0, which protobuf does not write."
        case .matteUnsupported: "The player has no mattes: the sprite is drawn unmasked."
        case .matteNotFirst: "The player applies mattes only where the first sprite, or the first that is visible, is one."
        case .matteUnknown: "The player looks for the matte elsewhere, or masks more than the sprite, and does not draw it as usual."
        case .pathCommand: "A path has commands or numbers that the player cannot read."
        case .pathAbsoluteLine: "A path has an absolute H or V, with which the player loses the other coordinate."
        case .pathRepeats: "A path repeats arguments without the command; the player does not draw the repetition."
        case .clipOnShapes: "A clip path on shapes without a bitmap, which the player ignores."
        case .keepOfOther: "The player takes KEEP for other shapes."
        case .cornerRadius: "The player throws on a negative corner radius."
        case .miterLimitZero: "A mitered stroke has no miter limit, which the player takes for 0."
        case .dashPhase: "A stroke that the player dashes otherwise, such as by taking the phase for a third dash."
        case .strokeScale: "The player scales the stroke by the height of the frame's transform alone."
        case .color255:
            "A colour is written as 0…255, and the player takes it for 0…1, or it is not quite opaque, and the player cuts its alpha."
        case .strokeWidthZero: "A stroke has a colour and no width, and the player draws it one unit wide."
        case .unstyled: "A shape has no styles, and the player fills it with black."
        case .imageFormat: "A payload is an image of a format that the player does not draw, or no image, and the player needs one."
        case .soundFormat: "The player does not play this sound."
        case .playersUnchecked: "Drawing all frames as the player does is more work than the limit: it is not fully checked."
        case .fileUnreadable: "The file cannot be read as a movie."
        case .fileTooLarge: "The file is larger than the bound given."
        case .memoryTooLarge: "The decoded images take more memory than the bound given."
        case .canvasTooLarge: "The canvas is larger than the bound given."
        case .tooLong: "The movie is longer than the bound given."
        case .tooFast: "The movie has more frames a second than the bound given."
        case .keyMissing: "No visible sprite has a key that was asked for."
        case .imageUnused: "No sprite shows the image."
        case .imageOversized: "The image has more than twice the pixels of its largest size in points, in both axes."
        case .keyEmpty: "An image, a sound or a sprite has no key."
        case .layoutEmpty: "A visible sprite has a bitmap, and a layout without a size to draw it in."
        case .soundBroken: "The sound has nothing to play."
        case .soundTruncated: "The sound breaks off before its end."
        case .soundTime: "`totalTime` is not the sound's length, by more than 0.1 s and 2 %, or is 0."
        case .soundOutside: "The sound starts after the movie, or after its own end."
        case .soundTag: "The sound's ID3 tag is of an unknown version or has a wrong size."
        case .soundStray: "The sound has bytes that are neither frames nor tags."
        }
    }

    /// The possible severities, lowest first.
    var severities: [Diagnostic.Severity] {
        switch self {
        case .fileUnreadable, .fileTooLarge, .memoryTooLarge, .canvasTooLarge, .tooLong, .tooFast, .keyMissing: [.error]
        case .containerUnreadable, .cornerRadius, .soundBroken: [.error]
        case .imageUnused, .imageOversized, .soundStray: [.info]
        case .soundTime: [.info, .warning]
        case .rounding: [.info]
        case .framesShort, .matteUnknown, .pathCommand, .imageFormat: [.warning, .error]
        default: [.warning]
        }
    }
}

extension Diagnostic.Code {
    /// The meaning, as one sentence.
    var meaning: Message {
        switch self {
        case .gzipContainer: "The container is gzip, which no player opens."
        case .bareProtobuf: "The movie is bare protobuf, without a zlib stream around it."
        case .trailingBytes: "Bytes follow the end of the zlib stream."
        case .entryCaseMismatch: "A ZIP entry was found only by ignoring case."
        case .entryMissing: "An image names a ZIP entry that is not there."
        case .invalidUTF8: "A text of the file is no valid UTF-8; the broken parts were replaced."
        case .unknownFields: "The file has fields this format does not know."
        case .looseJSON: "A number of the JSON is written as a text or is no number at all."
        case .fpsMissing: "No fps, or 0: 20 is used."
        case .fpsUnusual: "fps is no divisor of 60."
        case .viewBoxEmpty: "The canvas is empty, negative or not finite."
        case .framesMissing: "The movie says it has no frames."
        case .payloadUnknown: "A payload is neither a known image nor a known sound."
        case .imageMissing: "A bitmap sprite has no image of its key."
        case .imageBroken: "An image cannot be decoded; it is not drawn."
        case .imageKeyTwice: "Two payloads have the same key; the last is used."
        case .framesTooFew: "A sprite has fewer frames than the movie."
        case .framesTooMany: "A sprite has more frames than the movie; they are never shown."
        case .transformNotFinite: "A transform has a number that is not finite: hidden."
        case .alphaOutOfRange: "An alpha above 1, or not a number."
        case .layoutInvalid: "A layout has a number that is not finite, or a negative size."
        case .matteMissing: "`matteKey` names no matte sprite: drawn unmasked."
        case .matteOfMatte: "A matte has a `matteKey` of its own: ignored."
        case .matteKeyTwice: "Two matte sprites have the same key; the first is used."
        case .colorRange255: "A colour is written as 0…255."
        case .pathBroken: "A path breaks off; what came before is drawn."
        case .pathCommandsUnsupported: "A path uses commands that players do not draw."
        case .keepWithoutShapes: "KEEP with nothing before it to keep."
        case .keepNotFirst: "KEEP that is not the first shape of its frame."
        case .shapeInvalid: "A shape without the arguments its type needs, or of an unknown type: not drawn."
        case .audioMissing: "An `audios` entry names no sound."
        case .audioUnused: "A sound that no `audios` entry plays."
        case .substitutionUnused: "Content was set for a key that no sprite has."
        }
    }

    /// The remedy as one sentence without a full stop.
    var remedy: Message {
        switch self {
        case .gzipContainer: "Pack the movie with zlib alone"
        case .bareProtobuf: "Pack the movie with zlib"
        case .trailingBytes: "Cut the file at the end of the stream"
        case .entryCaseMismatch: "Name the entry exactly as the image does"
        case .entryMissing: "Add the entry, or drop the image"
        case .invalidUTF8: "Write keys and paths as UTF-8, without NUL"
        case .unknownFields: "None needed, unless a tool relies on them"
        case .looseJSON: "Write numbers as numbers"
        case .fpsMissing: "Write fps"
        case .fpsUnusual: "Use 60, 30, 20, 15, 12 or 10: some players play whole display ticks"
        case .viewBoxEmpty: "Write the canvas size"
        case .framesMissing: "Write the number of frames"
        case .payloadUnknown: "Drop the payload, or convert it to PNG"
        case .imageMissing: "Add the image, or end the key in `.vector`"
        case .imageBroken: "Export the image again"
        case .imageKeyTwice: "Give each payload a key of its own"
        case .framesTooFew: "Add empty frames up to the movie's last: players differ here"
        case .framesTooMany: "Drop the frames past the end"
        case .transformNotFinite: "Write finite numbers into the transform"
        case .alphaOutOfRange: "Write alpha from 0 to 1"
        case .layoutInvalid: "Write the layout as four numbers, the sizes not negative"
        case .matteMissing: "Clear the matteKey, or add the matte sprite: players disagree, from throwing to drawing nothing"
        case .matteOfMatte: "Clear the matteKey of the matte"
        case .matteKeyTwice: "Give each matte a key of its own"
        case .colorRange255: "Write colours from 0 to 1: only one player sees 0…255"
        case .pathBroken: "Mend the path: players draw what they make of it"
        case .pathCommandsUnsupported:
            "Write the path with M, L, C and Z alone, a letter before each set of numbers, single spaces between, and Z twice at its end"
        case .keepWithoutShapes: "Write the shapes in place of KEEP, or leave it out"
        case .keepNotFirst: "Leave KEEP out"
        case .shapeInvalid: "Write the arguments of the shape's type, or leave the shape out"
        case .audioMissing: "Add the sound, or drop the entry"
        case .audioUnused: "Add an entry, or drop the sound: one player throws on it"
        case .substitutionUnused: "Use one of the keys that `svga inspect` lists"
        }
    }
}
