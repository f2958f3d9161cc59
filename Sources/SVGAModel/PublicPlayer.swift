/// A public player whose differences are known, in its newest version or in older versions that draw differently.
public struct PublicPlayer: CaseIterable, Hashable, Sendable {
    /// The product.
    package enum Kind: Int, CaseIterable, Sendable {
        case ios, android, web, webLite, flutter, harmony, wechat
    }

    /// The iOS player.
    public static let ios = PublicPlayer(.ios)
    /// The Android player.
    public static let android = PublicPlayer(.android)
    /// The official web player.
    public static let web = PublicPlayer(.web)
    /// The smaller web player.
    public static let webLite = PublicPlayer(.webLite)
    /// The Flutter player.
    public static let flutter = PublicPlayer(.flutter)
    /// The player `@tb-open/svga` for HarmonyOS.
    public static let harmony = PublicPlayer(.harmony)
    /// The player `svgaplayer-weapp` for WeChat mini-programs.
    public static let wechat = PublicPlayer(.wechat)

    /// The players in their newest versions.
    public static let allCases = Kind.allCases.map { PublicPlayer($0) }

    /// The players in all versions that draw differently: the newest version of each, then its older ones.
    package static let allVersions = Kind.allCases.flatMap { kind in kind.versions.indices.map { PublicPlayer(kind, $0) } }

    /// The players of the SVGA project for phones and browsers. An edit or a repair may not make any of them worse.
    package static let main: [PublicPlayer] = [.ios, .android, .web, .webLite, .flutter]

    package let kind: Kind
    /// The index in ``Kind/versions``; 0: the newest version.
    private let index: Int

    private init(_ kind: Kind, _ index: Int = 0) { (self.kind, self.index) = (kind, index) }

    /// A player by its name, such as `web-lite`, or by its name and a version, such as `android@2.4`.
    ///
    /// Versions that draw alike are equal: `android@2.4` and `android@2.4.5` are both `android@2.4.7`, and `android@2.6.1` is `android`.
    /// - Returns: nil if the player is unknown, or if the version is older or newer than the known ones.
    public init?(name: String) {
        let parts = name.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
        guard let kind = Kind.allCases.first(where: { $0.name == parts[0] }) else { return nil }
        guard parts.count == 2 else {
            self.init(kind)
            return
        }
        guard let wanted = PlayerVersion.range(parts[1]), wanted.lowerBound <= kind.versions[0].last,
            let index = kind.versions.firstIndex(where: { $0.first <= wanted.upperBound })
        else { return nil }
        self.init(kind, index)
    }

    /// As options and reports write it: `android`, or `android@2.4.7` for an older version.
    public var name: String { index == 0 ? kind.name : "\(kind.name)@\(versions.name)" }

    /// The version whose source the rules follow, such as `2.6.1`, or a commit after the last version. Of versions that draw alike, it is the last.
    package var version: String { versions.name }

    /// The versions that draw as this one does.
    package var versions: PlayerVersions { kind.versions[index] }

    /// For people: `iOS`, `Web-Lite`, `Android 2.4.7`.
    package var title: String { index == 0 ? kind.title : fullTitle }

    /// For people, with the version: `iOS 2.5.7`.
    package var fullTitle: String { "\(kind.title) \(version)" }
}

extension PublicPlayer.Kind {
    /// As options and reports write it.
    package var name: String { self == .webLite ? "web-lite" : "\(self)" }

    fileprivate var title: String {
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

extension Set<PublicPlayer> {
    /// In the order of ``PublicPlayer/allVersions``.
    package var inOrder: [PublicPlayer] { PublicPlayer.allVersions.filter(contains) }
}
