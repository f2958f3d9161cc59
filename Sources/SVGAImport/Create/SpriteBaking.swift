import SVGAAuthor
import SVGAModel
import SVGAPixels
import SVGASupport

/// The transform and the opacity of a sprite in one frame, including its parents.
struct BakedState {
    var transform: SVGATransform
    var opacity: Double
}

/// Converts the sprites of a description to frames.
struct SpriteBaker {
    private let spec: MovieSpec
    private let clock: SpecClock
    /// All frames of the sprites that are parents; nil if a frame is hidden.
    private var parents: [Int: [BakedState?]] = [:]

    /// - Throws: ``CreateError/limit(location:_:)`` before memory is allocated or time is spent beyond the limit.
    init(_ spec: MovieSpec, limits: ReadLimits) throws(CreateError) {
        self.spec = spec
        clock = SpecClock(fps: Double(spec.fps), maximumSeconds: .infinity)
        try SpriteBaker.check(spec, limits)
        let needed = Set(spec.sprites.compactMap(\.parent))
        try SpriteBaker.require(
            \.documentBytes, limits, needed.count.multipliedReportingOverflow(by: spec.frames * MemoryLayout<BakedState?>.stride))
        for index in try SpriteNames.parentsFirst(spec.sprites) where needed.contains(index) {
            let motion = SpriteMotion(spec.sprites[index], Scatter.Copy(), clock: clock, frames: spec.frames)
            parents[index] = (0..<spec.frames).map { state(index, motion, frame: $0) }
        }
    }

    /// Checks the numbers of sprites with copies, frames and shapes against the limits.
    private static func check(_ spec: MovieSpec, _ limits: ReadLimits) throws(CreateError) {
        var (sprites, shapes) = (0, 0)
        for sprite in spec.sprites {
            let copies = sprite.scatter?.count ?? 1
            if case .group = sprite.content { continue }
            sprites += copies
            try require(\.sprites, limits, (sprites, false))
            guard case .shapes(let all) = sprite.content else { continue }
            let (more, overflow) = copies.multipliedReportingOverflow(by: all.count { !$0.isConstant })
            shapes += overflow ? limits.spriteFrames : more
            try require(\.spriteFrames, limits, shapes.multipliedReportingOverflow(by: spec.frames))
        }
        try require(\.spriteFrames, limits, sprites.multipliedReportingOverflow(by: spec.frames))
    }

    private static func require(
        _ limit: KeyPath<ReadLimits, Int>, _ limits: ReadLimits, _ found: (Int, overflow: Bool)
    ) throws(CreateError) {
        guard found.overflow || found.0 > limits[keyPath: limit] else { return }
        throw .limit(location: "", LimitExceeded(limit, of: limits, found: found.overflow ? .max : found.0))
    }

    /// nil if the sprite is hidden.
    private func state(_ index: Int, _ motion: SpriteMotion, frame: Int) -> BakedState? {
        guard let time = motion.time(of: frame) else { return nil }
        let local = motion.state(at: time)
        guard let parent = spec.sprites[index].parent else { return local }
        guard let frames = parents[parent], let outer = frames[frame] else { return nil }
        return BakedState(transform: local.transform.concatenating(outer.transform), opacity: outer.opacity * local.opacity)
    }

    /// The frames of a sprite, or of a copy of it.
    /// - Parameter picture: the size of the picture in pixels; nil for shapes.
    func frames(of index: Int, _ copy: Scatter.Copy, picture: SVGASize?) -> (Int) -> MovieBuilder.Frame? {
        let sprite = spec.sprites[index]
        let motion = SpriteMotion(sprite, copy, clock: clock, frames: spec.frames)
        let size = picture.map { sprite.size(of: $0) }
        // Some players ignore the layout and draw a picture at its own size, so the transform scales it.
        let layout = picture.map { SVGARect(x: 0, y: 0, width: $0.width, height: $0.height) }
        let scale = SVGATransform.scale(
            x: (size?.width ?? 1) / (picture?.width ?? 1), y: (size?.height ?? 1) / (picture?.height ?? 1))
        let anchor: (x: Double, y: Double) =
            switch sprite.anchor {
            case .point(let x, let y): (x, y)
            case .part(let x, let y): (x * (size?.width ?? 0), y * (size?.height ?? 0))
            }
        // Constant shapes are created once; arrays with shared storage also compare in constant time.
        let shapes: [ShapeSpec] = if case .shapes(let shapes) = sprite.content { shapes } else { [] }
        let still = shapes.allSatisfy(\.isConstant) ? shapes.map { $0.shape(at: 0) } : nil
        let unscale = scale.inverted ?? .identity
        let stillClip = sprite.clip.flatMap { $0.isConstant ? $0.outline(at: 0, unscale) : nil }
        return { frame in
            guard let time = motion.time(of: frame), let state = state(index, motion, frame: frame) else { return nil }
            // Some players draw nothing below 0.05, so lower values are raised to it or hidden.
            let opacity = state.opacity < 0.025 ? 0 : max((state.opacity * 512).rounded() / 512, 0.05)
            let transform = scale.concatenating(state.transform.translatedBy(x: -anchor.x, y: -anchor.y)).rounded
            // The builder reports numbers that are too large.
            guard opacity > 0, state.transform.isInvertible || !transform.isFinite else { return nil }
            return MovieBuilder.Frame(
                alpha: opacity, transform: transform, layout: layout, clipPath: stillClip ?? sprite.clip?.outline(at: time, unscale),
                shapes: still ?? shapes.map { $0.shape(at: time) })
        }
    }
}

/// The motion of one copy of a sprite, without its parents.
private struct SpriteMotion {
    private let motion: MotionSpec
    private let copy: Scatter.Copy
    private let fps: Double
    /// The frames in which it is visible.
    private let span: Range<Int>

    init(_ sprite: SpriteSpec, _ copy: Scatter.Copy, clock: SpecClock, frames: Int) {
        motion = sprite.motion
        self.copy = copy
        fps = clock.fps
        let first = clock.frame(sprite.from + copy.delay)
        let end = sprite.to.map { clock.frame($0 + copy.delay) } ?? frames
        span = min(first, frames)..<max(min(first, frames), min(end, frames))
    }

    /// In seconds from the sprite's first frame, at the copy's speed; nil if it is hidden.
    func time(of frame: Int) -> Double? { span.contains(frame) ? Double(frame - span.lowerBound) / fps * copy.speed : nil }

    func state(at time: Double) -> BakedState {
        var position = (x: 0.0, y: 0.0)
        var angle = motion.rotation[time].x + copy.rotation
        if let path = motion.path {
            let progress = motion.progress[time].x
            position = path.point(at: progress)
            if motion.isOriented { angle += path.direction(at: progress) * 180 / .pi }
        } else {
            let both = motion.position[time]
            position = (motion.x?[time].x ?? both.x, motion.y?[time].x ?? both.y)
        }
        let scale = motion.scale[time] * copy.scale
        let transform = SVGATransform.translation(x: position.x + copy.x, y: position.y + copy.y)
            .rotated(degrees: angle)
            .scaledBy(x: scale.x * motion.scaleX[time].x, y: scale.y * motion.scaleY[time].x)
        return BakedState(transform: transform, opacity: min(max(motion.opacity[time].x, 0), 1) * copy.opacity)
    }
}

extension SVGATransform {
    /// Rounds to binary fractions, which compress better. The error is a tenth of a pixel at the far corner of a large picture.
    fileprivate var rounded: SVGATransform {
        func cut(_ value: Double, _ parts: Double) -> Double { value.magnitude < 1e9 ? (value * parts).rounded() / parts : value }
        // One player reads a scale of 0 as 1.
        func notZero(_ value: Double) -> Double { value == 0 ? 0.0001 : value }
        return SVGATransform(
            a: notZero(cut(a, 4096)), b: cut(b, 4096), c: cut(c, 4096), d: notZero(cut(d, 4096)), tx: cut(tx, 32), ty: cut(ty, 32))
    }
}
