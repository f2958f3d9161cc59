import Glibc

/// Programs run for measuring, the output of each going into the next.
struct ProcessRun {
    /// From the first start to the last end.
    let seconds: Double
    /// The largest resident memory that any of them had.
    let peakBytes: Int

    /// - Parameter commands: each a program's path and its arguments.
    /// - Throws: when one cannot be started or ends with a code other than 0.
    init(_ commands: [[String]]) throws(BenchError) {
        let start = ContinuousClock.now
        var processes: [pid_t] = []
        var input: Int32 = -1
        for (index, command) in commands.enumerated() {
            var ends: [Int32] = [-1, -1]
            if index < commands.count - 1, pipe(&ends) != 0 { throw BenchError("no pipe: \(String(cString: strerror(errno)))") }
            // What a program inherits it would keep open, and the next one would wait for the end.
            for end in ends where end >= 0 { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
            processes.append(try ProcessRun.spawn(command, input: input, output: ends[1]))
            if input >= 0 { close(input) }
            if ends[1] >= 0 { close(ends[1]) }
            input = ends[0]
        }
        var peak = 0
        var failed: String?
        for (process, command) in zip(processes, commands) {
            var status: Int32 = 0
            var usage = rusage()
            guard wait4(process, &status, 0, &usage) == process else { throw BenchError("lost \(command[0])") }
            if status != 0 { failed = failed ?? command.joined(separator: " ") }
            peak = max(peak, Int(usage.ru_maxrss) * 1024)
        }
        seconds = (ContinuousClock.now - start) / .seconds(1)
        peakBytes = peak
        if let failed { throw BenchError("failed: \(failed)") }
    }

    /// - Parameters:
    ///   - input: a descriptor, or -1 for nothing to read.
    ///   - output: a descriptor, or -1 for nowhere.
    private static func spawn(_ command: [String], input: Int32, output: Int32) throws(BenchError) -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        if input >= 0 {
            posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
        } else {
            posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        }
        if output >= 0 {
            posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
        } else {
            posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
        }
        posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
        var arguments: [UnsafeMutablePointer<CChar>?] = command.map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        var process: pid_t = 0
        let result = posix_spawnp(&process, command[0], &actions, nil, &arguments, environ)
        guard result == 0 else { throw BenchError("\(command[0]): \(String(cString: strerror(result)))") }
        return process
    }
}
