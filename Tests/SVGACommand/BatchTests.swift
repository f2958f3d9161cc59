import Foundation
import SVGAPixels
import SVGASupport
import Testing

@testable import SVGACommand
@testable import SVGATasks

@Suite("svga inspect of files")
struct BatchTests {
    @Test("a broken file does not keep the others from being shown, and is exit 6")
    func partFailed() async throws {
        let folder = try MovieFolder()
        try folder.write([9, 9, 9], to: "bad.svga")
        let bad = folder.path + "/bad.svga"
        let result = await CommandFixtures.run("inspect", folder.movie, bad, folder.movie)
        #expect(result.code == .partFailed)
        #expect(result.output.components(separatedBy: "60 × 40 px").count == 3)
        #expect(result.errors.hasPrefix("svga: \(bad): ") && result.errors.count { $0 == "\n" } == 1)
        let json = await CommandFixtures.run("inspect", "--json", bad, folder.movie)
        #expect(json.code == .partFailed)
        #expect((try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [Any])?.count == 1)
    }

    @Test("if all fail with one exit code, the batch has it, and there is no output")
    func allFailed() async throws {
        let folder = try MovieFolder()
        let missing = await CommandFixtures.run("inspect", folder.path + "/a", folder.path + "/b")
        #expect(missing.code == .invalidInput && missing.output.isEmpty)
        let limited = await CommandFixtures.run("inspect", "--json", folder.movie, "--max-frames", "3")
        #expect(limited.code == .limit && limited.output.isEmpty && limited.errors.contains("--max-frames"))
    }

    @Test("the file's size is reported for a path and for standard input")
    func byteCounts() async throws {
        let folder = try MovieFolder()
        let bytes = try MovieFolder.bytes()
        for (file, input) in [(folder.movie, []), ("-", bytes)] {
            let text = await CommandFixtures.run("inspect", "--json", file, input: input).output
            let object = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
            #expect(object["bytes"] as? Int == bytes.count && object["file"] as? String == file && object["frames"] as? Int == 10)
        }
    }

    @Test("standard input can be read only once")
    func standardInputTwice() async {
        #expect(await CommandFixtures.run("inspect", "-", "-").code == .usage)
    }

    @Test("the picture is drawn with half blocks in true color")
    func picture() async throws {
        let folder = try MovieFolder()
        let result = await CommandFixtures.run("inspect", "--picture", folder.movie)
        let rows = result.output.split(separator: "\n").filter { $0.contains("▀") }
        // Of 24 rows, 8 stay free. 48 columns keep the aspect of 60 × 40 in 16 rows of two pixels each.
        #expect(result.code == .done && rows.count == 16 && rows.allSatisfy { $0.count { $0 == "▀" } == 48 })
        #expect(rows[0].hasPrefix("\u{1B}[38;2;255;0;0m\u{1B}[48;2;255;0;0m▀▀") && rows[0].hasSuffix("\u{1B}[0m"))
        #expect(result.output.hasSuffix("frame 0 of 10, at 0 s\n"))
    }

    @Test("a standard output that takes nothing is exit 5")
    func fullDevice() async throws {
        let folder = try MovieFolder()
        let errors = TextSink()
        let full = TextStream { (_) throws(TextStream.WriteFailure) in throw TextStream.WriteFailure(reason: "No space left on device") }
        let context = CommandContext(output: full, errors: errors.stream(false)) { _ in [] }
        #expect(await CommandLineTool.run(["inspect", folder.movie], context: context) == .outputFailed)
        #expect(errors.text == "svga: -: standard output cannot be written: No space left on device\n")
    }

    @Test("a reader such as head that closes standard output gets exit 5 and no message")
    func closedPipe() async throws {
        signal(SIGPIPE, SIG_IGN)
        var ends: [Int32] = [-1, -1]
        try #require(pipe(&ends) == 0)
        close(ends[0])
        let writing = ends[1]
        defer { close(writing) }
        let folder = try MovieFolder()
        let errors = TextSink()
        let closed = TextStream { (bytes) throws(TextStream.WriteFailure) in try StandardStreams.writeAll(bytes, to: writing) }
        let context = CommandContext(output: closed, errors: errors.stream(false)) { _ in [] }
        #expect(await CommandLineTool.run(["inspect", folder.movie], context: context) == .outputFailed)
        #expect(errors.text == "")
    }
}
