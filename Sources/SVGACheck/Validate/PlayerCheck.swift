import SVGAEmulation
import SVGAFormat
import SVGAModel
import SVGAPixels
import SVGARender
import SVGASupport

/// Finds the differences of public players by emulating their rendering.
///
/// A finding contains a frame if and only if the player's picture differs visibly from ours, or the player fails.
/// The cause is found through the player's rules: a rule counts if the player's draw calls would be others without it.
struct PlayerCheck {
    private let file: CheckedFile
    private var findings: [Finding] = []

    private var movie: VideoEntity { file.movie }

    /// - Parameter prepared: the movie with its decoded images.
    static func findings(_ file: CheckedFile, _ prepared: PreparedMovie, players: Set<PublicPlayer>) throws(SVGAError) -> [Finding] {
        if players.isEmpty { return [] }
        var found: [Finding] = []
        let own = try OwnScene(prepared)
        for player in players.inOrder {
            defer { file.cache.removeBitmaps() }
            do throws(SVGAError) {
                found += try findings(file, player, try file.emulation(player, own))
            } catch {
                // One frame that exceeds the limit is an error; exceeding the total budget is a finding.
                guard error.kind == .limit, file.budget.isOver else { throw error }
                let message: Message = "not fully checked: drawing all frames as this player does exceeds the limit for work"
                found += unseen(file, player) + [Finding(.check(.playersUnchecked), .warning, message, players: [player])]
            }
        }
        return found.joinedByPlayer
    }

    /// - Parameter emulation: the emulation of the file.
    /// - Parameter shares: the differing share of each frame, if it is known.
    static func findings(
        _ file: CheckedFile, _ player: PublicPlayer, _ emulation: PlayerEmulation, _ shares: [Int: Double]? = nil
    ) throws(SVGAError) -> [Finding] {
        var check = PlayerCheck(file: file)
        check.findings = unseen(file, player)
        try check.check(player, emulation, shares)
        return check.findings
    }

    /// Findings that are invisible in frames: container, timing and sounds.
    static func unseen(_ file: CheckedFile, _ player: PublicPlayer) -> [Finding] {
        var check = PlayerCheck(file: file)
        check.checkContainer(player)
        check.checkSounds(player)
        return check.findings
    }

    private init(file: CheckedFile) { self.file = file }

    /// - Parameter owner: the subject; nil: the sprite.
    private mutating func report(
        _ code: CheckCode, _ severity: Diagnostic.Severity, _ message: Message, _ player: PublicPlayer, owner: Message = "",
        sprite: Int? = nil, frames: [ClosedRange<Int>] = [], remedy: Remedy? = nil
    ) {
        let owner = sprite.map { "sprite \($0) \(movie.sprites[$0].imageKey.quoted)" } ?? owner
        findings.append(
            Finding(.check(code), severity, message, owner: owner, sprite: sprite, frames: frames, players: [player], remedy: remedy))
    }

    private mutating func check(
        _ player: PublicPlayer, _ emulation: PlayerEmulation, _ shares: [Int: Double]?
    ) throws(SVGAError) {
        if let failure = emulation.scene.firstPlayerFailure, failure.frame == nil {
            let code = CheckCode(failure: failure)
            // The container has already been reported.
            let frames = movie.frameCount > 0 ? [0...movie.frameCount - 1] : []
            let remedy = RemedyChoice(file).remedy(code, failure, of: player)
            if code != .containerUnreadable { report(code, .error, message(failure), player, frames: frames, remedy: remedy) }
            return
        }
        let remedies = RemedyChoice(file)
        for (failure, frames) in emulation.failures {
            let code = CheckCode(failure: failure)
            let remedy = remedies.remedy(code, failure, of: player)
            report(code, .error, message(failure), player, sprite: failure.sprite, frames: frames, remedy: remedy)
        }
        // Findings need only which frames differ visibly.
        let shares = if let shares { shares } else { try emulation.shares(enough: VisibleDifference.share) }
        for difference in try emulation.differences(shares) {
            report(
                difference.code, difference.rule.severity, difference.rule.message(as: difference.code), player,
                sprite: difference.sprite, frames: difference.frames,
                remedy: remedies.remedy(difference.code, of: player, difference.sprite, difference.frames))
        }
    }

    /// What the viewer sees of a failure, then the reason.
    private func message(_ failure: PlayerFailure) -> Message {
        if failure.frame == nil { return "nothing is shown: the player \(failure.fault.reason)" }
        if failure.isFinal { return "the animation stops: the player \(failure.fault.reason)" }
        return "the rest of the frame is missing: the player \(failure.fault.reason)"
    }

    // MARK: Findings that no picture shows

    private mutating func checkContainer(_ player: PublicPlayer) {
        let profile = player.profile
        switch movie.container {
        case .zlib, .protobuf: break
        case .gzip:
            if !profile.opensGzip { report(.containerUnreadable, .error, "the movie is not shown: the player cannot open gzip", player) }
        case .zipJSON, .zipBinary:
            switch profile.archives {
            case .always: return
            case .never: return report(.containerUnreadable, .error, "the movie is not shown: the player cannot open 1.x archives", player)
            case .withLibrary: break
            }
            guard movie.container == .zipJSON || profile.readsBinaryEntry || file.entries.contains("movie.spec") else {
                report(
                    .containerUnreadable, .error, "the movie is not shown: the player reads movie.spec, which the archive does not have",
                    player)
                return
            }
            report(
                .containerNeedsLibrary, .warning, "the movie is not shown on pages without JSZip, which the player needs for 1.x archives",
                player)
            if movie.container == .zipBinary, !profile.readsBinaryEntry {
                report(
                    .containerNeedsLibrary, .warning, "another movie may be shown: the player reads movie.spec, not movie.binary", player)
            }
        }
    }

    private func soundMessage(_ player: PublicPlayer) -> Message {
        switch player.profile.sounds {
        case .all, .none: "the sound is not played: the player plays no sounds"
        case .tagged: "the sound is not played: it is not an MP3 that begins with an ID3 tag"
        case .taggedThird: "the sound is not played: it is not an MP3 that begins with an ID3 tag of version 2.3"
        case .taggedOrMPEG: "the sound is not played: it is not an MP3 that begins with an ID3 tag or FF FB 94"
        }
    }

    private mutating func checkSounds(_ player: PublicPlayer) {
        // A single frame has no speed.
        if player.profile.frameTiming == .displayTicks, 60 % movie.fps != 0, movie.frameCount > 1 {
            let speed = 60 / max(1, 60 / movie.fps)
            report(
                .displayTicks, .warning,
                "the movie plays at \(speed) fps instead of \(movie.fps): each frame is shown for whole ticks of 1/60 s", player)
        }
        for audio in movie.audios {
            guard let index = audio.soundIndex, !player.profile.sounds.plays(movie.sounds[index].bytes) else { continue }
            let end = min(audio.endFrame, movie.frameCount)
            // A sound that starts later is never heard.
            guard audio.startFrame < end else { continue }
            report(
                .soundFormat, .warning, soundMessage(player), player, owner: "sound \(movie.sounds[index].key.quoted)",
                frames: [audio.startFrame...end - 1], remedy: RemedyChoice(file).sound(movie.sounds[index], of: player))
        }
    }
}

extension [Finding] {
    /// Merges equal findings of several players.
    var joinedByPlayer: [Finding] {
        var joined: [Finding] = []
        var indices: [Finding: Int] = [:]
        for finding in self {
            let key = finding.with(players: [])
            if let index = indices[key] {
                let players = joined[index].players + finding.players
                joined[index] = finding.with(players: Set(players).inOrder)
            } else {
                indices[key] = joined.count
                joined.append(finding)
            }
        }
        return joined
    }
}
