import SVGAFormat
import SVGAImage
public import SVGAModel
public import SVGAPixels
public import SVGARender
import SVGASupport

/// A Lottie animation at one size, ready to be drawn, played and exported as an ``SVGAScene`` of an SVGA movie is.
///
/// ```swift
/// var animation = try LottieAnimation(path: "anim.json")
/// animation.setValue(SVGAColor(red: 1, green: 0, blue: 0), at: "**.Fill 1.Color")
/// try animation.pixmap(frame: 20).writePNG(to: "frame.png")
/// ```
///
/// ``notes`` lists what After Effects would draw differently. A copy with other colors shares everything else.
public struct LottieAnimation: PlayableAnimation {
    private let composition: LottieComposition
    private let pictures: LottiePictures
    package let limits: ReadLimits
    private var background: SVGAColor?
    /// What is shown, in points.
    private let part: SVGARect
    private let fit: CanvasFit
    private var overrides = LottieOverrides()
    private var evaluator: LottieEvaluator
    /// The width of every frame rendered, in pixels.
    public private(set) var widthPixels: Int
    /// The height of every frame rendered, in pixels.
    public private(set) var heightPixels: Int
    /// The file's frames a second.
    public let frameRate: FrameRate

    /// Reads a Lottie file: JSON, or a `.lottie` archive, of which the first animation counts.
    /// - Parameters:
    ///   - bytes: of the file.
    ///   - size: how large the frames are; by default one pixel a point.
    ///   - crop: the part of the composition that is shown, in points; nil: all of it.
    ///   - background: painted under everything; nil leaves the frames transparent.
    ///   - limits: how much the file and its pictures may ask for.
    /// - Throws: ``SVGAError``.
    public init(
        bytes: some Collection<UInt8>, size: RenderOptions.OutputSize = .scale(1), crop: SVGARect? = nil, background: SVGAColor? = nil,
        limits: ReadLimits = .default
    ) throws(SVGAError) {
        try self.init(
            try LottieComposition(bytes: [UInt8](bytes), limits: limits), size: size, crop: crop, background: background, limits: limits)
    }

    /// Reads a Lottie file, and the pictures that a JSON names in its own folder.
    /// - Parameters:
    ///   - path: of the file.
    ///   - size: how large the frames are; by default one pixel a point.
    ///   - crop: the part of the composition that is shown, in points; nil: all of it.
    ///   - background: painted under everything; nil leaves the frames transparent.
    ///   - limits: how much the file and its pictures may ask for.
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

    /// The same with all that was set, at another size.
    package func resized(_ size: RenderOptions.OutputSize) throws(SVGAError) -> LottieAnimation {
        var copy = self
        (copy.widthPixels, copy.heightPixels) = try OutputGeometry.pixels(of: part, size, limits)
        return copy
    }

    /// The same with all that was set, painted on a color; nil: on nothing.
    package func painted(on background: SVGAColor?) -> LottieAnimation {
        var copy = self
        copy.background = background
        return copy
    }

    /// How many frames there are. Frame 0 is the file's first.
    public var frameCount: Int { composition.frames }
    /// The composition's own width, in points.
    package var width: Double { composition.width }
    /// The composition's own height, in points.
    package var height: Double { composition.height }
    /// The names of the markers that the designer set, in the file's order.
    public var markerNames: [String] { composition.markers.map(\.name) }
    /// The frames of the first marker of a name, within the animation; nil where there is none. A moment is one frame long.
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
    /// What is not drawn as After Effects would draw it, in the file's order; empty where all is.
    public var notes: [Diagnostic] { composition.notes }
    /// The names of all layers, each once, in the file's order, those of precompositions last.
    public var layerNames: [String] {
        var known: Set<ByteKey> = []
        return ([composition.layers] + composition.precompositions).flatMap(\.layers).map(\.name).filter {
            known.insert(ByteKey($0)).inserted
        }
    }
    /// The ids of the file's pictures, sorted.
    public var imageAssets: [String] { composition.imageAssets }

    /// What can be replaced by name: pictures and texts, in the order of ``layerNames``, each name once.
    package var replaceableLayers: [LottieReplaceable] {
        var known: Set<ByteKey> = []
        return ([composition.layers] + composition.precompositions).flatMap(\.layers).compactMap { LottieReplaceable($0) }.filter {
            known.insert(ByteKey($0.name)).inserted
        }
    }

    // MARK: - Replacing

    /// Shows another picture, which covers the place of the old one; what sticks out is cut off.
    /// - Parameter name: of a picture's layer, or the id of its asset.
    public mutating func setImage(_ image: ReplacementImage, for name: String) { overrides.setImage(image, for: name) }

    /// Shows another text.
    /// - Parameter name: of the text's layer.
    public mutating func setText(_ text: String, for name: String) {
        overrides.setText(text, for: name)
        evaluator = LottieEvaluator(composition, texts: overrides.texts)
    }

    /// Paints what a key path names in one color, in all frames.
    /// - Parameter keyPath: names of layers, groups and fills or strokes, then `SVGAColor`, with full stops between them: `Wings.Group 1.Fill 1.Color`.
    ///   `*` stands for any one name and `**` for any number of them, as in `**.Fill 1.Color`. What is set later wins.
    public mutating func setValue(_ color: SVGAColor, at keyPath: String) { overrides.set(.color(color), at: keyPath) }

    /// Sets the number that a key path names, in all frames: the `Opacity` of fills and strokes and the `Transform.Opacity` of layers, both in
    /// percent, or the `Stroke Width`, in points.
    /// - Parameter keyPath: as for ``setValue(_:at:)-(SVGAColor,_)``.
    public mutating func setValue(_ number: Double, at keyPath: String) { overrides.set(.number(number), at: keyPath) }

    /// Leaves out the layers of a name, or shows them again.
    public mutating func setHidden(_ isHidden: Bool, for name: String) { overrides.setHidden(isHidden, for: name) }

    /// Whether a key path names something that is seen in some frame and takes such a value.
    ///
    /// A path that names nothing looks at every frame.
    package func reaches(_ keyPath: String, _ kind: LottieSettable.Kind) -> Bool {
        let path = LottieKeyPath(keyPath)
        return (0..<frameCount).contains { frame in
            LottieSettable.all(of: evaluator.frameState(at: Double(frame))).contains { $0.kind == kind && path.matches($0.names) }
        }
    }

    /// What key paths can set, each once, in the order in which it is seen first. Looks at so many frames, evenly spaced.
    package func settableValues(frames count: Int) -> [LottieSettable] {
        var known: Set<LottieSettable> = []
        let step = max(1, frameCount / max(1, count))
        return stride(from: 0, to: frameCount, by: step).flatMap { LottieSettable.all(of: evaluator.frameState(at: Double($0))) }.filter {
            known.insert($0).inserted
        }
    }

    /// Takes back all that was set.
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

    /// A painter for one task that renders many frames: it keeps its surface and its pictures.
    public func makePainter() throws(SVGAError) -> some AnimationPainter {
        try checkMemory()
        return try LottiePainter(
            evaluator, overrides, pictures, fit.placement(of: part, width: widthPixels, height: heightPixels), width: widthPixels,
            height: heightPixels, background: background, limits: limits)
    }
}

extension LottieAnimation: MemoryEstimating {
    /// What was decoded so far: pictures are decoded when they are first drawn.
    package var sharedBytes: Int { pictures.bytes }

    /// What it draws on, and a group.
    package var painterBytes: Int { 8 * widthPixels * heightPixels }
}

/// Draws the frames of a ``LottieAnimation``, for one task at a time.
final class LottiePainter: AnimationPainter {
    private let evaluator: LottieEvaluator
    private let overrides: LottieOverrides
    private let painter: FrameStatePainter
    private let placement: CanvasFit.Placement
    private let background: SVGAColor?

    fileprivate init(
        _ evaluator: LottieEvaluator, _ overrides: LottieOverrides, _ pictures: LottiePictures, _ placement: CanvasFit.Placement,
        width: Int, height: Int, background: SVGAColor?, limits: ReadLimits
    ) throws(SVGAError) {
        self.evaluator = evaluator
        self.overrides = overrides
        self.placement = placement
        self.background = background
        var drawn: [ByteKey: CairoPicture?] = [:]
        let replaced = overrides.images
        painter = try FrameStatePainter(width: width, height: height, limits: limits) { (asset, layer) throws(SVGAError) in
            let replacement = replaced[layer] ?? replaced[asset]
            let key = ByteKey(replaced[layer] == nil ? asset : "\0" + layer)
            if let known = drawn[key] { return known }
            var bitmap = replacement?.bitmap
            if bitmap == nil { bitmap = try pictures.bitmap(asset) }
            let picture = bitmap.flatMap { CairoPicture($0) }
            drawn[key] = .some(picture)
            return picture
        }
    }

    /// Draws a frame; what was drawn before does not show.
    /// - Parameter frame: 0-based, below ``LottieAnimation/frameCount``.
    /// - Throws: ``SVGAError``.
    func paint(frame: Int) throws(SVGAError) {
        let composition = evaluator.composition
        guard frame >= 0, frame < composition.frames else { throw .frameOutOfRange(frame: frame, frameCount: composition.frames) }
        let frameState = overrides.applied(to: evaluator.frameState(at: Double(frame)))
        // Drawn in part, it would look like another animation.
        if frameState.isCut { throw .drawing(reason: "frame \(frame) has more layers or path segments than a frame may have") }
        try painter.paint(frameState, placement.transform, background: background, clip: placement.letterbox)
    }

    /// Writes the frame last painted into the caller's memory, as ``AnimationPainter/copyPixels(_:bytesPerRow:into:)`` says.
    func copyPixels(_ format: PixelFormat, bytesPerRow: Int?, into buffer: UnsafeMutableRawBufferPointer) {
        let (width, height) = (painter.canvas.width, painter.canvas.height)
        painter.canvas.withPixels {
            AlphaConversion.copy($0, width: width, height: height, as: format, bytesPerRow: bytesPerRow ?? 4 * width, into: buffer)
        }
    }
}

/// The pictures of a file, each decoded when it is first drawn and then shared by all painters.
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

    /// What was decoded so far.
    var bytes: Int { decoded.withLock { $0.bytes } }

    /// nil if the asset cannot be decoded.
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
