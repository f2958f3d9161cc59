import SVGAPlatform

/// TCP connections to this machine.
package enum Loopback {
    package struct Failure: Error {
        package let reason: String
    }

    /// - Returns: a descriptor, or -1 if nothing listens.
    package static func connect(port: UInt16) -> Int32 {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                SVGAPlatform.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        // A timeout, so that a test ends without a response.
        var patience = timeval(tv_sec: Int(HangLimit.seconds), tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
        if result == 0 { return descriptor }
        close(descriptor)
        return -1
    }

    /// - Returns: false if the peer has closed the connection.
    package static func send(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
        var sent = 0
        while sent < bytes.count {
            let count = bytes.withUnsafeBytes {
                SVGAPlatform.send(descriptor, $0.baseAddress.map { $0 + sent }, bytes.count - sent, Int32(MSG_NOSIGNAL))
            }
            if count <= 0 { return false }
            sent += count
        }
        return true
    }

    /// Reads exactly `count` bytes.
    package static func receive(_ count: Int, from descriptor: Int32) throws -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        var done = 0
        while done < count {
            let read = bytes.withUnsafeMutableBytes { SVGAPlatform.read(descriptor, $0.baseAddress.map { $0 + done }, count - done) }
            guard read > 0 else { throw Failure(reason: "read: \(errno)") }
            done += read
        }
        return bytes
    }
}
