package import SVGAFormat
import SVGASupport

/// What a command did with one of several files.
package protocol ChangeReport {
    /// Of a file that failed.
    init(file: String, error: String)
}

/// How a command writes the files that it changes.
package struct WritingOptions: Sendable {
    package var isInPlace = false
    package var format: MovieFormat?
    package var allowsPlayerFindings = false
    package var isDry = false
    package var isJSON = false
    package var overwrites = false

    package init() {}

    package static let group = ParameterGroup<WritingOptions>(
        "Output", summary: "--in-place --to --dry-run --json --force (svga help output)",
        [
            .flag(\.isInPlace, "--in-place", help: "write the inputs themselves"),
            format(\.format), playerFindings(\.allowsPlayerFindings),
            .flag(\.isDry, "--dry-run", help: "write nothing, only report"),
            .flag(\.isJSON, "--json", help: "the report as JSON on standard output"),
            .flag(\.overwrites, "--force", help: "overwrite OUT"),
        ])

    /// The container of the result, for whatever has that option.
    package static func format<Root>(_ path: Parameter<Root>.Path<MovieFormat?>) -> Parameter<Root> {
        .option(path, "--to", placeholder: "FORMAT", help: "2, 1-json or 1-binary (default: as IN)")
    }

    /// Leaves out comparing what players show, for whatever has that option.
    package static func playerFindings<Root>(_ path: Parameter<Root>.Path<Bool>) -> Parameter<Root> {
        .flag(path, "--allow-player-findings", help: "write it though a player shows it worse")
    }
}
