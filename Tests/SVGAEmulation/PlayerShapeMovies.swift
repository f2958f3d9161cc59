import SVGAEmulation
import SVGAFormat
import SVGAModel
import SVGAPixels
import SVGARender
import TestSupport

private func shown(_ shapes: WireShape..., alpha: Float = 1, transform: WireTransform? = nil, clip: String = "") -> WireMovie {
    var frame = WireFrame.visible(alpha: alpha, transform: transform, clip: clip)
    frame.shapes = shapes
    return .tiny(sprites: [WireSprite(imageKey: "a.vector", frames: [frame])])
}

private func style(_ change: (inout WireStyle) -> Void) -> WireStyle {
    var style = WireStyle()
    change(&style)
    return style
}

extension PlayerRuleCase {
    static let shapes: [PlayerRuleCase] = [
        // MARK: Clip paths

        PlayerRuleCase(
            rules: ["web-clip", "web-lite-clip", "harmony-clip"], movie: { shown(.rect(0, 0, 16, 16), clip: "M0 0 L4 0 L4 4 L0 4 Z") },
            holds: { $0.inkBox == [0, 0, 16, 16] }),
        PlayerRuleCase(
            rules: ["android-clip-edge"], movie: { shown(.rect(0, 0, 16, 16), clip: "M0 0 L4.3 0 L4.3 4.3 L0 4.3 Z") },
            holds: { $0.inkBox == [0, 0, 4, 4] && $0.pixel(3, 3).alpha == 255 }),
        PlayerRuleCase(
            rules: ["web-lite-clip-edge"],
            movie: {
                WireMovie.tiny(
                    images: [try Pixmap(width: 16, height: 16, .red).payload("a")],
                    sprites: [.one("a", .visible(clip: "M0 0 L4.3 0 L4.3 4.3 L0 4.3 Z"))])
            },
            holds: { $0.inkBox == [0, 0, 4, 4] && $0.pixel(3, 3).alpha == 255 }),

        // MARK: Colors

        PlayerRuleCase(
            rules: ["web-colors", "web-lite-colors", "harmony-colors"], movie: { shown(.rect(0, 0, 4, 4, .fill(WireColor(0.5055, 0, 0)))) },
            holds: { $0.pixel(1, 1) == Pixel(128, 0, 0) }),
        PlayerRuleCase(
            rules: ["web-colors", "web-lite-colors", "ios-colors", "harmony-colors", "wechat-colors"],
            movie: { shown(.rect(0, 0, 4, 4, .fill(WireColor(51, 102, 255)))) },
            holds: { $0.pixel(1, 1) == .white }),
        PlayerRuleCase(
            rules: ["web-lite-colors"], movie: { shown(.rect(0, 0, 4, 4, .fill(WireColor(1, 0, 0, 0.9)))) },
            holds: { $0.isEmpty }),
        // 255 × 255 leaves 1 in eight bits.
        PlayerRuleCase(
            rules: ["flutter-colors"], movie: { shown(.rect(0, 0, 4, 4, .fill(WireColor(255, 0, 0)))) },
            holds: { $0.pixel(1, 1) == Pixel(1, 0, 0) }),
        PlayerRuleCase(
            rules: ["android-shape-alpha"], movie: { shown(.rect(0, 0, 4, 4, .fill(WireColor(1, 0, 0, 0.5))), alpha: 0.502) },
            holds: { $0.pixel(1, 1).alpha == 128 }),
        PlayerRuleCase(
            rules: ["android-shape-alpha"], movie: { shown(.rect(4, 4, 8, 8, style { $0.strokeWidth = 2 }), alpha: 0.502) },
            holds: { $0.pixel(4, 4) == Pixel(0, 0, 0, 128) }),
        PlayerRuleCase(
            rules: ["android-color-alpha"],
            movie: { shown(.rect(0, 0, 4, 4), .rect(4, 4, 4, 4, .fill(WireColor(0, 0, 0, 0)))) }, omitsColorAlpha: true,
            holds: { $0.failure?.frame == nil && $0.failure != nil && $0.isEmpty }),
        PlayerRuleCase(
            rules: ["ios-unstyled"], movie: { shown(.rect(0, 0, 4, 4, nil)) },
            holds: { $0.pixel(1, 1) == Pixel(0, 0, 0) }),

        // MARK: Strokes

        PlayerRuleCase(
            rules: ["web-stroke-zero", "web-lite-stroke-zero", "wechat-stroke-zero"],
            movie: { shown(.path("M0 8.5 L16 8.5", .stroke(.red, width: 0))) },
            holds: { $0.inkBox == [0, 8, 16, 1] && $0.pixel(8, 8) == .red }),
        PlayerRuleCase(
            rules: ["web-dashes", "web-lite-dashes", "harmony-dashes"],
            movie: { shown(.path("M0 8 L16 8", .stroke(.red, width: 2, dash: (2, 2, 4)))) },
            holds: { shot in
                // 2 on, 2 off, 4 on, then 2 off, 2 on, 4 off.
                (0..<16).map { shot.pixel($0, 8) == .red } == [
                    true, true, false, false, true, true, true, true, false, false, true, true, false, false, false, false,
                ]
            }),
        // The first dash is the upper half.
        PlayerRuleCase(
            rules: ["web-ellipses", "web-lite-ellipses", "harmony-ellipses", "wechat-ellipses"],
            movie: { shown(.ellipse(8, 8, 6, 6, .stroke(.red, width: 2, dash: (18.8, 100, 0)))) },
            holds: { $0.inkBox == [1, 1, 14, 7] }),
        // The phase is ignored.
        PlayerRuleCase(
            rules: ["wechat-dashes"],
            movie: { shown(.path("M0 8 L16 8", .stroke(.red, width: 2, dash: (2, 2, 1)))) },
            holds: { shot in (0..<16).allSatisfy { (shot.pixel($0, 8) == .red) == ($0 % 4 < 2) } }),
        PlayerRuleCase(
            rules: ["wechat-dashes"],
            movie: { shown(.path("M0 8 L16 8", .stroke(.red, width: 2, dash: (4, 0, 0)))) },
            holds: { shot in (0..<16).allSatisfy { shot.pixel($0, 8) == .red } }),
        PlayerRuleCase(
            rules: ["ios-dashes"],
            movie: { shown(.path("M0 8 L16 8", .stroke(.red, width: 2, dash: (0, 0, 0.5)))) }, container: .zipJSON,
            holds: { $0.pixel(8, 8) != .red && $0.pixel(8, 8).alpha > 200 }),
        PlayerRuleCase(
            rules: ["android-stroke"],
            movie: { shown(.path("M0 2 L16 2", .stroke(.red, width: 1), transform: WireTransform(a: 1, d: 4))) },
            holds: { $0.inkBox == [0, 7, 16, 2] }),
        // The first dash of a rect is its left side.
        PlayerRuleCase(
            rules: ["android-dashes"],
            movie: { shown(.rect(2, 2, 12, 12, .stroke(.red, width: 2, dash: (12, 100, 0)))) },
            holds: { $0.inkBox == [1, 2, 2, 12] }),
        PlayerRuleCase(
            rules: ["flutter-dashes"],
            movie: { shown(.rect(2, 2, 12, 12, .stroke(.red, width: 2, dash: (12, 100, 0)))) },
            holds: { $0.inkBox == [1, 2, 2, 12] }),
        // Nothing is drawn before the phase.
        PlayerRuleCase(
            rules: ["flutter-dashes"],
            movie: { shown(.path("M0 8 L16 8", .stroke(.red, width: 2, dash: (2, 2, 7)))) },
            holds: { shot in
                (0..<16).map { shot.pixel($0, 8) == .red } == [
                    false, false, false, false, false, false, false, true, true, false, false, true, true, false, false, true,
                ]
            }),
        // A pattern that begins before the outline.
        PlayerRuleCase(
            rules: ["flutter-dashes"],
            movie: { shown(.rect(2, 2, 12, 12, .stroke(.red, width: 2, dash: (10, 100, -2)))) },
            holds: { $0.inkBox == [1, 6, 2, 8] }),
        // The first subpath has one dash. The second one begins with the gap's length.
        PlayerRuleCase(
            rules: ["flutter-dashes"],
            movie: { shown(.path("M0 4 L3 4 M0 12 L16 12", .stroke(.red, width: 2, dash: (3, 2, 0)))) },
            holds: { shot in
                (0..<16).map { shot.pixel($0, 12) == .red } == [
                    true, true, false, false, false, true, true, false, false, false, true, true, false, false, false, true,
                ]
            }),
        PlayerRuleCase(
            rules: ["android-miter", "flutter-miter", "ios-miter"],
            movie: { shown(.path("M2 14 L2 4 L12 4", .stroke(.red, width: 4))) },
            holds: { $0.pixel(0, 2).alpha < 128 }),
        PlayerRuleCase(
            rules: ["web-thin", "web-lite-thin", "android-thin", "flutter-thin"],
            movie: { shown(.path("M0 8.25 L16 8.25", .stroke(.red, width: 0.5))) },
            holds: { (30...34).contains($0.pixel(8, 7).alpha) && (94...98).contains($0.pixel(8, 8).alpha) }),

        // MARK: Outlines

        // A slanted edge whose upper end is moved to a quarter of a row.
        PlayerRuleCase(
            rules: ["web-edges", "web-lite-edges"], movie: { shown(.path("M0 4.4 L16 4.4 L16 12 L0 12.001 Z")) },
            holds: { (126...129).contains($0.pixel(8, 4).alpha) }),
        PlayerRuleCase(
            rules: ["web-radius", "web-lite-radius"], movie: { shown(.rect(0, 0, 4, 4), .rect(8, 8, 4, 4, radius: -1)) },
            holds: { $0.failure?.frame == 0 && $0.inkBox == [0, 0, 4, 4] }),
        PlayerRuleCase(
            rules: ["android-corners"], movie: { shown(.rect(0, 0, 4, 4), .rect(8, 8, 4, 4, radius: -1)) },
            holds: { $0.failure == nil && $0.inkBox == [0, 0, 4, 4] }),
        PlayerRuleCase(
            rules: ["flutter-sizes"], movie: { shown(.rect(0, 0, 4, 4), .rect(12, 12, -4, 4), .ellipse(8, 8, -2, 2)) },
            holds: { $0.failure == nil && $0.inkBox == [0, 0, 4, 4] }),
        // Two spaces contain an empty number, which is 0.
        PlayerRuleCase(
            rules: ["web-paths", "web-lite-paths", "harmony-paths", "wechat-paths"], movie: { shown(.path("M0 0 L8 0 L8  8 L0 8 Z")) },
            holds: { $0.pixel(6, 4).alpha < 255 }),
        PlayerRuleCase(
            rules: ["flutter-paths"], movie: { shown(.path("M0 0 L8 0 L8  8 L0 8 Z")) },
            holds: { $0.failure?.frame == 0 }),
        // Without M, the path begins at the origin.
        PlayerRuleCase(
            rules: ["flutter-paths"], movie: { shown(.path("L12 0 L12 12 Z")) },
            holds: { $0.failure == nil && $0.pixel(9, 4) == .red }),
        PlayerRuleCase(
            rules: ["web-paths", "web-lite-paths", "android-paths", "ios-paths", "flutter-paths", "harmony-paths", "wechat-paths"],
            movie: { shown(.path("M 0 0 L 8 0 A 8 8 0 0 1 8 16 L 0 16 Z ")) },
            holds: { $0.pixel(13, 8).alpha == 0 && $0.pixel(2, 4) == .red }),
        // An absolute V resets the x coordinate to 0.
        PlayerRuleCase(
            rules: ["android-paths"], movie: { shown(.path("M4 0 H12 V8 H4 Z")) },
            holds: { $0.pixel(11, 6).alpha == 0 }),
        PlayerRuleCase(
            rules: ["ios-paths"], movie: { shown(.path("M 0 0 L 8 0 8 8 L 0 8 Z ")) },
            holds: { $0.pixel(7, 6).alpha == 0 }),
    ]
}
