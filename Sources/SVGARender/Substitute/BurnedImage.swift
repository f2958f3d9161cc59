import SVGAImage
package import SVGAModel
package import SVGAPixels

/// A replacement image as a payload that a file can hold. It looks as a scene with the same substitution draws it at scale 1.
package struct BurnedImage: Sendable {
    /// The keys of the sprites that show it.
    package let imageKeys: Set<ByteKey>
    /// The picture that fills the layout; nil: the image's own bytes can be used unchanged.
    package let picture: Pixmap?
    /// Whether some of these sprites have a layout of other proportions, which stretches the picture.
    package let isStretched: Bool

    /// Makes the images for all sprites with this key: more than one if ``ImageMask/original`` cuts to different shapes.
    ///
    /// - Throws: ``RenderError/image(key:_:)`` where the bytes are no picture, ``RenderError/limit(_:)``.
    package static func make(
        _ bytes: [UInt8], fit: ImageFit, mask: ImageMask, forKey key: String, in movie: VideoEntity, limits: ReadLimits
    ) throws(RenderError) -> [BurnedImage] {
        do throws(ImageError) {
            let image = try ReplacementImage(bytes: bytes, limits: limits)
            let sprites = movie.sprites.filter { $0.isNamed(key) }
            guard movie.viewBox.width > 0, movie.viewBox.height > 0 else {
                return [
                    BurnedImage(imageKeys: Set(sprites.map { ByteKey($0.imageKey) }), picture: upright(image, bytes), isStretched: false)
                ]
            }
            let maker = try Maker(substitution: Substitutions.Image(image: image, fit: fit, mask: mask), bytes, key, movie, limits)
            let groups = Dictionary(grouping: sprites) { mask == .original ? $0.imageIndex : nil }
            var made: [BurnedImage] = []
            for (index, sprites) in groups.sorted(by: { ($0.key ?? -1) < ($1.key ?? -1) }) {
                made.append(try maker.make(for: Set(sprites.map { ByteKey($0.imageKey) }), original: index))
            }
            return made
        } catch {
            if case .limit(let limit) = error { throw .limit(limit) }
            throw .image(key: key, error)
        }
    }

    /// The picture turned upright; nil if its bytes can be used unchanged. Only a JPEG can be turned.
    private static func upright(_ image: ReplacementImage, _ bytes: [UInt8]) -> Pixmap? {
        guard case .image(.jpeg) = PayloadKind.sniff(bytes), EXIFOrientation(jpeg: bytes) != .upright else { return nil }
        return image.bitmap.pixmap()
    }

    /// Makes the images of one key.
    private struct Maker {
        let substitution: Substitutions.Image
        let bytes: [UInt8]
        let key: String
        let movie: VideoEntity
        let limits: ReadLimits
        let geometry: OutputGeometry

        init(
            substitution: Substitutions.Image, _ bytes: [UInt8], _ key: String, _ movie: VideoEntity, _ limits: ReadLimits
        ) throws(ImageError) {
            self.substitution = substitution
            self.bytes = bytes
            self.key = key
            self.movie = movie
            self.limits = limits
            var options = RenderOptions()
            options.limits = limits
            do throws(RenderError) {
                geometry = try OutputGeometry(movie: movie, options: options)
            } catch {
                if case .limit(let limit) = error { throw .limit(limit) }
                throw .file(reason: error.description)
            }
        }

        func make(for keys: Set<ByteKey>, original: Int?) throws(ImageError) -> BurnedImage {
            let sprites = movie.sprites.indices.filter { keys.contains(ByteKey(movie.sprites[$0].imageKey)) }
            let uses = LayoutUse.all(of: movie, sprites, geometry) { ShownForm.all(of: movie.sprites[$0], frames: movie.frames) }
            if substitution.fit == .fill, substitution.mask == .none {
                return BurnedImage(imageKeys: keys, picture: try plainPicture(keys, uses), isStretched: false)
            }
            // The picture is made for the use that is seen largest.
            guard let use = uses.max(by: { $0.shownArea < $1.shownArea }) else {
                return BurnedImage(imageKeys: keys, picture: BurnedImage.upright(substitution.image, bytes), isStretched: false)
            }
            let bitmap = try original.map { (index) throws(ImageError) in try ImageDecoder.prepare(movie.images[index], limits: limits) }
            let drawn = try MaskedImage.make(substitution, use, original: bitmap, limits: limits)
            let aspect = use.layout.width / use.layout.height
            let isStretched = uses.contains { abs($0.layout.width / $0.layout.height / aspect - 1) > 0.01 }
            return BurnedImage(imageKeys: keys, picture: drawn.pixmap(), isStretched: isStretched)
        }

        /// Averages the picture down where a scene does: if it is at least twice the size of what it replaces, and larger than it is ever
        /// shown.
        private func plainPicture(_ keys: Set<ByteKey>, _ uses: [LayoutUse]) throws(ImageError) -> Pixmap? {
            let image = substitution.image
            let asItIs = BurnedImage.upright(image, bytes)
            for sprite in movie.sprites where keys.contains(ByteKey(sprite.imageKey)) {
                guard let index = sprite.imageIndex, let size = ImageDecoder.size(of: movie.images[index]) else { continue }
                if image.width < 2 * size.width || image.height < 2 * size.height { return asItIs }
            }
            guard let use = uses.max(by: { $0.shownArea < $1.shownArea }) else { return asItIs }
            let whole = uses.map {
                (scaleX: $0.scaleX, scaleY: $0.scaleY, frame: Rect(x: 0, y: 0, width: $0.layout.width, height: $0.layout.height))
            }
            let reduced = try ReducedImage(image.bitmap, ReducedImage.factors(image.bitmap, for: whole))
            if reduced.factorX == 1, reduced.factorY == 1 { return asItIs }
            if image.width % reduced.factorX == 0, image.height % reduced.factorY == 0 { return reduced.bitmap.pixmap() }
            // Otherwise the last column, which is less than a pixel wide, would be stretched to a whole one.
            return try MaskedImage.make(substitution, use, original: nil, limits: limits).pixmap()
        }
    }
}

extension LayoutUse {
    /// The area in output pixels.
    fileprivate var shownArea: Double { layout.width * scaleX * layout.height * scaleY }
}
