import SVGAModel
import SVGASupport

/// Paths as players parse them, each parsed once. A check reads the same document under many profiles, and most of them share a grammar.
/// All are equal: what is parsed already does not change what a reading finds.
package final class EmulatedPaths: Hashable, Sendable {
    /// What a player makes of a path.
    struct Parsed {
        let path: Path
        /// Why the player fails at the path; nil: it does not.
        let fault: String?
        let isOverLimit: Bool
    }

    private struct Key: Hashable {
        let grammar: Profile.PathGrammar
        let maximumSegments: Int
        let text: ByteKey
    }

    private let known = Locked<[Key: Parsed]>([:])

    package init() {}

    package static func == (left: EmulatedPaths, right: EmulatedPaths) -> Bool { true }

    package func hash(into hasher: inout Hasher) {}

    /// Other threads that ask meanwhile wait: most often they ask for the same path.
    func parsed(_ text: ByteKey, _ grammar: Profile.PathGrammar, maximumSegments: Int) -> Parsed {
        let key = Key(grammar: grammar, maximumSegments: maximumSegments, text: text)
        return known.withLock { known in
            if let parsed = known[key] { return parsed }
            var parser = EmulatedPathParser(grammar, maxSegments: maximumSegments)
            parser.read(text.text)
            let parsed = Parsed(path: parser.path, fault: parser.fault, isOverLimit: parser.isOverLimit)
            known[key] = parsed
            return parsed
        }
    }
}
