// The rules of the players for HarmonyOS and WeChat, from their sources, and run in Chromium (tools/original-players). Both began as copies of
// the web player. What their own canvases draw by themselves, such as edges and samples, is unknown, so there are no rules for it.

import SVGASupport

extension PlayerRule {
    // MARK: HarmonyOS

    static let harmony = [
        PlayerRule("harmony-archive", "parser/mockWorker.ets", "cannot open 1.x archives") { $0.archives = .never },
        PlayerRule("harmony-alpha", "player/renderer.ets:161", "does not draw an alpha below 0.05") { $0.lowestAlpha = 0.05 },
        PlayerRule("harmony-fade", "player/renderer.ets:175", "applies a sprite's alpha to each of its parts") {
            $0.fadesWholeSprite = false
        },
        PlayerRule("harmony-scale-zero", "parser/frameEntity.ets:47-50", "reads an a or d of 0 in a frame's transform as 1") {
            ($0.zeroScaleInProtobuf, $0.zeroScaleInJSON) = (1, 1)
        },
        PlayerRule("harmony-natural-size", "player/renderer.ets:198", "draws images at their pixel size, not at the size of their layout") {
            $0.bitmapFit = .naturalSize
        },
        PlayerRule("harmony-layout-offset", "player/renderer.ets:198", "ignores the x and y of layouts") { $0.appliesLayoutOffset = false },
        PlayerRule("harmony-key", "player/renderer.ets:48,184", "removes the first `.matte` from keys, and no other suffix") {
            ($0.imageLookup, $0.needsKey) = (.droppingMatte, true)
        },
        PlayerRule(
            "harmony-payload", "player/renderer.ets:24-80",
            "draws only PNG, and JPEG that begins with a quantization table, and waits for one of them or for a sound with an ID3 tag"
        ) {
            $0.pictures = .byBase64OrNone
        },
        PlayerRule("harmony-replacement", "player/renderer.ets:186-187", "does not draw replaced images") { $0.drawsReplacements = false },
        PlayerRule(
            "harmony-mattes", "player/renderer.ets:106-154",
            "masks the entire canvas, with the matte of the sprite after the masked ones; a sprite without a key is a matte"
        ) {
            ($0.mattes, $0.countsEmptyMatteKeys, $0.mattesHaveNoKey) = (.entireCanvas, false, true)
        },
        PlayerRule("harmony-frames", "player/renderer.ets:160-161", "throws after a sprite's last frame, and stops until it is reloaded") {
            $0.framesPastEnd = .failure
        },
        PlayerRule("harmony-clip", "player/renderer.ets:187-192", "clips only sprites with an image") { $0.clip = .withBitmap },
        PlayerRule("harmony-keep", "parser/frameEntity.ets:128-134", "repeats for KEEP the shapes that were read last, from any sprite") {
            $0.keep = .lastRead
        },
        PlayerRule("harmony-colors", "player/renderer.ets:254,292", "rounds colors down to steps of 1/255, and reads 0–255 as 0–1") {
            $0.colors = .cut
        },
        PlayerRule(
            "harmony-dashes", "player/renderer.ets:297-309", "reads dash, gap and phase as up to three dash lengths, and leaves out zeros"
        ) {
            $0.dashes = .nonzeroDashes
        },
        PlayerRule("harmony-ellipses", "player/renderer.ets:454-490", "starts the dashes of an ellipse at its left") {
            $0.startsEllipsesLeft = true
        },
        PlayerRule(
            "harmony-paths", "player/renderer.ets:312-452",
            "splits paths at letters and single spaces, and does not support A, T, repeated arguments or exponents"
        ) {
            $0.paths = .web
        },
        PlayerRule("harmony-time", "player/index.ets", "shows the last frame only at the end of the movie") {
            $0.frameTiming = .lastAtTheEnd
        },
        PlayerRule("harmony-sounds", "player/renderer.ets:67", "plays sounds that begin with an ID3 tag") { $0.sounds = .tagged },
    ]

    // MARK: WeChat

    static let wechat = [
        PlayerRule("wechat-archive", "src/parser.ts", "cannot open 1.x archives") { $0.archives = .never },
        PlayerRule("wechat-alpha", "src/renderer.ts:117", "does not draw an alpha below 0.05") { $0.lowestAlpha = 0.05 },
        PlayerRule("wechat-fade", "src/renderer.ts:132", "applies a sprite's alpha to each of its parts") { $0.fadesWholeSprite = false },
        PlayerRule("wechat-scale-zero", "src/frame_entity.ts:41-44", "reads an a or d of 0 in a frame's transform as 1") {
            ($0.zeroScaleInProtobuf, $0.zeroScaleInJSON) = (1, 1)
        },
        PlayerRule("wechat-layout-offset", "src/renderer.ts:151-161", "ignores the x and y of layouts") { $0.appliesLayoutOffset = false },
        PlayerRule("wechat-key", "src/renderer.ts:141-144", "removes the first `.matte` from a sprite's key, and no other suffix") {
            ($0.imageLookup, $0.needsKey) = (.droppingFirstMatteOfSprite, true)
        },
        PlayerRule("wechat-mattes", "src/renderer.ts:71-78", "has no mattes, and throws if the first sprite is a matte") {
            $0.mattes = .noneUnlessFirst
        },
        PlayerRule("wechat-frames", "src/renderer.ts:116-117", "throws after a sprite's last frame, and stops until it is reloaded") {
            $0.framesPastEnd = .failure
        },
        PlayerRule("wechat-keep", "src/frame_entity.ts:141-146", "repeats for KEEP the shapes that were read last, from any sprite") {
            $0.keep = .lastRead
        },
        PlayerRule("wechat-colors", "src/renderer.ts:232,247", "reads colors of 0–255 as 0–1") { $0.colors = .unit },
        PlayerRule("wechat-stroke-zero", "src/renderer.ts:241", "draws strokes of width 0 with a width of 1") { $0.zeroStrokeWidth = 1 },
        PlayerRule(
            "wechat-dashes", "src/frame_entity.ts:95-112, src/renderer.ts:254", "ignores the phase of dashes, and dashes without a gap"
        ) {
            $0.dashes = .withoutPhase
        },
        PlayerRule("wechat-ellipses", "src/renderer.ts:460-500", "starts the dashes of an ellipse at its left") {
            $0.startsEllipsesLeft = true
        },
        PlayerRule(
            "wechat-paths", "src/renderer.ts:262-458",
            "splits paths at letters and single spaces, and does not support A, T, repeated arguments or exponents"
        ) {
            $0.paths = .web
        },
        PlayerRule("wechat-time", "src/player.ts:231-233", "shows the last frame only at the end of the movie") {
            $0.frameTiming = .lastAtTheEnd
        },
        PlayerRule("wechat-sounds", "src/renderer.ts:223", "plays no sounds") { $0.sounds = .none },
    ]
}
