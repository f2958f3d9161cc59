import SVGAModel
import SVGARender

/// What stands where the file has a placeholder: understood by every command that draws.
struct SubstitutionOptions: Sendable {
    /// One option of the command line; their order counts.
    enum Part: Sendable {
        case step(SubstitutionPlan.Step)
        case vars(FileName)
    }

    var parts: [Part] = []
    var fontFiles: [FileName] = []
    var ignoresSystemFonts = false
    var allowsMissingKeys = false

    static let group = ParameterGroup<SubstitutionOptions>(
        "Substitution", summary: "--set-image --set-text --hide (svga help substitution)",
        note: SubstitutionHelp.note,
        [
            .parsed("--set-image", "KEY=FILE", help: "a picture in place of a bitmap: PNG, JPEG, WebP, GIF or BMP") {
                (options, word) throws(UsageError) in
                let argument = try ImageArgument(word)
                options.parts.append(.step(.image(key: argument.key, argument.choice)))
            },
            .parsed("--set-text", "KEY=TEXT", help: "a text over a sprite") { (options, word) throws(UsageError) in
                let argument = try TextArgument(word)
                options.parts.append(.step(.text(key: argument.key, argument.text, isMarkup: nil)))
            },
            .parsed("--text-style", "[KEY=]STYLE", help: "how one text looks, or all; see Styles") { (options, word) throws(UsageError) in
                let argument = try TextStyleArgument(word)
                options.parts.append(.step(.style(key: argument.key, argument.changes)))
            },
            .option("--hide", as: String.self, "KEY", help: "leave out what has this key") { $0.parts.append(.step(.hide(key: $1))) },
            .option("--vars", as: FileName.self, "FILE", help: "all of it as JSON, for programs; - is standard input") {
                $0.parts.append(.vars($1))
            },
            .option(\.fontFiles, "--font", placeholder: "FILE", help: "a font for texts; the first that has a character is used"),
            .flag(\.ignoresSystemFonts, "--no-system-fonts", help: "only fonts of --font: the same pixels everywhere"),
            .flag(\.allowsMissingKeys, "--allow-missing", help: "no error for a key that the movie does not have"),
        ])

    /// How many of these options read standard input, which is there only once.
    var standardInputCount: Int {
        parts.count { part in
            switch part {
            case .step(.image(_, let choice)): choice.file.isStandardStream
            case .vars(let file): file.isStandardStream
            case .step: false
            }
        }
    }

    func validate(input: FileName) throws(UsageError) {
        if standardInputCount + (input.isStandardStream ? 1 : 0) > 1 {
            throw UsageError(message: "standard input (-) can be read only once")
        }
        if ignoresSystemFonts && fontFiles.isEmpty {
            throw UsageError(message: "--no-system-fonts leaves no font", advice: "add --font FILE")
        }
    }
}
