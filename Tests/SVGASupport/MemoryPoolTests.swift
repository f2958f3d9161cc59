import SVGASupport
import Testing

@Suite("Scratch memory that is not in use") struct MemoryPoolTests {
    @Test("the last memory is taken first, and more than the maximum is not kept")
    func bounds() {
        let pool = MemoryPool<Int>(maximumBytes: 100)
        #expect(pool.take() == nil)
        #expect(pool.give(1, bytes: 60))
        #expect(!pool.give(2, bytes: 41))
        #expect(pool.give(3, bytes: 40))
        #expect(pool.take() == 3)
        #expect(pool.take() == 1)
        #expect(pool.take() == nil)
        #expect(pool.give(4, bytes: 100))
    }
}
