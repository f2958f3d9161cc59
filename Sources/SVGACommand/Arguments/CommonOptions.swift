import SVGAFormat
import SVGAModel
import SVGASupport

/// The options of every command that reads a movie.
struct CommonOptions: Sendable {
    var isQuiet = false
    var isVerbose = false
    var showsPhaseTimes = false
    var isStrict = false
    /// How many seconds the command may take, by the clock on the wall.
    var timeout: Seconds?
    var limits = ReadLimits.default

    static let group = ParameterGroup<CommonOptions>(
        "Common", summary: "-q -v -h --perf --strict --timeout (svga help common)",
        [
            .flag(\.isQuiet, "-q", "--quiet", help: "no progress and no warnings"),
            .flag(\.isVerbose, "-v", "--verbose", help: "say more on standard error, such as what was tolerated in a file"),
            .flag(\.showsPhaseTimes, "--perf", help: "print the time of each phase on standard error"),
            .flag(\.isStrict, "--strict", help: "refuse a file with any fault of at least a warning"),
            .option(\.timeout, "--timeout", placeholder: "SECONDS", help: "stop after so long, with exit code 4 and nothing half written"),
        ])

    static let limitGroup = LimitOptions.group.at(\CommonOptions.limits)

    var readOptions: ReadOptions { readOptions(as: nil) }

    /// - Parameter player: as whom a movie is read and drawn; nil: as our own rules say.
    func readOptions(as player: PublicPlayer?) -> ReadOptions { ReadOptions(limits: limits, isStrict: isStrict, player: player) }
}

/// A command with the common options.
protocol LimitedCommand: Command {
    var common: CommonOptions { get set }
}

/// `--max-…`, one for each of `ReadLimits.names`.
enum LimitOptions {
    static let group = ParameterGroup<ReadLimits>(
        "Limits", summary: "--max-inflated-bytes N and others (svga help limits)",
        note: "What a file may ask for; above it, exit code 4. N may end in k, m or g, of 1000,\nor in ki, mi or gi, of 1024.\n",
        ReadLimits.names.map { name in
            .option(
                "--max-\(name.name.kebabCase)", as: Amount.self, "N",
                help: "\(name.help) (\(LimitOptions.text(ReadLimits.default[keyPath: name.limit])))"
            ) { limits, amount in limits[keyPath: name.limit] = amount.value }
        })

    /// A limit as it is written on the command line, with a unit where that is exact.
    private static func text(_ value: Int) -> String {
        for (shift, suffix) in [(30, "gi"), (20, "mi")] where value > 0 && value % (1 << shift) == 0 { return "\(value >> shift)\(suffix)" }
        return String(value)
    }
}

/// Measures the phases of a command for `--perf`.
struct PhaseClock {
    private let clock = ContinuousClock()
    private var last: ContinuousClock.Instant
    private(set) var phases: [(name: String, seconds: Double)] = []

    init() { last = clock.now }

    /// Ends the phase that began at the last call. Times of phases with the same name are added up.
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
