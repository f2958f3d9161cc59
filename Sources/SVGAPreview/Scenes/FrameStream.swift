import SVGAHTTP
import SVGAModel
import SVGAPixels
import SVGARender
import SVGASupport

/// Streams frames of a scene, drawn while they are sent: for each frame a header and the rect of its visible pixels.
///
/// One painter draws all frames, so consecutive frames redraw only the changes. Pixels are not compressed. Drawing and sending a frame of 750 × 750
/// takes 1 to 2 ms of processor time. Compression at zlib's lowest level would add 2 to 9 ms, and decompression in the page, for a local connection.
final class FrameStream: ByteStream {
    /// The maximum number of frames per request.
    static let maximumFrames = 256
    /// Seven 32-bit numbers: frame, x, y, width, height, encoding, number of payload bytes.
    private static let headerBytes = 28

    private struct State {
        let painter: FramePainter
        /// The remaining frames in reverse order.
        var remaining: [Int]
        /// The header and pixels of a frame.
        var record: [UInt8]
        /// The part of ``record`` that is not sent yet.
        var unsent = 0..<0
        /// The time that drawing took.
        var drawingTime = Duration.zero

        mutating func draw(_ frame: Int) throws(PreviewError) {
            try PreviewError.drawing { () throws(SVGAError) in try painter.paint(frame: frame) }
            let box = painter.inkBox
            let count = 4 * box.pixels
            record.withUnsafeMutableBytes { record in
                let header = [frame, box.x, box.y, box.width, box.height, 0, count]
                for (index, number) in header.enumerated() {
                    record.storeBytes(of: UInt32(truncatingIfNeeded: number).littleEndian, toByteOffset: 4 * index, as: UInt32.self)
                }
                painter.copyPixels(.rgba, of: box, into: UnsafeMutableRawBufferPointer(rebasing: record[FrameStream.headerBytes...]))
            }
            unsent = 0..<FrameStream.headerBytes + count
        }
    }

    private let state: Locked<State>
    private let memory: PainterMemory
    private let bytes: Int
    private let maximumDuration: Duration

    /// - Parameters:
    ///   - frames: indices of the movie's frames, in any order.
    ///   - maximumDuration: the maximum drawing time. After it, the stream ends with a complete frame, and the page requests the remaining ones.
    init(_ scene: SVGAScene, frames: [Int], _ memory: PainterMemory, maximumDuration: Duration = .seconds(20)) throws(PreviewError) {
        self.memory = memory
        self.maximumDuration = maximumDuration
        let pixels = scene.widthPixels * scene.heightPixels
        bytes = try memory.reserve(pixels: pixels)
        do throws(SVGAError) {
            let painter = try scene.makePainter()
            let record = [UInt8](repeating: 0, count: FrameStream.headerBytes + 4 * pixels)
            state = Locked(State(painter: painter, remaining: frames.reversed(), record: record))
        } catch {
            memory.release(bytes)
            throw PreviewError(error)
        }
    }

    deinit { memory.release(bytes) }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(PreviewError) -> Int {
        try state.withLock { (state) throws(PreviewError) in
            if state.unsent.isEmpty {
                guard let frame = state.remaining.popLast() else { return 0 }
                let start = ContinuousClock.now
                try state.draw(frame)
                state.drawingTime += .now - start
                if state.drawingTime >= maximumDuration { state.remaining = [] }
            }
            let part = state.unsent.prefix(buffer.count)
            state.record.withUnsafeBytes { buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[part])) }
            state.unsent.removeFirst(part.count)
            return part.count
        }
    }
}

/// Limits the memory of all concurrent painters: each request has one.
final class PainterMemory: Sendable {
    private static let maximumBytes = 1 << 30
    /// The output, two group canvases on average, and the frame that is sent.
    private static let bytesPerPixel = 4 * 4

    private let used = Locked(0)

    var usedBytes: Int { used.withLock { $0 } }

    /// - Returns: the number of reserved bytes, for ``release(_:)``.
    func reserve(pixels: Int) throws(PreviewError) -> Int {
        let bytes = PainterMemory.bytesPerPixel * pixels
        let isReserved = used.withLock { used in
            guard used + bytes <= PainterMemory.maximumBytes else { return false }
            used += bytes
            return true
        }
        guard isReserved else { throw PreviewError(503, "too many frames are drawn at once", advice: "try again later", retrySeconds: 2) }
        return bytes
    }

    func release(_ bytes: Int) { used.withLock { $0 -= bytes } }
}
