/// A least-recently-used cache. If the total cost or the number of values exceeds its maximum, the least recently used ones are removed.
/// All operations take constant time.
package struct RecencyTable<Key: Hashable, Value> {
    fileprivate struct Node {
        var key: Key
        var value: Value
        var cost: Int
        /// Slots; -1: none.
        var older: Int
        var newer: Int
    }

    private var slots: [Key: Int] = [:]
    private var nodes: [Node?] = []
    private var free: [Int] = []
    private var oldest = -1
    private var newest = -1

    package let maximumCost: Int
    package let maximumCount: Int
    package private(set) var cost = 0
    package var count: Int { slots.count }

    package init(maximumCost: Int, maximumCount: Int = .max) {
        self.maximumCost = max(0, maximumCost)
        self.maximumCount = max(1, maximumCount)
    }

    /// The key of the least recently used value.
    package var oldestKey: Key? { oldest >= 0 ? nodes[oldest]?.key : nil }

    /// The value of a key, without marking it as used.
    package subscript(key: Key) -> Value? { slots[key].flatMap { nodes[$0]?.value } }

    /// The value of a key, which becomes the most recently used.
    package mutating func use(_ key: Key) -> Value? {
        guard let slot = slots[key], let node = unlink(slot) else { return nil }
        link(node, at: slot)
        return node.value
    }

    /// Replaces the key's value. A value that costs more than the maximum is not stored.
    package mutating func insert(_ value: Value, cost: Int, for key: Key) {
        remove(key)
        guard cost >= 0, cost <= maximumCost else { return }
        // A difference, because the sum could overflow.
        while self.cost > maximumCost - cost || count >= maximumCount, oldest >= 0, let node = nodes[oldest] { remove(node.key) }
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

    package mutating func remove(_ key: Key) {
        guard let slot = slots.removeValue(forKey: key), let node = unlink(slot) else { return }
        cost -= node.cost
        free.append(slot)
    }

    package mutating func removeAll() { self = RecencyTable(maximumCost: maximumCost, maximumCount: maximumCount) }

    /// - Complexity: linear in ``count``.
    package mutating func removeAll(where isUnwanted: (Key) -> Bool) {
        for key in slots.keys.filter(isUnwanted) { remove(key) }
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

extension RecencyTable: Sendable where Key: Sendable, Value: Sendable {}
extension RecencyTable.Node: Sendable where Key: Sendable, Value: Sendable {}
