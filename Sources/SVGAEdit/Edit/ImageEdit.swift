import SVGAFormat
import SVGAImage
import SVGAModel
import SVGAPixels
import SVGARender
import SVGASupport

extension MovieEditor {
    mutating func setImage(_ key: String, _ bytes: [UInt8], fit: ImageFit, mask: ImageMask, density: Double) throws(SVGAError) {
        let sprites = movie.sprites.filter { $0.isNamed(key) }
        guard !key.isEmpty, !sprites.isEmpty else { throw .unknownKey(key: key, nearest: nearestSprites(key), isOfAny: true) }
        guard density > 0, density <= 4 else { throw .invalid(reason: "the density must be above 0 and at most 4, not \(density.brief)") }
        let burned = try burn(key, bytes, fit: fit, mask: mask, density: density)
        var payloads: [ByteKey: [UInt8]] = [:]
        var sizes: [String] = []
        for image in burned {
            var payload = bytes
            if let picture = image.picture {
                payload = try png(picture)
                sizes.append("\(picture.width) × \(picture.height)")
            }
            for imageKey in image.imageKeys { payloads[imageKey] = payload }
        }
        try show(payloads)
        for image in burned { fitLayouts(image) }
        note = "replaced the image of \"\(key)\" (\(counted(sprites.count, "sprite"))"
        note += sizes.isEmpty ? ")" : ", drawn to \(sizes.joined(separator: ", ")) px)"
        if burned.contains(where: \.isStretched) {
            note += "; its layouts have different aspect ratios, so it is stretched in some of them"
        }
    }

    /// Sets the layouts to the picture's size, if they contain nothing else.
    private mutating func fitLayouts(_ image: BakedImage) {
        guard let size = image.size else { return }
        let sprites = movie.sprites.indices.filter { index in
            image.imageKeys.contains(ByteKey(movie.sprites[index].imageKey)) && PictureLayout.canChange(movie.sprites[index])
        }
        PictureLayout.change(sprites, of: &movie, width: size.width, height: size.height, maxSegments: limits.pathSegments)
    }

    private func burn(
        _ key: String, _ bytes: [UInt8], fit: ImageFit, mask: ImageMask, density: Double
    ) throws(SVGAError) -> [BakedImage] {
        let entity = try resolved()
        do throws(SVGAError) {
            return try BakedImage.make(bytes, fit: fit, mask: mask, density: density, forKey: key, in: entity, limits: limits)
        } catch {
            throw error.cause ?? error
        }
    }

    /// Packs a picture. The first 2 million pixels of an edit take up to a second; later ones are packed ten times as fast, and are 7 % larger.
    mutating func png(_ picture: Pixmap) throws(SVGAError) -> [UInt8] {
        packedPixels = packedPixels.addingSaturating(picture.width * picture.height)
        let effort = packedPixels <= MovieEditor.maximumPixelsAtHighEffort ? 5 : PNGEncoder.defaultEffort
        do throws(SVGAError) {
            return try picture.pngData(PNGEncoder(effort: effort))
        } catch {
            throw .library(name: "libspng", reason: error.message)
        }
    }

    // MARK: Payloads

    /// Assigns payloads to the sprites with these imageKeys. All other sprites keep their images.
    mutating func show(_ payloads: [ByteKey: [UInt8]]) throws(SVGAError) {
        let index = PayloadIndex(movie.images)
        var wanted: [ByteKey: [UInt8]] = [:]
        var users: [Int: Set<ByteKey>] = [:]
        for key in Set(movie.sprites.map { ByteKey($0.imageKey) }) {
            let image = index.image(for: key.text)
            if let image { users[image, default: []].insert(key) }
            wanted[key] = payloads[key] ?? image.map { movie.images[$0].bytes }
        }
        for (image, keys) in users {
            let replacements = Set(keys.map { payloads[$0] })
            if replacements.count == 1, let only = replacements.first, let bytes = only { movie.images[image].bytes = bytes }
        }
        try pin(wanted)
    }

    /// Adds an entry with the exact key for each key that resolves to a wrong payload. The lookup prefers exact keys (Rules of rendering, section
    /// 4).
    private mutating func pin(_ wanted: [ByteKey: [UInt8]]) throws(SVGAError) {
        let order = wanted.sorted { $0.key < $1.key }
        var index = PayloadIndex(movie.images)
        var isSettled = false
        while !isSettled {
            isSettled = true
            for (key, bytes) in order {
                if let image = index.image(for: key.text), movie.images[image].bytes == bytes { continue }
                isSettled = false
                if let exact = index.entry(key.text) {
                    guard !movie.images[exact].isSound else { throw .keyTaken(key: key.text, owner: "a sound has it") }
                    movie.images[exact].bytes = bytes
                } else {
                    index.add(image: key.text, at: movie.images.count)
                    movie.images.append(WireImage(key: key.text, bytes: bytes))
                }
            }
        }
    }
}
