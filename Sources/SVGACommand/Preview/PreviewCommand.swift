import SVGAEmulation
import SVGAFormat
import SVGAHTTP
import SVGAModel
import SVGAPlatform
import SVGAPreview
import SVGASupport
import SVGATasks

/// `svga preview`: shows files and folders in the browser until it is interrupted.
struct PreviewCommand: Command {
    var inputs: [FileName] = []
    var port: PortNumber?
    var address = "127.0.0.1"
    var deadline: Seconds?
    var opensBrowser = false
    var player: PublicPlayer?
    var budget: FileName?
    var allowsWriting = false
    var siteFolder: FileName?
    var overwrites = false
    var limits = ReadLimits.default

    static let name = "preview"
    static let abstract = LocalizedText("Preview files and folders in the browser", "在浏览器中预览文件和文件夹")
    static let examples = [
        "svga preview samples/ --open",
        "svga preview samples/gift.svga --port 9000",
    ]

    static let groups: [ParameterGroup<PreviewCommand>] = [
        ParameterGroup(
            [
                .arguments(
                    \.inputs, "FILE|FOLDER…", help: "files and folders to show (default: the current folder)", "要显示的文件和文件夹（默认为当前文件夹）",
                    required: false
                ).completed(.animations),
                .flag(\.opensBrowser, "open", help: "open the page in the browser", "在浏览器中打开页面"),
                .option(
                    \.player, "player", placeholder: "PLAYER",
                    help: "draw like ios, android, web, web-lite, flutter, harmony or wechat at first",
                    "初始时按 ios、android、web、web-lite、flutter、harmony 或 wechat 的画法显示"),
                .option(
                    \.budget, "budget", placeholder: "FILE", help: "compare each movie with these limits (\(help: "budget"))",
                    "把每个动画与这些限额比较（见 \(help: "budget")）"),
                .flag(
                    \.allowsWriting, "write", help: "let the page save edits in place, each with a backup",
                    "允许网页把编辑结果写回原文件，并保留备份"),
                .option(
                    \.siteFolder, "export", placeholder: "DIR", help: "write the gallery as a web site into DIR, and end",
                    "把文件库写成 DIR 中的静态网站，然后结束"),
                .flag(
                    \.overwrites, "force", help: "let \(option: "export") write into a folder that is not empty",
                    "允许 \(option: "export") 写入非空文件夹"),
                .option(
                    \.port, "port", placeholder: "N", help: "port (default: \(HTTPServer.defaultPort), or a free one)",
                    "端口（默认 \(HTTPServer.defaultPort)，被占用则用空闲端口）"),
                .option(
                    \.address, "bind", placeholder: "ADDRESS",
                    help: "listen on this address; others may reach it (default: 127.0.0.1, only this machine)",
                    "监听此地址，其他机器可能访问（默认 127.0.0.1，仅本机）"),
                .option(
                    \.deadline, "deadline", placeholder: "SECONDS", help: "time limit of a request of the page (default 30)",
                    "网页的一个请求的时限（默认 30）"),
            ]),
        LimitOptions.group.at(\.limits),
    ]

    func validate() throws(TaskError) {
        guard let siteFolder else {
            if overwrites { throw .usage("--force needs --export DIR") }
            return
        }
        if siteFolder.isStandardStream { throw .usage("--export needs a folder, not standard output") }
        let others = [
            ("--write", allowsWriting), ("--player", player != nil), ("--port", port != nil), ("--bind", address != "127.0.0.1"),
            ("--deadline", deadline != nil),
        ]
        if let other = others.first(where: \.1) {
            throw .usage("--export writes files and ends, so it cannot be combined with \(other.0)")
        }
    }

    func run(in context: CommandContext) async throws(TaskError) -> ExitCode {
        let paths = inputs.isEmpty ? ["."] : inputs.map(\.path)
        for path in paths where access(path, R_OK) != 0 { throw .read(file: path, .file(reason: errorText(errno))) }
        let common = CommonOptions(limits: limits)
        let budget = try budget.map { (file) throws(TaskError) in try BudgetTask(budget: file, common: common).loaded(in: context.task) }
        if let siteFolder { return try await SiteCommand(paths: paths, folder: siteFolder, budget: budget, preview: self).run(in: context) }
        let preview = try makePreview(paths, budget)
        let server = try makeServer(preview)
        defer { server.stop() }
        try context.print(server.address + "\n")
        if !server.isLocal {
            context.report(note: "svga: other machines can reach this address; anyone who knows it has access")
        }
        if opensBrowser { Browser.open(server.address) { context.report(note: "svga: \($0)") } }
        // SIGINT, SIGTERM and SIGHUP cancel the task; otherwise a server does not end.
        await withTaskCancellationHandler {
            while !Task.isCancelled { try? await Task.sleep(for: .seconds(3600)) }
        } onCancel: {
            // Jobs may occupy all threads that this task needs.
            preview.stopJobs()
        }
        return .interrupted
    }

    private func makePreview(_ paths: [String], _ budget: BudgetTask.Loaded?) throws(TaskError) -> Preview {
        do throws(PreviewError) {
            return try Preview(paths: paths, limits: limits, player: player, budget: budget, allowsWriting: allowsWriting)
        } catch {
            throw .input(file: "", message: TaskText(error.message), advice: TaskText(error.advice))
        }
    }

    private func makeServer(_ preview: Preview) throws(TaskError) -> HTTPServer {
        var limits = HTTPServer.Limits()
        if let deadline { limits.answerSeconds = deadline.value }
        return try HTTPServer.started { [limits] () throws(HTTPServerError) in
            try HTTPServer(preview, address: address == "localhost" ? "127.0.0.1" : address, port: port?.value, limits: limits)
        }
    }
}

extension HTTPServer {
    /// Words the errors of starting for the command line.
    static func started(_ start: () throws(HTTPServerError) -> HTTPServer) throws(TaskError) -> HTTPServer {
        do throws(HTTPServerError) {
            return try start()
        } catch {
            switch error {
            case .address(let address):
                throw .usage("--bind needs an address of this machine such as 127.0.0.1, not \"\(address)\"")
            case .portInUse(let port):
                throw .system(message: "port \(port) is in use", advice: "choose another --port, or leave it out")
            case .portForbidden(let port):
                throw .system(message: "only root can use port \(port)", advice: "choose a port of at least 1024")
            case .library(let problem), .system(let problem):
                throw .system(message: TaskText(problem))
            }
        }
    }
}
