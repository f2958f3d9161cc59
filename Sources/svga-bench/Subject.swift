import SVGAFormat
import SVGAModel
import SVGARender

/// A file and what the phases start from, made once.
struct Subject {
    let bytes: [UInt8]
    let limits = ReadLimits.default
    let movie: VideoEntity
    let scene: Scene
    /// The frames that are painted: all, or an even sample.
    let frames: [Int]

    init(bytes: [UInt8], mostFrames: Int) throws {
        self.bytes = bytes
        movie = try VideoEntity(bytes: bytes)
        scene = try Scene(movie)
        let (all, count) = (movie.frames, min(movie.frames, mostFrames))
        frames = (0..<count).map { $0 * all / count }
    }
}
