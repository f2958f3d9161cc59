import SVGAImage
import SVGAModel
import SVGAPixels
import SVGARender
import SVGASupport

/// A replacement image baked into a payload, at the size of the largest layout that shows it.
struct BakedImage: Sendable {
    /// The keys of the sprites that show it.
    let imageKeys: Set<ByteKey>
    /// The picture that fills the layout; nil: the image's original bytes can be used.
    let picture: Pixmap?
    /// The size of the picture in pixels; nil if no frame shows it.
    var size: (width: Int, height: Int)?
    /// Whether a sprite has a layout with another aspect ratio, which stretches the picture.
    let isStretched: Bool

    /// Creates the images for all sprites with this key: several if ``ImageMask/original`` gives different shapes.
    ///
    /// - Parameter density: pixels per point of the layout.
    /// - Throws: ``SVGAError/Kind/invalidFile`` if the bytes are not a picture, ``SVGAError/Kind/limit``.
    static func make(
        _ bytes: [UInt8], fit: ImageFit, mask: ImageMask, density: Double = 1, forKey key: String, in movie: VideoEntity, limits: ReadLimits
    ) throws(SVGAError) -> [BakedImage] {
        do throws(SVGAError) {
            let image = try ReplacementImage(bytes: bytes, limits: limits)
            let sprites = movie.sprites.filter { $0.isNamed(key) }
            guard movie.viewBox.width > 0, movie.viewBox.height > 0 else {
                return [
                    BakedImage(imageKeys: Set(sprites.map { ByteKey($0.imageKey) }), picture: upright(image, bytes), isStretched: false)
                ]
            }
            let maker = try Maker(substitution: Substitutions.Image(image: image, fit: fit, mask: mask), bytes, density, movie, limits)
            let groups = Dictionary(grouping: sprites) { mask == .original ? $0.imageIndex : nil }
            var made: [BakedImage] = []
            for (index, sprites) in groups.sorted(by: { ($0.key ?? -1) < ($1.key ?? -1) }) {
                made.append(try maker.make(for: Set(sprites.map { ByteKey($0.imageKey) }), original: index))
            }
            return made
        } catch {
            throw error.limit != nil ? error : error.image(key: key)
        }
    }

    /// The picture with its orientation applied; nil if the original bytes can be used. Only a JPEG can have another orientation.
    private static func upright(_ image: ReplacementImage, _ bytes: [UInt8]) -> Pixmap? {
        guard case .image(.jpeg) = PayloadKind.sniff(bytes), EXIFOrientation(jpeg: bytes) != .upright else { return nil }
        return image.bitmap.pixmap()
    }

    /// Creates the images of one key.
    private struct Maker {
        let substitution: Substitutions.Image
        let bytes: [UInt8]
        let density: Double
        let movie: VideoEntity
        let limits: ReadLimits
        let geometry: OutputGeometry

        init(
            substitution: Substitutions.Image, _ bytes: [UInt8], _ density: Double, _ movie: VideoEntity, _ limits: ReadLimits
        ) throws(SVGAError) {
            self.substitution = substitution
            self.bytes = bytes
            self.density = density
            self.movie = movie
            self.limits = limits
            var options = RenderOptions()
            options.limits = limits
            do throws(SVGAError) {
                geometry = try OutputGeometry(movie: movie, options: options)
            } catch {
                if error.limit != nil { throw error }
                throw .file(reason: error.message)
            }
        }

        func make(for keys: Set<ByteKey>, original: Int?) throws(SVGAError) -> BakedImage {
            let sprites = movie.sprites.indices.filter { keys.contains(ByteKey(movie.sprites[$0].imageKey)) }
            let uses = LayoutUse.all(of: movie, sprites, geometry) { RenderedVariant.all(of: movie.sprites[$0], frames: movie.frameCount) }
            // The picture is created for the largest layout.
            guard let use = uses.max(by: { $0.area < $1.area }) else {
                return BakedImage(imageKeys: keys, picture: BakedImage.upright(substitution.image, bytes), isStretched: false)
            }
            let width = max(1, Int(saturating: (use.layout.width * density).rounded(.up)))
            let height = max(1, Int(saturating: (use.layout.height * density).rounded(.up)))
            if isDrawnByAll(width, height) {
                return BakedImage(imageKeys: keys, picture: nil, size: (width, height), isStretched: false)
            }
            let bitmap = try original.map { (index) throws(SVGAError) in try ImageDecoder.prepare(movie.images[index], limits: limits) }
            let drawn = try MaskedImage.make(substitution, use, size: (width, height), original: bitmap, limits: limits)
            let aspect = use.layout.width / use.layout.height
            let isStretched = uses.contains { abs($0.layout.width / $0.layout.height / aspect - 1) > 0.01 }
            return BakedImage(
                imageKeys: keys, picture: drawn.pixmap(), size: (width, height),
                isStretched: isStretched && (substitution.fit != .fill || substitution.mask != .none))
        }

        /// Whether the bytes can be stored unchanged: a PNG of this size.
        private func isDrawnByAll(_ width: Int, _ height: Int) -> Bool {
            guard substitution.mask == .none, case .image(.png) = PayloadKind.sniff(bytes) else { return false }
            return (substitution.image.width, substitution.image.height) == (width, height)
        }
    }
}

extension LayoutUse {
    fileprivate var area: Double { layout.width * layout.height }
}
