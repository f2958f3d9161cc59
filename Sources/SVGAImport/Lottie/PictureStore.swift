import SVGAFormat
import SVGAImage
import SVGALottie
import SVGAModel
import SVGAPixels
import SVGASupport

/// The distinct pictures of the movie being created.
struct PictureStore {
    struct Picture {
        let width: Int
        let height: Int
        let bytes: [UInt8]
        /// Set with the first sprite that shows the picture.
        var key: String?
    }

    /// A picture, and the transform from its pixels to a piece's space.
    struct PlacedPicture {
        let picture: Int
        let toPiece: SVGATransform
    }

    private(set) var pictures: [Picture] = []
    private var indicesByBytes: [[UInt8]: Int] = [:]
    private var decodedBytes = 0
    /// The reason why a picture could not be encoded, such as missing memory. ``check()`` throws it.
    private var failure: SVGAError?
    private let limits: ReadLimits
    private let work: ImportWork
    /// The pixels that were drawn and encoded.
    private var drawnPixels = 0

    /// The maximum of drawn pixels that are compressed best. For more, that would take minutes.
    private static let smallestPixels = 2 << 20
    private static let smallestEffort = 5
    private static let defaultEffort = 3
    /// A pixel of one color takes this part of the time of a pixel of noise.
    private static let shareOfFlatPixel = 2

    init(limits: ReadLimits, work: ImportWork) {
        self.limits = limits
        self.work = work
    }

    /// - Parameter isShared: whether an equal picture with another key may be used.
    mutating func add(_ bytes: [UInt8], width: Int, height: Int, isShared: Bool) -> Int {
        if isShared, let index = indicesByBytes[bytes] { return index }
        pictures.append(Picture(width: width, height: height, bytes: bytes))
        decodedBytes += 4 * width * height
        if isShared { indicesByBytes[bytes] = pictures.count - 1 }
        return pictures.count - 1
    }

    /// Adds drawn pixels without transparent margins; nil if nothing is visible, or encoding fails.
    mutating func add(_ pixels: Pixmap) -> PlacedPicture? {
        guard let cut = pixels.withoutMargins(), let index = add(whole: cut.pixels) else { return nil }
        return PlacedPicture(picture: index, toPiece: .translation(x: Double(cut.x), y: Double(cut.y)))
    }

    /// Adds drawn pixels unchanged; nil if encoding fails.
    mutating func add(whole pixels: Pixmap) -> Int? {
        drawnPixels += pixels.width * pixels.height
        let isSmallest = drawnPixels <= PictureStore.smallestPixels
        let effort = isSmallest ? PictureStore.smallestEffort : PictureStore.defaultEffort
        let cost = ImportWork.Cost.encodedPixel(effort: effort)
        guard work.spend(isSmallest ? cost : cost / PictureStore.shareOfFlatPixel, times: pixels.width * pixels.height) else { return nil }
        do throws(SVGAError) {
            let bytes = try pixels.pngData(PNGEncoder(effort: effort))
            // What takes long to encode without the best compression also becomes long. Noise has 4 bytes per pixel.
            if !isSmallest { work.spend(cost, times: bytes.count / 5) }
            return add(bytes, width: pixels.width, height: pixels.height, isShared: true)
        } catch {
            failure = error
            return nil
        }
    }

    /// Adds a picture file of the source, unchanged if all players support it.
    /// - Parameter size: the size of its frame, in points. The parts that exceed the frame's aspect ratio are cropped.
    mutating func add(file bytes: [UInt8], covering size: SVGASize) throws(SVGAError) -> Int {
        guard case .image(let format) = PayloadKind.sniff(bytes) else { throw .unknownFormat }
        let entity = ImageEntity(key: "", format: format, bytes: bytes)
        // A picture beyond the limits is not decoded; `check` throws the error.
        if let size = ImageDecoder.size(of: entity), size.width <= limits.imagePixels / max(size.height, 1),
            decodedBytes + 4 * size.width * size.height > limits.decodedBytes
        {
            return add(bytes, width: size.width, height: size.height, isShared: false)
        }
        // Decoded, and possibly encoded again.
        if let size = ImageDecoder.size(of: entity) {
            let price = ImportWork.Cost.heldPixel + ImportWork.Cost.encodedPixel(effort: 3)
            guard size.width <= limits.imagePixels / max(size.height, 1), work.spend(price, times: size.width * size.height) else {
                throw .limit(LimitExceeded(\.work, of: limits, found: work.units, subject: "importing"))
            }
        }
        // Always decoded, so that damage is found here and not by a player.
        let pixels = try ImageDecoder.decode(entity, limits: limits)
        let cut = pixels.cut(toCover: size)
        if cut == nil, format == .png || format == .jpeg {
            return add(bytes, width: pixels.width, height: pixels.height, isShared: false)
        }
        let cropped = cut ?? pixels
        return add(try cropped.pngData(PNGEncoder(effort: 4)), width: cropped.width, height: cropped.height, isShared: false)
    }

    /// Throws limit errors before more is drawn.
    func check() throws(ImportError) {
        if let failure { throw failure == .cancelled ? .cancelled : .limit(failure.message) }
        guard pictures.count <= limits.images else {
            throw .limit(LimitExceeded(\.images, of: limits, found: pictures.count).message)
        }
        guard decodedBytes <= limits.decodedBytes else {
            throw .limit(LimitExceeded(\.decodedBytes, of: limits, found: decodedBytes).message)
        }
    }

    mutating func name(_ index: Int, _ key: String) { pictures[index].key = key }
}

extension Pixmap {
    /// The center of the picture with the aspect ratio of a size; nil if the aspect ratio is already equal within a pixel.
    fileprivate func cut(toCover size: SVGASize) -> Pixmap? {
        guard size.width > 0, size.height > 0 else { return nil }
        let shape = size.width / size.height
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

    /// - Returns: nil if nothing is visible.
    fileprivate func withoutMargins() -> (pixels: Pixmap, x: Int, y: Int)? {
        var (left, top, right, bottom) = (width, height, 0, 0)
        for y in 0..<height {
            for x in 0..<width where pixels[4 * (y * width + x) + 3] > 0 {
                (left, right) = (min(left, x), max(right, x + 1))
                (top, bottom) = (min(top, y), y + 1)
            }
        }
        guard left < right else { return nil }
        // Keeps a transparent border of one pixel, so that edges look the same when the picture is rotated.
        (left, top) = (max(left - 1, 0), max(top - 1, 0))
        (right, bottom) = (min(right + 1, width), min(bottom + 1, height))
        return (part(x: left, y: top, width: right - left, height: bottom - top), left, top)
    }

    /// Replaces alpha for a matte of another mode.
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

/// Draws pictures after all frame states were evaluated: each content once, at its maximum scale.
struct DrawnPictures {
    /// The maximum pixels of one picture, relative to the canvas.
    private static let maximumCanvases = 2.0

    private struct Use {
        var scale = 0.0
        var frames = 0
        /// The visible part, in its own space.
        var visible: SVGARect?
    }

    private let canvas: SVGARect
    private var uses: [DrawnContent: Use] = [:]
    private var placed: [DrawnContent: PictureStore.PlacedPicture?] = [:]
    private(set) var failures = 0

    init(canvas: SVGARect) { self.canvas = canvas }

    /// Called for each piece before the first is drawn.
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
    ) -> PictureStore.PlacedPicture? {
        if let picture = placed[content] { return picture }
        let result = make(content, &store, draw)
        placed[content] = .some(result)
        return result
    }

    private mutating func make(
        _ content: DrawnContent, _ store: inout PictureStore, _ draw: (LottieFrameState, SVGATransform, Int, Int) -> Pixmap?
    ) -> PictureStore.PlacedPicture? {
        guard let use = uses[content], var box = use.visible?.intersection(content.bounds), !box.isEmpty else { return nil }
        var scale = max(use.scale, 1e-3)
        let maximumSide = (DrawnPictures.maximumCanvases * max(canvas.width * canvas.height, 64 * 64)).squareRoot()
        scale = min(scale, maximumSide / (box.width * box.height).squareRoot(), 8192 / max(box.width, box.height))
        // Aligned to whole pixels of the canvas, so that edges of unrotated layers stay sharp.
        let (left, top) = ((box.x * scale).rounded(.down) - 1, (box.y * scale).rounded(.down) - 1)
        let (right, bottom) = ((box.maxX * scale).rounded(.up) + 1, (box.maxY * scale).rounded(.up) + 1)
        box = SVGARect(minX: left / scale, minY: top / scale, maxX: right / scale, maxY: bottom / scale)
        let (width, height) = (right - left, bottom - top)
        guard width.isFinite, height.isFinite, width >= 1, height >= 1, width <= 16_384, height <= 16_384 else { return nil }
        let toPixels = SVGATransform(a: scale, b: 0, c: 0, d: scale, tx: -left, ty: -top)
        guard var pixels = draw(content.frameState, toPixels, Int(saturating: width), Int(saturating: height)), let back = toPixels.inverted
        else {
            failures += 1
            return nil
        }
        pixels.becomeMatte(content.mode)
        guard let placed = store.add(pixels) else { return nil }
        return PictureStore.PlacedPicture(picture: placed.picture, toPiece: placed.toPiece.concatenating(back))
    }
}
