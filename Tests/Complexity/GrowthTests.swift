import Testing

/// The cost of a file grows with its size and no faster: for each thing there can be many of, twice as many cost at most 2.5 times as much.
/// Otherwise a small file could keep a server busy.
///
/// Each count is measured in its own process, so that the process's processor time contains no other test's work.
@Suite("Growth") struct GrowthTests {
    /// One test for all, because cases of a serialized one each wait behind all other tests: they would all run at the end, alone.
    @Test("twice as many cost at most two and a half times as much")
    func doubling() async {
        for count in Count.allCases {
            await #expect(processExitsWith: .success) { [count = count as Count] in
                for operation in Operation.allCases {
                    let growth = try await Growth.of(operation, count)
                    #expect(growth.perDoubling <= Growth.allowed, "\(operation) of a file with many \(count): \(growth)")
                }
            }
        }
    }

    /// Shows that the suite can fail.
    @Test("a loop over all pairs is found")
    func quadratic() async {
        await #expect(processExitsWith: .success) {
            let growth = try await Growth.measure(smallSize: 300) { size in
                let values = (0..<size).map { ($0 * 7919) % size }
                return {
                    var pairs = 0
                    for left in values { for right in values where left == right { pairs += 1 } }
                    precondition(pairs >= size)
                }
            }
            #expect(growth.perDoubling > Growth.allowed, "\(growth)")
        }
    }

    @Test("linear work passes")
    func linear() async {
        await #expect(processExitsWith: .success) {
            let growth = try await Growth.measure(smallSize: 20_000) { size in
                let values = (0..<size).map { ($0 * 7919) % size }
                return { precondition(Set(values).count <= size) }
            }
            #expect(growth.perDoubling <= Growth.allowed, "\(growth)")
        }
    }
}
