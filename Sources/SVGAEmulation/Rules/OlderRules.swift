// The rules of older versions of players, from the tags and commits of their repositories. Those of the web players were verified by running.

import SVGAModel
import SVGASupport

extension PlayerRule {
    // MARK: Android

    static let olderAndroid = [
        PlayerRule(
            "android-color-replaced", "drawer/SVGACanvasDrawer.kt:359,376 (2.6.0), commit 629d06c",
            "replaces the alpha of shapes with the sprite's alpha, also if it is 1, and draws strokes without a color black",
            until: PlayerVersion(2, 6, 0)
        ) {
            ($0.alphaReplacesColors, $0.strokesWithoutColor) = (.ofAllSprites, true)
        },
        PlayerRule(
            "android-color-range", "entities/SVGAVideoShapeEntity.kt:238-252 (2.6.0), commit 629d06c",
            "reads a color as 0–255 if any of its numbers, also the alpha, is above 1", since: PlayerVersion(2, 5, 12),
            until: PlayerVersion(2, 6, 0)
        ) {
            $0.colors = .detectedTogether
        },
        PlayerRule(
            "android-colors", "entities/SVGAVideoShapeEntity.kt:168-171 (2.5.11), commit 4e3cc8e",
            "multiplies colors of 0–255 by 255, so that each component changes the others", until: PlayerVersion(2, 5, 11)
        ) {
            $0.colors = .packed
        },
        PlayerRule(
            "android-fit", "drawer/SVGACanvasDrawer.kt:205,212 (2.5.12)", "scales images on both axes by the width of their layout",
            until: PlayerVersion(2, 5, 12)
        ) {
            $0.bitmapFit = .width
        },
        PlayerRule(
            "android-key-all", "drawer/SVGACanvasDrawer.kt:193 (2.5.13), SVGAVideoEntity.kt",
            "removes every `.matte` from a sprite's key, and in JSON from an image's", since: PlayerVersion(2, 5, 2),
            until: PlayerVersion(2, 5, 13)
        ) {
            ($0.imageLookup, $0.needsKey) = (.droppingAllMattesOfSprite, true)
        },
        PlayerRule(
            "android-key-exact", "drawer/SVGACanvasDrawer.kt:65 (2.4.7)", "looks images up by the sprite's exact key",
            until: PlayerVersion(2, 4, 7)
        ) {
            $0.imageLookup = .exact
        },
        PlayerRule(
            "android-no-mattes", "drawer/SVGACanvasDrawer.kt:24-26 (2.4.7), commit 07e7d11", "has no mattes, and draws them as sprites",
            until: PlayerVersion(2, 4, 7)
        ) {
            $0.mattes = .none
        },
        PlayerRule(
            "android-clip-alpha", "drawer/SVGACanvasDrawer.kt:74 (2.4.7), commit ac91e2a",
            "draws images with a clip path without the sprite's alpha", until: PlayerVersion(2, 4, 7)
        ) {
            $0.fadesClippedBitmaps = false
        },
        PlayerRule(
            "android-text-alpha", "drawer/SVGACanvasDrawer.kt:130-131 (2.4.7)", "draws texts without the sprite's alpha",
            until: PlayerVersion(2, 4, 7)
        ) {
            $0.fadesTexts = false
        },
        PlayerRule(
            "android-sounds-tagged", "SVGAVideoEntity.kt", "plays sounds that begin with an ID3 tag", since: PlayerVersion(2, 5, 2),
            until: PlayerVersion(2, 5, 15)
        ) {
            $0.sounds = .tagged
        },
        PlayerRule(
            "android-sounds-third", "SVGAVideoEntity.kt:183 (2.4.7)", "plays sounds that begin with an ID3 tag of version 2.3",
            until: PlayerVersion(2, 4, 7)
        ) {
            $0.sounds = .taggedThird
        },
    ]

    // MARK: iOS

    static let olderIOS = [
        PlayerRule(
            "ios-dashes-always", "SVGAVectorLayer.m:349-353 (2.5.6), commit a340940",
            "dashes all strokes in protobuf: those without dashes get dashes of 1 and gaps of 0.1", until: PlayerVersion(2, 5, 6)
        ) {
            $0.dashes = .always
        }
    ]

    // MARK: Web

    static let olderWeb = [
        PlayerRule(
            "web-no-mattes", "src/Canvas/renderer.js (9129c82), commit 0b04507", "has no mattes, and draws them as sprites",
            until: PlayerVersion(2, 3, 0)
        ) {
            $0.mattes = .none
        },
        PlayerRule(
            "web-key-exact", "src/Canvas/renderer.js:126 (9129c82)", "looks images up by the sprite's exact key",
            until: PlayerVersion(2, 3, 0)
        ) {
            $0.imageLookup = .exact
        },
    ]

    static let olderWebLite = [
        PlayerRule(
            "web-lite-payload-audio", "src/parser/index.ts:51-58 (2.1.1), commit edea6b6",
            "shows nothing if a payload cannot be decoded as an image, also if it is a sound", until: PlayerVersion(2, 1, 1)
        ) {
            $0.decodesSounds = true
        },
        PlayerRule(
            "web-lite-path-empty", "src/player/render.ts:178 (2.1.1), commit d500678", "throws on a path without commands",
            until: PlayerVersion(2, 1, 1)
        ) {
            $0.failsOnEmptyPath = true
        },
        PlayerRule(
            "web-lite-fill-only", "src/player/render.ts:186-190 (2.0.6), commit 749cdc4", "does not stroke shapes that have a fill",
            until: PlayerVersion(2, 0, 6)
        ) {
            $0.strokesFilledShapes = false
        },
    ]

    // MARK: Flutter

    static let olderFlutter = [
        PlayerRule(
            "flutter-alpha-wrapped", "lib/painter.dart:154-155 (2.1.2), commit f16396a",
            "rounds alphas down to steps of 1/255, and wraps those above 1", until: PlayerVersion(2, 1, 2)
        ) {
            ($0.cutsAlpha, $0.wrapsAlpha) = (true, true)
        },
        PlayerRule(
            "flutter-key-exact", "lib/painter.dart:118-123 (2.1.2), commit f16396a", "looks images up by the sprite's exact key",
            until: PlayerVersion(2, 1, 2)
        ) {
            $0.imageLookup = .exact
        },
        PlayerRule(
            "flutter-text-plain", "lib/painter.dart:505-545 (2.1.2), commit f16396a",
            "draws texts without the sprite's alpha and clip path", until: PlayerVersion(2, 1, 2)
        ) {
            ($0.fadesTexts, $0.clipsTexts) = (false, false)
        },
        PlayerRule(
            "flutter-clip-moved", "lib/painter.dart:201-223 (2.1.2), commit f16396a",
            "applies the transform of a shape to the clip path of the shape, too", until: PlayerVersion(2, 1, 2)
        ) {
            $0.movesClips = true
        },
        PlayerRule(
            "flutter-no-keep", "lib/parser.dart:60-65 (2.1.1), commit ab0894f", "shows nothing for KEEP", until: PlayerVersion(2, 1, 1)
        ) {
            $0.keep = .nothing
        },
    ]
}
