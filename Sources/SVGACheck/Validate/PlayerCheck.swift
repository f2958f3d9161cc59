import SVGAFormat
import SVGAModel

/// What a movie would hit on players, as findings.
struct PlayerCheck {
    private let movie: VideoEntity
    private let wire: WireMovie
    private let players: Set<Player>
    /// Of a ZIP; else empty.
    private let entries: [String]
    private var findings: [Finding] = []

    static func findings(_ movie: VideoEntity, _ wire: WireMovie, entries: [String], players: Set<Player>) -> [Finding] {
        if players.isEmpty { return [] }
        var check = PlayerCheck(movie: movie, wire: wire, players: players, entries: entries)
        check.checkContainer()
        check.checkSprites()
        check.checkSounds()
        return check.findings
    }

    private init(movie: VideoEntity, wire: WireMovie, players: Set<Player>, entries: [String]) {
        self.movie = movie
        self.wire = wire
        self.players = players
        self.entries = entries
    }

    /// Reports a matter for those of the players asked for that have it.
    /// - Parameter concerned: where not all players that can have it do.
    private mutating func report(
        _ matter: Matter, owner: String = "", sprite: Int? = nil, frames: [ClosedRange<Int>] = [], concerned: Set<Player>? = nil
    ) {
        for effect in matter.effects {
            let hit = effect.players.intersection(players).intersection(concerned ?? players)
            if hit.isEmpty { continue }
            findings.append(
                Finding(
                    .check(matter.code), effect.severity, effect.message, owner: owner, sprite: sprite, frames: frames,
                    players: Player.allCases.filter(hit.contains)))
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
        var scan = SpriteScan(wire, movie)
        for (index, sprite) in movie.sprites.enumerated() {
            let result = scan.result(of: index)
            let owner = "sprite \(index) \"\(sprite.imageKey)\""
            for matter in Matter.allCases where !result.frames[matter.rawValue].isEmpty {
                let concerned: Set<Player>? =
                    switch matter {
                    case .keySuffix: result.lookupFails
                    case .matteNotFirst: result.matteFails
                    default: nil
                    }
                report(
                    matter, owner: owner, sprite: index, frames: result.frames[matter.rawValue].ranges, concerned: concerned)
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
            report(.sound, owner: "sound \"\(sound.key)\"", frames: frames, concerned: PlayerCheck.players(notPlaying: sound.bytes))
        }
        guard movie.container == .zlib else { return }
        for (index, sound) in movie.sounds.enumerated() where !played.contains(index) {
            report(.soundUnused, owner: "sound \"\(sound.key)\"")
        }
    }

    /// Each player knows sounds by their first bytes.
    private static func players(notPlaying bytes: [UInt8]) -> Set<Player> {
        let isTagged = bytes.starts(with: Array("ID3".utf8))
        var players: Set<Player> = [.webLite, .flutter]
        if !isTagged { players.insert(.ios) }
        if !isTagged, !bytes.starts(with: [0xFF, 0xFB, 0x94]) { players.insert(.android) }
        if !isTagged || bytes.count < 4 || bytes[3] != 3 { players.insert(.web) }
        return players
    }
}
