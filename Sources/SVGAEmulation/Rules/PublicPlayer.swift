package import SVGAModel

extension PublicPlayer {
    /// Whether drawing as this player does was held against frames that it drew itself. That of the others follows their published sources alone.
    package var isVerifiedByRunning: Bool { self == .web || self == .webLite }

    /// What it does where players differ.
    package var profile: Profile {
        switch self {
        case .ios: PublicPlayer.iosProfile
        case .android: PublicPlayer.androidProfile
        case .web: PublicPlayer.webProfile
        case .webLite: PublicPlayer.webLiteProfile
        case .flutter: PublicPlayer.flutterProfile
        }
    }

    // Made once each.
    private static let iosProfile = Profile(PlayerRule.ios)
    private static let androidProfile = Profile(PlayerRule.android)
    private static let webProfile = Profile(PlayerRule.web)
    private static let webLiteProfile = Profile(PlayerRule.webLite)
    private static let flutterProfile = Profile(PlayerRule.flutter)
}

extension Profile {
    /// Our own rules changed by those of a player.
    package init(_ rules: some Sequence<PlayerRule>) {
        self.init()
        for rule in rules { rule.apply(&self) }
    }

    /// A player that lacks one of its rules.
    package init(_ player: PublicPlayer, without rule: String) {
        self.init(player.rules.filter { $0.name != rule })
    }
}
