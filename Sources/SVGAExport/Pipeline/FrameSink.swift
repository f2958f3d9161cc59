package import SVGAModel
package import SVGAPixels
package import SVGARender
import SVGASupport

/// Makes an output of frames: a file format.
///
/// The ``Exporter`` calls ``begin(_:preview:)`` once, then encodes frames on all cores through the encoder it got and hands what comes
/// out to ``write(_:at:)`` in the order of ``ExportPlan/frames``, and ends with ``finish()`` and ``commit()`` or, after any error
/// or a cancellation, with ``abandon()``. The sink itself is never used by two tasks at once.
package protocol FrameSink: AnyObject, SendableMetatype {
    associatedtype Encoder: FrameEncoder

    /// Whether the format repeats by itself. The default is no: ``Repetition/written``.
    static var repetition: Repetition { get }
    /// Whether the format has sound, so that ``ExportPlan/sound`` is wanted. The default is no.
    static var holdsSound: Bool { get }
    /// Above this the format plays badly, and an ``ExportFormat`` leaves frames out. The default is nil: any rate will do.
    static var highestFrameRate: FrameRate? { get }
    /// What was written so far, in bytes.
    var byteCount: Int { get }
    /// How much of what is seen is half transparent, which the format cannot show: 0 to 1. The default is 0.
    var lostAlphaShare: Double { get }

    /// What it takes in memory at most. The default is ``SinkMemory/init(pixels:fixed:own:encoding:packet:)`` with its own.
    func memory(width: Int, height: Int, frames: Int) -> SinkMemory

    /// Checks what can be checked before anything is drawn.
    func begin(_ plan: ExportPlan, preview: FramePreview) throws(ExportError) -> Encoder
    /// - Parameters:
    ///   - packet: what the encoder made of the frame.
    ///   - position: in ``ExportPlan/frames``; each comes once, in order.
    func write(_ packet: Encoder.Packet, at position: Int) throws(ExportError)
    /// Writes what comes after the last frame: from then on ``byteCount`` is the size of the whole output, but nothing is at its place
    /// yet. If it throws, ``abandon()`` follows.
    func finish() throws(ExportError)
    /// Puts the output at its place, after ``finish()``; the default does nothing. If it throws, ``abandon()`` follows.
    func commit() throws(ExportError)
    /// Removes everything that was written. May be called at any time after ``begin(_:preview:)`` was, even if that threw.
    func abandon()
}

extension FrameSink {
    package static var repetition: Repetition { .written }
    package static var holdsSound: Bool { false }
    package static var highestFrameRate: FrameRate? { nil }
    package var lostAlphaShare: Double { 0 }
    package func memory(width: Int, height: Int, frames: Int) -> SinkMemory { SinkMemory(pixels: width * height) }
    package func commit() throws(ExportError) {}
}

/// The part of a sink's work that does not depend on order: called by several tasks at once.
package protocol FrameEncoder: Sendable {
    associatedtype Packet: Sendable

    /// Whether ``FramePicture/previous`` is wanted. The default is no.
    static var comparesFrames: Bool { get }
    /// Whether the packet depends on nothing but the pixels, so that frames that look the same have the same. The default is no.
    static var encodesPixelsOnly: Bool { get }

    func encode(_ picture: FramePicture) throws(ExportError) -> Packet
}

extension FrameEncoder {
    package static var comparesFrames: Bool { false }
    package static var encodesPixelsOnly: Bool { false }
}

/// A frame to encode; valid only during the call it is given to.
package struct FramePicture {
    /// 8-bit RGBA with straight alpha, rows from the top without padding. Where alpha is 0, so are the colours.
    package let pixels: UnsafeRawBufferPointer
    /// The frame before this one in the output, if it was asked for and there is one.
    package let previous: UnsafeRawBufferPointer?
    /// The parts outside of which the frame is as ``previous``; nil: that is not known.
    package let changed: [PixelRect]?
    /// In ``ExportPlan/frames``.
    package let position: Int
    /// The animation's frame index, 0-based.
    package let frame: Int
    /// What holds the pixels, for encoders that pass them on as they are.
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

    /// Whether no pixel lets anything through.
    var isOpaque: Bool {
        var all: UInt8 = 255
        for i in stride(from: 3, to: pixels.count, by: 4) { all &= pixels[i] }
        return all == 255
    }

    /// Where the frame differs from ``previous``, in one rectangle; without one, where it is not transparent.
    func changedArea(width: Int, height: Int) -> PixelRect {
        PixelDifference.changedArea(
            of: pixels, from: previous, width: width, height: height, within: changedBox(width: width, height: height))
    }

    /// Where the frame can differ from ``previous``, in one rectangle.
    func changedBox(width: Int, height: Int) -> PixelRect {
        changed.map { $0.reduce(.zero) { $0.union($1) } } ?? PixelRect(x: 0, y: 0, width: width, height: height)
    }
}

/// What is going to be exported.
package struct ExportPlan: Sendable {
    package let widthPixels: Int
    package let heightPixels: Int
    /// The animation's frame indices in the order of the output; at least one. An index may come more than once.
    package let frames: [Int]
    /// Of the output.
    package let frameRate: FrameRate
    /// How often the output plays, 0 meaning forever; for sinks whose ``FrameSink/repetition`` is stored.
    package let loops: Int
    /// What is heard, from the first frame on, exactly as long as the frames are; nil: nothing. Formats without sound ignore it.
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

    /// - Parameter format: its name, for the error.
    /// - Throws: ``ExportError/encode(frame:reason:)`` where a side is longer than the format holds.
    func check(maximumSide: Int, of format: String) throws(ExportError) {
        guard max(widthPixels, heightPixels) <= maximumSide else {
            throw .encode(
                frame: frames[0], reason: "\(format) holds at most \(maximumSide) pixels each way, not \(widthPixels) × \(heightPixels)")
        }
    }

    /// When a frame of the output begins, rounded to whole ticks; `frames.count` gives the end.
    package func ticks(at position: Int, ticksPerSecond: Int) -> Int { frameRate.ticks(at: position, ticksPerSecond: ticksPerSecond) }

    package var durationSeconds: Double { Double(frames.count) / frameRate.framesPerSecond }
}

/// Draws frames before the export begins, for sinks that need them to choose something, such as a palette.
package final class FramePreview {
    private let painter: any AnimationPainter
    private let plan: ExportPlan

    package init(_ animation: some PlayableAnimation, plan: ExportPlan) throws(ExportError) {
        self.plan = plan
        do {
            painter = try animation.makePainter()
        } catch {
            throw .render(error)
        }
    }

    /// The frame at a position of the output: 8-bit RGBA with straight alpha, rows from the top without padding.
    package func pixels(at position: Int) throws(ExportError) -> [UInt8] {
        do {
            try painter.paint(frame: plan.frames[position])
        } catch {
            throw .render(error)
        }
        var pixels = [UInt8](repeating: 0, count: 4 * plan.widthPixels * plan.heightPixels)
        pixels.withUnsafeMutableBytes { painter.copyPixels(.rgba, bytesPerRow: nil, into: $0) }
        return pixels
    }

    /// All frames in the order of the output, each with the one before it.
    /// - Throws: ``ExportError/cancelled``, and what drawing throws.
    package func forEachFrame(_ body: (FramePicture) throws(ExportError) -> Void) throws(ExportError) {
        let tracker = painter as? any ChangeTracking
        let pool = FrameBufferPool(byteCount: 4 * plan.widthPixels * plan.heightPixels)
        // The frame before the one that is being drawn, and the one before that, whose memory is used again.
        var last: (buffer: FrameBuffer, frame: Int)?
        var older: (buffer: FrameBuffer, frame: Int)?
        for (position, frame) in plan.frames.enumerated() {
            guard !Task.isCancelled else { throw .cancelled }
            do {
                try painter.paint(frame: frame)
            } catch {
                throw .render(error)
            }
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

/// The one file of a sink that writes it from the beginning to the end.
struct SinkFile {
    private let place: OutputPlace
    private var file: OutputFile?
    /// What was written so far.
    private(set) var byteCount = 0

    init(_ place: OutputPlace) { self.place = place }

    mutating func open() throws(ExportError) {
        file = try ExportError.mapping { () throws(FileError) in try OutputFile(place) }
    }

    mutating func append(_ bytes: UnsafeRawBufferPointer) throws(ExportError) {
        do throws(FileError) {
            try file?.write(bytes)
        } catch {
            throw ExportError(error)
        }
        byteCount += bytes.count
    }

    mutating func append(_ bytes: [UInt8]) throws(ExportError) {
        try bytes.withUnsafeBufferPointer { (bytes) throws(ExportError) in try append(UnsafeRawBufferPointer(bytes)) }
    }

    mutating func append(_ text: String) throws(ExportError) { try append([UInt8](text.utf8)) }

    /// Puts the file at its place.
    mutating func commit() throws(ExportError) {
        do throws(FileError) {
            try file?.commit()
        } catch {
            throw ExportError(error)
        }
        file = nil
    }

    /// Removes what was written.
    mutating func abandon() { file = nil }
}
