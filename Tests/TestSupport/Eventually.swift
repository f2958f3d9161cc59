import SVGAPlatform

/// Waits until something has happened, at most a minute.
package func eventually(_ condition: () -> Bool) -> Bool {
    for _ in 0..<6000 {
        if condition() { return true }
        usleep(10_000)
    }
    return condition()
}
