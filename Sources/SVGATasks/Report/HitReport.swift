import SVGAModel
package import SVGARender
package import SVGASupport

/// What `svga hit` says.
package struct HitReport: Sendable {
    package let file: String
    package let frame: Int
    package let point: PointArgument
    package let threshold: Double
    package let hit: Hit?

    package init(file: String, frame: Int, point: PointArgument, threshold: Double, hit: Hit?) {
        self.file = file
        self.frame = frame
        self.point = point
        self.threshold = threshold
        self.hit = hit
    }
}

extension HitReport: JSONRepresentable {
    /// The contract of `--json`: the names never change their meaning. `key` is what replaces the sprite, `imageKey` the sprite's own name in
    /// the file, `alpha` (0 to 1) that of all the sprite shows at the point.
    package var json: JSONValue {
        let found = hit.map { hit -> JSONValue in
            ["key": hit.key, "imageKey": hit.imageKey, "spriteIndex": hit.spriteIndex, "alpha": hit.alpha]
        }
        return ["schema": 1, "file": file, "frame": frame, "x": point.x, "y": point.y, "threshold": threshold, "hit": found]
    }
}

/// `X,Y` in points of the canvas.
package struct PointArgument: ExpressibleByArgument, Hashable {
    package let x: Double
    package let y: Double

    package init(x: Double, y: Double) { (self.x, self.y) = (x, y) }

    package init?(argument: String) {
        let parts = argument.split(separator: ",", omittingEmptySubsequences: false).map { Double(argument: String($0)) }
        guard parts.count == 2, let x = parts[0], let y = parts[1] else { return nil }
        self.init(x: x, y: y)
    }

    package static var expectation: String { "X,Y such as 375,300" }
}
