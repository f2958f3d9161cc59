import SVGAFormat
import SVGAModel
import SVGAPlatform
import SVGASupport
import SVGATasks

/// Standard input of a live batch, whose blocking read can be stopped.
final class LiveInput: Sendable {
    private let next: @Sendable () throws(SVGAError) -> [UInt8]
    /// The two ends of a pipe: a byte written to `writing` ends the wait on `reading`.
    private let reading: Int32
    private let writing: Int32
    private let stopped = Locked(false)

    /// - Parameter next: reads the next bytes of standard input.
    init(_ next: @escaping @Sendable () throws(SVGAError) -> [UInt8]) throws(TaskError) {
        self.next = next
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw .system(message: "a pipe cannot be created: \(errorText(errno))") }
        for descriptor in ends { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
        (reading, writing) = (ends[0], ends[1])
    }

    deinit {
        close(reading)
        close(writing)
    }

    var isStopped: Bool { stopped.withLock { $0 } }

    /// Ends the input after the bytes that were read; other bytes stay in the pipe. Thread-safe.
    func stop() {
        stopped.withLock { $0 = true }
        var byte: UInt8 = 0
        // The pipe always has space for one byte.
        _ = write(writing, &byte, 1)
    }

    func more() throws(SVGAError) -> [UInt8] {
        while true {
            var waiting = [
                pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0), pollfd(fd: reading, events: Int16(POLLIN), revents: 0),
            ]
            if poll(&waiting, 2, -1) < 0, errno != EINTR { throw .file(reason: errorText(errno)) }
            if isStopped { return [] }
            if waiting[0].revents != 0 { return try next() }
        }
    }
}
