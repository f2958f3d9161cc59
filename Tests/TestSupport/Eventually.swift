import SVGAPlatform

/// Waits until a condition is true.
package func eventually(within seconds: Int = 60, _ condition: () -> Bool) -> Bool {
    for _ in 0..<100 * seconds {
        if condition() { return true }
        usleep(10_000)
    }
    return condition()
}
