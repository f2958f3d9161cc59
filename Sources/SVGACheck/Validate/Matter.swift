import SVGAModel

/// What a player does with a matter.
struct Effect {
    let players: Set<Player>
    let severity: Diagnostic.Severity
    let message: String

    init(_ players: Set<Player>, _ severity: Diagnostic.Severity, _ message: String) {
        self.players = players
        self.severity = severity
        self.message = message
    }
}

/// Facts about a movie that some public player shows otherwise than the rules say; one for each that can be told from a file.
enum Matter: Int, CaseIterable {
    case containerZIP, containerWithoutSpec, containerGzip, containerNeedsJSZip, containerSpecInstead
    case displayTicks
    case bitmapAspect, bitmapSize, layoutOffset, alphaTooLow, alphaOverlap, scaleZeroProtobuf, scaleZeroJSON, framesShort, keySuffix
    case matted, matteNotFirst, matteUnknown, severalMattes
    case smoothCurve, rareCommand, absoluteLine, repeatedArguments, clipOnShapes, clipOnTurnedShapes
    case miterLimitZero, plainStroke, dashedStroke, scaledStroke, turnedStroke, color255
    case jpeg, rareImage, sound, soundUnused

    var code: CheckCode {
        switch self {
        case .containerZIP, .containerWithoutSpec, .containerGzip: .containerUnreadable
        case .containerNeedsJSZip, .containerSpecInstead: .containerNeedsLibrary
        case .displayTicks: .displayTicks
        case .bitmapAspect, .bitmapSize: .bitmapSize
        case .layoutOffset: .layoutOffset
        case .alphaTooLow: .alphaTooLow
        case .alphaOverlap: .alphaOverlap
        case .scaleZeroProtobuf, .scaleZeroJSON: .scaleZero
        case .framesShort: .framesShort
        case .keySuffix: .keySuffix
        case .matted: .matteUnsupported
        case .matteNotFirst: .matteNotFirst
        case .matteUnknown: .matteUnknown
        case .severalMattes: .severalMattes
        case .smoothCurve, .rareCommand: .pathCommand
        case .absoluteLine: .pathAbsoluteLine
        case .repeatedArguments: .pathRepeats
        case .clipOnShapes, .clipOnTurnedShapes: .clipOnShapes
        case .miterLimitZero: .miterLimitZero
        case .plainStroke: .dashAdded
        case .dashedStroke: .dashPhase
        case .scaledStroke, .turnedStroke: .strokeScale
        case .color255: .color255
        case .jpeg, .rareImage: .imageFormat
        case .sound: .soundFormat
        case .soundUnused: .soundUnused
        }
    }

    /// An error is what is not shown at all, a warning what looks or sounds otherwise.
    var effects: [Effect] {
        switch self {
        case .containerZIP: [Effect([.webLite, .flutter], .error, "1.x archives cannot be opened")]
        case .containerWithoutSpec: [Effect([.web], .error, "movie.spec is read instead of movie.binary, and is not there")]
        case .containerGzip: [Effect(Set(Player.allCases), .error, "gzip cannot be opened")]
        case .containerNeedsJSZip: [Effect([.web], .warning, "1.x archives are opened only with JSZip loaded")]
        case .containerSpecInstead: [Effect([.web], .warning, "movie.spec is read instead of movie.binary")]
        case .displayTicks: [Effect([.ios], .warning, "each frame is shown for whole ticks of 1/60 s, so the speed is another")]
        case .bitmapAspect:
            [
                Effect([.ios], .warning, "the bitmap keeps its aspect within the layout"),
                Effect([.android], .warning, "some versions scale the bitmap by the layout's width alone"),
            ]
        case .bitmapSize: [Effect([.web], .warning, "the bitmap is drawn at its own size, not its layout's")]
        case .layoutOffset: [Effect([.android, .web, .webLite, .flutter], .warning, "the layout's x and y are ignored")]
        case .alphaTooLow: [Effect([.web, .webLite], .warning, "an alpha below 0.05 is not drawn")]
        case .alphaOverlap:
            [Effect([.android, .web, .webLite, .flutter], .warning, "parts that may overlap are faded one by one")]
        case .scaleZeroProtobuf: [Effect([.android, .web, .webLite], .warning, "a or d of 0 in a transform is read as 1")]
        case .scaleZeroJSON: [Effect([.web], .warning, "a or d of 0 in a transform is read as 1")]
        case .framesShort:
            [
                Effect([.ios], .warning, "the sprite's last frame stays"),
                Effect([.web, .webLite], .error, "the player throws past the sprite's last frame"),
            ]
        case .keySuffix: [Effect(Set(Player.allCases), .warning, "the image is not found under the sprite's key")]
        case .matted: [Effect([.webLite, .flutter], .warning, "mattes are not applied: drawn unmasked")]
        case .matteNotFirst: [Effect([.android, .web], .warning, "mattes are applied only if the first sprite is one: drawn unmasked")]
        case .matteUnknown:
            [
                Effect([.ios], .warning, "a sprite whose matte is not there vanishes"),
                Effect([.android], .warning, "a layer is left open for the matte that is not there"),
                Effect([.web], .error, "the player throws on a matte that is not there"),
            ]
        case .severalMattes: [Effect([.web], .error, "the player was seen to throw on 1.x movies with several mattes or masked sprites")]
        case .smoothCurve: [Effect([.ios, .android], .warning, "the path command S is left out")]
        case .rareCommand: [Effect(Set(Player.allCases), .warning, "the path commands A, T and R are left out")]
        case .absoluteLine: [Effect([.android], .warning, "the path commands H and V lose the other coordinate")]
        case .repeatedArguments: [Effect(Set(Player.allCases), .warning, "path arguments repeated without their command are left out")]
        case .clipOnShapes: [Effect([.web, .webLite], .warning, "shapes without a bitmap are not clipped")]
        case .clipOnTurnedShapes: [Effect([.flutter], .warning, "the clip path goes through the shapes' transform")]
        case .miterLimitZero: [Effect([.ios, .android, .flutter], .warning, "a miter limit of 0 cuts the corners off")]
        case .plainStroke: [Effect([.ios], .info, "the stroke is dashed with gaps of 0.1")]
        case .dashedStroke: [Effect([.web, .webLite], .warning, "the dash's phase becomes a third dash")]
        case .scaledStroke: [Effect([.android], .warning, "the stroke is not scaled by the shape's transform")]
        case .turnedStroke: [Effect([.android], .warning, "the stroke vanishes where the frame's a is 0")]
        case .color255: [Effect([.ios, .web, .webLite, .flutter], .warning, "a colour of 0…255 is taken for 0…1")]
        case .jpeg:
            [
                Effect([.ios], .info, "JPEG is drawn only by recent versions"),
                Effect([.web], .warning, "only some JPEG images are drawn"),
            ]
        case .rareImage: [Effect(Set(Player.allCases), .warning, "images that are neither PNG nor JPEG may not be drawn")]
        case .sound: [Effect(Set(Player.allCases), .warning, "the sound is not played")]
        case .soundUnused: [Effect([.web], .error, "the player was seen to throw on a sound that no audios entry plays")]
        }
    }
}

/// A set of matters, small enough to be made for every frame.
struct Matters {
    private var bits: UInt64 = 0

    var isEmpty: Bool { bits == 0 }

    mutating func insert(_ matter: Matter) { bits |= 1 << UInt64(matter.rawValue) }
    mutating func insert(_ matter: Matter, if condition: Bool) { if condition { insert(matter) } }
    mutating func formUnion(_ other: Matters) { bits |= other.bits }

    /// Calls `body` with the raw value of each.
    func visit(_ body: (Int) -> Void) {
        var rest = bits
        while rest != 0 {
            body(rest.trailingZeroBitCount)
            rest &= rest - 1
        }
    }
}
