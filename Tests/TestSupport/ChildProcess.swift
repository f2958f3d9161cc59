import CTestSupport
import SVGAPlatform

/// A child process with a time limit. Deinitialization ends it with all processes that it has started.
///
/// Foundation's `Process` is not used, because it has no time limit and inherits signal settings. Blocked signals (Dispatch threads block
/// all) and ignored ones (`nohup`, `&` in scripts) would leave only `SIGKILL` to end it. A test that waits forever blocks all others, which
/// share two threads.
package final class ChildProcess {
    /// A file descriptor of the child process.
    package enum Descriptor {
        /// `/dev/null`, the default of the first three.
        case nothing
        case closed
        case file(String)
        /// A descriptor of this process.
        case open(Int32)
        /// A pipe that ``output`` or ``errors`` reads.
        case pipe
    }

    package enum Outcome: Equatable {
        case exited(Int32)
        case signalled(Int32)

        /// As in a shell.
        var code: Int32 {
            switch self {
            case .exited(let code): code
            case .signalled(let number): 128 + number
            }
        }
    }

    package struct Failure: Error, CustomStringConvertible {
        package let description: String
    }

    package let identifier: Int32
    /// The descriptors 1 and 2 of the process, if they are pipes.
    package let output: PipeEnd?
    package let errors: PipeEnd?
    private var outcome: Outcome?

    /// - Parameters:
    ///   - program: a path, or a name that is looked up in PATH.
    ///   - environment: the differences from this process' environment; nil removes a variable.
    ///   - descriptors: the process' descriptors 0, 1, 2 and so on. It has no others.
    ///   - ownsTerminal: whether the first terminal that it opens becomes its controlling terminal.
    package init(
        _ program: String, _ arguments: [String], environment: [String: String?] = [:], descriptors: [Descriptor] = [],
        ownsTerminal: Bool = false
    ) throws {
        let path = program.contains("/") ? program : try Tool.path(program)
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        let all = descriptors + Array(repeating: .nothing, count: max(0, 3 - descriptors.count))
        var pipes: [Int: PipeEnd.Pair] = [:]
        for (number, descriptor) in all.enumerated() {
            if case .pipe = descriptor { pipes[number] = try PipeEnd.pair() }
        }
        // In two steps, because source and target numbers may overlap; the temporary ones are above all of them.
        let given = all.enumerated().map { number, descriptor in
            if case .open(let own) = descriptor { own } else { pipes[number]?.write.descriptor }
        }
        let between = Int32(max(all.count, Int(given.compactMap { $0 }.max() ?? 0) + 1))
        for (number, own) in given.enumerated() {
            if let own { posix_spawn_file_actions_adddup2(&actions, own, between + Int32(number)) }
        }
        for (number, descriptor) in all.enumerated() {
            let target = Int32(number)
            switch descriptor {
            case .nothing: posix_spawn_file_actions_addopen(&actions, target, "/dev/null", O_RDWR, 0)
            case .file(let path): posix_spawn_file_actions_addopen(&actions, target, path, O_RDWR, 0)
            case .closed: posix_spawn_file_actions_addclose(&actions, target)
            case .open, .pipe: posix_spawn_file_actions_adddup2(&actions, between + target, target)
            }
        }
        // An inherited pipe would never end for the test that reads it.
        svga_test_close_from(&actions, Int32(all.count))

        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        sigfillset(&signals)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        // A separate process group, so that all its processes can be ended; a session is also a group.
        let group = ownsTerminal ? svga_test_set_session : Int16(POSIX_SPAWN_SETPGROUP)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETSIGDEF) | group)

        var words = ([path] + arguments).map { strdup($0) } + [nil]
        var variables = ChildProcess.variables(environment).map { strdup($0) } + [nil]
        defer { for text in words + variables { free(text) } }
        var identifier: pid_t = 0
        let result = posix_spawn(&identifier, path, &actions, &attributes, &words, &variables)
        guard result == 0 else { throw Failure(description: "\(path): \(String(cString: strerror(result)))") }
        self.identifier = identifier
        (output, errors) = (pipes[1]?.read, pipes[2]?.read)
    }

    deinit { if outcome == nil { end(SIGKILL) } }

    /// Sends a signal to the process only.
    package func send(_ signal: Int32) { if outcome == nil { kill(identifier, signal) } }

    /// Ends the process and all that it has started, and waits for it.
    package func end(_ signal: Int32 = SIGTERM) {
        if outcome == nil { kill(-identifier, signal) }
        if outcome(seconds: 10) == nil { kill(-identifier, SIGKILL) }
        _ = outcome(seconds: 60)
    }

    /// Waits for the end of the process.
    /// - Returns: nil if it is still running.
    package func outcome(seconds: Double = HangLimit.seconds) -> Outcome? {
        let end = ContinuousClock.now + .seconds(seconds)
        var status: Int32 = 0
        while outcome == nil {
            if waitpid(identifier, &status, WNOHANG) == identifier {
                outcome = status & 0x7F == 0 ? .exited(status >> 8 & 0xFF) : .signalled(status & 0x7F)
                // The processes that it has started are ended too.
                kill(-identifier, SIGKILL)
            } else {
                guard ContinuousClock.now < end else { return nil }
                usleep(1000)
            }
        }
        return outcome
    }

    /// Reads all output of the process, and waits for its end.
    /// - Throws: ``Failure`` if that takes longer than allowed; then the process was ended.
    package func finish(seconds: Double = HangLimit.seconds) throws -> (code: Int32, output: [UInt8], errors: [UInt8]) {
        let end = ContinuousClock.now + .seconds(seconds)
        var written: [[UInt8]] = [[], []]
        let ends = [output, errors]
        var open = ends.indices.filter { ends[$0] != nil }
        while !open.isEmpty {
            var waiting = open.map { pollfd(fd: ends[$0]?.descriptor ?? -1, events: Int16(POLLIN), revents: 0) }
            let left = max(0, (end - .now) / .milliseconds(1))
            guard poll(&waiting, nfds_t(waiting.count), Int32(left.rounded(.up))) > 0 else { break }
            for (index, found) in zip(open, waiting) where found.revents != 0 {
                guard let piece = ends[index]?.next() else {
                    open.removeAll { $0 == index }
                    continue
                }
                written[index] += piece
            }
        }
        guard open.isEmpty, let outcome = outcome(seconds: max(0, (end - .now) / .seconds(1))) else {
            self.end(SIGKILL)
            throw Failure(description: "it runs for more than \(seconds) seconds")
        }
        return (outcome.code, written[0], written[1])
    }

    private static func variables(_ changes: [String: String?]) -> [String] {
        var inherited: [String] = []
        var next = environ
        while let entry = next.pointee {
            inherited.append(String(cString: entry))
            next += 1
        }
        let names = changes.keys.map { $0 + "=" }
        return inherited.filter { entry in !names.contains { entry.hasPrefix($0) } }
            + changes.compactMap { name, value in value.map { "\(name)=\($0)" } }
    }
}

/// One end of a pipe, closed at deinitialization.
package final class PipeEnd {
    struct Pair {
        let read: PipeEnd
        let write: PipeEnd
    }

    package let descriptor: Int32

    private init(_ descriptor: Int32) { self.descriptor = descriptor }

    deinit { close(descriptor) }

    static func pair() throws -> Pair {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw ChildProcess.Failure(description: "no pipe: \(String(cString: strerror(errno)))") }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        return Pair(read: PipeEnd(ends[0]), write: PipeEnd(ends[1]))
    }

    /// Waits for the next bytes; nil at the end.
    func next() -> [UInt8]? {
        var piece = [UInt8](repeating: 0, count: 1 << 16)
        let count = read(descriptor, &piece, piece.count)
        return count > 0 ? Array(piece[..<count]) : nil
    }

    /// The bytes up to the end of the line, without the line break. Returns fewer if the process hangs, or the pipe ends.
    package func line() -> String {
        var bytes: [UInt8] = []
        var byte: UInt8 = 0
        var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        while poll(&waiting, 1, Int32(HangLimit.seconds * 1000)) > 0, read(descriptor, &byte, 1) == 1, byte != UInt8(ascii: "\n") {
            bytes.append(byte)
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
