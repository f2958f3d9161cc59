import SVGAModel
import SVGAPixels
import SVGAPlatform

/// A transform in Lottie's order: scale, rotate, translate. A skewed transform also rotates before it scales.
/// In that case a parent layer has the remaining parts, because some players do not support skew.
struct TransformParts: Equatable {
    /// In points.
    var x = 0.0
    var y = 0.0
    /// 1 is the original size; negative: mirrored.
    var scaleX = 1.0
    var scaleY = 1.0
    /// In degrees, clockwise.
    var turn = 0.0
    /// The rotation before scaling, in degrees.
    var turnBefore = 0.0

    private static let degrees = 180 / Double.pi

    init(_ transform: SVGATransform, slanted: Bool) {
        (x, y) = (transform.tx, transform.ty)
        if slanted {
            // The singular values; the second is negative for a mirrored transform.
            let (even, uneven) = ((transform.a + transform.d) / 2, (transform.a - transform.d) / 2)
            let (odd, skew) = ((transform.b + transform.c) / 2, (transform.b - transform.c) / 2)
            let (first, second) = (hypot(even, skew), hypot(uneven, odd))
            let (sum, difference) = (atan2(skew, even), atan2(odd, uneven))
            (scaleX, scaleY) = (first + second, first - second)
            (turn, turnBefore) = ((sum + difference) / 2 * TransformParts.degrees, (sum - difference) / 2 * TransformParts.degrees)
        } else {
            scaleX = hypot(transform.a, transform.b)
            scaleY = scaleX > 0 ? transform.determinant / scaleX : 0
            turn = atan2(transform.b, transform.a) * TransformParts.degrees
        }
    }

    /// The maximum error of the box's corners without the skew, in points.
    static func slant(of transform: SVGATransform, _ box: SVGARect) -> Double {
        let length = hypot(transform.a, transform.b)
        guard length > 0 else { return hypot(transform.c, transform.d) * max(box.y.magnitude, box.maxY.magnitude) }
        return ((transform.a * transform.c + transform.b * transform.d) / length).magnitude * max(box.y.magnitude, box.maxY.magnitude)
    }

    /// Rounds to this many decimals of percents and degrees.
    private func rounded(decimals: Int) -> TransformParts {
        var parts = self
        parts.scaleX = ShortNumber.rounded(scaleX * 100, decimals: decimals) / 100
        parts.scaleY = ShortNumber.rounded(scaleY * 100, decimals: decimals) / 100
        parts.turn = ShortNumber.rounded(turn, decimals: decimals)
        parts.turnBefore = ShortNumber.rounded(turnBefore, decimals: decimals)
        return parts
    }

    /// The transform that a player computes from the parts.
    var transform: SVGATransform {
        let before = turnBefore == 0 ? SVGATransform.identity : .rotation(turnBefore / TransformParts.degrees)
        var result = before.concatenating(SVGATransform.rotation(turn / TransformParts.degrees).scaledBy(x: scaleX, y: scaleY))
        (result.tx, result.ty) = (x, y)
        return result
    }

    /// The fewest decimals that keep all points of the box within 1/250 of a point.
    func decimals(keeping box: SVGARect) -> Int {
        let exact = transform
        for decimals in 1..<9 {
            let near = rounded(decimals: decimals).transform
            let error = SVGATransform(a: near.a - exact.a, b: near.b - exact.b, c: near.c - exact.c, d: near.d - exact.d, tx: 0, ty: 0)
            let off = error.boundingBox(of: box)
            if max(off.x.magnitude, off.maxX.magnitude, off.y.magnitude, off.maxY.magnitude) <= 0.004 { return decimals }
        }
        return 9
    }
}

/// The transform and opacity of a layer or a shape group over time.
struct WrittenTransform: Sendable {
    private static let positionDecimals = 3

    var position = HoldTrack(.list)
    var scale = HoldTrack(.list)
    var turn = HoldTrack(.number)
    /// If it is not constant 0, the layer needs a parent with the other parts except the opacity.
    var turnBefore = HoldTrack(.number)
    /// 0…100.
    var opacity = HoldTrack(.number)
    var needsParent = false

    init() {}

    /// The identity transform.
    static let identity: WrittenTransform = {
        var tracks = WrittenTransform()
        tracks.set(.identity, slanted: false, keeping: SVGARect(x: 0, y: 0, width: 1, height: 1), at: 0)
        tracks.set(alpha: 1, at: 0)
        return tracks
    }()

    /// - Parameter box: the drawn box, which determines the visible rounding error.
    mutating func set(_ transform: SVGATransform, slanted: Bool, keeping box: SVGARect, at frame: Int) {
        let parts = TransformParts(transform, slanted: slanted)
        let decimals = parts.decimals(keeping: box)
        position.set(ShortNumber.pair(parts.x, parts.y, decimals: WrittenTransform.positionDecimals), at: frame)
        scale.set(ShortNumber.pair(parts.scaleX * 100, parts.scaleY * 100, decimals: decimals), at: frame)
        turn.set(ShortNumber.text(parts.turn, decimals: decimals), at: frame)
        turnBefore.set(ShortNumber.text(parts.turnBefore, decimals: decimals), at: frame)
        if slanted { needsParent = true }
    }

    mutating func set(alpha: Double, at frame: Int) { opacity.set(ShortNumber.text(alpha * 100, decimals: 2), at: frame) }

    /// The transform of the parent layer for a skewed transform.
    var ofParent: WrittenTransform {
        var tracks = self
        tracks.opacity = HoldTrack(.number, "100")
        tracks.needsParent = false
        return tracks
    }

    /// Appends the members of a `ks` or `tr` object.
    func write(to json: inout [UInt8]) {
        // All five members are always written, because one player fails without them.
        opacity.write("o", to: &json)
        json.put(",")
        (needsParent ? turnBefore : turn).write("r", to: &json)
        json.put(",")
        (needsParent ? HoldTrack(.list, "0,0") : position).write("p", to: &json)
        json.put(",\"a\":{\"a\":0,\"k\":[0,0]},")
        (needsParent ? HoldTrack(.list, "100,100") : scale).write("s", to: &json)
    }
}
