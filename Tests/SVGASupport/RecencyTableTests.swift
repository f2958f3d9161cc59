import SVGASupport
import Testing

@Suite struct RecencyTableTests {
    @Test("the least recently used go first, and nothing costs more than is allowed")
    func recency() {
        var table = RecencyTable<String, Int>(maximumCost: 10)
        table.insert(1, cost: 4, for: "a")
        table.insert(2, cost: 4, for: "b")
        #expect(table.use("a") == 1)
        table.insert(3, cost: 4, for: "c")
        #expect(table.use("b") == nil)
        #expect(table.use("a") == 1)
        #expect(table.use("c") == 3)
        #expect(table.cost == 8)
        table.insert(4, cost: 11, for: "a")
        #expect(table.use("a") == nil)
        #expect(table.count == 1)
        table.insert(5, cost: .max, for: "d")
        #expect(table.cost == 4)
    }

    @Test("it agrees with a simple list over thousands of random uses")
    func recencyModel() {
        var table = RecencyTable<Int, Int>(maximumCost: 50)
        var model: [(key: Int, value: Int, cost: Int)] = []
        var random = SystemRandomNumberGenerator()
        for step in 0..<5000 {
            let key = Int.random(in: 0..<20, using: &random)
            switch Int.random(in: 0..<3, using: &random) {
            case 0:
                let cost = Int.random(in: 0...30, using: &random)
                table.insert(step, cost: cost, for: key)
                model.removeAll { $0.key == key }
                model.append((key, step, cost))
                while model.reduce(0, { $0 + $1.cost }) > 50 { model.removeFirst() }
            case 1:
                let index = model.firstIndex { $0.key == key }
                #expect(table.use(key) == index.map { model[$0].value })
                if let index { model.append(model.remove(at: index)) }
            default:
                table.remove(key)
                model.removeAll { $0.key == key }
            }
            #expect(table.cost == model.reduce(0) { $0 + $1.cost })
            #expect(table.count == model.count)
        }
    }

    @Test("the table has at most the maximum of values, and reading one does not refresh it")
    func count() {
        var table = RecencyTable<Int, Int>(maximumCost: 100, maximumCount: 2)
        for key in 1...2 { table.insert(10 * key, cost: 0, for: key) }
        #expect(table[1] == 10)
        table.insert(30, cost: 0, for: 3)
        #expect(table[1] == nil && table[2] == 20 && table[3] == 30)
        table.insert(21, cost: 1, for: 2)
        #expect(table.count == 2 && table[2] == 21)
        table.removeAll()
        #expect(table.count == 0 && table.cost == 0 && table.maximumCount == 2 && table.maximumCost == 100)
    }
}
