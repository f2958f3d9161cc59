import SVGAFormat
import SVGAModel
import SVGASupport

/// Reads a whole file.
struct CompositionReader {
    /// The maximum nesting of compositions; deeper ones are not drawn.
    static let maximumDepth = 32

    /// Asset ids with their indices in the precompositions.
    private(set) var precompositions: [ByteKey: Int] = [:]
    private(set) var images: [String: LottieImage] = [:]
    private(set) var fonts = LottieFonts()
    /// The letters with outlines in the file, in any font; nil: none.
    private(set) var letters: Set<String>?
    /// Whether the letters' outlines are of an old form: some of their handles are absolute, others relative.
    private(set) var hasOldGlyphs = false
    private let tape: JSONTape
    private let json: JSONNode
    /// What the properties with expressions have instead.
    private let replaced: ReplacedProperties
    private let assets: [JSONNode]

    func precomposition(_ id: String) -> Int? { precompositions[ByteKey(id)] }

    /// - Parameter file: returns a picture of the JSON's folder by its path.
    init(
        _ tape: JSONTape, replaced: ReplacedProperties, file: (String) -> [UInt8]?, limits: ReadLimits
    ) throws(SVGAError) {
        let json = tape.root
        (self.tape, self.json, self.replaced) = (tape, json, replaced)
        assets = json["assets"]?.elements ?? []
        if assets.count > limits.images { throw .limit(LimitExceeded(\.images, of: limits, found: assets.count)) }
        var count = 0
        for asset in assets where asset["layers"] != nil {
            let id = ByteKey(asset["id"]?.text ?? "")
            if precompositions[id] == nil { precompositions[id] = count }
            count += 1
        }
        var bytesOfPictures = 0
        for asset in assets where asset["layers"] == nil {
            guard let id = asset["id"]?.text, asset["p"] != nil, asset["t"]?.int != 3 else { continue }
            var image = CompositionReader.image(asset, id, file)
            if let fit = asset["pr"]?.text { image.fit = LottieImageFit(fit) }
            bytesOfPictures += image.entity?.bytes.count ?? 0
            guard bytesOfPictures <= limits.inflatedBytes else {
                throw .limit(LimitExceeded(\.inflatedBytes, of: limits, found: bytesOfPictures, subject: "pictures"))
            }
            images[id] = image
        }
        for font in json["fonts"]?["list"]?.elements ?? [] {
            guard let name = font["fName"]?.text else { continue }
            let listed = LottieFont(
                family: font["fFamily"]?.name ?? font["fName"]?.name ?? "", style: font["fStyle"]?.name ?? "",
                weight: font["fWeight"]?.int ?? font["fWeight"]?.text.flatMap { Int($0) },
                ascent: font["ascent"]?.double ?? 75)
            fonts.add(listed, named: name)
        }
        let glyphs = json["chars"]?.elements ?? []
        if !glyphs.isEmpty { letters = Set(glyphs.compactMap { $0["ch"]?.text }) }
        hasOldGlyphs = !glyphs.isEmpty && (Version(json["v"]?.text ?? "").map { $0 < Version(4, 7, 99) } ?? false)
    }

    func composition(limits: ReadLimits) throws(SVGAError) -> LottieComposition {
        guard let width = json["w"]?.double, let height = json["h"]?.double, width > 0, height > 0 else {
            throw .broken(location: "", reason: "it has no size")
        }
        guard let rate = json["fr"]?.double, rate > 0 else { throw .broken(location: "", reason: "it has no frame rate") }
        let inPoint = json["ip"]?.double ?? 0
        guard let outPoint = json["op"]?.double, outPoint > inPoint else { throw .broken(location: "", reason: "it has no frames") }
        guard outPoint - inPoint <= Double(limits.frames) else {
            throw .limit(LimitExceeded(\.frames, of: limits, found: Int(saturating: outPoint - inPoint)))
        }
        guard let list = json["layers"], list.isArray else { throw .broken(location: "", reason: "it has no layers") }
        let root = list.elements
        let lists = assets.compactMap { asset -> [JSONNode]? in asset["layers"].map(\.elements) }
        let count = lists.reduce(root.count) { $0 + $1.count }
        if count > limits.sprites { throw .limit(LimitExceeded(\.sprites, of: limits, found: count, subject: "layers")) }

        var p = PropertyReader(json, limits: limits)
        p.replaced = replaced
        let glyphs = glyphs(&p)
        let layers = LayerReader(root, self, p).layers(&p)
        var precompositions = lists.map { LayerReader($0, self, p).layers(&p) }
        if p.numbersLeft < 0 {
            let found = limits.documentBytes - 32 * p.numbersLeft
            throw .limit(LimitExceeded(\.documentBytes, of: limits, found: found, subject: "keyframes"))
        }
        CompositionReader.breakCycles(&precompositions, &p)
        return LottieComposition(
            width: width, height: height, framesPerSecond: rate, inPoint: inPoint, outPoint: outPoint,
            markers: markers(inPoint), layers: layers, precompositions: precompositions, images: images, fonts: fonts, glyphs: glyphs,
            notes: p.notes, missingImages: p.missingImages, expressionWork: replaced.work)
    }

    private func markers(_ inPoint: Double) -> [LottieMarker] {
        (json["markers"]?.elements ?? []).prefix(10_000).map { marker in
            LottieMarker(
                name: marker["cm"]?.name ?? "", startFrame: (marker["tm"]?.double ?? 0) - inPoint, frameCount: marker["dr"]?.double ?? 0)
        }
    }

    private func glyphs(_ p: inout PropertyReader) -> [GlyphKey: LottieGlyph] {
        var glyphs: [GlyphKey: LottieGlyph] = [:]
        if hasOldGlyphs { return [:] }
        for glyph in json["chars"]?.elements ?? [] {
            let key = GlyphKey(
                character: glyph["ch"]?.text ?? "", family: glyph["fFamily"]?.name ?? "", style: glyph["style"]?.name ?? "")
            let items = ShapeReader.items(glyph["data"]?["shapes"], &p)
            glyphs[key] = LottieGlyph(width: glyph["w"]?.double ?? 0, items: items)
        }
        return glyphs
    }

    // MARK: - Pictures

    private static func image(_ asset: JSONNode, _ id: String, _ file: (String) -> [UInt8]?) -> LottieImage {
        let (folder, name) = (asset["u"]?.text ?? "", asset["p"]?.text ?? "")
        let (width, height) = (asset["w"]?.double ?? 0, asset["h"]?.double ?? 0)
        if name.hasPrefix("data:") {
            let bytes = bytes(ofDataURL: name)
            return LottieImage(width: width, height: height, entity: bytes.map { ImageEntity(lottie: $0, key: id) }, path: "")
        }
        let path = folder + name
        let candidates = ["images/" + name, "i/" + name, FilePath(path).isAbsolute ? String(path.unicodeScalars.dropFirst()) : path, name]
        var found: [UInt8]?
        for candidate in candidates where found == nil { found = file(candidate) }
        return LottieImage(width: width, height: height, entity: found.map { ImageEntity(lottie: $0, key: id) }, path: path)
    }

    private static func bytes(ofDataURL url: String) -> [UInt8]? {
        guard let comma = url.utf8.firstIndex(of: UInt8(ascii: ",")), url[..<comma].hasSuffix(";base64") else { return nil }
        var digits = url.utf8[url.utf8.index(after: comma)...].filter { $0 > 0x20 && $0 != UInt8(ascii: "=") }
        while digits.count % 4 != 0 { digits.append(UInt8(ascii: "=")) }
        return Base64.decoded(String(decoding: digits, as: UTF8.self))
    }

    // MARK: - Compositions in compositions

    /// Removes the content of layers that contain themselves, or are nested too deeply.
    private static func breakCycles(_ lists: inout [LayerList], _ p: inout PropertyReader) {
        // The nesting level of each; nil: not computed yet.
        var heights = [Int?](repeating: nil, count: lists.count)
        var isOpen = [Bool](repeating: false, count: lists.count)

        func height(_ index: Int, _ depth: Int) -> Int {
            if let height = heights[index] { return height }
            isOpen[index] = true
            var result = 1
            for layer in lists[index].layers.indices {
                guard case .composition(let inner?, let width, let tall, let remap) = lists[index].layers[layer].content else { continue }
                let levels = isOpen[inner] || depth >= maximumDepth ? maximumDepth : height(inner, depth + 1)
                if levels >= maximumDepth {
                    p.location = "layer \"\(lists[index].layers[layer].name)\""
                    p.note(isOpen[inner] ? "it is not drawn: its composition contains itself" : "it is not drawn: it is nested too deeply")
                    let own = lists[index].layers[layer]
                    lists[index].layers[layer] = own.with(
                        parent: own.parent, content: .composition(nil, width: width, height: tall, remap: remap))
                } else {
                    result = max(result, levels + 1)
                }
            }
            isOpen[index] = false
            heights[index] = result
            return result
        }
        for index in lists.indices { _ = height(index, 1) }
    }
}

extension ImageEntity {
    fileprivate init(lottie bytes: [UInt8], key: String) {
        if case .image(let format) = PayloadKind.sniff(bytes) {
            self.init(key: key, format: format, bytes: bytes)
        } else {
            self.init(key: key, format: .unknown, bytes: bytes)
        }
    }
}

struct GlyphKey: Hashable, Sendable {
    var character: String
    var family: String
    var style: String
}

/// The version of the exporter that wrote the file.
struct Version: Comparable {
    private let parts: [Int]

    init(_ parts: Int...) { self.parts = parts }

    init?(_ text: String) {
        let parts = text.split(separator: ".").map { Int($0.prefix { $0.isNumber }) ?? 0 }
        guard !parts.isEmpty else { return nil }
        self.parts = parts
    }

    static func < (a: Version, b: Version) -> Bool { a.parts.lexicographicallyPrecedes(b.parts) }
}
