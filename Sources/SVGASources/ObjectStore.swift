package import SVGAModel
import SVGASupport

/// Amazon S3 or a compatible store: its region, endpoint and credentials.
package struct ObjectStore: Sendable {
    /// The default is `us-east-1`, which most compatible stores accept.
    package var region: String
    /// The URL of a compatible store, for example `http://minio:9000`; nil for Amazon's. It is trusted, so it may be in a private network.
    package var endpoint: String?
    /// Whether the bucket is the first part of the path, not of the host; nil: if there is an endpoint.
    package var usesPathStyle: Bool?
    private let signer: (key: String, secret: String)?
    private let sessionToken: String?

    /// The environment variables of AWS's tools that are read.
    package static let variables = [
        "AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_SESSION_TOKEN", "AWS_REGION", "AWS_DEFAULT_REGION", "AWS_ENDPOINT_URL_S3",
        "AWS_ENDPOINT_URL",
    ]

    /// - Parameter environment: the values of ``variables``. Without a key, requests are not signed, which public buckets allow.
    package init(environment: [String: String]) {
        func value(_ names: String...) -> String? { names.lazy.compactMap { environment[$0] }.first { !$0.isEmpty } }
        region = value("AWS_REGION", "AWS_DEFAULT_REGION") ?? "us-east-1"
        endpoint = value("AWS_ENDPOINT_URL_S3", "AWS_ENDPOINT_URL")
        usesPathStyle = nil
        if let key = value("AWS_ACCESS_KEY_ID"), let secret = value("AWS_SECRET_ACCESS_KEY") {
            signer = (key, secret)
            sessionToken = value("AWS_SESSION_TOKEN")
        } else {
            (signer, sessionToken) = (nil, nil)
        }
    }

    /// The bucket and the key of `s3://bucket/key`; nil for another URL. The key may be empty.
    static func parts(_ name: String) -> (bucket: String, key: String)? {
        let scheme = "s3://"
        guard name.utf8.starts(with: scheme.utf8) else { return nil }
        let parts = name.utf8.dropFirst(scheme.utf8.count).split(separator: FilePath.slash, maxSplits: 1, omittingEmptySubsequences: false)
        let bucket = String(decoding: parts[0], as: UTF8.self)
        guard isBucket(bucket) else { return nil }
        return (bucket, parts.count == 2 ? String(decoding: parts[1], as: UTF8.self) : "")
    }

    /// Amazon's rule: 3 to 63 lowercase letters, digits, dots and hyphens.
    private static func isBucket(_ name: String) -> Bool {
        (3...63).contains(name.utf8.count) && !name.utf8.starts(with: ".".utf8) && !name.contains("..")
            && name.utf8.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2D || $0 == 0x2E }
    }

    /// The request for an object.
    func target(bucket: String, key: String) throws(SVGAError) -> RemoteClient.Target {
        let name = "s3://\(bucket)/\(key)"
        // A dot segment would be removed from the URL, and so would not match the signature.
        let hasDots = key.utf8.split(separator: FilePath.slash).contains { $0.elementsEqual(".".utf8) || $0.elementsEqual("..".utf8) }
        guard !key.isEmpty, key.utf8.count <= 1024, !hasDots, ObjectStore.isRegion(region), ObjectStore.isBucket(bucket) else {
            throw .refusedID(name)
        }
        guard let server = WebAddress(endpoint ?? "https://s3.\(region).amazonaws.com"), !server.hasQuery, !server.hasCredentials else {
            throw .refusedID(endpoint ?? region)
        }
        var url = server.origin
        // A certificate for *.s3.amazonaws.com does not match a bucket with dots.
        let isInPath = usesPathStyle ?? (endpoint != nil || bucket.contains("."))
        if !isInPath { url = "\(server.scheme)://\(bucket).\(server.host)" + (server.port.map { ":" + $0 } ?? "") }
        var path = server.path
        while path.utf8.last == FilePath.slash { path.removeLast() }
        url += path + (isInPath ? "/" + bucket : "") + "/" + RemoteClient.encoded(key)
        var target = RemoteClient.Target(url: url, name: name)
        if let signer {
            target.signer = RequestSigner(scope: "aws:amz:\(region):s3", key: signer.key, secret: signer.secret)
            target.fields["x-amz-security-token"] = sessionToken
            // S3 requires the field, which libcurl 7.88 does not add. TLS protects the content.
            target.fields["x-amz-content-sha256"] = "UNSIGNED-PAYLOAD"
        }
        return target
    }

    /// The region is part of libcurl's option, whose parts are separated by colons.
    private static func isRegion(_ region: String) -> Bool {
        !region.isEmpty && region.utf8.allSatisfy { (0x61...0x7A).contains($0 | 0x20) || (0x30...0x39).contains($0) || $0 == 0x2D }
    }

    /// The same client for this store. A configured endpoint may be in a private network.
    func client(_ client: RemoteClient) -> RemoteClient {
        var client = client
        if endpoint != nil { client.allowsPrivateHosts = true }
        return client
    }
}

/// The objects of a bucket below a prefix as a source.
package struct ObjectSource: MovieSource {
    package let prefix: String
    private let bucket: String
    private let folder: String
    private let store: ObjectStore
    private let client: RemoteClient

    /// - Parameter prefix: `s3://bucket/` or `s3://bucket/folder/`.
    /// - Throws: ``SVGAError/Kind/refused`` for any other prefix.
    package init(prefix: String, store: ObjectStore, client: RemoteClient = RemoteClient()) throws(SVGAError) {
        let full = prefix.utf8.last == FilePath.slash ? prefix : prefix + "/"
        guard let parts = ObjectStore.parts(full) else { throw .refusedID(prefix) }
        self.prefix = full
        (bucket, folder) = parts
        self.store = store
        self.client = store.client(client)
    }

    package func read(_ name: String, limit: Int, known: SourceVersion?) async throws(SVGAError) -> SourceAnswer {
        guard SourceName.isAcceptable(name) else { throw .refusedID(name) }
        return try await client.read(store.target(bucket: bucket, key: folder + name), limit: limit, known: known)
    }
}
