import SVGAPlatform
import SVGASupport

/// A small HTTP server on 127.0.0.1 or another address of this machine, on threads of its own, for as long as the object lives.
///
/// Each connection serves one request: the handler gets its path and writes what it likes.
package final class LoopbackServer: Sendable {
    /// One request's side of the connection.
    package struct Exchange: Sendable {
        package let path: String
        package let header: String
        package let body: [UInt8]
        fileprivate let socket: Int32

        /// The value of a header field; nil if the client did not send it.
        package func field(_ name: String) -> String? {
            for line in header.split(whereSeparator: \.isNewline) where line.lowercased().hasPrefix(name.lowercased() + ":") {
                return String(line.dropFirst(name.utf8.count + 1).drop { $0 == " " })
            }
            return nil
        }

        /// False once the client is gone.
        @discardableResult
        package func send(_ bytes: [UInt8]) -> Bool { Loopback.send(bytes, to: socket) }

        @discardableResult
        package func send(_ text: String) -> Bool { send(Array(text.utf8)) }

        package func answer(_ body: [UInt8], status: String = "200 OK", fields: String = "", length: Int? = nil) {
            send("HTTP/1.1 \(status)\r\nContent-Length: \(length ?? body.count)\r\nConnection: close\r\n\(fields)\r\n")
            send(body)
        }

        /// Whether the client hangs up within ``HangLimit/seconds``, and sends nothing before.
        @discardableResult
        package func waitForHangUp() -> Bool {
            var poller = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
            var byte: UInt8 = 0
            return poll(&poller, 1, Int32(HangLimit.seconds * 1000)) == 1 && recv(socket, &byte, 1, 0) <= 0
        }
    }

    package let host: String
    package let port: UInt16
    private let listener: Int32
    private let asked = Locked<[Exchange]>([])

    /// What was asked for, in order.
    package var exchanges: [Exchange] { asked.withLock { $0 } }
    /// The paths asked for, in order.
    package var requests: [String] { exchanges.map(\.path) }

    /// - Parameter speaksFirst: calls the handler at once, without a request.
    package init(host: String = "127.0.0.1", speaksFirst: Bool = false, _ handler: @escaping @Sendable (Exchange) -> Void) {
        self.host = host
        let reserved = ReservedPort(host: host)
        guard let socket = reserved.takeSocket(), listen(socket, 64) == 0 else { fatalError("no loopback server") }
        port = reserved.port
        listener = socket
        LoopbackServer.thread { [weak self] in
            while case let client = accept(socket, nil, nil), client >= 0 {
                LoopbackServer.thread { [weak self] in
                    defer { close(client) }
                    guard let header = speaksFirst ? "" : LoopbackServer.header(client) else { return }
                    let body = LoopbackServer.body(of: header, client)
                    let path = header.split(separator: " ").dropFirst().first.map(String.init) ?? ""
                    let exchange = Exchange(path: path, header: header, body: body, socket: client)
                    self?.asked.withLock { $0.append(exchange) }
                    handler(exchange)
                    shutdown(client, Int32(SHUT_WR))
                }
            }
            close(socket)
        }
    }

    deinit { shutdown(listener, Int32(SHUT_RDWR)) }

    package func url(_ path: String) -> String { "http://\(host):\(port)\(path)" }

    /// What the client sends up to the empty line, at most 64 KiB of it.
    private static func header(_ client: Int32) -> String? {
        var bytes: [UInt8] = []
        var byte: UInt8 = 0
        while bytes.count < 1 << 16, recv(client, &byte, 1, 0) == 1 {
            bytes.append(byte)
            if bytes.suffix(4) == [13, 10, 13, 10] { return String(decoding: bytes, as: UTF8.self) }
        }
        return nil
    }

    /// Reads the body, because closing a socket with unread bytes may discard the answer.
    private static func body(of header: String, _ client: Int32) -> [UInt8] {
        let line = header.split(whereSeparator: \.isNewline).first { $0.lowercased().hasPrefix("content-length:") }
        let length = line.flatMap { Int($0.split(separator: " ").last ?? "") } ?? 0
        var body: [UInt8] = []
        var bytes = [UInt8](repeating: 0, count: 1 << 12)
        while body.count < length {
            let count = recv(client, &bytes, min(length - body.count, bytes.count), 0)
            guard count > 0 else { break }
            body += bytes[..<count]
        }
        return body
    }

    private static func thread(_ body: @escaping @Sendable () -> Void) {
        final class Box: Sendable {
            let body: @Sendable () -> Void
            init(_ body: @escaping @Sendable () -> Void) { self.body = body }
        }
        var thread = pthread_t()
        let box = Unmanaged.passRetained(Box(body))
        let result = pthread_create(
            &thread, nil,
            { argument in
                if let argument { Unmanaged<Box>.fromOpaque(argument).takeRetainedValue().body() }
                return nil
            }, box.toOpaque())
        guard result == 0 else { fatalError("pthread_create") }
        pthread_detach(thread)
    }
}

/// A local port without a listener, reserved as long as the object lives.
package final class ReservedPort {
    package let port: UInt16
    private var socket: Int32?

    package init(host: String = "127.0.0.1") {
        let socket = SVGAPlatform.socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = inet_addr(host)
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(socket, $0, length) == 0 && getsockname(socket, $0, &length) == 0
            }
        }
        guard isBound else { fatalError("no port") }
        self.socket = socket
        port = UInt16(bigEndian: address.sin_port)
    }

    deinit {
        if let socket { close(socket) }
    }

    /// The caller closes it.
    package func takeSocket() -> Int32? {
        defer { socket = nil }
        return socket
    }
}
