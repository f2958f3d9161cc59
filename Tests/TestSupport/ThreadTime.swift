import SVGAPlatform

/// The CPU seconds of this thread while `body` ran, which do not include other processes.
package func threadSeconds(_ body: () throws -> Void) rethrows -> Double {
    func now() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
    let start = now()
    try body()
    return now() - start
}

/// The ratio of the time of `body` for `2 * count` and for `count`. A busy machine makes runs longer, never shorter, so the shortest ones count.
/// - Parameter allowed: what the test allows. More is measured again, in case that it was the machine.
package func costOfDoubling(_ count: Int, allowed: Double = 3, _ body: (Int) throws -> Void) rethrows -> Double {
    var (single, double) = (Double.infinity, Double.infinity)
    for round in 1...20 {
        single = min(single, max(1e-6, try threadSeconds { try body(count) }))
        double = min(double, try threadSeconds { try body(2 * count) })
        if round >= 3, double < allowed * single { break }
    }
    return double / single
}
