import SVGAEmulation
import SVGAFormat
import SVGAImage
import SVGAModel
import SVGAPixels
import SVGARender
import SVGASupport

/// Finds the cause of a player difference, and thereby the remedy.
struct RemedyChoice {
    private let movie: VideoEntity
    private let wire: WireMovie

    init(_ file: CheckedFile) { (movie, wire) = (file.movie, file.document.movie) }

    /// The remedy for a failure of the player.
    func remedy(_ code: CheckCode, _ failure: PlayerFailure, of player: PublicPlayer) -> Remedy? {
        switch code {
        case .imageFormat: payloads(failure, player)
        case .matteUnknown: player.kind == .ios ? mattes() : .drawMasks
        default: nil
        }
    }

    /// The remedy for an effect of a player rule.
    func remedy(_ code: CheckCode, of player: PublicPlayer, _ sprite: Int?, _ frames: [ClosedRange<Int>]) -> Remedy? {
        guard let sprite, movie.sprites.indices.contains(sprite) else { return nil }
        let affected = movie.sprites[sprite]
        let list = frames.joined().lazy.filter { $0 < affected.frames.count }.map { affected.frames[$0] }
        switch code {
        case .bitmapSize: return hasOneSize(affected.imageIndex) ? .scaleImage : .stretchByTransform
        case .keySuffix: return affected.kind == .matte ? .drawMasks : nil
        case .matteNotFirst: return wouldMaskAlone(player) ? .mattesFirst : .drawMasks
        case .matteUnknown: return player.kind == .ios ? mattes(of: affected) : .drawMasks
        case .shapeAlpha: return colors(list, strokesWithoutColor(sprite, frames) ? .noWidthWithoutColor : .colorsAlphaIntoSprite)
        case .color255: return colors(list, .colorsToOne)
        case .strokeScale: return strokes(list)
        case .dashPhase:
            return list.allSatisfy { $0.shapes.allSatisfy { $0.stroke?.dash == nil } } ? .noPhase : .dashesAsShapes
        case .imageFormat: return payload(of: affected)
        default: return nil
        }
    }

    // MARK: Pictures and sounds

    private func payloads(_ failure: PlayerFailure, _ player: PublicPlayer) -> Remedy {
        if let sprite = failure.sprite { return payload(of: movie.sprites[sprite]) }
        if player.profile.pictures.isByBase64 {
            if movie.images.isEmpty { return .addImage }
            // The player found a picture that it cannot decode, and waits for it.
            if wire.images.contains(where: { EmulatedPictures.isPicture($0.bytes) }) { return .replacePayload }
            return movie.images.contains { ImageDecoder.size(of: $0) != nil } ? .convertImage : .replacePayload
        }
        // The player decodes all pictures, and rejects the file for the first one that fails.
        return movie.sounds.contains { EmulatedPictures.mustDecode($0.key) } ? .nameSound : .replacePayload
    }

    private func payload(of sprite: SpriteEntity) -> Remedy {
        if let index = sprite.imageIndex {
            let image = movie.images[index]
            return image.format != .unknown && ImageDecoder.size(of: image) != nil ? .convertImage : .replacePayload
        }
        let key = sprite.replacementKey
        if movie.sounds.contains(where: { $0.key.hasSameBytes(as: key) || $0.key.hasSameBytes(as: sprite.imageKey) }) {
            return .nameSoundApart
        }
        return .replacePayload
    }

    /// The remedy for a sound that a player does not play.
    func sound(_ sound: SoundEntity, of player: PublicPlayer) -> Remedy {
        if player.profile.sounds == .none { return .noSounds }
        return sound.format == .mp3 ? .tagSound : .convertSound
    }

    /// Whether all visible layouts of the image have one size, in whole points.
    private func hasOneSize(_ image: Int?) -> Bool {
        guard let image else { return false }
        var size: SVGASize?
        for sprite in movie.sprites where sprite.imageIndex == image {
            let tables = sprite.frames.tables
            for record in sprite.frames.records.prefix(movie.frameCount) where record.isVisible {
                let layout = tables.layouts[Int(record.layout)]
                guard layout.width > 0, layout.height > 0 else { continue }
                let found = SVGASize(width: layout.width, height: layout.height)
                if size.map({ $0 != found }) ?? false { return false }
                size = found
            }
        }
        guard let size else { return false }
        return size.width == size.width.rounded() && size.height == size.height.rounded()
    }

    // MARK: Mattes

    /// Whether the player would mask each sprite like we do if the mattes were first.
    private func wouldMaskAlone(_ player: PublicPlayer) -> Bool {
        guard player.profile.mattes == .entireCanvas else { return true }
        // The player masks the whole canvas, so all sprites need one matte.
        let keys = movie.sprites.filter { $0.kind != .matte }.map(\.matteIndex)
        return !keys.contains(nil) && Set(keys).count == 1
    }

    private func mattes(of sprite: SpriteEntity? = nil) -> Remedy {
        if let sprite {
            if sprite.matteKey != nil, sprite.matteIndex == nil { return .clearMatteKey }
        } else if movie.sprites.first?.matteKey != nil, movie.sprites.first?.matteIndex == nil {
            return .clearMatteKey
        }
        let lastMatte = movie.sprites.lastIndex { $0.kind == .matte } ?? 0
        let firstOther = movie.sprites.firstIndex { $0.kind != .matte } ?? 0
        return lastMatte > firstOther && hasOneRunEach ? .mattesFirst : .drawMasks
    }

    /// Whether the sprites of each matte are adjacent.
    private var hasOneRunEach: Bool {
        var seen: Set<Int> = []
        var last: Int?
        for sprite in movie.sprites where sprite.kind != .matte {
            if let matte = sprite.matteIndex, matte != last, !seen.insert(matte).inserted { return false }
            last = sprite.matteIndex
        }
        return true
    }

    // MARK: Shapes

    /// Whether a style of the sprite has a stroke width without a stroke color.
    private func strokesWithoutColor(_ sprite: Int, _ frames: [ClosedRange<Int>]) -> Bool {
        let written = wire.sprites[sprite]
        return frames.joined().contains { frame in
            frame < written.frames.count
                && written.visibleShapes(at: frame).contains { shape in
                    guard let style = shape.styles else { return false }
                    return style.strokeWidth > 0 && (style.stroke?.a ?? 0) == 0
                }
        }
    }

    /// - Parameter usual: the remedy for opaque colors.
    private func colors(_ list: some Sequence<FrameEntity>, _ usual: Remedy) -> Remedy {
        for frame in list {
            let alphas = frame.shapes.flatMap { [$0.fill?.alpha, $0.stroke?.color.alpha].compactMap { $0 } }
            guard alphas.contains(where: { $0 < 1 }) else { continue }
            return Set(alphas).count > 1 || frame.shapes.count > 1 ? .drawShapesAsImage : .colorsAlphaIntoSprite
        }
        return usual
    }

    /// Whether a stroke's width can be written in the player's scale.
    private func strokes(_ list: some Sequence<FrameEntity>) -> Remedy {
        for frame in list {
            guard frame.transform.keepsShape else { return .drawStrokeAsImage }
            for shape in frame.shapes where !shape.transform.keepsShape { return .drawStrokeAsImage }
        }
        return .strokeByTransform
    }
}

extension SVGATransform {
    /// Not stretched in one direction, skewed, mirrored or rotated by a quarter turn.
    fileprivate var keepsShape: Bool { a == d && b == -c && a != 0 }
}
