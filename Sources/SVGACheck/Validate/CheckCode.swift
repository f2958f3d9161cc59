import SVGAModel

/// What checking finds beyond what reading and preparing tolerate; the codes are as stable as ``/SVGAModel/Diagnostic/Code``.
///
/// SVGA101 to SVGA199 are about players: files that are right, but that a player shows otherwise or not at all.
public enum CheckCode: String, Sendable, CaseIterable {
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

    case matteUnsupported = "SVGA120"
    case matteNotFirst = "SVGA121"
    case matteUnknown = "SVGA122"
    case severalMattes = "SVGA123"

    case pathCommand = "SVGA130"
    case pathAbsoluteLine = "SVGA131"
    case pathRepeats = "SVGA132"
    case clipOnShapes = "SVGA133"

    case miterLimitZero = "SVGA140"
    case dashAdded = "SVGA141"
    case dashPhase = "SVGA142"
    case strokeScale = "SVGA143"
    case color255 = "SVGA144"

    case imageFormat = "SVGA150"
    case soundFormat = "SVGA160"
    case soundUnused = "SVGA161"

    case fileUnreadable = "SVGA200"
    case fileTooLarge = "SVGA201"
    case memoryTooLarge = "SVGA202"

    /// What it means, as one sentence.
    var meaning: String {
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
        case .matteUnsupported: "The player has no mattes: the sprite is drawn unmasked."
        case .matteNotFirst: "The player applies mattes only if the first sprite is one."
        case .matteUnknown: "`matteKey` names no matte, and the player does not draw the sprite as usual."
        case .severalMattes: "The player was seen to throw on 1.x movies with several mattes or masked sprites."
        case .pathCommand: "A path has commands that the player leaves out."
        case .pathAbsoluteLine: "A path has an absolute H or V, with which the player loses the other coordinate."
        case .pathRepeats: "A path repeats arguments without the command; the player does not draw the repetition."
        case .clipOnShapes: "A clip path on shapes without a bitmap, which the player ignores or transforms."
        case .miterLimitZero: "A mitered stroke has no miter limit, which the player takes for 0."
        case .dashAdded: "The player dashes every stroke of a protobuf movie, this one with gaps of 0.1."
        case .dashPhase: "A dashed stroke, of which the player takes the phase for a third dash."
        case .strokeScale: "The player scales the stroke by the frame's transform alone, and by its a."
        case .color255: "A colour is written as 0…255, and the player takes it for 0…1."
        case .imageFormat: "The player may not draw images of this format."
        case .soundFormat: "The player does not play this sound."
        case .soundUnused: "A sound that no `audios` entry plays, on which the player was seen to throw."
        case .fileUnreadable: "The file cannot be read as a movie."
        case .fileTooLarge: "The file is larger than the bound given."
        case .memoryTooLarge: "The decoded images take more memory than the bound given."
        }
    }

    /// What to do about it, as one sentence without a full stop.
    var remedy: String {
        switch self {
        case .containerUnreadable: "Convert the movie to 2.x"
        case .containerNeedsLibrary: "Convert the movie to 2.x, or load JSZip and keep movie.spec"
        case .displayTicks: "Use 60, 30, 20, 15, 12 or 10 fps"
        case .bitmapSize: "Scale the image to its layout's size"
        case .layoutOffset: "Put the offset into the transform"
        case .alphaTooLow: "Use an alpha of at least 0.05, or hide the sprite"
        case .alphaOverlap: "Draw the parts as one image, or keep them from overlapping"
        case .scaleZero: "Write a tiny number, such as 0.0001, instead of 0"
        case .framesShort: "Write a frame for each of the movie's"
        case .keySuffix: "Name the image exactly as its sprite, without a suffix"
        case .matteUnsupported: "Draw the mask into the images"
        case .matteNotFirst: "Put a matte sprite first"
        case .matteUnknown: "Add the matte sprite or clear the key"
        case .severalMattes: "Convert the movie to 2.x, or mask one sprite only"
        case .pathCommand: "Write the path with M, L, H, V, C, Q and Z"
        case .pathAbsoluteLine: "Write L instead of H and V"
        case .pathRepeats: "Write the command before each set of arguments"
        case .clipOnShapes: "Draw the shapes as they are clipped, or use a matte"
        case .miterLimitZero: "Write the miter limit, such as 10"
        case .dashAdded: "None needed; write a long dash where the gaps show"
        case .dashPhase: "Draw the dashes as shapes"
        case .strokeScale: "Put the scale into the path and its stroke width"
        case .color255: "Write colours from 0 to 1"
        case .imageFormat: "Convert the image to PNG"
        case .soundFormat: "Convert the sound to MP3 with an ID3 v2.3 tag"
        case .soundUnused: "Add an entry, or drop the sound"
        case .fileUnreadable: "Export the movie again, or raise the limit it went over"
        case .fileTooLarge: "Drop or shrink images and sounds"
        case .memoryTooLarge: "Shrink the images: width × height × 4 bytes count"
        }
    }

    /// All that it can have, the least first.
    var severities: [Diagnostic.Severity] {
        switch self {
        case .fileUnreadable, .fileTooLarge, .memoryTooLarge: [.error]
        default: Set(Quirk.allCases.filter { $0.code == self }.flatMap(\.effects).map(\.effect.severity)).sorted()
        }
    }
}
