import SVGAModel

/// `--max-…`, one for each of `ReadLimits.names`.
enum LimitOptions {
    static let group = ParameterGroup<ReadLimits>(
        "Limits", summary: "--max-inflated-bytes N and others (svga help limits)",
        note: "What a file may ask for; above it, exit code 4. N may end in k, m or g.\n",
        ReadLimits.names.map { name in
            .option(
                "--max-\(name.name.kebabCase)", as: Amount.self, "N",
                help: "\(name.help) (\(LimitOptions.text(ReadLimits.default[keyPath: name.limit])))"
            ) { limits, amount in limits[keyPath: name.limit] = amount.value }
        })

    /// A limit as it is written on the command line: in 1024s where that is exact.
    private static func text(_ value: Int) -> String {
        for (shift, suffix) in [(30, "g"), (20, "m")] where value > 0 && value % (1 << shift) == 0 { return "\(value >> shift)\(suffix)" }
        return String(value)
    }
}
