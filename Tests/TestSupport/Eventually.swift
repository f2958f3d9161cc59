import SVGAPlatform

/// Waits until a condition is true, for at least ``HangLimit/seconds``.
package func eventually(_ condition: () -> Bool) -> Bool {
    for _ in 0..<Int(100 * HangLimit.seconds) {
        if condition() { return true }
        usleep(10_000)
    }
    return condition()
}
