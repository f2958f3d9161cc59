// One message per line, or two.
// swift-format-ignore-file

extension ChineseMessages {
    /// Of SVGASources: reading and writing on servers.
    static let ofSources: [String: String] = [
        "%1$@: redirected to an address that is not allowed": "%1$@：重定向到了不允许的地址",
    ]
}
