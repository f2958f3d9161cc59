import SVGAImage
import SVGAModel
import SVGAPixels
import SVGAPlatform

/// Reduces the colours and pixels of one image.
struct LossyImage {
    let options: OptimizeOptions
    let shown: ShownSizes
    let scale: Double

    /// nil if the result would not be smaller.
    func version(of exact: ImageVersion, key: String) -> ImageVersion? {
        guard case .pixels(let picture) = exact.picture else { return nil }
        let size = size(of: picture, key: key)
        let isShrunk = size != (picture.width, picture.height)
        var changed = isShrunk ? picture.shrunk(width: size.width, height: size.height) : picture
        var isQuantized = false
        if let quality = options.quality, let palette = PaletteQuantizer.reduced(changed, quality: quality) {
            isQuantized = true
            changed = palette
        }
        guard isShrunk || isQuantized, let bytes = ImageCompression(options: options).file(changed),
            bytes.count < exact.bytes.count
        else { return nil }
        return ImageVersion(
            picture: .pixels(changed), bytes: bytes, action: isShrunk ? .shrunk : .palette,
            error: isShrunk ? .infinity : picture.squaredError(changed))
    }

    /// The new size, in pixels; both sides are scaled alike.
    private func size(of picture: PNGPicture, key: String) -> (width: Int, height: Int) {
        let (width, height) = (Double(picture.width), Double(picture.height))
        var factor = scale
        if let side = options.maximumSide { factor = min(factor, scale * Double(side) / max(width, height)) }
        if let density = options.density, let shown = shown[key] {
            factor = min(factor, scale * max(shown.width * density / width, shown.height * density / height))
        }
        guard factor < 1 else { return (picture.width, picture.height) }
        // Rounded up, so that the density is not below the one asked for.
        return (max(1, Int((width * factor).rounded(.up))), max(1, Int((height * factor).rounded(.up))))
    }
}

extension PNGPicture {
    /// How far the visible colours are from those of a picture of the same size.
    fileprivate func squaredError(_ other: PNGPicture) -> Double {
        var sum = 0.0
        for (left, right) in zip(pixels, other.pixels) where left != right {
            let (a, b) = (Int(left >> 24), Int(right >> 24))
            var pixel = (a - b) * (a - b)
            for shift in [0, 8, 16] as [UInt32] {
                let difference = (Int(left >> shift & 0xFF) * a - Int(right >> shift & 0xFF) * b) / 255
                pixel += difference * difference
            }
            sum += Double(pixel)
        }
        return sum
    }
}

/// The largest size in which each image is shown, in points of the canvas.
struct ShownSizes: Sendable {
    /// By the image's key.
    private var sizes: [ByteKey: Size] = [:]

    init(_ movie: VideoEntity) {
        for sprite in movie.sprites {
            guard let index = sprite.imageIndex else { continue }
            let key = ByteKey(movie.images[index].key)
            var size = sizes[key] ?? Size(width: 0, height: 0)
            for record in sprite.frames.records.prefix(movie.frames) where record.isVisible {
                let layout = sprite.frames.tables.layouts[Int(record.layout)]
                let transform = record.transform
                size = Size(
                    width: max(size.width, layout.width * hypot(transform.a, transform.b)),
                    height: max(size.height, layout.height * hypot(transform.c, transform.d)))
            }
            sizes[key] = size
        }
    }

    /// nil if the image is never shown.
    subscript(key: String) -> Size? { sizes[ByteKey(key)].flatMap { $0.width > 0 && $0.height > 0 ? $0 : nil } }
}
