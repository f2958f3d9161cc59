import Foundation
import SVGASupport
import Testing

@testable import SVGACommand
@testable import SVGATasks

@Suite struct SearchProgressTests {
    /// The progress of exports of 90 and of 16 frames in turn.
    @Test(arguments: [1, 2, 19, 400])
    func `the progress of a search never goes back, and ends complete`(exports: Int) {
        let steps = Locked<[TaskProgress]>([])
        let progress = SearchProgress(frames: 90) { step in steps.withLock { $0.append(step) } }
        for attempt in 0..<exports {
            let total = attempt % 2 == 0 ? 90 : 16
            for done in 1...total { progress.update(TaskProgress(done: done, total: total, byteCount: 7, attempt: attempt)) }
        }
        progress.finish(byteCount: 9)
        let found = steps.withLock { $0 }
        #expect(zip(found, found.dropFirst()).allSatisfy { $0.done < $1.done })
        #expect(found.count > 1 && found.count <= 90 && found.allSatisfy { $0.total == 90 })
        #expect(found.last == TaskProgress(done: 90, total: 90, byteCount: 9))
    }

    @Test func `progress lines of a search have one total and never go back`() async throws {
        let folder = try MovieFolder()
        let words = ["render", folder.movie, "-o", folder.path + "/a.gif", "--target-size", "100k", "--progress", "json"]
        let result = await CommandFixtures.run(words)
        let lines = result.errors.split(separator: "\n").filter { $0.hasPrefix("{") }
        let objects = try lines.map { try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]) }
        let done = objects.compactMap { $0["done"] as? Int }
        #expect(done == done.sorted() && done.last == 10 && Set(objects.compactMap { $0["total"] as? Int }) == [10])
    }
}
