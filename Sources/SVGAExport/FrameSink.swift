/// What is going to be exported.
public struct ExportPlan: Hashable, Sendable {
    public let widthPixels: Int
    public let heightPixels: Int
    /// The movie's frame indices in the order of the output; at least one. An index may come more than once.
    public let frames: [Int]
    /// Of the movie, at least 1.
    public let framesPerSecond: Int

    public init(widthPixels: Int, heightPixels: Int, frames: [Int], framesPerSecond: Int) {
        self.widthPixels = widthPixels
        self.heightPixels = heightPixels
        self.frames = frames
        self.framesPerSecond = framesPerSecond
    }
}

/// Where exported frames go.
///
/// The ``Exporter`` calls ``begin(_:)`` once, then encodes frames on all cores through the encoder it got and hands what comes
/// out to ``write(_:frame:)`` in the order of ``ExportPlan/frames``, and ends with either ``finish()`` or, after any error
/// or a cancellation, ``abandon()``. The sink itself is never used by two tasks at once.
public protocol FrameSink: AnyObject, SendableMetatype {
    associatedtype Encoder: FrameEncoder

    /// Checks what can be checked before anything is drawn.
    func begin(_ plan: ExportPlan) throws(ExportError) -> Encoder
    func write(_ packet: Encoder.Packet, frame: Int) throws(ExportError)
    /// Puts the output at its place. If it throws, ``abandon()`` follows.
    func finish() throws(ExportError)
    /// Removes everything that was written. May be called at any time after ``begin(_:)`` was, even if that threw.
    func abandon()
}

/// The part of a sink's work that needs no order: called by several tasks at once.
public protocol FrameEncoder: Sendable {
    associatedtype Packet: Sendable

    /// - Parameters:
    ///   - pixels: 8-bit RGBA with straight alpha, rows from the top without padding; only valid during the call.
    ///   - frame: the movie's frame index, 0-based.
    func encode(_ pixels: UnsafeRawBufferPointer, frame: Int) throws(ExportError) -> Packet
}
