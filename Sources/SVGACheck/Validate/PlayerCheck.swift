import SVGAFormat
package import SVGAModel

/// The public players whose differences are known.
public enum PublicPlayer: CaseIterable, Sendable {
    /// The iOS player.
    case ios
    /// The Android player.
    case android
    /// The official web player.
    case web
    /// The smaller web player.
    case webLite
    /// The Flutter player.
    case flutter

    /// As options and reports write it.
    package var name: String { self == .webLite ? "web-lite" : "\(self)" }

    /// What it does where players differ.
    package var profile: Profile {
        switch self {
        case .ios: .ios
        case .android: .android
        case .web: .web
        case .webLite: .webLite
        case .flutter: .flutter
        }
    }
}

/// Finds what public players show otherwise in a movie.
struct PlayerCheck {
    private let movie: VideoEntity
    private let wire: WireMovie
    private let players: Set<PublicPlayer>
    /// The entries of a ZIP; else empty.
    private let entries: [String]
    private var findings: [Finding] = []

    static func findings(_ movie: VideoEntity, _ wire: WireMovie, entries: [String], players: Set<PublicPlayer>) -> [Finding] {
        if players.isEmpty { return [] }
        var check = PlayerCheck(movie: movie, wire: wire, players: players, entries: entries)
        check.checkContainer()
        check.checkSprites()
        check.checkSounds()
        return check.findings
    }

    private init(movie: VideoEntity, wire: WireMovie, players: Set<PublicPlayer>, entries: [String]) {
        self.movie = movie
        self.wire = wire
        self.players = players
        self.entries = entries
    }

    /// Reports a quirk for those of the chosen players that have it.
    /// - Parameter concerned: the players that have it in this place; nil: all that can have it.
    private mutating func report(
        _ quirk: Quirk, owner: String = "", sprite: Int? = nil, frames: [ClosedRange<Int>] = [], concerned: Set<PublicPlayer>? = nil
    ) {
        for (effect, affected) in quirk.effects {
            let hit = affected.intersection(players).intersection(concerned ?? players)
            if hit.isEmpty { continue }
            findings.append(
                Finding(
                    .check(quirk.code), effect.severity, effect.message, owner: owner, sprite: sprite, frames: frames,
                    players: PublicPlayer.allCases.filter(hit.contains)))
        }
    }

    private mutating func checkContainer() {
        switch movie.container {
        case .zlib, .protobuf: break
        case .gzip: report(.containerGzip)
        case .zipJSON:
            report(.containerZIP)
            report(.containerNeedsJSZip)
        case .zipBinary:
            report(.containerZIP)
            if entries.contains("movie.spec") {
                report(.containerNeedsJSZip)
                report(.containerSpecInstead)
            } else {
                report(.containerWithoutSpec)
            }
        }
        if 60 % movie.fps != 0 { report(.displayTicks) }
        let mattes = movie.sprites.count { $0.kind == .matte }
        let matted = movie.sprites.count { $0.matteIndex != nil }
        if movie.container == .zipJSON, mattes > 1 || matted > 1 { report(.severalMattes) }
    }

    private mutating func checkSprites() {
        var scan = QuirkScan(wire, movie)
        for (index, sprite) in movie.sprites.enumerated() {
            let result = scan.result(of: index)
            let owner = "sprite \(index) \"\(sprite.imageKey)\""
            for quirk in Quirk.allCases where !result.frames[quirk.rawValue].isEmpty {
                let concerned: Set<PublicPlayer>? =
                    switch quirk {
                    case .keySuffix: result.lookupFails
                    case .matteNotFirst: result.matteFails
                    default: nil
                    }
                report(
                    quirk, owner: owner, sprite: index, frames: result.frames[quirk.rawValue].ranges, concerned: concerned)
            }
        }
    }

    private mutating func checkSounds() {
        var played: Set<Int> = []
        for audio in movie.audios {
            guard let index = audio.soundIndex else { continue }
            played.insert(index)
            let sound = movie.sounds[index]
            let end = min(audio.endFrame, movie.frames)
            let frames = audio.startFrame < end ? [audio.startFrame...end - 1] : []
            let concerned = PublicPlayer.allCases.filter { !$0.profile.sounds.plays(sound.bytes) }
            report(.sound, owner: "sound \"\(sound.key)\"", frames: frames, concerned: Set(concerned))
        }
        guard movie.container == .zlib else { return }
        for (index, sound) in movie.sounds.enumerated() where !played.contains(index) {
            report(.soundUnused, owner: "sound \"\(sound.key)\"")
        }
    }
}
