import SVGAExport
import SVGAModel
import SVGAPixels
import SVGARender
import SVGASupport
import SVGATasks

/// Draws the frames of a movie on time and handles keys until the user quits or the last loop ends.
struct PlayLoop {
    let movie: PlayedMovie
    let screen: any PlayScreen
    let probe: TerminalProbe
    let encoder: any FrameEncoder
    /// The drawing options of all frames.
    let look: PlayLook
    /// Nil: no status line.
    let statusStyle: ((String) -> String)?
    private let wording: Wording
    private(set) var clock: PlayClock
    private(set) var phases = PhaseClock()
    /// The numbers of shown frames and of dropped late frames.
    private(set) var shownCount = 0
    private(set) var droppedCount = 0

    private var layout: PlayLayout?
    private var painter: PlayPainter?
    /// The frame on the screen, and its position in the playback order.
    private var shownFrame: (frame: Pixmap, position: Int)?
    private var shownStatus = ""

    /// The interval at which signals and cancellation are checked while no frame is due.
    private static let pollInterval = Duration.milliseconds(100)
    /// The number of frames that Page Up and Page Down skip.
    private static let pageFrames = 10

    init(
        _ movie: PlayedMovie, on screen: any PlayScreen, probe: TerminalProbe, encoder: any FrameEncoder, look: PlayLook,
        statusStyle: ((String) -> String)?, wording: Wording = .shell
    ) {
        self.wording = wording
        self.movie = movie
        self.screen = screen
        self.probe = probe
        self.encoder = encoder
        self.look = look
        self.statusStyle = statusStyle
        clock = PlayClock(count: movie.line.frames.count, rate: movie.line.frameRate, loops: movie.line.loops)
    }

    mutating func run() throws(TaskError) {
        try layOut()
        // Time starts when the first frame is visible.
        try show()
        clock.skip(to: screen.now)
        while true {
            if Task.isCancelled { throw .interrupted }
            try handleSignals()
            droppedCount += clock.advance(to: screen.now)
            if clock.isFinished { return }
            try show()
            let pollTime = screen.now + PlayLoop.pollInterval
            for event in try screen.events(until: min(clock.nextChange ?? pollTime, pollTime)) {
                if case .key(let key) = event, !handle(key) { return }
            }
            phases.finish("wait")
        }
    }

    /// Fits the image to the window.
    private mutating func layOut() throws(TaskError) {
        let layout = look.layout(of: movie, in: screen.size, probe, hasStatus: statusStyle != nil)
        if layout.width != self.layout?.width || layout.height != self.layout?.height {
            painter = try movie.painter(layout, look)
        }
        self.layout = layout
        shownFrame = nil
        shownStatus = ""
        encoder.reset()
        try screen.write(Array("\u{1B}[2J".utf8))
    }

    private mutating func handleSignals() throws(TaskError) {
        let signals = screen.takeSignals()
        if signals.isStopped {
            try screen.stop()
            clock.skip(to: screen.now)
        }
        if signals.isStopped || signals.isResized { try layOut() }
    }

    /// Shows the current frame and the status if they have changed.
    private mutating func show() throws(TaskError) {
        guard let layout, let painter else { return }
        var bytes: [UInt8] = []
        if clock.position != shownFrame?.position {
            let frame = try movie.draw(clock.position, painter)
            phases.finish("draw")
            if frame != shownFrame?.frame { bytes = try encoder.encode(frame, column: layout.column, row: layout.row) }
            phases.finish("encode")
            shownFrame = (frame, clock.position)
            shownCount += 1
        }
        if let row = layout.statusRow, let statusStyle, status != shownStatus {
            shownStatus = status
            // The last column stays free: a character there may start a new line.
            let text = statusStyle(status.fitted(columns: layout.columns - 1))
            bytes += "\u{1B}[\(row);1H\u{1B}[0m\(text)\u{1B}[K".utf8
        }
        guard !bytes.isEmpty else { return }
        // Synchronized update: supporting terminals show everything at once.
        try screen.write(Array("\u{1B}[?2026h".utf8) + bytes + Array("\u{1B}[?2026l".utf8))
        phases.finish("write")
    }

    private var status: String {
        let frame = movie.line.frames[clock.position]
        let rate = movie.file.frameRate.framesPerSecond
        var parts: [Message] = [
            clock.isPaused ? "paused" : "playing", "frame \(frame)/\(movie.file.frames)",
            "\(Units.decimal(Double(frame) / rate, places: 2)) s", "\(Units.decimal(clock.speed, places: 2))x",
        ]
        if clock.isReversed { parts.append("reverse") }
        if let left = clock.loopsLeft { parts.append("\(Units.count(left, "loop")) left") }
        if droppedCount > 0 { parts.append("\(droppedCount) dropped") }
        return wording.text(
            "\(parts.joined(separator: "  "))  |  space pause  , . step  + - speed  r reverse  l loop  q quit")
    }

    /// - Returns: false to quit.
    private mutating func handle(_ key: TerminalInput.Key) -> Bool {
        switch key {
        case .space: clock.pause(!clock.isPaused)
        case .left, .character(","): clock.step(by: -1)
        case .right, .character("."): clock.step(by: 1)
        case .pageUp: clock.step(by: -PlayLoop.pageFrames)
        case .pageDown: clock.step(by: PlayLoop.pageFrames)
        case .home: clock.go(to: 0)
        case .end: clock.go(to: clock.count - 1)
        case .character("+"), .character("="): clock.faster()
        case .character("-"): clock.slower()
        case .character("r"): clock.reverse()
        case .character("l"): clock.toggleLoop()
        case .character("q"), .escape: return false
        case .character: break
        }
        return true
    }
}
