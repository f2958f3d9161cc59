package import SVGAModel
package import SVGAPixels
package import SVGARender
import SVGASupport

/// Writes frames in one file format.
///
/// The ``Exporter`` calls ``begin(_:preview:)`` once, and encodes frames on all cores through the returned encoder.
/// It passes the packets to ``write(_:at:)`` in the order of ``ExportPlan/frames``. It ends with ``finish()`` and ``commit()``,
/// or with ``abandon()`` after an error or a cancellation. Calls to the sink never overlap.
package protocol FrameSink: AnyObject, SendableMetatype {
    associatedtype Encoder: FrameEncoder

    /// Whether and how the format repeats. The default, ``Repetition/written``, writes repeated frames.
    static var repetition: Repetition { get }
    /// Whether the format supports sound, and so uses ``ExportPlan/sound``. The default is false.
    static var holdsSound: Bool { get }
    /// The maximum frame rate at which the format plays well; an ``ExportFormat`` drops frames above it. The default is nil: no maximum.
    static var highestFrameRate: FrameRate? { get }
    /// The bytes written so far.
    var byteCount: Int { get }
    /// The share of visible pixels whose partial alpha the format cannot represent: 0 to 1. The default is 0.
    var lostAlphaShare: Double { get }

    /// The maximum memory. The default is ``SinkMemory/init(pixels:fixed:shared:encoding:packet:)`` with its default values.
    func memory(width: Int, height: Int, frames: Int) -> SinkMemory

    /// Checks the plan before anything is drawn, and creates the encoder.
    func begin(_ plan: ExportPlan, preview: FramePreview) throws(SVGAError) -> Encoder
    /// - Parameters:
    ///   - packet: the encoder's result for the frame.
    ///   - position: the position in ``ExportPlan/frames``; each is written once, in order.
    func write(_ packet: Encoder.Packet, at position: Int) throws(SVGAError)
    /// Writes the end of the output: ``byteCount`` is then its whole size, but nothing is at its destination yet.
    /// If it throws, ``abandon()`` follows.
    func finish() throws(SVGAError)
    /// Moves the output to its destination, after ``finish()``; the default does nothing. If it throws, ``abandon()`` follows.
    func commit() throws(SVGAError)
    /// Removes everything that was written. May be called at any time after ``begin(_:preview:)``, even if that threw.
    func abandon()
}

extension FrameSink {
    package static var repetition: Repetition { .written }
    package static var holdsSound: Bool { false }
    package static var highestFrameRate: FrameRate? { nil }
    package var lostAlphaShare: Double { 0 }
    package func memory(width: Int, height: Int, frames: Int) -> SinkMemory { SinkMemory(pixels: width * height) }
    package func commit() throws(SVGAError) {}
}

/// The part of a sink's work that does not depend on the frames' order; several tasks call it concurrently.
package protocol FrameEncoder: Sendable {
    associatedtype Packet: Sendable

    /// Whether the encoder uses ``FramePicture/previous``. The default is false.
    static var comparesFrames: Bool { get }
    /// Whether the packet depends only on the pixels, so that equal frames have equal packets. The default is false.
    static var encodesPixelsOnly: Bool { get }

    func encode(_ picture: FramePicture) throws(SVGAError) -> Packet
}

extension FrameEncoder {
    package static var comparesFrames: Bool { false }
    package static var encodesPixelsOnly: Bool { false }
}

/// A frame to encode; valid only during the call that receives it.
package struct FramePicture {
    /// 8-bit RGBA with straight alpha, rows from the top without padding. Colors are 0 if alpha is 0.
    package let pixels: UnsafeRawBufferPointer
    /// The previous frame of the output; nil if it was not requested or does not exist.
    package let previous: UnsafeRawBufferPointer?
    /// The rectangles that may differ from ``previous``; nil if they are unknown.
    package let changed: [PixelRect]?
    /// The position in ``ExportPlan/frames``.
    package let position: Int
    /// The animation's frame index, 0-based.
    package let frame: Int
    /// The buffer of the pixels, for encoders that pass it on without a copy.
    let buffer: FrameBuffer?

    package init(
        pixels: UnsafeRawBufferPointer, previous: UnsafeRawBufferPointer? = nil, changed: [PixelRect]? = nil, position: Int, frame: Int
    ) {
        self.pixels = pixels
        self.previous = previous
        self.changed = changed
        self.position = position
        self.frame = frame
        buffer = nil
    }

    init(_ buffer: FrameBuffer, previous: FrameBuffer?, changed: [PixelRect]?, position: Int, frame: Int) {
        pixels = buffer.bytes
        self.previous = previous?.bytes
        self.changed = changed
        self.position = position
        self.frame = frame
        self.buffer = buffer
    }

    /// Whether all pixels are opaque.
    var isOpaque: Bool {
        var all: UInt8 = 255
        for i in stride(from: 3, to: pixels.count, by: 4) { all &= pixels[i] }
        return all == 255
    }

    /// The bounding box of the differences from ``previous``; without a previous frame, that of visible pixels.
    func changedArea(width: Int, height: Int) -> PixelRect {
        PixelDifference.changedArea(
            of: pixels, from: previous, width: width, height: height, within: changedBox(width: width, height: height))
    }

    /// The bounding box of possible differences from ``previous``.
    func changedBox(width: Int, height: Int) -> PixelRect {
        changed.map { $0.reduce(.zero) { $0.union($1) } } ?? PixelRect(x: 0, y: 0, width: width, height: height)
    }
}

/// The frames, timing and sound of an export.
package struct ExportPlan: Sendable {
    package let widthPixels: Int
    package let heightPixels: Int
    /// The animation's frame indices in the order of the output; at least one. An index may be repeated.
    package let frames: [Int]
    /// The frame rate of the output.
    package let frameRate: FrameRate
    /// How often the output plays (0: forever), for sinks whose ``FrameSink/repetition`` is stored.
    package let loops: Int
    /// The sound from the first frame on, exactly as long as the frames; nil for silence. Formats without sound ignore it.
    package let sound: (any SoundTrack)?

    package init(
        widthPixels: Int, heightPixels: Int, frames: [Int], frameRate: FrameRate, loops: Int = 1, sound: (any SoundTrack)? = nil
    ) {
        self.widthPixels = widthPixels
        self.heightPixels = heightPixels
        self.frames = frames
        self.frameRate = frameRate
        self.loops = loops
        self.sound = sound
    }

    /// - Parameter format: the format's name, for the error.
    /// - Throws: ``SVGAError/Kind/encoding`` if a side exceeds the format's maximum.
    func check(maximumSide: Int, of format: String) throws(SVGAError) {
        guard max(widthPixels, heightPixels) <= maximumSide else {
            throw .encode(
                frame: frames[0], reason: "\(format) allows at most \(maximumSide) pixels per side, not \(widthPixels) × \(heightPixels)")
        }
    }

    /// The start of an output frame, rounded to whole ticks; `frames.count` gives the end.
    package func ticks(at position: Int, ticksPerSecond: Int) -> Int { frameRate.ticks(at: position, ticksPerSecond: ticksPerSecond) }

    package var durationSeconds: Double { Double(frames.count) / frameRate.framesPerSecond }
}

/// Draws frames before the export begins, for sinks that analyze them first, for example to choose a palette.
package final class FramePreview {
    private let painter: any AnimationPainter
    private let plan: ExportPlan

    package init(_ animation: some PlayableAnimation, plan: ExportPlan) throws(SVGAError) {
        self.plan = plan
        painter = try animation.makePainter()
    }

    /// The frame at a position of the output: 8-bit RGBA with straight alpha, rows from the top without padding.
    package func pixels(at position: Int) throws(SVGAError) -> [UInt8] {
        try painter.paint(frame: plan.frames[position])
        var pixels = [UInt8](repeating: 0, count: 4 * plan.widthPixels * plan.heightPixels)
        pixels.withUnsafeMutableBytes { painter.copyPixels(.rgba, bytesPerRow: nil, into: $0) }
        return pixels
    }

    /// Calls `body` with each frame in the order of the output, together with the previous one.
    /// - Throws: ``SVGAError/Kind/cancelled``; errors of drawing and of `body`.
    package func forEachFrame(_ body: (FramePicture) throws(SVGAError) -> Void) throws(SVGAError) {
        let tracker = painter as? any ChangeTracking
        let pool = FrameBufferPool(byteCount: 4 * plan.widthPixels * plan.heightPixels)
        // The previous frame, and the one before it, whose buffer is reused.
        var last: (buffer: FrameBuffer, frame: Int)?
        var older: (buffer: FrameBuffer, frame: Int)?
        for (position, frame) in plan.frames.enumerated() {
            guard !Task.isCancelled else { throw .cancelled }
            try painter.paint(frame: frame)
            let changed = last.flatMap { $0.frame == frame ? [] : tracker?.changedParts(since: $0.frame) }
            let buffer = if let older { older.buffer } else { try pool.take() }
            if let tracker, let older {
                tracker.copyPixels(.rgba, of: tracker.changedParts(since: older.frame), into: buffer.writable)
            } else {
                painter.copyPixels(.rgba, bytesPerRow: nil, into: buffer.writable)
            }
            try body(FramePicture(buffer, previous: last?.buffer, changed: changed, position: position, frame: frame))
            older = last
            last = (buffer, frame)
        }
    }
}

/// The single file of a sink that writes sequentially.
struct SinkFile {
    private let destination: OutputDestination
    private var file: OutputFile?
    /// The bytes written so far.
    private(set) var byteCount = 0

    init(_ destination: OutputDestination) { self.destination = destination }

    mutating func open() throws(SVGAError) {
        file = try SVGAError.mapping(OutputFile(destination))
    }

    mutating func append(_ bytes: UnsafeRawBufferPointer) throws(SVGAError) {
        if let file { try SVGAError.mapping(file.write(bytes)) }
        byteCount += bytes.count
    }

    mutating func append(_ bytes: [UInt8]) throws(SVGAError) {
        try bytes.withUnsafeBufferPointer { (bytes) throws(SVGAError) in try append(UnsafeRawBufferPointer(bytes)) }
    }

    mutating func append(_ text: String) throws(SVGAError) { try append([UInt8](text.utf8)) }

    /// Moves the file to its destination.
    mutating func commit() throws(SVGAError) {
        if let file { try SVGAError.mapping(file.commit()) }
        file = nil
    }

    /// Removes the temporary file.
    mutating func abandon() { file = nil }
}
