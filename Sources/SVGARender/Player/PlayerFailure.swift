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

    static let none = PlayerFailures()

    private init() {}

    init(_ scene: Scene) {
        guard let player = scene.movie.player else { return }
        if let fault = scene.movie.refusal ?? scene.undecodable {
            refusal = PlayerFailure(player: player, frame: nil, isFinal: true, fault: fault, sprite: nil)
            return
        }
        for frame in 0..<scene.movie.frames {
            guard let stop = PlayerPlan(frame: frame, of: scene, in: scene.geometry).stop else { continue }
            frames.append(PlayerFailure(player: player, frame: frame, isFinal: player.stopsForGood, fault: stop.fault, sprite: stop.layer))
            if player.stopsForGood { break }
        }
    }

    /// The failure that shows in a frame.
    func at(_ frame: Int) -> PlayerFailure? {
        if let refusal { return refusal }
        return frames.last { ($0.frame ?? 0) <= frame && ($0.isFinal || $0.frame == frame) }
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

    /// The plan by which a player draws what it shows at a frame; nil: nothing.
    func playerPlan(frame: Int, in geometry: OutputGeometry) -> PlayerPlan? {
        guard let failure = playerFailures.at(frame) else { return PlayerPlan(frame: frame, of: self, in: geometry) }
        // What was drawn when it threw stays.
        return failure.frame.map { PlayerPlan(frame: $0, of: self, in: geometry) }
    }

    /// The first picture that the player waits for and that cannot be decoded.
    fileprivate var undecodable: PlayerFault? {
        guard movie.profile.pictures != .all else { return nil }
        return diagnostics.first { $0.code == .imageBroken }.map {
            PlayerFault(.payload, "waits for a picture that cannot be decoded: \($0.place)")
        }
    }

    /// Whether a sprite of this key was shown in a frame before, so that its broken payload was found.
    func showsBrokenPictureBefore(_ frame: Int, _ key: String) -> Bool {
        movie.sprites.contains { sprite in
            sprite.hasBrokenPicture && sprite.imageKey.hasSameBytes(as: key)
                && sprite.frames.records.prefix(frame).contains { $0.isVisible }
        }
    }
}
