import SVGAFormat
import SVGAImage
import SVGALottie
import SVGAModel
import SVGAPixels
import SVGASupport

/// The pictures of a movie that is being made, each once.
struct PictureStore {
    struct Picture {
        let width: Int
        let height: Int
        let bytes: [UInt8]
        /// Given with the first sprite that shows it.
        var key: String?
    }

    /// A picture, and the transform from its pixels to a piece's space.
    struct Placed {
        let picture: Int
        let toPiece: SVGATransform
    }

    private(set) var pictures: [Picture] = []
    private var known: [[UInt8]: Int] = [:]
    private var decodedBytes = 0
    /// Why a picture could not be encoded, such as for want of memory. ``check()`` tells of it.
    private var failure: ImageError?
    private let limits: ReadLimits
    private let work: ImportWork
    /// Pixels that were drawn for it and encoded.
    private var drawnPixels = 0

    /// Up to so many drawn pixels are made as small as they get. Far more of them would cost minutes.
    private static let smallestPixels = 2 << 20
    private static let smallestEffort = 5
    private static let defaultEffort = 3

    init(limits: ReadLimits, work: ImportWork) {
        self.limits = limits
        self.work = work
    }

    /// - Parameter isShared: whether an equal picture will do, which has a key of its own.
    mutating func add(_ bytes: [UInt8], width: Int, height: Int, isShared: Bool) -> Int {
        if isShared, let index = known[bytes] { return index }
        pictures.append(Picture(width: width, height: height, bytes: bytes))
        decodedBytes += 4 * width * height
        if isShared { known[bytes] = pictures.count - 1 }
        return pictures.count - 1
    }

    /// Drawn pixels without their transparent margins; nil where none is left, or they cannot be encoded.
    mutating func add(_ pixels: Pixmap) -> Placed? {
        guard let cut = pixels.withoutMargins(), let index = add(whole: cut.pixels) else { return nil }
        return Placed(picture: index, toPiece: .translation(x: Double(cut.x), y: Double(cut.y)))
    }

    /// Drawn pixels as they are; nil where they cannot be encoded.
    mutating func add(whole pixels: Pixmap) -> Int? {
        drawnPixels += pixels.width * pixels.height
        let effort = drawnPixels <= PictureStore.smallestPixels ? PictureStore.smallestEffort : PictureStore.defaultEffort
        guard work.spend(ImportWork.Cost.encodedPixel(effort: effort), times: pixels.width * pixels.height) else { return nil }
        do throws(ImageError) {
            return add(try pixels.pngData(PNGEncoder(effort: effort)), width: pixels.width, height: pixels.height, isShared: true)
        } catch {
            failure = error
            return nil
        }
    }

    /// A picture file of the source, as it is where all players draw it.
    /// - Parameter place: what it is drawn into, in points. What the animation cuts off, because it covers a place of another shape, is cut off here.
    mutating func add(file bytes: [UInt8], covering place: SVGASize) throws(ImageError) -> Int {
        guard case .image(let format) = PayloadKind.sniff(bytes) else { throw .unknownFormat }
        let entity = ImageEntity(key: "", format: format, bytes: bytes)
        // What would not fit beside the others is not decoded first: `check` tells of it.
        if let size = ImageDecoder.size(of: entity), size.width <= limits.imagePixels / max(size.height, 1),
            decodedBytes + 4 * size.width * size.height > limits.decodedBytes
        {
            return add(bytes, width: size.width, height: size.height, isShared: false)
        }
        // Decoded, and perhaps encoded again.
        if let size = ImageDecoder.size(of: entity) {
            let price = ImportWork.Cost.heldPixel + ImportWork.Cost.encodedPixel(effort: 3)
            guard size.width <= limits.imagePixels / max(size.height, 1), work.spend(price, times: size.width * size.height) else {
                throw .limit(LimitExceeded(\.work, of: limits, found: work.units, subject: "importing"))
            }
        }
        // Decoded in any case, so that broken ones are found here and not by a player.
        let pixels = try ImageDecoder.decode(entity, limits: limits)
        let cut = pixels.cut(toCover: place)
        if cut == nil, format == .png || format == .jpeg {
            return add(bytes, width: pixels.width, height: pixels.height, isShared: false)
        }
        let shown = cut ?? pixels
        return add(try shown.pngData(PNGEncoder(effort: 4)), width: shown.width, height: shown.height, isShared: false)
    }

    /// What readers would refuse, before more is drawn.
    func check() throws(ImportError) {
        if let failure { throw failure == .cancelled ? .cancelled : .limit(failure.description) }
        guard pictures.count <= limits.images else {
            throw .limit(LimitExceeded(\.images, of: limits, found: pictures.count).description)
        }
        guard decodedBytes <= limits.decodedBytes else {
            throw .limit(LimitExceeded(\.decodedBytes, of: limits, found: decodedBytes).description)
        }
    }

    mutating func name(_ index: Int, _ key: String) { pictures[index].key = key }
}

extension Pixmap {
    /// The middle of the picture, of the shape of a place; nil where it has that shape, but for a part of a pixel.
    fileprivate func cut(toCover place: SVGASize) -> Pixmap? {
        guard place.width > 0, place.height > 0 else { return nil }
        let shape = place.width / place.height
        let (wide, tall) = (min(Double(width), Double(height) * shape), min(Double(height), Double(width) / shape))
        let (cutWidth, cutHeight) = (max(1, Int(saturating: wide.rounded())), max(1, Int(saturating: tall.rounded())))
        guard cutWidth < width || cutHeight < height else { return nil }
        return part(x: (width - cutWidth) / 2, y: (height - cutHeight) / 2, width: cutWidth, height: cutHeight)
    }

    private func part(x: Int, y: Int, width cutWidth: Int, height cutHeight: Int) -> Pixmap {
        var cut: [UInt8] = []
        cut.reserveCapacity(4 * cutWidth * cutHeight)
        for row in y..<y + cutHeight { cut += pixels[4 * (row * width + x)..<4 * (row * width + x + cutWidth)] }
        return Pixmap(width: cutWidth, height: cutHeight, pixels: cut)
    }

    /// - Returns: nil where nothing is drawn.
    fileprivate func withoutMargins() -> (pixels: Pixmap, x: Int, y: Int)? {
        var (left, top, right, bottom) = (width, height, 0, 0)
        for y in 0..<height {
            for x in 0..<width where pixels[4 * (y * width + x) + 3] > 0 {
                (left, right) = (min(left, x), max(right, x + 1))
                (top, bottom) = (min(top, y), y + 1)
            }
        }
        guard left < right else { return nil }
        // A transparent line around it stays, so that edges look the same when it is drawn turned.
        (left, top) = (max(left - 1, 0), max(top - 1, 0))
        (right, bottom) = (min(right + 1, width), min(bottom + 1, height))
        return (part(x: left, y: top, width: right - left, height: bottom - top), left, top)
    }

    /// Alpha as a matte of another kind needs it.
    mutating func becomeMatte(_ mode: DrawnContent.Mode) {
        guard mode != .plain else { return }
        for at in stride(from: 0, to: pixels.count, by: 4) {
            var alpha = Double(pixels[at + 3])
            if mode != .invertedAlpha {
                alpha = 0.2126 * Double(pixels[at]) + 0.7152 * Double(pixels[at + 1]) + 0.0722 * Double(pixels[at + 2])
            }
            if mode != .luma { alpha = 255 - alpha }
            (pixels[at], pixels[at + 1], pixels[at + 2], pixels[at + 3]) = (0, 0, 0, UInt8(saturating: min(max(alpha.rounded(), 0), 255)))
        }
    }
}

/// Draws what has to be a picture, once all moments are known: each content once, at the largest scale at which it is shown.
struct DrawnPictures {
    /// Pixels of one picture in those of the canvas, at most.
    private static let maximumCanvases = 2.0

    private struct Use {
        var scale = 0.0
        var frames = 0
        /// What is seen of it, in its own space.
        var visible: SVGARect?
    }

    private let canvas: SVGARect
    private var uses: [DrawnContent: Use] = [:]
    private var placed: [DrawnContent: PictureStore.Placed?] = [:]
    private(set) var failures = 0

    init(canvas: SVGARect) { self.canvas = canvas }

    /// To be called for each piece before the first is drawn.
    mutating func count(_ content: DrawnContent, _ transform: SVGATransform) {
        var use = uses[content] ?? Use()
        use.scale = max(use.scale, transform.largestScale)
        use.frames += 1
        let seen = transform.inverted?.boundingBox(of: canvas.outset(by: 2)) ?? content.bounds
        use.visible = use.visible.map { $0.union(seen) } ?? seen
        uses[content] = use
    }

    mutating func picture(
        _ content: DrawnContent, _ store: inout PictureStore, draw: (LottieFrameState, SVGATransform, Int, Int) -> Pixmap?
    ) -> PictureStore.Placed? {
        if let known = placed[content] { return known }
        let result = make(content, &store, draw)
        placed[content] = .some(result)
        return result
    }

    private mutating func make(
        _ content: DrawnContent, _ store: inout PictureStore, _ draw: (LottieFrameState, SVGATransform, Int, Int) -> Pixmap?
    ) -> PictureStore.Placed? {
        guard let use = uses[content], var box = use.visible?.intersection(content.bounds), !box.isEmpty else { return nil }
        var scale = max(use.scale, 1e-3)
        let most = (DrawnPictures.maximumCanvases * max(canvas.width * canvas.height, 64 * 64)).squareRoot()
        scale = min(scale, most / (box.width * box.height).squareRoot(), 8192 / max(box.width, box.height))
        // Whole pixels of the canvas, where the layer is not turned, so that edges stay sharp.
        let (left, top) = ((box.x * scale).rounded(.down) - 1, (box.y * scale).rounded(.down) - 1)
        let (right, bottom) = ((box.maxX * scale).rounded(.up) + 1, (box.maxY * scale).rounded(.up) + 1)
        box = SVGARect(minX: left / scale, minY: top / scale, maxX: right / scale, maxY: bottom / scale)
        let (width, height) = (right - left, bottom - top)
        guard width.isFinite, height.isFinite, width >= 1, height >= 1, width <= 16_384, height <= 16_384 else { return nil }
        let toPixels = SVGATransform(a: scale, b: 0, c: 0, d: scale, tx: -left, ty: -top)
        guard var pixels = draw(content.moment, toPixels, Int(saturating: width), Int(saturating: height)), let back = toPixels.inverted
        else {
            failures += 1
            return nil
        }
        pixels.becomeMatte(content.mode)
        guard let placed = store.add(pixels) else { return nil }
        return PictureStore.Placed(picture: placed.picture, toPiece: placed.toPiece.concatenating(back))
    }
}
