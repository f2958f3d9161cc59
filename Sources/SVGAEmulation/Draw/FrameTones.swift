import SVGAModel

/// The properties of a sprite's draw calls that change pixels only slightly: colors, alphas, and the sampling at the edges of bitmaps.
struct SpriteTones: Sendable {
    /// The color and the alpha of a paint, or the alpha of a group.
    struct Tone: Sendable {
        var color: SVGAColor?
        var alpha = 1.0
        /// Whether the colors of a bitmap are reduced to 16 bits.
        var isReduced = false

        /// The maximum difference of a pixel's channels from another tone of the same content, in steps of 1/255.
        ///
        /// A channel of `source over destination` changes at most by the change of the premultiplied source, and by that of its alpha. Rounding adds
        /// one for the source and one for the result.
        func steps(to other: Tone) -> Double {
            var steps = 2 + 2 * 255 * (alpha - other.alpha).magnitude
            if isReduced != other.isReduced { steps += 8 }
            guard let color, let otherColor = other.color else { return steps }
            let (red, green, blue) = (color.red - otherColor.red, color.green - otherColor.green, color.blue - otherColor.blue)
            steps += 255 * max(red.magnitude, green.magnitude, blue.magnitude)
            return steps + 2 * 255 * (color.alpha - otherColor.alpha).magnitude
        }
    }

    /// The fingerprint of everything else.
    let rest: Int
    fileprivate let tones: [Tone]
    fileprivate let isGroup: Bool
    /// The sampling of the only bitmap, and the width of its edge.
    fileprivate let sampling: Profile.Sampling?
    fileprivate let edge: Int
}

/// A small change of a sprite's pixels.
package struct SpriteShift {
    /// The maximum change of a channel, in steps of 1/255.
    package let steps: Double
    /// The width of the sprite's edge in pixels, within which the change may be larger.
    package let edge: Int
}

/// The tones of a frame's draw calls, which distinguish small differences from others.
package struct FrameTones {
    private let rest: FrameCalls
    /// The drawn sprites, with the number of times that they are drawn; a matte may mask several groups.
    private let sprites: [Int: (tones: SpriteTones, isMasked: Bool, count: Int)]

    init(_ plan: EmulatedPlan<SpriteCalls>, layers: Int) {
        rest = FrameCalls(plan, layers: layers) { $0.tones.rest }
        var sprites: [Int: (tones: SpriteTones, isMasked: Bool, count: Int)] = [:]
        var groups = 0
        for step in plan.steps {
            switch step {
            case .sprite(let sprite, let layer): sprites[layer] = (sprite.tones, groups > 0, 1 + (sprites[layer]?.count ?? 0))
            case .maskCanvas: break
            case .begin: groups += 1
            case .mask: groups -= 2
            }
        }
        self.sprites = sprites
    }

    /// The sprites whose draw calls differ only slightly.
    /// - Parameter unlike: the sprites whose draw calls differ.
    package func shifts(to other: FrameTones, of unlike: Set<Int>) -> [Int: SpriteShift] {
        let others = rest.sprites(unlike: other.rest)
        var shifts: [Int: SpriteShift] = [:]
        for sprite in unlike where !others.contains(sprite) {
            guard let (tones, isMasked, count) = sprites[sprite], let otherTones = other.sprites[sprite]?.tones,
                tones.tones.count == otherTones.tones.count
            else { continue }
            let steps = zip(tones.tones, otherTones.tones).reduce(0) { $0 + $1.0.steps(to: $1.1) }
            // A group changes color and alpha, and both change what is below.
            let factor = (tones.isGroup ? 2.0 : 1) * (isMasked ? 2 : 1) * Double(count)
            shifts[sprite] = SpriteShift(steps: factor * steps, edge: tones.sampling == otherTones.sampling ? 0 : tones.edge)
        }
        return shifts
    }
}

/// Hashes the draw calls of a sprite, and collects their tones.
struct CallHasher {
    private var all = Hasher()
    private var rest = Hasher()
    private var tones: [SpriteTones.Tone] = []
    private var sampling: (Profile.Sampling, edge: Int)?

    var fingerprint: Int { all.finalize() }

    func tones(isGroup: Bool) -> SpriteTones {
        SpriteTones(rest: rest.finalize(), tones: tones, isGroup: isGroup, sampling: sampling?.0, edge: sampling?.edge ?? 0)
    }

    mutating func combine(_ value: some Hashable) {
        all.combine(value)
        rest.combine(value)
    }

    /// Begins a new tone.
    mutating func combine(alpha: Double) {
        all.combine(alpha)
        tones.append(SpriteTones.Tone(alpha: alpha))
    }

    mutating func combine(fill: SVGAColor?) {
        all.combine(fill)
        rest.combine(fill == nil)
        if let fill, !tones.isEmpty { tones[tones.count - 1].color = fill }
    }

    mutating func combine(stroke: ShapeEntity.Stroke?) {
        all.combine(stroke)
        var plain = stroke
        plain?.color = .black
        rest.combine(plain)
        if let stroke, !tones.isEmpty { tones[tones.count - 1].color = stroke.color }
    }

    mutating func combine(reducesColors: Bool) {
        all.combine(reducesColors)
        if !tones.isEmpty { tones[tones.count - 1].isReduced = reducesColors }
    }

    /// - Parameters:
    ///   - edge: the width of the bitmap's edge, within which samplings differ; nil: they differ anywhere.
    ///   - isAlone: whether the sprite draws nothing else.
    mutating func combine(_ sampling: Profile.Sampling, edge: Int?, isAlone: Bool) {
        all.combine(sampling)
        guard let edge, isAlone || edge == 0 else { return rest.combine(sampling) }
        if isAlone { self.sampling = (sampling, edge) }
    }
}
