import SVGAFormat
import SVGAModel

/// What every command that reads a movie understands.
struct CommonOptions: Sendable {
    var isQuiet = false
    var isVerbose = false
    var showsPhaseTimes = false
    var isStrict = false
    var limits = ReadLimits.default

    static let group = ParameterGroup<CommonOptions>(
        "Common", summary: "-q -v -h --perf --strict (svga help common)",
        [
            .flag(\.isQuiet, "-q", "--quiet", help: "no progress and no warnings"),
            .flag(\.isVerbose, "-v", "--verbose", help: "say more on standard error, such as what was tolerated in a file"),
            .flag(\.showsPhaseTimes, "--perf", help: "print the time of each phase on standard error"),
            .flag(\.isStrict, "--strict", help: "refuse a file with any fault of at least a warning"),
        ])

    static let limitGroup = LimitOptions.group.at(\CommonOptions.limits)

    var readOptions: ReadOptions { ReadOptions(limits: limits, isStrict: isStrict) }
}
