import Testing

/// Whatever there is many of in a file, twice as many may cost a little more than twice the time: a small file must not keep a server busy.
///
/// Each count runs in a process of its own, so that processor time is the work measured and nothing else.
@Suite("Growth", .serialized) struct GrowthTests {
    @Test("twice as many cost at most two and a half times as much", arguments: Count.allCases)
    func doubling(count: Count) async {
        await #expect(processExitsWith: .success) { [count] in
            for operation in Operation.allCases {
                let growth = try await Growth.of(operation, count)
                #expect(growth.perDoubling <= Growth.allowed, "\(operation) of a file with many \(count): \(growth)")
            }
        }
    }

    /// The suite can fail: this is a loop over all pairs, hidden in work that is linear.
    @Test("a loop over all pairs is found out")
    func quadratic() async {
        await #expect(processExitsWith: .success) {
            let growth = try await Growth.measure(smallSize: 2000) { size in
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

    @Test("a loop over all items is not")
    func linear() async {
        await #expect(processExitsWith: .success) {
            let growth = try await Growth.measure(smallSize: 200_000) { size in
                let values = (0..<size).map { ($0 * 7919) % size }
                return { precondition(Set(values).count <= size) }
            }
            #expect(growth.perDoubling <= Growth.allowed, "\(growth)")
        }
    }
}
