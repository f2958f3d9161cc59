/// Gets the events of a player. All methods are optional.
///
/// Calls come one at a time and in order, from the timekeeping task or from inside the command that caused them; a view must hop to its
/// own actor. Commands to the player are allowed inside the calls.
public protocol SVGAPlayerDelegate: AnyObject, Sendable {
    /// The run ended by itself.
    func playerDidFinishAnimation(_ player: SVGAPlayer)
    /// A command ended the run.
    func playerDidStopAnimation(_ player: SVGAPlayer)
    /// Another frame is shown; its number is 0-based. Late frames are skipped.
    func player(_ player: SVGAPlayer, didAnimateToFrame frame: Int)
    /// Called with the frame: `(frame + 1) / frames` of the movie, above 0 and at most 1.
    func player(_ player: SVGAPlayer, didAnimateToPercentage percentage: Double)
    /// A loop ended. `loops` is how many are complete since the run started.
    func player(_ player: SVGAPlayer, didCompleteLoops loops: Int)
    /// Nothing is shown any more.
    func playerDidClear(_ player: SVGAPlayer)
    /// A sound output must act on this event now.
    func player(_ player: SVGAPlayer, audio event: AudioEvent)
}

extension SVGAPlayerDelegate {
    public func playerDidFinishAnimation(_ player: SVGAPlayer) {}
    public func playerDidStopAnimation(_ player: SVGAPlayer) {}
    public func player(_ player: SVGAPlayer, didAnimateToFrame frame: Int) {}
    public func player(_ player: SVGAPlayer, didAnimateToPercentage percentage: Double) {}
    public func player(_ player: SVGAPlayer, didCompleteLoops loops: Int) {}
    public func playerDidClear(_ player: SVGAPlayer) {}
    public func player(_ player: SVGAPlayer, audio event: AudioEvent) {}

    func hear(_ event: PlaybackEvent, of player: SVGAPlayer) {
        switch event {
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
public enum PlaybackEvent: Hashable, Sendable {
    /// Another frame is shown: its 0-based number, and `(frame + 1) / frames` of the movie, above 0 and at most 1.
    ///
    /// Frames whose time passed between two updates are dropped, so numbers may jump.
    case frame(Int, percentage: Double)
    /// A loop ended. The number counts all complete loops since the run started; it may jump when updates come late.
    case loop(completed: Int)
    /// The run ended by itself. A ``frame(_:percentage:)`` or ``cleared`` before it says what stays visible.
    case finished
    /// The run was ended before its end: stopped, cleared, or replaced by another.
    case stopped
    /// Nothing is shown any more.
    case cleared
    case audio(AudioEvent)
}

/// What a sound output must do to follow a movie (Rules of rendering, section 7).
///
/// An output that follows these events plays what belongs to the frames shown. Pausing is a ``stop(audio:)``, resuming is a
/// ``start(audio:payloadTime:rate:)`` in the middle of the payload. Frames played backwards are silent. `audio` is an index into
/// ``/SVGAModel/VideoEntity/audios``; entries whose payload is missing have no events.
public enum AudioEvent: Hashable, Sendable {
    /// Play the payload from `payloadTime`, at `rate` times its own speed. If the payload is shorter than `payloadTime`, play nothing.
    case start(audio: Int, payloadTime: Duration, rate: Double)
    case stop(audio: Int)
    /// Continue at `payloadTime` of the payload: the movie looped or was stepped.
    case seek(audio: Int, payloadTime: Duration)
    /// Continue at another rate, from `payloadTime` of the payload.
    case rate(audio: Int, payloadTime: Duration, rate: Double)
    /// The volume of all sounds, 0…1.
    case volume(Double)
    /// Mutes or unmutes all sounds. Muted sounds keep playing.
    case mute(Bool)
}
