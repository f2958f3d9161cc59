package import SVGAModel

extension PublicPlayer {
    /// Whether the emulation was verified by running the player: its frames were compared with ours. The other emulations follow the published sources.
    package var isVerifiedByRunning: Bool { kind == .web || kind == .webLite }

    /// The player's behavior where players differ.
    package var profile: Profile { PublicPlayer.profiles[self] ?? Profile(rules) }

    // Each profile is created once.
    private static let profiles = allVersions.reduce(into: [PublicPlayer: Profile]()) { $0[$1] = Profile($1.rules) }
}

extension Profile {
    /// Our own rules, changed by the rules of a player.
    package init(_ rules: some Sequence<PlayerRule>) {
        self.init()
        for rule in rules { rule.apply(&self) }
    }

    /// The rules of a player without one of them.
    package init(_ player: PublicPlayer, without rule: String) {
        self.init(player.rules.filter { $0.name != rule })
    }
}
