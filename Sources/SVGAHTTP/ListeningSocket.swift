import SVGAPlatform
package import SVGASupport

/// A listening socket. The owner closes it.
struct ListeningSocket {
    let descriptor: Int32
    /// The numeric address in the form that browsers send, for example `127.0.0.1` or `::1`.
    let host: String
    let port: Int

    /// The default port.
    static let defaultPort = 8742

    /// - Parameters:
    ///   - address: a numeric address of this machine.
    ///   - port: nil: ``defaultPort``, or any free port if that is in use.
    init(address: String, port: Int?) throws(HTTPServerError) {
        guard let port else {
            do throws(HTTPServerError) {
                self = try ListeningSocket(address: address, port: ListeningSocket.defaultPort)
            } catch .portInUse {
                self = try ListeningSocket(address: address, port: 0)
            }
            return
        }
        var hints = addrinfo()
        hints.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV | AI_PASSIVE
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var found: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(address, String(port), &hints, &found) == 0, let found else { throw .address(address) }
        defer { freeaddrinfo(found) }
        let info = found.pointee
        descriptor = socket(info.ai_family, info.ai_socktype | Int32(SOCK_CLOEXEC.rawValue), info.ai_protocol)
        guard descriptor >= 0 else { throw .system(errorText((errno))) }
        // Allows a port whose previous connections are still closing.
        var yes: Int32 = 1
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
        guard bind(descriptor, info.ai_addr, info.ai_addrlen) == 0, listen(descriptor, 1024) == 0 else {
            let code = errno
            close(descriptor)
            switch code {
            case EADDRINUSE: throw .portInUse(port)
            case EADDRNOTAVAIL: throw .address(address)
            case EACCES: throw .portForbidden(port)
            default: throw .system(errorText((code)))
            }
        }
        host = ListeningSocket.numericHost(info) ?? address
        self.port = ListeningSocket.port(of: descriptor) ?? port
    }

    /// The canonical form of an address, for example `::1` for `0:0:0:0:0:0:0:1`.
    private static func numericHost(_ info: addrinfo) -> String? {
        var name = [CChar](repeating: 0, count: 256)
        guard getnameinfo(info.ai_addr, info.ai_addrlen, &name, socklen_t(name.count), nil, 0, NI_NUMERICHOST) == 0 else { return nil }
        return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    private static func port(of descriptor: Int32) -> Int? {
        var storage = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        return withUnsafeMutableBytes(of: &storage) { bytes in
            let address = bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self)
            guard let address, getsockname(descriptor, address, &length) == 0 else { return nil }
            // The port has the same offset in both families: after the family, in network order.
            return Int(bytes[2]) << 8 | Int(bytes[3])
        }
    }
}

/// The reason why a server cannot be started.
package enum HTTPServerError: Error, Hashable, Sendable {
    /// A missing library, in one line.
    case library(Message)
    /// Not an address of this machine.
    case address(String)
    case portInUse(Int)
    case portForbidden(Int)
    case system(Message)
}
