import SVGAModel
import SVGARender
package import SVGASupport

/// A difference of a public player from "Rules of rendering", with its location in the player's source. All rules of a player make its
/// ``Profile``.
package struct PlayerRule: Sendable {
    /// Unique among the rules of all players, such as `web-alpha`. Its meaning never changes.
    package let name: String
    /// The file of the player's source that has the rule, with lines.
    package let source: String
    /// The player's behavior, as a sentence that follows its name, without a full stop.
    package let meaning: Message
    /// The first version that has the rule; nil: all known ones before ``until``.
    private let since: PlayerVersion?
    /// The last version that has the rule; nil: the newest one.
    private let until: PlayerVersion?
    /// Applies the rule to a profile.
    package let apply: @Sendable (inout Profile) -> Void

    init(
        _ name: String, _ source: String, _ meaning: Message, since: PlayerVersion? = nil, until: PlayerVersion? = nil,
        _ apply: @escaping @Sendable (inout Profile) -> Void
    ) {
        (self.name, self.source, self.meaning) = (name, source, meaning)
        (self.since, self.until) = (since, until)
        self.apply = apply
    }

    /// The versions that have the rule, such as `since 2.6.1`; empty: all known ones.
    package var versions: String {
        switch (since, until) {
        case (nil, nil): ""
        case (let since?, nil): "since \(since)"
        case (nil, let until?): "until \(until)"
        case (let since?, let until?): since == until ? "\(since)" : "\(since)–\(until)"
        }
    }

    fileprivate func applies(to versions: PlayerVersions) -> Bool {
        (since.map { $0 <= versions.first } ?? true) && (until.map { versions.last <= $0 } ?? true)
    }

    /// The rules of all players, in all versions.
    package static let all = PublicPlayer.Kind.allCases.flatMap(\.rules)
}

extension PublicPlayer {
    /// The source of its rules: the repository, and the commit or the tags.
    package var source: String {
        self == kind.newest ? "\(kind.repository) \(kind.commit)" : "\(kind.repository) \(versions.text)"
    }

    /// Its differences from this project's rules.
    package var rules: [PlayerRule] { kind.rules.filter { $0.applies(to: versions) } }
}

extension PublicPlayer.Kind {
    fileprivate var newest: PublicPlayer { PublicPlayer.allCases[rawValue] }

    fileprivate var repository: String {
        switch self {
        case .ios: "svga/SVGAPlayer-iOS"
        case .android: "svga/SVGAPlayer-Android"
        case .web: "svga/SVGAPlayer-Web"
        case .webLite: "svga/SVGAPlayer-Web-Lite"
        case .flutter: "svga/SVGAPlayer-Flutter"
        case .harmony: "tb520912/svga"
        case .wechat: "svga/svgaplayer-weapp"
        }
    }

    /// The commit of the newest version.
    fileprivate var commit: String {
        switch self {
        case .ios: "2e469f1"
        case .android: "662d0dc"
        case .web: "a218cbe"
        case .webLite: "5a4ad9d"
        case .flutter: "de7de70"
        case .harmony: "89ed21e"
        case .wechat: "c87c35d"
        }
    }

    /// The rules of all versions.
    fileprivate var rules: [PlayerRule] {
        switch self {
        case .ios: PlayerRule.ios + PlayerRule.olderIOS
        case .android: PlayerRule.android + PlayerRule.olderAndroid
        case .web: PlayerRule.web + PlayerRule.olderWeb
        case .webLite: PlayerRule.webLite + PlayerRule.olderWebLite
        case .flutter: PlayerRule.flutter + PlayerRule.olderFlutter
        case .harmony: PlayerRule.harmony
        case .wechat: PlayerRule.wechat
        }
    }
}

extension PlayerRule {
    // MARK: The official web player

    static let web = [
        PlayerRule(
            "web-archive", "src/parser.js", "opens 1.x archives only with JSZip loaded, and reads `movie.spec`, never `movie.binary`"
        ) {
            ($0.archives, $0.readsBinaryEntry) = (.withLibrary, false)
        },
        PlayerRule("web-alpha", "src/Canvas/renderer.js:162", "does not draw an alpha below 0.05; an alpha of NaN is 1") {
            ($0.lowestAlpha, $0.alphaOfNaN) = (0.05, 1)
        },
        PlayerRule("web-fade", "src/Canvas/renderer.js:169", "applies a sprite's alpha to each of its parts") {
            $0.fadesWholeSprite = false
        },
        PlayerRule("web-scale-zero", "src/frameEntity.js:46-49", "reads an a or d of 0 in a frame's transform as 1") {
            ($0.zeroScaleInProtobuf, $0.zeroScaleInJSON) = (1, 1)
        },
        PlayerRule("web-natural-size", "src/Canvas/renderer.js:215", "draws images at their pixel size, not at the size of their layout") {
            $0.bitmapFit = .naturalSize
        },
        PlayerRule("web-layout-offset", "src/Canvas/renderer.js:215", "ignores the x and y of layouts") { $0.appliesLayoutOffset = false },
        PlayerRule(
            "web-key", "src/Canvas/renderer.js:56,171", "removes the first `.matte` from keys, and no other suffix",
            since: PlayerVersion(2, 3, 1)
        ) {
            $0.imageLookup = .droppingMatte
        },
        PlayerRule("web-payload", "src/Canvas/renderer.js:42-84,173-199", "draws only PNG, and JPEG that begins with a quantization table")
        {
            $0.pictures = .byBase64
        },
        PlayerRule(
            "web-mattes", "src/Canvas/renderer.js:114-160", "masks the entire canvas, with the matte of the sprite after the masked ones",
            since: PlayerVersion(2, 3, 1)
        ) {
            $0.mattes = .entireCanvas
        },
        PlayerRule("web-frames", "src/Canvas/renderer.js:161", "throws after a sprite's last frame, and stops until it is reloaded") {
            $0.framesPastEnd = .failure
        },
        PlayerRule("web-radius", "src/Canvas/renderer.js:485-490", "throws on a negative corner radius, and stops until it is reloaded") {
            $0.failsOnNegativeRadius = true
        },
        PlayerRule("web-clip", "src/Canvas/renderer.js:189,205", "clips only sprites with an image") { $0.clip = .withBitmap },
        PlayerRule(
            "web-clip-black", "src/frameEntity.js:54, src/Canvas/renderer.js:313",
            "fills clip paths with black below an image that was set by URL"
        ) {
            $0.blackensClippedReplacements = true
        },
        PlayerRule("web-keep", "src/frameEntity.js:131-136", "repeats for KEEP the shapes that were read last, from any sprite") {
            $0.keep = .lastRead
        },
        PlayerRule("web-colors", "src/Canvas/renderer.js:274,286", "rounds colors down to steps of 1/255, and reads 0–255 as 0–1") {
            $0.colors = .cut
        },
        PlayerRule("web-stroke-zero", "src/Canvas/renderer.js:280", "draws strokes of width 0 with a width of 1") {
            $0.zeroStrokeWidth = 1
        },
        PlayerRule("web-dashes", "src/frameEntity.js:89-102", "reads dash, gap and phase as three dash lengths") {
            $0.dashes = .threeDashes
        },
        PlayerRule("web-ellipses", "src/Canvas/renderer.js", "starts the dashes of an ellipse at its left") {
            $0.startsEllipsesLeft = true
        },
        PlayerRule(
            "web-paths", "src/Canvas/renderer.js:302-437",
            "splits paths at letters and single spaces, and does not support A, T, repeated arguments or exponents"
        ) {
            $0.paths = .web
        },
        PlayerRule(
            "web-sampling", "Chromium: base_rendering_context_2d.cc, mipmap_util.cc",
            "ends upright images at whole pixels, and halves images before it scales them down"
        ) {
            $0.sampling = .sharpEdgesHalved
        },
        PlayerRule(
            "web-edges", "Skia: SkAnalyticEdge.cpp, SkEdge.cpp", "rounds the edges of shapes and clip paths to a quarter of a pixel row"
        ) {
            $0.coverage = .quarterRows
        },
        PlayerRule("web-thin", "Skia: SkDraw.cpp, SkDrawTreatAsHairline", "draws strokes thinner than a pixel one pixel wide and fainter") {
            $0.widensThinStrokes = true
        },
        PlayerRule(
            "web-text", "src/Canvas/renderer.js:236-242; Chromium: simple_font_data.cc", "centers the em box of a text, not its line"
        ) {
            $0.centersEmBoxes = true
        },
        PlayerRule("web-time", "src/Canvas/player.js:184-197", "shows the last frame only at the end of the movie") {
            $0.frameTiming = .lastAtTheEnd
        },
        PlayerRule("web-sounds", "src/Canvas/renderer.js:59", "plays sounds that begin with an ID3 tag, using Howler") {
            $0.sounds = .tagged
        },
    ]

    // MARK: Web-Lite

    static let webLite = [
        PlayerRule("web-lite-archive", "src/parser/index.ts", "cannot open 1.x archives") { $0.archives = .never },
        PlayerRule("web-lite-gzip", "src/parser/index.ts", "cannot open gzip") { $0.opensGzip = false },
        PlayerRule("web-lite-alpha", "src/player/render.ts:58", "does not draw an alpha below 0.05; an alpha of NaN is 1") {
            ($0.lowestAlpha, $0.alphaOfNaN) = (0.05, 1)
        },
        PlayerRule("web-lite-fade", "src/player/render.ts:58", "applies a sprite's alpha to each of its parts") {
            $0.fadesWholeSprite = false
        },
        PlayerRule("web-lite-layout-offset", "src/player/render.ts:78-80", "ignores the x and y of layouts") {
            $0.appliesLayoutOffset = false
        },
        PlayerRule("web-lite-key", "src/player/render.ts:41", "looks images up by the sprite's exact key") { $0.imageLookup = .exact },
        PlayerRule(
            "web-lite-payload", "src/parser/index.ts:52", "shows nothing if a payload cannot be decoded, unless its key begins with audio"
        ) {
            $0.pictures = .allOrNothing
        },
        PlayerRule("web-lite-mattes", "src/player/render.ts", "has no mattes, and draws them as sprites") { $0.mattes = .none },
        PlayerRule("web-lite-frames", "src/player/render.ts", "throws after a sprite's last frame, and stops until it is reloaded") {
            $0.framesPastEnd = .failure
        },
        PlayerRule("web-lite-radius", "src/player/render.ts", "throws on a negative corner radius, and stops until it is reloaded") {
            $0.failsOnNegativeRadius = true
        },
        PlayerRule("web-lite-clip", "src/player/render.ts:72", "clips only sprites with an image") { $0.clip = .withBitmap },
        PlayerRule("web-lite-clip-edge", "OffscreenCanvas of Chromium", "does not antialias clip paths") { $0.smoothsClips = false },
        PlayerRule(
            "web-lite-colors", "src/parser/video-entity.ts:117,122", "rounds colors down to steps of 1/255, and an alpha below 1 to 0"
        ) {
            $0.colors = .cutWithoutAlpha
        },
        PlayerRule("web-lite-stroke-zero", "src/player/render.ts:144,192", "draws strokes of width 0 with a width of 1") {
            $0.zeroStrokeWidth = 1
        },
        PlayerRule("web-lite-dashes", "src/parser/video-entity.ts", "reads a phase above 0 as a third dash length, and leaves out zeros") {
            $0.dashes = .positiveDashes
        },
        PlayerRule("web-lite-ellipses", "src/player/render.ts", "starts the dashes of an ellipse at its left") {
            $0.startsEllipsesLeft = true
        },
        PlayerRule(
            "web-lite-paths", "src/player/render.ts:260",
            "splits paths like the web player; an S without a C uses the origin for its first control point"
        ) {
            $0.paths = .webLite
        },
        PlayerRule("web-lite-sampling", "Chromium: base_rendering_context_2d.cc", "ends upright images at whole pixels") {
            $0.sampling = .sharpEdges
        },
        PlayerRule(
            "web-lite-edges", "Skia: SkAnalyticEdge.cpp, SkEdge.cpp",
            "rounds the edges of shapes and clip paths to a quarter of a pixel row"
        ) {
            $0.coverage = .quarterRows
        },
        PlayerRule(
            "web-lite-thin", "Skia: SkDraw.cpp, SkDrawTreatAsHairline", "draws strokes thinner than a pixel one pixel wide and fainter"
        ) {
            $0.widensThinStrokes = true
        },
        PlayerRule("web-lite-text", "src/player/render.ts:84", "draws texts between the image and the shapes") {
            $0.textPosition = .belowShapes
        },
        PlayerRule("web-lite-sounds", "src/parser/index.ts:52", "plays no sounds") { $0.sounds = .none },
    ]
}
