import SVGALottie
import SVGAModel
import SVGAPixels

/// Why something has no word in a movie, so that it has to be drawn into a picture.
struct Unsayable: Error {
    let reason: String
}

/// A part of a layer at one moment that one sprite can show.
struct Piece {
    /// What stays the same over time.
    struct ID: Hashable {
        enum Role: Hashable { case content, matte, mask, opacity }

        /// Of the layer.
        var place: [Int]
        var role = Role.content
        /// Of those of one layer, from the bottom up.
        var part = 0
    }

    enum Content {
        /// In the piece's space.
        case shapes([ShapeEntity])
        case picture(asset: String, width: Double, height: Double)
        /// A gradient in all of the piece's space, to be clipped.
        case ramp(PaintMoment.Paint, alpha: Double)
        case drawn(DrawnContent)
    }

    var id: ID
    /// Of the layer.
    var name: String
    /// From the piece's space to the canvas.
    var transform: Transform
    var opacity: Double
    /// In the piece's space.
    var clip: Path?
    /// Which of the moment's mattes masks it.
    var matte: Int?
    /// The box around what is drawn, in the piece's space.
    var bounds: Rect
    var content: Content
}

/// What is drawn into a picture, in the space of its piece.
struct DrawnContent: Hashable {
    enum Mode: Hashable { case plain, invertedAlpha, luma, invertedLuma }

    var moment: LottieMoment
    var bounds: Rect
    var mode = Mode.plain
}

/// A moment as pieces, from the bottom up.
struct FramePieces {
    var mattes: [Piece] = []
    var pieces: [Piece] = []
}

extension Piece.ID: Comparable {
    /// From the bottom up: the last layer of a list is below all others.
    static func < (left: Self, right: Self) -> Bool {
        for (one, two) in zip(left.place, right.place) where one != two { return one > two }
        return (left.place.count, left.part) < (right.place.count, right.part)
    }
}

// MARK: - Bounds

extension LayerMoment {
    /// The box around what the layer shows, in its own space; nil where it shows nothing.
    var contentBounds: Rect? {
        switch content {
        case .shapes(let paints): paints.compactMap(\.bounds).reduce(nil) { (all: Rect?, box) in all.map { $0.union(box) } ?? box }
        case .image(_, let width, let height), .solid(_, let width, let height):
            width > 0 && height > 0 ? Rect(x: 0, y: 0, width: width, height: height) : nil
        case .composition(let moment, let width, let height): moment.bounds?.intersection(Rect(x: 0, y: 0, width: width, height: height))
        }
    }
}

extension LottieMoment {
    /// The box around what the layers show.
    var bounds: Rect? {
        layers.reduce(nil) { all, layer in
            guard let inner = layer.contentBounds, layer.transform.isInvertible else { return all }
            let box = layer.transform.boundingBox(of: inner)
            return all.map { $0.union(box) } ?? box
        }
    }
}

extension PaintMoment {
    /// The box around the ink, in the layer's space.
    var bounds: Rect? {
        guard var box = path.bounds, path.isFinite, transform.isFinite else { return nil }
        if case .stroke(let width, _, let join, let limit, _, _) = style {
            guard width > 0 else { return nil }
            box = box.outset(by: width / 2 * (join == .miter ? min(max(limit, 1.5), 10) : 1.5))
        }
        return transform.boundingBox(of: box)
    }
}
