import SVGAModel
import SVGAPixels
import SVGARender
import SVGASupport

/// The properties of a drawn sprite that the plan of a frame needs.
protocol PlannedSprite {
    /// Whether it draws nothing.
    var isEmpty: Bool { get }
    /// The reasons why the player fails at the clip path and at the shapes; nil if it does not fail.
    var clipFault: PlayerFault? { get }
    var shapesFault: PlayerFault? { get }
    /// Whether the movie's own picture is drawn, not a replacement.
    var showsOwnPicture: Bool { get }
}

/// The sprites that an emulated player draws in one frame, in their order, bottom first.
///
/// ``DisplayList`` is faster and follows only our own rules. This plan follows any ``Profile``; tests compare the two.
struct EmulatedPlan<Sprite: PlannedSprite> {
    enum Step {
        case sprite(Sprite, layer: Int)
        /// A sprite that masks everything on the canvas.
        case maskCanvas(Sprite, layer: Int)
        /// Begins a group as large as the output.
        case begin
        /// Ends the two innermost groups: the inner one is masked by the outer one.
        case mask
    }

    private(set) var steps: [Step] = []
    /// The failure that stops the player in this frame, after ``steps``; nil if it draws the entire frame.
    private(set) var stop: EmulatedStop?

    private let scene: SVGAScene
    private let makeSprite: (Int, FrameRecord) -> Sprite?
    private let frame: Int
    private let meter: WorkMeter
    private let rules: PlanRules
    private var profile: Profile { rules.profile }
    private var sprites: [SpriteEntity] { scene.movie.sprites }
    private var keys: SpriteKeyNumbers { rules.keys }

    /// - Parameters:
    ///   - meter: counts the work of the steps. If the work exceeds its limit, the plan is incomplete.
    ///   - makeSprite: returns a sprite with a frame's record; nil if nothing is drawn. It counts its own work.
    init(frame: Int, of scene: SVGAScene, _ rules: PlanRules, _ meter: WorkMeter, _ makeSprite: @escaping (Int, FrameRecord) -> Sprite?) {
        self.meter = meter
        (self.scene, self.rules) = (scene, rules)
        self.makeSprite = makeSprite
        self.frame = frame
        guard meter.spend(WorkMeter.Cost.plannedPaint) else { return }
        steps.reserveCapacity(sprites.count)
        switch profile.mattes {
        case .runs: addRuns()
        case .runsIfFirstIsMatte: addRunsIfFirstIsMatte()
        case .entireCanvas: addMaskingCanvas()
        case .layers: addLayers()
        case .none: for index in sprites.indices { draw(index) }
        case .noneUnlessFirst: addUnlessFirstIsMatte()
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

    /// Draws a group that a sprite masks. If the sprite is hidden, the group is omitted.
    private mutating func masked(by matte: Int, _ content: (inout Self) -> Void) {
        let before = steps.count
        steps.append(.begin)
        draw(matte)
        let hasMatte = steps.count > before + 1
        steps.append(.begin)
        content(&self)
        steps.append(.mask)
        if !hasMatte { steps.removeSubrange(before...) }
    }

    /// Groups by runs if the first visible sprite is a matte. A matte ends a run too, and must come before the run that it masks.
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
                // The player opens a layer for the run, but never masks it. So the run is drawn as if it had no matte.
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
        let countsEmpty = profile.countsEmptyMatteKeys && scene.movie.container != .zipJSON
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
            if matte != nil || countsEmpty, !isSame { isMasking = true }
            draw(index)
            if isMasking, index == sprites.count - 1 { maskCanvas(mattes, index) }
        }
    }

    private mutating func addUnlessFirstIsMatte() {
        guard keys.containsMatte.first != true else {
            stop = EmulatedStop(fault: PlayerFault(.mattes, "throws, because the first sprite is a matte"), layer: 0)
            return
        }
        for index in sprites.indices { draw(index) }
    }

    private mutating func maskCanvas(_ mattes: [Int: Int], _ index: Int) {
        guard stop == nil else { return }
        guard let matte = mattes[keys.mattes[index] ?? keys.empty] else {
            let reason: Message =
                if let key = sprites[index].matteKey {
                    "throws after a group of masked sprites, because the matte \"\(key)\" is not before sprite \(index)"
                } else {
                    "throws after a group of masked sprites, because sprite \(index) has no matteKey"
                }
            stop = EmulatedStop(fault: PlayerFault(.mattes, reason), layer: index)
            return
        }
        let drawn = steps.count
        draw(matte)
        for position in drawn..<steps.count {
            if case .sprite(let sprite, let layer) = steps[position] { steps[position] = .maskCanvas(sprite, layer: layer) }
        }
    }

    /// All sprites of one matte make one layer, at the position of their last run.
    private mutating func addLayers() {
        var parts: [LayerPart] = []
        var hosts: [Int: Int] = [:]
        var masked: [Int: [Int]] = [:]
        for index in sprites.indices {
            if keys.isMatte[index] {
                hosts[keys.images[index]] = index
            } else if let key = keys.mattes[index] {
                guard index > 0 else {
                    stop = EmulatedStop(fault: PlayerFault(.mattes, "crashes, because the first sprite is masked"), layer: index)
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
        let sprite = sprites[index]
        // A sprite that the option `only` excludes is not drawn, but an excluded matte still masks.
        guard scene.layers[index].isDrawn || sprite.kind == .matte else { return }
        if profile.needsKey, sprite.imageKey.isEmpty { return }
        guard let record = record(of: sprite, index) else { return }
        guard record.isVisible, let drawing = makeSprite(index, record) else { return }
        if rules.movie.spritesWithBrokenPicture.contains(index), drawing.showsOwnPicture,
            rules.brokenPictures.wasVisible(sprite.imageKey, before: frame)
        {
            let reason: Message = "throws on the payload of \"\(sprite.imageKey)\", which is not an image that it can decode"
            stop = EmulatedStop(fault: PlayerFault(.payload, reason), layer: index)
            return
        }
        if let fault = drawing.clipFault {
            stop = EmulatedStop(fault: fault, layer: index)
            return
        }
        if !drawing.isEmpty { steps.append(.sprite(drawing, layer: index)) }
        if let fault = drawing.shapesFault { stop = EmulatedStop(fault: fault, layer: index) }
    }

    private mutating func record(of sprite: SpriteEntity, _ index: Int) -> FrameRecord? {
        let records = sprite.frames.records
        if frame < records.count { return records[frame] }
        switch profile.framesPastEnd {
        case .hidden: return nil
        case .lastFrame: return records.last
        case .failure, .frameBreaksOff:
            let reason: Message = "throws, because sprite \(index) \"\(sprite.imageKey)\" has only \(records.count) frames"
            stop = EmulatedStop(fault: PlayerFault(.frames, reason), layer: index)
            return nil
        }
    }
}

/// One of the parts that a player with ``Profile/MatteRule/layers`` draws, in order.
private enum LayerPart {
    case sprite(Int)
    case masked(matte: Int)
}

/// A failure that stops a player in a frame.
struct EmulatedStop: Hashable {
    let fault: PlayerFault
    /// The index of the failing sprite in ``SVGAScene/layers``.
    let layer: Int
}

extension EmulatedPlan where Sprite == EmulatedSprite {
    /// A plan that can be painted.
    init(frame: Int, of scene: SVGAScene, _ rules: PlanRules, in geometry: OutputGeometry, _ meter: WorkMeter) {
        self.init(frame: frame, of: scene, rules, meter) { index, record in
            meter.spendPlannedPaint() ? EmulatedSprite(index, record, scene, rules.movie, geometry, meter) : nil
        }
    }

    /// - Parameter output: all pixels of the output.
    consuming func paintSteps(_ output: PixelRect) -> [PaintStep] {
        var painted: [PaintStep] = []
        painted.reserveCapacity(steps.count)
        // Each sprite is released as soon as its paints are added, because a plan may be large.
        steps.reverse()
        while let step = steps.popLast() {
            switch step {
            case .sprite(let sprite, _): sprite.add(to: &painted) { .paint($0) }
            case .maskCanvas(let sprite, _): sprite.add(to: &painted) { .maskCanvas($0) }
            case .begin: painted.append(.begin(output))
            case .mask: painted.append(.mask(output))
            }
        }
        return painted
    }
}

extension EmulatedSprite: PlannedSprite {
    var isEmpty: Bool { isGroup ? bounds.isEmpty : paints.isEmpty }

    private var bounds: PixelRect { paints.reduce(PixelRect.zero) { $0.union($1.bounds) } }

    fileprivate func add(to steps: inout [PaintStep], _ step: (Paint) -> PaintStep) {
        if isGroup { steps.append(.begin(bounds)) }
        for paint in paints { steps.append(step(paint)) }
        if isGroup { steps.append(.end(bounds, alpha: groupAlpha, tint: tint, clip: groupClip)) }
    }
}
