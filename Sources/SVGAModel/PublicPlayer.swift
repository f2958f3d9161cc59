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
    /// The player `@tb-open/svga` for HarmonyOS.
    case harmony
    /// The player `svgaplayer-weapp` for WeChat mini-programs.
    case wechat

    /// The players of the SVGA project for phones and browsers. An edit or a repair may not make any of them worse.
    package static let main: [PublicPlayer] = [.ios, .android, .web, .webLite, .flutter]

    /// As options and reports write it.
    public var name: String { self == .webLite ? "web-lite" : "\(self)" }

    /// A player by its name, such as `web-lite`.
    package init?(name: String) {
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
        case .harmony: "HarmonyOS"
        case .wechat: "WeChat"
        }
    }
}
