import SVGASupport
import SVGATasks

/// Measures the phases of a command for `--perf`.
final class PhaseClock: Sendable {
    private struct State {
        let clock = ContinuousClock()
        var last = ContinuousClock.now
        var phases: [(name: String, seconds: Double)] = []
    }

    private let state = Locked(State())

    var phases: [(name: String, seconds: Double)] { state.withLock { $0.phases } }

    /// Ends the phase that began at the last call. Phases with the same name are summed.
    func finish(_ name: String) {
        state.withLock { state in
            let now = state.clock.now
            let seconds = (now - state.last) / .seconds(1)
            state.last = now
            if let index = state.phases.firstIndex(where: { $0.name == name }) {
                state.phases[index].seconds += seconds
            } else {
                state.phases.append((name, seconds))
            }
        }
    }

    /// `svga: perf: read 12.3 ms, prepare 4 ms`
    var line: String {
        "svga: perf: " + phases.map { "\($0.name) \(Units.decimal($0.seconds * 1000, places: 2)) ms" }.joined(separator: ", ")
    }
}
