import SVGAModel
import SVGAPlatform

/// A 3D transform of which only the projection on the plane is visible.
struct Space: Sendable {
    /// The rows of the matrix: x', y' and z' as functions of x, y, z and 1.
    private var x: SIMD4<Double>
    private var y: SIMD4<Double>
    private var z: SIMD4<Double>

    private init(_ x: SIMD4<Double>, _ y: SIMD4<Double>, _ z: SIMD4<Double>) { (self.x, self.y, self.z) = (x, y, z) }

    init(_ plane: SVGATransform) {
        self.init([plane.a, plane.c, 0, plane.tx], [plane.b, plane.d, 0, plane.ty], [0, 0, 1, 0])
    }

    init(_ tracks: TransformTracks, at time: Double, isAutoOriented: Bool = false) {
        if let fixed = tracks.fixed {
            self = fixed
            return
        }
        let parts = tracks.fixedParts
        let position = parts.position.map { (x: $0.x, y: $0.y, z: $0.z) } ?? tracks.position(at: time)
        let scale = parts.scale ?? SIMD2(tracks.scale.number(0, at: time), tracks.scale.number(1, at: time))
        var plane = SVGATransform.scale(x: scale.x / 100, y: scale.y / 100)
        let skew = parts.skew ?? tracks.skew.number(at: time)
        if skew != 0 { plane = plane.concatenating(.skew(skew, axis: tracks.skewAxis.number(at: time))) }
        let anchor = parts.anchor ?? SIMD2(tracks.anchor.number(0, at: time), tracks.anchor.number(1, at: time))
        let (anchorX, anchorY) = (anchor.x, anchor.y)
        let rotation = (parts.rotation ?? tracks.rotation.number(at: time)) * .pi / 180
        let heading = isAutoOriented ? tracks.heading(at: time) : 0
        if tracks.turns.isEmpty {
            let turned = SVGATransform.translation(x: position.x, y: position.y).rotated(by: rotation + heading)
            let all = plane.concatenating(turned).translatedBy(x: -anchorX, y: -anchorY)
            self.init(all)
            return
        }
        let depth = tracks.scale.count > 2 ? tracks.scale.number(2, at: time) / 100 : 1
        let angles = tracks.turns.map { $0.number(at: time) * .pi / 180 }
        let orientation = tracks.orientation?.orientation(at: time) ?? (x: 0, y: 0, z: 0)
        var space = Space([1, 0, 0, -anchorX], [0, 1, 0, -anchorY], [0, 0, 1, tracks.anchor.number(2, at: time)])
        space = Space([plane.a, plane.c, 0, 0], [plane.b, plane.d, 0, 0], [0, 0, depth, 0]).appending(space)
        for turn in [
            Space.aroundZ(rotation), .aroundY(angles[1]), .aroundX(angles[0]), .aroundZ(orientation.z * .pi / 180),
            .aroundY(orientation.y * .pi / 180), .aroundX(orientation.x * .pi / 180), .aroundZ(heading),
        ] {
            space = turn.appending(space)
        }
        self = Space([1, 0, 0, position.x], [0, 1, 0, position.y], [0, 0, 1, -position.z]).appending(space)
    }

    static func aroundZ(_ angle: Double) -> Space {
        Space([cos(angle), -sin(angle), 0, 0], [sin(angle), cos(angle), 0, 0], [0, 0, 1, 0])
    }

    static func aroundY(_ angle: Double) -> Space {
        Space([cos(angle), 0, -sin(angle), 0], [0, 1, 0, 0], [sin(angle), 0, cos(angle), 0])
    }

    static func aroundX(_ angle: Double) -> Space {
        Space([1, 0, 0, 0], [0, cos(angle), sin(angle), 0], [0, -sin(angle), cos(angle), 0])
    }

    /// `self × inner`: applies `inner` first.
    func appending(_ inner: Space) -> Space {
        func row(_ outer: SIMD4<Double>) -> SIMD4<Double> {
            SIMD4(0, 0, 0, outer.w) + outer.x * inner.x + outer.y * inner.y + outer.z * inner.z
        }
        return Space(row(x), row(y), row(z))
    }

    /// The orthographic projection.
    var flat: SVGATransform { SVGATransform(a: x.x, b: y.x, c: x.y, d: y.y, tx: x.w, ty: y.w) }
}

extension SVGATransform {
    /// A shear along an axis.
    /// - Parameters:
    ///   - angle: in degrees.
    ///   - axis: the direction of the axis, in degrees.
    static func skew(_ angle: Double, axis: Double) -> SVGATransform {
        let axis = axis * .pi / 180
        let shear = SVGATransform(a: 1, b: 0, c: tan(-angle * .pi / 180), d: 1, tx: 0, ty: 0)
        return shear.concatenating(.rotation(-axis)).rotated(by: axis)
    }
}

extension TransformTracks {
    func position(at time: Double) -> (x: Double, y: Double, z: Double) { TransformTracks.position(position, at: time) }

    /// - Parameter position: one track, or one per axis.
    static func position(_ position: [Track], at time: Double) -> (x: Double, y: Double, z: Double) {
        if position.count > 1 {
            return (position[0].number(at: time), position[1].number(at: time), position.count > 2 ? position[2].number(at: time) : 0)
        }
        let point = position[0].point(at: time)
        return (point.x, point.y, position[0].number(2, at: time))
    }

    /// The layer's direction of motion, in radians.
    ///
    /// As in lottie-web, separate coordinates need keyframes of both. Until the first keyframe of x and from the last one on, each has the
    /// direction of its own first or last keyframe.
    fileprivate func heading(at time: Double) -> Double {
        let isSplit = position.count > 1
        guard let first = position[0].times.first, let last = position[0].times.last, isSplit || last > first else { return 0 }
        func step(_ axis: Track) -> (from: Double, to: Double)? {
            guard let ownFirst = axis.times.first, let ownLast = axis.times.last else { return nil }
            if time <= first { return (ownFirst, ownFirst + 0.01) }
            return time >= last ? (ownLast - (isSplit ? 0.01 : 0.05), ownLast) : (time - 0.01, time)
        }
        func point(_ x: Double, _ y: Double) -> (x: Double, y: Double) {
            isSplit ? (position[0].number(at: x), position[1].number(at: y)) : position[0].point(at: x)
        }
        guard let x = step(position[0]), let y = isSplit ? step(position[1]) : x else { return 0 }
        let (a, b) = (point(x.from, y.from), point(x.to, y.to))
        return a.x == b.x && a.y == b.y ? 0 : atan2(b.y - a.y, b.x - a.x)
    }

    func flat(at time: Double) -> SVGATransform { Space(self, at: time).flat }
}

/// A rotation in 3D.
struct Quaternion {
    private let x: Double
    private let y: Double
    private let z: Double
    private let w: Double

    private init(x: Double, y: Double, z: Double, w: Double) { (self.x, self.y, self.z, self.w) = (x, y, z, w) }

    /// By heading, attitude and bank, in degrees.
    init(degrees heading: Double, _ attitude: Double, _ bank: Double) {
        func half(_ degrees: Double) -> (cosine: Double, sine: Double) { (cos(degrees * .pi / 360), sin(degrees * .pi / 360)) }
        let (a, b, c) = (half(heading), half(attitude), half(bank))
        w = a.cosine * b.cosine * c.cosine - a.sine * b.sine * c.sine
        x = a.sine * b.sine * c.cosine + a.cosine * b.cosine * c.sine
        y = a.sine * b.cosine * c.cosine + a.cosine * b.sine * c.sine
        z = a.cosine * b.sine * c.cosine - a.sine * b.cosine * c.sine
    }

    /// Spherical interpolation.
    func mixed(with end: Quaternion, _ share: Double) -> Quaternion {
        var cosine = x * end.x + y * end.y + z * end.z + w * end.w
        var sign = 1.0
        if cosine < 0 { (cosine, sign) = (-cosine, -1) }
        var (from, to) = (1 - share, share)
        if 1 - cosine > 1e-6 {
            let angle = acos(cosine)
            (from, to) = (sin((1 - share) * angle) / sin(angle), sin(share * angle) / sin(angle))
        }
        to *= sign
        return Quaternion(x: from * x + to * end.x, y: from * y + to * end.y, z: from * z + to * end.z, w: from * w + to * end.w)
    }

    /// Heading, attitude and bank, in degrees.
    var degrees: (x: Double, y: Double, z: Double) {
        let heading = atan2(2 * y * w - 2 * x * z, 1 - 2 * y * y - 2 * z * z)
        let attitude = asin(min(max(2 * x * y + 2 * z * w, -1), 1))
        let bank = atan2(2 * x * w - 2 * y * z, 1 - 2 * x * x - 2 * z * z)
        return (heading * 180 / .pi, attitude * 180 / .pi, bank * 180 / .pi)
    }
}
