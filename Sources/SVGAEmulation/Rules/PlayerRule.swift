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
    /// Applies the rule to a profile.
    package let apply: @Sendable (inout Profile) -> Void

    init(_ name: String, _ source: String, _ meaning: Message, _ apply: @escaping @Sendable (inout Profile) -> Void) {
        self.name = name
        self.source = source
        self.meaning = meaning
        self.apply = apply
    }

    /// The rules of all players.
    package static let all = PublicPlayer.allCases.flatMap(\.rules)
}

extension PublicPlayer {
    /// The source of its rules: repository and commit.
    package var source: String {
        switch self {
        case .ios: "SVGAPlayer-iOS 2e469f1"
        case .android: "SVGAPlayer-Android 662d0dc"
        case .web: "SVGAPlayer-Web a218cbe"
        case .webLite: "SVGAPlayer-Web-Lite 5a4ad9d (2.1.1)"
        case .flutter: "SVGAPlayer-Flutter de7de70"
        }
    }

    /// Its differences from this project's rules.
    package var rules: [PlayerRule] {
        switch self {
        case .ios: PlayerRule.ios
        case .android: PlayerRule.android
        case .web: PlayerRule.web
        case .webLite: PlayerRule.webLite
        case .flutter: PlayerRule.flutter
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
        PlayerRule("web-gzip", "src/parser.js", "cannot open gzip") { $0.opensGzip = false },
        PlayerRule("web-alpha", "src/Canvas/renderer.js:162", "draws nothing with an alpha below 0.05; a NaN alpha counts as 1") {
            ($0.lowestAlpha, $0.alphaOfNaN) = (0.05, 1)
        },
        PlayerRule("web-fade", "src/Canvas/renderer.js:169", "fades each part of a sprite alone") { $0.fadesWholeSprite = false },
        PlayerRule("web-scale-zero", "src/frameEntity.js:46-49", "takes an a or d of 0 in a frame's transform for 1") {
            ($0.zeroScaleInProtobuf, $0.zeroScaleInJSON) = (1, 1)
        },
        PlayerRule("web-natural-size", "src/Canvas/renderer.js:215", "draws bitmaps at their own size, not their layout's") {
            $0.bitmapFit = .naturalSize
        },
        PlayerRule("web-layout-offset", "src/Canvas/renderer.js:215", "ignores x and y of layouts") { $0.appliesLayoutOffset = false },
        PlayerRule("web-key", "src/Canvas/renderer.js:56,171", "leaves the first `.matte` out of keys, and no other suffix") {
            $0.imageLookup = .droppingMatte
        },
        PlayerRule("web-payload", "src/Canvas/renderer.js:42-84,173-199", "draws only PNG and JPEG that opens with a quantisation table") {
            $0.pictures = .byBase64
        },
        PlayerRule("web-mattes", "src/Canvas/renderer.js:114-160", "masks the whole canvas, by the matte of the sprite after the run") {
            $0.mattes = .entireCanvas
        },
        PlayerRule("web-frames", "src/Canvas/renderer.js:161", "throws past the end of a sprite's frames, and stops until reloaded") {
            $0.framesPastEnd = .failure
        },
        PlayerRule("web-radius", "src/Canvas/renderer.js:485-490", "throws on a negative corner radius, and stops until reloaded") {
            $0.failsOnNegativeRadius = true
        },
        PlayerRule("web-clip", "src/Canvas/renderer.js:189,205", "clips only sprites that show a bitmap") { $0.clip = .withBitmap },
        PlayerRule(
            "web-clip-black", "src/frameEntity.js:54, src/Canvas/renderer.js:313",
            "fills clip paths with black below a picture set by its address"
        ) {
            $0.blackensClippedReplacements = true
        },
        PlayerRule("web-keep", "src/frameEntity.js:131-136", "takes KEEP for the shapes read last, of whatever sprite") {
            $0.keep = .lastRead
        },
        PlayerRule("web-colors", "src/Canvas/renderer.js:274,286", "cuts colours to steps of 1/255, and takes 0…255 for 0…1") {
            $0.colors = .cut
        },
        PlayerRule("web-stroke-zero", "src/Canvas/renderer.js:280", "strokes with a width of 1 where it is 0") { $0.zeroStrokeWidth = 1 },
        PlayerRule("web-dashes", "src/frameEntity.js:89-102", "takes dash, gap and phase for three dashes") { $0.dashes = .threeDashes },
        PlayerRule(
            "web-paths", "src/Canvas/renderer.js:302-437",
            "splits paths at letters and single spaces, and knows no A, T, repetition or exponent"
        ) {
            $0.paths = .web
        },
        PlayerRule(
            "web-sampling", "Chromium: base_rendering_context_2d.cc, mipmap_util.cc",
            "ends upright bitmaps at whole pixels, and halves bitmaps before it shrinks them"
        ) {
            $0.sampling = .sharpEdgesHalved
        },
        PlayerRule(
            "web-edges", "Skia: SkAnalyticEdge.cpp, SkEdge.cpp", "rounds the edges of shapes and clip paths to quarters of a row of pixels"
        ) {
            $0.coverage = .quarterRows
        },
        PlayerRule("web-thin", "Skia: SkDraw.cpp, SkDrawTreatAsHairline", "draws strokes thinner than a pixel a pixel wide and fainter") {
            $0.widensThinStrokes = true
        },
        PlayerRule("web-time", "src/Canvas/player.js:184-197", "shows the last frame only when the movie is over") {
            $0.frameTiming = .lastAtTheEnd
        },
        PlayerRule("web-sounds", "src/Canvas/renderer.js:59", "plays sounds that begin with an ID3 tag, through Howler") {
            $0.sounds = .tagged
        },
    ]

    // MARK: Web-Lite

    static let webLite = [
        PlayerRule("web-lite-archive", "src/parser/index.ts", "cannot open 1.x archives") { $0.archives = .never },
        PlayerRule("web-lite-gzip", "src/parser/index.ts", "cannot open gzip") { $0.opensGzip = false },
        PlayerRule("web-lite-alpha", "src/player/render.ts:58", "draws nothing with an alpha below 0.05; a NaN alpha counts as 1") {
            ($0.lowestAlpha, $0.alphaOfNaN) = (0.05, 1)
        },
        PlayerRule("web-lite-fade", "src/player/render.ts:58", "fades each part of a sprite alone") { $0.fadesWholeSprite = false },
        PlayerRule("web-lite-layout-offset", "src/player/render.ts:78-80", "ignores x and y of layouts") { $0.appliesLayoutOffset = false },
        PlayerRule("web-lite-key", "src/player/render.ts:41", "finds images by the sprite's exact key") { $0.imageLookup = .exact },
        PlayerRule(
            "web-lite-payload", "src/parser/index.ts:52", "loads nothing if a payload cannot be decoded, unless its key begins with audio"
        ) {
            $0.pictures = .allOrNothing
        },
        PlayerRule("web-lite-mattes", "src/player/render.ts", "has no mattes: they are drawn as sprites") { $0.mattes = .none },
        PlayerRule("web-lite-frames", "src/player/render.ts", "throws past the end of a sprite's frames, and stops until reloaded") {
            $0.framesPastEnd = .failure
        },
        PlayerRule("web-lite-radius", "src/player/render.ts", "throws on a negative corner radius, and stops until reloaded") {
            $0.failsOnNegativeRadius = true
        },
        PlayerRule("web-lite-clip", "src/player/render.ts:72", "clips only sprites that show a bitmap") { $0.clip = .withBitmap },
        PlayerRule("web-lite-clip-edge", "OffscreenCanvas of Chromium", "does not antialias clip paths") { $0.smoothsClips = false },
        PlayerRule("web-lite-colors", "src/parser/video-entity.ts:117,122", "cuts colours to steps of 1/255, and an alpha below 1 to 0") {
            $0.colors = .cutWithoutAlpha
        },
        PlayerRule("web-lite-stroke-zero", "src/player/render.ts:144,192", "strokes with a width of 1 where it is 0") {
            $0.zeroStrokeWidth = 1
        },
        PlayerRule("web-lite-dashes", "src/parser/video-entity.ts", "takes a phase above 0 for a third dash, and leaves out what is 0") {
            $0.dashes = .positiveDashes
        },
        PlayerRule("web-lite-paths", "src/player/render.ts:260", "splits paths as the web player does; an S without a C mirrors the origin")
        {
            $0.paths = .webLite
        },
        PlayerRule("web-lite-sampling", "Chromium: base_rendering_context_2d.cc", "ends upright bitmaps at whole pixels") {
            $0.sampling = .sharpEdges
        },
        PlayerRule(
            "web-lite-edges", "Skia: SkAnalyticEdge.cpp, SkEdge.cpp",
            "rounds the edges of shapes and clip paths to quarters of a row of pixels"
        ) {
            $0.coverage = .quarterRows
        },
        PlayerRule(
            "web-lite-thin", "Skia: SkDraw.cpp, SkDrawTreatAsHairline", "draws strokes thinner than a pixel a pixel wide and fainter"
        ) {
            $0.widensThinStrokes = true
        },
        PlayerRule("web-lite-text", "src/player/render.ts:84", "draws texts between bitmap and shapes") { $0.textPlace = .belowShapes },
        PlayerRule("web-lite-sounds", "src/parser/index.ts:52", "plays no sounds") { $0.sounds = .none },
    ]
}
