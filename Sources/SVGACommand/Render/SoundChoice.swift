import SVGAExport
import SVGAModel
import SVGAVideo

/// Finds the sound that `--audio` asks for.
enum SoundChoice {
    /// - Returns: nil for silence.
    static func source(_ choice: AudioChoice, _ file: InputFile, _ context: CommandContext) throws(CommandError) -> (any SoundSource)? {
        #if Video
            switch choice {
            case .drop: return nil
            case .keep: return MovieSound(file.movie)
            case .file(let name): return SoundFile(path: name.path)
            }
        #else
            if case .file(let name) = choice {
                throw .request(file: name.path, message: "this svga was built without libav and reads no sound", advice: "use --audio drop")
            }
            return nil
        #endif
    }
}
