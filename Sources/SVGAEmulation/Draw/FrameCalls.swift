import SVGAImage
import SVGAModel
import SVGAPixels
package import SVGARender

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

    fileprivate init(frame: Int, of scene: SVGAScene, _ meter: WorkMeter) {
        let rules = scene.emulated?.rules ?? .ours
        let plan = EmulatedPlan(frame: frame, of: scene, rules, in: scene.geometry, meter)
        let profile = rules.profile
        var hashers: [Int: Hasher] = [:]
        var outlines = OutlineFingerprints()
        // Groups that are open, and what was drawn in them: a matte is drawn before what it masks.
        var groups: [[Int]] = []
        var highest = -1
        func note(_ layer: Int, _ add: (inout Hasher) -> Void) {
            var hasher = hashers[layer] ?? Hasher()
            add(&hasher)
            hashers[layer] = hasher
            for group in groups.indices { groups[group].append(layer) }
        }
        for step in plan.steps {
            guard outlines.add(step, meter) else { break }
            switch step {
            case .paint(let paint):
                note(paint.layer) { hasher in
                    paint.hash(into: &hasher, scene, profile, outlines)
                    hasher.combine(groups.count)
                    // Whether it comes below one that stands before it in the file.
                    hasher.combine(paint.layer < highest)
                }
                highest = max(highest, paint.layer)
            case .maskCanvas(let paint):
                // What it does to all that lies below is its own matter.
                note(paint.layer) { hasher in
                    paint.hash(into: &hasher, scene, profile, outlines)
                    hasher.combine("mask")
                }
            case .begin: groups.append([])
            case .end(_, let alpha, _, let clip):
                for layer in Set(groups.popLast() ?? []) {
                    note(layer) { hasher in
                        hasher.combine(alpha)
                        clip?.hash(into: &hasher, profile, outlines)
                    }
                }
            case .mask:
                let masked = Set(groups.popLast() ?? [])
                let matte = Set(groups.popLast() ?? []).subtracting(masked)
                for layer in masked { note(layer) { $0.combine(matte) } }
            }
        }
        sprites = scene.layers.indices.map { hashers[$0]?.finalize() ?? 0 }
    }
}

/// A number for each outline of a plan. Outlines that share their memory are read once: thousands of sprites may have one clip path or matte.
private struct OutlineFingerprints {
    /// The memory of an outline, which the plan keeps alive.
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

    /// Reads the outlines of a step that are new.
    /// - Returns: whether the meter allows it.
    mutating func add(_ step: PaintStep, _ meter: WorkMeter) -> Bool {
        guard meter.spend(WorkMeter.Cost.segment) else { return false }
        for path in step.outlines {
            let storage = Storage(path)
            guard numbers[storage] == nil else { continue }
            guard meter.spend(path.verbs.count * WorkMeter.Cost.hashedSegment) else { return false }
            var hasher = Hasher()
            hasher.combine(path)
            numbers[storage] = hasher.finalize()
        }
        return true
    }

    /// Of an outline that was added.
    subscript(path: SVGAPath) -> Int? { numbers[Storage(path)] }
}

extension PaintStep {
    fileprivate var outlines: [SVGAPath] {
        switch self {
        case .begin, .mask: []
        case .end(_, _, _, let clip): clip.map { [$0.path] } ?? []
        case .paint(let paint), .maskCanvas(let paint): [paint.clip?.path, paint.outline].compactMap { $0 }
        }
    }
}

extension Paint {
    fileprivate var outline: SVGAPath? {
        switch content {
        case .shape(let shape), .outline(let shape):
            guard case .path(let path) = shape.geometry else { return nil }
            return path
        case .bitmap, .drawing: return nil
        }
    }
}

extension SVGAScene {
    /// What the profile that the movie was read by calls to draw a frame.
    /// - Parameter budget: what all of it may take together.
    /// - Throws: ``RenderError/limit(_:)`` where it is more than that, or a frame alone more than ``ReadLimits/work``.
    package func calls(frame: Int, budget: WorkBudget? = nil) throws(RenderError) -> FrameCalls {
        try checkFailures()
        let meter = WorkMeter(options.limits)
        let calls = FrameCalls(frame: frame, of: self, meter)
        try meter.check()
        // Most of the price is that of memory.
        try budget?.spend(meter.spent / 4)
        return calls
    }
}

extension Paint {
    fileprivate func hash(into hasher: inout Hasher, _ scene: SVGAScene, _ profile: Profile, _ outlines: OutlineFingerprints) {
        hasher.combine(transform)
        hasher.combine(alpha)
        clip?.hash(into: &hasher, profile, outlines)
        switch content {
        case .bitmap(let place):
            // A file may hold the same images in another order.
            hasher.combine(scene.movie.images[place.index].key)
            hasher.combine(place.frame)
            // A pixel for each pixel, all sample alike.
            if !isWhole(place, scene) { hasher.combine(profile.sampling) }
            if scene.bitmaps[place.index]?.base.isOpaque ?? false { hasher.combine(profile.reducesOpaqueColors) }
        case .shape(let shape), .outline(let shape):
            shape.hash(into: &hasher, outlines)
            if !shape.isPlainBox(transform) { hasher.combine(profile.coverage) }
        case .drawing: break
        }
    }
}

extension Paint {
    /// Whether each pixel of a bitmap falls onto one of the output.
    private func isWhole(_ place: BitmapPlace, _ scene: SVGAScene) -> Bool {
        guard let extent = scene.extents[place.index], transform.a == 1, transform.d == 1, transform.isAxisAligned else { return false }
        let (x, y) = (transform.tx + place.frame.x, transform.ty + place.frame.y)
        return place.frame.width == extent.width && place.frame.height == extent.height && x == x.rounded() && y == y.rounded()
    }
}

extension Paint.Clip {
    fileprivate func hash(into hasher: inout Hasher, _ profile: Profile, _ outlines: OutlineFingerprints) {
        hasher.combine(outlines[path])
        hasher.combine(transform)
        hasher.combine(profile.smoothsClips)
        hasher.combine(profile.coverage)
    }
}

extension ShapeEntity {
    fileprivate func hash(into hasher: inout Hasher, _ outlines: OutlineFingerprints) {
        if case .path(let path) = geometry { hasher.combine(outlines[path]) } else { hasher.combine(geometry) }
        hasher.combine(fill)
        hasher.combine(stroke)
        hasher.combine(transform)
    }

    fileprivate func isPlainBox(_ space: SVGATransform) -> Bool {
        guard stroke == nil, case .rect(_, cornerRadius: 0) = geometry else { return false }
        return transform.concatenating(space).isAxisAligned
    }
}
