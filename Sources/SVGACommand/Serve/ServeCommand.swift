import SVGAFormat
import SVGAHTTP
import SVGAModel
import SVGAPlatform
import SVGAService
import SVGASources
import SVGASupport
import SVGATasks

/// `svga serve`: answers requests for movies over HTTP until it is interrupted.
struct ServeCommand: Command {
    var settings = ServiceSettings()
    /// The operator's options for drawing: fonts and limits.
    var template = RenderTask()
    var remote = RemoteOptions()
    var configuration: FileName?
    var isCheck = false
    var signedTarget: String?
    /// The options of the command line, which override the environment and the configuration file.
    var given: [ServeOptions.Given] = []

    static let name = "serve"
    static let abstract = LocalizedText("Serve movies with avatars and names over HTTP", "通过 HTTP 提供带头像和名字的动画")
    static let examples = [
        "svga serve samples/ --unsigned",
        "svga serve samples/ --unsigned --check",
    ]

    static let groups: [ParameterGroup<ServeCommand>] = [
        ParameterGroup(
            ServiceSettings.options.map { noted($0.at(\.settings)) } + [
                .option(
                    \.configuration, "config", placeholder: "FILE", help: "read options from this JSON file", "从此 JSON 文件读取选项"),
                .flag(\.isCheck, "check", help: "check the configuration and exit", "检查配置后退出"),
                .option(
                    \.signedTarget, "sign", placeholder: "TARGET", help: "print TARGET with its signature and exit",
                    "输出带签名的 TARGET 后退出"),
            ]),
        ServiceSettings.group.at(\.settings).map(noted),
        RemoteOptions.group.at(\.remote).map(noted),
        ParameterGroup(
            "Fonts", "字体", summary: "\(option: "font") \(option: "no-system-fonts")",
            SubstitutionOptions.group.parameters.filter { !Set($0.info.names).isDisjoint(with: ["font", "no-system-fonts"]) }
                .map { noted($0.at(\.template.substitution)) }),
        LimitOptions.group.at(\.template.common.limits).map(noted),
    ]

    private static func noted(_ parameter: Parameter<ServeCommand>) -> Parameter<ServeCommand> {
        parameter.recorded { $0.given.append(ServeOptions.Given(name: $1, word: $2)) }
    }

    func run(in context: CommandContext) async throws(TaskError) -> ExitCode {
        let command = try ServeOptions.merged(self, environment: ServeOptions.environment(), context)
        if let target = command.signedTarget { return try command.sign(target, context) }
        let (service, address) = try command.makeService(context)
        if isCheck {
            try context.print("\(context.output.text("the configuration is valid"))\n")
            return .done
        }
        let server = try command.makeServer(service, address)
        defer { server.stop() }
        try context.print(server.address + "\n")
        service.report("listening on \(server.address)")
        return await command.serve(service, server, context)
    }

    // MARK: Starting

    private func makeService(_ context: CommandContext) throws(TaskError) -> (Service, address: String) {
        let address = settings.address == "localhost" ? "127.0.0.1" : settings.address
        try settings.validate(isLoopback: HTTPServer.isLoopback(address))
        try template.substitution.validate(input: FileName())
        let names = settings.sources.isEmpty ? ["."] : settings.sources
        let retries = Locked(0)
        var remote = remote
        remote.allowsPrivateHosts = settings.allowsPrivateHosts
        // A longer pause would leave no time to read the file: then the client gets the pause as Retry-After.
        let factory = remote.sources(
            environment: ProcessEnvironment.values(ObjectStore.variables), maximumRetryAfter: .seconds(settings.deadlineSeconds / 2)
        ) { retries.withLock { $0 += 1 } }
        // The message begins with the address.
        let sources = try TaskError.naming("") { () throws(SVGAError) in try factory.sources(names) }
        let service = try Service(
            settings, template: template, sources: sources, keys: try readKeys(context), processorCount: context.processorCount,
            sourceRetries: { retries.withLock { $0 } },
            writeLog: { line in try? StandardStreams.writeAll(Array(line.utf8), to: STDERR_FILENO) })
        return (service, address)
    }

    /// nil if requests are not signed.
    private func readKeys(_ context: CommandContext) throws(TaskError) -> SigningKeys? {
        guard let file = settings.keyFile else { return nil }
        if let problem = SystemLibrary.nettle.problem() { throw .system(message: TaskText(problem)) }
        let bytes = try InputFile.bytes(of: file, limits: template.common.limits, context: context.task)
        return try SigningKeys(parsing: bytes, file: file.path)
    }

    private func makeServer(_ service: Service, _ address: String) throws(TaskError) -> HTTPServer {
        // Results have the SHA-256 of their inputs as key, also without signatures.
        if let problem = SystemLibrary.nettle.problem() { throw .system(message: TaskText(problem)) }
        return try HTTPServer.started { () throws(HTTPServerError) in
            try HTTPServer(
                service, address: address, port: settings.port?.value ?? HTTPServer.defaultPort,
                access: settings.isUnsigned ? .ownHost : .anyHost, limits: Service.limits(settings))
        }
    }

    /// Prints the target with the signature of the first key.
    private func sign(_ target: String, _ context: CommandContext) throws(TaskError) -> ExitCode {
        guard let keys = try readKeys(context) else { throw .usage("--sign needs a key file", advice: "name it with --keys FILE") }
        guard let signed = ServiceTarget.signed(target, with: keys) else {
            throw .usage(
                "\"\(target)\" is not a target that can be signed",
                advice: "write it without a signature: /render/OPTIONS/SOURCE@FORMAT or /render?source=SOURCE")
        }
        try context.print(signed + "\n")
        return .done
    }

    // MARK: Serving

    /// Serves until SIGINT, or until the requests that run at SIGTERM are finished.
    private func serve(_ service: Service, _ server: HTTPServer, _ context: CommandContext) async -> ExitCode {
        let isEnding = Locked(false)
        context.stop?.drains {
            service.report("draining")
            service.startDraining()
            isEnding.withLock { $0 = true }
        }
        context.stop?.reloads {
            do throws(TaskError) {
                guard let keys = try readKeys(context) else { return }
                service.setKeys(keys)
                service.report("the keys are reloaded")
            } catch {
                service.report("the keys are not reloaded: \(error.text(as: .shell))", isError: true)
            }
        }
        while !Task.isCancelled, !isEnding.withLock({ $0 }) { try? await Task.sleep(for: .milliseconds(100)) }
        let end = ContinuousClock.now + .seconds(settings.drainTime?.value ?? 30)
        // A load balancer may send requests until it sees that the service is not ready.
        let endOfListening = min(.now + .seconds(1), end)
        while !Task.isCancelled, .now < endOfListening {
            _ = server.drain()
            try? await Task.sleep(for: .milliseconds(20))
        }
        server.stopListening()
        while !Task.isCancelled, .now < end, server.drain() { try? await Task.sleep(for: .milliseconds(20)) }
        service.report("stopped")
        return .interrupted
    }
}
