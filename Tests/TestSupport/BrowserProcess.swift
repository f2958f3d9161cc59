import SVGAPlatform

/// A browser that runs as long as this object lives, with its helper processes.
final class BrowserProcess {
    struct Failure: Error {
        let reason: String
    }

    private let process: pid_t

    /// - Parameters:
    ///   - program: a name, looked up in PATH.
    ///   - environment: beside that of this process.
    ///   - descriptors: what the program finds as 3, 4 and so on.
    init(_ program: String, _ arguments: [String], environment: [String: String] = [:], descriptors: [Int32] = []) throws {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for number in 0...2 as ClosedRange<Int32> { posix_spawn_file_actions_addopen(&actions, number, "/dev/null", O_RDWR, 0) }
        // In two steps, as they may have these numbers here, in another order; the numbers between are above all of them.
        let between = max(descriptors.max() ?? 0, 2 + Int32(descriptors.count)) + 1
        for (index, descriptor) in descriptors.enumerated() {
            posix_spawn_file_actions_adddup2(&actions, descriptor, between + Int32(index))
        }
        for index in descriptors.indices { posix_spawn_file_actions_adddup2(&actions, between + Int32(index), 3 + Int32(index)) }
        for index in descriptors.indices { posix_spawn_file_actions_addclose(&actions, between + Int32(index)) }
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // A group of its own, which is ended as a whole.
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP))

        let path = try Tool.path(program)
        var inherited: [String] = []
        var next = environ
        while let entry = next.pointee {
            inherited.append(String(cString: entry))
            next += 1
        }
        let names = environment.keys.map { $0 + "=" }
        let variables = inherited.filter { entry in !names.contains { entry.hasPrefix($0) } } + environment.map { "\($0)=\($1)" }
        var words = ([path] + arguments).map { strdup($0) } + [nil]
        var texts = variables.map { strdup($0) } + [nil]
        defer { for text in words + texts { free(text) } }
        Descriptors.keepFromChildren()
        var process: pid_t = 0
        let result = posix_spawn(&process, path, &actions, &attributes, &words, &texts)
        guard result == 0 else { throw Failure(reason: "\(path): \(String(cString: strerror(result)))") }
        self.process = process
    }

    deinit {
        kill(-process, SIGKILL)
        var status: Int32 = 0
        waitpid(process, &status, 0)
    }
}
