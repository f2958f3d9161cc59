import SVGAFormat
import SVGAImage
import SVGALottie
import SVGAModel
import SVGAPixels
import SVGASupport

/// Assembles the pieces of all frames into sprites.
struct SpriteAssembly {
    /// The identity of one sprite, except for vector sprites that are split into several.
    private struct Group: Hashable {
        var id: Piece.ID
        var picture: Int?
        var matte: Int?
    }

    private struct Entry {
        let frame: Int
        let piece: Piece
        let placed: PictureStore.PlacedPicture?
    }

    private struct RampUse {
        var box: SVGARect
        var scale: Double
    }

    private struct RampKey: Hashable {
        var id: Piece.ID
        var look: GradientRamp.Look
    }

    private let source: LottieInput
    private let canvas: SVGARect
    private let frameCount: Int
    private let limits: ReadLimits
    private let work: ImportWork
    private let renamed: [(layer: String, key: String)]
    private(set) var lost = NoteList()
    private var store: PictureStore
    private var drawn: DrawnPictures
    private var ramps: [RampKey: RampUse] = [:]
    private var rampPictures: [RampKey: PictureStore.PlacedPicture?] = [:]
    private var assets: [String: Int?] = [:]
    private var names = KeyNames()
    private var layerNames: Set<String> = []
    private var groups: [Group: [Entry]] = [:]
    private var mattes: [Group: [Entry]] = [:]
    private var matteNumbers: [Group: Int] = [:]

    init(_ source: LottieInput, _ options: LottieImportOptions, canvas: SVGARect, frames: Int, work: ImportWork) {
        self.work = work
        self.source = source
        self.canvas = canvas
        frameCount = frames
        limits = options.limits
        renamed = options.keys
        store = PictureStore(limits: options.limits, work: work)
        drawn = DrawnPictures(canvas: canvas)
    }

    mutating func add(_ frames: [FramePieces], done: (Int) -> Void) throws(ImportError) {
        for frame in frames {
            try work.check()
            for piece in frame.mattes + frame.pieces {
                layerNames.insert(piece.name)
                switch piece.content {
                case .drawn(let content):
                    // Hashed twice here and once when it is drawn.
                    try work.charge(8 * ImportWork.Cost.segment, times: content.frameState.segmentCount)
                    drawn.count(content, piece.transform)
                case .ramp(let paint, _):
                    try work.charge(20 * ImportWork.Cost.segment, times: paint.stopCount)
                    count(paint, piece)
                default: break
                }
            }
        }
        for (number, frame) in frames.enumerated() {
            if Task.isCancelled { throw .cancelled }
            var numbers: [Int?] = []
            for piece in frame.mattes {
                guard let entry = entry(piece, number) else {
                    numbers.append(nil)
                    continue
                }
                let group = Group(id: piece.id, picture: entry.placed?.picture, matte: nil)
                let index = matteNumbers[group] ?? matteNumbers.count
                matteNumbers[group] = index
                numbers.append(index)
                mattes[group, default: []].append(entry)
            }
            for piece in frame.pieces {
                // An invisible matte hides all sprites that use it.
                if let matte = piece.matte, numbers[matte] == nil { continue }
                guard let entry = entry(piece, number) else { continue }
                let group = Group(id: piece.id, picture: entry.placed?.picture, matte: piece.matte.flatMap { numbers[$0] })
                groups[group, default: []].append(entry)
            }
            try store.check()
            try work.check()
            done(number + 1)
        }
        if drawn.failures > 0 { lost.add(Imported.Note("\(Units.count(drawn.failures, "part")) could not be drawn as images")) }
    }

    // MARK: Pictures

    private mutating func count(_ paint: PaintState.Paint, _ piece: Piece) {
        guard let ramp = GradientRamp(paint), let back = ramp.space.inverted else { return }
        let key = RampKey(id: piece.id, look: ramp.look)
        let box = back.boundingBox(of: piece.bounds)
        let scale = ramp.space.concatenating(piece.transform).largestScale
        guard let use = ramps[key] else {
            ramps[key] = RampUse(box: box, scale: scale)
            return
        }
        ramps[key] = RampUse(box: use.box.union(box), scale: max(use.scale, scale))
    }

    /// - Returns: nil if the piece is invisible.
    private mutating func entry(_ piece: Piece, _ frame: Int) -> Entry? {
        var piece = piece
        let placed: PictureStore.PlacedPicture?
        switch piece.content {
        case .shapes: return Entry(frame: frame, piece: piece, placed: nil)
        case .drawn(let content): placed = drawn.picture(content, &store, draw: source.draw)
        case .ramp(let paint, let alpha):
            piece.opacity *= alpha
            placed = ramp(paint, piece)
        case .picture(let asset, let width, let height):
            guard let index = picture(asset, SVGASize(width: width, height: height), piece.name) else { return nil }
            let picture = store.pictures[index]
            placed = PictureStore.PlacedPicture(
                picture: index, toPiece: .scale(x: width / Double(picture.width), y: height / Double(picture.height)))
        }
        guard let placed, placed.toPiece.isInvertible else { return nil }
        return Entry(frame: frame, piece: piece, placed: placed)
    }

    private mutating func ramp(_ paint: PaintState.Paint, _ piece: Piece) -> PictureStore.PlacedPicture? {
        guard let ramp = GradientRamp(paint) else { return nil }
        let key = RampKey(id: piece.id, look: ramp.look)
        guard let use = ramps[key] else { return nil }
        if rampPictures[key] == nil {
            let drawn = GradientRamp.picture(ramp.look, box: use.box, scale: use.scale, work)
            rampPictures[key] = .some(
                drawn.flatMap { (pixels, toSpace) in
                    store.add(whole: pixels).map { PictureStore.PlacedPicture(picture: $0, toPiece: toSpace) }
                })
        }
        guard let placed = rampPictures[key] ?? nil else { return nil }
        return PictureStore.PlacedPicture(picture: placed.picture, toPiece: placed.toPiece.concatenating(ramp.space))
    }

    /// The picture of an asset: one per layer name, so that each can be replaced by key.
    private mutating func picture(_ asset: String, _ size: SVGASize, _ layer: String) -> Int? {
        let key = given(layer)
        let name = key ?? KeyNames.plain(layer.isEmpty ? asset : layer).withoutNumber
        let id = "\(asset)\u{0}\(name)"
        if let picture = assets[id] { return picture }
        var index: Int?
        if let bytes = source.picture(asset) {
            do throws(SVGAError) {
                index = try store.add(file: bytes, covering: size)
            } catch {
                lost.add(Imported.Note(location: "image \(asset.quoted)", "it cannot be decoded: \(error.message)"))
            }
        } else {
            lost.add(Imported.Note(location: "image \(asset.quoted)", "it is not in the file; its key can be replaced"))
        }
        if index == nil, let clear = try? Pixmap(width: 1, height: 1).pngData() {
            index = store.add(clear, width: 1, height: 1, isShared: false)
        }
        if let index { store.name(index, names.unique(name, isGiven: key != nil)) }
        assets[id] = .some(index)
        return index
    }

    // MARK: Sprites

    /// - Throws: ``ImportError/unusableOption(_:value:reason:)`` if a key was given for a layer that does not exist.
    mutating func movie() throws(ImportError) -> WireMovie {
        for (layer, key) in renamed {
            if key.utf8.contains(0) || [".matte", ".vector"].contains(where: key.endsInBytes) {
                throw .unusableOption(.key, reason: "\(key.quoted) cannot be a key: its suffix has a meaning")
            }
            if layerNames.contains(layer) { continue }
            let nearest = NearestNames.of(layer, in: layerNames.sorted()).map(\.quoted).joined(separator: ", ")
            throw .unusableOption(
                .key,
                reason: nearest.isEmpty
                    ? "no layer has the name \(layer.quoted)" : "no layer has the name \(layer.quoted); similar keys: \(nearest)")
        }
        try check(sprites: groups.count + mattes.count)
        var movie = WireMovie()
        var matteKeys: [Int: String] = [:]
        for (group, entries) in mattes.sorted(by: SpriteAssembly.precedes) {
            guard let number = matteNumbers[group], let name = entries.first?.piece.name else { continue }
            try work.charge(ImportWork.Cost.spriteFrame, times: frameCount)
            // A mask is a single sprite, regardless of its paints' motion.
            let key = unique(name) + ".matte"
            matteKeys[number] = key
            let frames = frames(group, entries).first ?? []
            if let picture = group.picture {
                // The picture of a matte has the matte's key, because players look up no other.
                let key = String(key.dropLast(6))
                movie.images.append(WireImage(key: key, bytes: store.pictures[picture].bytes))
            }
            movie.sprites.append(WireSprite(imageKey: key, frames: frames))
        }
        let fading = Set(matteNumbers.filter { $0.key.id.role == .opacity }.values)
        for (group, entries) in SpriteAssembly.inRuns(groups.sorted(by: SpriteAssembly.precedes), of: fading) {
            guard let name = entries.first?.piece.name else { continue }
            if Task.isCancelled { throw .cancelled }
            try check(sprites: movie.sprites.count)
            try work.charge(ImportWork.Cost.spriteFrame, times: frameCount)
            for frames in frames(group, entries) {
                try work.charge(ImportWork.Cost.readByte, times: frames.roughBytes)
                var key = ""
                if let picture = group.picture {
                    if store.pictures[picture].key == nil { store.name(picture, unique(name)) }
                    key = store.pictures[picture].key ?? ""
                } else {
                    key = unique(name) + ".vector"
                }
                movie.sprites.append(WireSprite(imageKey: key, matteKey: group.matte.flatMap { matteKeys[$0] } ?? "", frames: frames))
            }
        }
        for picture in store.pictures { if let key = picture.key { movie.images.append(WireImage(key: key, bytes: picture.bytes)) } }
        movie.frames = Int32(clamping: frameCount)
        movie.addPlaceholderMatte()
        return movie
    }

    /// Checked before memory is allocated for the frames.
    private func check(sprites: Int) throws(ImportError) {
        guard sprites <= limits.sprites else { throw .limit(LimitExceeded(\.sprites, of: limits, found: sprites).message) }
        guard sprites * frameCount <= limits.spriteFrames else {
            throw .limit(LimitExceeded(\.spriteFrames, of: limits, found: sprites * frameCount).message)
        }
    }

    private static func precedes(_ left: (key: Group, value: [Entry]), _ right: (key: Group, value: [Entry])) -> Bool {
        if left.key.id != right.key.id { return left.key.id < right.key.id }
        let (one, two) = (left.value.first?.frame ?? 0, right.value.first?.frame ?? 0)
        return (one, left.key.picture ?? -1, left.key.matte ?? -1) < (two, right.key.picture ?? -1, right.key.matte ?? -1)
    }

    /// Moves the sprites of each matte together, because only a run of sprites shares the matte's alpha. The sprites between them are those of the
    /// same layer in frames in which it does not fade.
    private static func inRuns(
        _ groups: [(key: Group, value: [Entry])], of mattes: Set<Int>
    ) -> [(key: Group, value: [Entry])] {
        var ends: [Int: Int] = [:]
        for (index, group) in groups.enumerated() {
            if let matte = group.key.matte, mattes.contains(matte) { ends[matte] = index }
        }
        var result: [(key: Group, value: [Entry])] = []
        var runs: [Int: [(key: Group, value: [Entry])]] = [:]
        for (index, group) in groups.enumerated() {
            guard let matte = group.key.matte, let end = ends[matte] else {
                result.append(group)
                continue
            }
            runs[matte, default: []].append(group)
            if index == end { result += runs[matte] ?? [] }
        }
        return result
    }

    /// The key that the user gave a layer.
    private func given(_ layer: String) -> String? { renamed.last { $0.layer.hasSameBytes(as: layer) }?.key }

    /// A unique key for a layer.
    private mutating func unique(_ layer: String) -> String { names.unique(given(layer) ?? layer, isGiven: given(layer) != nil) }

    private func frames(_ group: Group, _ entries: [Entry]) -> [[WireFrame]] {
        guard let picture = group.picture else {
            let frames = entries.compactMap { entry -> VectorFrame? in
                guard case .shapes(let shapes) = entry.piece.content else { return nil }
                return VectorFrame(
                    frame: entry.frame, transform: entry.piece.transform, alpha: entry.piece.opacity, clip: entry.piece.clip,
                    shapes: shapes)
            }
            let sprite = VectorSprite(frames, count: frameCount, layout: WireLayout(canvas), work)
            return group.id.role == .content ? sprite.smallest() : [sprite.single]
        }
        return [pictureFrames(store.pictures[picture], entries)]
    }

    private func pictureFrames(_ picture: PictureStore.Picture, _ entries: [Entry]) -> [WireFrame] {
        var written = [WireFrame](repeating: WireFrame(), count: frameCount)
        let layout = WireLayout(SVGARect(x: 0, y: 0, width: Double(picture.width), height: Double(picture.height)))
        let transforms = entries.map { ($0.placed?.toPiece ?? .identity).concatenating($0.piece.transform) }
        let reach = Double(picture.width + picture.height)
        let isStill = transforms.allSatisfy { $0 == transforms[0] }
        let compact = CompactTransform(reach: isStill ? reach * 100 : reach)
        let text = CompactText(scale: transforms.reduce(0) { max($0, $1.largestScale) })
        for (entry, transform) in zip(entries, transforms) {
            var frame = WireFrame()
            frame.alpha = entry.piece.opacity.compactAlpha
            if frame.alpha <= 0 { continue }
            frame.layout = layout
            frame.transform = compact.wire(transform)
            if let clip = entry.piece.clip, let back = entry.placed?.toPiece.inverted,
                work.spend(ImportWork.Cost.written, times: clip.verbs.count)
            {
                frame.clipPath = text.path(clip.transformed(back))
                if frame.clipPath.isEmpty { frame.clipPath = "M0 0" }
            }
            written[entry.frame] = frame
        }
        return written
    }
}

extension String {
    /// Removes the number that After Effects appends to copies: `star 2` is `star`.
    fileprivate var withoutNumber: String {
        let parts = split(separator: " ", omittingEmptySubsequences: false)
        guard parts.count > 1, let last = parts.last, !last.isEmpty, last.allSatisfy(\.isNumber) else { return self }
        return parts.dropLast().joined(separator: " ")
    }
}
