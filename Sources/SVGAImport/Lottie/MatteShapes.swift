import SVGALottie
import SVGAModel
import SVGAPixels

/// Converts mattes of Lottie to alpha mattes, the only kind of SVGA.
enum MatteShapes {
    /// Merges several pieces into one, on the canvas.
    /// - Returns: nil if they must be drawn instead.
    static func merged(_ pieces: [Piece], _ work: ImportWork) -> Piece? {
        guard work.spend(ImportWork.Cost.segment, times: pieces.reduce(0) { $0 + $1.segmentCount }) else { return nil }
        guard var all = pieces.first else { return nil }
        var shapes: [ShapeEntity] = []
        for piece in pieces {
            guard case .shapes(let pieceShapes) = piece.content, piece.clip == nil, piece.opacity > 0.999 || pieceShapes.count == 1 else {
                return nil
            }
            for var shape in pieceShapes {
                shape.fill?.alpha *= piece.opacity
                shape.stroke?.color.alpha *= piece.opacity
                shape.transform = shape.transform.concatenating(piece.transform)
                shapes.append(shape)
            }
        }
        all.transform = .identity
        all.opacity = 1
        all.bounds = shapes.compactMap(\.bounds).reduce(all.bounds) { $0.union($1) }
        all.content = .shapes(shapes)
        return all
    }

    /// - Returns: nil if a sprite's alpha cannot represent it.
    static func piece(_ piece: Piece, _ mode: MatteState.Mode, canvas: SVGARect, _ work: ImportWork) -> Piece? {
        switch mode {
        case .alpha: return piece
        case .luma: return luma(piece)
        case .invertedAlpha: return inverted(piece, canvas, work)
        case .invertedLuma: return luma(piece).flatMap { inverted($0, canvas, work) }
        }
    }

    /// Replaces alpha by luminance.
    private static func luma(_ piece: Piece) -> Piece? {
        guard case .shapes(var shapes) = piece.content else { return nil }
        var below: SVGARect?
        for index in shapes.indices {
            let box = shapes[index].bounds
            // Darker colors also cover brighter ones below them, which alpha cannot represent.
            func isPlain(_ color: SVGAColor?) -> Bool { color.map { $0.luma > 0.995 } ?? true }
            if !isPlain(shapes[index].fill) || !isPlain(shapes[index].stroke?.color) {
                if shapes[index].fill != nil && shapes[index].stroke != nil { return nil }
                if let below, let box, below.touches(box) { return nil }
            }
            if let box { below = below?.union(box) ?? box }
            if let color = shapes[index].fill { shapes[index].fill?.alpha = color.alpha * color.luma }
            if let color = shapes[index].stroke?.color { shapes[index].stroke?.color.alpha = color.alpha * color.luma }
        }
        var piece = piece
        piece.content = .shapes(shapes)
        return piece
    }

    private static func inverted(_ piece: Piece, _ canvas: SVGARect, _ work: ImportWork) -> Piece? {
        guard piece.opacity > 0.999, piece.clip == nil, case .shapes(let shapes) = piece.content, shapes.count == 1,
            let fill = shapes[0].fill, fill.alpha > 0.999, shapes[0].stroke == nil, let path = shapes[0].asPath,
            let back = piece.transform.inverted
        else { return nil }
        let canvasBox = back.boundingBox(of: canvas)
        guard let complement = Windings.complement(of: path, within: canvasBox, work) else { return nil }
        var piece = piece
        piece.bounds = complement.bounds ?? canvasBox
        piece.content = .shapes([ShapeEntity(geometry: .path(complement), fill: .black)])
        return piece
    }
}

extension SVGAColor {
    fileprivate var luma: Double { 0.2126 * red + 0.7152 * green + 0.0722 * blue }
}

extension ShapeEntity {
    /// The filled area, in the space of the sprite.
    var asPath: SVGAPath? {
        switch geometry {
        case .path(let path): path.transformed(transform)
        case .rect(let rect, cornerRadius: 0): SVGAPath(rect).transformed(transform)
        default: nil
        }
    }
}
