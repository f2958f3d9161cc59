import CMicroHTTPD
import SVGAPlatform
import SVGASupport

/// An HTTP server on dedicated threads, which runs until the object is deallocated. libmicrohttpd implements HTTP, and a handler answers.
///
/// Each connection has a thread, so handlers and streams may block.
package final class HTTPServer {
    /// The resource limits of clients.
    package struct Limits: Sendable {
        /// The maximum number of connections; more are closed at once.
        package var connections = 256
        /// The maximum number of connections that have not sent a complete request.
        package var waitingConnections = 128
        /// The maximum number of streams, each of which occupies a connection. The other connections are for other requests.
        package var streams = 96
        /// The maximum size of a request header.
        package var connectionBytes = 256 << 10
        /// The time for the request header. The body must follow with at least 64 KiB per second.
        package var requestSeconds = 15.0
        /// The maximum time in which a client accepts no data.
        package var idleSeconds = 60
        /// The maximum computation time of a request, without streams.
        package var answerSeconds = 30.0
        /// The maximum total size of all bodies that are being received.
        package var bodyBytes = 256 << 20

        package init() {}
    }

    /// The requests that a server accepts.
    package enum Access: Sendable {
        /// Requests for this host whose path begins with the random token, and not from another site's page.
        case token
        /// Requests for this host. The handler checks everything else.
        case ownHost
        /// Requests for any host, for a server behind a proxy. The handler checks everything else.
        case anyHost
    }

    /// The default port.
    package static var defaultPort: Int { ListeningSocket.defaultPort }

    /// The base address: `http://127.0.0.1:8742/TOKEN/`, or without a token `http://127.0.0.1:8742/`.
    package let address: String
    /// Whether the address is a loopback address, which other machines cannot reach.
    package let isLocal: Bool
    package let port: Int
    let token: String
    let service: HTTPService
    private var daemon: OpaquePointer?
    /// The listening socket after ``stopListening()``; libmicrohttpd no longer closes it.
    private var quietSocket: Int32 = -1

    /// - Parameters:
    ///   - address: a numeric address of this machine.
    ///   - port: nil: the default port, or any free port.
    package init(
        _ handler: any HTTPHandler, address: String = "127.0.0.1", port: Int? = 0, access: Access = .token, limits: Limits = Limits()
    ) throws(HTTPServerError) {
        if let problem = SystemLibrary.microhttpd.problem() { throw .library(problem) }
        let socket = try ListeningSocket(address: address, port: port)
        let requestGuard = RequestGuard(host: socket.host, port: socket.port, advice: handler.refusalAdvice, access: access)
        service = HTTPService(handler, requestGuard, limits)
        self.port = socket.port
        isLocal = HTTPServer.isLoopback(socket.host)
        token = requestGuard.token
        let base = "http://\(RequestGuard.urlHost(socket.host)):\(socket.port)/"
        self.address = requestGuard.token.isEmpty ? base : base + requestGuard.token + "/"
        let callbacks = svga_http_callbacks(
            // The service outlives the daemon, which `stop` ends.
            context: Unmanaged.passUnretained(service).toOpaque(), connection_changed: connectionChanged, request_began: requestBegan,
            request_came: requestReceived, request_ended: requestEnded)
        let daemonLimits = svga_http_limits(
            connections: UInt32(limits.connections), idle_seconds: UInt32(limits.idleSeconds), connection_bytes: limits.connectionBytes)
        // libmicrohttpd owns the socket from here on, even if starting fails.
        daemon = svga_http_start(socket.descriptor, daemonLimits, callbacks)
        guard daemon != nil else { throw .system("libmicrohttpd cannot start") }
    }

    deinit { stop() }

    /// Whether a numeric address is one that other machines cannot reach.
    package static func isLoopback(_ host: String) -> Bool { host.hasPrefix("127.") || host == "::1" }

    /// The time in which the request of a new connection usually arrives.
    private static let arrivalTime = Duration.seconds(1)

    /// Ends the connections without losing a request: each response closes its connection, and connections that wait for another request are closed.
    /// Call it until no request is left.
    /// - Returns: whether a request is left, or may arrive on a new connection.
    package func drain() -> Bool {
        service.drain()
        return service.activeCount > 0 || service.slowClients.expectsRequests(newerThan: HTTPServer.arrivalTime)
    }

    /// Accepts no more connections. Open ones continue.
    package func stopListening() {
        guard let daemon, quietSocket < 0 else { return }
        quietSocket = MHD_quiesce_daemon(daemon)
        // Waiting clients get an error at once.
        if quietSocket >= 0 { shutdown(quietSocket, shutsReadsAndWrites) }
    }

    /// Closes all connections, and returns when the last one has ended.
    package func stop() {
        service.stop()
        if let daemon { MHD_stop_daemon(daemon) }
        daemon = nil
        if quietSocket >= 0 { close(quietSocket) }
        quietSocket = -1
    }
}

// The callbacks of libmicrohttpd. `context` is the service; the state of a connection is an `HTTPConnection`.

private func service(_ context: UnsafeMutableRawPointer?) -> HTTPService? {
    context.map { Unmanaged<HTTPService>.fromOpaque($0).takeUnretainedValue() }
}

private func state(_ connection: OpaquePointer?) -> HTTPConnection? {
    connection.flatMap { svga_http_state($0) }.map { Unmanaged<HTTPConnection>.fromOpaque($0).takeUnretainedValue() }
}

private func connectionChanged(
    _ context: UnsafeMutableRawPointer?, _ connection: OpaquePointer?, _ state: UnsafeMutablePointer<UnsafeMutableRawPointer?>?,
    _ change: MHD_ConnectionNotificationCode
) {
    guard let service = service(context), let connection, let state else { return }
    if change == .CONNECTION_NOTIFY_STARTED {
        let made = HTTPConnection(connection, socket: svga_http_socket(connection))
        state.pointee = Unmanaged.passRetained(made).toOpaque()
        service.slowClients.expectRequest(on: made.socket, isNew: true)
    } else if let old = state.pointee {
        // The socket is closed after this callback.
        let ended = Unmanaged<HTTPConnection>.fromOpaque(old).takeRetainedValue()
        state.pointee = nil
        service.setActive(false, ended)
        service.slowClients.remove(ended.socket)
        service.drop(ended)
    }
}

private func requestBegan(
    _ context: UnsafeMutableRawPointer?, _ address: UnsafePointer<CChar>?, _ connection: OpaquePointer?
) -> UnsafeMutableRawPointer? {
    if let service = service(context), let state = state(connection), let address {
        service.drop(state)
        service.slowClients.requestBegan(on: state.socket)
        state.address = String(cString: address)
    }
    return nil
}

private func requestReceived(
    _ context: UnsafeMutableRawPointer?, _ connection: OpaquePointer?, _: UnsafePointer<CChar>?, _ method: UnsafePointer<CChar>?,
    _: UnsafePointer<CChar>?, _ data: UnsafePointer<CChar>?, _ count: UnsafeMutablePointer<Int>?,
    _: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> MHD_Result {
    guard let service = service(context), let state = state(connection), let method, let count else { return .NO }
    service.setActive(true, state)
    guard let incoming = state.incoming else { return service.begin(state, method: String(cString: method)) ? .YES : .NO }
    guard count.pointee > 0 else { return service.answer(incoming, on: state) ? .YES : .NO }
    let goesOn = service.receive(UnsafeRawBufferPointer(start: data, count: count.pointee), for: incoming, on: state)
    count.pointee = 0
    return goesOn ? .YES : .NO
}

private func requestEnded(
    _ context: UnsafeMutableRawPointer?, _ connection: OpaquePointer?, _: UnsafeMutablePointer<UnsafeMutableRawPointer?>?,
    _: MHD_RequestTerminationCode
) {
    guard let service = service(context), let state = state(connection) else { return }
    service.drop(state)
    service.setActive(false, state)
    service.slowClients.expectRequest(on: state.socket, isNew: false)
}
