import SVGAEmulation
package import SVGAModel
import SVGARender
import SVGASupport

/// Players, separated by commas; `all` stands for the newest version of each.
package struct PlayerList: ExpressibleByArgument, Hashable {
    package let players: Set<PublicPlayer>

    package init?(argument: String) {
        var players: Set<PublicPlayer> = []
        for word in argument.split(separator: ",", omittingEmptySubsequences: false) {
            if word == "all" {
                players.formUnion(PublicPlayer.allCases)
            } else {
                guard let player = PublicPlayer(name: String(word)) else { return nil }
                players.insert(player)
            }
        }
        self.players = players
    }

    package static var expectation: TaskText { "one or more of \(allValueStrings.joined(separator: ", "))" }
    package static var allValueStrings: [String] { PublicPlayer.allVersions.map(\.name) + ["all"] }
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
