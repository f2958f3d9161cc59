import SVGAEmulation
import SVGAFormat
import SVGAModel
import SVGAPixels
import SVGARender
import SVGASupport

/// Finds what public players show otherwise in a movie, by drawing it as they do.
///
/// A frame is in a finding if, and only if, the player's picture of it is visibly another than ours, or the player fails there. Why is found
/// out by the player's rules: those count without which its calls would be others.
struct PlayerCheck {
    private let file: CheckedFile
    private var findings: [Finding] = []

    private var movie: VideoEntity { file.movie }

    /// - Parameter prepared: the movie, with what is decoded of it.
    static func findings(_ file: CheckedFile, _ prepared: PreparedMovie, players: Set<PublicPlayer>) throws(CheckError) -> [Finding] {
        if players.isEmpty { return [] }
        var found: [Finding] = []
        let own = try OwnScene(prepared)
        for player in PublicPlayer.allCases where players.contains(player) {
            do throws(CheckError) {
                found += try findings(file, player, try file.shown(player, own))
            } catch {
                // One frame that is too much work is an error; all of them together are told.
                guard file.budget.isOver else { throw error }
                let message = "drawing all frames as it does is more work than the limit allows, so it is not fully checked"
                found += unseen(file, player) + [Finding(.check(.playersUnchecked), .warning, message, players: [player])]
            }
        }
        return found.joined
    }

    /// - Parameter shown: what the player shows of the file.
    /// - Parameter shares: how much of each frame differs, where that is known.
    static func findings(
        _ file: CheckedFile, _ player: PublicPlayer, _ shown: PlayerShown, _ shares: [Int: Double]? = nil
    ) throws(CheckError) -> [Finding] {
        var check = PlayerCheck(file: file)
        check.findings = unseen(file, player)
        try check.check(player, shown, shares)
        return check.findings
    }

    /// What no picture shows: of the container, of time and of sounds.
    static func unseen(_ file: CheckedFile, _ player: PublicPlayer) -> [Finding] {
        var check = PlayerCheck(file: file)
        check.checkContainer(player)
        check.checkSounds(player)
        return check.findings
    }

    private init(file: CheckedFile) { self.file = file }

    /// - Parameter owner: what it is about; without one, the sprite.
    private mutating func report(
        _ code: CheckCode, _ severity: Diagnostic.Severity, _ message: String, _ player: PublicPlayer, owner: String = "",
        sprite: Int? = nil, frames: [ClosedRange<Int>] = [], remedy: Remedy? = nil
    ) {
        let owner = sprite.map { "sprite \($0) \(movie.sprites[$0].imageKey.quoted)" } ?? owner
        findings.append(
            Finding(.check(code), severity, message, owner: owner, sprite: sprite, frames: frames, players: [player], remedy: remedy))
    }

    private mutating func check(
        _ player: PublicPlayer, _ shown: PlayerShown, _ shares: [Int: Double]?
    ) throws(CheckError) {
        if let failure = shown.scene.firstPlayerFailure, failure.frame == nil {
            let code = CheckCode(failure: failure)
            // The container has been told about.
            let frames = movie.frames > 0 ? [0...movie.frames - 1] : []
            let remedy = RemedyChoice(file).remedy(code, failure, of: player)
            if code != .containerUnreadable { report(code, .error, failure.reason, player, frames: frames, remedy: remedy) }
            return
        }
        let remedies = RemedyChoice(file)
        for (failure, frames) in shown.failures {
            let code = CheckCode(failure: failure)
            let remedy = remedies.remedy(code, failure, of: player)
            report(code, .error, failure.reason, player, sprite: failure.sprite, frames: frames, remedy: remedy)
        }
        let shares = if let shares { shares } else { try shown.shares() }
        for difference in try shown.differences(shares) {
            report(
                difference.code, difference.rule.severity, difference.rule.meaning(as: difference.code), player,
                sprite: difference.sprite, frames: difference.frames,
                remedy: remedies.remedy(difference.code, of: player, difference.sprite, difference.frames))
        }
    }

    // MARK: What no picture shows

    private mutating func checkContainer(_ player: PublicPlayer) {
        let profile = player.profile
        switch movie.container {
        case .zlib, .protobuf: break
        case .gzip: if !profile.opensGzip { report(.containerUnreadable, .error, "gzip cannot be opened", player) }
        case .zipJSON, .zipBinary:
            switch profile.archives {
            case .always: return
            case .never: return report(.containerUnreadable, .error, "1.x archives cannot be opened", player)
            case .withLibrary: break
            }
            guard movie.container == .zipJSON || profile.readsBinaryEntry || file.entries.contains("movie.spec") else {
                report(.containerUnreadable, .error, "movie.spec is read instead of movie.binary, and is not there", player)
                return
            }
            report(.containerNeedsLibrary, .warning, "1.x archives are opened only with JSZip loaded", player)
            if movie.container == .zipBinary, !profile.readsBinaryEntry {
                report(.containerNeedsLibrary, .warning, "movie.spec is read instead of movie.binary", player)
            }
        }
    }

    private mutating func checkSounds(_ player: PublicPlayer) {
        // A single frame has no speed.
        if player.profile.frameTiming == .displayTicks, 60 % movie.fps != 0, movie.frames > 1 {
            report(.displayTicks, .warning, "each frame is shown for whole ticks of 1/60 s, so the speed is another", player)
        }
        for audio in movie.audios {
            guard let index = audio.soundIndex, !player.profile.sounds.plays(movie.sounds[index].bytes) else { continue }
            let end = min(audio.endFrame, movie.frames)
            // Nobody hears what starts later.
            guard audio.startFrame < end else { continue }
            report(
                .soundFormat, .warning, "the sound is not played", player, owner: "sound \(movie.sounds[index].key.quoted)",
                frames: [audio.startFrame...end - 1], remedy: RemedyChoice(file).sound(movie.sounds[index], of: player))
        }
    }
}

extension [Finding] {
    /// What is the same for several players as one finding.
    fileprivate var joined: [Finding] {
        var joined: [Finding] = []
        var places: [Finding.Subject: Int] = [:]
        for finding in self {
            if let place = places[finding.subject] {
                joined[place] = joined[place].adding(finding.players)
            } else {
                places[finding.subject] = joined.count
                joined.append(finding)
            }
        }
        return joined
    }
}
