import SVGAPixels
import SVGASupport
import TestSupport
import Testing

@testable import SVGACommand
@testable import SVGATasks

/// Jobs with inputs and outputs on a server, and outputs on standard output.
@Suite(.hangLimit) struct BatchRemoteTests {
    private let batch: BatchFolder

    init() throws { batch = try BatchFolder() }

    /// A server that has the files of the batch's folder below `/in/`, and stores what is written below `/out/`.
    private final class Store: Sendable {
        let server: LoopbackServer
        private let written: Locked<[String: [UInt8]]>

        var files: [String: [UInt8]] { written.withLock { $0 } }
        func reads(_ path: String) -> Int { server.exchanges.count { $0.header.hasPrefix("GET \(path) ") } }

        init(_ folder: TemporaryFolder, written initial: [String: [UInt8]] = [:]) {
            let written = Locked(initial)
            self.written = written
            server = LoopbackServer { exchange in
                let name = exchange.path.prefix { $0 != "?" }.split(separator: "/").dropFirst().joined(separator: "/")
                if exchange.header.hasPrefix("PUT") {
                    written.withLock { $0[name] = exchange.body }
                    exchange.answer([], status: "201 Created")
                } else if exchange.path.hasPrefix("/out/"), written.withLock({ $0[name] }) != nil {
                    exchange.answer([])
                } else if exchange.path.hasPrefix("/in/"), let bytes = folder.read(name) {
                    exchange.answer(bytes)
                } else {
                    exchange.answer([], status: "404 Not Found")
                }
            }
        }
    }

    private func run(_ store: Store, _ options: String..., out: String? = nil) async throws -> (
        code: ExitCode, results: [Int: JSONValue], errors: String
    ) {
        let words = ["batch", batch.folder.path + "/jobs.jsonl", "-o", out ?? store.server.url("/out/"), "--private-hosts"]
        let result = await CommandFixtures.run(words + options)
        return (result.code, try BatchFolder.results(result.output), result.errors)
    }

    // MARK: Servers

    @Test func `remote inputs and outputs are those of local files, and each input is downloaded once`() async throws {
        let store = Store(batch.folder)
        let movie = store.server.url("/in/gift.svga")
        let picture = store.server.url("/in/green.png")
        batch.jobs(
            #"{"id":1,"input":"\#(movie)","output":"a.rgba","frame":1,"set-image":{"face":"\#(picture),fit=cover"}}"#,
            #"{"id":2,"input":"\#(movie)","output":"b/c.rgba","frame":1,"set-image":["face=\#(picture)"]}"#,
            #"{"id":3,"input":"\#(movie)","output":"d.rgba","frame":1,"set-image":{"face":{"file":"\#(picture)","fit":"cover"}}}"#,
            #"{"id":4,"input":"gift.svga","output":"e.rgba","frame":1,"set-image":{"face":"green.png,fit=cover"}}"#)
        let result = try await run(store)
        #expect(result.code == .done, "\(result)")
        #expect(store.files.keys.sorted() == ["a.rgba", "b/c.rgba", "d.rgba", "e.rgba"])
        #expect(Set(store.files.values).count == 1 && store.files["a.rgba"]?.count == 60 * 40 * 4)
        #expect(result.results[1].member("output") == .string("a.rgba") && result.results[1].member("bytes") == .integer(60 * 40 * 4))
        #expect(store.reads("/in/gift.svga") == 1 && store.reads("/in/green.png") == 1)
    }

    @Test func `a missing input is an error that names its URL without the query`() async throws {
        let store = Store(batch.folder)
        batch.jobs(#"{"input":"\#(store.server.url("/in/none.svga?key=secret"))","output":"a.png","frame":1}"#)
        let result = try await run(store)
        #expect(result.code == .partFailed && result.results[1].member("code") == .integer(3))
        #expect(result.results[1].error == "\(store.server.url("/in/none.svga")): not found")
    }

    @Test func `an input that is not a movie is an error that names its URL`() async throws {
        let store = Store(batch.folder)
        let url = store.server.url("/in/green.png")
        batch.jobs(#"{"input":"\#(url)","output":"a.png","frame":1}"#)
        #expect(try await run(store).results[1].error.hasPrefix("\(url): "))
    }

    @Test func `private hosts are refused by default, and http too`() async throws {
        let store = Store(batch.folder)
        batch.jobs(
            #"{"input":"\#(store.server.url("/in/gift.svga"))","output":"a.png","frame":1}"#,
            #"{"input":"https://127.0.0.1:\#(store.server.port)/in/gift.svga","output":"b.png","frame":1}"#)
        let result = try await batch.run()
        #expect(result.code == .partFailed && result.results.values.allSatisfy { $0["ok"] == .bool(false) }, "\(result)")
        #expect(store.server.requests.isEmpty)
    }

    @Test func `an existing remote output is an error without --force`() async throws {
        let store = Store(batch.folder, written: ["a.rgba": [1]])
        batch.jobs(#"{"input":"gift.svga","output":"a.rgba","frame":1}"#)
        let refused = try await run(store)
        #expect(refused.code == .partFailed && refused.results[1].error.contains("already exists"), "\(refused)")
        #expect(store.files["a.rgba"] == [1])
        #expect(try await run(store, "--force").code == .done)
        #expect(store.files["a.rgba"]?.count == 60 * 40 * 4)
    }

    @Test func `--resume skips remote outputs that the record beside the jobs has`() async throws {
        let store = Store(batch.folder)
        batch.jobs(#"{"input":"gift.svga","output":"a.rgba","frame":1}"#)
        #expect(try await run(store).code == .done)
        let again = try await run(store, "--resume")
        #expect(again.code == .done && again.results[1].isFound, "\(again)")
        // Another folder has none of these outputs.
        let other = try await run(store, "--resume", out: store.server.url("/out/other/"))
        #expect(other.results[1].isDone && !other.results[1].isFound)
        #expect(store.files.keys.sorted() == ["a.rgba", "other/a.rgba"])
    }

    @Test func `the file of a download has no part of its URL but the extension`() throws {
        let downloads = DownloadedInputs(RemoteOptions().files(environment: [:]), limit: 1, refreshes: false)
        #expect(try downloads.reserve("https://example.com/a.b,fit=c").path.hasSuffix("/1-"))
        #expect(try downloads.reserve("https://example.com/a.png?b=c").path.hasSuffix("/2-.png"))
    }

    // MARK: Standard output

    /// The answers of a worker, each with the bytes that follow it.
    private func answers(_ lines: [String]) async throws -> [String: (answer: JSONValue, bytes: [UInt8])] {
        let (output, errors) = (TextSink(), TextSink())
        let input = Array(lines.joined(separator: "\n").utf8)
        let context = CommandContext(output: output.stream(false), errors: errors.stream(false)) { _ in input }
        _ = await CommandLineTool.run(["batch", "--stdio", "-o", "-", "--private-hosts"], context: context)
        var answers: [String: (answer: JSONValue, bytes: [UInt8])] = [:]
        var rest = output.content[...]
        while let end = rest.firstIndex(of: 0x0A) {
            let answer = try JSONValue(parsing: Array(rest[..<end]))
            rest = rest[(end + 1)...]
            var count = 0
            if case .integer(let bytes)? = answer["bytes"] { count = bytes }
            guard case .string(let id)? = answer["id"], rest.count >= count else {
                throw TaskError.usage("an answer without an id or bytes")
            }
            answers[id] = (answer, Array(rest.prefix(count)))
            rest = rest.dropFirst(count)
        }
        #expect(rest.isEmpty)
        return answers
    }

    @Test func `with -o - the bytes follow each answer, and a failed job has none`() async throws {
        let movie = batch.folder.path + "/gift.svga"
        let answers = try await answers([
            #"{"id":"one","input":"\#(movie)","output":"a.rgba","frame":1}"#,
            #"{"id":"bad","input":"\#(movie)","output":"b.rgba","frame":99}"#,
            #"{"id":"all","input":"\#(movie)","output":"f/"}"#,
        ])
        #expect(answers["one"]?.bytes.count == 60 * 40 * 4 && answers["one"]?.answer["files"] == nil)
        #expect(answers["bad"]?.bytes == [] && answers["bad"]?.answer["ok"] == .bool(false))
        guard case .array(let files)? = answers["all"]?.answer["files"] else {
            Issue.record("no list of files: \(String(describing: answers["all"]?.answer))")
            return
        }
        #expect(files.count == 4 && files.allSatisfy { $0["name"] != nil })
        let bytes = files.reduce(0) { total, file in if case .integer(let bytes)? = file["bytes"] { total + bytes } else { total } }
        #expect(answers["all"]?.bytes.count == bytes && bytes > 0)
        #expect(batch.folder.contents().allSatisfy { !$0.hasSuffix(".rgba") })
    }

    @Test func `a canceled job has the code 130, and others are answered`() async throws {
        let silent = LoopbackServer { $0.waitForHangUp() }
        let movie = batch.folder.path + "/gift.svga"
        let answers = try await answers([
            #"{"id":"stuck","input":"\#(silent.url("/a.svga"))","output":"a.png","frame":1}"#,
            #"{"id":"other","input":"\#(movie)","output":"b.rgba","frame":1}"#,
            #"{"cancel":"stuck"}"#, #"{"cancel":"unknown"}"#,
        ])
        #expect(answers["stuck"]?.answer["code"] == .integer(130) && answers["stuck"]?.answer["error"] == .string("the job was canceled"))
        #expect(answers["other"]?.answer["ok"] == .bool(true))
        #expect(answers.count == 2)
    }

    @Test(arguments: [
        (["batch", "jobs.jsonl", "-o", "-"], "add --stdio"),
        (["batch", "--stdio", "-o", "-", "--results", "r"], "--results cannot be combined"),
        (["batch", "--stdio", "-o", "ftp://a/b"], "not \"ftp://a/b\""),
        (["batch", "--stdio", "-o", "s3://b/", "--s3-endpoint", "minio"], "the URL of a server"),
        (["batch", "--stdio", "-o", "s3://b/", "--s3-style", "both"], "one of path, host"),
    ])
    func `wrong destinations are usage errors`(words: [String], message: String) async {
        let result = await CommandFixtures.run(words)
        #expect(result.code == .usage && result.errors.contains(message), "\(result)")
    }
}
