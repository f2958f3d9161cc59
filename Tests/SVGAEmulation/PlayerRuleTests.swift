import Foundation
import SVGAEmulation
import SVGAFormat
import SVGAModel
import SVGAPixels
import SVGARender
import TestSupport
import Testing

/// A tiny movie rendered as a player.
struct PlayerShot {
    let picture: Pixmap
    let failure: PlayerFailure?

    func pixel(_ x: Int, _ y: Int) -> Pixel { picture.pixel(x, y) }
    var inkBox: [Int]? { picture.inkBox }
    var isEmpty: Bool { picture.inkBox == nil }
}

/// A movie that shows a player's rule: the check passes with the rule, and fails without it.
struct PlayerRuleCase: Sendable, CustomTestStringConvertible {
    let rules: [String]
    let movie: @Sendable () throws -> WireMovie
    var container = VideoEntity.Container.zlib
    /// The file, if it is not `movie` in `container`.
    var file: (@Sendable () throws -> [UInt8])?
    /// Whether the file does not write an alpha of 0 of colors.
    var omitsColorAlpha = false
    var frame = 0
    var substitutions: @Sendable (inout Substitutions) throws -> Void = { _ in }
    let holds: @Sendable (PlayerShot) -> Bool

    var testDescription: String { rules.joined(separator: ", ") }

    func shot(_ player: PublicPlayer, _ profile: Profile) throws -> PlayerShot {
        let options = ReadOptions(player: player, profile: profile)
        let bytes =
            try file?() ?? (omitsColorAlpha ? movie().bytesWithoutColorAlpha() : DocumentWriter.write(movie(), as: container))
        let movie = try VideoEntity(bytes: bytes, options: options)
        var substitutions = Substitutions()
        try self.substitutions(&substitutions)
        let scene = try SVGAScene(movie, substitutions: substitutions)
        return PlayerShot(picture: try scene.pixmap(frame: frame), failure: scene.playerFailure(frame: frame))
    }
}

@Suite("Rules of players") struct PlayerRuleTests {
    /// The rules that have no visible effect.
    private static let withoutPicture: Set<String> = [
        "web-time", "ios-time", "web-sounds", "web-lite-sounds", "android-sounds", "ios-sounds", "flutter-sounds",
        "harmony-time", "wechat-time", "harmony-sounds", "wechat-sounds", "android-sounds-tagged", "android-sounds-third",
    ]

    private static let cases =
        PlayerRuleCase.frames + PlayerRuleCase.pictures + PlayerRuleCase.shapes + PlayerRuleCase.substituted + PlayerRuleCase.older

    private static let pairs = cases.flatMap { `case` in `case`.rules.map { ($0, `case`) } }

    @Test("each rule has a movie that shows it, and each name is one rule's")
    func complete() {
        let names = PlayerRule.all.map(\.name)
        #expect(Set(names).count == names.count)
        #expect(Set(names).subtracting(Self.withoutPicture) == Set(Self.pairs.map(\.0)))
    }

    @Test("a rule shows in its movie, and does not once it is switched off", arguments: pairs)
    func rule(name: String, shown: PlayerRuleCase) throws {
        let player = try #require(PublicPlayer.allVersions.first { $0.rules.contains { $0.name == name } })
        #expect(shown.holds(try shown.shot(player, player.profile)))
        #expect(!shown.holds(try shown.shot(player, Profile(player, without: name))))
    }

    @Test(
        "a version stands for all versions that draw alike",
        arguments: [
            ("android", "android", "2.6.1"), ("android@2.6.1", "android", "2.6.1"), ("android@2", "android", "2.6.1"),
            ("android@2.6.0", "android@2.6.0", "2.6.0"), ("android@2.5", "android@2.5.15", "2.5.15"),
            ("android@2.5.4", "android@2.5.11", "2.5.11"), ("android@2.4", "android@2.4.7", "2.4.7"), ("ios@2.5.6", "ios@2.5.6", "2.5.6"),
            ("web@2.3", "web", "2.3.2"), ("web@2.3.0", "web@2.3.0", "2.3.0"), ("web-lite", "web-lite", "5a4ad9d"),
            ("web-lite@2.1.1", "web-lite@2.1.1", "2.1.1"), ("flutter@2.1", "flutter@2.1.2", "2.1.2"),
        ])
    func versions(text: String, name: String, version: String) throws {
        let player = try #require(PublicPlayer(name: text))
        #expect(player.name == name)
        #expect(player.version == version)
        #expect(PublicPlayer(name: name) == player)
    }

    @Test(
        "a version that is not known is not a player",
        arguments: [
            "android@2.3", "android@2.7", "android@", "android@2.", "android@.4", "android@-2", "android@2.4.0.1", "android@v2",
            "wechat@0.9", "phone", "@2.4", "android@2@4", "android@99999999999999999999",
        ])
    func unknownVersions(text: String) { #expect(PublicPlayer(name: text) == nil) }

    @Test("each two successive versions of a player have other rules", arguments: PublicPlayer.Kind.allCases)
    func versionsDiffer(kind: PublicPlayer.Kind) {
        let versions = PublicPlayer.allVersions.filter { $0.kind == kind }
        for (newer, older) in zip(versions, versions.dropFirst()) { #expect(newer.rules.map(\.name) != older.rules.map(\.name)) }
    }

    @Test("an archive that is written has no names that Android skips")
    func longNames() throws {
        let movie = WireMovie.tiny(
            images: [try Pixmap(width: 8, height: 8, .red).payload("a")],
            sprites: [.one("a", .visible(layout: WireLayout(x: 0, y: 0, width: 8, height: 8)))])
        let bytes = try DocumentWriter.write(movie, as: .zipBinary)
        let read = try VideoEntity(bytes: bytes, options: ReadOptions(player: .android))
        #expect(try SVGAScene(read).pixmap(frame: 0).inkBox == [0, 0, 8, 8])
    }

    @Test("a frame is shown when the player shows it")
    func time() {
        let (web, ios) = (PublicPlayer.web.profile, PublicPlayer.ios.profile)
        #expect(Profile.ours.frame(atSeconds: 0.95, fps: 10, frames: 10) == 9)
        #expect(web.frame(atSeconds: 0.95, fps: 10, frames: 10) == 8)
        #expect(web.frame(atSeconds: 1, fps: 10, frames: 10) == 9)
        #expect(Profile(.web, without: "web-time").frame(atSeconds: 0.95, fps: 10, frames: 10) == 9)
        for player in [PublicPlayer.harmony, .wechat] {
            #expect(player.profile.frame(atSeconds: 0.95, fps: 10, frames: 10) == 8)
            #expect(Profile(player, without: "\(player.name)-time").frame(atSeconds: 0.95, fps: 10, frames: 10) == 9)
        }
        // 60 / 25 is truncated to 2 ticks: 30 frames per second.
        #expect(ios.frame(atSeconds: 1, fps: 25, frames: 100) == 30)
        #expect(Profile(.ios, without: "ios-time").frame(atSeconds: 1, fps: 25, frames: 100) == 25)
    }

    @Test("Android removes a last .matte from sprites' keys, and every .matte from the keys of images in JSON")
    func androidKeys() {
        let lookup = PublicPlayer.android.profile.imageLookup
        #expect(["a.matte", "a.matte.b", "a"].map(lookup.form(ofSprite:)) == ["a", "a.matte.b", "a"])
        #expect(lookup.form(ofImage: "a.matte.b", isJSON: true) == "a.b")
        #expect(lookup.form(ofImage: "a.matte", isJSON: false) == "a.matte")
    }

    @Test(
        "a sound is played whose first bytes the player recognizes",
        arguments: [
            ("web-sounds", [[0xFF, 0xFB, 0x90]]), ("web-lite-sounds", [[0x49, 0x44, 0x33, 3]]), ("ios-sounds", [[0xFF, 0xFB, 0x94]]),
            ("android-sounds", [[0xFF, 0xFB, 0x90]]), ("flutter-sounds", [[0x49, 0x44, 0x33, 3]]),
            ("harmony-sounds", [[0xFF, 0xFB, 0x90]]), ("wechat-sounds", [[0x49, 0x44, 0x33, 3]]),
            ("android-sounds-tagged", [[0xFF, 0xFB, 0x94]]), ("android-sounds-third", [[0x49, 0x44, 0x33, 4]]),
        ] as [(String, [[UInt8]])])
    func sounds(rule: String, silent: [[UInt8]]) throws {
        let player = try #require(PublicPlayer.allVersions.first { $0.rules.contains { $0.name == rule } })
        for bytes in silent {
            #expect(!player.profile.sounds.plays(bytes))
            #expect(Profile(player, without: rule).sounds.plays(bytes))
        }
    }

    @Test("our own rules, drawn call by call, are what the fast painter draws", arguments: TestFiles.corpusFiles)
    func ours(file: URL) throws {
        // A rule without a visible effect still selects a plan for drawing.
        var profile = Profile.ours
        profile.sounds = .none
        let bytes = [UInt8](try Data(contentsOf: file))
        let options = RenderOptions(size: .pixels(width: 160, height: 0), filter: .bilinear)
        let fast = try SVGAScene(try VideoEntity(bytes: bytes), options: options)
        let plain = try SVGAScene(try VideoEntity(bytes: bytes, options: ReadOptions(player: nil, profile: profile)), options: options)
        for frame in stride(from: 0, to: fast.movie.frameCount, by: max(1, fast.movie.frameCount / 4)) {
            #expect(try fast.pixmap(frame: frame).largestDifference(from: plain.pixmap(frame: frame)) <= 1, "frame \(frame)")
        }
    }
}
