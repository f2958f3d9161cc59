import SVGAFormat
import SVGAImage
public import SVGAModel
import SVGARender
import SVGASupport

/// Movies kept in memory. The least recently used are removed first.
///
/// A movie costs what it takes on the way to the screen: its payloads, frames, paths and shapes, and 4 bytes for each pixel of its
/// decoded images. Safe to share between tasks. A movie that is still in use stays alive after its removal.
public final class MemoryCache: Sendable {
    struct Key: Hashable, Sendable {
        /// The bytes of the name: names that differ only in Unicode normalisation are different.
        let source: [UInt8]
        /// With other options the same bytes may be another movie, or an error.
        let options: ReadOptions

        init(source: String, options: ReadOptions) {
            self.source = Array(source.utf8)
            self.options = options
        }
    }

    /// The cache of all parsers that are not given another one: 128 MiB.
    public static let shared = MemoryCache()

    private let table: Locked<RecencyTable<Key, VideoEntity>>
    private let loads = SharedLoads<Key, VideoEntity>()

    /// - Parameter maximumBytes: the most that all movies together may cost; 0 keeps nothing.
    public init(maximumBytes: Int = 128 << 20) { table = Locked(RecencyTable(maximumCost: maximumBytes)) }

    /// The cost of all movies in the cache, in bytes.
    public var bytes: Int { table.withLock { $0.cost } }
    /// How many movies are in the cache.
    public var count: Int { table.withLock { $0.count } }

    /// Removes all movies. Loads in progress go on, and their movies are kept.
    public func removeAll() { table.withLock { $0 = RecencyTable(maximumCost: $0.maximumCost) } }

    /// What a movie costs, in bytes: the memory it takes, and 4 for each pixel of its images once they are decoded.
    public static func cost(of movie: VideoEntity) -> Int {
        var cost = movie.memoryBytes
        for image in movie.images {
            guard let size = ImageDecoder.size(of: image) else { continue }
            let pixels = size.width.multipliedReportingOverflow(by: size.height)
            let bytes = pixels.partialValue.multipliedReportingOverflow(by: 4)
            let sum = cost.addingReportingOverflow(bytes.partialValue)
            if pixels.overflow || bytes.overflow || sum.overflow { return .max }
            cost = sum.partialValue
        }
        return cost
    }

    /// The cached movie, else the result of `load`, which is then kept. Simultaneous calls for one key load once.
    func movie(
        for key: Key, _ load: @escaping @Sendable () async throws(LoadError) -> VideoEntity
    ) async throws(LoadError) -> VideoEntity {
        if let movie = table.withLock({ $0.use(key) }) { return movie }
        return try await loads.value(for: key) { [weak self] () throws(LoadError) in
            // It may have been loaded since the check above.
            if let movie = self?.table.withLock({ $0.use(key) }) { return movie }
            let movie = try await load()
            let cost = MemoryCache.cost(of: movie)
            self?.table.withLock { $0.insert(movie, cost: cost, for: key) }
            return movie
        }
    }
}

/// A table of values with a cost each. When their sum is over the maximum, the least recently used are removed. All operations take
/// constant time.
struct RecencyTable<Key: Hashable, Value> {
    private struct Node {
        var key: Key
        var value: Value
        var cost: Int
        /// Slots; -1 is none.
        var older: Int
        var newer: Int
    }

    private var slots: [Key: Int] = [:]
    private var nodes: [Node?] = []
    private var free: [Int] = []
    private var oldest = -1
    private var newest = -1

    let maximumCost: Int
    private(set) var cost = 0
    var count: Int { slots.count }

    init(maximumCost: Int) { self.maximumCost = max(0, maximumCost) }

    /// The value of a key, which becomes the most recently used.
    mutating func use(_ key: Key) -> Value? {
        guard let slot = slots[key], let node = unlink(slot) else { return nil }
        link(node, at: slot)
        return node.value
    }

    /// Replaces the key's value. A value that alone costs more than the maximum is not kept.
    mutating func insert(_ value: Value, cost: Int, for key: Key) {
        remove(key)
        guard cost >= 0, cost <= maximumCost else { return }
        // Written as a difference because the sum could overflow.
        while self.cost > maximumCost - cost, oldest >= 0, let node = nodes[oldest] { remove(node.key) }
        let slot: Int
        if let used = free.popLast() {
            slot = used
        } else {
            slot = nodes.count
            nodes.append(nil)
        }
        slots[key] = slot
        self.cost += cost
        link(Node(key: key, value: value, cost: cost, older: -1, newer: -1), at: slot)
    }

    mutating func remove(_ key: Key) {
        guard let slot = slots.removeValue(forKey: key), let node = unlink(slot) else { return }
        cost -= node.cost
        free.append(slot)
    }

    /// Removes a slot's node from the list; the slot is empty afterwards.
    private mutating func unlink(_ slot: Int) -> Node? {
        guard let node = nodes[slot] else { return nil }
        nodes[slot] = nil
        if node.older >= 0 { nodes[node.older]?.newer = node.newer } else { oldest = node.newer }
        if node.newer >= 0 { nodes[node.newer]?.older = node.older } else { newest = node.older }
        return node
    }

    private mutating func link(_ node: Node, at slot: Int) {
        var node = node
        (node.older, node.newer) = (newest, -1)
        nodes[slot] = node
        if newest >= 0 { nodes[newest]?.newer = slot } else { oldest = slot }
        newest = slot
    }
}

/// Makes simultaneous requests for the same key share one load.
///
/// A load goes on while anybody waits for it. When the last waiter is cancelled, the load is cancelled too.
final class SharedLoads<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    typealias Outcome = Result<Value, LoadError>

    private struct Load {
        let number: Int
        var task: Task<Void, Never>?
        var waiters: [Int: CheckedContinuation<Outcome, Never>] = [:]
    }

    private struct State {
        var loads: [Key: Load] = [:]
        var lastNumber = 0

        mutating func nextNumber() -> Int {
            lastNumber += 1
            return lastNumber
        }
    }

    private let state = Locked(State())

    /// How many loads are in progress.
    var count: Int { state.withLock { $0.loads.count } }

    func value(for key: Key, _ load: @escaping @Sendable () async throws(LoadError) -> Value) async throws(LoadError) -> Value {
        let waiter = state.withLock { $0.nextNumber() }
        let outcome = await withTaskCancellationHandler {
            await withCheckedContinuation { (continuation: CheckedContinuation<Outcome, Never>) in
                state.withLock { state in
                    // If already cancelled, the handler may have run. If cancelled later, it waits for the lock and finds the waiter.
                    if Task.isCancelled { return continuation.resume(returning: .failure(.cancelled)) }
                    if state.loads[key] == nil {
                        let number = state.nextNumber()
                        state.loads[key] = Load(number: number)
                        state.loads[key]?.task = Task { [weak self] in
                            let outcome: Outcome
                            do throws(LoadError) {
                                outcome = .success(try await load())
                            } catch {
                                outcome = .failure(error)
                            }
                            self?.end(key, number, outcome)
                        }
                    }
                    state.loads[key]?.waiters[waiter] = continuation
                }
            }
        } onCancel: {
            giveUp(key, waiter)
        }
        return try outcome.get()
    }

    private func end(_ key: Key, _ number: Int, _ outcome: Outcome) {
        let waiters = state.withLock { state -> [CheckedContinuation<Outcome, Never>] in
            guard let load = state.loads[key], load.number == number else { return [] }
            state.loads[key] = nil
            return Array(load.waiters.values)
        }
        for waiter in waiters { waiter.resume(returning: outcome) }
    }

    private func giveUp(_ key: Key, _ waiter: Int) {
        let (continuation, task) = state.withLock { state -> (CheckedContinuation<Outcome, Never>?, Task<Void, Never>?) in
            guard let continuation = state.loads[key]?.waiters.removeValue(forKey: waiter) else { return (nil, nil) }
            guard state.loads[key]?.waiters.isEmpty == true else { return (continuation, nil) }
            return (continuation, state.loads.removeValue(forKey: key)?.task)
        }
        task?.cancel()
        continuation?.resume(returning: .failure(.cancelled))
    }
}
