import SVGASupport
import SVGATasks

/// Shows progress on standard error: as one rewritten line on a terminal, or as lines of JSON.
final class ProgressReporter: Sendable {
    typealias Mode = ProgressMode

    /// One of several files that are processed in sequence.
    struct Part {
        let name: String
        /// From 0.
        let position: Int
        let count: Int
    }

    private struct State {
        var start = ContinuousClock.now
        var framesDone = 0
        var part: Part?
        /// The start of the first file.
        var firstStart: ContinuousClock.Instant?
        var lastShown: ContinuousClock.Instant?
        var isLineOpen = false
    }

    private let mode: Mode
    private let stream: TextStream
    private let state = Locked(State())
    /// Called with each step, instead of the stream.
    private let observer: (@Sendable (_ done: Int, _ total: Int) -> Void)?

    init(_ mode: Mode, isQuiet: Bool, stream: TextStream) {
        self.mode = isQuiet || (mode == .auto && !stream.isTerminal) ? .none : mode
        self.stream = stream
        observer = nil
    }

    init(_ observer: @escaping @Sendable (_ done: Int, _ total: Int) -> Void) {
        mode = .none
        stream = TextStream { (_) throws(TextStream.WriteFailure) in }
        self.observer = observer
    }

    /// Starts one of several files. Percentage and remaining time then refer to all files and assume equal durations.
    func begin(_ part: Part) {
        state.withLock { state in
            state.part = part
            state.framesDone = 0
            state.start = .now
            state.firstStart = state.firstStart ?? .now
        }
    }

    /// Called after each frame, from any thread. Shows something at most ten times per second.
    /// - Parameter attempt: the index of a search's export, from 0; nil without a search.
    func update(done: Int, total: Int, byteCount: Int? = nil, attempt: Int? = nil) {
        observer?(done, total)
        guard mode != .none, total > 0 else { return }
        state.withLock { state in
            let now = ContinuousClock.now
            // Each of many exports starts again at 0 frames.
            if done <= state.framesDone { state.start = now }
            state.framesDone = done
            if let last = state.lastShown, done < total, now - last < .milliseconds(100) { return }
            state.lastShown = now
            state.isLineOpen = true
            let progress = Line(
                done: done, total: total, attempt: attempt, byteCount: byteCount, seconds: (now - state.start) / .seconds(1),
                part: state.part,
                secondsOfAll: (now - (state.firstStart ?? now)) / .seconds(1))
            write(progress.text(mode, columns: stream.columns, stream.wording))
        }
    }

    /// Clears the progress line before other output.
    func finish() {
        state.withLock { state in
            if mode == .auto && state.isLineOpen { write("\r\u{1B}[K") }
            state.isLineOpen = false
        }
    }

    /// Ignores errors: standard error is where they would be reported.
    private func write(_ text: String) { try? stream.write(Array(text.utf8)) }

    /// The content of one line.
    struct Line {
        var done: Int
        var total: Int
        /// The index of a search's export, from 0.
        var attempt: Int?
        /// The current size of the output; nil without an output.
        var byteCount: Int?
        var seconds: Double
        var part: Part?
        /// Seconds since the start of the first file.
        var secondsOfAll = 0.0

        func text(_ mode: Mode, columns: Int, _ wording: Wording = .shell) -> String {
            let rate = seconds > 0 ? Double(done) / seconds : 0
            var (share, left) = (shareOfFile, rate > 0 ? Double(total - done) / rate : 0)
            if let part {
                share = (Double(part.position) + share) / Double(part.count)
                left = share > 0 ? secondsOfAll * (1 - share) / share : 0
            }
            if mode == .json { return json(rate, left) }
            return "\r" + bar(share, rate, left, columns, wording).fitted(columns: columns - 1) + "\u{1B}[K"
        }

        private var shareOfFile: Double { Double(done) / Double(total) }

        private func json(_ rate: Double, _ left: Double) -> String {
            var text = "{\"schema\":1,\"event\":\"progress\",\"done\":\(done),\"total\":\(total),"
            text += "\"framesPerSecond\":\(Units.decimal(rate, places: 2)),\"secondsLeft\":\(Units.decimal(left, places: 2))"
            if let attempt { text += ",\"attempt\":\(attempt + 1)" }
            if let byteCount { text += ",\"bytes\":\(byteCount)" }
            if let part {
                text += ",\"file\":\(JSONText.quoted(part.name, escaping: [])),\"filesDone\":\(part.position),\"filesTotal\":\(part.count)"
            }
            return text + "}\n"
        }

        private func bar(_ share: Double, _ rate: Double, _ left: Double, _ columns: Int, _ wording: Wording) -> String {
            let files = wording.text(part.map { "file \($0.position + 1)/\($0.count), " } ?? "")
            let width = max(0, min(24, columns - 66 - files.terminalColumns))
            let full = Int(saturating: Double(width) * share)
            let bar = String(repeating: "█", count: full) + String(repeating: "░", count: width - full)
            let percent = "\(Int(saturating: 100 * share))%".padded(columns: 4, right: true)
            if let attempt {
                let text: Message = "attempt \(attempt + 1), \(Units.seconds(seconds))"
                return "\(percent) \(bar) \(files)\(wording.text(text))"
            }
            let text: Message = "\(done)/\(total) frames, \(Units.decimal(rate, places: 1))/s, \(Units.seconds(left)) left"
            let size: Message = byteCount.map { ", \(Units.bytes($0))" } ?? ""
            return "\(percent) \(bar) \(files)\(wording.text(text + size))"
        }
    }
}
