import SVGAModel
import SVGASupport

/// Resolves the parents and mattes of sprites by name.
struct SpriteNames {
    private let indices: [ByteKey: Int]
    private let names: [String]

    /// - Throws: if two sprites have the same name.
    init(_ sprites: [SpriteSpec]) throws(CreateError) {
        var indices: [ByteKey: Int] = [:]
        var names: [String] = []
        for (index, sprite) in sprites.enumerated() {
            guard let name = sprite.name else { continue }
            if let other = indices.updateValue(index, forKey: ByteKey(name)) {
                throw .invalid(
                    location: "\(sprite.location).name", reason: "is also the name of \(sprites[other].location)",
                    advice: "names must be unique")
            }
            names.append(name)
        }
        self.indices = indices
        self.names = names
    }

    /// - Parameter members: the members of the sprites, in the same order.
    func resolve(_ members: [SpecMembers], in sprites: inout [SpriteSpec]) throws(CreateError) {
        for (index, member) in members.enumerated() {
            sprites[index].parent = try member["parent"].map { (node) throws(CreateError) in try find(node) }
            guard let node = member["matte"] else { continue }
            let matte = try find(node)
            sprites[index].matte = matte
            sprites[matte].isMatte = true
            if case .group = sprites[matte].content { throw node.failure("names a group", advice: "a matte must be an image or shapes") }
            if sprites[matte].scatter != nil { throw node.failure("names a sprite with scatter, which cannot be a matte") }
            if members[matte]["matte"] != nil { throw node.failure("names a sprite that has a matte itself") }
        }
        for index in sprites.indices {
            if let parent = sprites[index].parent, sprites[parent].scatter != nil {
                throw .invalid(
                    location: "\(sprites[index].location).parent", reason: "names a sprite with scatter, which cannot be a parent")
            }
        }
        for index in try SpriteNames.parentsFirst(sprites) { try inheritMatte(index, in: &sprites) }
    }

    private func find(_ node: SpecNode) throws(CreateError) -> Int {
        let name = try node.string()
        if let index = indices[ByteKey(name)] { return index }
        let near = NearestNames.of(name, in: names)
        throw node.failure(
            "names \(name.quoted), which is not the name of a sprite",
            advice: near.isEmpty ? "" : "did you mean \(near.joined(separator: " or "))?"
        )
    }

    /// The matte of a group applies to all its descendants.
    private func inheritMatte(_ index: Int, in sprites: inout [SpriteSpec]) throws(CreateError) {
        guard !sprites[index].isMatte, let parent = sprites[index].parent, case .group = sprites[parent].content,
            let matte = sprites[parent].matte
        else { return }
        if sprites[index].matte != nil {
            throw .invalid(
                location: "\(sprites[index].location).matte", reason: "cannot be combined with the matte of its group",
                advice: "a sprite can have only one matte")
        }
        sprites[index].matte = matte
    }

    /// All sprites with parents before their children.
    /// - Throws: if parents form a cycle.
    static func parentsFirst(_ sprites: [SpriteSpec]) throws(CreateError) -> [Int] {
        enum State { case new, open, done }
        var states = [State](repeating: .new, count: sprites.count)
        var order: [Int] = []
        for start in sprites.indices {
            var chain: [Int] = []
            var next: Int? = start
            while let index = next, states[index] != .done {
                if states[index] == .open {
                    throw .invalid(location: "\(sprites[index].location).parent", reason: "forms a cycle")
                }
                states[index] = .open
                chain.append(index)
                next = sprites[index].parent
            }
            for index in chain.reversed() {
                states[index] = .done
                order.append(index)
            }
        }
        return order
    }
}
