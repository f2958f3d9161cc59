/// The public players whose differences are known.
public enum PublicPlayer: CaseIterable, Sendable {
    /// The iOS player.
    case ios
    /// The Android player.
    case android
    /// The official web player.
    case web
    /// The smaller web player.
    case webLite
    /// The Flutter player.
    case flutter

    /// As options and reports write it.
    public var name: String { self == .webLite ? "web-lite" : "\(self)" }

    /// A player by its name, such as `web-lite`.
    public init?(name: String) {
        guard let player = PublicPlayer.allCases.first(where: { $0.name == name }) else { return nil }
        self = player
    }

    /// For people: `iOS`, `Web-Lite`.
    package var title: String {
        switch self {
        case .ios: "iOS"
        case .android: "Android"
        case .web: "Web"
        case .webLite: "Web-Lite"
        case .flutter: "Flutter"
        }
    }

    /// Whether drawing as this player does was held against frames that it drew itself. That of the others follows their published sources alone.
    public var isVerifiedByRunning: Bool { self == .web || self == .webLite }

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
