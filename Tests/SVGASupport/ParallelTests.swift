import SVGAPlatform
import SVGASupport
import Testing

@Suite struct ParallelTests {
    private enum Failure: Error, Hashable {
        case on(Int)
        case cancelled
    }

    /// Records a run.
    private struct Seen: Sendable {
        var made: [Int] = []
        var delivered: [Int] = []
        var maximumLookahead = 0
        var workers = 0
    }

    private func run(
        _ count: Int, threads: Int, ahead: Int? = nil, consecutive: Int = 1, _ seen: Locked<Seen>, failing: Int? = nil,
        refusing: Int? = nil, enough: Int? = nil,
        slow: Int? = nil
    ) async throws(Failure) -> Int {
        try await Parallel.run(
            count, threads: threads, ahead: ahead, consecutive: consecutive, consumer: [Int](), cancelled: Failure.cancelled,
            worker: { () throws(Failure) in seen.withLock { $0.workers += 1 } },
            make: { (_, index) throws(Failure) in
                if index == slow { for _ in 0..<100_000 { seen.withLock { $0.maximumLookahead += 0 } } }
                if index == failing { throw .on(index) }
                seen.withLock {
                    $0.made.append(index)
                    $0.maximumLookahead = max($0.maximumLookahead, $0.made.count - $0.delivered.count)
                }
                return index * 10
            },
            deliver: { (outputs, index, output) throws(Failure) in
                if index == refusing { throw .on(-index) }
                outputs.append(output)
                seen.withLock { $0.delivered.append(index) }
                return index != enough
            },
            end: { (outputs, failure) throws(Failure) in
                if let failure { throw failure }
                return outputs.reduce(0, +)
            })
    }

    @Test(arguments: [1, 2, 7, 100])
    func `outputs are delivered in order, each once`(threads: Int) async throws {
        let seen = Locked(Seen())
        #expect(try await run(50, threads: threads, seen, slow: 3) == 12_250)
        #expect(seen.withLock { $0.delivered } == Array(0..<50))
        #expect(seen.withLock { $0.workers } == min(50, threads))
    }

    @Test func `a late output holds back the others`() async throws {
        let seen = Locked(Seen())
        _ = try await run(300, threads: 3, ahead: 2, seen, slow: 10)
        #expect(seen.withLock { $0.maximumLookahead } <= 9)
    }

    @Test func `a worker takes indices that follow each other, and a late output still holds back the others`() async throws {
        let seen = Locked(Seen())
        #expect(try await run(300, threads: 3, ahead: 2, consecutive: 4, seen, slow: 10) == 448_500)
        #expect(seen.withLock { $0.delivered } == Array(0..<300))
        let allowed = 6 + 2 * 3 + 3
        #expect(seen.withLock { $0.maximumLookahead } <= allowed)
    }

    @Test func `indices that follow each other are made by one worker`() async throws {
        let workers = Locked((0, [Int: Int]()))
        let owners = try await Parallel.run(
            40, threads: 2, consecutive: 4, consumer: [Int](), cancelled: Failure.cancelled,
            worker: { () throws(Failure) in
                workers.withLock { state in
                    state.0 += 1
                    return state.0
                }
            },
            make: { (worker: Int, _) throws(Failure) in worker },
            deliver: { (owners, _, worker) throws(Failure) in
                owners.append(worker)
                return true
            },
            end: { (owners, _) throws(Failure) in owners })
        // Near the end, fewer are taken at once, so that both workers finish together.
        for first in stride(from: 0, to: 28, by: 4) { #expect(Set(owners[first..<first + 4]).count == 1) }
        #expect(owners.count == 40)
    }

    @Test func `the first failure ends the work`() async {
        let seen = Locked(Seen())
        await #expect(throws: Failure.on(17)) { try await run(1000, threads: 3, ahead: 2, seen, failing: 17) }
        #expect(seen.withLock { $0.delivered.count <= 17 && $0.made.count < 100 })
        await #expect(throws: Failure.on(-5)) { try await run(1000, threads: 3, ahead: 2, seen, refusing: 5) }
    }

    @Test func `a consumer that has enough ends the work without an error`() async throws {
        let seen = Locked(Seen())
        #expect(try await run(1000, threads: 3, ahead: 2, seen, enough: 4) == 100)
        #expect(seen.withLock { $0.delivered } == [0, 1, 2, 3, 4])
        #expect(seen.withLock { $0.made.count } < 100)
    }

    @Test func `nothing to do ends at once`() async throws {
        #expect(try await run(0, threads: 4, Locked(Seen())) == 0)
        #expect(Parallel.map(0) { $0 } == [])
    }

    @Test func `a cancelled task ends with that`() async {
        let seen = Locked(Seen())
        let task = Task { () -> Result<Int, Failure> in
            withUnsafeCurrentTask { $0?.cancel() }
            do throws(Failure) {
                return .success(try await run(1000, threads: 3, seen))
            } catch {
                return .failure(error)
            }
        }
        #expect(await task.value == .failure(.cancelled))
        #expect(seen.withLock { $0.delivered } == [])
    }

    @Test(arguments: [0, 1, 5])
    func `both maps keep the order`(threads: Int) async throws {
        let squares = (0..<100).map { $0 * $0 }
        #expect(Parallel.map(100, threads: threads) { $0 * $0 } == squares)
        let made = try await Parallel.map(100, threads: threads, cancelled: Failure.cancelled) { (index) throws(Failure) in index * index }
        #expect(made == squares)
    }

    @Test(arguments: [1, 2, 5])
    func `an error ends a map, which throws that of the lowest index`(threads: Int) {
        let made = Locked(0)
        #expect(throws: Failure.on(7)) {
            try Parallel.map(1000, threads: threads) { (index) throws(Failure) in
                made.withLock { $0 += 1 }
                // A later index fails at once, and the lowest one late.
                if index == 7 { usleep(20_000) }
                if index >= 7 { throw .on(index) }
                return index
            }
        }
        #expect(made.withLock { $0 } <= 7 + threads)
    }
}
