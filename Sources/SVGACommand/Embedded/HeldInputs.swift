import SVGAModel
import SVGARender

/// Movies and pictures that are in memory already. Commands find them under the names of files.
struct HeldInputs: Sendable {
    struct Movie: Sendable {
        let bytes: [UInt8]
        let shown: ShownFile
        /// The movie as players read it, where that is known.
        var players: [PublicPlayer: ShownFile] = [:]
    }

    /// Fonts of files, kept by all scenes of the process: fontconfig does not give back all that a list of the system's fonts takes.
    static let fonts = KeptInputs(mostBytes: 512 << 20)

    var movies: [FileName: Movie] = [:]
    var pictures: [FileName: ReplacementImage] = [:]
}
