import SVGAEmulation
package import SVGAModel
package import SVGARender

/// Movies and pictures that are in memory already. Commands find them under the names of files.
package struct InMemoryInputs: Sendable {
    package struct Movie: Sendable {
        package let bytes: [UInt8]
        package var shown: InputAnimation
        /// The movie as players read it, where that is known.
        package var players: [PublicPlayer: InputAnimation] = [:]
    }

    /// Fonts of files, kept by all scenes of the process: fontconfig does not give back all that a list of the system's fonts takes.
    package static let fonts = InputCache(maximumBytes: 512 << 20)

    package var movies: [FileName: Movie] = [:]
    package var pictures: [FileName: ReplacementImage] = [:]

    package init(movies: [FileName: Movie] = [:], pictures: [FileName: ReplacementImage] = [:]) {
        self.movies = movies
        self.pictures = pictures
    }
}
