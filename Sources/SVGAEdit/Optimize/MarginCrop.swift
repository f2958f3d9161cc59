import SVGAFormat
import SVGAModel

/// Cuts transparent margins off bitmaps and moves their layouts to where what is left was, so that every frame looks the same.
///
/// What an app sets by key fills the layout, so it would be drawn smaller and elsewhere afterwards.
struct MarginCrop {
    /// The part of the picture that stays.
    private struct Part {
        let x: Int
        let y: Int
        let width: Int
        let height: Int
        /// The whole picture's.
        let fullWidth: Int
        let fullHeight: Int
        let payload: [UInt8]
    }

    private let document: SVGADocument
    private let movie: VideoEntity
    private let options: OptimizeOptions
    private var parts: [Int: Part] = [:]

    /// The document's images that can be cropped, by index.
    var candidates: [Int] { parts.keys.sorted() }

    init(_ document: SVGADocument, _ movie: VideoEntity, _ options: OptimizeOptions) {
        self.document = document
        self.movie = movie
        self.options = options
        let kept = KeyNames(options.keptKeys)
        for (index, image) in document.movie.images.enumerated() where !kept.mayMean(image.key) {
            let users = self.users(of: image.key)
            guard !users.isEmpty, let part = MarginCrop.part(of: image.bytes, options.limits),
                users.allSatisfy({ canMove(document.movie.sprites[$0], part) })
            else { continue }
            parts[index] = part
        }
    }

    /// The document with these images cropped.
    func cropped(_ images: some Sequence<Int>) -> SVGADocument {
        var result = document
        for index in images {
            guard let part = parts[index] else { continue }
            result.movie.images[index].bytes = part.payload
            for sprite in users(of: document.movie.images[index].key) {
                for frame in result.movie.sprites[sprite].frames.indices {
                    guard let layout = result.movie.sprites[sprite].frames[frame].layout else { continue }
                    result.movie.sprites[sprite].frames[frame].layout = MarginCrop.moved(layout, part).rounded
                }
            }
        }
        return result
    }

    /// The sprites that can mean an image, for any player.
    private func users(of key: String) -> [Int] {
        let names = KeyNames([key])
        return document.movie.sprites.indices.filter { names.mayMean(document.movie.sprites[$0].imageKey) }
    }

    /// Shapes and clips move with the layout, and must not.
    private func canMove(_ sprite: WireSprite, _ part: Part) -> Bool {
        guard document.movie.images.count(where: { KeyNames([$0.key]).mayMean(sprite.imageKey) }) == 1 else { return false }
        return sprite.frames.allSatisfy { frame in
            guard frame.clipPath.isEmpty, frame.shapes.isEmpty, frame.unknown.isEmpty else { return false }
            guard frame.alpha > 0, let layout = frame.layout else { return true }
            return MarginCrop.moved(layout, part).isExact
        }
    }

    /// The bounds of all ink, and one transparent pixel around it, which bilinear sampling blends into. nil where that is all.
    private static func part(of bytes: [UInt8], _ limits: ReadLimits) -> Part? {
        guard let picture = PNGPicture(png: bytes, limits: limits) else { return nil }
        var (left, right, top, bottom) = (picture.width, 0, picture.height, 0)
        for y in 0..<picture.height {
            for x in 0..<picture.width where picture.pixels[y * picture.width + x] != 0 {
                (left, right) = (min(left, x), max(right, x + 1))
                (top, bottom) = (min(top, y), y + 1)
            }
        }
        guard right > 0 else { return nil }
        (left, top) = (max(0, left - 1), max(0, top - 1))
        (right, bottom) = (min(picture.width, right + 1), min(picture.height, bottom + 1))
        let (width, height) = (right - left, bottom - top)
        guard width * height < picture.pixels.count else { return nil }
        var pixels: [UInt32] = []
        pixels.reserveCapacity(width * height)
        for y in top..<bottom { pixels += picture.pixels[y * picture.width + left..<y * picture.width + right] }
        let small = PNGPicture(width: width, height: height, pixels: pixels, carried: picture.carried)
        guard let payload = PNGCompression().file(small) else { return nil }
        return Part(
            x: left, y: top, width: width, height: height, fullWidth: picture.width, fullHeight: picture.height, payload: payload)
    }

    private static func moved(_ layout: WireLayout, _ part: Part) -> MovedLayout {
        let (scaleX, scaleY) = (Double(layout.width) / Double(part.fullWidth), Double(layout.height) / Double(part.fullHeight))
        return MovedLayout(
            x: Double(layout.x) + Double(part.x) * scaleX, y: Double(layout.y) + Double(part.y) * scaleY,
            width: Double(part.width) * scaleX, height: Double(part.height) * scaleY)
    }
}

/// A layout before it has only the 32 bits of the format.
private struct MovedLayout {
    let x: Double
    let y: Double
    let width: Double
    let height: Double

    var isExact: Bool { [x, y, width, height].allSatisfy { Double(Float($0)) == $0 } }

    var rounded: WireLayout {
        var layout = WireLayout()
        (layout.x, layout.y, layout.width, layout.height) = (Float(x), Float(y), Float(width), Float(height))
        return layout
    }
}
