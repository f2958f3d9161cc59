import Foundation
import SVGAPlatform
import Synchronization

/// Headless Chromium, controlled with its DevTools protocol over two pipes. It has one open page at a time.
///
/// Starting it takes a second of processor time, so browsers are reused.
final class ChromiumBrowser {
    // Declared before the folder, which must be removed after it.
    private let process: ChildProcess
    /// The browser's profile folder.
    private let profile = TemporaryFolder(inMemory: true)
    private let commands: FileHandle
    private let answers: FileHandle
    private let options: [String]
    private var lastCommand = 0
    private var unread: [UInt8] = []
    /// The complaints of the open page.
    private(set) var complaints: [String] = []

    /// The timeout of a command while a page opens or closes, in seconds. A browser that does not respond is started again.
    private static let patience = 120.0

    private init(_ options: [String]) throws {
        var toBrowser: [Int32] = [0, 0]
        var fromBrowser: [Int32] = [0, 0]
        guard pipe(&toBrowser) == 0, pipe(&fromBrowser) == 0 else { throw ChromiumPage.Failure(description: "pipe") }
        for descriptor in toBrowser + fromBrowser { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
        commands = FileHandle(fileDescriptor: toBrowser[1], closeOnDealloc: true)
        answers = FileHandle(fileDescriptor: fromBrowser[0], closeOnDealloc: true)
        defer {
            close(toBrowser[0])
            close(fromBrowser[1])
        }
        self.options = options
        // Else a command to a browser that has ended would end all tests.
        signal(SIGPIPE, SIG_IGN)
        process = try ChildProcess(
            Browser.program,
            [
                "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run", "--mute-audio",
                "--hide-scrollbars", "--remote-debugging-pipe", "--autoplay-policy=no-user-gesture-required",
                "--user-data-dir=\(profile.path)",
            ] + options + ["about:blank"],
            descriptors: [.nothing, .nothing, .nothing, .open(toBrowser[0]), .open(fromBrowser[1])])
    }

    // MARK: - Idle browsers

    private struct Waiting: @unchecked Sendable {
        // Unchecked: a browser is either in this list, under the lock, or used by one page.
        var browsers: [ChromiumBrowser] = []
    }

    private static let waiting: Mutex<Waiting> = {
        // Idle browsers must be ended here.
        atexit { ChromiumBrowser.waiting.withLock { $0.browsers = [] } }
        return Mutex(Waiting())
    }()

    /// An idle browser, or a new one.
    static func take(_ options: [String]) throws -> ChromiumBrowser {
        let found = waiting.withLock { waiting -> Waiting in
            guard let index = waiting.browsers.lastIndex(where: { $0.options == options }) else { return Waiting() }
            return Waiting(browsers: [waiting.browsers.remove(at: index)])
        }
        return try found.browsers.first ?? ChromiumBrowser(options)
    }

    /// Call it when its page is closed.
    func give() {
        let given = Waiting(browsers: [self])
        ChromiumBrowser.waiting.withLock { $0.browsers += given.browsers }
    }

    // MARK: - Pages

    func open(width: Int, height: Int, isDark: Bool, isCalm: Bool) throws -> (context: String, target: String, session: String) {
        complaints = []
        let context = try text("browserContextId", of: "Target.createBrowserContext")
        let target = try text(
            "targetId", of: "Target.createTarget",
            ["url": "about:blank", "browserContextId": context, "width": width, "height": height])
        let session = try text("sessionId", of: "Target.attachToTarget", ["targetId": target, "flatten": true])
        for domain in ["Page", "Runtime", "Log", "DOM"] {
            try send("\(domain).enable", session: session, seconds: ChromiumBrowser.patience)
        }
        let size: [String: Any] = ["width": width, "height": height, "deviceScaleFactor": 1, "mobile": false]
        try send("Emulation.setDeviceMetricsOverride", size, session: session, seconds: ChromiumBrowser.patience)
        let features = [
            ["name": "prefers-color-scheme", "value": isDark ? "dark" : "light"],
            ["name": "prefers-reduced-motion", "value": isCalm ? "reduce" : "no-preference"],
        ]
        try send("Emulation.setEmulatedMedia", ["features": features], session: session, seconds: ChromiumBrowser.patience)
        return (context, target, session)
    }

    func leave(context: String, target: String) throws {
        try send("Target.closeTarget", ["targetId": target], seconds: ChromiumBrowser.patience)
        try send("Target.disposeBrowserContext", ["browserContextId": context], seconds: ChromiumBrowser.patience)
    }

    private func text(_ name: String, of method: String, _ parameters: [String: Any] = [:]) throws -> String {
        guard let text = try send(method, parameters, seconds: ChromiumBrowser.patience)[name] as? String else {
            throw ChromiumPage.Failure(description: "\(method) gives no \(name)")
        }
        return text
    }

    // MARK: - Protocol

    /// Sends a command and waits for its response.
    /// - Parameter session: of a page; nil: for the browser.
    @discardableResult
    func send(
        _ method: String, _ parameters: [String: Any] = [:], session: String? = nil, seconds: Double = HangLimit.seconds
    ) throws -> [String: Any] {
        lastCommand += 1
        var command: [String: Any] = ["id": lastCommand, "method": method, "params": parameters]
        if let session { command["sessionId"] = session }
        try commands.write(contentsOf: JSONSerialization.data(withJSONObject: command) + [0])
        let deadline = Date(timeIntervalSinceNow: seconds)
        while true {
            let message = try nextMessage(before: deadline, doing: method)
            guard message["id"] as? Int == lastCommand else {
                note(message)
                continue
            }
            if let error = message["error"] as? [String: Any] {
                throw ChromiumPage.Failure(description: "\(method): \(error["message"] ?? error)")
            }
            return message["result"] as? [String: Any] ?? [:]
        }
    }

    /// A message ends with a zero byte; the start of the next message is buffered.
    private func nextMessage(before deadline: Date, doing what: String) throws -> [String: Any] {
        var searched = 0
        while true {
            if let end = unread[searched...].firstIndex(of: 0) {
                let message = Data(unread[..<end])
                unread.removeSubrange(...end)
                return try JSONSerialization.jsonObject(with: message) as? [String: Any] ?? [:]
            }
            searched = unread.count
            var waiting = pollfd(fd: answers.fileDescriptor, events: Int16(POLLIN), revents: 0)
            let remaining = deadline.timeIntervalSinceNow
            guard remaining > 0, poll(&waiting, 1, Int32(remaining * 1000) + 1) > 0 else {
                throw ChromiumPage.Failure(description: "\(what): no answer in time")
            }
            let data = answers.availableData
            guard !data.isEmpty else { throw ChromiumPage.Failure(description: "\(what): the browser has ended") }
            unread += data
        }
    }

    private func note(_ event: [String: Any]) {
        let parameters = event["params"] as? [String: Any] ?? [:]
        switch event["method"] as? String {
        case "Runtime.exceptionThrown": complaints.append("exception: \(parameters["exceptionDetails"] ?? parameters)")
        case "Runtime.consoleAPICalled" where parameters["type"] as? String == "error": complaints.append("console: \(parameters)")
        case "Log.entryAdded":
            let entry = parameters["entry"] as? [String: Any] ?? [:]
            if entry["level"] as? String == "error" { complaints.append("log: \(entry["text"] ?? "") \(entry["url"] ?? "")") }
        default: break
        }
    }
}
