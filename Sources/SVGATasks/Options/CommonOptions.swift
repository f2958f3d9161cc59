package import SVGAEmulation
package import SVGAFormat
package import SVGAModel
import SVGASupport

/// The options of every command that reads a movie.
package struct CommonOptions: Sendable {
    package var isQuiet = false
    package var isVerbose = false
    package var showsPhaseTimes = false
    package var isStrict = false
    /// How many seconds the command may take, by the clock on the wall.
    package var timeout: Seconds?
    package var limits = ReadLimits.default

    package init(limits: ReadLimits = .default) { self.limits = limits }

    package static let group = ParameterGroup<CommonOptions>(
        "Common", summary: "-q -v -h --perf --strict --timeout (svga help common)",
        [
            .flag(\.isQuiet, "-q", "--quiet", help: "no progress and no warnings"),
            .flag(\.isVerbose, "-v", "--verbose", help: "say more on standard error, such as what was tolerated in a file"),
            .flag(\.showsPhaseTimes, "--perf", help: "print the time of each phase on standard error"),
            .flag(\.isStrict, "--strict", help: "refuse a file with any fault of at least a warning"),
            .option(\.timeout, "--timeout", placeholder: "SECONDS", help: "stop after so long, with exit code 4 and nothing half written"),
        ])

    package static let limitGroup = LimitOptions.group.at(\CommonOptions.limits)

    package var readOptions: ReadOptions { readOptions(as: nil) }

    /// - Parameter player: as whom a movie is read and drawn; nil: as our own rules say.
    package func readOptions(as player: PublicPlayer?) -> ReadOptions { ReadOptions(limits: limits, isStrict: isStrict, player: player) }
}

/// `--max-…`, one for each of `ReadLimits.names`.
package enum LimitOptions {
    package static let group = ParameterGroup<ReadLimits>(
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

/// How a command shows how far it is.
package enum ProgressMode: String, CaseIterable, ExpressibleByArgument {
    /// A line that is rewritten, on a terminal.
    case auto
    /// A line of JSON for each step.
    case json
    case none
}
