import CMicroHTTPD
import SVGAPlatform
import SVGASupport

/// An HTTP server on threads of its own, for as long as the object lives: libmicrohttpd speaks HTTP, a handler answers.
///
/// Each connection has a thread, so a handler may take its time and a stream may wait.
package final class HTTPServer {
    /// What clients may take.
    struct Limits: Sendable {
        /// More are closed at once.
        var connections = 256
        /// Of them, those that wait for a request or have only a part of one.
        var waitingConnections = 128
        /// Answers without a known end, each of which keeps its connection. Some connections are left for other requests.
        var streams = 96
        /// For the head of a request, which has to fit.
        var connectionBytes = 256 << 10
        /// Within these the head of a request has to come, and then its body at 64 KiB a second.
        var requestSeconds = 15.0
        /// How long a client may take no bytes.
        var idleSeconds = 60
        /// How long a request may compute before its answer, streams not counted.
        var answerSeconds = 30.0
        /// Of all bodies that are being received together.
        var bodyBytes = 256 << 20
    }

    /// The port where people look first.
    package static var usualPort: Int { ListeningSocket.usualPort }

    /// The base address: `http://127.0.0.1:8742/TOKEN/`.
    package let address: String
    /// Whether only this machine can reach it.
    package let isLocal: Bool
    let port: Int
    let token: String
    let service: HTTPService
    private var daemon: OpaquePointer?

    /// - Parameters:
    ///   - address: a numeric address of this machine.
    ///   - port: nil: the usual one, or any that is free.
    package convenience init(_ handler: any HTTPHandler, address: String, port: Int?) throws(HTTPServerError) {
        try self.init(handler, address: address, port: port, limits: Limits())
    }

    init(_ handler: any HTTPHandler, address: String = "127.0.0.1", port: Int? = 0, limits: Limits) throws(HTTPServerError) {
        if let problem = SystemLibrary.microhttpd.problem() { throw .library(problem) }
        let socket = try ListeningSocket(address: address, port: port)
        let requestGuard = RequestGuard(host: socket.host, port: socket.port, advice: handler.refusalAdvice)
        service = HTTPService(handler, requestGuard, limits)
        self.port = socket.port
        isLocal = socket.host.hasPrefix("127.") || socket.host == "::1"
        token = requestGuard.token
        self.address = "http://\(RequestGuard.urlHost(socket.host)):\(socket.port)/\(requestGuard.token)/"
        let callbacks = svga_http_callbacks(
            // The service outlives the daemon, which `stop` ends.
            context: Unmanaged.passUnretained(service).toOpaque(), connection_changed: connectionChanged, request_began: requestBegan,
            request_came: requestCame, request_ended: requestEnded)
        let daemonLimits = svga_http_limits(
            connections: UInt32(limits.connections), idle_seconds: UInt32(limits.idleSeconds), connection_bytes: limits.connectionBytes)
        // From here on the socket is libmicrohttpd's, also where it fails.
        daemon = svga_http_start(socket.descriptor, daemonLimits, callbacks)
        guard daemon != nil else { throw .system("libmicrohttpd cannot start") }
    }

    deinit { stop() }

    /// Closes all connections, and returns when the last one has ended.
    package func stop() {
        service.stop()
        if let daemon { MHD_stop_daemon(daemon) }
        daemon = nil
    }
}

// What libmicrohttpd calls. `context` is the service; the state of a connection is an `HTTPConnection`.

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
        service.slowClients.expectRequest(on: made.socket)
    } else if let old = state.pointee {
        // Its socket is closed after this.
        let ended = Unmanaged<HTTPConnection>.fromOpaque(old).takeRetainedValue()
        state.pointee = nil
        service.slowClients.forget(ended.socket)
        service.drop(ended)
    }
}

private func requestBegan(
    _ context: UnsafeMutableRawPointer?, _ address: UnsafePointer<CChar>?, _ connection: OpaquePointer?
) -> UnsafeMutableRawPointer? {
    if let service = service(context), let state = state(connection), let address {
        service.drop(state)
        state.address = String(cString: address)
    }
    return nil
}

private func requestCame(
    _ context: UnsafeMutableRawPointer?, _ connection: OpaquePointer?, _: UnsafePointer<CChar>?, _ method: UnsafePointer<CChar>?,
    _: UnsafePointer<CChar>?, _ data: UnsafePointer<CChar>?, _ count: UnsafeMutablePointer<Int>?,
    _: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> MHD_Result {
    guard let service = service(context), let state = state(connection), let method, let count else { return .NO }
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
    service.slowClients.expectRequest(on: state.socket)
}
