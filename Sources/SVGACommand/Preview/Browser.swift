import Dispatch
import SVGAPlatform
import SVGATasks

/// Opens the user's browser.
enum Browser {
    /// Opens a URL in the browser, which outlives this program.
    /// - Parameter failed: called with one line on failure.
    static func open(_ address: String, failed: @escaping @Sendable (String) -> Void) {
        #if os(Linux)
            let opener = "xdg-open"
        #else
            let opener = "open"
        #endif
        var process: pid_t = 0
        let code = spawn([opener, address], &process)
        guard code == 0 else {
            failed("\(opener) cannot be started: \(String(cString: strerror(code))); open the address in a browser")
            return
        }
        let child = process
        DispatchQueue(label: "svga.browser").async {
            var status: Int32 = 0
            while waitpid(child, &status, 0) < 0, errno == EINTR {}
            if status != 0 { failed("\(opener) could not open the page; open the address in a browser") }
        }
    }

    /// - Returns: 0, or an errno.
    private static func spawn(_ command: [String], _ process: inout pid_t) -> Int32 {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        // The browser's output must not mix with the program's.
        posix_spawn_file_actions_adddup2(&actions, STDERR_FILENO, STDOUT_FILENO)

        // The browser gets default signal handling and a separate process group, so that Ctrl-C does not reach it.
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        var usual = sigset_t()
        sigemptyset(&usual)
        for number in [SIGINT, SIGTERM, SIGHUP, SIGPIPE] { sigaddset(&usual, number) }
        posix_spawnattr_setsigdefault(&attributes, &usual)
        posix_spawnattr_setpgroup(&attributes, 0)
        let flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP
        posix_spawnattr_setflags(&attributes, Int16(flags))

        var arguments: [UnsafeMutablePointer<CChar>?] = command.map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        return posix_spawnp(&process, command[0], &actions, &attributes, &arguments, environ)
    }
}
