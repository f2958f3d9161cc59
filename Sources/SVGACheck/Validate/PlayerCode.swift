import SVGAEmulation
import SVGAFormat
import SVGAModel
import SVGARender
import SVGASupport

// The codes for rules and failures of players.

extension PlayerRule {
    /// Rules that only change edges and samples by less than a pixel or a step.
    private static let rounding: Set<String> = ["sampling", "edges", "thin", "clip-edge", "565", "gamma"]

    /// The name without the player's.
    private var kind: String {
        // Longer names first: `web-lite` before `web`.
        for player in PublicPlayer.Kind.allCases.sorted(by: { $0.name.count > $1.name.count }) where name.hasPrefix(player.name + "-") {
            return String(name.dropFirst(player.name.count + 1))
        }
        return name
    }

    /// Rules that are reported separately, or that are invisible in a file.
    private static let unseen: Set<String> = [
        "archive", "gzip", "time", "sounds", "frames", "radius", "color-alpha", "hidden", "replacement", "drawings", "text", "clip-black",
        "sounds-tagged", "sounds-third", "text-alpha", "text-plain", "payload-audio", "path-empty",
    ]

    /// Whether it can change frames without a user's substitutions. Failures are reported separately.
    var showsInPictures: Bool { !PlayerRule.unseen.contains(kind) || name == "ios-frames" }

    var severity: Diagnostic.Severity { code == .rounding ? .info : .warning }

    /// The code, if it does not depend on the sprite.
    var code: CheckCode {
        if PlayerRule.rounding.contains(kind) { return .rounding }
        switch name {
        case "android-alpha", "flutter-alpha-wrapped": return .rounding
        case "flutter-alpha": return .alphaUnwritten
        case "web-lite-mattes", "flutter-mattes", "wechat-mattes", "web-no-mattes", "android-no-mattes": return .matteUnsupported
        case "ios-mattes": return .matteUnknown
        default: break
        }
        return switch kind {
        case "alpha": .alphaTooLow
        case "fade": .alphaOverlap
        case "shape-alpha", "color-replaced": .shapeAlpha
        case "scale-zero": .scaleZero
        case "natural-size", "fit": .bitmapSize
        case "layout-offset": .layoutOffset
        case "frames": .framesShort
        case "key", "key-all", "key-exact", "names": .keySuffix
        case "payload": .imageFormat
        case "mattes": .matteNotFirst
        case "clip": .clipOnShapes
        case "keep": .keepOfOther
        case "colors", "color-range": .color255
        case "stroke": .strokeScale
        case "stroke-zero": .strokeWidthZero
        case "miter": .miterLimitZero
        case "dashes", "ellipses": .dashPhase
        case "unstyled": .unstyled
        case "corners", "sizes": .cornerRadius
        case "clip-alpha", "fill-only", "clip-moved", "no-keep", "dashes-always": .olderVersion
        default: .pathCommand
        }
    }
}

extension CheckCode {
    /// - Parameters:
    ///   - sprite: the index in the movie's sprites.
    ///   - frames: the sprite's frames in which the rule has an effect.
    init(_ rule: PlayerRule, _ movie: WireMovie, sprite index: Int, _ frames: [ClosedRange<Int>]) {
        let sprite = movie.sprites[index]
        self = rule.code
        if ["web-mattes", "harmony-mattes"].contains(rule.name), movie.sprites[0].imageKey.containsBytes(of: ".matte") {
            self = .matteUnknown
        }
        guard self == .pathCommand else { return }
        let paths = frames.joined().lazy.filter { $0 < sprite.frames.count }.flatMap { frame in
            sprite.visibleShapes(at: frame).compactMap { shape in
                if case .shape(let d) = shape.args { d } else { nil as String? }
            } + [sprite.frames[frame].clipPath]
        }
        // Path commands that no player draws take precedence over those that only some players omit.
        if paths.contains(where: { $0.utf8.contains { "SsAaTtRr".utf8.contains($0) } }) { return }
        if paths.contains(where: { PathParser.parse($0).repeatsArguments }) {
            self = .pathRepeats
        } else if rule.name == "android-paths", paths.contains(where: { $0.utf8.contains { "HV".utf8.contains($0) } }) {
            self = .pathAbsoluteLine
        }
    }

    init(failure: PlayerFailure) {
        self =
            switch failure.fault.cause {
            case .container: .containerUnreadable
            case .payload: .imageFormat
            case .frames: .framesShort
            case .mattes: .matteUnknown
            case .radius: .cornerRadius
            case .colors: .colorAlphaUnwritten
            case .path: .pathCommand
            }
    }
}
