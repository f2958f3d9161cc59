import SVGAEmulation
import SVGAFormat
import SVGAModel
import SVGAPixels
import SVGARender
import TestSupport

// Movies that show the rules of older versions of players. 16 × 16 points.

private func shown(_ shapes: WireShape..., alpha: Float = 1, clip: String = "") -> WireMovie {
    var frame = WireFrame.visible(alpha: alpha, clip: clip)
    frame.shapes = shapes
    return .tiny(sprites: [WireSprite(imageKey: "a.vector", frames: [frame])])
}

/// A red picture on an 8 × 8 layout.
private func pictured(
    width: Int = 8, height: Int = 8, key: String = "a", imageKey: String = "a", alpha: Float = 1, clip: String = ""
) throws -> WireMovie {
    WireMovie.tiny(
        images: [try Pixmap(width: width, height: height, .red).payload(imageKey)],
        sprites: [.one(key, .visible(alpha: alpha, layout: WireLayout(x: 0, y: 0, width: 8, height: 8), clip: clip))])
}

/// A matte, which covers more than the masked sprite.
private var masked: WireMovie {
    .tiny(
        frames: 1,
        sprites: [
            .one("m.matte", .visible(.rect(4, 4, 8, 8, .fill(.green)))), .one("b.vector", matte: "m.matte", .visible(.rect(0, 0, 5, 5))),
        ])
}

extension PlayerRuleCase {
    static let older: [PlayerRuleCase] = [
        // MARK: Colors

        PlayerRuleCase(
            rules: ["android-color-replaced"], movie: { shown(.rect(0, 0, 4, 4, .fill(WireColor(1, 0, 0, 0.5)))) },
            holds: { $0.pixel(1, 1) == .red }),
        PlayerRuleCase(
            rules: ["android-color-replaced"],
            movie: {
                var style = WireStyle()
                style.strokeWidth = 2
                return shown(.rect(4, 4, 8, 8, style))
            },
            holds: { $0.pixel(4, 4) == Pixel(0, 0, 0) }),
        PlayerRuleCase(
            rules: ["android-color-range"], movie: { shown(.rect(0, 0, 4, 4, .fill(WireColor(1, 0, 0, 255)))) },
            holds: { $0.pixel(1, 1) == Pixel(1, 0, 0) }),
        // 255 × 255 is FE01. The upper byte is added to the alpha.
        PlayerRuleCase(
            rules: ["android-colors"], movie: { shown(.rect(0, 0, 4, 4, .fill(WireColor(255, 0, 0)))) },
            holds: { $0.pixel(1, 1) == Pixel(1, 0, 0) }),
        PlayerRuleCase(
            rules: ["android-colors"], movie: { shown(.rect(0, 0, 4, 4, .fill(WireColor(0, 255, 0)))) },
            holds: { $0.pixel(1, 1) == Pixel(254, 1, 0) }),

        // MARK: Images

        PlayerRuleCase(
            rules: ["android-fit"], movie: { try pictured(height: 4) }, holds: { $0.inkBox == [0, 0, 8, 4] }),
        PlayerRuleCase(
            rules: ["android-key-all"], movie: { try pictured(key: "a.matte.b", imageKey: "a.b") },
            holds: { $0.inkBox == [0, 0, 8, 8] }),
        PlayerRuleCase(
            rules: ["android-key-exact", "web-key-exact", "flutter-key-exact"], movie: { try pictured(key: "a.vector") },
            holds: { $0.isEmpty }),
        PlayerRuleCase(
            rules: ["android-names"], movie: { try pictured() },
            file: {
                var movie = try pictured()
                let picture = ArchiveEntry(name: "a.png", bytes: movie.images[0].bytes)
                movie.images[0].bytes = Array("a".utf8)
                let binary = ArchiveEntry(name: "movie.binary", bytes: try DocumentWriter.write(movie, as: .protobuf))
                return try ZipWriter.archive([binary, picture])
            },
            holds: { $0.isEmpty }),
        PlayerRuleCase(
            rules: ["android-clip-alpha"], movie: { try pictured(alpha: 0.5, clip: "M0 0 L4 0 L4 4 L0 4 Z") },
            holds: { $0.inkBox == [0, 0, 4, 4] && $0.pixel(1, 1) == .red }),
        PlayerRuleCase(
            rules: ["web-lite-payload-audio"],
            movie: {
                var movie = try pictured()
                movie.images.append(WireImage(key: "audio", bytes: [0x49, 0x44, 0x33, 3]))
                return movie
            },
            holds: { $0.failure != nil && $0.isEmpty }),
        // 0.504 × 255 is 128.5.
        PlayerRuleCase(
            rules: ["flutter-alpha-wrapped"], movie: { try pictured(alpha: 0.504) }, holds: { $0.pixel(2, 2).alpha == 128 }),

        // MARK: Mattes and shapes

        PlayerRuleCase(
            rules: ["android-no-mattes", "web-no-mattes"], movie: { masked },
            holds: { $0.failure == nil && $0.pixel(10, 10) == .green && $0.pixel(1, 1) == .red }),
        PlayerRuleCase(
            rules: ["ios-dashes-always"], movie: { shown(.path("M0 8 L16 8", .stroke(.red, width: 2))) },
            holds: { $0.pixel(8, 8) != .red && $0.pixel(8, 8).alpha > 200 }),
        PlayerRuleCase(
            rules: ["web-lite-path-empty"], movie: { shown(.rect(0, 0, 4, 4), .path("")) },
            holds: { $0.failure?.frame == 0 && $0.inkBox == [0, 0, 4, 4] }),
        PlayerRuleCase(
            rules: ["web-lite-fill-only"],
            movie: {
                var style = WireStyle.stroke(.green, width: 2)
                style.fill = .red
                return shown(.rect(4, 4, 8, 8, style))
            },
            holds: { $0.inkBox == [4, 4, 8, 8] && $0.pixel(4, 4) == .red }),
        PlayerRuleCase(
            rules: ["flutter-clip-moved"],
            movie: {
                var shape = WireShape.rect(0, 0, 16, 16)
                shape.transform = WireTransform(tx: 8)
                return shown(shape, clip: "M0 0 L4 0 L4 4 L0 4 Z")
            },
            holds: { $0.inkBox == [8, 0, 4, 4] }),
        PlayerRuleCase(
            rules: ["flutter-no-keep"],
            movie: { .tiny(frames: 2, sprites: [.one("a.vector", .visible(.rect(0, 0, 4, 4)), .visible(.keep))]) }, frame: 1,
            holds: { $0.isEmpty }),

        // MARK: Texts

        PlayerRuleCase(
            rules: ["android-text-alpha", "flutter-text-plain"],
            movie: { try pictured(width: 16, height: 16, alpha: 0.5) },
            substitutions: { $0.setText("H", style: TextStyle(weight: 900, size: 14, color: .black), forKey: "a") },
            holds: { shot in (0..<256).contains { shot.pixel($0 % 16, $0 / 16).alpha > 225 } }),
        PlayerRuleCase(
            rules: ["flutter-text-plain"],
            movie: { try pictured(width: 16, height: 16, clip: "M0 0 L1 0 L1 1 L0 1 Z") },
            substitutions: { $0.setText("H", style: TextStyle(size: 8, color: .black), forKey: "a") },
            holds: { ($0.inkBox?[2] ?? 0) > 2 }),
    ]
}
