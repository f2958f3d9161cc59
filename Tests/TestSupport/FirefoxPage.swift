import Foundation
import SVGAPlatform

/// A page in headless Firefox, controlled with Firefox's Marionette protocol over a socket.
///
/// Tests with one have the trait `.needs("firefox-esr")`.
package final class FirefoxPage {
    package struct Failure: Error, CustomStringConvertible {
        package let description: String
    }

    // Declared before the folder, which must be removed after it.
    private let process: ChildProcess
    private let profile = TemporaryFolder()
    private var socket: Int32 = -1
    private var lastCommand = 0

    package init(width: Int = 1280, height: Int = 800) async throws {
        // Port 0: a free one, which Firefox writes to its profile.
        let settings = ["\"marionette.port\", 0", "\"app.update.enabled\", false", "\"datareporting.policy.dataSubmissionEnabled\", false"]
        profile.write(Array(settings.map { "user_pref(\($0));\n" }.joined().utf8), to: "user.js")
        process = try ChildProcess(
            "firefox-esr",
            ["--headless", "--marionette", "--no-remote", "--profile", profile.path, "--width", "\(width)", "--height", "\(height)"],
            environment: ["MOZ_HEADLESS": "1", "HOME": profile.path])
        try await connect()
        _ = try receive()  // its greeting
        try send("WebDriver:NewSession", [:])
    }

    deinit {
        if socket >= 0 { close(socket) }
    }

    package func open(_ address: String) throws { try send("WebDriver:Navigate", ["url": address]) }

    /// The value of a JavaScript expression, which may be a promise.
    @discardableResult
    package func value(_ expression: String) throws -> Any? {
        let script = "const done = arguments[arguments.length - 1]; Promise.resolve(\(expression)).then(done, (e) => done(String(e)));"
        let answer = try send(
            "WebDriver:ExecuteAsyncScript", ["script": script, "args": [String](), "scriptTimeout": Int(HangLimit.seconds * 1000)])
        return (answer as? [String: Any])?["value"]
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
            guard Date() < deadline else { throw Failure(description: "not within \(seconds) s: \(condition)") }
            try await Task.sleep(for: .milliseconds(50))
        }
    }

    /// A PNG screenshot of the window.
    package func screenshot() throws -> [UInt8] {
        let answer = try send("WebDriver:TakeScreenshot", ["full": false]) as? [String: Any]
        return [UInt8](Data(base64Encoded: answer?["value"] as? String ?? "") ?? Data())
    }
}

// MARK: - Marionette

extension FirefoxPage {
    private func connect() async throws {
        let deadline = Date(timeIntervalSinceNow: HangLimit.seconds)
        while Date() < deadline {
            if let text = profile.read("MarionetteActivePort"), let port = UInt16(String(decoding: text, as: UTF8.self)) {
                socket = Loopback.connect(port: port)
                if socket >= 0 { return }
            }
            try await Task.sleep(for: .milliseconds(50))
        }
        throw Failure(description: "Firefox opened no port")
    }

    @discardableResult
    private func send(_ name: String, _ parameters: [String: Any]) throws -> Any? {
        lastCommand += 1
        let command = try JSONSerialization.data(withJSONObject: [0, lastCommand, name, parameters])
        let message = Array("\(command.count):".utf8) + command
        guard Loopback.send(message, to: socket) else { throw Loopback.Failure(reason: "Firefox has hung up") }
        let answer = try receive()
        guard answer.count == 4, answer[1] as? Int == lastCommand else { throw Failure(description: "\(name): \(answer)") }
        if let error = answer[2] as? [String: Any] { throw Failure(description: "\(name): \(error["message"] ?? error)") }
        return answer[3]
    }

    /// A message: its length in bytes, a colon, and JSON.
    private func receive() throws -> [Any] {
        var digits = ""
        while true {
            let byte = try Loopback.receive(1, from: socket)[0]
            if byte == UInt8(ascii: ":") { break }
            digits.unicodeScalars.append(Unicode.Scalar(byte))
        }
        let message = try Loopback.receive(Int(digits) ?? 0, from: socket)
        let value = try JSONSerialization.jsonObject(with: Data(message))
        return value as? [Any] ?? [value]
    }
}
