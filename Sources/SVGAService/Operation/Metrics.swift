import CSVGASupport
import SVGAPlatform
import SVGASupport

/// The numbers of `/metrics`, in Prometheus' text format.
final class Metrics: Sendable {
    /// A histogram of seconds.
    private struct Histogram {
        static let bounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

        private var counts = [Int](repeating: 0, count: bounds.count + 1)
        private var sum = 0.0

        mutating func observe(_ seconds: Double) {
            counts[Histogram.bounds.firstIndex { seconds <= $0 } ?? Histogram.bounds.count] += 1
            sum += seconds
        }

        func lines(_ name: String, _ labels: String) -> String {
            var (text, total) = ("", 0)
            for (bound, count) in zip(Histogram.bounds.map(\.shortText) + ["+Inf"], counts) {
                total += count
                text += "\(name)_bucket{\(labels.isEmpty ? "" : labels + ",")le=\"\(bound)\"} \(total)\n"
            }
            let all = labels.isEmpty ? "" : "{\(labels)}"
            return text + "\(name)_sum\(all) \(sum)\n\(name)_count\(all) \(total)\n"
        }
    }

    private struct State {
        /// By labels.
        var requests: [String: Int] = [:]
        var seconds: [String: Histogram] = [:]
        var queueSeconds = Histogram()
        var caches: [String: (hits: Int, misses: Int)] = [:]
        var failures: [String: Int] = [:]
        var bytes = 0
        var active = 0
    }

    private let state = Locked(State())

    /// The number of requests that are being answered.
    var active: Int { state.withLock { $0.active } }

    func begin() { state.withLock { $0.active += 1 } }

    /// - Parameters:
    ///   - route: a name from a fixed list, as the format.
    ///   - error: the code of the error; nil: none.
    func end(route: String, format: String, status: Int, error: String?, bytes: Int, seconds: Double) {
        state.withLock { state in
            state.active -= 1
            state.requests["route=\"\(route)\",format=\"\(format)\",status=\"\(status)\"", default: 0] += 1
            state.seconds["route=\"\(route)\"", default: Histogram()].observe(seconds)
            if let error { state.failures["error=\"\(error)\"", default: 0] += 1 }
            state.bytes += bytes
        }
    }

    func observeQueue(_ time: Duration) { state.withLock { $0.queueSeconds.observe(time / .seconds(1)) } }

    func countCache(_ name: String, isHit: Bool) {
        state.withLock { state in
            if isHit { state.caches[name, default: (0, 0)].hits += 1 } else { state.caches[name, default: (0, 0)].misses += 1 }
        }
    }

    /// - Parameter gauges: current values with their names, types and help.
    func text(_ gauges: [Gauge]) -> String {
        let state = state.withLock { $0 }
        var text = ""
        func head(_ name: String, _ kind: String, _ help: String) { text += "# HELP \(name) \(help)\n# TYPE \(name) \(kind)\n" }
        head("svga_requests_total", "counter", "Answered requests.")
        for (labels, count) in state.requests.sorted(by: { $0.key < $1.key }) { text += "svga_requests_total{\(labels)} \(count)\n" }
        head("svga_errors_total", "counter", "Errors by their code.")
        for (labels, count) in state.failures.sorted(by: { $0.key < $1.key }) { text += "svga_errors_total{\(labels)} \(count)\n" }
        head("svga_request_seconds", "histogram", "Time from the complete request to the response.")
        for (labels, histogram) in state.seconds.sorted(by: { $0.key < $1.key }) { text += histogram.lines("svga_request_seconds", labels) }
        head("svga_queue_seconds", "histogram", "Time in the queue for a worker.")
        text += state.queueSeconds.lines("svga_queue_seconds", "")
        head("svga_cache_hits_total", "counter", "Uses of a cached value.")
        for (name, uses) in state.caches.sorted(by: { $0.key < $1.key }) {
            text += "svga_cache_hits_total{cache=\"\(name)\"} \(uses.hits)\n"
        }
        head("svga_cache_misses_total", "counter", "Values that were not cached.")
        for (name, uses) in state.caches.sorted(by: { $0.key < $1.key }) {
            text += "svga_cache_misses_total{cache=\"\(name)\"} \(uses.misses)\n"
        }
        head("svga_response_bytes_total", "counter", "Bytes of response bodies.")
        text += "svga_response_bytes_total \(state.bytes)\n"
        head("svga_active_requests", "gauge", "Requests that are being answered.")
        text += "svga_active_requests \(state.active)\n"
        for gauge in gauges {
            head(gauge.name, gauge.kind, gauge.help)
            for (labels, value) in gauge.values { text += "\(gauge.name)\(labels.isEmpty ? "" : "{\(labels)}") \(value.shortText)\n" }
        }
        return text
    }

    /// A current value, possibly for several labels.
    struct Gauge {
        let name: String
        var kind = "gauge"
        let help: String
        let values: [(labels: String, value: Double)]
    }
}

/// The use of the system by this process.
enum ProcessUsage {
    /// In bytes; nil where the system does not say.
    static var residentBytes: Int? {
        var bytes = 0
        return svga_resident_bytes(&bytes) == 0 ? bytes : nil
    }

    static var processorSeconds: Double {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
