import SVGACheck
import SVGAFormat
import SVGAImage
import SVGAModel
import SVGAPixels
import SVGASupport

/// Reduces the colors and pixels of one PNG, or the quality of a JPEG.
struct LossyImage {
    let options: OptimizeOptions
    let displaySizes: ImageSizes
    /// Whether only its colors may change.
    var keepsSize = false

    /// nil if the result would not be smaller.
    func version(of exact: ImageVersion, key: String) -> ImageVersion? {
        let picture: PNGPicture
        switch exact.picture {
        case .pixels(let pixels): picture = pixels
        case .payload(let payload): return coarser(payload, than: exact)
        // Lossless versions have no others.
        case .fingerprint: return nil
        }
        let size = size(of: picture, key: key)
        let isShrunk = size != (picture.width, picture.height)
        var changed = isShrunk ? picture.shrunk(width: size.width, height: size.height) : picture
        var isQuantized = false
        if let quality = options.quality, let palette = PaletteQuantizer.reduced(changed, quality: quality) {
            isQuantized = true
            changed = palette
        }
        guard isShrunk || isQuantized, let bytes = ImageCompression(options: options).file(changed),
            // Only fewer pixels reduce memory.
            bytes.count < exact.bytes.count || (isShrunk && options.targetDecodedBytes != nil)
        else { return nil }
        return ImageVersion(
            picture: .pixels(changed), bytes: bytes, action: isShrunk ? .shrunk : .palette,
            error: picture.squaredError(changed))
    }

    /// A JPEG with lower quality.
    private func coarser(_ payload: [UInt8], than exact: ImageVersion) -> ImageVersion? {
        guard case .image(.jpeg) = PayloadKind.sniff(payload), let quality = options.quality,
            let made = JPEGCompression(limits: options.limits).file(payload, quality: quality), made.bytes.count < exact.bytes.count
        else { return nil }
        return ImageVersion(picture: exact.picture, bytes: made.bytes, action: .coarser, error: made.error)
    }

    /// The new size in pixels, with the same aspect ratio.
    private func size(of picture: PNGPicture, key: String) -> (width: Int, height: Int) {
        let (width, height) = (Double(picture.width), Double(picture.height))
        var factor = 1.0
        if let side = options.maximumSide { factor = min(factor, Double(side) / max(width, height)) }
        if let density = options.density, let size = displaySizes[key] {
            factor = min(factor, max(size.width * density / width, size.height * density / height))
        }
        guard factor < 1, !keepsSize, displaySizes.canShrink(key) else { return (picture.width, picture.height) }
        // Rounded up, so that the density is not below the requested one.
        return (max(1, Int(saturating: (width * factor).rounded(.up))), max(1, Int(saturating: (height * factor).rounded(.up))))
    }
}

extension PNGPicture {
    /// The squared error of the visible colors relative to another picture, which may have fewer pixels.
    fileprivate func squaredError(_ other: PNGPicture) -> Double {
        let columns = (0..<width).map { $0 * other.width / width }
        var sum = 0.0
        for y in 0..<height {
            let row = y * other.height / height * other.width
            for x in 0..<width {
                let (left, right) = (pixels[y * width + x], other.pixels[row + columns[x]])
                if left == right { continue }
                let (a, b) = (Int(left >> 24), Int(right >> 24))
                var pixel = (a - b) * (a - b)
                for shift in [0, 8, 16] as [UInt32] {
                    let difference = (Int(left >> shift & 0xFF) * a - Int(right >> shift & 0xFF) * b) / 255
                    pixel += difference * difference
                }
                sum += Double(pixel)
            }
        }
        return sum
    }
}

/// The display sizes of images, and which images may be downscaled.
struct ImageSizes: Sendable {
    private let displaySizes: DisplaySizes
    /// The keys of images whose layouts cannot be resized with them (``PictureLayout``).
    private var fixed: Set<ByteKey> = []

    init(_ movie: VideoEntity) {
        displaySizes = DisplaySizes(movie)
        let users = ImageUsers(images: movie.images.map(\.key), sprites: movie.sprites.map(\.imageKey))
        let hasShapes = movie.sprites.map { sprite in sprite.frames.records.contains { $0.shapes != 0 } }
        for (index, image) in movie.images.enumerated() where users.sprites(of: index)?.contains(where: { hasShapes[$0] }) ?? true {
            fixed.insert(ByteKey(image.key))
        }
    }

    /// Whether the image may be downscaled, together with the layouts of its sprites.
    func canShrink(_ key: String) -> Bool { !fixed.contains(ByteKey(key)) }

    /// The largest size in points of the canvas; nil if the image is never visible.
    subscript(key: String) -> SVGASize? { displaySizes[key] }
}
