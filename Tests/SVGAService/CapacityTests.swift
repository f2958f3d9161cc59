import Dispatch
import SVGAHTTP
import SVGAModel
import SVGAPlatform
import SVGASources
import SVGASupport
import SVGATasks
import TestSupport
import Testing

@testable import SVGAService

/// A source whose reads wait until the test opens it, or until they are canceled.
private final class HangingSource: MovieSource {
    let prefix = ""
    private let bytes: [UInt8]
    let state = Locked((reads: 0, cancelled: 0, isOpen: false))

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    func open() { state.withLock { $0.isOpen = true } }

    func read(_ name: String, limit: Int, known: SourceVersion?) async throws(SVGAError) -> SourceAnswer {
        state.withLock { $0.reads += 1 }
        while !state.withLock({ $0.isOpen }) {
            if Task.isCancelled {
                state.withLock { $0.cancelled += 1 }
                throw .cancelled
            }
            try? await Task.sleep(for: .milliseconds(2))
        }
        return .content(SourceContent(bytes: bytes, version: nil))
    }
}

@Suite("Limits of the service", .ownThreads)
struct CapacityTests {
    private let metrics = Metrics()

    private func patience(_ seconds: Double = HangLimit.seconds, isAbandoned: @escaping @Sendable () -> Bool = { false }) -> Patience {
        var request = HTTPRequest(path: [])
        request.isAbandoned = isAbandoned
        return Patience(seconds: seconds, request)
    }

    /// Waits without blocking a thread until the condition is true or the task is canceled.
    private static func wait(until isTrue: @escaping @Sendable () -> Bool) async {
        while !isTrue(), !Task.isCancelled { try? await Task.sleep(for: .milliseconds(1)) }
    }

    @Test("equal requests in flight are drawn once")
    func shared() async {
        let flights = Flights<String, Int>(WorkQueue(workers: 2, maximumWaiting: 10, metrics: metrics))
        let works = Locked(0)
        // Only a request that has joined a flight asks whether its client has left.
        let waiting = Locked<Set<Int>>([])
        let values = await withTaskGroup(of: Int?.self) { group in
            for number in 0..<8 {
                group.addTask {
                    await withCheckedContinuation { continuation in
                        _ = DedicatedThread.start {
                            let patience = self.patience {
                                waiting.withLock { _ = $0.insert(number) }
                                return false
                            }
                            let value = try? flights.value("key", patience) { () async throws(ServiceError) in
                                works.withLock { $0 += 1 }
                                await CapacityTests.wait { waiting.withLock { $0.count } == 8 }
                                return 7
                            }
                            continuation.resume(returning: value?.value)
                        }
                    }
                }
            }
            var values: [Int?] = []
            for await value in group { values.append(value) }
            return values
        }
        #expect(values == Array(repeating: 7, count: 8))
        #expect(works.withLock { $0 } == 1)
        // The requests have the value before the flight is removed.
        #expect(eventually { flights.count == 0 })
    }

    @Test("a full queue is refused after a short wait, and asks to come again")
    func fullQueue() {
        let queue = WorkQueue(workers: 1, maximumWaiting: 1, metrics: metrics)
        let flights = Flights<Int, Int>(queue)
        let isOpen = Locked(false)
        for key in 0..<2 {
            _ = DedicatedThread.start {
                _ = try? flights.value(key, patience()) { () async throws(ServiceError) in
                    await CapacityTests.wait { isOpen.withLock { $0 } }
                    return key
                }
            }
        }
        #expect(eventually { queue.load == (1, 1) })
        // Only what waits asks whether the client has left.
        let asked = Locked(0)
        let refused = patience {
            asked.withLock { $0 += 1 }
            return false
        }
        // The system may stop this thread for the whole of the wait: then nothing asks, and the next one is looked at.
        let hasWaited = eventually {
            #expect { try flights.value(2, refused) { () async throws(ServiceError) in 2 } } throws: { error in
                (error as? ServiceError)?.status == 503 && (error as? ServiceError)?.retrySeconds == 1
            }
            return asked.withLock { $0 } > 0
        }
        #expect(hasWaited)
        isOpen.withLock { $0 = true }
        #expect(eventually { queue.load == (0, 0) && flights.count == 0 })
    }

    @Test("work is canceled when its last request leaves, and queued work then never runs")
    func abandoned() {
        let queue = WorkQueue(workers: 1, maximumWaiting: 4, metrics: metrics)
        let flights = Flights<Int, Int>(queue)
        let (leaving, left) = (Locked<Set<Int>>([]), Locked<Set<Int>>([]))
        let (runs, cancellations) = (Locked(0), Locked(0))
        for key in 0..<2 {
            _ = DedicatedThread.start {
                let end = patience { leaving.withLock { $0.contains(key) } }
                _ = try? flights.value(key, end) { () async throws(ServiceError) in
                    runs.withLock { $0 += 1 }
                    await CapacityTests.wait { false }
                    cancellations.withLock { $0 += 1 }
                    throw .abandoned
                }
                left.withLock { _ = $0.insert(key) }
            }
            #expect(eventually { queue.load == (1, key) })
        }
        leaving.withLock { _ = $0.insert(1) }
        #expect(eventually { left.withLock { $0 == [1] } })
        leaving.withLock { _ = $0.insert(0) }
        #expect(eventually { queue.load == (0, 0) })
        #expect(runs.withLock { $0 } == 1 && cancellations.withLock { $0 } == 1)
    }

    @Test("a request ends at its deadline, though the work does not")
    func deadline() {
        let flights = Flights<Int, Int>(WorkQueue(workers: 1, maximumWaiting: 4, metrics: metrics))
        #expect {
            try flights.value(nil, patience(0.1)) { () async throws(ServiceError) in
                await CapacityTests.wait { false }
                throw .abandoned
            }
        } throws: { ($0 as? ServiceError)?.status == 504 }
    }

    @Test("a source that hangs ends at the deadline")
    func hangingSource() throws {
        let source = HangingSource(try ServedSamples.bytes("features/badge.svga"))
        let samples = try ServedSamples(sources: [source]) { $0.deadline = Seconds(argument: "0.3") }
        // On a busy machine the deadline may come before the read begins: then another request has one.
        let isRead = eventually {
            #expect(samples.ask("/inspect/-/-/a.svga")?.status == 504)
            return source.state.withLock { $0.reads } > 0
        }
        #expect(isRead)
        #expect(eventually { source.state.withLock { $0.cancelled > 0 && $0.cancelled == $0.reads } })
    }

    @Test("a client that leaves cancels the read of a source that hangs")
    func hangingSourceLeft() throws {
        let source = HangingSource(try ServedSamples.bytes("features/badge.svga"))
        let samples = try ServedSamples(sources: [source])
        do {
            let client = samples.client()
            client.send("GET /inspect/-/-/b.svga HTTP/1.1\r\nHost: 127.0.0.1:\(samples.server.port)\r\n\r\n")
            #expect(eventually { source.state.withLock { $0.reads } == 1 })
        }
        #expect(eventually { source.state.withLock { $0.cancelled } == 1 })
        source.open()
        #expect(samples.ask("/inspect/-/-/c.svga")?.status == 200)
        #expect(eventually { samples.log.contains { $0.contains(#""status":499"#) } || samples.log.count >= 2 })
    }

    @Test("a source has a number of concurrent reads, and too many waiting ones are refused")
    func readGate() async {
        let gate = ReadGate(maximum: 1)
        let entered = await Result { () async throws(SVGAError) in try await gate.enter() }
        #expect(throws: Never.self) { try entered.get() }
        let waiting = (0..<16).map { _ in
            Task(executorPreference: RequestThread()) { await Result { () async throws(SVGAError) in try await gate.enter() } }
        }
        #expect(eventually { gate.waitingCount == 16 })
        let refused = await Result { () async throws(SVGAError) in try await gate.enter() }
        #expect(throws: SVGAError.tooManyReads) { try refused.get() }
        waiting[3].cancel()
        await #expect(throws: SVGAError.cancelled) { try await waiting[3].value.get() }
        for _ in 0..<16 { gate.leave() }
        for (index, task) in waiting.enumerated() where index != 3 {
            await #expect(throws: Never.self) { try await task.value.get() }
        }
    }

    @Test("above the memory ceiling caches are emptied first, and requests are refused only if that does not help")
    func memory() throws {
        let bytes = Locked(100)
        let ceiling = MemoryCeiling(bytes: 50, residentBytes: { bytes.withLock { $0 } }, shed: { bytes.withLock { $0 -= 60 } })
        let start = ContinuousClock.now
        try ceiling.check(at: start)
        #expect(ceiling.shedCount == 1)
        bytes.withLock { $0 = 200 }
        // Not checked again at once.
        try ceiling.check(at: start + .milliseconds(1))
        #expect { try ceiling.check(at: start + .seconds(1)) } throws: { ($0 as? ServiceError)?.status == 503 }
    }
}

extension Result where Failure == SVGAError {
    fileprivate init(_ body: () async throws(SVGAError) -> Success) async {
        do throws(SVGAError) {
            self = .success(try await body())
        } catch {
            self = .failure(error)
        }
    }
}
