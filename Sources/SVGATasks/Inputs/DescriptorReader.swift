import SVGAFormat
package import SVGAModel
import SVGAPlatform
import SVGASupport

/// Reads pipes, devices and standard input, which may block.
package enum DescriptorReader {
    /// Waits for the next bytes; empty at the end.
    package static func readPart(_ descriptor: Int32) throws(SVGAError) -> [UInt8] {
        var failure: Int32 = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, count in
            while true {
                let result = read(descriptor, buffer.baseAddress, buffer.count)
                if result < 0 && errno == EINTR { continue }
                if result < 0 { failure = errno }
                count = max(0, result)
                return
            }
        }
        guard failure == 0 else { throw .file(reason: errorText(failure)) }
        return bytes
    }

    /// Reads to the end. Checks for cancellation several times per second, even if no data arrives.
    package static func readAll(_ descriptor: Int32, limit: Int) throws(SVGAError) -> [UInt8] {
        var result: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            if Task.isCancelled { throw .file(reason: "interrupted") }
            var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            guard poll(&waiting, 1, 200) != 0 else { continue }
            let count = read(descriptor, &chunk, chunk.count)
            if count == 0 { return result }
            if count < 0 {
                if errno == EINTR || errno == EAGAIN { continue }
                throw .file(reason: errorText(errno))
            }
            result += chunk[..<count]
            guard result.count <= limit else {
                var limits = ReadLimits.default
                limits.inputBytes = limit
                throw .limit(LimitExceeded(\.inputBytes, of: limits, found: result.count))
            }
        }
    }
}
