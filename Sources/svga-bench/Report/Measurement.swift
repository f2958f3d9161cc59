/// What several runs of one thing took, in milliseconds.
struct Measurement {
    let min: Double
    let p10: Double
    let median: Double
    let p90: Double
    let runs: Int

    /// - Precondition: `values` is not empty.
    init(_ values: [Double]) {
        let sorted = values.sorted()
        func quantile(_ part: Double) -> Double {
            let place = part * Double(sorted.count - 1)
            let lower = Int(place)
            let upper = Swift.min(lower + 1, sorted.count - 1)
            return sorted[lower] + (place - Double(lower)) * (sorted[upper] - sorted[lower])
        }
        min = sorted[0]
        p10 = quantile(0.1)
        median = quantile(0.5)
        p90 = quantile(0.9)
        runs = sorted.count
    }
}
