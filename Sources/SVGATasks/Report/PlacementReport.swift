package import SVGAModel
package import SVGARender
package import SVGASupport

/// The placement of a key's sprites, or of a Lottie's layers, in each frame: the report of `svga inspect --placement`.
package struct PlacementReport: Sendable {
    package struct Row: Sendable {
        package let frame: Int
        /// In the order of the file.
        package let placements: [Placement]
    }

    /// The coordinates of a report: points of the canvas, or pixels of an output.
    package struct Space: Sendable {
        package let isPixels: Bool
        package let width: Int
        package let height: Int
        /// From points of the canvas.
        package let transform: SVGATransform

        /// - Parameter isPixels: whether a size was chosen.
        package init(_ animation: some PositionedAnimation, isPixels: Bool) {
            self.isPixels = isPixels
            (width, height) = isPixels ? (animation.widthPixels, animation.heightPixels) : animation.canvasPixels
            transform = isPixels ? animation.outputTransform : .identity
        }
    }

    package let file: String
    package let key: String
    package let space: Space
    /// The sprites of a movie, or the layers of a Lottie, in the order of the file.
    package let parts: [PositionedParts.Part]
    /// In the requested order.
    package let frames: [Row]

    /// - Parameters:
    ///   - indices: the frames.
    ///   - isPixels: whether a size was chosen.
    ///   - limits: ``ReadLimits/memory`` limits the report's size.
    package init(
        _ file: String, key: String, of animation: some PositionedAnimation, frames indices: [Int], isPixels: Bool, limits: ReadLimits
    ) throws(TaskError) {
        let parts = try TaskError.naming(file) { () throws(SVGAError) in try animation.positionedParts(ofKey: key) }
        frames = try PlacementReport.rows(file, of: parts, frames: indices, limits: limits)
        self.file = file
        self.key = key
        space = Space(animation, isPixels: isPixels)
        self.parts = parts.parts
    }

    /// An estimate of the bytes of one part in one frame, with its JSON.
    private static let bytesPerPlacement = 512

    package static func rows(
        _ file: String, of parts: PositionedParts, frames: [Int], limits: ReadLimits
    ) throws(TaskError) -> [Row] {
        try TaskError.naming(file) { () throws(SVGAError) in
            let bytes = frames.count.multipliedSaturating(by: parts.parts.count).multipliedSaturating(by: bytesPerPlacement)
            guard bytes <= limits.memory else { throw .limit(LimitExceeded(\.memory, of: limits, found: bytes)) }
            var rows: [Row] = []
            for frame in frames {
                if Task.isCancelled { throw .cancelled }
                rows.append(Row(frame: frame, placements: try parts.placements(frame)))
            }
            return rows
        }
    }
}

extension Placement {
    /// The matrix from the sprite's space to a report's space; nil if the sprite has no such frame, or for infinite numbers.
    package func matrix(in space: PlacementReport.Space) -> [Double]? {
        guard state != .ended else { return nil }
        let matrix = transform.concatenating(space.transform)
        let numbers = [matrix.a, matrix.b, matrix.c, matrix.d, matrix.tx, matrix.ty]
        return numbers.allSatisfy(\.isFinite) ? numbers : nil
    }

    /// The corners in a report's space: upper left, upper right, lower right, lower left before the transform. nil without a layout.
    package func quad(in space: PlacementReport.Space) -> [[Double]]? {
        guard size.width > 0, size.height > 0 else { return nil }
        let points = corners.map { space.transform.apply(x: $0.x, y: $0.y) }
        guard points.allSatisfy({ $0.x.isFinite && $0.y.isFinite }) else { return nil }
        return points.map { [$0.x, $0.y] }
    }

    /// The JSON of one sprite in one frame.
    package func json(in space: PlacementReport.Space) -> JSONValue {
        [
            "sprite": spriteIndex, "isShown": isShown, "state": state.rawValue, "alpha": alpha, "matrix": matrix(in: space),
            "width": size.width.finite, "height": size.height.finite, "quad": quad(in: space),
        ]
    }
}

extension PlacementReport: JSONRepresentable {
    /// The stable JSON: members keep their meaning and are always present; unknown values are null.
    package var json: JSONValue {
        let parts = parts.map { part -> JSONValue in
            ["sprite": part.index, "key": part.key, "imageKey": part.imageKey, "kind": part.kind, "matteKey": part.matteKey]
        }
        return [
            "schema": 1, "file": file, "key": key, "unit": space.unit, "width": space.width, "height": space.height,
            "sprites": parts, "frames": JSONSequence(frames.map { PlacedRow(row: $0, space: space) }),
        ]
    }
}

extension PlacementReport.Space {
    package var unit: String { isPixels ? "pixel" : "point" }
}

/// A row with the report's space, for JSON.
private struct PlacedRow: JSONRepresentable, Sendable {
    let row: PlacementReport.Row
    let space: PlacementReport.Space

    var json: JSONValue { ["frame": row.frame, "sprites": row.placements.map { $0.json(in: space) }] }
}
