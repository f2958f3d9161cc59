/// Finds the names somebody may have meant.
enum Nearest {
    /// Up to three of `candidates`, the likeliest first; empty where none is close.
    static func names(to word: String, among candidates: [String]) -> [String] {
        let allowed = max(1, word.count / 3)
        return
            candidates
            .map { (name: $0, distance: $0.hasPrefix(word) ? 0 : editDistance(word, $0)) }
            .filter { $0.distance <= allowed }
            .sorted { ($0.distance, $0.name) < ($1.distance, $1.name) }
            .prefix(3)
            .map(\.name)
    }

    /// `did you mean --frame or --frames?`, or nothing.
    static func advice(for word: String, among candidates: [String]) -> String {
        let names = names(to: word, among: candidates)
        return names.isEmpty ? "" : "did you mean \(names.joined(separator: " or "))?"
    }

    /// Insertions, deletions, replacements and swaps of neighbours that turn one into the other.
    static func editDistance(_ first: String, _ second: String) -> Int {
        let a = Array(first.prefix(64))
        let b = Array(second.prefix(64))
        var beforeLast: [Int] = []
        var last = Array(0...b.count)
        for i in 0..<a.count {
            var row = [i + 1]
            for j in 0..<b.count {
                var best = min(last[j + 1] + 1, row[j] + 1, last[j] + (a[i] == b[j] ? 0 : 1))
                if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { best = min(best, beforeLast[j - 1] + 1) }
                row.append(best)
            }
            (beforeLast, last) = (last, row)
        }
        return last[b.count]
    }
}
