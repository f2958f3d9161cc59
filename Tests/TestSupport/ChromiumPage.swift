import Foundation
import SVGAPlatform

/// A page in headless Chromium that a test drives as a person would: with keys, clicks and files that are dropped.
///
/// It speaks the browser's own protocol through two pipes. Tests with one have the trait `.needs("chromium")`.
package final class ChromiumPage {
    package struct Failure: Error, CustomStringConvertible {
        package let description: String
    }

    // Before the folder, which goes after it.
    private var process: BrowserProcess?
    /// Where the browser keeps its files.
    private var profile = TemporaryFolder(inMemory: true)
    private var commands = FileHandle.nullDevice
    private var answers = FileHandle.nullDevice
    private var session: String?
    private var lastCommand = 0
    private var unread: [UInt8] = []
    /// What the page's scripts have complained about: exceptions, errors on the console, files that could not be loaded.
    package private(set) var complaints: [String] = []

    /// How often a browser is started that does not answer.
    private static let attempts = 3
    /// In which a browser has to answer each command as it starts, in seconds.
    private static let patience = 20.0

    /// - Parameters:
    ///   - language: what the browser says its user reads, such as `zh-CN`.
    ///   - isDark: whether the system is said to be dark.
    ///   - readsFiles: whether a page from a file may load what lies beside it.
    package init(
        width: Int = 1280, height: Int = 800, language: String = "en-US", isDark: Bool = false, readsFiles: Bool = false
    ) throws {
        let scheme = ["name": "prefers-color-scheme", "value": isDark ? "dark" : "light"]
        let size: [String: Any] = ["width": width, "height": height, "deviceScaleFactor": 1, "mobile": false]
        let options =
            ["--lang=\(language)", "--accept-lang=\(language)", "--window-size=\(width),\(height)"]
            + (readsFiles ? ["--allow-file-access-from-files"] : [])
        for attempt in 1...ChromiumPage.attempts {
            do {
                try start(options)
                try send("Emulation.setDeviceMetricsOverride", size, seconds: ChromiumPage.patience)
                try send("Emulation.setEmulatedMedia", ["features": [scheme]], seconds: ChromiumPage.patience)
                return
            } catch  where attempt < ChromiumPage.attempts {
                print("Chromium is started again: \(error)")
            }
        }
    }

    private func start(_ options: [String]) throws {
        process = nil
        profile = TemporaryFolder(inMemory: true)
        (session, unread, complaints) = (nil, [], [])
        var toBrowser: [Int32] = [0, 0]
        var fromBrowser: [Int32] = [0, 0]
        guard pipe(&toBrowser) == 0, pipe(&fromBrowser) == 0 else { throw Failure(description: "pipe") }
        for descriptor in toBrowser + fromBrowser { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
        commands = FileHandle(fileDescriptor: toBrowser[1], closeOnDealloc: true)
        answers = FileHandle(fileDescriptor: fromBrowser[0], closeOnDealloc: true)
        defer {
            close(toBrowser[0])
            close(fromBrowser[1])
        }
        process = try BrowserProcess(
            "chromium",
            [
                "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run", "--mute-audio",
                "--hide-scrollbars", "--remote-debugging-pipe", "--autoplay-policy=no-user-gesture-required",
                "--user-data-dir=\(profile.path)",
            ] + options + ["about:blank"], descriptors: [toBrowser[0], fromBrowser[1]])
        let found = try send("Target.getTargets", seconds: ChromiumPage.patience)["targetInfos"] as? [[String: Any]] ?? []
        guard let page = found.first(where: { $0["type"] as? String == "page" })?["targetId"] else {
            throw Failure(description: "the browser has no page")
        }
        let attached = try send("Target.attachToTarget", ["targetId": page, "flatten": true], seconds: ChromiumPage.patience)
        session = attached["sessionId"] as? String
        for domain in ["Page", "Runtime", "Log", "DOM"] { try send("\(domain).enable", seconds: ChromiumPage.patience) }
    }
}

// MARK: - The protocol

extension ChromiumPage {
    /// Sends a command and waits for its answer.
    @discardableResult
    package func send(_ method: String, _ parameters: [String: Any] = [:], seconds: Double = 60) throws -> [String: Any] {
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
            if let error = message["error"] as? [String: Any] { throw Failure(description: "\(method): \(error["message"] ?? error)") }
            return message["result"] as? [String: Any] ?? [:]
        }
    }

    /// A message ends with a zero byte; what has come of the next one is kept.
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
            let rest = deadline.timeIntervalSinceNow
            guard rest > 0, poll(&waiting, 1, Int32(rest * 1000) + 1) > 0 else { throw Failure(description: "\(what): no answer in time") }
            let data = answers.availableData
            guard !data.isEmpty else { throw Failure(description: "\(what): the browser has ended") }
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

// MARK: - What a person does

extension ChromiumPage {
    package func open(_ address: String) throws { try send("Page.navigate", ["url": address]) }

    /// The value of a JavaScript expression, which may be a promise.
    @discardableResult
    package func value(_ expression: String, seconds: Double = 60) throws -> Any? {
        let answer = try send(
            "Runtime.evaluate",
            ["expression": expression, "awaitPromise": true, "returnByValue": true, "userGesture": true], seconds: seconds)
        if let details = answer["exceptionDetails"] as? [String: Any] {
            let exception = details["exception"] as? [String: Any]
            throw Failure(description: "\(expression.prefix(200)): \(exception?["description"] ?? details)")
        }
        return (answer["result"] as? [String: Any])?["value"]
    }

    /// What a canvas holds.
    /// - Parameter canvas: an expression.
    package func pixels(ofCanvas canvas: String) throws -> CanvasPixels {
        guard let pixels = CanvasPixels(try value(CanvasPixels.expression(canvas))) else {
            throw Failure(description: "\(canvas) gives no pixels")
        }
        return pixels
    }

    /// Waits until an expression is true.
    package func wait(for condition: String, seconds: Double = 120) async throws {
        let deadline = Date(timeIntervalSinceNow: seconds)
        while try value("Boolean(\(condition))") as? Bool != true {
            guard Date() < deadline else {
                let text = try value("document.body.innerText") as? String ?? ""
                throw Failure(
                    description: "not within \(seconds) s: \(condition)\ncomplaints: \(complaints)\nthe page: \(text.prefix(2000))")
            }
            try await Task.sleep(for: .milliseconds(20))
        }
    }

    /// Clicks the middle of the element that a selector finds, where a person would.
    package func click(_ selector: String, count: Int = 1) async throws {
        let (x, y) = try await middle(of: selector)
        try mouse("mouseMoved", x, y)
        try mouse("mousePressed", x, y, count: count)
        try mouse("mouseReleased", x, y, count: count)
    }

    package func hover(_ selector: String) async throws {
        let (x, y) = try await middle(of: selector)
        try mouse("mouseMoved", x, y)
    }

    /// Moves the mouse, presses or releases its left button.
    package func mouse(_ type: String, _ x: Double, _ y: Double, count: Int = 0) throws {
        try send(
            "Input.dispatchMouseEvent",
            ["type": type, "x": x, "y": y, "button": type == "mouseMoved" ? "none" : "left", "clickCount": count])
    }

    /// The middle of an element, scrolled into view, in pixels of the window.
    package func middle(of selector: String) async throws -> (x: Double, y: Double) {
        try await wait(for: "document.querySelector(\(quoted(selector)))")
        let place = try value(
            """
            (() => {
                const element = document.querySelector(\(quoted(selector)));
                element.scrollIntoView({block: "center", inline: "center"});
                const box = element.getBoundingClientRect();
                return [box.x + box.width / 2, box.y + box.height / 2];
            })()
            """)
        guard let place = place as? [Any], let x = place[0] as? Double ?? (place[0] as? Int).map(Double.init),
            let y = place[1] as? Double ?? (place[1] as? Int).map(Double.init)
        else { throw Failure(description: "\(selector) has no place") }
        return (x, y)
    }

    /// Types a text where the focus is.
    package func type(_ text: String) throws { try send("Input.insertText", ["text": text]) }

    /// Presses a key by its name, such as `Tab`, `Enter`, `ArrowRight`, `k` or ` `.
    /// - Parameter modifiers: 1 Alt, 2 Control, 4 Meta, 8 Shift, added.
    package func press(_ key: String, modifiers: Int = 0) throws {
        let codes = ["Tab": 9, "Enter": 13, "Escape": 27, " ": 32, "End": 35, "Home": 36]
            .merging(["ArrowLeft": 37, "ArrowUp": 38, "ArrowRight": 39, "ArrowDown": 40, "Delete": 46]) { $1 }
        let code = codes[key] ?? Int(key.uppercased().utf8.first ?? 0)
        let name = key == " " ? "Space" : key.count == 1 ? "Key\(key.uppercased())" : key
        let text = key == "Enter" ? "\r" : key.count == 1 ? key : ""
        var event: [String: Any] = ["key": key, "code": name, "windowsVirtualKeyCode": code, "modifiers": modifiers]
        if !text.isEmpty, modifiers & 7 == 0 { event["text"] = text }
        event["type"] = text.isEmpty ? "rawKeyDown" : "keyDown"
        try send("Input.dispatchKeyEvent", event)
        event["type"] = "keyUp"
        event["text"] = nil
        try send("Input.dispatchKeyEvent", event)
    }

    /// Chooses files in a file field.
    package func choose(_ files: [String], in selector: String) async throws {
        try await wait(for: "document.querySelector(\(quoted(selector)))")
        let root = try send("DOM.getDocument")["root"] as? [String: Any]
        let node = try send("DOM.querySelector", ["nodeId": root?["nodeId"] ?? 0, "selector": selector])["nodeId"] ?? 0
        try send("DOM.setFileInputFiles", ["files": files, "nodeId": node])
    }

    /// Drags files from the desktop to a place of the window and drops them there.
    package func drop(_ files: [String], x: Double, y: Double) throws {
        let data: [String: Any] = ["items": [[String: Any]](), "files": files, "dragOperationsMask": 1]
        for type in ["dragEnter", "dragOver", "drop"] {
            try send("Input.dispatchDragEvent", ["type": type, "x": x, "y": y, "data": data])
        }
    }

    /// A PNG of what the window shows.
    package func screenshot() throws -> [UInt8] {
        let picture = try send("Page.captureScreenshot", ["format": "png"])["data"] as? String ?? ""
        return [UInt8](Data(base64Encoded: picture) ?? Data())
    }

    /// A text as a JavaScript literal.
    package func quoted(_ text: String) -> String {
        let data = try? JSONSerialization.data(withJSONObject: [text])
        return String(String(decoding: data ?? Data(), as: UTF8.self).dropFirst().dropLast())
    }
}
