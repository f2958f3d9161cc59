import SVGALottie
import SVGAModel
import SVGARender
import SVGATasks

/// `svga --complete-keys KIND WORD…`, which the shell scripts call. Prints the keys of all movies among the words, one per line. It never fails.
enum CompletionKeys {
    static func text(_ words: [String], _ context: CommandContext) -> String {
        guard let kind = words.first.flatMap(ValueCompletion.KeyKind.init) else { return "" }
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

    private static func keys(of file: FileName, _ kind: ValueCompletion.KeyKind, _ context: CommandContext) -> [String] {
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
