/// A version of a player, such as 2.5.14.
package struct PlayerVersion: Comparable, Hashable, Sendable, CustomStringConvertible {
    private let numbers: [Int]

    package init(_ major: Int, _ minor: Int, _ patch: Int) { numbers = [major, minor, patch] }

    /// The versions that a text stands for: `2.4` stands for all from 2.4.0 to below 2.5, and `2.4.5` for itself. nil if it is not a version.
    static func range(_ text: some StringProtocol) -> ClosedRange<PlayerVersion>? {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { part in part.utf8.allSatisfy { 0x30...0x39 ~= $0 } ? Int(part) : nil }
        guard (1...3).contains(numbers.count), numbers.count == parts.count, numbers.allSatisfy({ $0 < 1000 }) else { return nil }
        func filled(_ rest: Int) -> PlayerVersion {
            let all = numbers + Array(repeating: rest, count: 3 - numbers.count)
            return PlayerVersion(all[0], all[1], all[2])
        }
        return filled(0)...filled(999)
    }

    package static func < (left: PlayerVersion, right: PlayerVersion) -> Bool { left.numbers.lexicographicallyPrecedes(right.numbers) }

    package var description: String { numbers.map(String.init).joined(separator: ".") }
}

/// Successive versions of a player that draw alike.
package struct PlayerVersions: Hashable, Sendable {
    package let first: PlayerVersion
    package let last: PlayerVersion
    /// The commit of a state after the last published version; nil for published versions.
    private let commit: String?

    fileprivate init(_ first: PlayerVersion, _ last: PlayerVersion, commit: String? = nil) {
        (self.first, self.last, self.commit) = (first, last, commit)
    }

    fileprivate init(_ only: PlayerVersion) { self.init(only, only) }

    /// The last version, such as `2.4.7`, or the commit.
    package var name: String { commit ?? "\(last)" }

    /// Such as `2.4.0–2.4.7`.
    package var text: String { first == last ? name : "\(first)–\(last)" }
}

extension PublicPlayer.Kind {
    /// The known versions, the newest first. Versions in which a rule begins or ends are apart. Each was read as its tag or commit in the
    /// player's repository.
    package var versions: [PlayerVersions] {
        switch self {
        case .ios: PublicPlayer.Kind.iosVersions
        case .android: PublicPlayer.Kind.androidVersions
        case .web: PublicPlayer.Kind.webVersions
        case .webLite: PublicPlayer.Kind.webLiteVersions
        case .flutter: PublicPlayer.Kind.flutterVersions
        case .harmony: PublicPlayer.Kind.harmonyVersions
        case .wechat: PublicPlayer.Kind.wechatVersions
        }
    }

    private static let iosVersions = [
        PlayerVersions(PlayerVersion(2, 5, 7)), PlayerVersions(PlayerVersion(2, 3, 5), PlayerVersion(2, 5, 6)),
    ]
    private static let androidVersions = [
        PlayerVersions(PlayerVersion(2, 6, 1)), PlayerVersions(PlayerVersion(2, 6, 0)),
        PlayerVersions(PlayerVersion(2, 5, 14), PlayerVersion(2, 5, 15)), PlayerVersions(PlayerVersion(2, 5, 13)),
        PlayerVersions(PlayerVersion(2, 5, 12)), PlayerVersions(PlayerVersion(2, 5, 2), PlayerVersion(2, 5, 11)),
        PlayerVersions(PlayerVersion(2, 4, 0), PlayerVersion(2, 4, 7)),
    ]
    private static let webVersions = [
        PlayerVersions(PlayerVersion(2, 3, 1), PlayerVersion(2, 3, 2)), PlayerVersions(PlayerVersion(2, 3, 0)),
    ]
    // Two changes after 2.1.1 were not published when this was written.
    private static let webLiteVersions = [
        PlayerVersions(PlayerVersion(2, 1, 2), PlayerVersion(2, 1, 2), commit: "5a4ad9d"),
        PlayerVersions(PlayerVersion(2, 0, 7), PlayerVersion(2, 1, 1)), PlayerVersions(PlayerVersion(2, 0, 5), PlayerVersion(2, 0, 6)),
    ]
    private static let flutterVersions = [
        PlayerVersions(PlayerVersion(2, 2, 0)), PlayerVersions(PlayerVersion(2, 1, 2)), PlayerVersions(PlayerVersion(2, 1, 1)),
    ]
    private static let harmonyVersions = [PlayerVersions(PlayerVersion(0, 0, 1))]
    private static let wechatVersions = [PlayerVersions(PlayerVersion(1, 0, 0))]
}
