import Glibc
import SVGAFormat
import SVGAModel

/// The process's own streams.
enum StandardStreams {
    static func context(environment: [String: String]) -> CommandContext {
        CommandContext(
            output: stream(STDOUT_FILENO, environment: environment), errors: stream(STDERR_FILENO, environment: environment),
            processorCount: max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
        ) { (limit) throws(ReadError) in try readAll(STDIN_FILENO, limit: limit) }
    }

    /// Gives a standard stream that is closed a descriptor that refuses every read and write, so that no file opened
    /// later takes its number and its place.
    static func occupyClosed() {
        for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
            // The lowest free number is the one that is closed.
            _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
        }
    }

    private static func stream(_ descriptor: Int32, environment: [String: String]) -> TextStream {
        let isTerminal = isatty(descriptor) == 1
        var size = winsize()
        let isKnown = ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0 && size.ws_row > 0
        let columns = isKnown ? Int(size.ws_col) : environment["COLUMNS"].flatMap { Int($0) } ?? 80
        let rows = isKnown ? Int(size.ws_row) : environment["LINES"].flatMap { Int($0) } ?? 24
        let isColorful = isTerminal && (environment["NO_COLOR"] ?? "").isEmpty && environment["TERM"] != "dumb"
        return TextStream(
            isTerminal: isTerminal, columns: min(max(columns, 20), 1000), rows: min(max(rows, 5), 1000), usesColor: isColorful
        ) { (bytes) throws(TextStream.WriteFailure) in try writeAll(bytes, to: descriptor) }
    }

    private static func writeAll(_ bytes: [UInt8], to descriptor: Int32) throws(TextStream.WriteFailure) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let written = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            if written > 0 {
                rest = rest.dropFirst(written)
            } else if errno != EINTR {
                throw TextStream.WriteFailure(reason: String(cString: strerror(errno)))
            }
        }
    }

    /// Reads to the end. It wakes up several times a second, so that a cancelled task does not wait for a silent writer.
    static func readAll(_ descriptor: Int32, limit: Int) throws(ReadError) -> [UInt8] {
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
                throw .file(reason: String(cString: strerror(errno)))
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
