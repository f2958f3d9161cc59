// The rules of the mobile players, from their sources; they were not verified by running.

import SVGAModel
import SVGASupport

extension PlayerRule {
    // MARK: Android

    static let android = [
        PlayerRule("android-gzip", "SVGAParser.kt", "cannot open gzip") { $0.opensGzip = false },
        PlayerRule(
            "android-mattes", "drawer/SGVADrawer.kt:31, drawer/SVGACanvasDrawer.kt:39-50",
            "applies mattes only in frames whose first visible sprite is a matte", since: PlayerVersion(2, 5, 2)
        ) {
            $0.mattes = .runsIfFirstIsMatte
        },
        PlayerRule("android-alpha", "drawer/SVGACanvasDrawer.kt", "rounds alphas down to steps of 1/255") { $0.cutsAlpha = true },
        PlayerRule("android-fade", "drawer/SVGACanvasDrawer.kt", "applies a sprite's alpha to each of its parts") {
            $0.fadesWholeSprite = false
        },
        PlayerRule(
            "android-shape-alpha", "drawer/SVGACanvasDrawer.kt:359-382", "replaces the alpha of shapes with the sprite's alpha",
            since: PlayerVersion(2, 6, 1)
        ) {
            ($0.alphaReplacesColors, $0.strokesWithoutColor) = (.ofTranslucentSprites, true)
        },
        PlayerRule(
            "android-color-alpha", "entities/SVGAVideoShapeEntity.kt:200-206",
            "throws on a color whose alpha protobuf does not write, and shows nothing", since: PlayerVersion(2, 6, 1)
        ) {
            $0.failsWithoutColorAlpha = true
        },
        PlayerRule("android-layout-offset", "drawer/SVGACanvasDrawer.kt:221,227", "ignores the x and y of layouts") {
            $0.appliesLayoutOffset = false
        },
        PlayerRule("android-565", "bitmap/SVGABitmapDecoder.kt:19", "decodes opaque images as RGB 565, with 16 bits per pixel") {
            $0.reducesOpaqueColors = true
        },
        PlayerRule(
            "android-gamma", "Android: BitmapFactory.cpp; Skia: SkPngCodec.cpp", "converts the colors of PNGs with a gAMA chunk to sRGB"
        ) {
            $0.appliesGamma = true
        },
        PlayerRule("android-clip-edge", "drawer/SVGACanvasDrawer.kt", "does not antialias clip paths") { $0.smoothsClips = false },
        PlayerRule("android-drawings", "drawer/SVGACanvasDrawer.kt", "does not clip what the app draws") { $0.clip = .withoutDrawings },
        PlayerRule(
            "android-stroke", "drawer/SVGACanvasDrawer.kt:434,455", "scales strokes only by the vertical scale of the frame's transform"
        ) {
            $0.strokeScale = .frameTransform
        },
        PlayerRule("android-dashes", "Skia: SkPath.cpp, addRoundRect", "starts the dashes of a rect at its lower left corner, as Skia does")
        {
            $0.startsRectsLowerLeft = true
        },
        PlayerRule("android-miter", "entities/SVGAVideoShapeEntity.kt", "rounds miter limits down; a limit of 0 means a bevel") {
            ($0.zeroMiterLimit, $0.cutsMiterLimit) = (.bevel, true)
        },
        PlayerRule(
            "android-scale-zero", "entities/SVGAVideoSpriteFrameEntity.kt, entities/SVGAVideoShapeEntity.kt:299",
            "reads an a or d that is not written as 1"
        ) {
            ($0.zeroScaleInProtobuf, $0.zeroScaleOfShapes) = (1, 1)
        },
        PlayerRule(
            "android-paths", "entities/SVGAPathEntity.kt:83-88",
            "sets the other coordinate of H and V to 0, and does not support S, A, T or repeated arguments"
        ) {
            $0.paths = .android
        },
        PlayerRule(
            "android-corners", "entities/SVGAVideoShapeEntity.kt; Skia: SkPath.cpp, addRoundRect",
            "does not draw rects with a negative corner radius"
        ) {
            $0.hidesNegativeRadii = true
        },
        PlayerRule("android-hidden", "drawer/SVGACanvasDrawer.kt:202", "hides only the image of a sprite that is hidden by key") {
            $0.hidesBitmapOnly = true
        },
        PlayerRule(
            "android-key", "drawer/SVGACanvasDrawer.kt, SVGAVideoEntity.kt",
            "removes a last `.matte` from a sprite's key, and in JSON every one from an image's", since: PlayerVersion(2, 5, 14)
        ) {
            ($0.imageLookup, $0.needsKey) = (.droppingMatteOfSprite, true)
        },
        PlayerRule("android-text", "drawer/SVGACanvasDrawer.kt:320-330", "draws texts on the image, below the shapes") {
            $0.textPosition = .onBitmap
        },
        PlayerRule(
            "android-thin", "Skia: SkDraw.cpp, SkDrawTreatAsHairline", "draws strokes thinner than a pixel one pixel wide and fainter"
        ) {
            $0.widensThinStrokes = true
        },
        PlayerRule(
            "android-names", "SVGAVideoEntity.kt:158-165", "does not draw images of `movie.binary` whose file name has fewer than 4 bytes"
        ) {
            $0.needsLongNames = true
        },
        PlayerRule(
            "android-sounds", "SVGAVideoEntity.kt", "plays sounds that begin with an ID3 tag or FF FB 94", since: PlayerVersion(2, 6, 0)
        ) {
            $0.sounds = .taggedOrMPEG
        },
    ]

    // MARK: iOS

    static let ios = [
        PlayerRule("ios-gzip", "SVGAParser.m", "cannot open gzip") { $0.opensGzip = false },
        PlayerRule("ios-time", "SVGAPlayer.m", "shows each frame for whole ticks of a 60 Hz display") { $0.frameTiming = .displayTicks },
        PlayerRule("ios-frames", "SVGAContentLayer.m:41", "keeps a sprite's last frame visible") { $0.framesPastEnd = .lastFrame },
        PlayerRule("ios-fit", "SVGABitmapLayer.m:27", "keeps the image's aspect ratio within its layout") {
            ($0.bitmapFit, $0.replacementFit) = (.contain, .contain)
        },
        PlayerRule("ios-mattes", "SVGAPlayer.m:208-218", "makes one layer of all sprites of a matte, which must come before them") {
            $0.mattes = .layers
        },
        PlayerRule(
            "ios-keep", "SVGAContentLayer.m:41-66, SVGAVectorLayer.m:80-88",
            "repeats shapes for KEEP only if the sprite was visible in their frame"
        ) {
            $0.keep = .earlierFrameIfVisible
        },
        PlayerRule("ios-unstyled", "SVGABezierPath.m:52", "fills paths, rects and ellipses without styles with black") {
            $0.unstyled = .black
        },
        PlayerRule(
            "ios-dashes", "SVGAVectorLayer.m:287-294,350", "dashes strokes in JSON that have only a phase", since: PlayerVersion(2, 5, 7)
        ) {
            $0.dashes = .alwaysInJSON
        },
        PlayerRule("ios-miter", "SVGAVectorLayer.m:356", "reads a miter limit of 0 in protobuf as a bevel") {
            $0.zeroMiterLimit = .bevelInProtobuf
        },
        PlayerRule("ios-colors", "SVGAVectorLayer.m", "reads colors of 0–255 as 0–1") { $0.colors = .unit },
        PlayerRule(
            "ios-paths", "SVGABezierPath.m:57-98",
            "draws path commands only with the exact number of arguments, and does not support S, A or T"
        ) { $0.paths = .ios },
        PlayerRule(
            "ios-key", "SVGAVideoEntity.m, SVGAVideoSpriteEntity.m",
            "removes the extension from a sprite's key, and in JSON from an image's"
        ) {
            $0.imageLookup = .droppingExtension
        },
        PlayerRule("ios-sounds", "SVGAVideoEntity.m", "plays sounds that begin with an ID3 tag") { $0.sounds = .tagged },
    ]

    // MARK: Flutter

    static let flutter = [
        PlayerRule("flutter-archive", "lib/parser.dart", "cannot open 1.x archives") { $0.archives = .never },
        PlayerRule("flutter-gzip", "lib/parser.dart", "cannot open gzip") { $0.opensGzip = false },
        PlayerRule(
            "flutter-alpha", "lib/painter.dart:100",
            "reads an alpha that is not written as 1, rounds alphas down to steps of 1/255, and wraps those above 1",
            since: PlayerVersion(2, 2, 0)
        ) {
            ($0.unwrittenAlpha, $0.cutsAlpha, $0.wrapsAlpha) = (1, true, true)
        },
        PlayerRule("flutter-fade", "lib/painter.dart", "applies a sprite's alpha to each of its parts") { $0.fadesWholeSprite = false },
        PlayerRule("flutter-frames", "lib/painter.dart:69", "ends the frame at a sprite that has no more frames") {
            $0.framesPastEnd = .frameBreaksOff
        },
        PlayerRule("flutter-layout-offset", "lib/painter.dart", "ignores the x and y of layouts") { $0.appliesLayoutOffset = false },
        PlayerRule("flutter-colors", "lib/painter.dart:166-185", "rounds colors down to steps of 1/255, and wraps those above 1") {
            $0.colors = .wrapped
        },
        PlayerRule(
            "flutter-text", "lib/painter.dart:132,434-449", "draws texts on the image, below the shapes, without the sprite's alpha",
            since: PlayerVersion(2, 2, 0)
        ) {
            ($0.textPosition, $0.fadesTexts) = (.onBitmap, false)
        },
        PlayerRule(
            "flutter-keep", "lib/parser.dart:55-66", "repeats for KEEP the last list of shapes that was not empty",
            since: PlayerVersion(2, 1, 2)
        ) {
            $0.keep = .earlierFrameWithShapes
        },
        PlayerRule(
            "flutter-paths", "lib/painter.dart:292",
            "ends the frame at a path with an invalid number, and does not support A, T or repeated arguments"
        ) { $0.paths = .flutter },
        PlayerRule(
            "flutter-key", "lib/painter.dart:65", "looks images up by the sprite's exact key, and skips sprites without a key",
            since: PlayerVersion(2, 2, 0)
        ) {
            ($0.imageLookup, $0.needsKey) = (.exact, true)
        },
        PlayerRule("flutter-sizes", "lib/painter.dart:255,265", "does not draw rects and ellipses with a negative size") {
            $0.hidesNegativeSizes = true
        },
        PlayerRule("flutter-mattes", "lib/painter.dart", "has no mattes, and draws them as sprites") { $0.mattes = .none },
        PlayerRule(
            "flutter-dashes", "path_drawing: lib/src/dash_path.dart; Skia: SkPath.cpp, addRRect",
            "begins the first dash at the phase, goes on from one subpath to the next, and starts those of a rect at its lower left corner"
        ) {
            ($0.dashes, $0.startsRectsLowerLeft) = (.fromPhase, true)
        },
        PlayerRule("flutter-miter", "lib/painter.dart:213", "reads a miter limit of 0 as a bevel") { $0.zeroMiterLimit = .bevel },
        PlayerRule(
            "flutter-thin", "Skia: SkDraw.cpp, SkDrawTreatAsHairline", "draws strokes thinner than a pixel one pixel wide and fainter"
        ) {
            $0.widensThinStrokes = true
        },
        PlayerRule("flutter-sounds", "lib/player.dart", "plays no sounds") { $0.sounds = .none },
    ]
}
