import SVGAEmulation
package import SVGAModel
import SVGARender
import SVGASupport

/// One player, several separated by commas, or `all`.
package struct PlayerList: ExpressibleByArgument, Hashable {
    package let players: Set<PublicPlayer>

    package init?(argument: String) {
        if argument == "all" {
            players = Set(PublicPlayer.allCases)
            return
        }
        let words = argument.split(separator: ",", omittingEmptySubsequences: false)
        let found = words.compactMap { word in PublicPlayer.allCases.first { $0.name == word } }
        guard found.count == words.count else { return nil }
        players = Set(found)
    }

    package static var expectation: TaskText { "one or more of \(allValueStrings.joined(separator: ", "))" }
    package static var allValueStrings: [String] { PublicPlayer.allCases.map(\.name) + ["all"] }
}

/// Words separated by commas, none of them empty.
package struct CommaList: ExpressibleByArgument, Hashable {
    package let words: [String]

    package init?(argument: String) {
        words = argument.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        if words.contains("") { return nil }
    }

    package static var expectation: TaskText { "words separated by commas" }
}
