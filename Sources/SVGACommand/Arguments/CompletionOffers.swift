import SVGALottie
import SVGAModel
import SVGARender
import SVGATasks

/// A shell's completions for a value.
enum CompletionOffer: Hashable, Sendable {
    case nothing
    case words([String])
    /// Files with one of these extensions; all files if there are none.
    case files([String])
    case folders
    /// A key of the movies on the command line.
    case key(KeyKind)
    /// A key and `=`.
    case keyEquals(KeyKind)
    /// A key, `=` and a file.
    case keyFile(KeyKind, [String])

    enum KeyKind: String, Sendable {
        case sprites, sounds, all
    }
}

extension ParameterInfo {
    private static let pictures = ["png", "jpg", "jpeg", "webp", "gif", "bmp"]
    private static let sounds = ["mp3", "m4a", "aac", "wav", "ogg", "flac"]
    /// The completions of options, by option name.
    private static let offers: [String: CompletionOffer] = [
        "set-image": .keyFile(.sprites, pictures), "set-audio": .keyFile(.sounds, sounds), "rename": .keyEquals(.all),
        "delete": .key(.all), "reorder": .keyEquals(.sprites), "remove-sprites": .key(.sprites), "merge": .files(["svga"]),
        "vars": .files(["json"]), "font": .files(["ttf", "otf", "ttc"]),
        "audio": .files(sounds),
    ]

    /// The completions of the value, determined by its placeholder in the help.
    func offer(in command: String) -> CompletionOffer {
        for name in names { if let offer = ParameterInfo.offers[name] { return offer } }
        if !values.isEmpty { return .words(values) }
        switch placeholder {
        case "KEY", "K": return .key(.sprites)
        case "KEY=TEXT", "K=TEXT", "[KEY=]STYLE": return .keyEquals(.sprites)
        case "DIR": return .folders
        default: return isFile ? .files(kind == .argument ? ParameterInfo.endings(of: placeholder, command) : []) : .nothing
        }
    }

    /// The extensions of the files that a command reads.
    private static func endings(of placeholder: String, _ command: String) -> [String] {
        switch command {
        case "import": ["json", "lottie", "svg", "gif", "png", "apng", "webp", "mp4", "mov", "webm", "jpg", "jpeg"]
        case "create": ["json"]
        case "batch": placeholder.hasPrefix("IN") ? ["svga", "json"] : ["json", "jsonl", "csv"]
        case "inspect", "render", "play", "hit", "bounds", "thumbnail", "diff": placeholder == "OUT" ? [] : ["svga", "json"]
        default: ["svga"]
        }
    }
}

/// `svga --complete-keys KIND WORD…`, which the shell scripts call. Prints the keys of all movies among the words, one per line. It never fails.
enum CompletionKeys {
    static func text(_ words: [String], _ context: CommandContext) -> String {
        guard let kind = words.first.flatMap(CompletionOffer.KeyKind.init) else { return "" }
        var keys: [String] = []
        var isOutput = false
        for word in words.dropFirst() {
            defer { isOutput = word == "-o" || word == "--output" }
            let file = FileName(path: word)
            guard !isOutput, !word.hasPrefix("-"), file.isRegular else { continue }
            for key in self.keys(of: file, kind, context) where !keys.contains(where: { $0.hasSameBytes(as: key) }) { keys.append(key) }
        }
        // A key with a control character cannot be typed.
        return keys.filter { key in !key.isEmpty && key.unicodeScalars.allSatisfy { $0.value >= 32 && $0.value != 127 } }
            .map { $0 + "\n" }.joined()
    }

    private static func keys(of file: FileName, _ kind: CompletionOffer.KeyKind, _ context: CommandContext) -> [String] {
        do throws(TaskError) {
            switch try InputAnimation(file, options: CommonOptions().readOptions, context: context.task) {
            case .movie(let input):
                let movie = input.movie
                let sounds = movie.sounds.map(\.key)
                if kind == .sounds { return sounds }
                let sprites = KeyOrder(InspectReport(input)).sorted.map(\.key)
                return kind == .sprites ? sprites : sprites + movie.images.map(\.key) + sounds
            case .lottie(let lottie):
                return try LottieReport(lottie, limits: .default).replaceable.map(\.name)
            }
        } catch {
            return []
        }
    }
}
