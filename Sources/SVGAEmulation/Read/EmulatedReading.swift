public import SVGAFormat
import SVGAImage
public import SVGAModel
import SVGAPixels
import SVGASupport

extension ReadOptions {
    /// By default, files are read by "Rules of rendering", and errors are tolerated.
    public init(limits: ReadLimits = .default, isStrict: Bool = false, player: PublicPlayer? = nil) {
        self.init(limits: limits, isStrict: isStrict, player: player, profile: player?.profile ?? .ours)
    }

    /// - Parameters:
    ///   - profile: the player's rules; tests and checks change single ones.
    ///   - cache: shared with other readings; nil: a new one.
    package init(
        limits: ReadLimits = .default, isStrict: Bool = false, player: PublicPlayer?, profile: Profile, cache: EmulationCache? = nil
    ) {
        self.init(limits: limits, isStrict: isStrict)
        guard player != nil || profile != .ours else { return }
        emulation = EmulatedReader(ProfileReading(player: player, profile: profile, cache: cache))
    }

    /// The emulated player for reading and drawing; nil: "Rules of rendering". "Where players differ" lists the differences.
    public var player: PublicPlayer? {
        get { (emulation?.reading as? ProfileReading)?.player }
        set {
            let allowed = allowedCodes
            self = ReadOptions(limits: limits, isStrict: isStrict, player: newValue)
            allowedCodes = allowed
        }
    }
}

extension VideoEntity {
    /// The emulated player that the movie was read for; nil: "Rules of rendering".
    package var player: PublicPlayer? { (emulation as? EmulatedMovie)?.player }
}

/// Reads by a profile.
private struct ProfileReading: ReadingEmulation {
    let player: PublicPlayer?
    let profile: Profile
    let cache: EmulationCache?

    var prefersSpec: Bool { !profile.readsBinaryEntry }

    func resolution(of document: SVGADocument, limits: ReadLimits) -> any EmulatedResolution {
        ProfileResolution(document, player, profile, limits, cache)
    }
}

/// Resolves a document by a profile.
private final class ProfileResolution: EmulatedResolution {
    private let wire: WireMovie
    private let container: VideoEntity.Container
    private let player: PublicPlayer?
    private let profile: Profile
    private let limits: ReadLimits
    private let isJSON: Bool
    private let styles: EmulatedStyles
    private let pictures: EmulatedPictures?
    /// The last shapes without KEEP, of any sprite.
    private var lastRead: Int32?
    private let cache: EmulationCache
    /// Whether the reading belongs to a check, which shares its cache and ignores diagnostics.
    private let isOfCheck: Bool
    /// The paths of this document that were parsed.
    private var read: [ByteKey: EmulationCache.ParsedPath] = [:]
    /// The reason why the player fails at the clip path or shape that was read last.
    private var fault: PlayerFault?
    /// The reason why the player fails at the current list of shapes.
    private var listFault: PlayerFault?
    private var failingClips: [Int32: PlayerFault] = [:]
    private var failingShapes: [Int32: PlayerFault] = [:]

    init(_ document: SVGADocument, _ player: PublicPlayer?, _ profile: Profile, _ limits: ReadLimits, _ cache: EmulationCache?) {
        (wire, container) = (document.movie, document.container)
        (self.player, self.profile, self.limits) = (player, profile, limits)
        (self.cache, isOfCheck) = (cache ?? EmulationCache(), cache != nil)
        isJSON = document.container == .zipJSON
        styles = EmulatedStyles(profile, isJSON: isJSON)
        pictures = EmulatedPictures(document.movie.images, profile, isJSON: isJSON)
    }

    var sharesShapeLists: Bool { isOfCheck }

    // MARK: Frames

    func alpha(_ written: Float) -> Float { profile.alpha(written, isJSON: isJSON) }

    func complete(_ transform: inout WireTransform) {
        transform.replaceZeroScale(by: isJSON ? profile.zeroScaleInJSON : profile.zeroScaleInProtobuf)
    }

    func settle(_ layout: inout SVGARect) { if !profile.appliesLayoutOffset { (layout.x, layout.y) = (0, 0) } }

    func keep(_ list: Int32, of frame: WireFrame, at index: Int, in kept: inout Int32?) {
        switch profile.keep {
        case .earlierFrame: kept = list
        case .earlierFrameWithShapes: if !frame.shapes.isEmpty { kept = list }
        // The player draws the first frame when it creates the sprite, even if the frame is invisible.
        case .earlierFrameIfVisible: kept = frame.alpha > 0 || index == 0 ? list : 0
        case .nothing: kept = nil
        case .lastRead:
            kept = list
            // JSON usually omits an empty list.
            if !isJSON || !frame.shapes.isEmpty { lastRead = list }
        }
    }

    func shapesOfKeep(_ kept: Int32?) -> Int32? { profile.keep == .lastRead ? lastRead : kept }

    // MARK: Shapes

    func complete(shape transform: inout WireTransform) {
        if !isJSON { transform.replaceZeroScale(by: profile.zeroScaleOfShapes) }
    }

    func path(_ text: String, segments: inout Int) throws(SVGAError) -> SVGAPath? {
        if text.isEmpty, profile.failsOnEmptyPath { fault = PlayerFault(.path, "throws on a path without commands") }
        if profile.paths == .svg, !isOfCheck { return nil }
        let key = ByteKey(text)
        let parsed: EmulationCache.ParsedPath
        if let cached = read[key] {
            parsed = cached
        } else {
            parsed = cache.parsedPath(key, profile.paths, maximumSegments: limits.pathSegments)
            segments += parsed.path.verbs.count
            guard !parsed.isOverLimit, segments <= limits.pathSegments else {
                throw .limit(LimitExceeded(\.pathSegments, of: limits, found: max(segments, limits.pathSegments) + 1))
            }
            read[key] = parsed
        }
        if let found = parsed.fault { fault = PlayerFault(.path, found) }
        return parsed.path
    }

    func draws(width: Float, height: Float, cornerRadius: Float) -> Bool {
        if profile.failsOnNegativeRadius, cornerRadius < 0 {
            fault = PlayerFault(.radius, "throws on a corner radius of \(Double(cornerRadius).brief)")
        }
        return !(profile.hidesNegativeRadii && cornerRadius < 0 || profile.hidesNegativeSizes && (width < 0 || height < 0))
    }

    func fill(_ styles: WireStyle?) -> SVGAColor? { self.styles.fill(styles) }
    func stroke(_ styles: WireStyle?) -> ShapeEntity.Stroke? { self.styles.stroke(styles) }

    // MARK: Ends

    private func takeFault() -> PlayerFault? {
        defer { fault = nil }
        return fault
    }

    func endClipPath(_ index: Int32) { failingClips[index] = takeFault() }

    func endShape(after count: Int) {
        guard var found = takeFault(), listFault == nil else { return }
        found.shapesBefore = count
        listFault = found
    }

    func endShapeList(_ index: Int32) {
        failingShapes[index] = listFault
        listFault = nil
    }

    // MARK: The movie

    func payload(ofSprite imageKey: String, usual: Int?) -> Int? {
        let found = pictures.map { $0.picture(of: imageKey) } ?? usual
        guard profile.needsLongNames, let found, wire.images[found].hasShortName else { return found }
        return nil
    }

    func emulation(_ images: [ImageEntity]) -> any MovieEmulation {
        var broken: Set<Int> = []
        if let pictures {
            for index in wire.sprites.indices where pictures.isBroken(wire.sprites[index].imageKey) { broken.insert(index) }
        }
        return EmulatedMovie(
            player: player, profile: profile, cache: cache, refusal: refusal(images), spritesWithBrokenPicture: broken,
            failingClips: failingClips,
            failingShapes: failingShapes, gammas: gammas(images))
    }

    /// The gammas of the images whose colors the player converts, by their index.
    private func gammas(_ images: [ImageEntity]) -> [Int: Int] {
        guard profile.appliesGamma else { return [:] }
        return images.enumerated().reduce(into: [:]) { $0[$1.offset] = PNGChunks.gamma(of: $1.element.bytes) }
    }

    /// The reason why the player cannot open the file; nil if it can.
    private func refusal(_ images: [ImageEntity]) -> PlayerFault? {
        switch container {
        case .gzip where !profile.opensGzip: return PlayerFault(.container, "cannot open gzip")
        case .zipJSON where profile.archives == .never, .zipBinary where profile.archives == .never:
            return PlayerFault(.container, "cannot open 1.x archives")
        case .zipBinary where !profile.readsBinaryEntry: return PlayerFault(.container, "reads movie.spec, which the archive does not have")
        default: break
        }
        if profile.failsWithoutColorAlpha, let (sprite, frame) = wire.colorWithoutAlpha {
            return PlayerFault(.colors, "throws on a color whose alpha the file does not write: sprite \(sprite), frame \(frame)")
        }
        switch profile.pictures {
        case .all: return nil
        case .byBase64, .byBase64OrNone:
            // This player never starts a movie without images.
            let hasPicture = wire.images.contains {
                EmulatedPictures.isPicture($0.bytes) || profile.pictures == .byBase64OrNone && profile.sounds.plays($0.bytes)
            }
            return wire.images.isEmpty || hasPicture
                ? nil : PlayerFault(.payload, "waits for an image that it can decode, and the file has none")
        case .allOrNothing:
            func mustDecode(_ key: String) -> Bool { profile.decodesSounds || EmulatedPictures.mustDecode(key) }
            if wire.images.contains(where: { mustDecode($0.key) && $0.isSound }) {
                return PlayerFault(.payload, "decodes every payload as an image, and one is a sound")
            }
            return images.first { $0.format == .unknown && mustDecode($0.key) }.map {
                PlayerFault(.payload, "decodes every payload as an image, and \($0.key.quoted) is not one")
            }
        }
    }
}

extension Profile {
    /// A sprite's effective alpha: 0…1; 0 means hidden.
    fileprivate func alpha(_ written: Float, isJSON: Bool) -> Float {
        if written.isNaN { return alphaOfNaN }
        if written == 0, !isJSON { return unwrittenAlpha }
        if written < lowestAlpha || written <= 0 { return 0 }
        if wrapsAlpha, written > 1 { return Float(Profile.wrappedTo255(Double(written))) }
        let alpha = min(written, 1)
        return cutsAlpha ? Float(Profile.cutTo255(Double(alpha))) : alpha
    }
}

extension WireTransform {
    /// Replaces an `a` or `d` of 0.
    fileprivate mutating func replaceZeroScale(by scale: Float) {
        guard scale != 0 else { return }
        if a == 0 || a.isNaN { a = scale }
        if d == 0 || d.isNaN { d = scale }
    }
}
