import SVGAHTTP
package import SVGAModel
package import SVGARender

/// What the preview uses of the command line, so that the same words mean the same in both. `svga preview` hands it over.
package protocol CommandLineAccess: Sendable {
    /// Runs `svga` with these words, without the program's own name. Cancelling the task stops it and leaves nothing behind.
    /// - Parameter progress: hears the frames that are done, and all; from any thread.
    func run(_ words: [String], progress: @escaping @Sendable (_ done: Int, _ total: Int) -> Void) async -> CommandOutcome

    /// The substitutions that the JSON of `--vars` describes.
    /// - Parameter image: the picture of a file that the JSON names; throws for names that were not uploaded. No file is read.
    /// - Throws: where the JSON is wrong, or names a key that the movie has not.
    func substitutions(
        vars: [UInt8], for movie: VideoEntity, image: (_ name: String) throws(PreviewError) -> ReplacementImage
    ) throws(PreviewError) -> Substitutions

    /// The names that the page offers: styles of texts, formats, players.
    var vocabulary: Vocabulary { get }
}

/// What a command has said.
package struct CommandOutcome: Sendable {
    /// The exit code: 0 done, 1 findings or differences, else a failure.
    package var code: Int32
    /// What it wrote to standard output.
    package var output: [UInt8]
    /// The lines of standard error, without `svga: ` and the file's path.
    package var errors: [String]

    package init(code: Int32, output: [UInt8], errors: [String]) {
        self.code = code
        self.output = output
        self.errors = errors
    }
}

/// The names that the page offers, as the command line has them.
package struct Vocabulary: Sendable {
    package struct TextStyleProperty: Sendable {
        package let name: String
        /// How a value is written, such as `#RRGGBB`; empty for a switch.
        package let form: String

        package init(name: String, form: String) {
            self.name = name
            self.form = form
        }
    }

    package var version: String
    package var textStyles: [TextStyleProperty]
    package var fits: [String]
    package var masks: [String]
    package var players: [String]
    /// The one that movies are shown as at first; nil: by our own rules.
    package var player: String?
    /// The formats of `svga render`, each with the names of the options that only some formats have.
    package var formats: [(name: String, options: [String])]
    /// Whether video and sound can be written.
    package var hasVideo: Bool

    package init(
        version: String, textStyles: [TextStyleProperty], fits: [String], masks: [String], players: [String],
        player: String?, formats: [(name: String, options: [String])], hasVideo: Bool
    ) {
        self.version = version
        self.hasVideo = hasVideo
        self.textStyles = textStyles
        self.fits = fits
        self.masks = masks
        self.players = players
        self.player = player
        self.formats = formats
    }
}
