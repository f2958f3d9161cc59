extension ChineseMessages {
    /// Of SVGASources: reading and writing on servers.
    static let ofSources = [
        "%1$@: redirected to an address that is not allowed": "%1$@：重定向到了不允许的地址"
    ]
}
