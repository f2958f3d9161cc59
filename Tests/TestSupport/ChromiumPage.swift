import Foundation
import SVGAPlatform

/// A page in headless Chromium that a test controls like a user: with keys, clicks and dropped files.
///
/// Pages share only the browser process: each has separate cookies and storage. Tests with one have the trait `.needs(Browser.program)`.
package final class ChromiumPage {
    package struct Failure: Error, CustomStringConvertible {
        package let description: String
    }

    private let browser: ChromiumBrowser
    private let context: String
    private let target: String
    private let session: String
    /// The complaints of the page's scripts: exceptions, console errors, files that could not be loaded.
    package var complaints: [String] { browser.complaints }

    /// The maximum number of starts of a browser that does not respond.
    private static let attempts = 3

    /// - Parameters:
    ///   - language: the browser's preferred language, such as `zh-CN`.
    ///   - isDark: whether the system prefers dark colors.
    ///   - isCalm: whether the system prefers reduced motion.
    ///   - readsFiles: whether a page from a file may load other files of its folder.
    package init(
        width: Int = 1280, height: Int = 800, language: String = "en-US", isDark: Bool = false, isCalm: Bool = false,
        readsFiles: Bool = false
    ) throws {
        let options =
            ["--lang=\(language)", "--accept-lang=\(language)"] + (readsFiles ? ["--allow-file-access-from-files"] : [])
        var opened: (browser: ChromiumBrowser, context: String, target: String, session: String)?
        for attempt in 1...ChromiumPage.attempts where opened == nil {
            do {
                let browser = try ChromiumBrowser.take(options)
                let (context, target, session) = try browser.open(width: width, height: height, isDark: isDark, isCalm: isCalm)
                opened = (browser, context, target, session)
            } catch  where attempt < ChromiumPage.attempts {
                print("Chromium is started again: \(error)")
            }
        }
        guard let opened else { throw Failure(description: "Chromium does not start") }
        (browser, context, target, session) = opened
    }

    deinit {
        // A browser that does not respond is not reused.
        guard (try? browser.leave(context: context, target: target)) != nil else { return }
        browser.give()
    }

    /// Sends a command and waits for its response.
    @discardableResult
    package func send(_ method: String, _ parameters: [String: Any] = [:], seconds: Double = HangLimit.seconds) throws -> [String: Any] {
        try browser.send(method, parameters, session: session, seconds: seconds)
    }
}

// MARK: - User actions

extension ChromiumPage {
    package func open(_ address: String) throws { try send("Page.navigate", ["url": address]) }

    /// Loads the page again, and waits for the new document.
    package func reload() async throws {
        try value("window.isOld = true")
        try send("Page.reload")
        let deadline = Date(timeIntervalSinceNow: HangLimit.seconds)
        while Date() < deadline {
            // The old document may still answer, or end meanwhile.
            if (try? value("window.isOld !== true && document.readyState === 'complete'")) as? Bool == true { return }
            try await Task.sleep(for: .milliseconds(20))
        }
        throw Failure(description: "the page is not loaded again")
    }

    /// The value of a JavaScript expression, which may be a promise.
    @discardableResult
    package func value(_ expression: String, seconds: Double = HangLimit.seconds) throws -> Any? {
        let answer = try send(
            "Runtime.evaluate",
            ["expression": expression, "awaitPromise": true, "returnByValue": true, "userGesture": true], seconds: seconds)
        if let details = answer["exceptionDetails"] as? [String: Any] {
            let exception = details["exception"] as? [String: Any]
            throw Failure(description: "\(expression.prefix(200)): \(exception?["description"] ?? details)")
        }
        return (answer["result"] as? [String: Any])?["value"]
    }

    /// The pixels of a canvas.
    /// - Parameter canvas: a JavaScript expression.
    package func pixels(ofCanvas canvas: String) throws -> CanvasPixels {
        guard let pixels = CanvasPixels(try value(CanvasPixels.expression(canvas))) else {
            throw Failure(description: "\(canvas) gives no pixels")
        }
        return pixels
    }

    /// Waits until an expression is true.
    package func wait(for condition: String, seconds: Double = HangLimit.seconds) async throws {
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

    /// Clicks the center of the element that matches a selector.
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

    /// The center of an element, scrolled into view, in pixels of the window.
    package func middle(of selector: String) async throws -> (x: Double, y: Double) {
        try await wait(for: "document.querySelector(\(quoted(selector)))")
        let offset = try value(
            """
            (() => {
                const element = document.querySelector(\(quoted(selector)));
                element.scrollIntoView({block: "center", inline: "center"});
                const box = element.getBoundingClientRect();
                return [box.x + box.width / 2, box.y + box.height / 2];
            })()
            """)
        guard let offset = offset as? [Any], let x = offset[0] as? Double ?? (offset[0] as? Int).map(Double.init),
            let y = offset[1] as? Double ?? (offset[1] as? Int).map(Double.init)
        else { throw Failure(description: "\(selector) has no place") }
        return (x, y)
    }

    /// Types a text into the focused element.
    package func type(_ text: String) throws { try send("Input.insertText", ["text": text]) }

    /// Presses a key by its name, such as `Tab`, `Enter`, `ArrowRight`, `k` or ` `.
    /// - Parameter modifiers: the sum of 1 Alt, 2 Control, 4 Meta, 8 Shift.
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

    /// Chooses files in a file input.
    package func choose(_ files: [String], in selector: String) async throws {
        try await wait(for: "document.querySelector(\(quoted(selector)))")
        let root = try send("DOM.getDocument")["root"] as? [String: Any]
        let node = try send("DOM.querySelector", ["nodeId": root?["nodeId"] ?? 0, "selector": selector])["nodeId"] ?? 0
        try send("DOM.setFileInputFiles", ["files": files, "nodeId": node])
    }

    /// Drags files from the desktop to a position in the window and drops them there.
    package func drop(_ files: [String], x: Double, y: Double) throws {
        let data: [String: Any] = ["items": [[String: Any]](), "files": files, "dragOperationsMask": 1]
        for type in ["dragEnter", "dragOver", "drop"] {
            try send("Input.dispatchDragEvent", ["type": type, "x": x, "y": y, "data": data])
        }
    }

    /// A PNG screenshot of the window.
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
