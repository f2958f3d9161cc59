import SVGACheck

/// One player, several with commas between, or `all`.
struct PlayerList: ExpressibleByArgument, Hashable {
    let players: Set<Player>

    init?(argument: String) {
        if argument == "all" {
            players = Set(Player.allCases)
            return
        }
        let words = argument.split(separator: ",", omittingEmptySubsequences: false)
        let found = words.compactMap { Player(rawValue: String($0)) }
        guard found.count == words.count else { return nil }
        players = Set(found)
    }

    static var expectation: String { "some of " + allValueStrings.joined(separator: ", ") }
    static var allValueStrings: [String] { Player.allCases.map(\.rawValue) + ["all"] }
}
