import SVGAFormat
import SVGAModel
import SVGAPixels
import SVGASupport

/// Converts a movie to another frame rate by dropping or repeating frames, without interpolation.
struct Resampling {
    private let before: Int
    private let from: Int
    private let to: Int
    /// The new frame count.
    let frames: Int

    init(frames: Int, from: Int, to: Int) {
        (before, self.from, self.to) = (frames, from, to)
        // At least one frame stays. Numbers are 32 bits in the file, so the products fit.
        self.frames = from == to || frames == 0 ? frames : max(1, (frames * to + from / 2) / from)
    }

    var isNeeded: Bool { from != to }

    var note: Message {
        "its \(Units.count(before, "frame")) at \(from) fps became \(frames) at \(to), \(frames < before ? "some left out" : "some repeated")"
    }

    func apply(to movie: inout WireMovie) {
        for index in movie.sprites.indices { movie.sprites[index].frames = picked(movie.sprites[index].frames) }
        for index in movie.audios.indices {
            let end = movie.audios[index].endFrame
            movie.audios[index].startFrame = moved(movie.audios[index].startFrame)
            // A sound without an end frame still plays to the movie's end.
            movie.audios[index].endFrame = end > 0 ? max(moved(end), movie.audios[index].startFrame + 1) : end
        }
        movie.frames = Int32(clamping: frames)
        movie.fps = Int32(clamping: to)
    }

    private func source(_ frame: Int) -> Int { min(frame * from / to, before - 1) }

    private func moved(_ frame: Int32) -> Int32 { Int32(clamping: (Int(frame) * to + from / 2) / from) }

    /// A dropped frame may contain the shapes that a KEEP refers to, so the frame gets the shapes themselves.
    private func picked(_ list: [WireFrame]) -> [WireFrame] {
        var owners: [Int] = []
        for (index, frame) in list.enumerated() { owners.append(frame.isKeeping ? owners.last ?? index : index) }
        var picked: [WireFrame] = []
        var last: Int?
        for frame in 0..<frames {
            let source = source(frame)
            guard source < list.count else { break }
            picked.append(list[source])
            if list[source].isKeeping, last != owners[source] { picked[frame].shapes = list[owners[source]].shapes }
            last = owners[source]
        }
        return picked
    }
}

/// Hides a movie's content outside its canvas, if another canvas would show it.
struct HiddenOutside {
    struct Result {
        /// The number of sprites that are now clipped.
        var hidden = 0
        /// The number of sprites that cannot be clipped, because they have their own clip paths.
        var left = 0
    }

    private let seen: SVGARect
    private let movie: VideoEntity?

    /// - Parameter canvas: the size of the other canvas.
    init(_ other: WireMovie, canvas: (width: Double, height: Double), _ limits: ReadLimits) throws(SVGAError) {
        // If the other canvas is not larger in a dimension, nothing becomes visible there.
        let (width, height) = (Double(other.viewBoxWidth), Double(other.viewBoxHeight))
        let endless = 1e6
        seen = SVGARect(
            x: -endless, y: -endless, width: endless + (canvas.width > width ? width : endless),
            height: endless + (canvas.height > height ? height : endless))
        guard width > 0, height > 0, canvas.width > width || canvas.height > height else {
            movie = nil
            return
        }
        movie = try SVGADocument(movie: other).videoEntity(options: ReadOptions(limits: limits))
    }

    /// - Parameter wire: the movie before its references were resolved.
    func apply(to wire: inout WireMovie) -> Result {
        var result = Result()
        guard let movie else { return result }
        for (index, sprite) in movie.sprites.enumerated() where sprite.kind != .matte {
            var (isHidden, isLeft) = (false, false)
            for number in 0..<min(movie.frameCount, sprite.frames.count) {
                let frame = sprite.frames[number]
                guard frame.isVisible, let clip = clip(frame, hasBitmap: sprite.imageIndex != nil) else { continue }
                if frame.clipPath == nil {
                    wire.sprites[index].frames[number].clipPath = clip
                    isHidden = true
                } else {
                    isLeft = true
                }
            }
            if isHidden { result.hidden += 1 }
            if isLeft { result.left += 1 }
        }
        return result
    }

    /// The canvas in the sprite's space; nil if the sprite does not exceed it.
    private func clip(_ frame: FrameEntity, hasBitmap: Bool) -> String? {
        var ink = frame.shapes.compactMap(\.bounds).reduce(nil as SVGARect?) { $0?.union($1) ?? $1 }
        let bitmap = SVGARect(x: 0, y: 0, width: frame.layout.width, height: frame.layout.height)
        if hasBitmap { ink = ink?.union(bitmap) ?? bitmap }
        if let path = frame.clipPath { ink = ink.flatMap { $0.intersection(path.bounds ?? .zero) } }
        // The origin of the sprite's space is the corner of its layout.
        let space = frame.transform.translatedBy(x: frame.layout.x, y: frame.layout.y)
        guard let ink, let back = space.inverted else { return nil }
        let box = space.boundingBox(of: ink)
        // An overflow of less than a hundredth of a point is invisible.
        let tolerance = 0.01
        guard box.maxX > seen.maxX + tolerance || box.maxY > seen.maxY + tolerance else { return nil }
        // Limited to the visible content, because numbers with many digits are inexact.
        let part = SVGARect(
            x: box.x - 1, y: box.y - 1, width: min(box.maxX + 1, seen.maxX) - box.x + 1, height: min(box.maxY + 1, seen.maxY) - box.y + 1)
        guard part.width > 0, part.height > 0 else { return "M0 0" }
        var path = SVGAPath()
        for (index, corner) in [(part.x, part.y), (part.maxX, part.y), (part.maxX, part.maxY), (part.x, part.maxY)].enumerated() {
            let point = back.apply(x: corner.0, y: corner.1)
            index == 0 ? path.move(x: point.x, y: point.y) : path.line(x: point.x, y: point.y)
        }
        return path.clipText
    }
}

/// Moves the mattes of two movies to the front if one began with a matte. Android masks only in frames whose first sprite is a matte.
/// iOS requires a matte before the sprites that use it.
struct MatteOrder {
    let sprites: [WireSprite]
    private(set) var note: Message = "mattes are now first"
    /// Whether the order changed.
    let isOther: Bool

    /// - Parameter second: the index of the other movie's first sprite.
    init(_ all: [WireSprite], second: Int) {
        guard [all[..<second], all[second...]].contains(where: { $0.first { !$0.isLeader }?.isMatte == true }) else {
            (sprites, isOther) = (all, false)
            return
        }
        var movie = WireMovie()
        movie.sprites = all.filter(\.isMatte) + all.filter { !$0.isMatte && !$0.isLeader }
        if movie.addPlaceholderMatte() {
            note += ", after an invisible sprite, without which the official web player throws; it does not apply mattes here"
        }
        sprites = movie.sprites
        isOther = sprites != all
    }
}
