import SVGAFormat
import SVGAModel
import SVGASupport

/// A movie while it is edited. The edits are in extensions, by topic.
struct MovieEditor {
    var movie: WireMovie
    let limits: ReadLimits
    /// A summary of the edits, as text.
    var note: Message = ""
    /// The pixels of the pictures that were packed so far.
    var packedPixels = 0

    static let maximumPixelsAtHighEffort = 2_000_000

    init(_ movie: WireMovie, limits: ReadLimits) {
        self.movie = movie
        self.limits = limits
    }

    mutating func apply(_ edit: DocumentEdit) throws(SVGAError) {
        switch edit {
        case .setImage(let key, let bytes, let fit, let mask, let density):
            try setImage(key, bytes, fit: fit, mask: mask, density: density)
        case .rename(let old, let new): try rename(old, to: new)
        case .delete(let key): try delete(key)
        case .setFPS(let fps): try setFPS(fps)
        case .trim(let first, let last): try trim(first: first, last: last)
        case .setCanvas(let width, let height, let x, let y): try setCanvas(width: width, height: height, x: x, y: y)
        case .scale(let factor): try scale(by: factor)
        case .setAudio(let key, let bytes): try setAudio(key, bytes)
        case .removeAudio: removeAudio()
        case .merge(let other, let frame): try merge(other.movie, overlayAt: frame)
        default: if let change = edit.movieEdit { _ = try apply(change) }
        }
    }

    /// The movie with its references resolved, as it is rendered.
    func resolved() throws(SVGAError) -> VideoEntity {
        try SVGADocument(movie: movie).videoEntity(options: ReadOptions(limits: limits))
    }

    // MARK: Keys

    /// The playback frame rate (Rules of rendering, section 2).
    var fps: Int { movie.playedFPS }

    /// Every key that an edit can name, without `.matte` or `.vector`.
    var names: [String] {
        (movie.sprites.map { SpriteEntity.droppingKindSuffix($0.imageKey) } + movie.images.map(\.key) + movie.audios.map(\.audioKey))
            .filter { !$0.isEmpty }
    }

    func unknownKey(_ key: String) -> SVGAError {
        .unknownKey(key: key, nearest: key.isEmpty ? [] : NearestNames.of(key, in: names), isOfAny: true)
    }
}

/// `1 sprite`, `3 sprites`
func counted(_ count: Int, _ noun: CountedNoun) -> Message { Units.count(count, noun) }
