/// Sound ready to be played or encoded: linear samples on a time line of its own, readable from anywhere.
///
/// Used by one task at a time.
public protocol SoundTrack: Sendable {
    /// Sample-frames a second.
    var sampleRate: Int { get }
    /// 1 or 2; samples of the two alternate, left first.
    var channels: Int { get }
    /// How long it is, in sample-frames.
    var sampleCount: Int { get }

    /// Reads `samples.count / channels` sample-frames from `position` on, full scale being -1…1. Outside of the track there is silence.
    func read(at position: Int, into samples: UnsafeMutableBufferPointer<Float>) throws(ExportError)
}

/// Where the sound of an export comes from.
public protocol SoundSource: Sendable {
    /// Whether the sound belongs to the movie's frames: what is cut, turned around or repeated of them, is of the sound too. Otherwise
    /// it is laid under the output as it is.
    var followsFrames: Bool { get }

    /// Decodes the sound.
    /// - Parameters:
    ///   - speed: how much faster than itself it is to be, where it follows frames; its pitch rises with the speed, as a tape's does.
    ///   - seconds: how much of the track is going to be read, from its start. What comes after it need not be there.
    /// - Throws: ``ExportError/sound(_:reason:)``, ``ExportError/file(path:reason:)``, ``ExportError/cancelled``.
    func makeTrack(speed: Double, seconds: Double) throws(ExportError) -> any SoundTrack
}
