/// Measures a command's phases for `--perf`.
struct PhaseClock {
    private let clock = ContinuousClock()
    private var last: ContinuousClock.Instant
    private(set) var phases: [(name: String, seconds: Double)] = []

    init() { last = clock.now }

    /// Ends the phase that ran since the last call; equal names are added up.
    mutating func finish(_ name: String) {
        let now = clock.now
        let seconds = (now - last) / .seconds(1)
        last = now
        if let index = phases.firstIndex(where: { $0.name == name }) {
            phases[index].seconds += seconds
        } else {
            phases.append((name, seconds))
        }
    }

    /// `svga: perf: read 12.3 ms, prepare 4 ms`
    var line: String {
        "svga: perf: " + phases.map { "\($0.name) \(Units.decimal($0.seconds * 1000, places: 2)) ms" }.joined(separator: ", ")
    }
}
