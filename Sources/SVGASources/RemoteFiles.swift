package import SVGAModel
import SVGASupport

/// Reads `https` and `s3` URLs, and writes files below them. For `svga batch`, whose user names the URLs.
package struct RemoteFiles: Sendable {
    private let store: ObjectStore
    private let client: RemoteClient

    package init(store: ObjectStore, client: RemoteClient) {
        self.store = store
        self.client = client
    }

    /// Whether a name is a URL that can be read and written.
    package static func isRemote(_ name: String) -> Bool {
        FilePath(name).addressScheme.map { ["http", "https", "s3"].contains($0.lowercased()) } ?? false
    }

    /// Reads a file. See ``MovieSource/read(_:limit:known:)``.
    package func read(_ url: String, limit: Int, known: SourceVersion? = nil) async throws(SVGAError) -> SourceAnswer {
        let (target, client) = try target(url)
        return try await client.read(target, limit: limit, known: known)
    }

    /// Writes a file by PUT, completely or not at all.
    /// - Parameters:
    ///   - folder: `https://host/folder/` or `s3://bucket/folder/`.
    ///   - name: the name below the folder, not percent-encoded.
    ///   - overwriting: if false, an existing file throws ``SVGAError/Kind/fileExists``.
    package func write(_ bytes: [UInt8], as name: String, in folder: String, overwriting: Bool) async throws(SVGAError) {
        let isObject = ObjectStore.parts(folder) != nil
        let (target, client) = try target(folder + (isObject ? name : RemoteClient.encoded(name)))
        try await client.write(bytes, type: RemoteFiles.type(of: name), to: target, overwriting: overwriting)
    }

    private func target(_ url: String) throws(SVGAError) -> (RemoteClient.Target, RemoteClient) {
        if let (bucket, key) = ObjectStore.parts(url) { return (try store.target(bucket: bucket, key: key), store.client(client)) }
        let allowsHTTP = client.allowsPrivateHosts
        guard let address = WebAddress(url), address.scheme == "https" || allowsHTTP else { throw .refusedID(url) }
        let target = RemoteClient.Target(url: url, name: RemoteFiles.shown(url)) { $0.scheme == "https" || allowsHTTP }
        return (target, client)
    }

    /// The URL for messages: without its query and its password, which are secrets.
    package static func shown(_ url: String) -> String {
        let plain = String(url.prefix { $0 != "?" && $0 != "#" })
        guard let start = plain.firstRange(of: "://")?.upperBound else { return plain }
        let server = plain[start...].prefix { $0 != "/" }
        guard let at = server.lastIndex(of: "@") else { return plain }
        return String(plain[..<start] + plain[plain.index(after: at)...])
    }

    /// The media type by the file extension.
    package static func type(of name: String) -> String {
        switch FilePath(name).extension?.lowercased() ?? "" {
        case "png", "apng": "image/png"
        case "gif": "image/gif"
        case "webp": "image/webp"
        case "avif": "image/avif"
        case "jxl": "image/jxl"
        case "jpg", "jpeg": "image/jpeg"
        case "mp4": "video/mp4"
        case "webm": "video/webm"
        case "mov": "video/quicktime"
        case "wav": "audio/wav"
        case "html": "text/html; charset=utf-8"
        case "js": "text/javascript; charset=utf-8"
        case "json": "application/json"
        default: "application/octet-stream"
        }
    }
}
