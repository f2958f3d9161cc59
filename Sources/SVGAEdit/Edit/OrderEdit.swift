import SVGAFormat
import SVGAModel
import SVGASupport

extension MovieEditor {
    mutating func reorder(_ selection: SpriteSelection, _ position: SpritePosition) throws(SVGAError) {
        // A hidden sprite at the start, which some players need before mattes, stays there.
        let hasLeader = movie.sprites.count > 1 && movie.sprites[0].isLeader && movie.sprites[1].isMatte
        let drawn = movie.sprites.indices.filter { !movie.sprites[$0].isMatte && !(hasLeader && $0 == 0) }
        let chosen = Set(try indices(of: selection)).intersection(drawn)
        guard !chosen.isEmpty else {
            throw .invalid(
                reason: "\(selection.text) has no position of its own: a matte is drawn with the sprites that it masks; move those")
        }
        let others = drawn.filter { !chosen.contains($0) }
        let slot = try slot(position, among: others)
        let order = Array(others[..<slot]) + drawn.filter(chosen.contains) + Array(others[slot...])
        let destination: Message =
            switch position {
            case .front: "to the front"
            case .back: "to the back"
            case .above(let other): "above \(other.text)"
            case .below(let other): "below \(other.text)"
            }
        guard order != drawn else {
            note = "the sprites have this order already"
            return
        }
        let startsWithMatte = movie.sprites[0].isMatte
        let leader = hasLeader ? [movie.sprites[0]] : []
        movie.sprites = leader + sprites(in: order, from: drawn)
        note = "moved \(counted(chosen.count, "sprite")) \(destination)"
        if !startsWithMatte, movie.addPlaceholderMatte() { note += "; added a hidden sprite before the mattes, which some players need" }
    }

    /// The number of sprites below a position.
    private func slot(_ position: SpritePosition, among others: [Int]) throws(SVGAError) -> Int {
        switch position {
        case .front: return others.count
        case .back: return 0
        case .above(let selection):
            let targets = Set(try indices(of: selection))
            if let last = others.lastIndex(where: targets.contains) { return last + 1 }
        case .below(let selection):
            let targets = Set(try indices(of: selection))
            if let first = others.firstIndex(where: targets.contains) { return first }
        }
        throw .invalid(reason: "a sprite cannot be moved above or below itself or a matte")
    }

    /// The sprites in a new order. Each matte keeps the number of sprites before it, but stays before the sprites that it masks if it was.
    private func sprites(in order: [Int], from drawn: [Int]) -> [WireSprite] {
        let mattes = movie.references.mattes
        func firstUsers(_ sprites: [Int]) -> [Int: Int] {
            var first: [Int: Int] = [:]
            for (position, sprite) in sprites.enumerated() {
                guard let matte = mattes[sprite], first[matte] == nil else { continue }
                first[matte] = position
            }
            return first
        }
        let (before, after) = (firstUsers(drawn), firstUsers(order))
        let isDrawn = Set(drawn)
        var mattesBefore = [[Int]](repeating: [], count: order.count + 1)
        var slot = 0
        for index in movie.sprites.indices {
            if isDrawn.contains(index) { slot += 1 }
            guard movie.sprites[index].isMatte else { continue }
            var wanted = slot
            if let user = before[index], user >= slot, let moved = after[index] { wanted = min(slot, moved) }
            mattesBefore[wanted].append(index)
        }
        var sorted: [Int] = []
        for (position, sprite) in order.enumerated() { sorted += mattesBefore[position] + [sprite] }
        sorted += mattesBefore[order.count]
        return sorted.map { movie.sprites[$0] }
    }
}

// MARK: - Canvas color

extension MovieEditor {
    /// The imageKey of the sprite that fills the canvas.
    private static let colorKey = "canvas-color"

    mutating func setCanvasColor(_ color: SVGAColor) throws(SVGAError) {
        guard color.alpha > 0 else { throw .invalid(reason: "the canvas color is transparent, so that it would not be visible") }
        guard movie.frames > 0, movie.viewBoxWidth > 0, movie.viewBoxHeight > 0 else {
            throw .invalid(reason: "the movie has no frames or an empty canvas")
        }
        let frames = Int(movie.frames)
        try checkRoom(sprites: 2, frames: frames)
        func sprite(_ key: String, _ color: SVGAColor) -> WireSprite {
            WireSprite(imageKey: key, frames: [WireFrame](repeating: canvasFrame(color), count: frames))
        }
        note = "canvas color \(color.hexText)"
        if let old = movie.sprites.firstIndex(where: isCanvasColor) {
            movie.sprites[old].frames = sprite("", color).frames
            note += ", instead of the previous one"
            return
        }
        let key = movie.newKey(Self.colorKey)
        var added = [sprite(key + ".vector", color)]
        let mattes = MatteIndex(movie.sprites)
        if movie.sprites.first?.isMatte == true, movie.sprites.allSatisfy({ $0.isMatte || mattes.matte(of: $0) != nil }) {
            // If all sprites have mattes, a sprite without one makes a player throw.
            added[0].matteKey = key + ".matte"
            added.insert(sprite(key + ".matte", SVGAColor(red: color.red, green: color.green, blue: color.blue)), at: 0)
            note += ", with a matte of the same size, because all other sprites have mattes"
        }
        // Some players recognize mattes by the first sprite, so mattes at the start stay there. They are not drawn.
        let first = movie.sprites.firstIndex { !$0.isMatte && !$0.isLeader } ?? movie.sprites.count
        movie.sprites.insert(contentsOf: added, at: first)
    }

    /// Checks the limits before sprites are added.
    /// - Parameter frames: the frames of each added sprite.
    func checkRoom(sprites: Int, frames: Int, images: Int = 0) throws(SVGAError) {
        let count = movie.sprites.count + sprites
        if count > limits.sprites { throw .limit(LimitExceeded(\.sprites, of: limits, found: count)) }
        let all = movie.sprites.reduce(sprites.multipliedSaturating(by: frames)) { $0 + $1.frames.count }
        if all > limits.spriteFrames { throw .limit(LimitExceeded(\.spriteFrames, of: limits, found: all)) }
        let payloads = movie.images.count + images
        if payloads > limits.images { throw .limit(LimitExceeded(\.images, of: limits, found: payloads)) }
    }

    /// A frame with a rectangle of the size of the canvas.
    private func canvasFrame(_ color: SVGAColor) -> WireFrame {
        // The output has whole pixels.
        let (width, height) = (movie.viewBoxWidth.rounded(.up), movie.viewBoxHeight.rounded(.up))
        var fill = WireColor()
        (fill.r, fill.g, fill.b, fill.a) = (Float(color.red), Float(color.green), Float(color.blue), Float(color.alpha))
        var rectangle = WireShape()
        (rectangle.kind, rectangle.args) = (.rect, .rect(x: 0, y: 0, width: width, height: height, cornerRadius: 0))
        var style = WireStyle()
        style.fill = fill
        (rectangle.styles, rectangle.transform) = (style, .identity)
        var frame = WireFrame()
        var layout = WireLayout()
        (layout.width, layout.height) = (width, height)
        (frame.alpha, frame.layout, frame.transform, frame.shapes) = (1, layout, .identity, [rectangle])
        return frame
    }

    /// Whether an earlier edit has added the sprite: one rectangle, the same in all frames.
    private func isCanvasColor(_ sprite: WireSprite) -> Bool {
        guard sprite.imageKey.hasSameBytes(as: Self.colorKey + ".vector"), let first = sprite.frames.first, first.shapes.count == 1,
            case .rect = first.shapes[0].args
        else { return false }
        return sprite.frames.allSatisfy { $0 == first }
    }
}

extension SVGAColor {
    /// `#rrggbb`, or `#rrggbbaa` if it is translucent.
    var hexText: String {
        let parts = alpha < 1 ? [red, green, blue, alpha] : [red, green, blue]
        return "#" + parts.map { UInt8(saturating: (255 * min(1, max(0, $0))).rounded()) }.hexadecimal
    }
}
