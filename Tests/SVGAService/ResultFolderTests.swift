import SVGAPlatform
import SVGASupport
import TestSupport
import Testing

@testable import SVGAService

@Suite("Results on disk")
struct ResultFolderTests {
    private let folder = TemporaryFolder()

    private func results(_ maximumBytes: Int = 1 << 20, report: @escaping @Sendable (String) -> Void = { _ in }) throws -> ResultFolder {
        try ResultFolder(path: folder.path + "/results", maximumBytes: maximumBytes, report: report)
    }

    private func result(_ count: Int, _ byte: UInt8 = 1) -> ServiceResult {
        ServiceResult(bytes: [UInt8](repeating: byte, count: count), type: "image/png", warnings: ["SVGA401;key=name"])
    }

    @Test("a result is the same in another process")
    func restart() throws {
        try results().store(result(100), for: "a")
        let found = try #require(try results().result("a"))
        #expect(found.bytes == result(100).bytes && found.type == "image/png" && found.warnings == ["SVGA401;key=name"])
        #expect(try results().result("b") == nil)
    }

    @Test("the least recently used results above the bound are removed")
    func bound() throws {
        let results = try results(4000)
        for key in ["a", "b", "c"] { results.store(result(900), for: key) }
        _ = results.result("a")
        results.store(result(900), for: "d")
        results.store(result(900), for: "e")
        #expect(results.result("b") == nil && results.result("a") != nil && results.result("e") != nil)
        #expect(results.bytes <= 4000 && folder.contents().count { $0.hasSuffix(".result") } == 4)
    }

    @Test("a smaller bound removes results of earlier processes")
    func smallerBound() throws {
        for key in ["a", "b", "c"] { try results().store(result(500), for: key) }
        #expect(try results(1200).bytes <= 1200)
        #expect(folder.contents().count { $0.hasSuffix(".result") } == 2)
    }

    @Test("truncated and foreign files are not results")
    func broken() throws {
        try results().store(result(100), for: "a")
        let file = try #require(folder.read("results/a.result"))
        folder.write(Array(file.dropLast()), to: "results/a.result")
        folder.write([1, 2, 3], to: "results/b.result")
        let results = try results()
        #expect(results.result("a") == nil && results.result("b") == nil)
        #expect(folder.contents() == ["results"])
    }

    @Test("a folder that cannot be written is reported once, and requests go on")
    func unwritable() throws {
        let reports = Locked(0)
        let results = try results { _ in reports.withLock { $0 += 1 } }
        rmdir(folder.path + "/results")
        for key in ["a", "b"] { results.store(result(10), for: key) }
        #expect(results.result("a") == nil && reports.withLock { $0 } == 1)
    }

    @Test("after a failure nothing is written for a minute, and then again")
    func pause() throws {
        let results = try results()
        let start = ContinuousClock.now
        rmdir(folder.path + "/results")
        results.store(result(10), for: "a", at: start)
        mkdir(folder.path + "/results", 0o777)
        results.store(result(10), for: "b", at: start + .seconds(59))
        #expect(folder.contents() == ["results"] && results.failureCount == 1)
        results.store(result(10), for: "c", at: start + .seconds(61))
        #expect(results.result("c") != nil && results.failureCount == 1)
    }
}
