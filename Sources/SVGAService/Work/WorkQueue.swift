import Dispatch
import SVGASupport

/// A bounded number of workers, and a bounded queue in front of them.
final class WorkQueue: Sendable {
    private struct Waiting {
        let since: ContinuousClock.Instant
        let start: @Sendable () -> Bool
    }

    private struct State {
        var running = 0
        /// In the order of arrival, from `first` on.
        var waiting: [Waiting] = []
        var first = 0

        var count: Int { waiting.count - first }

        mutating func next() -> Waiting? {
            guard first < waiting.count else { return nil }
            first += 1
            let next = waiting[first - 1]
            if first > 64, first * 2 > waiting.count {
                waiting.removeFirst(first)
                first = 0
            }
            return next
        }
    }

    let workers: Int
    let maximumWaiting: Int
    private let state = Locked(State())
    private let metrics: Metrics

    init(workers: Int, maximumWaiting: Int, metrics: Metrics) {
        (self.workers, self.maximumWaiting, self.metrics) = (workers, maximumWaiting, metrics)
    }

    /// The numbers of busy workers and of waiting requests.
    var load: (running: Int, waiting: Int) { state.withLock { ($0.running, $0.count) } }

    /// Runs work when a worker is free.
    /// - Parameter start: starts the work, which calls ``finished()`` at its end; false if nobody needs it any more.
    /// - Throws: ``ServiceError/queueFull``.
    func submit(_ start: @escaping @Sendable () -> Bool) throws(ServiceError) {
        let startsNow = try state.withLock { (state) throws(ServiceError) in
            if state.running < workers {
                state.running += 1
                return true
            }
            guard state.count < maximumWaiting else { throw .queueFull }
            state.waiting.append(Waiting(since: .now, start: start))
            return false
        }
        guard startsNow else { return }
        metrics.observeQueue(.zero)
        if !start() { finished() }
    }

    /// The worker takes the next work that somebody needs.
    func finished() {
        while true {
            let next = state.withLock { state -> Waiting? in
                let next = state.next()
                if next == nil { state.running -= 1 }
                return next
            }
            guard let next else { return }
            metrics.observeQueue(.now - next.since)
            if next.start() { return }
        }
    }
}

/// Equal requests at the same time share one flight.
final class Flights<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private let queue: WorkQueue
    private let flights = Locked<[Key: Flight<Value>]>([:])

    init(_ queue: WorkQueue) { self.queue = queue }

    var count: Int { flights.withLock { $0.count } }

    /// - Parameters:
    ///   - key: nil: shared with no other request.
    ///   - work: runs on a dedicated thread when a worker is free.
    ///   - afterwards: called with the value when the requests have it, before the worker is free again.
    /// - Returns: the value, and whether another request had started the work.
    func value(
        _ key: Key?, _ patience: Patience, afterwards: @escaping @Sendable (Value) -> Void = { _ in },
        _ work: @escaping @Sendable () async throws(ServiceError) -> Value
    ) throws(ServiceError) -> (value: Value, isShared: Bool) {
        let (flight, signal, isNew) = key.map(join) ?? Flights.new()
        guard isNew else { return (try flight.result(signal, patience), true) }
        let ended = { @Sendable [self] (value: Value?) in
            if let key { remove(flight, key) }
            if let value { afterwards(value) }
            queue.finished()
        }
        do throws(ServiceError) {
            try queue.submit {
                if flight.start(work, ended: ended) { return true }
                if let key { self.remove(flight, key) }
                return false
            }
        } catch {
            flight.finish(.failure(error))
            if let key { remove(flight, key) }
            patience.waitToRefuse()
            throw error
        }
        return (try flight.result(signal, patience), false)
    }

    private typealias Joined = (flight: Flight<Value>, signal: DispatchSemaphore, isNew: Bool)

    private static func new() -> Joined {
        let (flight, signal) = (Flight<Value>(), DispatchSemaphore(value: 0))
        flight.join(signal)
        return (flight, signal, true)
    }

    private func join(_ key: Key) -> Joined {
        flights.withLock { flights in
            let signal = DispatchSemaphore(value: 0)
            if let flight = flights[key], flight.join(signal) { return (flight, signal, false) }
            let new = Flights.new()
            flights[key] = new.flight
            return new
        }
    }

    private func remove(_ flight: Flight<Value>, _ key: Key) {
        flights.withLock { flights in
            if flights[key] === flight { flights[key] = nil }
        }
    }
}
