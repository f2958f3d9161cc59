import SVGAModel
import SVGASupport

/// Something in a file that at least one public player treats differently from the rules of rendering. Each case can be detected from
/// the file alone.
enum Quirk: Int, CaseIterable {
    case containerZIP, containerWithoutSpec, containerGzip, containerNeedsJSZip, containerSpecInstead
    case displayTicks
    case bitmapAspect, bitmapSize, layoutOffset, alphaTooLow, alphaOverlap, scaleZeroProtobuf, scaleZeroJSON, framesShort, keySuffix
    case matted, matteNotFirst, matteUnknown, severalMattes
    case smoothCurve, rareCommand, absoluteLine, repeatedArguments, clipOnShapes, clipOnTransformedShapes
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
        case .clipOnShapes, .clipOnTransformedShapes: .clipOnShapes
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

    /// What a player does with a quirk.
    struct Effect: Hashable {
        let severity: Diagnostic.Severity
        let message: String

        /// Something is not shown at all.
        static func error(_ message: String) -> Effect { Effect(severity: .error, message: message) }
        /// Something looks or sounds otherwise.
        static func warning(_ message: String) -> Effect { Effect(severity: .warning, message: message) }
        static func info(_ message: String) -> Effect { Effect(severity: .info, message: message) }
    }

    /// What the public players do with the quirk, and which of them; players that do the same are together, in the order of
    /// ``PublicPlayer``.
    var effects: [(effect: Effect, players: Set<PublicPlayer>)] { Quirk.allEffects[rawValue] }

    private static let allEffects = allCases.map { quirk in
        var effects: [(effect: Effect, players: Set<PublicPlayer>)] = []
        for player in PublicPlayer.allCases {
            guard let effect = quirk.effect(on: player.profile) else { continue }
            if let index = effects.firstIndex(where: { $0.effect == effect }) {
                effects[index].players.insert(player)
            } else {
                effects.append((effect, [player]))
            }
        }
        return effects
    }

    /// What a player with this profile does with the quirk; nil: what the rules say.
    func effect(on profile: Profile) -> Effect? {
        switch self {
        case .containerZIP: profile.archives == .never ? .error("1.x archives cannot be opened") : nil
        case .containerWithoutSpec:
            profile.readsBinaryEntry || profile.archives == .never
                ? nil : .error("movie.spec is read instead of movie.binary, and is not there")
        case .containerGzip: profile.opensGzip ? nil : .error("gzip cannot be opened")
        case .containerNeedsJSZip: profile.archives == .withLibrary ? .warning("1.x archives are opened only with JSZip loaded") : nil
        case .containerSpecInstead:
            profile.readsBinaryEntry || profile.archives == .never ? nil : .warning("movie.spec is read instead of movie.binary")
        case .displayTicks:
            profile.frameTiming == .displayTicks
                ? .warning("each frame is shown for whole ticks of 1/60 s, so the speed is another") : nil
        case .bitmapAspect:
            switch profile.bitmapFit {
            case .contain: .warning("the bitmap keeps its aspect within the layout")
            case .fillOrWidth: .warning("some versions scale the bitmap by the layout's width alone")
            case .fill, .naturalSize: nil
            }
        case .bitmapSize: profile.bitmapFit == .naturalSize ? .warning("the bitmap is drawn at its own size, not its layout's") : nil
        case .layoutOffset: profile.appliesLayoutOffset ? nil : .warning("the layout's x and y are ignored")
        case .alphaTooLow: profile.lowestAlpha > 0 ? .warning("an alpha below \(profile.lowestAlpha.brief) is not drawn") : nil
        case .alphaOverlap: profile.fadesWholeSprite ? nil : .warning("parts that may overlap are faded one by one")
        case .scaleZeroProtobuf: profile.zeroScaleInProtobuf == 0 ? nil : .warning("a or d of 0 in a transform is read as 1")
        case .scaleZeroJSON: profile.zeroScaleInJSON == 0 ? nil : .warning("a or d of 0 in a transform is read as 1")
        case .framesShort:
            switch profile.framesPastEnd {
            case .hidden: nil
            case .lastFrame: .warning("the sprite's last frame stays")
            case .failure: .error("the player throws past the sprite's last frame")
            }
        case .keySuffix:
            profile.imageLookup == .exactThenShortened ? nil : .warning("the image is not found under the sprite's key")
        case .matted: profile.mattes == .none ? .warning("mattes are not applied: drawn unmasked") : nil
        case .matteNotFirst:
            switch profile.mattes {
            case .ifFirstKeyEndsInMatte, .ifFirstKeyContainsMatte:
                .warning("mattes are applied only if the first sprite is one: drawn unmasked")
            case .all, .none: nil
            }
        case .matteUnknown:
            switch profile.unknownMatte {
            case .drawnUnmasked: nil
            case .hidden: .warning("a sprite whose matte is not there vanishes")
            case .openLayer: .warning("a layer is left open for the matte that is not there")
            case .failure: .error("the player throws on a matte that is not there")
            }
        case .severalMattes:
            profile.failsOnSeveralMattes
                ? .error("the player was seen to throw on 1.x movies with several mattes or masked sprites") : nil
        case .smoothCurve: profile.pathCommands.contains("S") ? nil : .warning("the path command S is left out")
        case .rareCommand:
            profile.pathCommands.isSuperset(of: ["A", "T"]) ? nil : .warning("the path commands A, T and R are left out")
        case .absoluteLine: profile.keepsOtherCoordinate ? nil : .warning("the path commands H and V lose the other coordinate")
        case .repeatedArguments:
            profile.drawsRepeatedArguments ? nil : .warning("path arguments repeated without their command are left out")
        case .clipOnShapes: profile.shapeClip == .ignored ? .warning("shapes without a bitmap are not clipped") : nil
        case .clipOnTransformedShapes:
            profile.shapeClip == .shapeSpace ? .warning("the clip path goes through the shapes' transform") : nil
        case .miterLimitZero: profile.defaultMiterLimit > 0 ? nil : .warning("a miter limit of 0 cuts the corners off")
        case .plainStroke: profile.dashes == .always ? .info("the stroke is dashed with gaps of 0.1") : nil
        case .dashedStroke: profile.dashes == .phaseAsDash ? .warning("the dash's phase becomes a third dash") : nil
        case .scaledStroke:
            profile.strokeScale == .frameTransform ? .warning("the stroke is not scaled by the shape's transform") : nil
        case .turnedStroke:
            profile.strokeScale == .frameTransform ? .warning("the stroke vanishes where the frame's a is 0") : nil
        case .color255: profile.detectsColorRange ? nil : .warning("a colour of 0…255 is taken for 0…1")
        case .jpeg:
            switch profile.jpeg {
            case .all: nil
            case .recentVersions: .info("JPEG is drawn only by recent versions")
            case .someFiles: .warning("only some JPEG images are drawn")
            }
        case .rareImage: profile.drawsOtherImages ? nil : .warning("images that are neither PNG nor JPEG may not be drawn")
        case .sound: profile.sounds == .all ? nil : .warning("the sound is not played")
        case .soundUnused:
            profile.failsOnUnusedSound ? .error("the player was seen to throw on a sound that no audios entry plays") : nil
        }
    }
}

/// A set of quirks, small enough to be made for every frame.
struct Quirks {
    private var bits: UInt64 = 0

    var isEmpty: Bool { bits == 0 }

    mutating func insert(_ quirk: Quirk) { bits |= 1 << UInt64(quirk.rawValue) }
    mutating func insert(_ quirk: Quirk, if condition: Bool) { if condition { insert(quirk) } }
    mutating func formUnion(_ other: Quirks) { bits |= other.bits }

    /// Calls `body` with the raw value of each.
    func visit(_ body: (Int) -> Void) {
        var rest = bits
        while rest != 0 {
            body(rest.trailingZeroBitCount)
            rest &= rest - 1
        }
    }
}
