import Foundation
import SVGAPlatform
import SVGASupport
import TestSupport
import Testing

@testable import SVGACommand
@testable import SVGATasks

/// What the program leaves and how it ends where it is asked to, or made to.
@Suite(.needsProgram) struct EndingSignalTests {
    /// SIGINT, SIGTERM and SIGHUP are answered with an exit code; SIGQUIT and SIGXCPU end the process by themselves.
    private static let signals = [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGXCPU]

    private static func end(_ signal: Int32) -> ChildProcess.Outcome {
        signal == SIGQUIT || signal == SIGXCPU ? .signalled(signal) : .exited(128 + signal)
    }

    private let folder = TemporaryFolder()
    private let gift = TestFiles.root.appendingPathComponent("samples/features/gift-mattes.svga").path
    /// More work than the program can do while the system stops the test before it sends a signal.
    private static let manyFrames = Array(repeating: "0-89", count: 40).joined(separator: ",")
    private static let manyJobs = 2000

    /// All that is temporary is in this folder, too.
    init() throws {
        for name in ["out", "tmp"] {
            try FileManager.default.createDirectory(atPath: "\(folder.path)/\(name)", withIntermediateDirectories: true)
        }
    }

    private func start(_ words: [String], input: ChildProcess.Descriptor = .nothing) throws -> ChildProcess {
        // A core of a debug build has hundreds of megabytes.
        try ChildProcess(
            "sh", ["-c", "ulimit -c 0; exec \"$@\"", "sh", Program.file.path] + words, environment: ["TMPDIR": "\(folder.path)/tmp"],
            descriptors: [input, .pipe, .pipe])
    }

    /// What is in both folders, but for what a batch keeps for `--resume`.
    private var files: [String] {
        folder.contents().filter { $0 != "out" && $0 != "tmp" && $0 != "out/.svga-batch-jobs.jsonl" && $0 != "jobs.jsonl" }
    }

    private var temporary: [String] { files.filter { $0.hasPrefix("tmp/") || $0.contains(".svga-") } }

    /// Sends a signal, and looks at how the program ends.
    private func stop(_ child: ChildProcess, _ signal: Int32) throws -> (output: String, errors: String) {
        child.send(signal)
        let end = try child.finish()
        #expect(child.outcome(seconds: 0) == EndingSignalTests.end(signal))
        return (String(decoding: end.output, as: UTF8.self), String(decoding: end.errors, as: UTF8.self))
    }

    @Test(arguments: signals, ["a.gif", "a.mp4", "a-%02d.png"])
    func `an export that is ended leaves nothing`(signal: Int32, output: String) throws {
        let words = ["render", gift, "-o", "\(folder.path)/out/\(output)", "--background", "white", "--quiet"]
        let child = try start(words + ["--frames", EndingSignalTests.manyFrames])
        #expect(eventually { !temporary.isEmpty })
        let result = try stop(child, signal)
        #expect(files == [] && result.output.isEmpty)
    }

    @Test(arguments: signals) func `an export that replaces a file leaves the old one`(signal: Int32) throws {
        folder.write([1, 2, 3], to: "out/a.gif")
        let words = ["render", gift, "-o", "\(folder.path)/out/a.gif", "--force", "--quiet"]
        let child = try start(words + ["--frames", EndingSignalTests.manyFrames])
        #expect(eventually { !temporary.isEmpty })
        _ = try stop(child, signal)
        #expect(files == ["out/a.gif"] && folder.read("out/a.gif") == [1, 2, 3])
    }

    private func jobs(_ count: Int, size: Int = 1000) -> String {
        (0..<count).map { #"{"id":\#($0),"input":"\#(gift)","output":"\#($0).png","size":"\#(size)x0","frame":\#($0 % 90)}"# + "\n" }
            .joined()
    }

    private var pictures: [String] { files.filter { $0.hasSuffix(".png") && !$0.contains(".svga-") } }

    /// Each job that has a picture has an answer; of those that were being done at the end at most `threads` may have only one of both.
    private func check(_ output: String, threads: Int) throws {
        let done = try BatchFolder.results(output).values.count { Optional($0).isDone }
        #expect(abs(pictures.count - done) <= threads)
        for name in pictures { #expect(folder.read(name)?.suffix(8).prefix(4).elementsEqual("IEND".utf8) == true) }
    }

    @Test(arguments: signals) func `a batch that is terminated has reported its finished jobs, and leaves no partial file`(signal: Int32)
        throws
    {
        folder.write(Array(jobs(EndingSignalTests.manyJobs).utf8), to: "jobs.jsonl")
        let child = try start(["batch", "\(folder.path)/jobs.jsonl", "-o", "\(folder.path)/out", "--quiet", "--threads", "2"])
        #expect(eventually { pictures.count >= 3 })
        let result = try stop(child, signal)
        #expect(temporary == [] && (3..<EndingSignalTests.manyJobs).contains(pictures.count))
        try check(result.output, threads: 2)
    }

    @Test(arguments: [SIGINT, SIGQUIT, SIGXCPU])
    func `a worker that is terminated at once has reported its finished jobs, and leaves no file`(
        signal: Int32
    ) throws {
        var ends: [Int32] = [-1, -1]
        #expect(pipe(&ends) == 0)
        defer { close(ends[1]) }
        let child = try start(["batch", "--stdio", "-o", "\(folder.path)/out", "--threads", "1"], input: .open(ends[0]))
        close(ends[0])
        // As many as a pipe has room for, each of which takes long.
        let lines = Array(jobs(300, size: 1500).utf8)
        #expect(write(ends[1], lines, lines.count) == lines.count)
        #expect(eventually { pictures.count >= 3 })
        let result = try stop(child, signal)
        #expect(temporary == [] && (3..<300).contains(pictures.count))
        try check(result.output, threads: 1)
    }

    @Test(arguments: signals) func `a worker without jobs ends at once`(signal: Int32) throws {
        var ends: [Int32] = [-1, -1]
        #expect(pipe(&ends) == 0)
        defer { close(ends[1]) }
        let child = try start(["batch", "--stdio", "-o", "\(folder.path)/out"], input: .open(ends[0]))
        close(ends[0])
        // It has done something, so it waits.
        let line = Array(jobs(1).utf8)
        #expect(write(ends[1], line, line.count) == line.count)
        #expect(child.output?.line().contains("\"ok\":true") == true)
        let result = try stop(child, signal)
        #expect(result.output.isEmpty && pictures == ["out/0.png"] && temporary == [])
    }

    @Test(arguments: signals) func `a preview that is ended leaves nothing of its uploads and exports`(signal: Int32) throws {
        let child = try start(["preview", gift, "--port", "0"])
        let address = try #require(child.output?.line())
        let url = try #require(URL(string: address))
        func ask(_ path: String, _ body: [UInt8]) throws {
            let socket = Loopback.connect(port: UInt16(try #require(url.port)))
            defer { close(socket) }
            let head = "POST \(url.path)/\(path) HTTP/1.1\r\nHost: 127.0.0.1:\(url.port ?? 0)\r\nContent-Length: \(body.count)\r\n\r\n"
            #expect(Loopback.send(Array(head.utf8) + body, to: socket))
            var answer = [UInt8](repeating: 0, count: 4096)
            let count = recv(socket, &answer, answer.count, 0)
            #expect(String(decoding: answer.prefix(max(0, count)), as: UTF8.self).hasPrefix("HTTP/1.1 2"))
        }
        try ask("api/uploads?name=a.jpg", TestFiles.bytes(TestFiles.root.appendingPathComponent("samples/photo.jpg")))
        let options = #"{"frames":"\#(EndingSignalTests.manyFrames)"}"#
        try ask("api/jobs", Array(#"{"kind":"render","movie":"m1","format":"gif","options":\#(options)}"#.utf8))
        // Three folders, what was uploaded, and what the job writes.
        #expect(eventually { temporary.count >= 6 })
        let result = try stop(child, signal)
        #expect(result.errors.isEmpty && files == [])
    }

    @Test(arguments: [SIGHUP, SIGQUIT, SIGTERM, SIGXCPU]) func `a signal that the caller ignores, as nohup does, stays ignored`(
        signal: Int32
    ) throws {
        let child = try ChildProcess(
            "sh", ["-c", "trap '' \(signal); exec \"$@\"", "sh", Program.file.path, "preview", gift, "--port", "0"],
            descriptors: [.nothing, .pipe, .pipe])
        #expect(child.output?.line().hasPrefix("http://") == true)
        child.send(signal)
        #expect(child.outcome(seconds: 0.3) == nil)
        child.send(SIGINT)
        #expect(try child.finish().code == 130)
    }
}
