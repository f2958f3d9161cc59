package import SVGAModel
import SVGASupport

/// The files below an `https` URL as a source. Redirections must lead to allowed prefixes.
package struct HTTPSource: MovieSource {
    package let prefix: String
    private let client: RemoteClient
    private let mayFollow: @Sendable (WebAddress) -> Bool

    /// - Parameters:
    ///   - prefix: an `https` URL that ends with a slash, without a query; `http` only if the client allows private hosts.
    ///   - allowed: the prefixes that redirections may lead to, in addition to this one.
    /// - Throws: ``SVGAError/Kind/refused`` for any other prefix.
    package init(prefix: String, allowed: [String] = [], client: RemoteClient = RemoteClient()) throws(SVGAError) {
        guard let own = HTTPSource.address(prefix, client) else { throw .refusedID(prefix) }
        self.prefix = own.text
        self.client = client
        let prefixes = [own] + allowed.compactMap { HTTPSource.address($0, client) }
        mayFollow = { address in prefixes.contains { address.isBelow($0) } }
    }

    package func read(_ name: String, limit: Int, known: SourceVersion?) async throws(SVGAError) -> SourceAnswer {
        guard SourceName.isAcceptable(name) else { throw .refusedID(name) }
        let target = RemoteClient.Target(url: prefix + RemoteClient.encoded(name), name: prefix + name, mayFollow: mayFollow)
        return try await client.read(target, limit: limit, known: known)
    }

    /// nil if the prefix is not allowed.
    private static func address(_ prefix: String, _ client: RemoteClient) -> WebAddress? {
        guard let address = WebAddress(prefix), address.scheme == "https" || client.allowsPrivateHosts, !address.hasCredentials,
            !address.hasQuery, !address.hasFragment, address.path.utf8.last == UInt8(ascii: "/"), address.isBelow(address)
        else { return nil }
        return address
    }
}
