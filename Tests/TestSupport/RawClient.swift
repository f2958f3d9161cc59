import SVGAPlatform

/// A connection to a server on 127.0.0.1, on which a test can send any bytes.
package final class RawClient {
    private let descriptor: Int32
    private var received: [UInt8] = []

    package struct Response {
        package let status: Int
        /// Names in lower case.
        package let headers: [String: String]
        package let body: [UInt8]

        package var text: String { String(decoding: body, as: UTF8.self) }
    }

    package init(port: Int) {
        descriptor = Loopback.connect(port: UInt16(port))
        if descriptor < 0 { fatalError("connect: \(errno)") }
        // A timeout, so that a server that does not read fails one test instead of blocking all.
        var patience = timeval(tv_sec: Int(HangLimit.seconds), tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    }

    deinit { close(descriptor) }

    /// - Returns: false if the server has closed the connection.
    @discardableResult
    package func send(_ bytes: [UInt8]) -> Bool { Loopback.send(bytes, to: descriptor) }

    @discardableResult
    package func send(_ text: String) -> Bool { send(Array(text.utf8)) }

    /// The next response; nil if the server closes the connection.
    /// - Parameter hasBody: false for the response to HEAD.
    package func response(hasBody: Bool = true) -> Response? {
        guard let (status, headers) = head() else { return nil }
        guard hasBody else { return Response(status: status, headers: headers, body: []) }
        if headers["transfer-encoding"] == "chunked" {
            var body: [UInt8] = []
            while let part = chunk() {
                if part.isEmpty { return Response(status: status, headers: headers, body: body) }
                body += part
            }
            return nil
        }
        guard let body = take(headers["content-length"].flatMap { Int($0) } ?? 0) else { return nil }
        return Response(status: status, headers: headers, body: body)
    }

    /// The head of the next response.
    package func head() -> (status: Int, headers: [String: String])? {
        guard let head = line(endingWith: "\r\n\r\n") else { return nil }
        let lines = head.split(separator: "\r\n").map(String.init)
        guard let status = lines.first?.split(separator: " ").dropFirst().first.flatMap({ Int($0) }) else { return nil }
        var headers: [String: String] = [:]
        for line in lines.dropFirst() {
            let halves = line.split(separator: ":", maxSplits: 1).map { $0.drop { $0 == " " } }
            headers[halves[0].lowercased()] = halves.count == 2 ? String(halves[1]) : ""
        }
        return (status, headers)
    }

    /// The next chunk of a chunked response; empty at its end.
    package func chunk() -> [UInt8]? {
        guard let size = line(endingWith: "\r\n").flatMap({ Int($0, radix: 16) }) else { return nil }
        return take(size + 2).map { Array($0.dropLast(2)) }
    }

    /// Whether the server has sent everything and closed the connection before the timeout.
    package func waitForHangUp() -> Bool {
        while let more = receive() { received += more }
        return errno != EAGAIN
    }

    /// Waits for this number of bytes.
    package func take(_ count: Int) -> [UInt8]? {
        while received.count < count {
            guard let more = receive() else { return nil }
            received += more
        }
        defer { received.removeFirst(count) }
        return Array(received.prefix(count))
    }

    private func line(endingWith end: String) -> String? {
        var text: [UInt8] = []
        while !text.suffix(end.utf8.count).elementsEqual(end.utf8) {
            guard let byte = take(1) else { return nil }
            text += byte
        }
        return String(decoding: text.dropLast(end.utf8.count), as: UTF8.self)
    }

    /// nil at the end, or after an error.
    private func receive() -> [UInt8]? {
        errno = 0
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        let count = recv(descriptor, &buffer, buffer.count, 0)
        return count > 0 ? Array(buffer.prefix(count)) : nil
    }
}
