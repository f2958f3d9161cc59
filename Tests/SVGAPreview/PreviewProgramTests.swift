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
        program.process.send(number)
        let end = try program.waitForEnd()
        #expect(end.code == 128 + number && end.output.isEmpty && end.errors.isEmpty)
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
        // What is idle may stay for 60 seconds.
        #expect(eventually { ((try? program.descriptors().count) ?? .max) <= before.count })
        #expect(try program.peakMegabytes() < 200)
        program.end()
    }

    @Test("150 pages that listen for events do not block others: the first 32 are answered, the others get a time to retry")
    func eventStreams() throws {
        let program = try PreviewProgram(["\(TestFiles.root.path)/samples"])
        var clients: [RawClient] = []
        var answers: [(status: Int, headers: [String: String])] = []
        for _ in 0..<150 {
            let client = RawClient(port: program.port)
            clients.append(client)
            client.send(program.head("api/events"))
            answers.append(try #require(client.head()))
        }
        #expect(answers.prefix(32).allSatisfy { $0.status == 200 })
        #expect(answers.dropFirst(32).allSatisfy { $0.status == 503 && $0.headers["retry-after"] == "5" })
        for path in ["", "js/main.js", "api/movies"] {
            let client = RawClient(port: program.port)
            client.send(program.head(path))
            #expect(client.response()?.status == 200, "\(path)")
        }
        withExtendedLifetime(clients) {}
        program.end()
    }

    @Test("no descriptor is inherited by another program")
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
                == (5, "svga: port \(program.port) is in use; choose another --port, or leave it out\n"))
        #expect(try PreviewProgram.fail(["--port", "99999"]).code == 2)
        #expect(
            try PreviewProgram.fail(["--bind", "example.com"])
                == (2, "svga: --bind needs an address of this machine such as 127.0.0.1, not \"example.com\"\n"))
        program.end()
    }

    @Test("a request that takes longer than --deadline gets 503")
    func deadline() throws {
        let program = try PreviewProgram(["\(TestFiles.root.path)/samples/gift.svga", "--deadline", "0.001"])
        let client = RawClient(port: program.port)
        client.send(program.head("api/movies/m1/findings?players=ios,android,web,web-lite,flutter"))
        let response = try #require(client.response())
        #expect(response.status == 503 && response.text.contains("this takes longer than 0.001 seconds"))
        program.end()
    }

    @Test("an address that others can reach gets a warning")
    func warning() throws {
        let program = try PreviewProgram(["\(TestFiles.root.path)/samples", "--bind", "0.0.0.0"])
        #expect(program.address.hasPrefix("http://0.0.0.0:"))
        program.process.send(SIGTERM)
        #expect(try program.waitForEnd().errors.hasPrefix("svga: other machines can reach this address"))
    }

    @Test("--open starts the browser with the address, with usual signals, and prints one line if there is none")
    func browser() throws {
        let folder = TemporaryFolder()
        let script = "#!/bin/sh\necho \"$1\" > \(folder.path)/asked\ngrep SigBlk /proc/self/status >> \(folder.path)/asked\nexit 1\n"
        folder.write(Array(script.utf8), to: "xdg-open")
        chmod("\(folder.path)/xdg-open", 0o755)
        let program = try PreviewProgram(["\(TestFiles.root.path)/samples", "--open"], path: "\(folder.path):/usr/bin:/bin")
        #expect(eventually { folder.read("asked").map { String(decoding: $0, as: UTF8.self).contains("SigBlk") } == true })
        let asked = String(decoding: try #require(folder.read("asked")), as: UTF8.self)
        #expect(asked.hasPrefix(program.address + "\n") && asked.contains("SigBlk:\t0000000000000000"))
        #expect(program.errorLine() == "svga: xdg-open could not open the page; open the address in a browser\n")
        program.process.send(SIGTERM)
        _ = try program.waitForEnd()

        let without = try PreviewProgram(["\(TestFiles.root.path)/samples", "--open"], path: "/nowhere")
        #expect(without.errorLine() == "svga: xdg-open cannot be started: No such file or directory; open the address in a browser\n")
        without.end()
    }
}

/// The program itself, which a build puts beside the tests, while it serves a page.
final class PreviewProgram {
    let process: ChildProcess
    let address: String

    /// Options of each preview that has not its own. The tests share the processors, so an answer may take long.
    private static let usual = [["--port", "0"], ["--deadline", "\(HangLimit.seconds)"]]

    init(_ words: [String], path: String? = nil) throws {
        process = try ChildProcess(
            Program.file.path, ["preview"] + words + Self.usual.filter { !words.contains($0[0]) }.flatMap(\.self),
            environment: path.map { ["PATH": $0] } ?? [:], descriptors: [.nothing, .pipe, .pipe])
        address = process.output?.line() ?? ""
    }

    var port: Int { URL(string: address)?.port ?? 0 }

    func head(_ path: String) -> String {
        "GET \(URL(string: address)?.path ?? "")/\(path) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n\r\n"
    }

    /// The first line on standard error.
    func errorLine() -> String { (process.errors?.line() ?? "") + "\n" }

    /// Runs a command line that fails.
    static func fail(_ words: [String]) throws -> (code: Int32, errors: String) {
        let program = try PreviewProgram(words)
        let end = try program.waitForEnd()
        return (end.code, end.errors)
    }

    func end() { process.end() }

    /// - Returns: what has not been read of both streams, and the exit code.
    func waitForEnd() throws -> (code: Int32, output: String, errors: String) {
        let end = try process.finish()
        return (end.code, String(decoding: end.output, as: UTF8.self), String(decoding: end.errors, as: UTF8.self))
    }

    /// All open descriptors by their numbers.
    func descriptors() throws -> [Int: (flags: Int32, target: String)] {
        let folder = "/proc/\(process.identifier)/fdinfo"
        var found: [Int: (flags: Int32, target: String)] = [:]
        for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
            // One may be closed meanwhile.
            let link = "/proc/\(process.identifier)/fd/\(name)"
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
        // Foundation reads only the beginning of a long file whose size the system does not report.
        let table = String(decoding: try Tool.run("cat", ["/proc/net/tcp"]) ?? Data(), as: UTF8.self)
        let lines = table.split(separator: "\n").map { $0.split(separator: " ") }
        let suffix = String(format: ":%04X", port)
        return Set(lines.filter { $0.count > 9 && $0[1].hasSuffix(suffix) }.map { "socket:[\($0[9])]" })
    }

    func peakMegabytes() throws -> Int {
        let text = try String(contentsOfFile: "/proc/\(process.identifier)/status", encoding: .utf8)
        let line = try #require(text.split(separator: "\n").first { $0.hasPrefix("VmHWM:") })
        return (line.split(separator: " ").compactMap { Int($0) }.first ?? .max) / 1024
    }
}
