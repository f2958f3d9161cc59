/// Gets the events of a player, as its ``SVGAPlayer/delegate`` or its ``SVGAPlayer/observer``. All methods are optional.
///
/// Calls come one at a time and in order. Commands to the player are allowed inside the calls; what they cause is reported afterwards.
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
    /// A run that was paused plays on.
    func playerDidResumeAnimation(_ player: SVGAPlayer)
    /// The run was paused.
    func playerDidPauseAnimation(_ player: SVGAPlayer)
    /// The run ended by itself.
    func playerDidFinishAnimation(_ player: SVGAPlayer)
    /// A command ended the run or cancelled a delayed start.
    func playerDidStopAnimation(_ player: SVGAPlayer)
    /// Another frame is shown; its number is 0-based. Late frames are skipped.
    func player(_ player: SVGAPlayer, didAnimateToFrame frame: Int)
    /// Called with the frame: ``SVGAPlayer/percentage``, which is `(frame + 1) / frames`.
    func player(_ player: SVGAPlayer, didAnimateToPercentage percentage: Double)
    /// A loop ended. `loops` is how many are complete since the run started; it may jump when the player was late.
    func player(_ player: SVGAPlayer, didCompleteLoops loops: Int)
    /// Nothing is shown any more.
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

/// Something that happened in a ``Playback``: what a delegate, a view and a sound output need to know, in order.
package enum PlaybackEvent: Hashable, Sendable {
    /// A run began to play. Its first frame follows.
    case started
    /// A run that was paused plays on.
    case resumed
    case paused
    /// Another frame is shown: its 0-based number, and `(frame + 1) / frames` of the animation, above 0 and at most 1.
    ///
    /// Frames whose time passed between two updates are dropped, so numbers may jump.
    case frame(Int, percentage: Double)
    /// A loop ended. The number counts all complete loops since the run started; it may jump when updates come late.
    case loop(completed: Int)
    /// The run ended by itself. A ``frame(_:percentage:)`` or ``cleared`` before it says what stays visible.
    case finished
    /// The run was ended before its end: stopped, cleared, or replaced by another. Or a delayed start was cancelled.
    case stopped
    /// Nothing is shown any more.
    case cleared
    case audio(AudioEvent)
}

/// What a sound output must do to follow an animation (Rules of rendering, section 7).
///
/// An output that follows these events plays what belongs to the frames shown. Pausing is a ``stop(audio:)``, resuming is a
/// ``start(audio:payloadTime:rate:)`` in the middle of the payload. Frames are silent while they are played backwards, stand still at speed 0, or
/// follow a time function other than linear. `audio` is an index into ``PlayableAnimation/audios``; entries whose payload is missing have no
/// events.
public enum AudioEvent: Hashable, Sendable {
    /// Play the payload from `payloadTime`, at `rate` times its own speed. If the payload is shorter than `payloadTime`, play nothing.
    case start(audio: Int, payloadTime: Duration, rate: Double)
    /// Play it no longer.
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
