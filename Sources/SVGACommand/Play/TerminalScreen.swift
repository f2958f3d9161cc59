import CSVGASupport
import SVGAPlatform
import SVGASupport
import SVGATasks

/// The size of a terminal's window.
struct TerminalSize: Hashable {
    var columns = 80
    var rows = 24
    /// The size of the window in pixels; 0 if unknown.
    var widthPixels = 0
    var heightPixels = 0

    /// The size of a character in pixels: from the window's size, else from the terminal's reply, else a default.
    func cell(_ probe: TerminalProbe) -> (width: Int, height: Int) {
        func divided(_ width: Int, _ height: Int) -> (width: Int, height: Int)? {
            width >= columns && height >= rows ? (width / columns, height / rows) : nil
        }
        return divided(widthPixels, heightPixels) ?? probe.cell
            ?? probe.windowPixels.flatMap { divided($0.width, $0.height) } ?? (10, 20)
    }
}

/// The screen of the player: output, time and input.
protocol PlayScreen: AnyObject {
    /// Monotonic time since an arbitrary start.
    var now: Duration { get }
    var size: TerminalSize { get }
    /// Whether the window's size changed since the last call, and whether the process should be suspended.
    func takeSignals() -> (isResized: Bool, isStopped: Bool)
    /// Waits until all bytes are written.
    func write(_ bytes: [UInt8]) throws(TaskError)
    /// Waits for keys and replies until a time, or until some have arrived.
    func events(until time: Duration) throws(TaskError) -> [TerminalInput.Event]
    /// Restores the screen, suspends the process, and returns when it continues.
    func stop() throws(TaskError)
}

/// The terminal of the process in the alternate screen without echo. Its state is always restored.
///
/// The terminal is opened again, so that standard input may be a movie, and writing does not block: the mode belongs to this descriptor alone.
final class TerminalScreen: PlayScreen {
    private let descriptor: Int32
    private let modeBefore: termios
    private let start = ContinuousClock.now
    private var input = TerminalInput()

    /// Enters the alternate screen, hides the cursor and clears the screen.
    private static let entering = "\u{1B}[?1049h\u{1B}[?25l\u{1B}[2J"
    /// Ends an incomplete string or update, deletes the image, and leaves the alternate screen.
    private static let leaving =
        "\u{1B}\\\u{1B}[?2026l" + KittyEncoder.deletion + "\u{1B}[0m\u{1B}[?25h\u{1B}[?1049l"
    /// The time to wait for bytes after ESC.
    private static let escapeTime = Duration.milliseconds(50)

    init() throws(TaskError) {
        let descriptor = open("/dev/tty", O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
        var mode = termios()
        guard descriptor >= 0, tcgetattr(descriptor, &mode) == 0 else {
            let reason = Message(cString: strerror(errno))
            if descriptor >= 0 { close(descriptor) }
            throw .usage("the terminal cannot be opened: \(reason)", advice: PlayCommand.elsewhere)
        }
        self.descriptor = descriptor
        modeBefore = mode
    }

    deinit {
        svga_terminal_release()
        close(descriptor)
    }

    func enter() throws(TaskError) {
        let leaving = Array(TerminalScreen.leaving.utf8CString)
        var mode = modeBefore
        let status = leaving.withUnsafeBufferPointer { svga_terminal_guard(descriptor, &mode, $0.baseAddress, $0.count - 1) }
        precondition(status == 0, "the texts that leave a terminal have at most 256 bytes")
        cfmakeraw(&mode)
        // Ctrl-C and Ctrl-Z work while a frame is drawn.
        mode.c_lflag |= tcflag_t(ISIG)
        guard tcsetattr(descriptor, TCSANOW, &mode) == 0 else { throw TerminalScreen.failure }
        try write(Array(TerminalScreen.entering.utf8))
    }

    func leave() { svga_terminal_release() }

    /// Restores the terminal for a process that ends at once.
    static func leaveAtOnce() { svga_terminal_leave() }

    /// Queries the terminal. Keys that are pressed meanwhile are lost.
    func probe() throws(TaskError) -> TerminalProbe {
        var probe = TerminalProbe()
        try write(Array((TerminalProbe.query + "\r\u{1B}[2J").utf8))
        let end = now + TerminalProbe.timeout
        while !probe.isComplete, now < end { for event in try events(until: end) { probe.store(event) } }
        return probe
    }

    var now: Duration { ContinuousClock.now - start }

    var size: TerminalSize {
        var window = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &window) == 0, window.ws_col > 0, window.ws_row > 0 else { return TerminalSize() }
        return TerminalSize(
            columns: Int(window.ws_col), rows: Int(window.ws_row), widthPixels: Int(window.ws_xpixel), heightPixels: Int(window.ws_ypixel))
    }

    func takeSignals() -> (isResized: Bool, isStopped: Bool) {
        let bits = svga_terminal_events()
        return (bits & UInt32(SVGA_TERMINAL_RESIZED) != 0, bits & UInt32(SVGA_TERMINAL_STOPPED) != 0)
    }

    func write(_ bytes: [UInt8]) throws(TaskError) {
        var done = 0
        while done < bytes.count {
            let written = bytes.withUnsafeBytes { SVGAPlatform.write(descriptor, $0.baseAddress.map { $0 + done }, $0.count - done) }
            if written > 0 {
                done += written
            } else if errno == EAGAIN {
                _ = try wait(for: POLLOUT, atMost: .milliseconds(100))
            } else if errno != EINTR {
                throw TerminalScreen.failure
            }
            if Task.isCancelled { throw .interrupted }
        }
    }

    func events(until time: Duration) throws(TaskError) -> [TerminalInput.Event] {
        let end = input.isIncomplete ? min(time, now + TerminalScreen.escapeTime) : time
        guard try wait(for: POLLIN, atMost: end - now) else { return input.pause() }
        var bytes = [UInt8](repeating: 0, count: 1024)
        let count = read(descriptor, &bytes, bytes.count)
        if count == 0 { throw .interrupted }
        if count < 0, errno != EAGAIN, errno != EINTR { throw TerminalScreen.failure }
        return input.read(Array(bytes.prefix(max(0, count))))
    }

    func stop() throws(TaskError) {
        svga_terminal_leave()
        svga_terminal_stop()
        try enter()
    }

    /// - Returns: whether it can be read or written. Signals also end the wait.
    private func wait(for event: Int32, atMost time: Duration) throws(TaskError) -> Bool {
        var waiting = pollfd(fd: descriptor, events: Int16(event), revents: 0)
        // Rounded up, so that the event is due at the end of the wait.
        let milliseconds = max(0, Int32(clamping: (time.attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000))
        return poll(&waiting, 1, milliseconds) > 0
    }

    private static var failure: TaskError { .standardOutput(reason: errorText(errno)) }
}
