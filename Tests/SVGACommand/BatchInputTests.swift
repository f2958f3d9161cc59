import Foundation
import SVGAFormat
import SVGASupport
import TestSupport
import Testing

@testable import SVGACommand
@testable import SVGATasks

/// What counts as another job, and the errors of unreadable job files.
@Suite struct BatchInputTests {
    private let batch: BatchFolder

    init() throws { batch = try BatchFolder() }

    private func write(_ text: String, to name: String = "jobs.csv") { batch.folder.write(Array(text.utf8), to: name) }

    private func found(_ result: (code: ExitCode, results: [Int: JSONValue], errors: String)) -> [Bool] {
        result.results.keys.sorted().map { result.results[$0].isFound }
    }

    // MARK: Resuming

    @Test func `a picture that has changed makes the jobs again that show it, and no others`() async throws {
        batch.jobs(
            #"{"input":"gift.svga","output":"a.rgba","frame":1,"set-image":{"face":"green.png"}}"#,
            #"{"input":"gift.svga","output":"b.rgba","frame":1,"set-image":"face=wide.png"}"#,
            #"{"input":"gift.svga","output":"c.rgba","frame":1}"#)
        _ = try await batch.run()
        let before = batch.folder.read("out/a.rgba")
        batch.folder.write(try #require(batch.folder.read("wide.png")), to: "green.png")
        let result = try await batch.run("--resume")
        #expect(result.code == .done && found(result) == [false, true, true], "\(result)")
        #expect(batch.folder.read("out/a.rgba") != before)
        #expect(found(try await batch.run("--resume")) == [true, true, true])
    }

    @Test func `values of --vars that have changed make a job again, and so does a picture that they name`() async throws {
        batch.folder.write(Array(#"{"images":{"face":"green.png"}}"#.utf8), to: "ann.json")
        batch.jobs(#"{"input":"gift.svga","output":"a.rgba","frame":1,"vars":"ann.json"}"#)
        _ = try await batch.run()
        #expect(found(try await batch.run("--resume")) == [true])
        batch.folder.write(try #require(batch.folder.read("wide.png")), to: "green.png")
        #expect(found(try await batch.run("--resume")) == [false])
        batch.folder.write(Array(#"{"hide":["face"]}"#.utf8), to: "ann.json")
        #expect(found(try await batch.run("--resume")) == [false])
    }

    @Test func `a sound and a font that have changed make a job again`() async throws {
        for (option, name) in [("audio", "a.wav"), ("font", "a.ttf")] {
            batch.folder.write([1, 2, 3], to: name)
            let members: [JSONValue.Member] = [
                .init(name: "input", value: .string("gift.svga")), .init(name: "output", value: .string("a.mp4")),
                .init(name: option, value: .string(name)),
            ]
            var remote = RemoteJob(DownloadedInputs(RemoteOptions().files(environment: [:]), limit: 1, refreshes: false))
            let job = try BatchJob(members, line: 1, folder: batch.folder.path + "/", seed: StableHash(), remote: &remote)
            func hash() throws -> UInt64 {
                var noted = job
                noted.note(inputs: try job.rendering(RenderTask(), folder: "out/").inputFiles(TaskContext()))
                return noted.hash
            }
            let before = try hash()
            #expect(try hash() == before)
            batch.folder.write([1, 2, 4, 5], to: name)
            #expect(try hash() != before, "\(option)")
        }
    }

    @Test func `a file that was there before stays, also where the job's input changes later`() async throws {
        try FileManager.default.createDirectory(atPath: batch.out, withIntermediateDirectories: true)
        batch.folder.write([9], to: "out/a.rgba")
        batch.jobs(#"{"input":"gift.svga","output":"a.rgba","frame":1}"#)
        #expect(try await batch.run().code == .partFailed)
        batch.folder.write(try #require(batch.folder.read("gift.svga")), to: "gift.svga")
        let second = try await batch.run("--resume")
        #expect(second.code == .partFailed && second.results[1].error.contains("already exists"), "\(second)")
        #expect(batch.folder.read("out/a.rgba") == [9])
    }

    @Test func `a job that fails after its input has changed may be done later over its own old output`() async throws {
        batch.jobs(#"{"input":"gift.svga","output":"a.rgba","frame":1}"#)
        let movie = try #require(batch.folder.read("gift.svga"))
        _ = try await batch.run()
        batch.folder.write([1, 2, 3], to: "gift.svga")
        #expect(try await batch.run("--resume").code == .partFailed)
        batch.folder.write(movie, to: "gift.svga")
        let third = try await batch.run("--resume")
        #expect(third.code == .done && found(third) == [false], "\(third)")
    }

    // MARK: Job files

    @Test(arguments: [
        ("input,output\ngift.svga,\"a.rgba\ngift.svga,b.rgba\ngift.svga,\"c.rgba\"\n", "opens in line 2 is not closed before line 4"),
        ("input,output\r\ngift.svga,\"a.rgba\r\n\"gift.svga\",b.rgba\r\n", "opens in line 2 is not closed before line 3"),
        ("input,output\rgift.svga,a.rgba\r", "end with CR alone"), ("input|output\ngift.svga|a.rgba\n", "vertical bars"),
        ("input，output\ngift.svga，a.rgba\n", "full-width commas"), ("\u{FEFF}\n", "the file has no jobs"),
        (" \t\n", "the file has no jobs"),
    ])
    func `a misplaced quotation mark, and other forms of files, are reported before anything runs`(
        text: String, part: String
    ) async throws {
        write(text)
        let result = try await batch.run(jobs: "jobs.csv")
        #expect(result.code == .invalidInput && result.errors.contains(part) && batch.outputs == [], "\(result)")
        #expect(result.errors.count { $0 == "\n" } == 1)
    }

    @Test func `UTF-16 and GBK are named, in CSV and in lines of JSON`() async throws {
        let csv = "input,output\ngift.svga,a.rgba\n"
        let json = #"{"input":"gift.svga","output":"a.rgba"}"# + "\n"
        let gbk: [UInt8] = [0xB0, 0xAE]
        let files: [([UInt8], String)] = [
            (csv.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }, "UTF-16"),
            ([0xFF, 0xFE] + csv.utf16.flatMap { [UInt8($0), 0] }, "UTF-16"),
            (json.utf16.flatMap { [0, UInt8($0)] }, "UTF-16"),
            (Array("input,output,set-text.name\ngift.svga,a.rgba,".utf8) + gbk + [0x0A], "line 2 is not UTF-8"),
            (Array("input,".utf8) + gbk + [0x0A], "line 1 is not UTF-8"),
        ]
        for (bytes, part) in files {
            batch.folder.write(bytes, to: "jobs.csv")
            let result = try await batch.run(jobs: "jobs.csv")
            #expect(result.code == .invalidInput && result.errors.contains(part) && result.errors.contains("iconv"), "\(result)")
        }
        batch.folder.write(Array(#"{"id":""#.utf8) + gbk + Array(#""}"#.utf8), to: "jobs.jsonl")
        let result = try await batch.run()
        #expect(result.code == .invalidInput || result.results[1].error.contains("iconv"), "\(result)")
    }

    @Test func `a byte order mark and CRLF are no part of the jobs`() async throws {
        write("\u{FEFF}input,output,frame\r\n\r\ngift.svga,a.rgba,1\r\n")
        #expect(try await batch.run(jobs: "jobs.csv").code == .done && batch.outputs == ["a.rgba"])
        write("\u{FEFF}" + #"{"input":"gift.svga","output":"b.rgba","frame":1}"# + "\r\n\r\n", to: "more.jsonl")
        #expect(try await batch.run(jobs: "more.jsonl").code == .done && batch.outputs == ["a.rgba", "b.rgba"])
    }

    @Test func `text after a closing quotation mark fails its job alone`() async throws {
        write("input,output,frame\ngift.svga,\"a\".rgba,1\ngift.svga,\"b.rgba\" ,1\ngift.svga,c.rgba,1\n")
        let result = try await batch.run(jobs: "jobs.csv")
        #expect(result.code == .partFailed && result.results[2].error.contains("follows a closing quotation mark"), "\(result)")
        #expect(result.results[4].isDone)
    }

    @Test func `of jobs from a pipe those before a quotation mark that is not closed are done`() async throws {
        let gift = batch.folder.path + "/gift.svga"
        let text = "input,output,frame\n" + (0..<20).map { "\(gift),\($0).rgba,1\n" }.joined() + "\(gift),\"open.rgba,1\n\(gift),z.rgba,1\n"
        let result = await CommandFixtures.run(["batch", "-", "-o", batch.out], input: Array(text.utf8))
        #expect(result.code == .invalidInput && result.errors.contains("opens in line 22 is not closed"), "\(result)")
        #expect(try BatchFolder.results(result.output).count == 20 && batch.outputs.count == 20)
    }

    // MARK: Addresses

    @Test(arguments: ["gs://a/b.png", "file:///tmp/a.png", "FTP://a/b.png"])
    func `an address that is neither https nor s3 is no output, no input and no image of a job`(address: String) async throws {
        batch.jobs(
            #"{"input":"gift.svga","output":"\#(address)","format":"rgba","frame":1}"#,
            #"{"input":"\#(address)","output":"b.rgba","frame":1}"#,
            #"{"input":"gift.svga","output":"c.rgba","frame":1,"set-image":{"face":"\#(address)"}}"#,
            #"{"input":"gift.svga","output":"d.rgba","frame":1,"set-image":"face=\#(address)"}"#,
            #"{"input":"gift.svga","output":"e.rgba","frame":1,"set-image":{"face":{"file":"\#(address)"}}}"#,
            #"{"input":"gift.svga","output":"f.rgba","frame":1,"vars":"\#(address)"}"#)
        let result = try await batch.run()
        #expect(result.code == .partFailed && batch.outputs == [], "\(result)")
        for line in 1...6 {
            #expect(result.results[line].member("code") == .integer(2) && result.results[line].error.contains(address), "\(result)")
        }
    }
}
