import SVGAModel
import SVGAPreview
import SVGARender

/// The command line, as the preview uses it.
struct CommandLineForPreview: CommandLineAccess {
    func run(_ words: [String], progress: @escaping @Sendable (_ done: Int, _ total: Int) -> Void) async -> CommandOutcome {
        CommandOutcome(code: ExitCode.usage.rawValue, output: [], errors: [])
    }

    func substitutions(
        vars: [UInt8], for movie: VideoEntity, image: (_ name: String) throws(PreviewError) -> ReplacementImage
    ) throws(PreviewError) -> Substitutions {
        Substitutions()
    }

    var vocabulary: Vocabulary { Vocabulary(textStyles: [], fits: [], masks: [], players: [], formats: []) }
}
