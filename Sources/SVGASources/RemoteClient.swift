import SVGAModel
import SVGAPlatform
import SVGASupport

/// What libcurl needs to sign requests to an object store: AWS Signature Version 4.
struct RequestSigner: Sendable {
    /// libcurl's notation, for example `aws:amz:us-east-1:s3`.
    let scope: String
    let key: String
    let secret: String
}

/// Reads and writes files on servers, with retries.
package struct RemoteClient: Sendable {
    /// For one attempt, including redirections.
    package var timeout: Duration
    /// The maximum time without data.
    package var idleLimit: Duration
    package var retries: RetryPolicy
    /// Whether the server may be this machine or in a private network. If not, each address is checked when it is connected to, as for
    /// `SVGAParser.allowsPrivateHosts`.
    package var allowsPrivateHosts: Bool

    /// Servers and batches transfer more files at once than apps.
    private static let anywhere = HTTPTransfers(connectionsPerHost: 64, mayConnect: nil)
    private static let publicHosts = HTTPTransfers(connectionsPerHost: 64) { $0.isPublic }

    package init(
        timeout: Duration = .seconds(30), idleLimit: Duration = .seconds(10), retries: RetryPolicy = RetryPolicy(),
        allowsPrivateHosts: Bool = false
    ) {
        self.timeout = timeout
        self.idleLimit = idleLimit
        self.retries = retries
        self.allowsPrivateHosts = allowsPrivateHosts
    }

    /// A request without its method.
    struct Target: Sendable {
        /// Percent-encoded.
        var url: String
        /// For errors: the name that the user knows.
        var name: String
        var signer: RequestSigner?
        var fields: [String: String] = [:]
        /// Whether a redirection may lead to a URL.
        var mayFollow: @Sendable (WebAddress) -> Bool = { _ in true }
    }

    /// Reads a file. See ``MovieSource/read(_:limit:known:)``.
    func read(_ target: Target, limit: Int, known: SourceVersion?) async throws(SVGAError) -> SourceAnswer {
        let conditions = known.map(\.conditions) ?? [:]
        let response = try await retries.run { (_) throws(SVGAError) in
            try await send("GET", target, adding: conditions, isConditional: known != nil, limit: limit)
        }
        let freshFor = Duration.seconds(response.header.freshSeconds)
        if response.header.status == 304 { return .unchanged(freshFor: freshFor) }
        return .content(SourceContent(bytes: response.bytes, version: SourceVersion(response.header), freshFor: freshFor))
    }

    /// Writes a file completely or not at all.
    /// - Parameter overwriting: if false, an existing file throws ``SVGAError/Kind/fileExists``.
    func write(_ bytes: [UInt8], type: String, to target: Target, overwriting: Bool) async throws(SVGAError) {
        if !overwriting, try await exists(target) { throw .exists(path: target.name) }
        try await retries.run { (attempt) throws(SVGAError) in
            var fields = ["Content-Type": type]
            // The answer to an earlier attempt may be lost although the file was written.
            if !overwriting, attempt == 0 { fields["If-None-Match"] = "*" }
            do throws(SVGAError) {
                _ = try await send("PUT", target, body: bytes, adding: fields, limit: 1 << 20)
            } catch {
                throw error.httpStatus == 412 ? .exists(path: target.name) : error
            }
        }
    }

    private func exists(_ target: Target) async throws(SVGAError) -> Bool {
        do throws(SVGAError) {
            _ = try await retries.run { (_) throws(SVGAError) in try await send("HEAD", target, limit: 0) }
            return true
        } catch  where error.kind == .notFound {
            return false
        }
    }

    private func send(
        _ method: String, _ target: Target, body: [UInt8]? = nil, adding fields: [String: String] = [:], isConditional: Bool = false,
        limit: Int
    ) async throws(SVGAError) -> DownloadResponse {
        guard WebAddress(target.url) != nil else { throw .refusedID(target.name) }
        var request = WebRequest(url: target.url)
        request.method = method
        request.body = body
        for (name, value) in target.fields.merging(fields, uniquingKeysWith: { $1 }) { request.set(name, value) }
        var download = DownloadRequest(
            request: request, record: nil, limitBytes: limit, timeout: timeout, idleLimit: idleLimit, now: { time(nil) })
        download.name = target.name
        download.signer = target.signer
        download.mayFollow = target.mayFollow
        download.isConditional = isConditional
        let transfers = allowsPrivateHosts ? RemoteClient.anywhere : RemoteClient.publicHosts
        do throws(SVGAError) {
            return try await transfers.download(download)
        } catch {
            if let status = error.httpStatus, [404, 410].contains(status) { throw .notFound(name: target.name) }
            throw error
        }
    }

    /// Percent-encodes a name, except slashes. S3 computes signatures of this form, so no other form is sent.
    static func encoded(_ name: String) -> String { name.percentEncoded(keeping: "-._~/") }
}

extension SourceVersion {
    private static let timePrefix = "modified "

    /// nil for a response without validators.
    init?(_ header: HTTPHeader) {
        if let tag = header.fields["etag"], !tag.isEmpty {
            self.init(tag: tag)
        } else if let time = header.fields["last-modified"], !time.isEmpty {
            self.init(tag: SourceVersion.timePrefix + time)
        } else {
            return nil
        }
    }

    /// The fields of a conditional request.
    fileprivate var conditions: [String: String] {
        if tag.hasPrefix(SourceVersion.timePrefix) { return ["If-Modified-Since": String(tag.dropFirst(SourceVersion.timePrefix.count))] }
        return ["If-None-Match": tag]
    }
}
