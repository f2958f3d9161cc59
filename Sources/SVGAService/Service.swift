import Dispatch
package import SVGAHTTP
import SVGAImage
import SVGAModel
package import SVGASources
import SVGASupport
package import SVGATasks

/// `svga serve`: answers requests for movies. All state is caches, so any number of processes may serve the same sources.
package final class Service: HTTPHandler {
    let settings: ServiceSettings
    /// The operator's options for drawing.
    let template: RenderTask
    let metrics = Metrics()
    let log: RequestLog
    let store: SourceStore
    let results: ResultCache
    let drawing: Drawing
    let queue: WorkQueue
    let flights: Flights<String, ServiceResult>
    private let memory: MemoryCeiling
    private let keys: Locked<SigningKeys?>
    private let isDraining = Locked(false)
    private let sourceRetries: @Sendable () -> Int

    private static let defaultCacheMemory = 512 << 20

    /// - Parameters:
    ///   - keys: nil: requests are not signed.
    ///   - processorCount: the default number of workers.
    ///   - sourceRetries: the number of repeated reads from sources.
    ///   - writeLog: writes a line of the log.
    package init(
        _ settings: ServiceSettings, template: RenderTask, sources: [any MovieSource], keys: SigningKeys?, processorCount: Int,
        sourceRetries: @escaping @Sendable () -> Int = { 0 }, writeLog: @escaping @Sendable (String) -> Void
    ) throws(TaskError) {
        self.settings = settings
        self.template = template
        self.sourceRetries = sourceRetries
        self.keys = Locked(keys)
        let log = RequestLog(settings.log, write: writeLog)
        let cacheBytes = settings.cacheMemory?.value ?? Service.defaultCacheMemory
        let store = SourceStore(
            MovieSources(sources.map { BoundedSource($0, concurrentReads: settings.sourceReads?.value ?? 16) }),
            limit: template.common.limits.inputBytes, maximumBytes: cacheBytes / 4 * 3, metrics: metrics)
        let disk = try settings.resultFolder.map { (folder) throws(TaskError) in
            try TaskError.naming(folder.path) { () throws(FileError) in
                try ResultFolder(path: folder.path, maximumBytes: settings.resultBytes?.value ?? 10 << 30) {
                    log.message($0, isError: true)
                }
            }
        }
        let results = ResultCache(memoryBytes: settings.resultMemory?.value ?? 64 << 20, disk: disk, metrics: metrics)
        let drawing = Drawing(cache: InputCache(maximumBytes: cacheBytes))
        memory = MemoryCeiling(bytes: settings.memoryCeiling?.value ?? 0) {
            store.removeAll()
            results.removeMemory()
            drawing.cache.removeAll()
        }
        queue = WorkQueue(
            workers: settings.workers?.value ?? processorCount, maximumWaiting: settings.queue?.value ?? 64, metrics: metrics)
        flights = Flights(queue)
        (self.log, self.store, self.results, self.drawing) = (log, store, results, drawing)
    }

    /// The server's limits by the settings.
    package static func limits(_ settings: ServiceSettings) -> HTTPServer.Limits {
        var limits = HTTPServer.Limits()
        limits.connections = settings.connections?.value ?? 1024
        limits.waitingConnections = limits.connections / 2
        limits.connectionBytes = 64 << 10
        limits.bodyBytes = 8 * maximumBody(settings)
        return limits
    }

    private static func maximumBody(_ settings: ServiceSettings) -> Int { settings.maximumBody?.value ?? 32 << 20 }

    // MARK: Operating

    /// Uses other keys for all later requests.
    package func setKeys(_ keys: SigningKeys) { self.keys.withLock { $0 = keys } }

    /// Writes a message to the log.
    package func report(_ text: String, isError: Bool = false) { log.message(text, isError: isError) }

    /// Reports that the service is not ready. Requests are still answered.
    package func startDraining() { isDraining.withLock { $0 = true } }

    // MARK: HTTPHandler

    package let hasTimeLimit = false

    package func bodyLimit(method: String, path: [String]) -> Int { method == "POST" ? Service.maximumBody(settings) : 0 }

    package func answer(_ request: HTTPRequest) -> HTTPResponse {
        operatingResponse(request) ?? movieResponse(request)
    }

    private func operatingResponse(_ request: HTTPRequest) -> HTTPResponse? {
        switch request.target {
        case "/health/live": return HTTPResponse(type: "text/plain", body: .bytes(Array("ok\n".utf8)))
        case "/health/ready":
            let isReady = !isDraining.withLock { $0 }
            return HTTPResponse(
                status: isReady ? 200 : 503, type: "text/plain", body: .bytes(Array((isReady ? "ok\n" : "draining\n").utf8)))
        case "/metrics":
            return HTTPResponse(type: "text/plain; version=0.0.4", body: .bytes(Array(metrics.text(gauges).utf8)))
        default: return nil
        }
    }

    private var gauges: [Metrics.Gauge] {
        let load = queue.load
        var gauges = [
            Metrics.Gauge(name: "svga_queue_length", help: "Requests that wait for a worker.", values: [("", Double(load.waiting))]),
            Metrics.Gauge(name: "svga_workers_busy", help: "Workers that draw.", values: [("", Double(load.running))]),
            Metrics.Gauge(name: "svga_workers", help: "All workers.", values: [("", Double(queue.workers))]),
            Metrics.Gauge(
                name: "svga_cache_bytes", help: "Bytes of the caches.",
                values: [
                    ("cache=\"source\"", Double(store.bytes)), ("cache=\"memory\"", Double(results.bytes)),
                    ("cache=\"disk\"", Double(results.disk?.bytes ?? 0)), ("cache=\"encoded\"", Double(drawing.cache.bytes)),
                ]),
            Metrics.Gauge(
                name: "svga_cache_write_errors_total", kind: "counter", help: "Results that could not be written to disk.",
                values: [("cache=\"disk\"", Double(results.disk?.failureCount ?? 0))]),
            Metrics.Gauge(
                name: "svga_source_retries_total", kind: "counter", help: "Repeated reads from sources after errors.",
                values: [("", Double(sourceRetries()))]),
            Metrics.Gauge(
                name: "svga_encoded_frames_reused_total", kind: "counter", help: "Encoded frames that several requests share.",
                values: [("", Double(drawing.cache.encoded.found))]),
            Metrics.Gauge(
                name: "svga_caches_emptied_total", kind: "counter", help: "How often the memory ceiling has emptied the caches.",
                values: [("", Double(memory.shedCount))]),
            Metrics.Gauge(
                name: "process_cpu_seconds_total", kind: "counter", help: "Processor time.", values: [("", ProcessUsage.processorSeconds)]),
        ]
        if let bytes = ProcessUsage.residentBytes {
            gauges.append(Metrics.Gauge(name: "process_resident_memory_bytes", help: "Memory in RAM.", values: [("", Double(bytes))]))
        }
        return gauges
    }

    private func movieResponse(_ request: HTTPRequest) -> HTTPResponse {
        let start = ContinuousClock.now
        metrics.begin()
        var entry = RequestLog.Entry(request: RequestIdentity(request), method: request.isHead ? "HEAD" : request.method)
        var response: HTTPResponse
        do throws(ServiceError) {
            response = try self.response(to: request, &entry)
        } catch {
            entry.error = error
            response = error.response(request: entry.request.id, showsDetail: settings.isUnsigned)
        }
        response.headers.append(("X-Request-Id", entry.request.id))
        entry.status = response.status
        if case .bytes(let bytes) = response.body { entry.bytes = request.isHead ? 0 : bytes.count }
        entry.seconds = (ContinuousClock.now - start) / .seconds(1)
        log.log(entry)
        metrics.end(
            route: entry.route, format: entry.format ?? "", status: entry.status, error: entry.error?.code, bytes: entry.bytes,
            seconds: entry.seconds)
        return response
    }

    private func response(to request: HTTPRequest, _ entry: inout RequestLog.Entry) throws(ServiceError) -> HTTPResponse {
        let target = try ServiceTarget(request.target)
        entry.route = target.route.rawValue
        entry.source = target.source
        try checkSignature(target, request)
        try memory.check()
        let patience = Patience(seconds: settings.deadlineSeconds, request)
        guard request.method == "POST" else {
            guard target.route.takesGet else { throw ServiceError(405, "method", "\(target.route) needs POST") }
            return try get(target, request, patience, &entry)
        }
        guard target.route.takesPost else { throw ServiceError(405, "method", "\(target.route) needs GET") }
        return try post(target, request, patience, &entry)
    }

    private func checkSignature(_ target: ServiceTarget, _ request: HTTPRequest) throws(ServiceError) {
        if let keys = keys.withLock({ $0 }) {
            if request.method == "POST" {
                // The signature of a body is in a header, because the target does not contain the body.
                let text = "POST \(request.target)\n" + Digest.sha256(request.body).hexadecimal
                guard let signature = request.header("svga-signature"), keys.accepts(signature, of: text) else { throw .unsigned }
            } else {
                guard let signature = target.signature, keys.accepts(signature, of: target.signedText) else { throw .unsigned }
            }
        }
        if let expires = target.expires, expires <= Service.secondsSince1970 { throw .expired }
    }
}
