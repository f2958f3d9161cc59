package import SVGAModel
import SVGASupport

/// Makes sources from the addresses of a command line.
package struct SourceFactory: Sendable {
    private let store: ObjectStore
    private let client: RemoteClient

    package init(store: ObjectStore, client: RemoteClient) {
        self.store = store
        self.client = client
    }

    /// The sources of folders, `https` prefixes and `s3://bucket/…`. A redirection may lead from one prefix to another.
    package func sources(_ addresses: [String]) throws(SVGAError) -> [any MovieSource] {
        var sources: [any MovieSource] = []
        for address in addresses { sources.append(try source(address, allowed: addresses)) }
        return sources
    }

    private func source(_ address: String, allowed: [String]) throws(SVGAError) -> any MovieSource {
        switch FilePath(address).addressScheme?.lowercased() {
        case nil: return try FolderSource(path: address)
        case "https", "http": return try HTTPSource(prefix: address, allowed: allowed, client: client)
        case "s3": return try ObjectSource(prefix: address, store: store, client: client)
        case let scheme?: throw .refusedScheme(scheme, address: address)
        }
    }
}

extension SVGAError {
    fileprivate static func refusedScheme(_ scheme: String, address: String) -> SVGAError {
        SVGAError(.refused, "\(address): there are no sources with the scheme \(scheme)", subject: .url(address), detail: nil)
    }
}
