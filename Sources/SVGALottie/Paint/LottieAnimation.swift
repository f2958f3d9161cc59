import SVGAFormat
import SVGAImage
public import SVGAModel
public import SVGAPixels
public import SVGARender
import SVGASupport

/// A Lottie animation at one size. It is drawn, played and exported like an ``SVGAScene``.
///
/// ```swift
/// var animation = try LottieAnimation(path: "anim.json")
/// animation.setValue(SVGAColor(red: 1, green: 0, blue: 0), at: "**.Fill 1.Color")
/// try animation.pixmap(frame: 20).writePNG(to: "frame.png")
/// ```
///
/// ``notes`` lists the differences from After Effects. A copy with other colors shares all other data.
public struct LottieAnimation: PlayableAnimation {
    let composition: LottieComposition
    private let pictures: LottiePictures
    package let limits: ReadLimits
    private var background: SVGAColor? { didSet { painters = IdlePainters() } }
    /// The part of the composition that is rendered, in points.
    private let part: SVGARect
    private let fit: CanvasFit
    private var overrides = LottieOverrides() { didSet { painters = IdlePainters() } }
    private var evaluator: LottieEvaluator
    /// The painters that are not in use. Those of other replacements or another size do not fit.
    private var painters = IdlePainters()
    /// The width of the frames, in pixels.
    public private(set) var widthPixels: Int
    /// The height of the frames, in pixels.
    public private(set) var heightPixels: Int
    /// The frame rate of the file.
    public let frameRate: FrameRate

    /// Reads a Lottie file: JSON, or the first animation of a `.lottie` archive.
    /// - Parameters:
    ///   - bytes: the bytes of the file.
    ///   - size: the size of the frames; by default, one pixel per point.
    ///   - crop: the part of the composition that is rendered, in points; nil: all of it.
    ///   - background: the background color; nil: transparent.
    ///   - limits: the limits for the file and its images.
    /// - Throws: ``SVGAError``.
    public init(
        bytes: some Collection<UInt8>, size: RenderOptions.OutputSize = .scale(1), crop: SVGARect? = nil, background: SVGAColor? = nil,
        limits: ReadLimits = .default
    ) throws(SVGAError) {
        try self.init(
            try LottieComposition(bytes: [UInt8](bytes), limits: limits), size: size, crop: crop, background: background, limits: limits)
    }

    /// Reads a Lottie file. If it is JSON, also reads the images that it names in its folder.
    /// - Parameters:
    ///   - path: the path of the file.
    ///   - size: the size of the frames; by default, one pixel per point.
    ///   - crop: the part of the composition that is rendered, in points; nil: all of it.
    ///   - background: the background color; nil: transparent.
    ///   - limits: the limits for the file and its images.
    /// - Throws: ``SVGAError``.
    public init(
        path: String, size: RenderOptions.OutputSize = .scale(1), crop: SVGARect? = nil, background: SVGAColor? = nil,
        limits: ReadLimits = .default
    ) throws(SVGAError) {
        let bytes = try FileBytes.read(path: path, limits: limits)
        let composition = try LottieComposition(bytes: bytes, folder: FolderFiles(beside: path, limits: limits), limits: limits)
        try self.init(composition, size: size, crop: crop, background: background, limits: limits)
    }

    package init(
        _ composition: LottieComposition, size: RenderOptions.OutputSize = .scale(1), crop: SVGARect? = nil, fit: CanvasFit = .fill,
        background: SVGAColor? = nil, limits: ReadLimits = .default
    ) throws(SVGAError) {
        self.fit = fit
        part = crop ?? SVGARect(x: 0, y: 0, width: composition.width, height: composition.height)
        guard part.width > 0, part.height > 0, part.maxX.isFinite, part.maxY.isFinite else {
            throw .broken(location: "", reason: "the part to draw is empty")
        }
        do throws(SVGAError) {
            (widthPixels, heightPixels) = try OutputGeometry.pixels(of: part, size, limits)
        } catch {
            if error.limit != nil { throw error }
            throw .broken(location: "", reason: error.message)
        }
        self.composition = composition
        self.limits = limits
        self.background = background
        frameRate = try composition.frameRate
        evaluator = LottieEvaluator(composition)
        pictures = LottiePictures(composition, limits)
    }

    /// A copy with the same replacements at another size.
    package func resized(_ size: RenderOptions.OutputSize) throws(SVGAError) -> LottieAnimation {
        var copy = self
        (copy.widthPixels, copy.heightPixels) = try OutputGeometry.pixels(of: part, size, limits)
        copy.painters = IdlePainters()
        return copy
    }

    /// A copy with the same replacements and another background color; nil: transparent.
    package func painted(on background: SVGAColor?) -> LottieAnimation {
        var copy = self
        copy.background = background
        return copy
    }

    /// The number of frames. Frame 0 is the first frame of the file.
    public var frameCount: Int { composition.frames }
    /// The width of the composition, in points.
    package var width: Double { composition.width }
    /// The height of the composition, in points.
    package var height: Double { composition.height }
    /// The names of the markers, in the order of the file.
    public var markerNames: [String] { composition.markers.map(\.name) }
    /// The frames of the first marker with a name, clamped to the animation; nil if there is none. A marker without a duration has one frame.
    public func frameRange(ofMarker name: String) -> Range<Int>? {
        guard let marker = composition.markers.first(where: { $0.name == name }), marker.startFrame.magnitude < 1e9,
            marker.frameCount.magnitude < 1e9
        else {
            return nil
        }
        let start = min(max(Int(saturating: marker.startFrame.rounded()), 0), frameCount - 1)
        let end = Int(saturating: (marker.startFrame + marker.frameCount).rounded())
        return start..<min(max(end, start + 1), frameCount)
    }
    /// The differences from After Effects, in the order of the file; empty if there are none.
    public var notes: [Diagnostic] { composition.notes }
    /// The names of all layers without duplicates, in the order of the file. Layers of precompositions are last.
    public var layerNames: [String] {
        var known: Set<ByteKey> = []
        return ([composition.layers] + composition.precompositions).flatMap(\.layers).map(\.name).filter {
            known.insert(ByteKey($0)).inserted
        }
    }
    /// The ids of the image assets, sorted.
    public var imageAssets: [String] { composition.imageAssets }

    /// The images and texts that can be replaced by name, in the order of ``layerNames``, without duplicate names.
    package var replaceableLayers: [LottieReplaceable] {
        var known: Set<ByteKey> = []
        return ([composition.layers] + composition.precompositions).flatMap(\.layers).compactMap { LottieReplaceable($0) }.filter {
            known.insert(ByteKey($0.name)).inserted
        }
    }

    // MARK: - Differences

    /// How the drawn texts differ from those of the file or the set ones, by layer name. Texts that are drawn as they are have empty remarks.
    package var textRemarks: [(layer: String, remarks: TextRemarks)] { evaluator.textRemarks(isHidden: overrides.isHidden) }

    /// The images that layers show and the file lacks, without the replaced and the hidden ones.
    package var missingImages: [LottieMissingImage] {
        composition.missingImages.filter {
            overrides.images[$0.layer] == nil && overrides.images[$0.asset] == nil && !overrides.isHidden($0.layer)
        }
    }

    /// The ids of the images that could not be decoded when they were drawn, sorted.
    package var undecodableImages: [String] {
        let missing = Set(composition.missingImages.map(\.asset))
        return pictures.undecodable.filter { !missing.contains($0) }
    }

    /// The set images, by the name of a layer or the id of an asset.
    package var replacementImages: [String: ReplacementImage] { overrides.images }

    // MARK: - Replacing

    /// Replaces an image. The new image is scaled to cover the rectangle of the old one, and clipped to it.
    /// - Parameter name: the name of an image layer, or the id of its asset.
    public mutating func setImage(_ image: ReplacementImage, for name: String) { overrides.setImage(image, for: name) }

    /// Replaces a text.
    /// - Parameter name: the name of the text layer.
    public mutating func setText(_ text: String, for name: String) {
        overrides.setText(text, for: name)
        evaluator = LottieEvaluator(composition, texts: overrides.texts)
    }

    /// Sets the color of fills and strokes, in all frames. A later value overrides an earlier one.
    /// - Parameter keyPath: the names of layers, groups and fills or strokes, then `Color`, separated by full stops: `Wings.Group 1.Fill 1.Color`.
    ///   `*` matches one name, and `**` any number of names, as in `**.Fill 1.Color`.
    public mutating func setValue(_ color: SVGAColor, at keyPath: String) { overrides.set(.color(color), at: keyPath) }

    /// Sets a number, in all frames: `Opacity` of fills and strokes and `Transform.Opacity` of layers, in percent, or `Stroke Width`, in points.
    /// - Parameter keyPath: as for ``setValue(_:at:)-(SVGAColor,_)``, with one of these names at the end.
    public mutating func setValue(_ number: Double, at keyPath: String) { overrides.set(.number(number), at: keyPath) }

    /// Hides the layers with a name, or shows them again.
    public mutating func setHidden(_ isHidden: Bool, for name: String) { overrides.setHidden(isHidden, for: name) }

    /// Whether a key path matches a value of this kind that is visible in some frame.
    ///
    /// - Complexity: if nothing matches, all frames are evaluated.
    /// - Throws: ``SVGAError/Kind/limit`` if that exceeds half of ``ReadLimits/work``.
    package func reaches(_ keyPath: String, _ kind: LottieSettable.Kind) throws(SVGAError) -> Bool {
        let (path, search) = (LottieKeyPath(keyPath), evaluator.makeSearch(limits))
        for frame in 0..<frameCount {
            let values = LottieSettable.all(of: try search.frameState(at: Double(frame)))
            if values.contains(where: { $0.kind == kind && path.matches($0.names) }) { return true }
        }
        return false
    }

    /// The values that key paths can set, without duplicates, in the order of their first appearance.
    /// - Parameter count: the approximate number of evaluated frames, evenly spaced.
    /// - Throws: ``SVGAError/Kind/limit`` if evaluating them exceeds half of ``ReadLimits/work``.
    package func settableValues(frames count: Int) throws(SVGAError) -> [LottieSettable] {
        let search = evaluator.makeSearch(limits)
        var (values, known): ([LottieSettable], Set<LottieSettable>) = ([], [])
        for frame in stride(from: 0, to: frameCount, by: max(1, frameCount / max(1, count))) {
            values += LottieSettable.all(of: try search.frameState(at: Double(frame))).filter { known.insert($0).inserted }
        }
        return values
    }

    /// Removes all replacements and values.
    package mutating func removeAll() {
        overrides = LottieOverrides()
        evaluator = LottieEvaluator(composition)
    }

    // MARK: - Drawing

    /// Renders one frame.
    /// - Parameter frame: 0-based, below ``frameCount``.
    /// - Throws: ``SVGAError``.
    public func pixmap(frame: Int) throws(SVGAError) -> Pixmap {
        try makePainter().pixmap(frame: frame, width: widthPixels, height: heightPixels)
    }

    /// Where the composition is on the frames.
    private var placement: CanvasFit.Placement { fit.placement(of: part, width: widthPixels, height: heightPixels) }

    /// From points of the composition to pixels.
    package var outputTransform: SVGATransform { placement.transform }

    /// The frames with all replacements and values.
    var frames: LottieFrames { LottieFrames(evaluator: evaluator, overrides: overrides) }

    /// A painter of frame states for one pixel.
    func onePixelPainter() throws(SVGAError) -> FrameStatePainter {
        try FrameStatePainter(width: 1, height: 1, limits: limits, picture: LottiePainter.source(overrides, pictures))
    }

    /// Creates a painter for one task that renders many frames. The painter reuses its surface and images.
    public func makePainter() throws(SVGAError) -> some AnimationPainter {
        try checkMemory()
        return try LottiePainter(
            frames, pictures, placement, painters, width: widthPixels, height: heightPixels, background: background, limits: limits)
    }
}

extension LottieAnimation: MemoryEstimating {
    /// The memory of the images decoded so far. An image is decoded when it is first drawn.
    package var sharedBytes: Int { pictures.bytes }

    /// The memory of the surface and of one group.
    package var painterBytes: Int { 8 * widthPixels * heightPixels }
}

/// What the frames of a ``LottieAnimation`` show.
struct LottieFrames: Sendable {
    let evaluator: LottieEvaluator
    let overrides: LottieOverrides

    /// What is drawn of a frame.
    /// - Parameters:
    ///   - frame: 0-based.
    ///   - keepsPaths: whether the layers have their index paths, and paints their names.
    func frameState(_ frame: Int, keepsPaths: Bool = true) throws(SVGAError) -> LottieFrameState {
        let frameCount = evaluator.composition.frames
        guard frame >= 0, frame < frameCount else { throw .frameOutOfRange(frame: frame, frameCount: frameCount) }
        let frameState = overrides.applied(to: evaluator.frameState(at: Double(frame), keepsPaths: keepsPaths || overrides.needsNames))
        // An incomplete frame could look like another animation.
        if frameState.isCut { throw .drawing(reason: "frame \(frame) has more layers or path segments than a frame may have") }
        return frameState
    }
}

/// Draws the frames of a ``LottieAnimation``, for one task at a time.
final class LottiePainter: DirectPainter {
    private let frames: LottieFrames
    private let painter: FrameStatePainter
    private let placement: CanvasFit.Placement
    private let background: SVGAColor?
    private let idle: IdlePainters

    fileprivate init(
        _ frames: LottieFrames, _ pictures: LottiePictures, _ placement: CanvasFit.Placement, _ idle: IdlePainters, width: Int,
        height: Int, background: SVGAColor?, limits: ReadLimits
    ) throws(SVGAError) {
        self.idle = idle
        self.frames = frames
        self.placement = placement
        self.background = background
        if let known = idle.take() {
            painter = known
        } else {
            painter = try FrameStatePainter(
                width: width, height: height, limits: limits, picture: LottiePainter.source(frames.overrides, pictures))
        }
    }

    deinit { idle.give(painter) }

    /// Returns the picture of an asset for a layer, or its replacement.
    fileprivate static func source(
        _ overrides: LottieOverrides, _ pictures: LottiePictures
    ) -> (_ asset: String, _ layer: String) throws(SVGAError) -> CairoPicture? {
        var drawn: [ByteKey: CairoPicture?] = [:]
        let replaced = overrides.images
        return { (asset: String, layer: String) throws(SVGAError) -> CairoPicture? in
            let replacement = replaced[layer] ?? replaced[asset]
            let key = ByteKey(replaced[layer] == nil ? asset : "\0" + layer)
            if let known = drawn[key] { return known }
            let bitmap = if let replacement { replacement.bitmap } else { try pictures.bitmap(asset) }
            let fit = replacement == nil ? pictures.fit(asset) : LottieImageFit()
            let picture = bitmap.flatMap { CairoPicture($0, fit: fit) }
            drawn[key] = .some(picture)
            return picture
        }
    }

    /// Draws a frame. The pixels do not depend on the frames drawn before.
    /// - Parameter frame: 0-based, below ``LottieAnimation/frameCount``.
    /// - Throws: ``SVGAError``.
    func paint(frame: Int) throws(SVGAError) {
        try painter.paint(
            try frames.frameState(frame, keepsPaths: false), placement.transform, background: background, clip: placement.letterbox)
    }

    /// Copies the last painted frame to the caller's buffer; see ``AnimationPainter/copyPixels(_:bytesPerRow:into:)``.
    func copyPixels(_ format: PixelFormat, bytesPerRow: Int?, into buffer: UnsafeMutableRawBufferPointer) {
        let (width, height) = (painter.width, painter.height)
        painter.canvas?.withPixels {
            AlphaConversion.copy($0, width: width, height: height, as: format, bytesPerRow: bytesPerRow ?? 4 * width, into: buffer)
        }
    }

    func paint(
        frame: Int, _ format: PixelFormat, bytesPerRow: Int?, into buffer: UnsafeMutableRawBufferPointer
    ) throws(SVGAError) {
        let (width, height) = (painter.width, painter.height)
        // Cairo draws premultiplied words.
        guard format == .premultipliedBGRA, bytesPerRow ?? 4 * width == 4 * width, buffer.count >= 4 * width * height,
            let base = buffer.baseAddress, UInt(bitPattern: base) % 4 == 0
        else {
            try paint(frame: frame)
            return copyPixels(format, bytesPerRow: bytesPerRow, into: buffer)
        }
        let words = UnsafeMutableBufferPointer(start: base.bindMemory(to: UInt32.self, capacity: width * height), count: width * height)
        try painter.paint(
            try frames.frameState(frame, keepsPaths: false), placement.transform, background: background, clip: placement.letterbox,
            into: words)
    }
}

/// The images of a file. An image is decoded when it is first drawn, and shared by all painters.
final class LottiePictures: Sendable {
    private struct Decoded {
        var bitmaps: [ByteKey: PreparedBitmap?] = [:]
        var bytes = 0
    }

    private let composition: LottieComposition
    private let limits: ReadLimits
    private let decoded = Locked(Decoded())

    init(_ composition: LottieComposition, _ limits: ReadLimits) {
        self.composition = composition
        self.limits = limits
    }

    /// The memory of the images decoded so far.
    var bytes: Int { decoded.withLock { $0.bytes } }

    /// The ids of the images that could not be decoded, sorted.
    var undecodable: [String] {
        decoded.withLock { decoded in decoded.bitmaps.filter { $0.value == nil }.map { $0.key.text }.sorted() }
    }

    func fit(_ asset: String) -> LottieImageFit { composition.image(asset: asset)?.fit ?? LottieImageFit() }

    /// The image of an asset; nil if it cannot be decoded.
    func bitmap(_ asset: String) throws(SVGAError) -> PreparedBitmap? {
        guard let entity = composition.image(asset: asset)?.entity else { return nil }
        return try decoded.withLock { (decoded: inout Decoded) throws(SVGAError) -> PreparedBitmap? in
            if let known = decoded.bitmaps[ByteKey(asset)] { return known }
            let bitmap = try? ImageDecoder.prepare(entity, limits: limits)
            decoded.bytes += bitmap?.memoryBytes ?? 0
            guard decoded.bytes <= limits.decodedBytes else {
                throw .limit(LimitExceeded(\.decodedBytes, of: limits, found: decoded.bytes, subject: "image \"\(asset)\""))
            }
            decoded.bitmaps[ByteKey(asset)] = .some(bitmap)
            return bitmap
        }
    }
}
