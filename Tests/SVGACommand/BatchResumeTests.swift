import Foundation
import SVGAFormat
import SVGAImage
import SVGALottie
import SVGAModel
import SVGAPixels
import SVGASupport
import TestSupport
import Testing

@testable import SVGACommand
@testable import SVGATasks

@Suite struct BatchResumeTests {
    private let batch: BatchFolder

    init() throws {
        batch = try BatchFolder()
        batch.jobs(
            #"{"input":"gift.svga","output":"a.rgba","frame":1}"#, #"{"input":"gift.svga","output":"b.rgba","frame":2}"#,
            #"{"input":"gift.svga","output":"c.rgba","frame":3}"#)
    }

    @Test func `a batch that was begun is refused, unless it is resumed or forced`() async throws {
        #expect(try await batch.run().code == .done)
        let again = try await batch.run()
        #expect(again.code == .usage && again.errors.contains("continue it with --resume") && again.results.isEmpty)
        let resumed = try await batch.run("--resume")
        #expect(resumed.code == .done && resumed.results.count == 3 && resumed.results.values.allSatisfy { Optional($0).isFound })
        let forced = try await batch.run("--force")
        #expect(forced.code == .done && forced.results.values.allSatisfy { !Optional($0).isFound && Optional($0).isDone })
    }

    @Test func `only missing, changed and different outputs are made again`() async throws {
        _ = try await batch.run()
        let (first, second) = (batch.inode("a.rgba"), batch.folder.read("out/b.rgba"))
        batch.folder.write([1], to: "out/b.rgba")
        batch.jobs(
            #"{"input":"gift.svga","output":"a.rgba","frame":1}"#, #"{"input":"gift.svga","output":"b.rgba","frame":2}"#,
            #"{"input":"gift.svga","output":"c.rgba","frame":0}"#, #"{"input":"gift.svga","output":"d.rgba","frame":0}"#)
        let result = try await batch.run("--resume")
        #expect(result.code == .done && (1...4).map { result.results[$0].isFound } == [true, false, false, false], "\(result)")
        #expect(batch.inode("a.rgba") == first && batch.folder.read("out/b.rgba") == second)
        #expect(batch.folder.read("out/c.rgba") == batch.folder.read("out/d.rgba"))
    }

    @Test func `lines may be added and moved, and a movie that has changed makes its jobs again`() async throws {
        _ = try await batch.run()
        batch.jobs(
            #"{"input":"gift.svga","output":"new.rgba","frame":0}"#, #"{"input":"gift.svga","output":"c.rgba","frame":3}"#,
            #"{"input":"gift.svga","output":"a.rgba","frame":1}"#)
        let moved = try await batch.run("--resume")
        #expect(moved.code == .done && (1...3).map { moved.results[$0].isFound } == [false, true, true], "\(moved)")
        batch.folder.write(try #require(batch.folder.read("gift.svga")), to: "other.svga")
        #expect(rename(batch.folder.path + "/other.svga", batch.folder.path + "/gift.svga") == 0)
        let changed = try await batch.run("--resume")
        #expect(changed.code == .done && changed.results.values.allSatisfy { !Optional($0).isFound }, "\(changed)")
    }

    @Test func `an output whose name begins with a combining mark is recorded, and rendered again after its removal`() async throws {
        batch.jobs(#"{"input":"gift.svga","output":"\u0301a.rgba","frame":1}"#)
        let made = try await batch.run()
        #expect(made.results[1]?["bytes"] == .integer(60 * 40 * 4), "\(made)")
        #expect(try await batch.run("--resume").results[1].isFound)
        #expect(remove("\(batch.out)/\u{301}a.rgba") == 0)
        let again = try await batch.run("--resume")
        #expect(again.results[1].isDone && !again.results[1].isFound && batch.folder.read("out/\u{301}a.rgba") != nil, "\(again)")
    }

    @Test func `results do not overwrite the jobs file, also through a link`() async throws {
        let (jobs, link) = (batch.folder.read("jobs.jsonl"), batch.folder.path + "/link.jsonl")
        #expect(symlink("jobs.jsonl", link) == 0)
        for (name, option) in [("jobs.jsonl", "--force"), ("jobs.jsonl", "--resume"), ("link.jsonl", "--force")] {
            let result = try await batch.run(option, "--results", batch.folder.path + "/" + name)
            #expect(result.code == .usage && result.errors.contains("this file contains the jobs"), "\(result)")
            #expect(batch.folder.read("jobs.jsonl") == jobs)
        }
        #expect(try await batch.run("--results", batch.folder.path + "/new.jsonl").code == .done)
    }

    @Test func `the results go to standard output if their file is named -`() async throws {
        let result = try await batch.run("--results", "-")
        #expect(result.code == .done && result.results.count == 3)
    }

    @Test func `changed images next to a Lottie are read again, in the same batch and with --resume`() async throws {
        let text = """
            {"v":"5.7.0","w":4,"h":4,"fr":30,"ip":0,"op":2,"assets":[{"id":"a","w":4,"h":4,"p":"x.png","u":"","e":0}],
            "layers":[{"ty":2,"nm":"face","refId":"a","ip":0,"op":2,"ks":{}}]}
            """
        let picture = "x.png"
        batch.folder.write(Array(text.utf8), to: "a.json")
        batch.folder.write(try Pixmap(width: 4, height: 4, .green).pngData(), to: picture)
        batch.jobs(#"{"input":"a.json","output":"a.rgba","frame":0}"#)
        #expect(try await batch.run().code == .done)
        #expect(try await batch.run("--resume").results[1].isFound)
        let green = batch.folder.read("out/a.rgba")
        batch.folder.write(try Pixmap(width: 4, height: 4, .red).pngData(), to: picture)
        #expect(try await !batch.run("--resume").results[1].isFound)
        #expect(batch.folder.read("out/a.rgba") != green)

        let cache = InputCache(maximumBytes: 1 << 20)
        var context = TaskContext()
        context.cache = cache
        let file = FileName(path: batch.folder.path + "/a.json")
        func bytes() throws -> [UInt8]? {
            guard case .lottie(let lottie) = try InputAnimation(file, options: ReadOptions(), context: context) else { return nil }
            return lottie.composition.image(asset: "a")?.entity?.bytes
        }
        let first = try bytes()
        batch.folder.write(try Pixmap(width: 4, height: 4, .green).pngData(), to: picture)
        #expect(try first != nil && bytes() != first)
    }

    @Test func `a job turns off a flag that is on for all jobs`() async throws {
        batch.jobs(
            #"{"input":"gift.svga","output":"a.rgba","reverse":false}"#, #"{"input":"gift.svga","output":"b.rgba"}"#,
            #"{"input":"gift.svga","output":"c.rgba","reverse":true}"#)
        #expect(try await batch.run("--reverse").code == .done)
        let (off, on) = (batch.folder.read("out/a.rgba"), batch.folder.read("out/b.rgba"))
        #expect(off != on && on == batch.folder.read("out/c.rgba"))
        let plain = await CommandFixtures.run("render", batch.folder.path + "/gift.svga", "-o", batch.folder.path + "/p.rgba")
        #expect(plain.code == .done && batch.folder.read("p.rgba") == off)
    }

    @Test func `a number of threads above the maximum is accepted`() async throws {
        #expect(try await batch.run("--threads", "1000000000").code == .done)
    }

    @Test func `other options for all jobs are other jobs`() async throws {
        _ = try await batch.run()
        let result = try await batch.run("--resume", "--scale", "2")
        #expect(result.results.values.allSatisfy { !Optional($0).isFound && $0["bytes"] == .integer(4 * 60 * 40 * 4) })
        #expect(try await batch.run("--resume", "--scale", "2", "--threads", "1", "-q").results[3].isFound)
    }

    @Test func `an output that was complete when the batch was killed is not made twice`() async throws {
        _ = try await batch.run()
        let before = batch.inode("b.rgba")
        try batch.record { text in
            let stored = text.split(separator: "\n").filter { !($0.hasPrefix("done ") && $0.contains("\"b.rgba\"")) }
            text = stored.map { $0 + "\n" }.joined() + "done 2d torn"
        }
        let result = try await batch.run("--resume")
        #expect(result.code == .done && result.results[2].isFound && batch.inode("b.rgba") == before)
        #expect(try await batch.run("--resume").results.values.allSatisfy { Optional($0).isFound })
    }

    @Test func `a file from before the batch is never treated as its output`() async throws {
        try FileManager.default.createDirectory(atPath: batch.out, withIntermediateDirectories: true)
        batch.folder.write([9], to: "out/b.rgba")
        let first = try await batch.run()
        #expect(first.code == .partFailed && first.results[2].error.contains("already exists"))
        let second = try await batch.run("--resume")
        #expect(second.code == .partFailed && second.results[2].error.contains("already exists") && second.results[1].isFound)
        #expect(batch.folder.read("out/b.rgba") == [9])
    }

    @Test func `an output of several files is complete, or made again`() async throws {
        batch.jobs(#"{"input":"gift.svga","output":"frames/%d.rgba.png"}"#)
        #expect(try await batch.run().code == .done)
        #expect(batch.outputs == ["frames"] + (0...3).map { "frames/\($0).rgba.png" })
        #expect(try await batch.run("--resume").results[1].isFound)
        try FileManager.default.removeItem(atPath: batch.out + "/frames/2.rgba.png")
        let result = try await batch.run("--resume")
        #expect(result.code == .done && !result.results[1].isFound && batch.outputs.count == 5)
    }

    @Test func `a batch that is at work is not disturbed by another`() async throws {
        _ = try await batch.run()
        let descriptor = open(batch.out + "/.svga-batch-jobs.jsonl", O_RDWR)
        defer { close(descriptor) }
        #expect(flock(descriptor, LOCK_EX) == 0)
        let result = try await batch.run("--resume")
        #expect(result.code == .usage && result.errors.contains("another svga batch is running"))
    }

    @Test func `another file at the path of the record is left alone`() async throws {
        _ = try await batch.run()
        try batch.record { $0 = "dear diary\n" }
        #expect(try await batch.run("--resume").code == .invalidInput)
        try batch.record { #expect($0 == "dear diary\n") }
    }
}

/// In the program itself.
@Suite(.needsProgram) struct BatchKillTests {
    private let folder = TemporaryFolder()
    private static let count = 60
    private static let many = 2000

    init() { makeJobs(BatchKillTests.count) }

    private func makeJobs(_ count: Int, size: Int = 150) {
        let gift = TestFiles.root.appendingPathComponent("samples/features/gift-mattes.svga").path
        let jobs = (0..<count).map {
            #"{"input":"\#(gift)","output":"\#($0).png","size":"\#(size)x0","frame":\#(30 + $0 % 40),"set-text":{"name":"\#($0)"}}"#
        }
        folder.write(Array(jobs.joined(separator: "\n").utf8), to: "jobs.jsonl")
    }

    /// More work than a batch can do while the system stops the test before it sends a signal.
    private func makeManyJobs() { makeJobs(BatchKillTests.many, size: 1000) }

    private func start(_ words: String...) throws -> ChildProcess {
        try ChildProcess(
            Program.file.path, ["batch", folder.path + "/jobs.jsonl", "-o", folder.path + "/out"] + words,
            descriptors: [.nothing, .pipe, .pipe])
    }

    private var pictures: Int { folder.contents().count { $0.hasSuffix(".png") } }

    @Test func `after repeated kills and resumes, every output is complete and was made once`() throws {
        var seen: [String: UInt64] = [:]
        for round in 1...4 {
            let child = try start("--resume")
            let enough = min(BatchKillTests.count, round * 10)
            #expect(eventually { pictures >= enough })
            child.end(SIGKILL)
            for name in folder.contents() where name.hasSuffix(".png") {
                var status = stat()
                #expect(stat(folder.path + "/" + name, &status) == 0)
                #expect(seen[name] == nil || seen[name] == UInt64(status.st_ino), "\(name) was made twice")
                seen[name] = UInt64(status.st_ino)
            }
        }
        let end = try start("--resume").finish()
        #expect(end.code == 0 && pictures == BatchKillTests.count)
        let results = try BatchFolder.results(String(decoding: end.output, as: UTF8.self))
        #expect(results.count == BatchKillTests.count && results.values.allSatisfy { Optional($0).isDone })
        for (name, inode) in seen {
            var status = stat()
            #expect(stat(folder.path + "/" + name, &status) == 0 && UInt64(status.st_ino) == inode)
        }
        #expect(folder.contents().filter { $0.contains(".svga-") } == ["out/.svga-batch-jobs.jsonl"])
        // Each picture ends as a PNG does.
        for name in folder.contents() where name.hasSuffix(".png") {
            #expect(folder.read(name)?.suffix(8).prefix(4).elementsEqual("IEND".utf8) == true)
        }
    }

    @Test(arguments: [SIGINT, SIGTERM]) func `asked to stop it ends with 128 and the signal's number, and nothing half written`(
        signal: Int32
    ) throws {
        makeManyJobs()
        let child = try start()
        #expect(eventually { pictures >= 3 })
        child.send(signal)
        let end = try child.finish()
        let made = pictures
        #expect(end.code == 128 + signal && made < BatchKillTests.many)
        #expect(folder.contents().filter { $0.contains(".svga-") } == ["out/.svga-batch-jobs.jsonl"])
        // Two more are enough to see that it goes on.
        makeJobs(made + 2, size: 1000)
        let found = try start("--resume").finish()
        #expect(found.code == 0 && (0..<made + 2).allSatisfy { folder.read("out/\($0).png") != nil })
    }

    @Test func `a worker answers each job while its input stays open`() throws {
        var ends: [Int32] = [-1, -1]
        #expect(pipe(&ends) == 0)
        defer { close(ends[1]) }
        let child = try ChildProcess(
            Program.file.path, ["batch", "--stdio", "-o", folder.path + "/out"], descriptors: [.open(ends[0]), .file("/dev/null"), .pipe])
        close(ends[0])
        let gift = TestFiles.root.appendingPathComponent("samples/features/badge.svga").path
        for number in 0..<3 {
            let line = Array(#"{"input":"\#(gift)","output":"w\#(number).png","frame":1}"#.utf8) + [0x0A]
            #expect(write(ends[1], line, line.count) == line.count)
            #expect(eventually { pictures == number + 1 })
        }
        #expect(child.outcome(seconds: 0.2) == nil)
        child.send(SIGTERM)
        #expect(child.outcome() == .exited(143))
    }

    /// A worker with its input open, and jobs that each take a while.
    /// - Parameter isHurried: whether the signal is sent again until the worker ends. If not, it has read all jobs, and a line that is none.
    private func worker(
        jobs: Int, size: Int, _ signal: Int32, isHurried: Bool = false
    ) throws -> (code: Int32, output: [UInt8], pictures: Int) {
        var ends: [Int32] = [-1, -1]
        #expect(pipe(&ends) == 0)
        defer { close(ends[1]) }
        let child = try ChildProcess(
            Program.file.path, ["batch", "--stdio", "-o", folder.path + "/out", "--threads", "1"],
            descriptors: [.open(ends[0]), .pipe, .pipe])
        close(ends[0])
        let gift = TestFiles.root.appendingPathComponent("samples/features/gift-mattes.svga").path
        var texts = (0..<jobs).map { #"{"input":"\#(gift)","output":"w\#($0).png","size":"\#(size)x0","frame":\#($0 % 90)}"# }
        if !isHurried { texts.append("[]") }
        let lines = Array(texts.map { $0 + "\n" }.joined().utf8)
        #expect(write(ends[1], lines, lines.count) == lines.count)
        // The worker refuses a line that is not a job as soon as it has read it. By then it has read all lines before.
        var answers = ""
        while !isHurried, !answers.contains("\"ok\":false") {
            let line = try #require(child.output?.line())
            try #require(!line.isEmpty)
            answers += line + "\n"
        }
        #expect(eventually { pictures >= 1 })
        child.send(signal)
        // After more than what counts as the same request; signals that come while the system has stopped the worker are one for it.
        for _ in 0..<1500 where isHurried && child.outcome(seconds: 0.4) == nil { child.send(signal) }
        let end = try child.finish()
        return (end.code, Array(answers.utf8) + end.output, pictures)
    }

    @Test(arguments: [SIGTERM, SIGHUP]) func `a worker that is asked to stop answers all jobs it has read`(signal: Int32) throws {
        let (code, output, pictures) = try worker(jobs: 12, size: 600, signal)
        var results = try BatchFolder.results(String(decoding: output, as: UTF8.self))
        let refused = results.removeValue(forKey: 13)
        #expect(refused.member("code") == .integer(2))
        #expect(code == 128 + signal && results.count == 12 && pictures == 12)
        #expect(results.values.allSatisfy { Optional($0).isDone })
        #expect(folder.contents().filter { $0.contains(".svga-") } == [])
    }

    @Test func `a second signal ends a worker at once, and each job that has a picture has an answer`() throws {
        let (code, output, pictures) = try worker(jobs: 300, size: 1500, SIGTERM, isHurried: true)
        let results = try BatchFolder.results(String(decoding: output, as: UTF8.self))
        #expect(code == 143 && pictures < 300 && (pictures - 1...pictures).contains(results.count))
        #expect(folder.contents().filter { $0.contains(".svga-") } == [])
    }

    @Test(arguments: [SIGQUIT, SIGXCPU]) func `SIGQUIT and SIGXCPU end it at once, and nothing temporary is left`(signal: Int32) throws {
        makeManyJobs()
        let child = try start()
        #expect(eventually { pictures >= 3 })
        child.send(signal)
        #expect(child.outcome() == .signalled(signal))
        #expect(folder.contents().filter { $0.contains(".svga-") } == ["out/.svga-batch-jobs.jsonl"])
    }
}
