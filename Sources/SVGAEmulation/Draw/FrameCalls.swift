import SVGAImage
package import SVGAModel
import SVGAPixels
package import SVGARender
import SVGASupport

/// What a profile calls to draw a frame, sprite by sprite, so that two can be compared without drawing.
package struct FrameCalls: Equatable, Sendable {
    /// A fingerprint of what each sprite draws, where and within what; 0: nothing.
    private let sprites: [Int]

    /// The sprites for which two profiles make other calls.
    package func sprites(unlike other: FrameCalls) -> Set<Int> { Set(sprites.indices.filter { sprites[$0] != other.sprites[$0] }) }

    /// Whether another movie's frame is drawn by the same calls, though one of them may have more sprites that draw nothing.
    package func draws(like other: FrameCalls) -> Bool {
        sprites.lazy.filter { $0 != 0 }.elementsEqual(other.sprites.lazy.filter { $0 != 0 })
    }

    fileprivate init(frame: Int, of calls: SceneCalls, _ meter: WorkMeter) {
        let scene = calls.scene
        let plan = EmulatedPlan(frame: frame, of: scene, calls.rules, meter) { calls.sprite($0, $1, meter) }
        var hashers = [Hasher?](repeating: nil, count: scene.layers.count)
        // Groups that are open, and what was drawn in them: a matte is drawn before what it masks.
        var groups: [[Int]] = []
        var highest = -1
        func note(_ layer: Int, _ add: (inout Hasher) -> Void) {
            var hasher = hashers[layer] ?? Hasher()
            add(&hasher)
            hashers[layer] = hasher
            for group in groups.indices where groups[group].last != layer { groups[group].append(layer) }
        }
        for step in plan.steps {
            switch step {
            case .sprite(let sprite, let layer):
                note(layer) { hasher in
                    hasher.combine(sprite.fingerprint)
                    hasher.combine(groups.count)
                    // Whether it comes below one that stands before it in the file.
                    hasher.combine(layer < highest)
                }
                highest = max(highest, layer)
            case .maskCanvas(let sprite, let layer):
                // What it does to all that lies below is its own matter.
                note(layer) { hasher in
                    hasher.combine(sprite.fingerprint)
                    hasher.combine("mask")
                }
            case .begin: groups.append([])
            case .mask:
                let masked = Set(groups.popLast() ?? [])
                let matte = Set(groups.popLast() ?? []).subtracting(masked).hashValue
                for layer in masked { note(layer) { $0.combine(matte) } }
            }
        }
        sprites = hashers.map { $0?.finalize() ?? 0 }
    }
}

/// What a sprite draws for a record of a frame, as a number.
private struct SpriteCalls: PlannedSprite {
    let fingerprint: Int
    let isEmpty: Bool
    let clipFault: PlayerFault?
    let shapesFault: PlayerFault?
    let showsOwnPicture: Bool
}

/// The calls of the frames of one scene. What a sprite draws is found out once for frames that hold the same record.
package final class SceneCalls: Sendable {
    package let scene: SVGAScene
    fileprivate let rules: PlanRules
    private let known = Locked(Known())

    private struct Key: Hashable {
        let layer: Int
        let record: FrameRecord
    }

    private struct Known {
        var sprites: [Key: SpriteCalls] = [:]
        var outlines = OutlineFingerprints()
        var frames: [Int: FrameCalls] = [:]
    }

    /// So many sprites are remembered; some 200 bytes each.
    private static let maximumSprites = 4096

    /// - Parameter scene: by the profile that its movie was read by.
    package init(_ scene: SVGAScene) {
        self.scene = scene
        rules = scene.emulated?.rules ?? .ours
    }

    /// What the profile calls to draw a frame.
    /// - Parameters:
    ///   - budget: what all of it may take together.
    ///   - isKept: whether others ask for the same frame.
    /// - Throws: ``SVGAError/Kind/limit`` where it is more than that, or a frame alone more than ``ReadLimits/work``.
    package func calls(frame: Int, budget: WorkBudget? = nil, isKept: Bool = false) throws(SVGAError) -> FrameCalls {
        if isKept, let found = known.withLock({ $0.frames[frame] }) { return found }
        try scene.checkFailures()
        let meter = WorkMeter(scene.options.limits)
        let calls = FrameCalls(frame: frame, of: self, meter)
        try meter.check()
        // Most of the price is that of memory.
        try budget?.spend(meter.spent / 4)
        if isKept { known.withLock { $0.frames[frame] = calls } }
        return calls
    }

    fileprivate func sprite(_ layer: Int, _ record: FrameRecord, _ meter: WorkMeter) -> SpriteCalls? {
        let key = Key(layer: layer, record: record)
        guard meter.spend(WorkMeter.Cost.knownSprite) else { return nil }
        if let found = known.withLock({ $0.sprites[key] }) { return found }
        guard meter.spendPlannedPaint(), let sprite = EmulatedSprite(layer, record, scene, rules.movie, scene.geometry, meter) else {
            return nil
        }
        var hasher = Hasher()
        known.withLock { known in sprite.hash(into: &hasher, scene, rules.profile, &known.outlines, meter) }
        // What is cut short is not remembered.
        if meter.isOver { return nil }
        let calls = SpriteCalls(
            fingerprint: hasher.finalize(), isEmpty: sprite.isEmpty, clipFault: sprite.clipFault, shapesFault: sprite.shapesFault,
            showsOwnPicture: sprite.showsOwnPicture)
        known.withLock { known in
            if known.sprites.count >= SceneCalls.maximumSprites { known.sprites.removeAll(keepingCapacity: true) }
            known.sprites[key] = calls
        }
        return calls
    }
}

/// A number for each outline of a scene. Outlines that share their memory are read once: thousands of sprites may have one clip path or matte.
private struct OutlineFingerprints {
    /// The memory of an outline, which the scene keeps alive.
    private struct Storage: Hashable {
        let verbs: UnsafeRawPointer?
        let coordinates: UnsafeRawPointer?
        let count: Int

        init(_ path: SVGAPath) {
            verbs = path.verbs.withUnsafeBytes { $0.baseAddress }
            coordinates = path.coordinates.withUnsafeBytes { $0.baseAddress }
            count = path.verbs.count
        }
    }

    private var numbers: [Storage: Int] = [:]

    /// - Parameter path: of the scene.
    mutating func number(of path: SVGAPath, _ meter: WorkMeter) -> Int {
        let storage = Storage(path)
        if let number = numbers[storage] { return number }
        let number = OutlineFingerprints.number(read: path, meter)
        numbers[storage] = number
        return number
    }

    /// The same for an outline that lives no longer than a sprite.
    static func number(read path: SVGAPath, _ meter: WorkMeter) -> Int {
        guard meter.spend(path.verbs.count * WorkMeter.Cost.hashedSegment) else { return 0 }
        var hasher = Hasher()
        hasher.combine(path)
        return hasher.finalize()
    }
}

extension SVGAScene {
    /// What the profile that the movie was read by calls to draw a frame.
    package func calls(frame: Int) throws(SVGAError) -> FrameCalls { try SceneCalls(self).calls(frame: frame) }
}

extension EmulatedSprite {
    fileprivate func hash(
        into hasher: inout Hasher, _ scene: SVGAScene, _ profile: Profile, _ outlines: inout OutlineFingerprints, _ meter: WorkMeter
    ) {
        for paint in paints {
            guard meter.spend(WorkMeter.Cost.segment) else { return }
            paint.hash(into: &hasher, scene, profile, &outlines, meter)
        }
        hasher.combine(isGroup)
        guard isGroup else { return }
        hasher.combine(groupAlpha)
        groupClip?.hash(into: &hasher, profile, &outlines, meter)
    }
}

extension Paint {
    fileprivate func hash(
        into hasher: inout Hasher, _ scene: SVGAScene, _ profile: Profile, _ outlines: inout OutlineFingerprints, _ meter: WorkMeter
    ) {
        hasher.combine(transform)
        hasher.combine(alpha)
        clip?.hash(into: &hasher, profile, &outlines, meter)
        switch content {
        case .bitmap(let place):
            // A file may hold the same images in another order.
            hasher.combine(scene.movie.images[place.index].key)
            hasher.combine(place.frame)
            // A pixel for each pixel, all sample alike.
            if !isWhole(place, scene) { hasher.combine(profile.sampling) }
            if scene.bitmaps[place.index]?.base.isOpaque ?? false { hasher.combine(profile.reducesOpaqueColors) }
        case .shape(let shape), .outline(let shape):
            if case .path(let path) = shape.geometry {
                hasher.combine(isOutline ? OutlineFingerprints.number(read: path, meter) : outlines.number(of: path, meter))
            } else {
                hasher.combine(shape.geometry)
            }
            shape.hashStyle(into: &hasher)
            if !shape.isPlainBox(transform) { hasher.combine(profile.coverage) }
        case .drawing: break
        }
    }
}

extension Paint {
    /// Whether its outline was made for this paint.
    private var isOutline: Bool { if case .outline = content { true } else { false } }

    /// Whether each pixel of a bitmap falls onto one of the output.
    private func isWhole(_ place: PositionedBitmap, _ scene: SVGAScene) -> Bool {
        guard let extent = scene.extents[place.index], transform.a == 1, transform.d == 1, transform.isAxisAligned else { return false }
        let (x, y) = (transform.tx + place.frame.x, transform.ty + place.frame.y)
        return place.frame.width == extent.width && place.frame.height == extent.height && x == x.rounded() && y == y.rounded()
    }
}

extension Paint.Clip {
    fileprivate func hash(into hasher: inout Hasher, _ profile: Profile, _ outlines: inout OutlineFingerprints, _ meter: WorkMeter) {
        hasher.combine(outlines.number(of: path, meter))
        hasher.combine(transform)
        hasher.combine(profile.smoothsClips)
        hasher.combine(profile.coverage)
    }
}

extension ShapeEntity {
    fileprivate func hashStyle(into hasher: inout Hasher) {
        hasher.combine(fill)
        hasher.combine(stroke)
        hasher.combine(transform)
    }

    fileprivate func isPlainBox(_ space: SVGATransform) -> Bool {
        guard stroke == nil, case .rect(_, cornerRadius: 0) = geometry else { return false }
        return transform.concatenating(space).isAxisAligned
    }
}
