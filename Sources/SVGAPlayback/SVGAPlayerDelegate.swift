/// Receives the events of a player, as its ``SVGAPlayer/delegate`` or its ``SVGAPlayer/observer``. All methods are optional.
///
/// Calls are serialized and in order. Methods of the player may be called inside; their events are delivered afterwards.
///
/// ```swift
/// @MainActor final class GiftView {
///     let player: SVGAPlayer
///     var isShown = false
///
///     init(_ movie: VideoEntity) {
///         player = SVGAPlayer(movie)
///         player.delegate = self
///     }
/// }
///
/// extension GiftView: @MainActor SVGAPlayerDelegate {
///     func playerDidStartAnimation(_ player: SVGAPlayer) { isShown = true }
///     func playerDidFinishAnimation(_ player: SVGAPlayer) { isShown = false }
/// }
/// ```
public protocol SVGAPlayerDelegate: AnyObject {
    /// A run began to play. Its first frame follows.
    func playerDidStartAnimation(_ player: SVGAPlayer)
    /// A paused run continues.
    func playerDidResumeAnimation(_ player: SVGAPlayer)
    /// The run was paused.
    func playerDidPauseAnimation(_ player: SVGAPlayer)
    /// The run ended without a command.
    func playerDidFinishAnimation(_ player: SVGAPlayer)
    /// A command ended the run or canceled a delayed start.
    func playerDidStopAnimation(_ player: SVGAPlayer)
    /// Another frame is shown; its index is 0-based. Late frames are skipped.
    func player(_ player: SVGAPlayer, didAnimateToFrame frame: Int)
    /// Called with the frame: ``SVGAPlayer/percentage``, which is `(frame + 1) / frames`.
    func player(_ player: SVGAPlayer, didAnimateToPercentage percentage: Double)
    /// A loop ended. `loops` is the number of completed loops since the start; it may skip numbers if the player is late.
    func player(_ player: SVGAPlayer, didCompleteLoops loops: Int)
    /// Nothing is shown anymore.
    func playerDidClear(_ player: SVGAPlayer)
    /// A sound output must act on this event now.
    func player(_ player: SVGAPlayer, audio event: AudioEvent)
}

extension SVGAPlayerDelegate {
    /// Does nothing.
    public func playerDidStartAnimation(_ player: SVGAPlayer) {}
    /// Does nothing.
    public func playerDidResumeAnimation(_ player: SVGAPlayer) {}
    /// Does nothing.
    public func playerDidPauseAnimation(_ player: SVGAPlayer) {}
    /// Does nothing.
    public func playerDidFinishAnimation(_ player: SVGAPlayer) {}
    /// Does nothing.
    public func playerDidStopAnimation(_ player: SVGAPlayer) {}
    /// Does nothing.
    public func player(_ player: SVGAPlayer, didAnimateToFrame frame: Int) {}
    /// Does nothing.
    public func player(_ player: SVGAPlayer, didAnimateToPercentage percentage: Double) {}
    /// Does nothing.
    public func player(_ player: SVGAPlayer, didCompleteLoops loops: Int) {}
    /// Does nothing.
    public func playerDidClear(_ player: SVGAPlayer) {}
    /// Does nothing.
    public func player(_ player: SVGAPlayer, audio event: AudioEvent) {}

    func handle(_ event: PlaybackEvent, of player: SVGAPlayer) {
        switch event {
        case .started: playerDidStartAnimation(player)
        case .resumed: playerDidResumeAnimation(player)
        case .paused: playerDidPauseAnimation(player)
        case .frame(let frame, let percentage):
            self.player(player, didAnimateToFrame: frame)
            self.player(player, didAnimateToPercentage: percentage)
        case .loop(let completed): self.player(player, didCompleteLoops: completed)
        case .finished: playerDidFinishAnimation(player)
        case .stopped: playerDidStopAnimation(player)
        case .cleared: playerDidClear(player)
        case .audio(let event): self.player(player, audio: event)
        }
    }
}

/// An event of a ``Playback`` for a delegate, a view or a sound output.
package enum PlaybackEvent: Hashable, Sendable {
    /// A run began to play. Its first frame follows.
    case started
    /// A paused run continues.
    case resumed
    case paused
    /// Another frame is shown: its 0-based index, and `(frame + 1) / frames` of the animation, above 0 and at most 1.
    ///
    /// Frames whose time passed between two updates are dropped, so indices may be skipped.
    case frame(Int, percentage: Double)
    /// A loop ended. The number counts all completed loops since the start; it may skip numbers if updates are late.
    case loop(completed: Int)
    /// The run ended without a command. The preceding ``frame(_:percentage:)`` or ``cleared`` describes the visible content.
    case finished
    /// The run was stopped, cleared or replaced, or a delayed start was canceled.
    case stopped
    /// Nothing is shown anymore.
    case cleared
    case audio(AudioEvent)
}

/// The actions of a sound output that follows an animation (Rules of rendering, section 7).
///
/// Pausing is a ``stop(audio:)``, and resuming is a ``start(audio:payloadTime:rate:)`` within the payload. Backward playback, speed 0 and nonlinear
/// time functions are silent. `audio` is an index into ``PlayableAnimation/audios``; entries whose payload is missing have no events.
public enum AudioEvent: Hashable, Sendable {
    /// Play the payload from `payloadTime`, at `rate` times its natural speed. If the payload is shorter than `payloadTime`, play nothing.
    case start(audio: Int, payloadTime: Duration, rate: Double)
    /// Stop playing it.
    case stop(audio: Int)
    /// Continue at `payloadTime` of the payload: the animation looped or was stepped.
    case seek(audio: Int, payloadTime: Duration)
    /// Continue at another rate, from `payloadTime` of the payload.
    case rate(audio: Int, payloadTime: Duration, rate: Double)
    /// The volume of all sounds, 0…1.
    case volume(Double)
    /// Mutes or unmutes all sounds. Muted sounds keep playing.
    case mute(Bool)
}
