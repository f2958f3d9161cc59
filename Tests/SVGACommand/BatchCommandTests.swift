import Foundation
import SVGAFormat
import SVGAPixels
import SVGASupport
import TestSupport
import Testing

@testable import SVGACommand
@testable import SVGATasks

/// A folder with the movie of ``GiftFolder``, and job files in it.
struct BatchFolder {
    let gift = try? GiftFolder()
    let folder: TemporaryFolder
    var out: String { folder.path + "/out" }

    init() throws { folder = try #require(gift).folder }

    func jobs(_ lines: String...) { folder.write(Array(lines.joined(separator: "\n").utf8), to: "jobs.jsonl") }

    /// The exit code, the results by line, and the error output.
    func run(_ options: String..., jobs: String = "jobs.jsonl") async throws -> (code: ExitCode, results: [Int: JSONValue], errors: String)
    {
        try await run(options, jobs: jobs)
    }

    func run(_ options: [String], jobs: String = "jobs.jsonl") async throws -> (code: ExitCode, results: [Int: JSONValue], errors: String) {
        let result = await CommandFixtures.run(["batch", folder.path + "/" + jobs, "-o", out] + options)
        return (result.code, try BatchFolder.results(result.output), result.errors)
    }

    static func results(_ output: String) throws -> [Int: JSONValue] {
        var results: [Int: JSONValue] = [:]
        for line in output.split(separator: "\n") {
            let value = try JSONValue(parsing: Array(line.utf8))
            guard case .integer(let number) = value["line"] else { throw TaskError.usage("no line in \(line)") }
            #expect(results.updateValue(value, forKey: number) == nil, "two results for line \(number)")
        }
        return results
    }

    /// What lies in DIR, without the record.
    var outputs: [String] {
        folder.contents().filter { $0.hasPrefix("out/") && !$0.contains(".svga-") }.map { String($0.dropFirst(4)) }
    }

    func inode(_ name: String) -> UInt64 {
        var status = stat()
        return stat(out + "/" + name, &status) == 0 ? UInt64(status.st_ino) : 0
    }

    func record(_ change: (inout String) -> Void) throws {
        let name = "out/.svga-batch-jobs.jsonl"
        var text = String(decoding: try #require(folder.read(name)), as: UTF8.self)
        change(&text)
        folder.write(Array(text.utf8), to: name)
    }
}

extension JSONValue? {
    func member(_ name: String) -> JSONValue? { self?[name] }
    var isDone: Bool { self?["ok"] == .bool(true) }
    var isFound: Bool { self?["resumed"] == .bool(true) }
    var error: String { if case .string(let text)? = self?["error"] { text } else { "" } }
}

@Suite struct BatchCommandTests {
    private let batch: BatchFolder

    init() throws { batch = try BatchFolder() }

    @Test func `each job becomes an output and a line with its id and bytes`() async throws {
        batch.jobs(
            #"{"id":"a","input":"gift.svga","output":"a.rgba","frame":1,"set-image":{"face":"green.png"}}"#, "",
            #"{"id":[7],"input":"gift.svga","output":"deep/b.webp"}"#)
        let result = try await batch.run()
        #expect(result.code == .done && result.results.count == 2, "\(result)")
        #expect(result.results[1].member("id") == .string("a") && result.results[3].member("id") == .array([.integer(7)]))
        #expect(result.results[1].member("bytes") == .integer(60 * 40 * 4) && result.results[1].isDone)
        #expect(batch.outputs == ["a.rgba", "deep", "deep/b.webp"])
        let alone = await (try GiftFolder()).render(["--set-image", "face=\(batch.folder.path)/green.png"])
        #expect(batch.folder.read("out/a.rgba") == alone.picture?.pixels)
    }

    @Test func `options of the command line are for all jobs, and a job's own win`() async throws {
        batch.jobs(
            #"{"input":"gift.svga","output":"a.rgba"}"#, #"{"input":"gift.svga","output":"b.rgba","scale":0.5}"#,
            #"{"input":"gift.svga","output":"c.rgba","frames":"1-2","size":"30x0"}"#)
        let result = try await batch.run("--size", "120x80", "--frame", "1")
        #expect(result.code == .done, "\(result)")
        #expect([1, 2, 3].map { result.results[$0].member("bytes") } == [120 * 80 * 4, 30 * 20 * 4, 2 * 30 * 20 * 4].map { .integer($0) })
    }

    @Test func `a job that fails is reported with its exit code, and the others are done`() async throws {
        batch.folder.write([1, 2, 3], to: "broken.svga")
        batch.jobs(
            "{oops", "[1]", #"{"input":"broken.svga","output":"a.png"}"#, #"{"input":"none.svga","output":"b.png"}"#,
            #"{"id":5,"input":"gift.svga","output":"c.png","fram":1}"#, #"{"input":"gift.svga","output":"d.png","frame":99}"#,
            #"{"input":"gift.svga","output":"e.png","frame":1,"max-canvas-pixels":10}"#, #"{"output":"f.png"}"#,
            #"{"input":"gift.svga","output":"ok.png","frame":1}"#)
        let result = try await batch.run()
        #expect(result.code == .partFailed && batch.outputs == ["ok.png"])
        let codes = (1...8).map { result.results[$0].member("code") }
        #expect(codes == [2, 2, 3, 3, 2, 2, 4, 2].map { .integer($0) })
        #expect(result.results[5].error == #""fram" is not an option of a job; did you mean frame or frames or frames-baked?"#)
        #expect(result.results[5].member("id") == .integer(5) && result.results[8].error == "the job has no input")
        #expect(result.results[9].isDone && result.errors.contains("1 job done") && result.errors.contains("8 failed"))
        for (_, value) in result.results { #expect(!Optional(value).error.contains("\n") && !Optional(value).error.hasPrefix("svga:")) }
    }

    /// One after the other, the other way round, and two at once; and without caches.
    @Test(arguments: [["--threads", "1"], ["--threads", "2"], ["--threads", "1", "--cache-memory", "1"]], [false, true])
    func `frames that jobs have in common are encoded once, and the files are those of svga render`(
        options: [String], isTurned: Bool
    ) async throws {
        let names = ["Ann", "Bob", "Cid", "Ann", "Dee", "Bob"]
        var lines: [String] = []
        for (index, name) in names.enumerated() {
            for more in ["", #","quality":60"#, #","size":"30x0""#] {
                let output = "\(index)-\(lines.count % 3).webp"
                lines.append(#"{"input":"gift.svga","output":"\#(output)","loop":2,"set-text":{"name.vector":"\#(name)"}\#(more)}"#)
            }
        }
        batch.folder.write(Array((isTurned ? lines.reversed() : lines).joined(separator: "\n").utf8), to: "jobs.jsonl")
        let result = try await batch.run(options)
        #expect(result.code == .done && batch.outputs.count == lines.count, "\(result)")
        for (index, name) in names.enumerated() {
            for (number, more) in [["--effort", "2"], ["--quality", "60"], ["--effort", "2", "--size", "30x0"]].enumerated() {
                let alone = batch.folder.path + "/alone.webp"
                let words = ["render", batch.folder.path + "/gift.svga", "-o", alone, "--force", "--loop", "2", "--set-text"]
                #expect(await CommandFixtures.run(words + ["name.vector=\(name)"] + more).code == .done)
                #expect(batch.folder.read("alone.webp") == batch.folder.read("out/\(index)-\(number).webp"))
            }
        }
    }

    @Test(arguments: [
        "../a.png", "/tmp/a.png", "a/../../b.png", "..", ".", "", ".svga-batch-jobs.jsonl", "./.svga-x",
        "../\u{301}a.png", "/\u{301}a.png", "a/../../\u{301}b.png", "./\u{301}/../../b.png", "\u{301}/\u{301}/../\u{301}/../../../b.png",
    ])
    func `an output outside of the folder, or the batch's own, is refused`(name: String) async throws {
        batch.jobs(#"{"input":"gift.svga","frame":1,"format":"rgba","output":"\#(name)"}"#)
        let before = batch.folder.contents().filter { $0.hasSuffix("png") }
        let result = try await batch.run()
        #expect(result.code == .partFailed && result.results[1].member("code") == .integer(2) && batch.outputs == [])
        #expect(batch.folder.contents().filter { $0.hasSuffix("png") } == before)
    }

    @Test func `of two jobs with one output the second is an error, however it is written`() async throws {
        batch.jobs(
            #"{"input":"gift.svga","output":"a.rgba","frame":1}"#, #"{"input":"gift.svga","output":"./a.rgba","frame":2}"#)
        let result = try await batch.run("--force")
        #expect(result.results[1].isDone && result.results[2].error == "another job has the output a.rgba")
    }

    @Test func `what a job names is relative to the job file, and standard input is not for jobs`() async throws {
        batch.folder.write(
            Array(#"{"texts":{"name.vector":"Ann"},"images":{"face":"green.png"}}"#.utf8), to: "ann.json")
        batch.jobs(
            #"{"input":"gift.svga","output":"a.rgba","frame":1,"vars":"ann.json"}"#, #"{"input":"-","output":"b.rgba"}"#,
            #"{"input":"gift.svga","output":"c.rgba","set-image":"face=-,fit=cover"}"#)
        let result = try await batch.run()
        #expect(result.results[1].isDone)
        #expect(result.results[2].error.contains("standard input") && result.results[3].error.contains("standard input"))
    }

    @Test func `CSV names the options in its first line, and may quote`() async throws {
        let text =
            "id,input,output,frame,set-image.face,no-system-fonts,format\r\n"
            + "1,gift.svga,\"a,b.rgba\",1,\"green.png,fit=cover\",,\r\n2,gift.svga,\"say \"\"hi\"\".png\",2,,,rgba\r\n"
            + "\"two\r\nlines\",gift.svga,c.rgba,1,,maybe,\r\n4,gift.svga\r\n5,gift.svga,e.rgba,1,,false,"
        batch.folder.write(Array(text.utf8), to: "jobs.csv")
        let result = try await batch.run(jobs: "jobs.csv")
        #expect(batch.outputs == ["a,b.rgba", "e.rgba", "say \"hi\".png"], "\(result)")
        #expect(result.results[2].member("id") == .string("1") && result.results[3].isDone)
        #expect(result.results[4].error == "no-system-fonts needs true or false, not \"maybe\"")
        #expect(result.results[6].error == "2 fields for 7 columns" && result.results[7].isDone)
        let green = await (try GiftFolder()).render(["--set-image", "face=\(batch.folder.path)/green.png"])
        #expect(batch.folder.read("out/a,b.rgba") == green.picture?.pixels)
    }

    @Test(arguments: [
        ("input,output,set-imag.a", "svga: \"set-imag\" is not an option of a job; did you mean set-image?\n"),
        (
            "input,output,size.a",
            "svga: size does not have a key, as in \"size.a\"; the first line of CSV names the columns; a JSON job begins with {\n"
        ),
        ("input,input", "svga: the column \"input\" appears twice; the first line of CSV names the columns; a JSON job begins with {\n"),
    ])
    func `a column that no job can have stops the batch before it begins`(header: String, line: String) async throws {
        batch.folder.write(Array("\(header)\ngift.svga,a.rgba,x\n".utf8), to: "jobs.csv")
        let result = try await batch.run("-q", jobs: "jobs.csv")
        #expect(result.code == .usage && result.errors == line && result.results.isEmpty && batch.outputs == [])
    }

    @Test(arguments: [
        ("", "the file has no jobs"), ("\n\n", "the file has no jobs"), ("input,output\n", "the file has no jobs"),
        ("input,output\ngift.svga,a.rgba\ngift.svga,\"b.rgba\ngift.svga,c.rgba\n", "opens in line 3 is not closed"),
        ("input;output\ngift.svga;a.rgba\n", "separated by semicolons"), ("input\toutput\ngift.svga\ta.rgba\n", "separated by tabs"),
        ("[{\"input\":\"gift.svga\"}]", "JSON array"),
    ])
    func `a job file that cannot be read to its end is named, and nothing is run`(text: String, part: String) async throws {
        batch.folder.write(Array(text.utf8), to: "jobs.csv")
        let result = try await batch.run(jobs: "jobs.csv")
        #expect(result.code == .invalidInput && result.errors.contains(part) && batch.outputs == [], "\(result)")
    }

    @Test func `jobs come from a pipe and results go to one, and no record is written`() async throws {
        let jobs = [1, 2].map { #"{"input":"\#(batch.folder.path)/gift.svga","output":"\#($0).rgba","frame":\#($0)}"# }
        let input = Array(jobs.joined(separator: "\n").utf8)
        let first = await CommandFixtures.run(["batch", "--stdio", "-o", batch.out], input: input)
        let results = try BatchFolder.results(first.output)
        #expect(first.code == .done && first.errors == "" && results.count == 2)
        #expect(batch.folder.contents().filter { $0.hasPrefix("out/") } == ["out/1.rgba", "out/2.rgba"])
        let again = await CommandFixtures.run(["batch", "--stdio", "-o", batch.out], input: input)
        #expect(again.code == .partFailed && again.output.contains("the file already exists"))
    }

    @Test(arguments: [
        (["--stdio", "jobs.jsonl"], "--stdio reads jobs"), (["--stdio", "--resume"], "nothing to resume"), ([], "JOBS is missing"),
        (["a.jsonl", "--set-image", "a=-"], "standard input cannot provide a file"),
        (["a.jsonl", "--frame", "1", "--frames", "2"], "combined"),
        (["a.jsonl", "--sise", "2"], "did you mean --size"),
    ])
    func `command lines that make no sense are refused`(words: [String], part: String) async throws {
        let result = await CommandFixtures.run(["batch", "-o", batch.out] + words)
        #expect(result.code == .usage && result.errors.contains(part) && result.errors.count { $0 == "\n" } == 1, "\(result.errors)")
    }

    @Test func `a job that takes longer than its time is reported, and the others are done`() async throws {
        let gift = TestFiles.root.appendingPathComponent("samples/features/gift-mattes.svga").path
        batch.jobs(
            #"{"input":"\#(gift)","output":"a.webp","size":"1500x0","effort":6,"timeout":0.3}"#,
            #"{"input":"gift.svga","output":"b.rgba"}"#)
        let result = try await batch.run()
        #expect(result.results[1].member("code") == .integer(4) && result.results[1].error.hasPrefix("stopped after 0.3 s"))
        #expect(result.results[2].isDone && batch.outputs == ["b.rgba"])
    }

    @Test func `results are in the order of the jobs on request`() async throws {
        let gift = TestFiles.root.appendingPathComponent("samples/features/gift-mattes.svga").path
        let jobs = [
            #"{"input":"\#(gift)","output":"a.webp","size":"1500x0","effort":6,"timeout":0.3}"#, "[]", "",
            #"{"input":"\#(batch.folder.path)/gift.svga","output":"b.rgba"}"#, #"{"cancel":9}"#, "{",
        ]
        let input = Array(jobs.joined(separator: "\n").utf8)
        let result = await CommandFixtures.run(["batch", "--stdio", "--ordered", "-o", batch.out], input: input)
        let lines = try result.output.split(separator: "\n").map { try JSONValue(parsing: Array($0.utf8))["line"] }
        #expect(lines == [.integer(1), .integer(2), .integer(4), .integer(6)])
    }

    @Test func `results may go to a file, and progress is reported as JSON`() async throws {
        batch.jobs(#"{"input":"gift.svga","output":"a.rgba"}"#, #"{"input":"none.svga","output":"b.rgba"}"#)
        let result = try await batch.run("--results", batch.folder.path + "/results", "--progress", "json")
        #expect(result.results.isEmpty)
        let file = String(decoding: try #require(batch.folder.read("results")), as: UTF8.self)
        #expect(try BatchFolder.results(file).count == 2)
        let last = try #require(result.errors.split(separator: "\n").last { $0.hasPrefix("{") })
        let progress = try JSONValue(parsing: Array(last.utf8))
        #expect(progress["total"] == .integer(2) && progress["done"] == .integer(2) && progress["failed"] == .integer(1))
        #expect(try await batch.run("--results", batch.folder.path + "/results", "--resume", "-q").code == .partFailed)
        #expect(String(decoding: try #require(batch.folder.read("results")), as: UTF8.self).contains("\"resumed\":true"))
    }
}
