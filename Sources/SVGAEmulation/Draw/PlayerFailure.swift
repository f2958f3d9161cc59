public import SVGAModel
public import SVGARender

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

/// What makes a player fail.
package struct PlayerFault: Hashable, Sendable {
    package enum Cause: Sendable { case container, payload, frames, mattes, radius, path }

    package let cause: Cause
    /// As a sentence that follows the player's name, without a full stop.
    package let reason: String
    /// How many shapes of the list are drawn before it.
    package var shapesBefore = 0

    package init(_ cause: Cause, _ reason: String) {
        self.cause = cause
        self.reason = reason
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

    init(_ scene: SVGAScene, _ rules: PlanRules) {
        guard let player = rules.movie.player else { return }
        if let fault = rules.movie.refusal ?? scene.undecodable(rules.profile) {
            refusal = PlayerFailure(player: player, frame: nil, isFinal: true, fault: fault, sprite: nil)
            return
        }
        // What stops a player in every frame stops it in the first.
        let last = scene.mayStopLater(rules.movie) ? scene.movie.frameCount : min(1, scene.movie.frameCount)
        let meter = WorkMeter(scene.options.limits)
        for frame in 0..<last {
            guard !meter.isOver else { break }
            guard let stop = EmulatedPlan(frame: frame, of: scene, rules, in: scene.geometry, meter).stop else { continue }
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

extension SVGAScene {
    /// Why the player as which the movie was read does not show this frame as it would have to; nil: it does, or the movie was read by "Rules
    /// of rendering". What is drawn for such a frame is what the player leaves on its canvas: nothing, or the frame as far as it got.
    /// - Parameter frame: 0-based.
    public func playerFailure(frame: Int) -> PlayerFailure? { emulated?.failures(of: self).at(frame) }

    /// The first failure of the player as which the movie was read; nil: it shows all of it.
    public var firstPlayerFailure: PlayerFailure? {
        guard let failures = emulated?.failures(of: self) else { return nil }
        return failures.refusal ?? failures.frames.first
    }

    /// - Throws: ``RenderError/limit(_:)`` if it is too much work to find out where the player fails.
    package func checkFailures() throws(RenderError) { try emulated?.check(self) }

    /// The first picture that the player waits for and that cannot be decoded.
    fileprivate func undecodable(_ profile: Profile) -> PlayerFault? {
        guard profile.pictures != .all else { return nil }
        return diagnostics.first { $0.code == .imageBroken }.map {
            PlayerFault(.payload, "waits for a picture that cannot be decoded: \($0.location)")
        }
    }

    /// Whether a player may stop in a later frame than the first: at frames that are not there, or at what only some frames show.
    fileprivate func mayStopLater(_ emulated: EmulatedMovie) -> Bool {
        if !emulated.failingClips.isEmpty || !emulated.failingShapes.isEmpty || !emulated.spritesWithBrokenPicture.isEmpty { return true }
        let needsAllFrames = emulated.profile.framesPastEnd == .failure || emulated.profile.framesPastEnd == .frameBreaksOff
        return needsAllFrames && movie.sprites.contains { $0.frames.count < movie.frameCount }
    }
}

/// For each key whose payload is broken, the first frame in which a sprite shows it. Players find out only then.
struct BrokenPictures: Sendable {
    private var firstFrames: [ByteKey: Int] = [:]

    /// There are none.
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

    /// Whether a sprite of this key was shown in a frame before.
    func wasShown(_ key: String, before frame: Int) -> Bool { firstFrames[ByteKey(key)].map { $0 < frame } ?? false }
}
