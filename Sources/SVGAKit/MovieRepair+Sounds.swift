public import SVGAEdit
import SVGAEmulation
public import SVGAFormat
public import SVGAModel
import SVGAVideo

extension MovieRepair {
    /// Repairs a file for players. Sounds that they do not play become MP3, if the package has the trait `Video`.
    ///
    /// - Parameters:
    ///   - bytes: the file, in any container.
    ///   - options: the options and limits of reading.
    ///   - players: who shall show it; nil: those of the SVGA project.
    /// - Throws: ``SVGAError`` if the file is not a movie or cannot be drawn, or if the task is cancelled.
    /// - Complexity: each attempt draws all frames as these players and those of the SVGA project. All of them may use 20 times the limit `work`.
    public init(
        _ bytes: some Collection<UInt8>, read options: ReadOptions = ReadOptions(), players: Set<PublicPlayer>? = nil
    ) throws(SVGAError) {
        let everyone = Set(PublicPlayer.main)
        try self.init([UInt8](bytes), for: players ?? everyone, options: options, convertSound: SoundConversion.mp3(_:key:))
    }
}
