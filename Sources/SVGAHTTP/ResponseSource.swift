import CMicroHTTPD
import SVGASupport

/// The source of a response's bytes while they are sent.
final class ResponseSource {
    private let body: HTTPResponse.Body
    private let streams: OpenStreams

    /// - Parameter streams: contains the body if it is a stream.
    init(_ body: HTTPResponse.Body, streams: OpenStreams) {
        self.body = body
        self.streams = streams
    }

    deinit {
        if case .stream(let stream) = body { streams.remove(stream) }
    }

    /// nil for a stream.
    var count: Int? {
        if case .bytes(let bytes) = body { bytes.count } else { nil }
    }

    /// - Returns: the number of bytes, or libmicrohttpd's code for the end.
    func read(at position: Int, into buffer: UnsafeMutableRawBufferPointer) -> Int {
        switch body {
        case .bytes(let bytes):
            let part = bytes[min(position, bytes.count)...].prefix(buffer.count)
            buffer.copyBytes(from: part)
            return part.count
        case .stream(let stream):
            guard !streams.isStopped, let count = try? stream.read(into: buffer) else {
                return ResponseSource.failure
            }
            return count > 0 ? count : ResponseSource.end
        }
    }

    // libmicrohttpd's MHD_CONTENT_READER_END_OF_STREAM and MHD_CONTENT_READER_END_WITH_ERROR, which are casts that Swift does not import.
    static let end = -1
    static let failure = -2
}

/// The active streams, which the server ends when it stops.
final class OpenStreams: Sendable {
    private let state = Locked((streams: [ObjectIdentifier: any ByteStream](), isStopped: false))

    private let maximum: Int

    init(maximum: Int) { self.maximum = maximum }

    var isStopped: Bool { state.withLock { $0.isStopped } }

    /// - Returns: false if there are too many streams.
    func add(_ stream: any ByteStream) -> Bool {
        state.withLock { state in
            guard state.streams.count < maximum else { return false }
            state.streams[ObjectIdentifier(stream)] = stream
            return true
        }
    }

    func remove(_ stream: any ByteStream) { state.withLock { $0.streams[ObjectIdentifier(stream)] = nil } }

    func stop() {
        let streams = state.withLock { state in
            state.isStopped = true
            return Array(state.streams.values)
        }
        for stream in streams { stream.stop() }
    }
}
