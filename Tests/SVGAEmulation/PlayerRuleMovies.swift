import SVGAEmulation
import SVGAFormat
import SVGAImage
import SVGAModel
import SVGAPixels
import SVGARender
import SVGASupport
import TestSupport

// Movies that show the rules of players, with their pixels. 16 × 16 points.

private func vector(_ frames: WireFrame...) -> WireSprite { WireSprite(imageKey: "a.vector", frames: frames) }

private func tiny(_ frames: Int32 = 1, _ sprites: WireSprite...) -> WireMovie { .tiny(frames: frames, sprites: sprites) }

/// A picture on an 8 × 8 layout.
private func pictured(_ picture: Pixmap, _ frames: WireFrame..., key: String = "a", imageKey: String = "a") throws -> WireMovie {
    WireMovie.tiny(
        frames: Int32(frames.count), images: [try picture.payload(imageKey)], sprites: [WireSprite(imageKey: key, frames: frames)])
}

private func box(_ side: Float = 8, x: Float = 0, y: Float = 0) -> WireLayout { WireLayout(x: x, y: y, width: side, height: side) }

extension PlayerRuleCase {
    // MARK: Files, frames, sprites

    static let frames: [PlayerRuleCase] = [
        PlayerRuleCase(
            rules: ["web-archive", "web-lite-archive", "flutter-archive", "harmony-archive", "wechat-archive"],
            movie: { tiny(1, vector(.visible(.rect(0, 0, 4, 4)))) },
            container: .zipBinary,
            holds: { $0.failure?.frame == nil && $0.failure != nil && $0.isEmpty }),
        PlayerRuleCase(
            rules: ["web-lite-gzip", "ios-gzip", "android-gzip", "flutter-gzip"],
            movie: { tiny(1, vector(.visible(.rect(0, 0, 4, 4)))) }, container: .gzip,
            holds: { $0.failure != nil && $0.isEmpty }),
        PlayerRuleCase(
            rules: ["web-alpha", "web-lite-alpha", "harmony-alpha", "wechat-alpha"],
            movie: { tiny(1, vector(.visible(alpha: 0.04, .rect(0, 0, 4, 4)))) },
            holds: { $0.isEmpty }),
        // 0.504 × 255 is 128.5.
        PlayerRuleCase(
            rules: ["android-alpha"], movie: { try pictured(Pixmap(width: 8, height: 8, .red), .visible(alpha: 0.504, layout: box())) },
            holds: { $0.pixel(2, 2).alpha == 128 }),
        PlayerRuleCase(
            rules: ["flutter-alpha"], movie: { tiny(1, vector(.visible(alpha: 0, .rect(0, 0, 4, 4)))) },
            holds: { $0.pixel(1, 1) == .red }),
        // Two opaque squares, faded separately: both are visible where they overlap.
        PlayerRuleCase(
            rules: ["web-fade", "web-lite-fade", "flutter-fade", "harmony-fade", "wechat-fade"],
            movie: { tiny(1, vector(.visible(alpha: 0.5, .rect(0, 0, 8, 8), .rect(4, 4, 8, 8)))) },
            holds: { (190...193).contains($0.pixel(6, 6).alpha) }),
        PlayerRuleCase(
            rules: ["android-fade"], movie: { tiny(1, vector(.visible(alpha: 0.5, .rect(0, 0, 8, 8), .rect(4, 4, 8, 8)))) },
            holds: { (188...193).contains($0.pixel(6, 6).alpha) }),
        // A quarter turn about (8, 0).
        PlayerRuleCase(
            rules: ["web-scale-zero", "android-scale-zero", "harmony-scale-zero", "wechat-scale-zero"],
            movie: { tiny(1, vector(.visible(transform: WireTransform(a: 0, b: 1, c: -1, d: 0, tx: 8), .rect(0, 0, 8, 2)))) },
            holds: { $0.inkBox != [6, 0, 2, 8] }),
        PlayerRuleCase(
            rules: ["web-frames", "web-lite-frames", "harmony-frames", "wechat-frames"],
            movie: { tiny(3, vector(.visible(.rect(0, 0, 4, 4)))) }, frame: 2,
            holds: { $0.failure?.frame == 1 && $0.failure?.isFinal == true }),
        PlayerRuleCase(
            rules: ["flutter-frames"],
            movie: { tiny(3, vector(.visible(.rect(0, 0, 4, 4))), vector(.hidden, .visible(.rect(8, 8, 4, 4)))) }, frame: 1,
            holds: { $0.failure?.frame == 1 && $0.isEmpty }),
        PlayerRuleCase(
            rules: ["ios-frames"], movie: { tiny(3, vector(.visible(.rect(0, 0, 4, 4)))) }, frame: 2,
            holds: {
                $0.inkBox == [0, 0, 4, 4]
            }),
        PlayerRuleCase(
            rules: [
                "web-layout-offset", "web-lite-layout-offset", "android-layout-offset", "flutter-layout-offset", "harmony-layout-offset",
                "wechat-layout-offset",
            ],
            movie: { tiny(1, vector(.visible(layout: box(8, x: 4, y: 6), .rect(0, 0, 4, 4)))) },
            holds: { $0.inkBox == [0, 0, 4, 4] }),

        // MARK: Mattes

        // Everything below the group is masked too.
        PlayerRuleCase(
            rules: ["web-mattes"],
            movie: {
                tiny(
                    1, .one("m.matte", .visible(.rect(4, 4, 8, 8))), .one("u.vector", .visible(.rect(0, 0, 16, 16))),
                    .one("c.vector", matte: "m.matte", .visible(.rect(0, 0, 2, 2))))
            }, container: .zipJSON,
            holds: { $0.failure == nil && $0.inkBox == [4, 4, 8, 8] && $0.pixel(5, 5) == .red }),
        PlayerRuleCase(
            rules: ["web-mattes"],
            movie: {
                tiny(
                    1, .one("m.matte", .visible(.rect(4, 4, 8, 8))), .one("b.vector", matte: "m.matte", .visible(.rect(0, 0, 16, 16))),
                    .one("c.vector", .visible(.rect(0, 0, 2, 2))))
            },
            holds: { $0.failure?.frame == 0 }),
        // A missing matteKey is not a key.
        PlayerRuleCase(
            rules: ["harmony-mattes"],
            movie: {
                tiny(
                    1, .one("m.matte", .visible(.rect(4, 4, 8, 8))), .one("u.vector", .visible(.rect(0, 0, 16, 16))),
                    .one("c.vector", matte: "m.matte", .visible(.rect(0, 0, 2, 2))))
            },
            holds: { $0.failure == nil && $0.inkBox == [4, 4, 8, 8] && $0.pixel(5, 5) == .red }),
        // A sprite without a key is a matte, so that mattes are not drawn. It masks nothing.
        PlayerRuleCase(
            rules: ["harmony-mattes"],
            movie: {
                tiny(
                    1, .one("", .visible(.rect(0, 0, 2, 2))), .one("m.matte", .visible(.rect(4, 4, 8, 8, .fill(.green)))),
                    .one("b.vector", matte: "m.matte", .visible(.rect(0, 0, 5, 5))), .one("c.vector", .visible(.rect(0, 0, 1, 1))))
            },
            holds: { $0.failure == nil && $0.inkBox == [0, 0, 5, 5] && $0.pixel(2, 2) == .red }),
        PlayerRuleCase(
            rules: ["wechat-mattes"],
            movie: {
                tiny(
                    1, .one("m.matte", .visible(.rect(4, 4, 8, 8))), .one("b.vector", matte: "m.matte", .visible(.rect(0, 0, 16, 16))))
            },
            holds: { $0.failure?.frame == 0 && $0.failure?.isFinal == true && $0.isEmpty }),
        PlayerRuleCase(
            rules: ["web-lite-mattes", "flutter-mattes"],
            movie: {
                tiny(
                    1, .one("m.matte", .visible(.rect(4, 4, 8, 8, .fill(.green)))),
                    .one("b.vector", matte: "m.matte", .visible(.rect(0, 0, 5, 5))))
            },
            holds: { $0.pixel(10, 10) == .green && $0.pixel(1, 1) == .red }),
        PlayerRuleCase(
            rules: ["android-mattes", "wechat-mattes"],
            movie: {
                tiny(
                    1, .one("z.vector", .visible(.rect(15, 15, 1, 1))), .one("m.matte", .visible(.rect(4, 4, 8, 8, .fill(.green)))),
                    .one("b.vector", matte: "m.matte", .visible(.rect(0, 0, 5, 5))))
            },
            holds: { $0.pixel(10, 10) == .green && $0.pixel(1, 1) == .red }),
        // The second run moves the sprites of the first one up, above the sprites between them.
        PlayerRuleCase(
            rules: ["ios-mattes"],
            movie: {
                tiny(
                    1, .one("m.matte", .visible(.rect(0, 0, 16, 16))), .one("b.vector", matte: "m.matte", .visible(.rect(0, 0, 8, 8))),
                    .one("c.vector", .visible(.rect(0, 0, 8, 8, .fill(.blue)))),
                    .one("d.vector", matte: "m.matte", .visible(.rect(12, 12, 2, 2))))
            },
            holds: { $0.pixel(2, 2) == .red }),

        // MARK: KEEP

        PlayerRuleCase(
            rules: ["web-keep", "harmony-keep", "wechat-keep"],
            movie: { tiny(1, vector(.visible(.rect(0, 0, 4, 4))), vector(.visible(transform: WireTransform(tx: 8), .keep))) },
            holds: { $0.inkBox == [0, 0, 12, 4] }),
        PlayerRuleCase(
            rules: ["ios-keep"],
            movie: { tiny(3, vector(.visible(), .visible(alpha: 0, .rect(0, 0, 4, 4)), .visible(.keep))) }, frame: 2,
            holds: { $0.isEmpty }),
        PlayerRuleCase(
            rules: ["flutter-keep"], movie: { tiny(3, vector(.visible(.rect(0, 0, 4, 4)), .visible(), .visible(.keep))) }, frame: 2,
            holds: { $0.inkBox == [0, 0, 4, 4] }),
    ]

    // MARK: - Pictures

    static let pictures: [PlayerRuleCase] = [
        PlayerRuleCase(
            rules: ["web-natural-size", "harmony-natural-size"],
            movie: { try pictured(Pixmap(width: 4, height: 4, .red), .visible(layout: box())) },
            holds: { $0.inkBox == [0, 0, 4, 4] }),
        PlayerRuleCase(
            rules: ["ios-fit"], movie: { try pictured(Pixmap(width: 8, height: 4, .red), .visible(layout: box())) },
            holds: { $0.inkBox == [0, 2, 8, 4] }),
        PlayerRuleCase(
            rules: ["web-key", "harmony-key", "wechat-key"],
            movie: { try pictured(Pixmap(width: 8, height: 8, .red), .visible(layout: box()), key: "a.vector") },
            holds: { $0.isEmpty }),
        PlayerRuleCase(
            rules: ["web-lite-key", "flutter-key", "android-key"],
            movie: { try pictured(Pixmap(width: 8, height: 8, .red), .visible(layout: box()), key: "a.vector") },
            holds: { $0.isEmpty }),
        PlayerRuleCase(
            rules: ["android-key"],
            movie: { tiny(1, WireSprite(imageKey: "", frames: [.visible(.rect(0, 0, 4, 4))])) },
            holds: { $0.isEmpty }),
        PlayerRuleCase(
            rules: ["ios-key"],
            movie: { try pictured(Pixmap(width: 8, height: 8, .red), .visible(layout: box()), key: "a.png", imageKey: "a.png") },
            holds: { $0.isEmpty }),
        // The first frame with the payload requests it; the next one finds that it is corrupt.
        PlayerRuleCase(
            rules: ["web-payload"],
            movie: {
                WireMovie.tiny(
                    frames: 2,
                    images: [
                        WireImage(key: "a", bytes: Array("GIF89a".utf8)), try Pixmap(width: 4, height: 4, .red).payload("b"),
                    ], sprites: [WireSprite(imageKey: "a", frames: [.visible(layout: box()), .visible(layout: box())])])
            }, frame: 1,
            holds: { $0.failure?.frame == 1 }),
        PlayerRuleCase(
            rules: ["web-payload"],
            movie: {
                WireMovie.tiny(
                    images: [WireImage(key: "a", bytes: [0x49, 0x44, 0x33, 3])], sprites: [vector(.visible(.rect(0, 0, 4, 4)))])
            },
            holds: { $0.failure != nil && $0.isEmpty }),
        PlayerRuleCase(
            rules: ["harmony-payload"],
            movie: {
                WireMovie.tiny(images: [WireImage(key: "a", bytes: [1, 2, 3, 4])], sprites: [vector(.visible(.rect(0, 0, 4, 4)))])
            },
            holds: { $0.failure != nil && $0.isEmpty }),
        PlayerRuleCase(
            rules: ["web-lite-payload"],
            movie: {
                WireMovie.tiny(
                    images: [WireImage(key: "a", bytes: [0x49, 0x44, 0x33, 3])], sprites: [vector(.visible(.rect(0, 0, 4, 4)))])
            },
            holds: { $0.failure != nil && $0.isEmpty }),
        // Half a pixel further, the edge stays sharp.
        PlayerRuleCase(
            rules: ["web-sampling", "web-lite-sampling"],
            movie: {
                try pictured(Pixmap(width: 8, height: 8, .red), .visible(layout: box(), transform: WireTransform(tx: 4.3, ty: 4.3)))
            },
            holds: { $0.inkBox == [4, 4, 8, 8] && $0.pixel(4, 4) == .red }),
        // A gamma of 2.2 is darker than sRGB.
        PlayerRuleCase(
            rules: ["android-gamma"],
            movie: {
                var movie = try pictured(Pixmap(width: 8, height: 8, Pixel(20, 20, 20, 254)), .visible(layout: box()))
                var chunk: [UInt8] = []
                PNGChunks.append("gAMA", to: &chunk) { $0.append(big: 45_455, bytes: 4) }
                movie.images[0].bytes.insert(contentsOf: chunk, at: 33)
                return movie
            },
            holds: { (11...13).contains($0.pixel(4, 4).red) }),
        PlayerRuleCase(
            rules: ["android-565"], movie: { try pictured(Pixmap(width: 8, height: 8, Pixel(100, 101, 102)), .visible(layout: box())) },
            holds: { $0.pixel(4, 4) == Pixel(99, 101, 99) }),
    ]

    // MARK: - Substitutions

    static let substituted: [PlayerRuleCase] = [
        PlayerRuleCase(
            rules: ["ios-fit"],
            movie: { try pictured(Pixmap(width: 8, height: 8, .red), .visible(layout: box())) },
            substitutions: { try $0.setImage(ReplacementImage(Pixmap(width: 8, height: 4, .blue)), forKey: "a") },
            holds: { $0.inkBox == [0, 2, 8, 4] && $0.pixel(4, 4) == .blue }),
        PlayerRuleCase(
            rules: ["harmony-replacement"],
            movie: { try pictured(Pixmap(width: 8, height: 8, .red), .visible(layout: box())) },
            substitutions: { try $0.setImage(ReplacementImage(Pixmap(width: 8, height: 8, .blue)), forKey: "a") },
            holds: { $0.isEmpty }),
        // It has no ink, so only the black below it is visible.
        PlayerRuleCase(
            rules: ["web-clip-black"],
            movie: { try pictured(Pixmap(width: 8, height: 8, .red), .visible(layout: box(), clip: "M0 0 L6 0 L6 6 L0 6 Z")) },
            substitutions: {
                try $0.setImage(ReplacementImage(Pixmap(width: 8, height: 8, Pixel(0, 0, 128, 128))), forKey: "a")
            },
            holds: { $0.pixel(2, 2).alpha == 255 }),
        PlayerRuleCase(
            rules: ["android-hidden"],
            movie: { tiny(1, vector(.visible(.rect(0, 0, 4, 4)))) }, substitutions: { $0.setHidden(true, forKey: "a.vector") },
            holds: { $0.inkBox == [0, 0, 4, 4] }),
        PlayerRuleCase(
            rules: ["android-drawings"],
            movie: { try pictured(Pixmap(width: 8, height: 8, .red), .visible(layout: box(), clip: "M0 0 L2 0 L2 2 L0 2 Z")) },
            substitutions: {
                $0.setDrawing(
                    { context, _, _ in
                        context.draw(ShapeEntity(geometry: .rect(SVGARect(x: 4, y: 4, width: 4, height: 4), cornerRadius: 0), fill: .white))
                    },
                    forKey: "a")
            },
            holds: { $0.pixel(6, 6) == .white }),
        // The line would end one row lower.
        PlayerRuleCase(
            rules: ["web-text"],
            movie: { try pictured(Pixmap(width: 16, height: 16, Pixel(0, 0, 0, 0)), .visible()) },
            substitutions: { $0.setText("H", style: TextStyle(fontFamily: "DejaVu Sans", size: 14, color: .black), forKey: "a") },
            holds: { $0.inkBox.map { $0[1] + $0[3] <= 12 } ?? false }),
        // A black text, then shapes that cover all of it.
        PlayerRuleCase(
            rules: ["web-lite-text", "android-text", "flutter-text"],
            movie: { try pictured(Pixmap(width: 16, height: 16, .white), .visible(.rect(0, 0, 16, 16))) },
            substitutions: { $0.setText("H", style: TextStyle(size: 14, color: .black), forKey: "a") },
            holds: { shot in (0..<256).allSatisfy { shot.pixel($0 % 16, $0 / 16) == .red } }),
    ]
}
