import SVGAModel
import SVGAPixels
import SVGARender

/// The paint steps of a profile in one frame: the calls of an emulated player in their order, bottom first.
///
/// ``DisplayList`` is a faster equivalent for this project's rules. This one follows any ``Profile``; tests compare the two.
struct EmulatedPlan {
    private(set) var steps: [PaintStep] = []
    /// Why the player stops in the frame, after these steps; nil: it does not.
    private(set) var stop: Stop?

    struct Stop: Hashable {
        let fault: PlayerFault
        /// Index into ``SVGAScene/layers``.
        let layer: Int
    }

    private let scene: SVGAScene
    private let geometry: OutputGeometry
    private let frame: Int
    private let meter: WorkMeter
    private let rules: PlanRules
    private var profile: Profile { rules.profile }
    private var sprites: [SpriteEntity] { scene.movie.sprites }
    private var keys: SpriteKeyNumbers { rules.keys }

    /// - Parameter meter: counts the work. The plan is incomplete if the work is over its limit.
    init(frame: Int, of scene: SVGAScene, _ rules: PlanRules, in geometry: OutputGeometry, _ meter: WorkMeter) {
        self.meter = meter
        (self.scene, self.rules) = (scene, rules)
        self.geometry = geometry
        self.frame = frame
        guard meter.spend(WorkMeter.Cost.plannedPaint) else { return }
        steps.reserveCapacity(sprites.count)
        switch profile.mattes {
        case .runs: addRuns()
        case .runsIfFirstIsMatte: addRunsIfFirstIsMatte()
        case .entireCanvas: addMaskingCanvas()
        case .layers: addLayers()
        case .none: for index in sprites.indices { draw(index) }
        }
    }

    // MARK: Mattes

    /// Adjacent sprites with the same matte make a group (Rules of rendering, section 5).
    private mutating func addRuns() {
        let layers = scene.layers
        var index = 0
        while index < layers.count, stop == nil {
            guard let matte = layers[index].matte else {
                if !layers[index].isMatte { draw(index) }
                index += 1
                continue
            }
            let end = layers.withUnsafeBufferPointer { $0.endOfRun(from: index) }
            let run = (index..<end).filter { !layers[$0].isMatte }
            masked(by: matte) { plan in for index in run { plan.draw(index) } }
            index = end
        }
    }

    /// Draws a group, masked by a sprite. If the sprite is not visible, the group is empty.
    private mutating func masked(by matte: Int, _ content: (inout EmulatedPlan) -> Void) {
        let before = steps.count
        steps.append(.begin(geometry.pixels))
        draw(matte)
        let hasMatte = steps.count > before + 1
        steps.append(.begin(geometry.pixels))
        content(&self)
        steps.append(.mask(geometry.pixels))
        if !hasMatte { steps.removeSubrange(before...) }
    }

    /// Groups by runs if the first visible sprite is a matte. Mattes also end runs, and must come before them.
    private mutating func addRunsIfFirstIsMatte() {
        let visible = sprites.indices.filter { index in
            sprites[index].frames.count > frame
                && (keys.isMatte[index] || sprites[index].frames.records[frame].alpha > 0)
        }
        guard let first = visible.first, keys.isMatte[first] else {
            for index in visible { draw(index) }
            return
        }
        var mattes: [Int: Int] = [:]
        var run: (key: Int, sprites: [Int])?
        for (position, index) in visible.enumerated() {
            if keys.isMatte[index] {
                mattes[keys.images[index]] = index
                continue
            }
            guard let key = keys.mattes[index] else {
                draw(index)
                continue
            }
            if run == nil || keys.mattes[visible[position - 1]] != key { run = (key, []) }
            run?.sprites.append(index)
            let after = position + 1 < visible.count ? keys.mattes[visible[position + 1]] : nil
            guard after != key, let ended = run else { continue }
            run = nil
            if let matte = mattes[key] {
                masked(by: matte) { plan in for index in ended.sprites { plan.draw(index) } }
            } else {
                // The layer is never masked, and ends with the frame.
                for index in ended.sprites { draw(index) }
            }
        }
    }

    /// At the end of a run, the entire canvas is masked by the matte of the next sprite.
    private mutating func addMaskingCanvas() {
        guard keys.containsMatte.first == true else {
            for index in sprites.indices { draw(index) }
            return
        }
        var mattes: [Int: Int] = [:]
        var isMasking = false
        // A missing protobuf key reads as "".
        let isJSON = scene.movie.container == .zipJSON
        for index in sprites.indices where stop == nil {
            if keys.containsMatte[index] {
                mattes[keys.images[index]] = index
                continue
            }
            let matte = keys.mattes[index]
            let isSame = keys.mattes[index - 1] == matte ?? keys.empty
            if isMasking, matte == nil || !isSame {
                isMasking = false
                maskCanvas(mattes, index)
            }
            if matte != nil || !isJSON, !isSame { isMasking = true }
            draw(index)
            if isMasking, index == sprites.count - 1 { maskCanvas(mattes, index) }
        }
    }

    private mutating func maskCanvas(_ mattes: [Int: Int], _ index: Int) {
        guard stop == nil else { return }
        guard let matte = mattes[keys.mattes[index] ?? keys.empty] else {
            let key = sprites[index].matteKey.map { "the matte \"\($0)\" is not before sprite \(index)" } ?? "sprite \(index) has none"
            stop = Stop(fault: PlayerFault(.mattes, "throws at the end of a group of masked sprites, because \(key)"), layer: index)
            return
        }
        let drawn = steps.count
        draw(matte)
        for position in drawn..<steps.count {
            if case .paint(let paint) = steps[position] { steps[position] = .maskCanvas(paint) }
        }
    }

    /// All sprites of one matte make one layer, at the position of their last run.
    private mutating func addLayers() {
        enum Part {
            case sprite(Int)
            case masked(matte: Int)
        }
        var parts: [Part] = []
        var hosts: [Int: Int] = [:]
        var masked: [Int: [Int]] = [:]
        for index in sprites.indices {
            if keys.isMatte[index] {
                hosts[keys.images[index]] = index
            } else if let key = keys.mattes[index] {
                guard index > 0 else {
                    stop = Stop(fault: PlayerFault(.mattes, "crashes, because the first sprite is masked"), layer: index)
                    return
                }
                guard let matte = hosts[key] else { continue }
                masked[matte, default: []].append(index)
                if keys.mattes[index - 1] != key {
                    parts.removeAll { if case .masked(matte) = $0 { true } else { false } }
                    parts.append(.masked(matte: matte))
                }
            } else {
                parts.append(.sprite(index))
            }
        }
        for part in parts {
            switch part {
            case .sprite(let index): draw(index)
            case .masked(let matte): self.masked(by: matte) { plan in for index in masked[matte] ?? [] { plan.draw(index) } }
            }
        }
    }

    // MARK: Sprites

    private mutating func draw(_ index: Int) {
        guard stop == nil, meter.spend(WorkMeter.Cost.segment) else { return }
        // Excluded by `only` of the options; mattes still mask.
        let sprite = sprites[index]
        guard scene.layers[index].isDrawn || sprite.kind == .matte else { return }
        if profile.needsKey, sprite.imageKey.isEmpty { return }
        guard let record = record(of: sprite, index) else { return }
        guard record.isVisible, meter.spendPlannedPaint() else { return }
        guard let drawing = EmulatedSprite(index, record, scene, rules.movie, geometry, meter) else { return }
        if rules.movie.spritesWithBrokenPicture.contains(index), drawing.showsOwnPicture,
            rules.brokenPictures.wasVisible(sprite.imageKey, before: frame)
        {
            let reason = "throws on the payload of \"\(sprite.imageKey)\", which is no picture that it knows"
            stop = Stop(fault: PlayerFault(.payload, reason), layer: index)
            return
        }
        if let fault = drawing.clipFault {
            stop = Stop(fault: fault, layer: index)
            return
        }
        add(drawing)
        if let fault = drawing.shapesFault { stop = Stop(fault: fault, layer: index) }
    }

    private mutating func record(of sprite: SpriteEntity, _ index: Int) -> FrameRecord? {
        let records = sprite.frames.records
        if frame < records.count { return records[frame] }
        switch profile.framesPastEnd {
        case .hidden: return nil
        case .lastFrame: return records.last
        case .failure, .frameBreaksOff:
            let reason = "throws, because sprite \(index) \"\(sprite.imageKey)\" has only \(records.count) frames"
            stop = Stop(fault: PlayerFault(.frames, reason), layer: index)
            return nil
        }
    }

    private mutating func add(_ sprite: EmulatedSprite) {
        guard sprite.isGroup else { return addPaints(of: sprite) }
        let bounds = sprite.paints.reduce(PixelRect.zero) { $0.union($1.bounds) }
        if bounds.isEmpty { return }
        steps.append(.begin(bounds))
        addPaints(of: sprite)
        steps.append(.end(bounds, alpha: sprite.groupAlpha, tint: sprite.tint, clip: sprite.groupClip))
    }

    private mutating func addPaints(of sprite: EmulatedSprite) {
        for paint in sprite.paints { steps.append(.paint(paint)) }
    }
}
