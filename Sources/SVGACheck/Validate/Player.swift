/// The public players whose differences are known.
public enum Player: String, CaseIterable, Sendable {
    case ios
    case android
    /// The official web player.
    case web
    /// The smaller web player.
    case webLite = "web-lite"
    case flutter
}
