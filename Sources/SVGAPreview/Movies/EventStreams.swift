import Dispatch
import SVGAHTTP
import SVGASupport

/// Tells all open pages what has happened (`api/events`), as Server-Sent Events.
final class EventStreams: Sendable {
    private let streams = Locked<[EventStream]>([])
    /// A page has one; more are a program that does not close them.
    private static let most = 32

    /// - Parameters:
    ///   - name: such as `movies`.
    ///   - subject: a later event of the same name and subject takes the place of one that no page has read yet; nil: all are sent.
    func send(_ name: String, about subject: String? = nil, _ data: JSONValue) {
        let text = "event: \(name)\ndata: \(data.text(.compact))\n\n"
        let key = subject.map { "\(name) \($0)" }
        for stream in streams.withLock({ $0 }) { stream.append(Array(text.utf8), key: key) }
    }

    func open() throws(PreviewError) -> any ByteStream {
        let stream = EventStream { [weak self] stream in self?.remove(stream) }
        try streams.withLock { (streams) throws(PreviewError) in
            guard streams.count < EventStreams.most else {
                throw PreviewError(503, "too many pages are open", advice: "close some", retrySeconds: 5)
            }
            streams.append(stream)
        }
        return EventBody(stream)
    }

    private func remove(_ stream: EventStream) {
        streams.withLock { streams in streams.removeAll { $0 === stream } }
    }
}

/// What one page has not read yet.
private final class EventStream: Sendable {
    private struct State {
        var waiting: [(key: String?, bytes: [UInt8])] = []
        var isClosed = false
    }

    private let state = Locked(State())
    private let signal = DispatchSemaphore(value: 0)
    private let ended: @Sendable (EventStream) -> Void
    /// A page that reads nothing for so long is gone; a new one begins with the whole list.
    private static let most = 256

    init(ended: @escaping @Sendable (EventStream) -> Void) { self.ended = ended }

    func append(_ bytes: [UInt8], key: String?) {
        state.withLock { state in
            if let key, let index = state.waiting.firstIndex(where: { $0.key == key }) {
                state.waiting[index].bytes = bytes
            } else if state.waiting.count < EventStream.most {
                state.waiting.append((key, bytes))
            } else {
                state.isClosed = true
            }
        }
        signal.signal()
    }

    func close() {
        state.withLock { $0.isClosed = true }
        signal.signal()
    }

    /// What comes next: an event, a comment where none comes for five seconds, so that a page that is gone is noticed, or nil at the end.
    func next() -> [UInt8]? {
        let isOver = signal.wait(timeout: .now() + .seconds(5)) == .timedOut
        return state.withLock { state -> [UInt8]? in
            if state.isClosed { return nil }
            if !state.waiting.isEmpty { return state.waiting.removeFirst().bytes }
            // A signal without an event: one has taken the place of another.
            return isOver ? Array(": \n\n".utf8) : []
        }
    }

    func end() { ended(self) }
}

/// The answer that carries one page's events; the stream ends with it.
private final class EventBody: ByteStream {
    private let stream: EventStream
    private let rest: Locked<[UInt8]>

    init(_ stream: EventStream) {
        self.stream = stream
        // The first bytes tell the browser that the connection stands.
        rest = Locked(Array("retry: 1000\n\n".utf8))
    }

    deinit { stream.end() }

    func stop() { stream.close() }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(PreviewError) -> Int {
        var bytes = rest.withLock { $0 }
        while bytes.isEmpty {
            guard let next = stream.next() else { return 0 }
            bytes = next
        }
        let count = min(bytes.count, buffer.count)
        buffer.copyBytes(from: bytes[..<count])
        rest.withLock { [bytes] in $0 = Array(bytes[count...]) }
        return count
    }
}
