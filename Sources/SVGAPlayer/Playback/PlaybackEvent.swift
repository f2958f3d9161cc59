/// What happened to a ``Playback``: what its delegate, its view and its sound output have to know, in order.
public enum PlaybackEvent: Hashable, Sendable {
    /// Another frame is shown: its 0-based number, and `(frame + 1) / frames` of the movie, above 0 and at most 1.
    ///
    /// Frames that were over before anybody asked are dropped, so numbers may jump.
    case frame(Int, percentage: Double)
    /// A loop ended; the number counts all that are complete since the run started. It may jump when ticks come late.
    case loop(completed: Int)
    /// The run ended by itself. What stays visible is said by a ``frame(_:percentage:)`` or ``cleared`` before it.
    case finished
    /// The run was ended before its end: stopped, cleared, or replaced by another.
    case stopped
    /// Nothing is shown any more.
    case cleared
    case audio(AudioEvent)
}

/// What a sound output has to do to follow a movie (Rules of rendering, section 7).
///
/// A backend that obeys these plays exactly what the frames shown ask for: pausing is a ``stop(audio:)``, going on is a
/// ``start(audio:payloadTime:rate:)`` in the middle of the payload. Frames played backwards are silent. `audio` is an index into
/// ``/SVGAModel/VideoEntity/audios``; entries whose payload is missing have no events.
public enum AudioEvent: Hashable, Sendable {
    /// Play the payload from `payloadTime` on, at `rate` times its own speed. A payload that is shorter than that is silent.
    case start(audio: Int, payloadTime: Duration, rate: Double)
    case stop(audio: Int)
    /// Keep playing, but from `payloadTime` of the payload on: the movie looped or was stepped.
    case seek(audio: Int, payloadTime: Duration)
    /// Keep playing, at another rate from `payloadTime` of the payload on.
    case rate(audio: Int, payloadTime: Duration, rate: Double)
    /// Of all sounds, 0…1.
    case volume(Double)
    /// Of all sounds: muted sounds go on unheard.
    case mute(Bool)
}
