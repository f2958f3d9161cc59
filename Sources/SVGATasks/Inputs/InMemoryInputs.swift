import SVGAEmulation
package import SVGAModel
package import SVGARender

/// Movies and images in memory. Commands find them by file name.
package struct InMemoryInputs: Sendable {
    package struct Movie: Sendable {
        package let bytes: [UInt8]
        package var animation: InputAnimation
        /// The movie as players read it, if it was read already.
        package var players: [PublicPlayer: InputAnimation] = [:]

        package init(bytes: [UInt8], animation: InputAnimation) { (self.bytes, self.animation) = (bytes, animation) }
    }

    /// Fonts from files, shared by all scenes of the process: fontconfig leaks part of each list of the system's fonts.
    package static let fonts = InputCache(maximumBytes: 512 << 20)

    package var movies: [FileName: Movie] = [:]
    package var pictures: [FileName: ReplacementImage] = [:]

    package init(movies: [FileName: Movie] = [:], pictures: [FileName: ReplacementImage] = [:]) {
        self.movies = movies
        self.pictures = pictures
    }
}
