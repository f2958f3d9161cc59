public import SVGAModel

/// Where a public player does not show a movie as it is: it throws, or never begins.
public struct PlayerFailure: Hashable, Sendable, CustomStringConvertible {
    /// Who.
    public let player: PublicPlayer
    /// The first frame in which it fails; nil: it shows nothing at all.
    public let frame: Int?
    /// Whether it fails in the frames after it too, until the movie ends.
    public let isFinal: Bool
    /// What it does and why, as a sentence that follows its name, without a full stop.
    public var reason: String { fault.reason }
    package let fault: PlayerFault
    /// Into ``VideoEntity/sprites``: where it fails; nil: at none in particular.
    public let sprite: Int?

    /// One line for a person.
    public var description: String {
        let place = frame.map { isFinal ? ", from frame \($0) on" : ", at frame \($0)" } ?? ""
        return "the \(player.title) player \(reason)\(place)"
    }
}

/// The frames in which the player of a scene fails.
struct PlayerFailures: Sendable {
    /// The player shows nothing at all.
    private(set) var refusal: PlayerFailure?
    /// In rising order.
    private(set) var frames: [PlayerFailure] = []
    /// Looking for them was more work than ``ReadLimits/work``: nothing can be drawn.
    private(set) var isIncomplete = false
    /// Into ``frames``, by frame.
    private var places: [Int: Int] = [:]

    init(_ scene: Scene) {
        guard let player = scene.movie.player else { return }
        if let fault = scene.movie.refusal ?? scene.undecodable {
            refusal = PlayerFailure(player: player, frame: nil, isFinal: true, fault: fault, sprite: nil)
            return
        }
        // What stops a player in every frame stops it in the first.
        let last = scene.mayStopLater ? scene.movie.frames : min(1, scene.movie.frames)
        let meter = WorkMeter(scene.options.limits)
        for frame in 0..<last {
            guard !meter.isOver else { break }
            guard let stop = PlayerPlan(frame: frame, of: scene, in: scene.geometry, meter).stop else { continue }
            places[frame] = frames.count
            frames.append(PlayerFailure(player: player, frame: frame, isFinal: player.stopsForGood, fault: stop.fault, sprite: stop.layer))
            if player.stopsForGood { break }
        }
        isIncomplete = meter.isOver
    }

    /// The failure that shows in a frame.
    func at(_ frame: Int) -> PlayerFailure? {
        if let refusal { return refusal }
        if let last = frames.last, last.isFinal, last.frame ?? 0 <= frame { return last }
        return places[frame].map { frames[$0] }
    }
}

extension PublicPlayer {
    /// Whether it draws nothing more once it has thrown. Flutter tries again with the next frame.
    fileprivate var stopsForGood: Bool { self != .flutter }
}

extension Scene {
    /// Why the player as which the movie was read does not show this frame as it would have to; nil: it does, or the movie was read by "Rules
    /// of rendering". What is drawn for such a frame is what the player leaves on its canvas: nothing, or the frame as far as it got.
    /// - Parameter frame: 0-based.
    public func playerFailure(frame: Int) -> PlayerFailure? { playerFailures.at(frame) }

    /// The first failure of the player as which the movie was read; nil: it shows all of it.
    public var firstPlayerFailure: PlayerFailure? { playerFailures.refusal ?? playerFailures.frames.first }

    /// - Throws: ``RenderError/limit(_:)`` if it is too much work to find out where the player fails.
    package func checkFailures() throws(RenderError) {
        guard playerFailures.isIncomplete else { return }
        let limits = options.limits
        throw .limit(LimitExceeded(\.work, of: limits, found: limits.work + 1, subject: "finding out where the player fails"))
    }

    /// The plan by which a player draws what it shows at a frame; nil: nothing.
    func playerPlan(frame: Int, in geometry: OutputGeometry, _ meter: WorkMeter) -> PlayerPlan? {
        guard let failure = playerFailures.at(frame) else { return PlayerPlan(frame: frame, of: self, in: geometry, meter) }
        // What was drawn when it threw stays.
        return failure.frame.map { PlayerPlan(frame: $0, of: self, in: geometry, meter) }
    }

    /// The first picture that the player waits for and that cannot be decoded.
    fileprivate var undecodable: PlayerFault? {
        guard movie.profile.pictures != .all else { return nil }
        return diagnostics.first { $0.code == .imageBroken }.map {
            PlayerFault(.payload, "waits for a picture that cannot be decoded: \($0.place)")
        }
    }

    /// Whether a player may stop in a later frame than the first: at frames that are not there, or at what only some frames show.
    fileprivate var mayStopLater: Bool {
        if !tables.failingClips.isEmpty || !tables.failingShapes.isEmpty { return true }
        let needsAllFrames = movie.profile.framesPastEnd == .failure || movie.profile.framesPastEnd == .frameBreaksOff
        return movie.sprites.contains { $0.hasBrokenPicture || needsAllFrames && $0.frames.count < movie.frames }
    }
}

/// For each key whose payload is broken, the first frame in which a sprite shows it. Players find out only then.
struct BrokenPictures: Sendable {
    private var firstFrames: [ByteKey: Int] = [:]

    /// - Complexity: linear in the frames of the sprites with such payloads.
    init(_ movie: VideoEntity) {
        for sprite in movie.sprites where sprite.hasBrokenPicture {
            guard let frame = sprite.frames.records.firstIndex(where: { $0.isVisible }) else { continue }
            let key = ByteKey(sprite.imageKey)
            firstFrames[key] = min(firstFrames[key] ?? frame, frame)
        }
    }

    /// Whether a sprite of this key was shown in a frame before.
    func wasShown(_ key: String, before frame: Int) -> Bool { firstFrames[ByteKey(key)].map { $0 < frame } ?? false }
}
