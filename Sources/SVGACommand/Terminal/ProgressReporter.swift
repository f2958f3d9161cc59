import SVGASupport

/// Shows the progress of a long command on standard error: as one line that is rewritten on a terminal, or as lines of JSON.
final class ProgressReporter: Sendable {
    enum Mode: String, CaseIterable, ExpressibleByArgument { case auto, json, none }

    private struct State {
        var start = ContinuousClock.now
        var framesDone = 0
        var lastShown: ContinuousClock.Instant?
        var isLineOpen = false
    }

    private let mode: Mode
    private let stream: TextStream
    private let state = Locked(State())

    init(_ mode: Mode, isQuiet: Bool, stream: TextStream) {
        self.mode = isQuiet || (mode == .auto && !stream.isTerminal) ? .none : mode
        self.stream = stream
    }

    /// To be called after each frame, from any thread. Something is shown at most ten times a second.
    func update(done: Int, total: Int, byteCount: Int? = nil) {
        guard mode != .none, total > 0 else { return }
        state.withLock { state in
            let now = ContinuousClock.now
            // `--target-size` starts the export again for each attempt.
            if done <= state.framesDone { state.start = now }
            state.framesDone = done
            if let last = state.lastShown, done < total, now - last < .milliseconds(100) { return }
            state.lastShown = now
            state.isLineOpen = true
            let seconds = (now - state.start) / .seconds(1)
            write(ProgressReporter.line(mode, done: done, total: total, byteCount: byteCount, seconds: seconds, columns: stream.columns))
        }
    }

    /// Clears the line, so that later output does not follow it.
    func finish() {
        state.withLock { state in
            if mode == .auto && state.isLineOpen { write("\r\u{1B}[K") }
            state.isLineOpen = false
        }
    }

    /// Ignores errors: standard error is where they would be reported.
    private func write(_ text: String) { try? stream.write(Array(text.utf8)) }

    /// - Parameter byteCount: the size of the output so far; nil where there is no output.
    static func line(_ mode: Mode, done: Int, total: Int, byteCount: Int?, seconds: Double, columns: Int) -> String {
        let rate = seconds > 0 ? Double(done) / seconds : 0
        let left = rate > 0 ? Double(total - done) / rate : 0
        if mode == .json {
            return "{\"schema\":1,\"event\":\"progress\",\"done\":\(done),\"total\":\(total),"
                + "\"framesPerSecond\":\(Units.decimal(rate, places: 2)),\"secondsLeft\":\(Units.decimal(left, places: 2))"
                + (byteCount.map { ",\"bytes\":\($0)" } ?? "") + "}\n"
        }
        let width = max(0, min(24, columns - 66))
        let full = width * done / total
        let bar = String(repeating: "█", count: full) + String(repeating: "░", count: width - full)
        let percent = "\(100 * done / total)%".padded(columns: 4, right: true)
        let text =
            "\(percent) \(bar) \(done)/\(total) frames, \(Units.decimal(rate, places: 1))/s, \(Units.seconds(left)) left"
            + (byteCount.map { ", " + Units.bytes($0) } ?? "")
        return "\r" + text.fitted(columns: columns - 1) + "\u{1B}[K"
    }
}
