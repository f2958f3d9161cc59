import SVGAImage
package import SVGAModel
import SVGAPixels
package import SVGARender
import SVGASupport

/// Fingerprints of the draw calls of a frame, by sprite. Two profiles are compared by them without drawing.
package struct FrameCalls: Hashable, Sendable {
    /// For each sprite, a fingerprint of its draw calls, their order and their group; 0 if nothing is drawn.
    private let sprites: [Int]

    /// The sprites whose draw calls differ.
    package func sprites(unlike other: FrameCalls) -> Set<Int> { Set(sprites.indices.filter { sprites[$0] != other.sprites[$0] }) }

    /// Whether a frame of another movie has the same draw calls in the same order. Sprites that draw nothing are ignored.
    package func draws(like other: FrameCalls) -> Bool {
        sprites.lazy.filter { $0 != 0 }.elementsEqual(other.sprites.lazy.filter { $0 != 0 })
    }

    /// - Parameter fingerprint: the fingerprint of a sprite's draw calls.
    init(_ plan: EmulatedPlan<SpriteCalls>, layers: Int, _ fingerprint: (SpriteCalls) -> Int) {
        var hashers = [Hasher?](repeating: nil, count: layers)
        // The layers drawn in each open group. A matte's group is outside of the group that it masks.
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
                    hasher.combine(fingerprint(sprite))
                    hasher.combine(groups.count)
                    // Whether the sprite is drawn after a sprite that follows it in the file.
                    hasher.combine(layer < highest)
                }
                highest = max(highest, layer)
            case .maskCanvas(let sprite, let layer):
                // The effect on the sprites below counts as a draw call of the masking sprite.
                note(layer) { hasher in
                    hasher.combine(fingerprint(sprite))
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

/// The draw calls of a sprite with a frame's record, as a fingerprint. A class, because the plans of many frames refer to the same.
final class SpriteCalls: PlannedSprite, Sendable {
    let fingerprint: Int
    let tones: SpriteTones
    let isEmpty: Bool
    let clipFault: PlayerFault?
    let shapesFault: PlayerFault?
    let showsOwnPicture: Bool

    init(_ sprite: EmulatedSprite, _ hasher: CallHasher) {
        (fingerprint, tones) = (hasher.fingerprint, hasher.tones(isGroup: sprite.isGroup))
        (isEmpty, showsOwnPicture) = (sprite.isEmpty, sprite.showsOwnPicture)
        (clipFault, shapesFault) = (sprite.clipFault, sprite.shapesFault)
    }
}

/// Computes the draw calls of a scene's frames. The draw calls of a sprite are cached by its record, because many frames have equal records.
package final class SceneCalls: Sendable {
    package let scene: SVGAScene
    /// The new names of keys, so that a movie and its renamed copy have equal draw calls.
    package let renamed: RenamedKeys
    fileprivate let rules: PlanRules
    private let cache: Locked<Cache>

    private struct Key: Hashable {
        let layer: Int
        let record: FrameRecord
    }

    private struct Cache {
        var sprites: [Key: SpriteCalls] = [:]
        var fingerprints = SceneFingerprints()
        var frames: [Int: FrameCalls] = [:]
        /// The record of each layer that was requested last, because a record often repeats in the next frame.
        private var last: [(record: FrameRecord, calls: SpriteCalls)?]

        init(layers: Int) { last = Array(repeating: nil, count: layers) }

        mutating func calls(_ key: Key) -> SpriteCalls? {
            if let last = last[key.layer], last.record == key.record { return last.calls }
            guard let found = sprites[key] else { return nil }
            last[key.layer] = (key.record, found)
            return found
        }
    }

    /// The maximum number of cached sprites, of about 400 bytes each.
    private static let maximumSprites = 4096

    /// - Parameter scene: the scene. The profile is that of its movie.
    package init(_ scene: SVGAScene, renamed: RenamedKeys = RenamedKeys()) {
        (self.scene, self.renamed) = (scene, renamed)
        rules = scene.emulated?.rules ?? .ours
        cache = Locked(Cache(layers: scene.layers.count))
    }

    /// The draw calls of a frame.
    /// - Parameters:
    ///   - budget: the work budget of the caller, which all frames share.
    ///   - isKept: whether the result is cached, because other callers request the same frame.
    /// - Throws: ``SVGAError/Kind/limit`` if the budget is exceeded, or if one frame exceeds ``ReadLimits/work``.
    package func calls(frame: Int, budget: WorkBudget? = nil, isKept: Bool = false) throws(SVGAError) -> FrameCalls {
        if isKept, let found = cache.withLock({ $0.frames[frame] }) { return found }
        try scene.checkFailures()
        let meter = WorkMeter(scene.options.limits)
        let calls = FrameCalls(plan(frame: frame, meter), layers: scene.layers.count) { $0.fingerprint }
        try meter.check()
        // The cost of planned paints is mostly that of their memory. Here they are released at once, so a quarter counts.
        try budget?.spend(meter.spent / 4)
        if isKept { cache.withLock { $0.frames[frame] = calls } }
        return calls
    }

    /// The tones of a frame's draw calls.
    /// - Throws: like ``calls(frame:budget:isKept:)``.
    package func tones(frame: Int, budget: WorkBudget) throws(SVGAError) -> FrameTones {
        let meter = WorkMeter(scene.options.limits)
        let tones = FrameTones(plan(frame: frame, meter), layers: scene.layers.count)
        try meter.check()
        try budget.spend(meter.spent / 4)
        return tones
    }

    private func plan(frame: Int, _ meter: WorkMeter) -> EmulatedPlan<SpriteCalls> {
        EmulatedPlan(frame: frame, of: scene, rules, meter) { self.sprite($0, $1, meter) }
    }

    private func sprite(_ layer: Int, _ record: FrameRecord, _ meter: WorkMeter) -> SpriteCalls? {
        let key = Key(layer: layer, record: record)
        guard meter.spend(WorkMeter.Cost.knownSprite) else { return nil }
        if let found = cache.withLock({ $0.calls(key) }) { return found }
        guard meter.spendPlannedPaint(), let sprite = EmulatedSprite(layer, record, scene, rules.movie, scene.geometry, meter) else {
            return nil
        }
        var hasher = CallHasher()
        cache.withLock { cache in sprite.hash(into: &hasher, self, &cache.fingerprints, meter) }
        // Above the limit, the fingerprint is incomplete and is not cached.
        if meter.isOver { return nil }
        let calls = SpriteCalls(sprite, hasher)
        cache.withLock { cache in
            if cache.sprites.count >= SceneCalls.maximumSprites { cache.sprites.removeAll(keepingCapacity: true) }
            cache.sprites[key] = calls
        }
        return calls
    }
}

/// Fingerprints of a scene's outlines and image keys. Outlines with shared storage are hashed once, because thousands of sprites may have the same
/// clip path.
private struct SceneFingerprints {
    /// The address of an outline's storage. It is valid as long as the scene exists.
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
    /// By the image's index.
    private var images: [Int: Int] = [:]

    mutating func number(ofImage index: Int, _ calls: SceneCalls) -> Int {
        if let number = images[index] { return number }
        let number = calls.renamed(ByteKey(calls.scene.movie.images[index].key)).hashValue
        images[index] = number
        return number
    }

    /// - Parameter path: a path of the scene.
    mutating func number(of path: SVGAPath, _ meter: WorkMeter) -> Int {
        let storage = Storage(path)
        if let number = numbers[storage] { return number }
        let number = SceneFingerprints.number(read: path, meter)
        numbers[storage] = number
        return number
    }

    /// The fingerprint of an outline that is not part of the scene, without a cache.
    static func number(read path: SVGAPath, _ meter: WorkMeter) -> Int {
        guard meter.spend(path.verbs.count * WorkMeter.Cost.hashedSegment) else { return 0 }
        var hasher = Hasher()
        hasher.combine(path)
        return hasher.finalize()
    }
}

extension SVGAScene {
    /// The draw calls of a frame, by the movie's profile.
    package func calls(frame: Int) throws(SVGAError) -> FrameCalls { try SceneCalls(self).calls(frame: frame) }
}

extension EmulatedSprite {
    fileprivate func hash(into hasher: inout CallHasher, _ calls: SceneCalls, _ fingerprints: inout SceneFingerprints, _ meter: WorkMeter) {
        for paint in paints {
            guard meter.spend(WorkMeter.Cost.segment) else { return }
            paint.hash(into: &hasher, calls, &fingerprints, meter, isAlone: paints.count == 1)
        }
        hasher.combine(isGroup)
        guard isGroup else { return }
        hasher.combine(alpha: groupAlpha)
        groupClip?.hash(into: &hasher, calls.rules.profile, &fingerprints, meter)
    }
}

extension Paint {
    /// - Parameter isAlone: whether the sprite has no other paints.
    fileprivate func hash(
        into hasher: inout CallHasher, _ calls: SceneCalls, _ fingerprints: inout SceneFingerprints, _ meter: WorkMeter, isAlone: Bool
    ) {
        let (scene, profile) = (calls.scene, calls.rules.profile)
        hasher.combine(transform)
        hasher.combine(alpha: alpha)
        clip?.hash(into: &hasher, profile, &fingerprints, meter)
        switch content {
        case .bitmap(let bitmap):
            // The key, not the index: a file may have the same images in another order.
            hasher.combine(fingerprints.number(ofImage: bitmap.index, calls))
            hasher.combine(bitmap.frame)
            // All samplings have equal results if each pixel of the bitmap is one pixel of the output.
            if !isPixelAligned(bitmap, scene) {
                hasher.combine(profile.sampling, edge: scene.bitmaps[bitmap.index].flatMap { edge(of: $0.base, bitmap) }, isAlone: isAlone)
            }
            if let gamma = calls.rules.movie.gammas[bitmap.index] { hasher.combine(gamma) }
            if scene.bitmaps[bitmap.index]?.base.isOpaque ?? false { hasher.combine(reducesColors: profile.reducesOpaqueColors) }
        case .shape(let shape), .outline(let shape):
            if case .path(let path) = shape.geometry {
                // An outline that was created for this paint has a temporary address, which another one may get.
                let isTemporary = isOutline || profile.startsElsewhere(shape)
                hasher.combine(isTemporary ? SceneFingerprints.number(read: path, meter) : fingerprints.number(of: path, meter))
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
    /// Whether the outline was created for this paint and is not part of the scene.
    private var isOutline: Bool { if case .outline = content { true } else { false } }

    /// The width of a bitmap's edge in output pixels, within which samplings differ; 0 if the bitmap is rotated or skewed, because samplings
    /// then have equal results. nil if samplings differ anywhere, because one of them reduces the bitmap first.
    private func edge(of base: PreparedBitmap, _ bitmap: PositionedBitmap) -> Int? {
        let axes = transform.scaledBy(x: bitmap.frame.width / Double(base.width), y: bitmap.frame.height / Double(base.height)).axisScales
        guard min(axes.x, axes.y) >= 0.5, EmulatedBitmaps.level(of: base, scaleX: axes.x, scaleY: axes.y) == 0 else { return nil }
        let isUpright = transform.isAxisAligned || transform.a == 0 && transform.d == 0
        // One pixel of the bitmap, and a margin for antialiasing and rounding. No output has more pixels.
        return isUpright ? Int(saturating: min(max(axes.x, axes.y), 0x4000_0000).rounded(.up)) + 4 : 0
    }

    /// Whether each pixel of a bitmap is exactly one pixel of the output.
    private func isPixelAligned(_ bitmap: PositionedBitmap, _ scene: SVGAScene) -> Bool {
        guard let extent = scene.extents[bitmap.index], transform.a == 1, transform.d == 1, transform.isAxisAligned else { return false }
        let (x, y) = (transform.tx + bitmap.frame.x, transform.ty + bitmap.frame.y)
        return bitmap.frame.width == extent.width && bitmap.frame.height == extent.height && x == x.rounded() && y == y.rounded()
    }
}

extension Paint.Clip {
    fileprivate func hash(into hasher: inout CallHasher, _ profile: Profile, _ fingerprints: inout SceneFingerprints, _ meter: WorkMeter) {
        hasher.combine(fingerprints.number(of: path, meter))
        hasher.combine(transform)
        hasher.combine(profile.smoothsClips)
        hasher.combine(profile.coverage)
    }
}

extension Profile {
    /// Whether a dashed shape may have been replaced by a path with another start.
    fileprivate func startsElsewhere(_ shape: ShapeEntity) -> Bool {
        shape.stroke?.dash != nil && (startsRectsLowerLeft || startsEllipsesLeft)
    }
}

extension ShapeEntity {
    fileprivate func hashStyle(into hasher: inout CallHasher) {
        hasher.combine(fill: fill)
        hasher.combine(stroke: stroke)
        hasher.combine(transform)
    }

    fileprivate func isPlainBox(_ space: SVGATransform) -> Bool {
        guard stroke == nil, case .rect(_, cornerRadius: 0) = geometry else { return false }
        return transform.concatenating(space).isAxisAligned
    }
}
