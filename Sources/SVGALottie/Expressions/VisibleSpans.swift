/// When each layer of a composition, or one that follows its transform, is visible: the first frame, and the frame after the last one.
///
/// Expressions of other layers are evaluated only if something asks for them.
struct VisibleSpans {
    /// By the index of the layer; nil: never visible.
    private(set) var spans: [Range<Double>?]

    init(_ layers: [JSONNode]) {
        spans = layers.map { layer in
            let (start, end) = (layer["ip"]?.double ?? 0, layer["op"]?.double ?? .infinity)
            return start < end && layer["hd"]?.isTrue != true ? start..<end : nil
        }
        var indices: [Int: Int] = [:]
        for (index, layer) in layers.enumerated() { if let number = layer["ind"]?.int, indices[number] == nil { indices[number] = index } }
        let parents = layers.map { layer in layer["parent"]?.int.flatMap { indices[$0] } }
        // Children before their parents. Layers that follow each other in a circle are left out.
        var children = [Int](repeating: 0, count: layers.count)
        for parent in parents { if let parent { children[parent] += 1 } }
        var ready = layers.indices.filter { children[$0] == 0 }
        while let index = ready.popLast() {
            guard let parent = parents[index] else { continue }
            if let own = spans[index] {
                let known = spans[parent] ?? own
                spans[parent] = min(known.lowerBound, own.lowerBound)..<max(known.upperBound, own.upperBound)
            }
            children[parent] -= 1
            if children[parent] == 0 { ready.append(parent) }
        }
    }
}
