import SVGAModel
import SVGASupport

/// Advice about a word that is none of those expected.
enum Advice {
    /// `did you mean --frame or --frames?`, or nothing where no candidate is close.
    static func meant(by word: String, among candidates: [String]) -> String {
        let names = NearestNames.of(word, in: candidates)
        return names.isEmpty ? "" : "did you mean \(names.joined(separator: " or "))?"
    }
}
