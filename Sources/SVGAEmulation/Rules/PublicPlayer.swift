package import SVGAModel

extension PublicPlayer {
    /// Whether the emulation was verified by running the player: its frames were compared with ours. The other emulations follow the published sources.
    package var isVerifiedByRunning: Bool { self == .web || self == .webLite }

    /// The player's behavior where players differ.
    package var profile: Profile {
        switch self {
        case .ios: PublicPlayer.iosProfile
        case .android: PublicPlayer.androidProfile
        case .web: PublicPlayer.webProfile
        case .webLite: PublicPlayer.webLiteProfile
        case .flutter: PublicPlayer.flutterProfile
        case .harmony: PublicPlayer.harmonyProfile
        case .wechat: PublicPlayer.wechatProfile
        }
    }

    // Each profile is created once.
    private static let iosProfile = Profile(PlayerRule.ios)
    private static let androidProfile = Profile(PlayerRule.android)
    private static let webProfile = Profile(PlayerRule.web)
    private static let webLiteProfile = Profile(PlayerRule.webLite)
    private static let flutterProfile = Profile(PlayerRule.flutter)
    private static let harmonyProfile = Profile(PlayerRule.harmony)
    private static let wechatProfile = Profile(PlayerRule.wechat)
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
