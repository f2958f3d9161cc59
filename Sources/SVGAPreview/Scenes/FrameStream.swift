import SVGAHTTP
import SVGAPixels
import SVGARender
import SVGASupport

/// Frames of a scene, drawn one after the other while they are sent: of each a header and the part of it that is not transparent.
///
/// One painter draws them all, so of frames that follow each other only what changes is drawn. The pixels go as they are: drawing and
/// sending a frame of 750 × 750 takes 1 to 2 ms of the server's processor time, and to compress it, even at zlib's lowest level, 2 to 9 ms
/// more, and time in the page as well, for a connection that never leaves the machine.
final class FrameStream: ByteStream {
    /// Frames in one request.
    static let maximumFrames = 256
    /// Seven numbers of 32 bits: frame, x, y, width, height, encoding, bytes that follow.
    private static let headerBytes = 28

    private struct State {
        let painter: FramePainter
        /// The frames to come, the last one first.
        var left: [Int]
        /// Header and pixels of a frame.
        var record: [UInt8]
        /// The part of ``record`` that is not sent yet.
        var unsent = 0..<0
        /// Time in which nothing but drawing was done.
        var spent = Duration.zero

        mutating func draw(_ frame: Int) throws(PreviewError) {
            try PreviewError.drawing { () throws(RenderError) in try painter.paint(frame: frame) }
            let box = painter.inkBox
            let count = 4 * box.pixels
            record.withUnsafeMutableBytes { record in
                let header = [frame, box.x, box.y, box.width, box.height, 0, count]
                for (place, number) in header.enumerated() {
                    record.storeBytes(of: UInt32(truncatingIfNeeded: number).littleEndian, toByteOffset: 4 * place, as: UInt32.self)
                }
                painter.copyPixels(.rgba, of: box, into: UnsafeMutableRawBufferPointer(rebasing: record[FrameStream.headerBytes...]))
            }
            unsent = 0..<FrameStream.headerBytes + count
        }
    }

    private let state: Locked<State>
    private let memory: PainterMemory
    private let bytes: Int
    private let longest: Duration

    /// - Parameters:
    ///   - frames: of the movie, in any order.
    ///   - longest: after so long the stream ends, with the frame that it has reached: the page asks again for the rest.
    init(_ scene: SVGAScene, frames: [Int], _ memory: PainterMemory, longest: Duration = .seconds(20)) throws(PreviewError) {
        self.memory = memory
        self.longest = longest
        let pixels = scene.widthPixels * scene.heightPixels
        bytes = try memory.take(pixels: pixels)
        do throws(RenderError) {
            let painter = try scene.makePainter()
            let record = [UInt8](repeating: 0, count: FrameStream.headerBytes + 4 * pixels)
            state = Locked(State(painter: painter, left: frames.reversed(), record: record))
        } catch {
            memory.release(bytes)
            throw PreviewError(error)
        }
    }

    deinit { memory.release(bytes) }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(PreviewError) -> Int {
        try state.withLock { (state) throws(PreviewError) in
            if state.unsent.isEmpty {
                guard let frame = state.left.popLast() else { return 0 }
                let start = ContinuousClock.now
                try state.draw(frame)
                state.spent += .now - start
                if state.spent >= longest { state.left = [] }
            }
            let part = state.unsent.prefix(buffer.count)
            state.record.withUnsafeBytes { buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[part])) }
            state.unsent.removeFirst(part.count)
            return part.count
        }
    }
}

/// Counts the memory of all painters that work at once, because each request has its own.
final class PainterMemory: Sendable {
    private static let maximumBytes = 1 << 30
    /// The output, two canvases for groups on average, and the frame that is sent.
    private static let bytesPerPixel = 4 * 4

    private let used = Locked(0)

    var usedBytes: Int { used.withLock { $0 } }

    /// - Returns: the bytes to give back.
    func take(pixels: Int) throws(PreviewError) -> Int {
        let bytes = PainterMemory.bytesPerPixel * pixels
        let hasRoom = used.withLock { used in
            guard used + bytes <= PainterMemory.maximumBytes else { return false }
            used += bytes
            return true
        }
        guard hasRoom else { throw PreviewError(503, "too many frames are drawn at once", advice: "ask again later", retrySeconds: 2) }
        return bytes
    }

    func release(_ bytes: Int) { used.withLock { $0 -= bytes } }
}
