import SVGAPixels
package import SVGARender

/// What is going to be exported.
public struct ExportPlan: Sendable {
    public let widthPixels: Int
    public let heightPixels: Int
    /// The movie's frame indices in the order of the output; at least one. An index may come more than once.
    public let frames: [Int]
    /// Of the output.
    public let frameRate: FrameRate
    /// How often the output plays, 0 meaning forever; for sinks whose ``FrameSink/repetition`` is stored.
    public let loops: Int
    /// What is heard, from the first frame on, exactly as long as the frames are; nil: nothing. Formats without sound leave it.
    public let sound: (any SoundTrack)?

    public init(
        widthPixels: Int, heightPixels: Int, frames: [Int], frameRate: FrameRate, loops: Int = 1, sound: (any SoundTrack)? = nil
    ) {
        self.widthPixels = widthPixels
        self.heightPixels = heightPixels
        self.frames = frames
        self.frameRate = frameRate
        self.loops = loops
        self.sound = sound
    }

    /// When a frame of the output begins, rounded to whole ticks; `frames.count` gives the end.
    public func ticks(at position: Int, ticksPerSecond: Int) -> Int { frameRate.ticks(at: position, ticksPerSecond: ticksPerSecond) }

    public var durationSeconds: Double { Double(frames.count) / frameRate.framesPerSecond }
}

/// A look at frames before the export begins, for sinks that choose something by them, such as a palette.
public final class FramePreview {
    private let painter: FramePainter
    private let plan: ExportPlan

    package init(_ scene: Scene, plan: ExportPlan) throws(ExportError) {
        self.plan = plan
        do {
            painter = try scene.makePainter()
        } catch {
            throw .render(error)
        }
    }

    /// The frame at a position of the output: 8-bit RGBA with straight alpha, rows from the top without padding.
    public func pixels(at position: Int) throws(ExportError) -> [UInt8] {
        do {
            try painter.paint(frame: plan.frames[position])
        } catch {
            throw .render(error)
        }
        var pixels = [UInt8](repeating: 0, count: 4 * plan.widthPixels * plan.heightPixels)
        pixels.withUnsafeMutableBytes { painter.copyPixels(.straight, into: $0) }
        return pixels
    }
}
