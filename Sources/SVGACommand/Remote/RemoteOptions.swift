import SVGASources
import SVGASupport
import SVGATasks

/// The options for files on servers: `https` URLs and object stores.
struct RemoteOptions: Sendable {
    /// Set by the option `private-hosts` of `svga render` and `svga serve`.
    var allowsPrivateHosts = false
    var endpoint: WebOrigin?
    var region: String?
    var style: BucketStyle?
    var attempts: PositiveCount?
    var timeout: Seconds?

    static let group = ParameterGroup<RemoteOptions>(
        "Remote", "远程",
        summary: LocalizedText(
            "\(option: "s3-endpoint") \(option: "transfer-timeout") …", "\(option: "s3-endpoint") \(option: "transfer-timeout") 等"),
        note: LocalizedText(
            """
            Credentials come from the environment, as for the tools of AWS:
            AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN, AWS_REGION,
            AWS_ENDPOINT_URL. Without a key, requests are not signed.
            Timeouts, broken connections and the statuses 408, 429 and 5xx are retried.

            """,
            """
            凭据取自环境变量，与 AWS 的工具相同：AWS_ACCESS_KEY_ID、AWS_REGION、
            AWS_SECRET_ACCESS_KEY、AWS_SESSION_TOKEN 和 AWS_ENDPOINT_URL。
            没有密钥则请求不签名。超时、断开的连接以及状态 408、429、5xx 会重试。

            """),
        [
            .option(
                \.endpoint, "s3-endpoint", placeholder: "URL", help: "the server of s3:// URLs (default: Amazon S3)",
                "s3:// URL 的服务器（默认 Amazon S3）"
            ).scoped(.commandLine),
            .option(
                \.region, "s3-region", placeholder: "REGION", help: "the region of the buckets (default us-east-1)", "存储桶的区域（默认 us-east-1）"
            )
            .scoped(.commandLine),
            .option(
                \.style, "s3-style", placeholder: "STYLE", help: "path: the bucket is in the path; host: in the host name",
                "path：存储桶在路径中；host：在主机名中"
            ).scoped(.commandLine),
            .option(
                \.attempts, "transfer-attempts", placeholder: "N", help: "attempts for each file (default 4)", "每个文件的尝试次数（默认 4）"
            ).scoped(.commandLine),
            .option(
                \.timeout, "transfer-timeout", placeholder: "SECONDS", help: "the limit of one attempt (default 30)",
                "一次尝试的时间上限（默认 30 秒）"
            ).scoped(.commandLine),
        ])

    /// - Parameter environment: the variables of the tools of AWS.
    func files(environment: [String: String]) -> RemoteFiles { RemoteFiles(store: store(environment), client: client) }

    /// - Parameters:
    ///   - maximumRetryAfter: see ``RetryPolicy/maximumRetryAfter``.
    ///   - willRetry: called before each further attempt.
    func sources(
        environment: [String: String], maximumRetryAfter: Duration, willRetry: @escaping @Sendable () -> Void
    ) -> SourceFactory {
        var client = client
        (client.retries.maximumRetryAfter, client.retries.willRetry) = (maximumRetryAfter, willRetry)
        return SourceFactory(store: store(environment), client: client)
    }

    private func store(_ environment: [String: String]) -> ObjectStore {
        var store = ObjectStore(environment: environment)
        if let endpoint { store.endpoint = endpoint.url }
        if let region { store.region = region }
        if let style { store.usesPathStyle = style == .path }
        return store
    }

    private var client: RemoteClient {
        var client = RemoteClient(retries: RetryPolicy(attempts: attempts?.value ?? 4), allowsPrivateHosts: allowsPrivateHosts)
        if let timeout {
            client.timeout = .seconds(timeout.value)
            client.idleLimit = min(client.idleLimit, client.timeout)
        }
        return client
    }
}

/// Where the name of a bucket is in a URL.
enum BucketStyle: String, CaseIterable, Sendable, ExpressibleByArgument {
    case path, host
}

/// The URL of a server.
struct WebOrigin: ExpressibleByArgument {
    let url: String

    init?(argument: String) {
        guard let address = WebAddress(argument), !address.hasQuery, !address.hasCredentials else { return nil }
        url = argument
    }

    static var expectation: TaskText { "the URL of a server, such as http://minio:9000" }
}

/// A folder for outputs, here or on a server.
struct OutputFolder: ExpressibleByArgument {
    /// A path, or a URL that ends with a slash; `-` is standard output.
    let name: String

    init(name: String = "") { self.name = name }

    init?(argument: String) {
        guard !argument.isEmpty else { return nil }
        let needsSlash = RemoteFiles.isRemote(argument) && argument.utf8.last != FilePath.slash
        name = needsSlash ? argument + "/" : argument
    }

    static var expectation: TaskText { "a folder" }
    static var isFile: Bool { true }
    static func acceptsAddress(_ name: String) -> Bool { RemoteFiles.isRemote(name) }

    var isRemote: Bool { RemoteFiles.isRemote(name) }
    var isStandardOutput: Bool { name == "-" }
}
