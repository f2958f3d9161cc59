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
    var line: Message {
        let times = phases.map { phase -> Message in
            let name = PhaseClock.titles[phase.name] ?? Message(verbatim: phase.name)
            return "\(name) \(Units.decimal(phase.seconds * 1000, places: 2)) ms"
        }
        return "svga: perf: \(times.joined(separator: ", "))"
    }

    /// The names of phases for people. Each phase has one, so that it can be translated.
    private static let titles: [String: Message] = [
        "check": "check", "compare": "compare", "create": "create", "draw": "draw", "edit": "edit", "encode": "encode", "gather": "gather",
        "import": "import", "look": "look", "mix": "mix", "optimize": "optimize", "pack": "pack", "picture": "picture",
        "players": "players", "prepare": "prepare", "print": "print", "read": "read", "render": "render", "sheet": "sheet",
        "wait": "wait", "write": "write",
    ]
}
