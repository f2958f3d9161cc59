import Foundation
import SVGAPlatform

/// How much longer something takes when there is more of it.
struct Growth: CustomStringConvertible {
    /// The most that one doubling may multiply the time by.
    static let allowed = 2.5
    /// The larger size is so many times the smaller one: two doublings.
    private static let step = 4
    /// Shorter times are mostly fixed costs.
    private static let minimumSeconds = 0.001
    /// Measuring ends as soon as the growth is allowed. A busy machine makes runs longer, never shorter, so the shortest run counts. Rounds
    /// are ever further apart, as what keeps a machine busy may take seconds.
    private static let maximumRounds = 20

    let smallSize: Int
    /// Processor time of the shortest run.
    let smallSeconds: Double
    let largeSeconds: Double

    /// The factor for one doubling, taken from two of them.
    var perDoubling: Double { (largeSeconds / max(smallSeconds, Growth.minimumSeconds)).squareRoot() }

    var description: String {
        func text(_ value: Double) -> String { String(format: "%.2f", value) }
        return "\(smallSize): \(text(1000 * smallSeconds)) ms, \(smallSize * Growth.step): \(text(1000 * largeSeconds)) ms, "
            + "\(text(perDoubling)) per doubling"
    }

    /// - Parameters:
    ///   - minimumRounds: as many rounds even if the first is good.
    ///   - prepare: prepares the work for a size and returns it. Only the returned closure is measured.
    static func measure(smallSize: Int, minimumRounds: Int = 1, prepare: (Int) throws -> () async throws -> Void) async throws -> Growth {
        keepFreedMemory()
        let (small, large) = (try prepare(smallSize), try prepare(smallSize * step))
        try await small()
        var growth = Growth(smallSize: smallSize, smallSeconds: .infinity, largeSeconds: .infinity)
        for round in 1...maximumRounds {
            let (less, more) = (try await seconds(small), try await seconds(large))
            growth = Growth(
                smallSize: smallSize, smallSeconds: min(growth.smallSeconds, less), largeSeconds: min(growth.largeSeconds, more))
            if growth.perDoubling <= allowed, round >= minimumRounds { break }
            if round > 5 { try await Task.sleep(for: .milliseconds(20 * round)) }
        }
        return growth
    }

    /// Lets the process keep the memory that it frees. Otherwise the kernel allocates large blocks again in each run, page by page, and small
    /// blocks not, which looks like growth.
    private static func keepFreedMemory() {
        // Swift does not import glibc's mallopt.
        guard let symbol = dlsym(nil, "mallopt") else { return }
        let mallopt = unsafeBitCast(symbol, to: (@convention(c) (Int32, Int32) -> Int32).self)
        let (trimThreshold, mmapThreshold): (Int32, Int32) = (-1, -3)
        _ = mallopt(trimThreshold, Int32.max)
        // The most that it accepts.
        _ = mallopt(mmapThreshold, 32 << 20)
    }

    /// Measures an operation. With `SVGA_GROWTH=FILE` in the environment the figures are taken from at least four rounds and appended to
    /// that file.
    static func of(_ operation: Operation, _ count: Count) async throws -> Growth {
        let log = ProcessInfo.processInfo.environment["SVGA_GROWTH"]
        let growth = try await measure(smallSize: count.smallSize, minimumRounds: log == nil ? 1 : 4) {
            try operation.work(count, size: $0)
        }
        if let path = log {
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
