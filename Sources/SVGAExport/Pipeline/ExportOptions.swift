package import SVGAModel

/// The frames, speed, sound and limits of an export.
public struct ExportOptions: Hashable, Sendable {
    /// The number of frames that are drawn and encoded in parallel; 0: the number of processors of this process.
    public var threadCount: Int
    /// The frames, their order, speed and repetitions.
    public var timing: ExportTiming
    /// The sound of the output, in formats with sound.
    public var sound: ExportSound
    /// The maximum size of the output in bytes; nil: no limit. A larger export ends with ``SVGAError/Kind/tooLarge`` and leaves no file.
    public var maximumBytes: Int?
    /// The maximum wall-clock time; nil: no limit. A longer export ends with ``SVGAError/Kind/timedOut`` before its next frame and leaves no file.
    public var timeLimit: Duration?

    /// By default: all frames at their own speed, with the animation's sound, on all processors, without limits.
    public init(
        threadCount: Int = 0, timing: ExportTiming = ExportTiming(), sound: ExportSound = .movie, maximumBytes: Int? = nil,
        timeLimit: Duration? = nil
    ) {
        self.threadCount = threadCount
        self.timing = timing
        self.sound = sound
        self.maximumBytes = maximumBytes
        self.timeLimit = timeLimit
    }
}

/// The sound of an output.
public enum ExportSound: Hashable, Sendable {
    /// The animation's own sounds. They are cut, reversed and repeated like the frames, and their pitch follows the speed.
    case movie
    /// No sound.
    case none
    /// The sound of a file from its start: MP3, M4A, WAV, Ogg, FLAC or a video. It is cut at the output's end, or followed by silence.
    case file(path: String)
}

/// The progress of an export.
package struct ExportProgress: Hashable, Sendable {
    /// The number of written frames.
    package let framesDone: Int
    /// The number of frames of the output.
    package let framesTotal: Int
    /// The number of bytes written so far.
    package let byteCount: Int

    package init(framesDone: Int, framesTotal: Int, byteCount: Int) {
        self.framesDone = framesDone
        self.framesTotal = framesTotal
        self.byteCount = byteCount
    }
}

/// The result of an export.
package struct ExportResult: Hashable, Sendable {
    /// The number of frames of the output.
    package let frames: Int
    /// The frame rate of the output.
    package let frameRate: FrameRate
    /// The total size of the output's files.
    package let byteCount: Int
    /// The share of visible pixels whose partial alpha the format cannot represent: 0 to 1.
    package let lostAlphaShare: Double

    package init(frames: Int, frameRate: FrameRate, byteCount: Int, lostAlphaShare: Double = 0) {
        self.frames = frames
        self.frameRate = frameRate
        self.byteCount = byteCount
        self.lostAlphaShare = lostAlphaShare
    }

    package var durationSeconds: Double { Double(frames) / frameRate.framesPerSecond }
}
