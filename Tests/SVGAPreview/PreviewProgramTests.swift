import Foundation
import TestSupport
import Testing

@testable import SVGAPreview

@Suite("svga preview", .needsProgram)
struct PreviewProgramTests {
    @Test("it prints the address of the page, and Ctrl-C, SIGTERM and SIGHUP end it at once", arguments: [SIGINT, SIGTERM, SIGHUP])
    func signals(number: Int32) throws {
        let program = try PreviewProgram(["\(TestFiles.root.path)/samples"])
        #expect(program.address.hasPrefix("http://127.0.0.1:") && program.address.hasSuffix("/"))
        let client = RawClient(port: program.port)
        client.send(program.head(""))
        #expect(client.response()?.text.contains("<title>") == true)
        client.send(program.head("api/events"))
        kill(program.process.processIdentifier, number)
        let end = program.waitForEnd()
        #expect(end.code == 130 && end.output.isEmpty && end.errors.isEmpty)
        #expect(client.waitForHangUp())
    }

    @Test("two thousand connections leave no descriptor open and take little memory")
    func descriptors() throws {
        let program = try PreviewProgram(["\(TestFiles.root.path)/samples"])
        for path in ["", "js/main.js"] {
            let client = RawClient(port: program.port)
            client.send(program.head(path))
            #expect(client.response()?.status == 200)
        }
        let before = try program.descriptors()
        for index in 0..<1000 {
            let client = RawClient(port: program.port)
            client.send(index % 3 == 0 ? "nonsense\r\n\r\n" : program.head(index % 3 == 1 ? "js/main.js" : "nothing"))
            if index % 2 == 0 { _ = client.response() }
        }
        let silent = (0..<1000).map { _ in RawClient(port: program.port) }
        #expect(silent.count == 1000)
        withExtendedLifetime(silent) {}
        #expect(eventually { ((try? program.descriptors().count) ?? .max) <= before.count })
        #expect(try program.peakMegabytes() < 200)
        program.end()
    }

    @Test("no descriptor is handed on to another program")
    func closedOnExecute() throws {
        let program = try PreviewProgram(["\(TestFiles.root.path)/samples"])
        let client = RawClient(port: program.port)
        client.send(program.head(""))
        #expect(client.response() != nil)
        // Others may be the test's own, which every child gets.
        func own() throws -> [Int: (flags: Int32, target: String)] {
            let sockets = try program.sockets()
            return try program.descriptors().filter { sockets.contains($0.value.target) }
        }
        // The one that listens and the client's. The system's list leaves out some while others come and go.
        #expect(eventually { ((try? own().count) ?? 0) >= 2 })
        let found = try withExtendedLifetime(client) { try own() }
        for (number, descriptor) in found { #expect(descriptor.flags & O_CLOEXEC != 0, "\(number): \(descriptor.target)") }
        program.end()
    }

    @Test("what cannot be served is one line, exit 3, 5 or 2")
    func errors() throws {
        let program = try PreviewProgram(["\(TestFiles.root.path)/samples"])
        #expect(try PreviewProgram.fail(["/nowhere/x.svga"]) == (3, "svga: /nowhere/x.svga: No such file or directory\n"))
        #expect(
            try PreviewProgram.fail(["--port", "\(program.port)"])
                == (5, "svga: port \(program.port) is in use; give another --port, or none\n"))
        #expect(try PreviewProgram.fail(["--port", "99999"]).code == 2)
        #expect(
            try PreviewProgram.fail(["--bind", "example.com"])
                == (2, "svga: --bind needs an address of this machine such as 127.0.0.1, not \"example.com\"\n"))
        program.end()
    }

    @Test("an address that others can reach gets a warning")
    func warning() throws {
        let program = try PreviewProgram(["\(TestFiles.root.path)/samples", "--bind", "0.0.0.0"])
        #expect(program.address.hasPrefix("http://0.0.0.0:"))
        kill(program.process.processIdentifier, SIGTERM)
        #expect(program.waitForEnd().errors.hasPrefix("svga: others in the network can reach this address"))
    }

    @Test("--open starts the browser with the address, with usual signals, and says in one line if there is none")
    func browser() throws {
        let folder = TemporaryFolder()
        let script = "#!/bin/sh\necho \"$1\" > \(folder.path)/asked\ngrep SigBlk /proc/self/status >> \(folder.path)/asked\nexit 1\n"
        folder.write(Array(script.utf8), to: "xdg-open")
        chmod("\(folder.path)/xdg-open", 0o755)
        let program = try PreviewProgram(["\(TestFiles.root.path)/samples", "--open"], path: "\(folder.path):/usr/bin:/bin")
        #expect(eventually { folder.read("asked").map { String(decoding: $0, as: UTF8.self).contains("SigBlk") } == true })
        let asked = String(decoding: try #require(folder.read("asked")), as: UTF8.self)
        #expect(asked.hasPrefix(program.address + "\n") && asked.contains("SigBlk:\t0000000000000000"))
        #expect(program.errorLine() == "svga: xdg-open could not open the page; open the address yourself\n")
        kill(program.process.processIdentifier, SIGTERM)
        _ = program.waitForEnd()

        let without = try PreviewProgram(["\(TestFiles.root.path)/samples", "--open"], path: "/nowhere")
        #expect(without.errorLine() == "svga: xdg-open cannot be started: No such file or directory; open the address yourself\n")
        without.end()
    }
}

/// The program itself, which a build puts beside the tests, while it serves a page.
final class PreviewProgram {
    let process = Process()
    let address: String
    private let output = Pipe()
    private let errors = Pipe()

    init(_ words: [String], path: String? = nil) throws {
        process.executableURL = Program.file
        process.arguments = ["preview"] + words + (words.contains("--port") ? [] : ["--port", "0"])
        if let path { process.environment = ProcessInfo.processInfo.environment.merging(["PATH": path]) { $1 } }
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        process.standardError = errors
        try process.run()
        address = PreviewProgram.line(output)
    }

    deinit {
        if process.isRunning { process.terminate() }
    }

    var port: Int { URL(string: address)?.port ?? 0 }

    func head(_ path: String) -> String {
        "GET \(URL(string: address)?.path ?? "")/\(path) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n\r\n"
    }

    /// The first line on standard error.
    func errorLine() -> String { PreviewProgram.line(errors) + "\n" }

    /// Runs a command line that fails.
    static func fail(_ words: [String]) throws -> (code: Int32, errors: String) {
        let program = try PreviewProgram(words)
        let end = program.waitForEnd()
        return (end.code, end.errors)
    }

    func end() {
        process.terminate()
        process.waitUntilExit()
    }

    /// - Returns: what has not been read of both streams, and the exit code.
    func waitForEnd() -> (code: Int32, output: String, errors: String) {
        let output = output.fileHandleForReading.readDataToEndOfFile()
        let errors = errors.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: output, as: UTF8.self), String(decoding: errors, as: UTF8.self))
    }

    /// All open descriptors by their numbers.
    func descriptors() throws -> [Int: (flags: Int32, target: String)] {
        let folder = "/proc/\(process.processIdentifier)/fdinfo"
        var found: [Int: (flags: Int32, target: String)] = [:]
        for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
            // One may be closed meanwhile.
            let link = "/proc/\(process.processIdentifier)/fd/\(name)"
            guard let text = try? String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8), let number = Int(name),
                let target = try? FileManager.default.destinationOfSymbolicLink(atPath: link),
                let flags = text.split(separator: "\n").first(where: { $0.hasPrefix("flags:") })?.split(separator: "\t").last
            else { continue }
            found[number] = (Int32(flags, radix: 8) ?? 0, target)
        }
        return found
    }

    /// The sockets of this machine that have the program's port, as `descriptors` names them.
    func sockets() throws -> Set<String> {
        // Foundation reads only the beginning of a long file whose size the system does not tell.
        let table = String(decoding: try Tool.run("cat", ["/proc/net/tcp"]) ?? Data(), as: UTF8.self)
        let lines = table.split(separator: "\n").map { $0.split(separator: " ") }
        let suffix = String(format: ":%04X", port)
        return Set(lines.filter { $0.count > 9 && $0[1].hasSuffix(suffix) }.map { "socket:[\($0[9])]" })
    }

    func peakMegabytes() throws -> Int {
        let text = try String(contentsOfFile: "/proc/\(process.processIdentifier)/status", encoding: .utf8)
        let line = try #require(text.split(separator: "\n").first { $0.hasPrefix("VmHWM:") })
        return (line.split(separator: " ").compactMap { Int($0) }.first ?? .max) / 1024
    }

    private static func line(_ pipe: Pipe) -> String {
        var bytes: [UInt8] = []
        while let byte = try? pipe.fileHandleForReading.read(upToCount: 1)?.first, byte != 10 { bytes.append(byte) }
        return String(decoding: bytes, as: UTF8.self)
    }
}
