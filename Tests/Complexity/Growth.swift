import Foundation
import Glibc

/// How much longer something takes when there is more of it.
struct Growth: CustomStringConvertible {
    /// The most that one doubling may multiply the time by.
    static let allowed = 2.5
    /// The larger size is so many times the smaller one: two doublings.
    private static let step = 4
    /// Times below this are mostly not the work, but what surrounds it.
    private static let leastSeconds = 0.001
    /// A busy machine makes single runs longer, never shorter, so the shortest of several counts.
    private static let mostRounds = 7

    let smallSize: Int
    /// Processor time of the shortest run.
    let smallSeconds: Double
    let largeSeconds: Double

    /// The factor for one doubling, taken from two of them.
    var perDoubling: Double { (largeSeconds / max(smallSeconds, Growth.leastSeconds)).squareRoot() }

    var description: String {
        func text(_ value: Double) -> String { String(format: "%.2f", value) }
        return "\(smallSize): \(text(1000 * smallSeconds)) ms, \(smallSize * Growth.step): \(text(1000 * largeSeconds)) ms, "
            + "\(text(perDoubling)) per doubling"
    }

    /// - Parameter prepare: makes what is needed for a size and gives the work, which alone is measured.
    static func measure(smallSize: Int, prepare: (Int) throws -> () async throws -> Void) async throws -> Growth {
        let (small, large) = (try prepare(smallSize), try prepare(smallSize * step))
        try await small()
        var growth = Growth(smallSize: smallSize, smallSeconds: .infinity, largeSeconds: .infinity)
        for _ in 0..<mostRounds {
            let (less, more) = (try await seconds(small), try await seconds(large))
            growth = Growth(
                smallSize: smallSize, smallSeconds: min(growth.smallSeconds, less), largeSeconds: min(growth.largeSeconds, more))
            if growth.perDoubling <= allowed { break }
        }
        return growth
    }

    /// Measures an operation. With `SVGA_GROWTH=FILE` in the environment the figures are also appended to that file.
    static func of(_ operation: Operation, _ count: Count) async throws -> Growth {
        let growth = try await measure(smallSize: count.smallSize) { try operation.work(count, size: $0) }
        if let path = ProcessInfo.processInfo.environment["SVGA_GROWTH"] {
            let log = open(path, O_WRONLY | O_CREAT | O_APPEND, 0o644)
            let line = Array("\(count) \(operation) \(growth)\n".utf8)
            _ = write(log, line, line.count)
            close(log)
        }
        return growth
    }

    /// Processor time of this process, on all its threads.
    private static func seconds(_ work: () async throws -> Void) async throws -> Double {
        func now() -> Double {
            var time = timespec()
            clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
            return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
        }
        let start = now()
        try await work()
        return now() - start
    }
}
