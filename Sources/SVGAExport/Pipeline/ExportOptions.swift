package import SVGAModel

/// What is exported, how fast, and how large it may get.
public struct ExportOptions: Hashable, Sendable {
    /// The number of frames that are drawn and encoded in parallel; 0: the number of processors of this process.
    public var threadCount: Int
    /// Which frames, in what order, how fast and how often.
    public var timing: ExportTiming
    /// The sound of the output, in formats with sound.
    public var sound: ExportSound
    /// The maximum size of the output in bytes; nil: no limit. A larger export ends with ``SVGAError/Kind/tooLarge`` and leaves no file.
    public var maximumBytes: Int?
    /// The maximum wall-clock time; nil: no limit. A longer export ends with ``SVGAError/Kind/timedOut`` before its next frame and leaves no file.
    public var timeLimit: Duration?

    /// By default: all frames as they are, with the animation's own sound, on all cores, of any size.
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

/// What is heard in an output.
public enum ExportSound: Hashable, Sendable {
    /// The animation's own sounds, cut and turned around and repeated with its frames. Their pitch follows the speed.
    case movie
    /// Nothing.
    case none
    /// The sound of a file, from its start, cut off at the output's end or followed by silence: MP3, M4A, WAV, Ogg, FLAC, a film.
    case file(path: String)
}

/// How far an export is.
package struct ExportProgress: Hashable, Sendable {
    /// Frames that are written.
    package let framesDone: Int
    /// Frames of the whole output.
    package let framesTotal: Int
    /// How large the output is so far.
    package let byteCount: Int

    package init(framesDone: Int, framesTotal: Int, byteCount: Int) {
        self.framesDone = framesDone
        self.framesTotal = framesTotal
        self.byteCount = byteCount
    }
}

/// What an export has made.
package struct ExportResult: Hashable, Sendable {
    /// Frames of the output.
    package let frames: Int
    /// Frames a second, of the output.
    package let frameRate: FrameRate
    /// The size of the output, of all its files together.
    package let byteCount: Int
    /// How much of what is seen is half transparent and could not be shown so: 0 to 1.
    package let lostAlphaShare: Double

    package init(frames: Int, frameRate: FrameRate, byteCount: Int, lostAlphaShare: Double = 0) {
        self.frames = frames
        self.frameRate = frameRate
        self.byteCount = byteCount
        self.lostAlphaShare = lostAlphaShare
    }

    package var durationSeconds: Double { Double(frames) / frameRate.framesPerSecond }
}
