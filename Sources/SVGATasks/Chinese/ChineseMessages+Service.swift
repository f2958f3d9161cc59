// One message per line, or two.
// swift-format-ignore-file

extension ChineseMessages {
    /// Of SVGAHTTP, SVGASources and SVGAService, for `svga serve`.
    static let ofService: [String: String] = [
        "a request has one Content-Length or Transfer-Encoding header": "请求只能有一个 Content-Length 或 Transfer-Encoding 头",
        "%1$@: there are no sources with the scheme %2$@": "%1$@：不支持协议为 %2$@ 的来源",
        "too many reads of one source at once": "同时读取同一来源的次数过多",
        "the source has no content": "来源没有内容",
        "line %1$@ is not a key: at least %2$@ bytes in hexadecimal": "第 %1$@ 行不是密钥：应为至少 %2$@ 字节的十六进制数",
        "make one with openssl rand -hex 32": "可用 openssl rand -hex 32 生成",
        "a key file has 1 to %1$@ keys, not %2$@": "密钥文件应有 1 到 %1$@ 个密钥，而不是 %2$@ 个",
        "requests need a signature, and there are no keys": "请求需要签名，但没有密钥",
        "name a key file with %1$@, or accept all requests of this machine with %2$@": "请用 %1$@ 指定密钥文件，或用 %2$@ 接受本机的全部请求",
        "%1$@ needs a loopback address such as 127.0.0.1, not \"%2$@\"": "%1$@ 需要 127.0.0.1 这样的回环地址，而不是“%2$@”",
        "sign requests with %1$@": "请用 %1$@ 对请求签名",
    ]
}
