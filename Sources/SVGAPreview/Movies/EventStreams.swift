import Dispatch
import SVGAHTTP
import SVGASupport

/// Sends events to all open pages (`api/events`) as Server-Sent Events.
final class EventStreams: Sendable {
    private let streams = Locked<[EventStream]>([])
    /// The maximum number of streams. A page has one; more are from a program that does not close them.
    private static let maximumStreams = 32

    /// - Parameters:
    ///   - name: for example `movies`.
    ///   - subject: a later event with the same name and subject replaces an unsent one; nil: all events are sent.
    func send(_ name: String, subject: String? = nil, _ data: JSONValue) {
        let text = "event: \(name)\ndata: \(data.text(.compact))\n\n"
        let key = subject.map { "\(name) \($0)" }
        for stream in streams.withLock({ $0 }) { stream.append(Array(text.utf8), key: key) }
    }

    func open() throws(PreviewError) -> any ByteStream {
        let stream = EventStream { [weak self] stream in self?.remove(stream) }
        try streams.withLock { (streams) throws(PreviewError) in
            guard streams.count < EventStreams.maximumStreams else {
                throw PreviewError(503, "too many pages are open", advice: "close some of them", retrySeconds: 5)
            }
            streams.append(stream)
        }
        return EventBody(stream)
    }

    private func remove(_ stream: EventStream) {
        streams.withLock { streams in streams.removeAll { $0 === stream } }
    }
}

/// The unsent events of one page.
private final class EventStream: Sendable {
    private struct State {
        var waiting: [(key: String?, bytes: [UInt8])] = []
        var isClosed = false
    }

    private let state = Locked(State())
    private let signal = DispatchSemaphore(value: 0)
    private let ended: @Sendable (EventStream) -> Void
    /// The maximum number of unsent events. A page that reads nothing for so long is disconnected; a new one loads the complete list.
    private static let maximumEvents = 256

    init(ended: @escaping @Sendable (EventStream) -> Void) { self.ended = ended }

    func append(_ bytes: [UInt8], key: String?) {
        state.withLock { state in
            if let key, let index = state.waiting.firstIndex(where: { $0.key == key }) {
                state.waiting[index].bytes = bytes
            } else if state.waiting.count < EventStream.maximumEvents {
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

    /// Waits for the next event. After five seconds without an event, returns a comment, which detects a disconnected page. Returns nil at the end.
    func next() -> [UInt8]? {
        let hasTimedOut = signal.wait(timeout: .now() + .seconds(5)) == .timedOut
        return state.withLock { state -> [UInt8]? in
            if state.isClosed { return nil }
            if !state.waiting.isEmpty { return state.waiting.removeFirst().bytes }
            // A signal without an event: one event has replaced another.
            return hasTimedOut ? Array(": \n\n".utf8) : []
        }
    }

    func end() { ended(self) }
}

/// The response body with the events of one page; the stream ends with it.
private final class EventBody: ByteStream {
    private let stream: EventStream
    private let unsent: Locked<[UInt8]>

    init(_ stream: EventStream) {
        self.stream = stream
        // The first bytes open the connection in the browser.
        unsent = Locked(Array("retry: 1000\n\n".utf8))
    }

    deinit { stream.end() }

    func stop() { stream.close() }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(PreviewError) -> Int {
        var bytes = unsent.withLock { $0 }
        while bytes.isEmpty {
            guard let next = stream.next() else { return 0 }
            bytes = next
        }
        let count = min(bytes.count, buffer.count)
        buffer.copyBytes(from: bytes[..<count])
        unsent.withLock { [bytes] in $0 = Array(bytes[count...]) }
        return count
    }
}
