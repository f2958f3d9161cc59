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

/// The ratio of the time of `body` for `2 * count` and for `count`: the best of several tries.
package func costOfDoubling(_ count: Int, _ body: (Int) throws -> Void) rethrows -> Double {
    var best = Double.infinity
    for _ in 0..<3 {
        let single = try threadSeconds { try body(count) }
        let double = try threadSeconds { try body(2 * count) }
        best = min(best, double / max(single, 1e-6))
    }
    return best
}
