package import SVGAModel
public import SVGARender
package import SVGASupport

/// A failure of a public player to show a movie: it throws, or never starts.
public struct PlayerFailure: Hashable, Sendable, CustomStringConvertible {
    /// The player.
    package let player: PublicPlayer
    /// The first frame with the failure; nil: the player shows nothing at all.
    public let frame: Int?
    /// Whether all later frames fail too.
    package let isFinal: Bool
    /// The player's behavior and its cause, as a sentence that follows the player's name, without a full stop.
    package var reason: Message { fault.reason }
    package let fault: PlayerFault
    /// The index of the failing sprite in ``VideoEntity/sprites``; nil: no particular one.
    package let sprite: Int?

    /// One line for a person.
    public var description: String { message.description }

    /// The description, which can be translated.
    package var message: Message {
        let position: Message = frame.map { isFinal ? ", from frame \($0) on" : ", at frame \($0)" } ?? ""
        return "the \(player.title) player \(fault.reason)\(position)"
    }
}

/// The cause of a player's failure.
package struct PlayerFault: Hashable, Sendable {
    package enum Cause: Sendable { case container, payload, colors, frames, mattes, radius, path }

    package let cause: Cause
    /// As a sentence that follows the player's name, without a full stop.
    package let reason: Message
    /// The number of shapes of the list that are drawn before the failure.
    package var shapesBefore = 0

    package init(_ cause: Cause, _ reason: Message) {
        self.cause = cause
        self.reason = reason
    }
}

/// The frames in which the player of a scene fails.
struct PlayerFailures: Sendable {
    /// Set if the player shows nothing at all.
    private(set) var refusal: PlayerFailure?
    /// Sorted by frame.
    private(set) var frames: [PlayerFailure] = []
    /// Whether finding the failures exceeded ``ReadLimits/work``, so that nothing can be drawn.
    private(set) var isIncomplete = false
    /// Index into ``frames``, by frame.
    private var indices: [Int: Int] = [:]

    init(_ scene: SVGAScene, _ rules: PlanRules) {
        guard let player = rules.movie.player else { return }
        if let fault = rules.movie.refusal ?? scene.undecodable(rules.profile) {
            refusal = PlayerFailure(player: player, frame: nil, isFinal: true, fault: fault, sprite: nil)
            return
        }
        // If nothing can fail only in later frames, planning the first frame is enough.
        let last = scene.mayStopLater(rules.movie) ? scene.movie.frameCount : min(1, scene.movie.frameCount)
        let meter = WorkMeter(scene.options.limits)
        for frame in 0..<last {
            guard !meter.isOver else { break }
            guard let stop = EmulatedPlan(frame: frame, of: scene, rules, in: scene.geometry, meter).stop else { continue }
            indices[frame] = frames.count
            frames.append(
                PlayerFailure(player: player, frame: frame, isFinal: player.stopsAfterFailure, fault: stop.fault, sprite: stop.layer))
            if player.stopsAfterFailure { break }
        }
        isIncomplete = meter.isOver
    }

    /// The failure that is visible in a frame.
    func at(_ frame: Int) -> PlayerFailure? {
        if let refusal { return refusal }
        if let last = frames.last, last.isFinal, last.frame ?? 0 <= frame { return last }
        return indices[frame].map { frames[$0] }
    }
}

extension PublicPlayer {
    /// Whether it draws nothing after an exception. Flutter draws the next frame again.
    package var stopsAfterFailure: Bool { kind != .flutter }
}

extension SVGAScene {
    /// The failure because of which the emulated player does not show this frame correctly. Nil if there is none, or if the movie was read by
    /// "Rules of rendering". The frame is then drawn like the player's canvas: empty, or with the content drawn before the failure.
    /// - Parameter frame: 0-based.
    public func playerFailure(frame: Int) -> PlayerFailure? { emulated?.failures(of: self).at(frame) }

    /// The first failure of the emulated player; nil if it shows the entire movie.
    public var firstPlayerFailure: PlayerFailure? {
        guard let failures = emulated?.failures(of: self) else { return nil }
        return failures.refusal ?? failures.frames.first
    }

    /// - Throws: ``SVGAError/Kind/limit`` if finding the failures is too much work.
    package func checkFailures() throws(SVGAError) { try emulated?.check(self) }

    /// The first picture that the player waits for and cannot decode.
    fileprivate func undecodable(_ profile: Profile) -> PlayerFault? {
        guard profile.pictures != .all else { return nil }
        return diagnostics.first { $0.code == .imageBroken }.map {
            PlayerFault(.payload, "waits for an image that cannot be decoded: \($0.locationText)")
        }
    }

    /// Whether a player may stop later than in the first frame: at missing frames, or at content of only some frames.
    fileprivate func mayStopLater(_ emulated: EmulatedMovie) -> Bool {
        if !emulated.failingClips.isEmpty || !emulated.failingShapes.isEmpty || !emulated.spritesWithBrokenPicture.isEmpty { return true }
        let needsAllFrames = emulated.profile.framesPastEnd == .failure || emulated.profile.framesPastEnd == .frameBreaksOff
        return needsAllFrames && movie.sprites.contains { $0.frames.count < movie.frameCount }
    }
}

/// The first frame in which a sprite uses each corrupt payload, by key. Players detect them only then.
struct BrokenPictures: Sendable {
    private var firstFrames: [ByteKey: Int] = [:]

    /// Without corrupt pictures.
    init() {}

    /// - Complexity: linear in the frames of the sprites with such payloads.
    init(_ movie: VideoEntity, of sprites: Set<Int>) {
        for index in sprites {
            let sprite = movie.sprites[index]
            guard let frame = sprite.frames.records.firstIndex(where: { $0.isVisible }) else { continue }
            let key = ByteKey(sprite.imageKey)
            firstFrames[key] = min(firstFrames[key] ?? frame, frame)
        }
    }

    /// Whether a sprite of this key was visible in an earlier frame.
    func wasVisible(_ key: String, before frame: Int) -> Bool { firstFrames[ByteKey(key)].map { $0 < frame } ?? false }
}
