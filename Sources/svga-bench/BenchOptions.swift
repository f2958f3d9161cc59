/// The command line.
struct BenchOptions {
    static let help = """
        Measures each phase of reading and rendering .svga files, on one thread, in processor time.
        Usage: svga-bench [FILES…] [options]
        Without files: all of SVGA_CORPUS, else of ../shared/corpus, else of samples.
          --json         print JSON instead of tables
          --runs N       at most N rounds for a file (default 31)
          --seconds S    no new round for a file after S seconds, but at least 3 rounds (default 6)
          --frames N     paint at most N frames of a movie, evenly taken from all (default 48)
          --phase NAME   only this phase; may be repeated: \(PhaseName.allCases.map(\.rawValue).joined(separator: ", "))
          --export       measure whole exports of the 12 largest files to WebP, GIF and MP4 instead, beside ffmpeg
          --optimize     measure what svga optimize saves, and how alike the frames stay, instead
                         fed through a pipe; needs svga beside svga-bench, and ffmpeg; each is run 3 times, or --runs
          --help         this text
        """

    private(set) var files: [String] = []
    private(set) var phases: [PhaseName] = []
    private(set) var isJSON = false
    private(set) var isHelp = false
    private(set) var isExport = false
    private(set) var isOptimize = false
    /// nil: as many as what is measured wants.
    private(set) var givenRuns: Int?
    var runs: Int { givenRuns ?? 31 }
    private(set) var seconds = 6.0
    private(set) var frames = 48

    init(_ words: [String]) throws(BenchError) {
        var rest = words[...]
        while let word = rest.popFirst() {
            switch word {
            case "--json": isJSON = true
            case "--export": isExport = true
            case "--optimize": isOptimize = true
            case "--help", "-h": isHelp = true
            case "--runs":
                givenRuns = try BenchOptions.number(word, rest.popFirst()) {
                    Int($0)
                } atLeast: {
                    $0 > 0
                }
            case "--frames":
                frames = try BenchOptions.number(word, rest.popFirst()) {
                    Int($0)
                } atLeast: {
                    $0 > 0
                }
            case "--seconds":
                seconds = try BenchOptions.number(word, rest.popFirst()) {
                    Double($0)
                } atLeast: {
                    $0 > 0 && $0.isFinite
                }
            case "--phase":
                guard let name = rest.popFirst(), let phase = PhaseName(rawValue: name) else {
                    throw BenchError("--phase needs one of \(PhaseName.allCases.map(\.rawValue).joined(separator: ", "))")
                }
                phases.append(phase)
            default:
                if word.hasPrefix("-") { throw BenchError("unknown option \(word); see svga-bench --help") }
                files.append(word)
            }
        }
        if phases.isEmpty { phases = PhaseName.allCases }
    }

    private static func number<Value>(
        _ name: String, _ word: String?, _ read: (String) -> Value?, atLeast isAllowed: (Value) -> Bool
    ) throws(BenchError) -> Value {
        guard let value = word.flatMap(read), isAllowed(value) else { throw BenchError("\(name) needs a number above 0") }
        return value
    }
}
