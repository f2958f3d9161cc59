import SVGAFormat
import SVGAImage
import SVGAModel

/// Crops transparent margins of bitmaps and shrinks their layouts accordingly, so that every frame stays the same.
///
/// The left and top offset goes into the transforms, because most players ignore a layout's x and y.
/// An image that an app sets by key fills the layout, so it is then drawn smaller and at another position.
struct MarginCrop {
    /// The part of a picture that remains, in pixels.
    fileprivate struct Part {
        let x: Int
        let y: Int
        let width: Int
        let height: Int
        /// The width of the uncropped picture.
        let fullWidth: Int
        let fullHeight: Int
    }

    /// An image that can be cropped.
    private struct Candidate {
        let part: Part
        let payload: [UInt8]
        /// The sprites whose layouts must change with it.
        let sprites: [Int]
    }

    private let document: SVGADocument
    private var found: [Int: Candidate] = [:]

    /// The indices of the images that can be cropped.
    var candidates: [Int] { found.keys.sorted() }

    /// - Complexity: linear in the numbers of images, sprites and frames, and in the images' pixels.
    init(_ document: SVGADocument, _ options: OptimizeOptions) {
        self.document = document
        let kept = SimilarKeys(options.keptKeys)
        let users = ImageUsers(document.movie)
        for (index, image) in document.movie.images.enumerated() where !kept.mayMean(image.key) {
            guard let sprites = users.sprites(of: index), !sprites.isEmpty,
                let picture = PNGPicture(png: image.bytes, limits: options.limits), let part = MarginCrop.part(of: picture),
                sprites.allSatisfy({ MarginCrop.canMove(document.movie.sprites[$0], part) }),
                let payload = PNGCompression(effort: min(options.effort, PNGCompression.usualEffort)).file(picture.cropped(to: part))
            else { continue }
            found[index] = Candidate(part: part, payload: payload, sprites: sprites)
        }
    }

    /// The document with these images cropped.
    func cropped(_ images: some Sequence<Int>) -> SVGADocument {
        var result = document
        for index in images {
            guard let candidate = found[index] else { continue }
            result.movie.images[index].bytes = candidate.payload
            for sprite in candidate.sprites {
                for frame in result.movie.sprites[sprite].frames.indices {
                    guard let layout = result.movie.sprites[sprite].frames[frame].layout else { continue }
                    MarginCrop.moved(layout, candidate.part).apply(to: &result.movie.sprites[sprite].frames[frame])
                }
            }
        }
        return result
    }

    /// Shapes and clip paths would move with the transform, so there must be none, and the size of the layout must be exact.
    private static func canMove(_ sprite: WireSprite, _ part: Part) -> Bool {
        sprite.frames.allSatisfy { frame in
            guard frame.clipPath.isEmpty, frame.shapes.isEmpty, frame.unknown.isEmpty else { return false }
            guard frame.alpha > 0, let layout = frame.layout else { return true }
            return moved(layout, part).isExact
        }
    }

    /// The bounding box of visible pixels plus a border of one transparent pixel for bilinear sampling.
    /// nil if that is the whole picture, or empty.
    private static func part(of picture: PNGPicture) -> Part? {
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
        return Part(x: left, y: top, width: width, height: height, fullWidth: picture.width, fullHeight: picture.height)
    }

    private static func moved(_ layout: WireLayout, _ part: Part) -> MovedLayout {
        let (scaleX, scaleY) = (Double(layout.width) / Double(part.fullWidth), Double(layout.height) / Double(part.fullHeight))
        return MovedLayout(
            x: Double(layout.x) + Double(part.x) * scaleX, y: Double(layout.y) + Double(part.y) * scaleY,
            width: Double(part.width) * scaleX, height: Double(part.height) * scaleY)
    }
}

extension PNGPicture {
    fileprivate func cropped(to part: MarginCrop.Part) -> PNGPicture {
        var kept: [UInt32] = []
        kept.reserveCapacity(part.width * part.height)
        for y in part.y..<part.y + part.height { kept += pixels[y * width + part.x..<y * width + part.x + part.width] }
        return PNGPicture(width: part.width, height: part.height, pixels: kept, carried: carried)
    }
}

/// The sprites that show each image, if all players agree on them.
struct ImageUsers {
    /// By the image's index; nil if some player may find another image for one of them.
    private var users: [[Int]?] = []

    /// - Complexity: linear in the numbers of images and sprites.
    init(_ movie: WireMovie) { self.init(images: movie.images.map(\.key), sprites: movie.sprites.map(\.imageKey)) }

    /// - Parameters:
    ///   - keys: the images' keys.
    ///   - names: the sprites' imageKeys.
    init(images keys: [String], sprites names: [String]) {
        // Some players drop a suffix or an extension: for them, keys with a common form are the same key.
        var images: [ByteKey: Int] = [:]
        let several = -1
        for (index, key) in keys.enumerated() {
            for form in SimilarKeys.forms(of: key) { images[form] = images[form] ?? index == index ? index : several }
        }
        var sprites: [ByteKey: [Int]] = [:]
        for (index, name) in names.enumerated() {
            for form in SimilarKeys.forms(of: name) { sprites[form, default: []].append(index) }
        }
        users = keys.enumerated().map { index, key in
            // Forms that no sprite has are irrelevant.
            let forms = SimilarKeys.forms(of: key).filter { sprites[$0] != nil }
            guard forms.allSatisfy({ images[$0] == index }) else { return nil }
            let users = Set(forms.flatMap { sprites[$0] ?? [] })
            let isOnly = users.allSatisfy { user in
                SimilarKeys.forms(of: names[user]).allSatisfy { images[$0] ?? index == index }
            }
            return isOnly ? users.sorted() : nil
        }
    }

    /// The sprites in ascending order; nil if some player may show another image in one of them.
    func sprites(of image: Int) -> [Int]? { users[image] }
}

/// A layout in double precision, before it is rounded to the format's 32 bits.
private struct MovedLayout {
    let x: Double
    let y: Double
    let width: Double
    let height: Double

    /// Whether the size is exact in 32 bits; comparing frames verifies the position.
    var isExact: Bool { [width, height].allSatisfy { Double(Float($0)) == $0 } }

    /// Sets the layout's size, and moves the transform by its origin.
    func apply(to frame: inout WireFrame) {
        var layout = WireLayout()
        (layout.width, layout.height) = (Float(width), Float(height))
        frame.layout = layout
        var transform = frame.transform ?? .identity
        let (a, b, c, d) = (Double(transform.a), Double(transform.b), Double(transform.c), Double(transform.d))
        transform.tx = Float(Double(transform.tx) + a * x + c * y)
        transform.ty = Float(Double(transform.ty) + b * x + d * y)
        frame.transform = transform
    }
}
