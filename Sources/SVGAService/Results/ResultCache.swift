import SVGASupport

/// Results by the SHA-256 of everything that determines them: in memory, and on disk if there is a folder.
final class ResultCache: Sendable {
    /// The origin of a result.
    enum Origin: String, Sendable {
        case memory, disk
    }

    private let memory: Locked<RecencyTable<String, ServiceResult>>
    let disk: ResultFolder?
    private let metrics: Metrics

    init(memoryBytes: Int, disk: ResultFolder?, metrics: Metrics) {
        memory = Locked(RecencyTable(maximumCost: memoryBytes))
        (self.disk, self.metrics) = (disk, metrics)
    }

    /// The size of an entry without its bytes.
    private static let entryBytes = 300

    /// The bytes in memory.
    var bytes: Int { memory.withLock { $0.cost } }

    func removeMemory() { memory.withLock { $0.removeAll() } }

    func result(_ key: String) -> (result: ServiceResult, origin: Origin)? {
        if let result = memory.withLock({ $0.use(key) }) {
            metrics.countCache("memory", isHit: true)
            return (result, .memory)
        }
        metrics.countCache("memory", isHit: false)
        guard let disk else { return nil }
        let result = disk.result(key)
        metrics.countCache("disk", isHit: result != nil)
        guard let result else { return nil }
        keep(result, for: key)
        return (result, .disk)
    }

    /// Stores a result in memory.
    func keep(_ result: ServiceResult, for key: String) {
        memory.withLock { $0.insert(result, cost: result.bytes.count + ResultCache.entryBytes, for: key) }
    }
}
