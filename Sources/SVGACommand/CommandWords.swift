import SVGASupport
import SVGATasks

/// Splits a command line at the command's name.
struct CommandWords {
    /// Common options before the command, with their values.
    private(set) var common: [String] = []
    /// The command, or another first word; nil if there is none.
    private(set) var name: String?
    /// The words after the command's name.
    private(set) var arguments: [String] = []

    init(_ words: [String]) {
        var remaining = words[...]
        while let word = remaining.first, let count = CommandWords.commonOptionLength(remaining) {
            // A single `svga -v` prints the version.
            if word == "-v" && words.count == 1 { break }
            common += remaining.prefix(count)
            remaining = remaining.dropFirst(count)
        }
        name = remaining.popFirst()
        arguments = Array(remaining)
    }

    /// The common options before the command, then the words after its name.
    var options: [String] { common + arguments }

    /// The number of words of a common option at the start; nil if there is none.
    private static func commonOptionLength(_ words: ArraySlice<String>) -> Int? {
        guard let word = words.first, word.hasPrefix("-"), word.utf8.count > 1 else { return nil }
        let groups = [CommonOptions.group.info, CommonOptions.limitGroup.info]
        let infos = groups.flatMap(\.parameters)
        func info(_ name: String) -> ParameterInfo? { infos.first { $0.flags.contains(name) } }
        if word.hasPrefix("--") {
            let halves = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard let found = info(String(halves[0])) else { return nil }
            return found.kind == .flag || halves.count == 2 ? 1 : min(2, words.count)
        }
        // Several letters are several flags.
        return word.dropFirst().allSatisfy { info("-\($0)")?.kind == .flag } ? 1 : nil
    }

    /// Whether a first word that is not a command is a file to inspect.
    static func isFile(_ word: String) -> Bool {
        guard !word.hasPrefix("-") else { return word == "-" }
        let path = FilePath(word)
        return path.components.count > 1 || word.lowercased().hasSuffix(".svga") || path.status != nil
    }

    /// The svga commands for command names of other programs; nil for other words.
    static func advice(on word: String) -> TaskText? {
        let word = word.lowercased()
        return otherWords.first { $0.words.contains(word) }?.advice
    }

    private static let otherWords: [(words: Set<String>, advice: TaskText)] = [
        (["info", "show", "list", "ls", "identify", "probe", "about", "stat", "keys", "describe"], "use svga inspect IN"),
        (
            ["view", "open", "watch", "display", "browse", "serve", "server", "web", "gui"],
            "use svga preview IN (browser) or svga play IN (terminal)"
        ),
        (["compress", "shrink", "minify", "reduce", "squeeze", "small", "smaller", "tiny"], "use svga optimize IN -o OUT.svga"),
        (
            [
                "gif", "png", "apng", "jpg", "jpeg", "webp", "avif", "jxl", "mp4", "webm", "mov", "html", "sheet", "frames", "video",
                "export",
                "draw", "save", "record",
            ], "use svga render IN -o OUT.gif (svga help encoding lists the formats)"
        ),
        (
            ["set", "replace", "set-image", "set-text", "avatar", "personalize", "fill"],
            "use svga render IN -o OUT.webp --set-image KEY=FILE --set-text KEY=TEXT"
        ),
        (["repair", "heal", "correct", "compatible"], "use svga fix IN -o OUT.svga --for web,ios"),
        (["extract", "unzip", "decompress", "explode"], "use svga unpack IN -d DIR"),
        (["zip", "build", "make", "bundle"], "use svga pack DIR -o OUT.svga, or svga create SPEC.json -o OUT.svga"),
        (["lint", "check", "verify", "test"], "use svga validate IN --player all"),
        (["compare", "cmp"], "use svga diff A B, or svga compare-players IN"),
        (
            ["resize", "crop", "trim", "cut", "merge", "join", "concat", "rename", "delete", "remove", "scale", "fps"],
            "use svga edit IN -o OUT.svga"
        ),
        (["thumb", "cover", "poster", "icon", "screenshot"], "use svga thumbnail IN OUT.png"),
        (["lottie", "svg", "from-lottie"], "use svga import IN.json -o OUT.svga, or svga convert IN -o OUT.json --to lottie"),
        (["cat", "text", "json"], "use svga dump IN, or svga inspect IN --json"),
        (["jobs", "many", "queue"], "use svga batch JOBS.jsonl -o DIR"),
        (["install", "update", "upgrade"], "the README describes how to install svga"),
    ]
}
