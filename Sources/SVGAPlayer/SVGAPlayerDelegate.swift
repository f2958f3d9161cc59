/// Hears what a player does. All methods may be left out.
///
/// Calls come one after the other in the order things happened, from the task that keeps the time or from inside the command that
/// caused them: a view hops to its own actor. Commands to the player are allowed inside of them.
public protocol SVGAPlayerDelegate: AnyObject, Sendable {
    /// The run ended by itself.
    func playerDidFinishAnimation(_ player: SVGAPlayer)
    /// The run was ended before its end, by a command.
    func playerDidStopAnimation(_ player: SVGAPlayer)
    /// Another frame is shown; its number is 0-based. Frames that came too late are left out.
    func player(_ player: SVGAPlayer, didAnimateToFrame frame: Int)
    /// Called with the frame: `(frame + 1) / frames` of the movie, above 0 and at most 1.
    func player(_ player: SVGAPlayer, didAnimateToPercentage percentage: Double)
    /// A loop ended; `loops` are complete since the run started.
    func player(_ player: SVGAPlayer, didCompleteLoops loops: Int)
    /// Nothing is shown any more.
    func playerDidClear(_ player: SVGAPlayer)
    /// What a sound output has to do now.
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
