import SVGAModel
import SVGASupport
package import SVGATasks

/// The options of the service. Flags, environment variables and the configuration file have the same names.
package struct ServiceSettings: Sendable {
    /// Folders, `https://…/` and `s3://…/`.
    package var sources: [String] = []
    package var address = "127.0.0.1"
    package var port: PortNumber?
    package var keyFile: FileName?
    package var isUnsigned = false

    package var workers: PositiveCount?
    package var queue: PositiveCount?
    package var connections: PositiveCount?
    package var deadline: Seconds?
    package var maximumBody: Amount?
    package var sourceReads: PositiveCount?
    package var allowsPrivateHosts = false
    package var memoryCeiling: Amount?

    package var cacheMemory: Amount?
    package var resultMemory: Amount?
    package var resultFolder: FileName?
    package var resultBytes: Amount?
    package var maximumAge: Seconds?

    package var drainTime: Seconds?
    package var log = RequestLog.Level.all

    package init() {}

    /// The time limit of a request.
    package var deadlineSeconds: Double { deadline?.value ?? 10 }

    /// The most used options.
    package static let options: [Parameter<ServiceSettings>] = [
        .arguments(
            \.sources, "SOURCE…", help: "folders and URL prefixes (https://…/, s3://…/) with files", "存放文件的文件夹和 URL 前缀（https://…/、s3://…/）",
            required: false),
        .option(\.keyFile, "keys", placeholder: "FILE", help: "accept requests that are signed with a key of FILE", "接受用 FILE 中的密钥签名的请求"),
        .flag(\.isUnsigned, "unsigned", help: "accept unsigned requests; only from this machine", "接受未签名的请求；仅限本机"),
        .option(
            \.address, "bind", placeholder: "ADDRESS", help: "listen on this address (default: 127.0.0.1)", "监听此地址（默认 127.0.0.1）"),
        .option(\.port, "port", placeholder: "N", help: "port (default: 8742)", "端口（默认 8742）"),
    ]

    /// The less common options.
    package static let group = ParameterGroup<ServiceSettings>(
        "Service", "服务",
        summary: LocalizedText(
            "\(option: "workers") \(option: "deadline") \(option: "result-cache") …",
            "\(option: "workers") \(option: "deadline") \(option: "result-cache") 等"),
        note: ServiceHelp.note,
        [
            .option(
                \.workers, "workers", placeholder: "N", help: "requests that are drawn at once (default: one per processor)",
                "同时绘制的请求数（默认每个处理器一个）"),
            .option(\.queue, "queue", placeholder: "N", help: "requests that wait for a worker (default 64)", "等待绘制的请求数（默认 64）"),
            .option(\.connections, "connections", placeholder: "N", help: "maximum number of connections (default 1024)", "连接数上限（默认 1024）"),
            .option(
                \.deadline, "deadline", placeholder: "SECONDS", help: "time limit of a request, with its wait (default 10)",
                "一个请求的时限，含等待时间（默认 10）"),
            .option(
                \.maximumBody, "max-body", placeholder: "N", help: "maximum bytes of a request body (default 32mi)", "请求正文的字节数上限（默认 32mi）"),
            .option(
                \.sourceReads, "source-reads", placeholder: "N", help: "concurrent reads of one source (default 16)", "同时读取同一来源的次数（默认 16）"),
            .flag(
                \.allowsPrivateHosts, "private-hosts", help: "sources may be in private networks, and use http",
                "来源可以位于私有网络，也可以使用 http"),
            .option(
                \.memoryCeiling, "memory-ceiling", placeholder: "N", help: "memory above which caches are emptied (default: none)",
                "进程内存超过此值时清空缓存（默认不限）"),
            .option(
                \.cacheMemory, "cache-memory", placeholder: "N", help: "memory for prepared movies and images (default 512mi)",
                "已准备好的动画和图片可占用的内存（默认 512mi）"),
            .option(\.resultMemory, "result-memory", placeholder: "N", help: "memory for results (default 64mi)", "结果可占用的内存（默认 64mi）"),
            .option(\.resultFolder, "result-cache", placeholder: "DIR", help: "keep results in this folder", "把结果保存在此文件夹"),
            .option(
                \.resultBytes, "result-cache-bytes", placeholder: "N", help: "maximum bytes of that folder (default 10gi)",
                "该文件夹的字节数上限（默认 10gi）"),
            .option(
                \.maximumAge, "max-age", placeholder: "SECONDS", help: "time for which clients cache a result (default 3600)",
                "客户端缓存结果的时间（默认 3600）"),
            .option(
                \.drainTime, "drain", placeholder: "SECONDS", help: "time to finish requests after SIGTERM (default 30)",
                "收到 SIGTERM 后完成请求的时间（默认 30）"),
            .option(\.log, "log", placeholder: "LEVEL", help: "log requests: all (default), errors or none", "记录请求：all（默认）、errors 或 none"),
        ])

    /// - Throws: if unsigned requests could come from other machines, or if no request could be accepted.
    package func validate(isLoopback: Bool) throws(TaskError) {
        if isUnsigned, keyFile != nil {
            throw .usage("\(option: "unsigned") and \(option: "keys") cannot be combined", advice: "use only one of them")
        }
        guard isUnsigned || keyFile != nil else {
            throw .usage(
                "requests need a signature, and there are no keys",
                advice: "name a key file with \(option: "keys"), or accept all requests of this machine with \(option: "unsigned")")
        }
        if isUnsigned, !isLoopback {
            throw .usage(
                "\(option: "unsigned") needs a loopback address such as 127.0.0.1, not \"\(address)\"",
                advice: "sign requests with \(option: "keys")")
        }
    }
}

extension RequestLog.Level: ExpressibleByArgument {}

/// The help note after the options of the service.
enum ServiceHelp {
    static let note = LocalizedText(
        """
        Requests: OPTIONS are those of jobs, or - for none; FORMAT may be auto.
          GET   /render/SIGNATURE/OPTIONS/SOURCE@FORMAT
          GET   /render?OPTIONS&source=SOURCE&format=FORMAT&signature=SIGNATURE
          GET   /thumbnail /inspect /validate /placement, in the same forms
          POST  /render with a job in JSON; /optimize /fix /convert with a movie
          GET   /health/live /health/ready /metrics
        Each option may be in FILE of \(option: "config"), {"keys": "k", "sources": ["gifts"]},
        or in the environment: SVGA_CACHE_MEMORY is \(option: "cache-memory").
        Flags override the environment, and the environment overrides FILE.

        """,
        """
        请求：OPTIONS 是任务的选项，- 表示没有；FORMAT 可以是 auto。
          GET   /render/SIGNATURE/OPTIONS/SOURCE@FORMAT
          GET   /render?OPTIONS&source=SOURCE&format=FORMAT&signature=SIGNATURE
          GET   /thumbnail /inspect /validate /placement，形式相同
          POST  /render，正文为 JSON 任务；/optimize /fix /convert，正文为动画
          GET   /health/live /health/ready /metrics
        每个选项都可以写在 \(option: "config") 的 FILE 中：{"keys": "k", "sources": ["gifts"]}，
        也可以写在环境变量中：SVGA_CACHE_MEMORY 就是 \(option: "cache-memory")。
        命令行优先于环境变量，环境变量优先于 FILE。

        """)
}
