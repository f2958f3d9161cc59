import SVGAFormat
import SVGAImage
import SVGAModel
import SVGAPixels
import SVGARender
import SVGASupport

/// Compares a movie with its source pictures.
struct PictureSimilarity {
    private let still: StillFrames
    private let every: Int
    private let threads: Int
    private let fps: Int
    private let work: ImportWork

    init(document: SVGADocument, every: Int, threads: Int, work: ImportWork) {
        self.work = work
        still = StillFrames(document.movie)
        (self.every, self.threads) = (every, threads)
        fps = max(1, Int(document.movie.fps))
    }

    /// The lowest SSIM; nil if it exceeds the work limit.
    func lowest(_ opened: OpenedPictures, _ shape: CanvasShape, rate: Double, limits: ReadLimits) async throws(ImportError) -> Double? {
        let stream = try PictureStream(opened, shape, rate: rate, limits: limits, threads: threads)
        var (seconds, frame) = (0.0, 0)
        var lowest = 1.0
        while true {
            let pictures = try await stream.next()
            if pictures.isEmpty { return lowest }
            var pairs: [(picture: Pixmap, frame: Int)] = []
            for picture in pictures {
                seconds += max(0, picture.seconds)
                let end = min(still.frames, PictureTiming.frame(at: seconds, fps: fps))
                // A picture is constant in all of its frames, and so is the movie.
                if frame < end, let wanted = (frame..<end).first(where: { $0 % every == 0 }) { pairs.append((picture.pixmap, wanted)) }
                frame = max(frame, end)
            }
            let (wanted, still) = (pairs, still)
            let pixels = shape.width * shape.height * (ImportWork.Cost.comparedPixel + ImportWork.Cost.drawnPixel)
            for _ in wanted where !work.spend(pixels + ImportWork.Cost.segment * still.spriteCount) { return nil }
            let found = try await Parallel.map(wanted.count, threads: threads, cancelled: ImportError.cancelled) {
                (index) throws(ImportError) in
                StructuralSimilarity.compare(try still.picture(wanted[index].frame), wanted[index].picture)
            }
            lowest = found.reduce(lowest, min)
        }
    }
}

/// Draws single frames of a movie, and decodes only the images that they show.
struct StillFrames: Sendable {
    private let movie: WireMovie
    private let imageOfKey: [String: Int]

    init(_ movie: WireMovie) {
        self.movie = movie
        imageOfKey = Dictionary(movie.images.enumerated().map { ($1.key, $0) }) { first, _ in first }
    }

    var frames: Int { Int(movie.frames) }

    /// The number of sprites that are visited per frame.
    var spriteCount: Int { movie.sprites.count }

    func picture(_ frame: Int) throws(ImportError) -> Pixmap {
        var one = WireMovie()
        (one.version, one.fps, one.frames) = (movie.version, movie.fps, 1)
        (one.viewBoxWidth, one.viewBoxHeight) = (movie.viewBoxWidth, movie.viewBoxHeight)
        var used: Set<Int> = []
        for sprite in movie.sprites where frame < sprite.frames.count && sprite.frames[frame].alpha > 0 {
            if let image = imageOfKey[sprite.imageKey], used.insert(image).inserted { one.images.append(movie.images[image]) }
            one.sprites.append(WireSprite(imageKey: sprite.imageKey, frames: [sprite.frames[frame]]))
        }
        do {
            let scene = UnmodifiedMovie(try SVGADocument(movie: one).videoEntity())
            return try scene.makePainter().pixmap(frame: 0, width: scene.widthPixels, height: scene.heightPixels)
        } catch {
            throw .broken(kind: "movie", location: "frame \(frame)", reason: error.message)
        }
    }
}
