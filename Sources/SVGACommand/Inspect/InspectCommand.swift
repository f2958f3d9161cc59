import SVGAModel
import SVGAPixels
import SVGARender
import SVGASupport

/// `svga inspect`: what is in a file.
struct InspectCommand: LimitedCommand {
    var inputs: [FileName] = []
    var isJSON = false
    var showsKeysOnly = false
    var showsAll = false
    var showsPicture = false
    var showsText = false
    var common = CommonOptions()

    static let name = "inspect"
    static let abstract = "Shows what is in a file: size, replaceable keys, images, audio"
    static let examples = ["svga inspect samples/gift.svga", "svga inspect --json samples/gift.svga samples/badge.svga"]

    static let groups: [ParameterGroup<InspectCommand>] = [
        ParameterGroup(
            "Options",
            [
                .arguments(\.inputs, "IN…", help: "files to look at; - is standard input"),
                .flag(\.isJSON, "--json", help: "everything as JSON: one object, or an array for several files"),
                .flag(\.showsKeysOnly, "--keys", help: "only what can be set: a key, what it takes, its layout"),
                .flag(\.showsAll, "--all", help: "all rows of long tables"),
                .flag(\.showsPicture, "--picture", help: "draw the first visible frame with coloured characters"),
                .flag(\.showsText, "--text", help: "all that it shows, line by line, for git's diffs of it"),
            ]),
        CommonOptions.group.at(\.common),
        CommonOptions.limitGroup.at(\.common),
    ]

    func validate() throws(UsageError) {
        if showsText && (isJSON || showsKeysOnly || showsPicture || showsAll) {
            throw UsageError(message: "--text goes with no other form of report", advice: "leave out the other one")
        }
        if isJSON && showsPicture { throw UsageError(message: "--picture cannot stand in JSON", advice: "leave out --json or --picture") }
        if showsKeysOnly && showsPicture { throw UsageError(message: "--keys and --picture cannot go together", advice: "use one of them") }
        if inputs.count(where: \.isStandardStream) > 1 { throw UsageError(message: "standard input (-) can be read only once") }
    }

    func run(in context: CommandContext) async throws(CommandError) -> ExitCode {
        var reports: [JSONValue] = []
        var failures: [ExitCode] = []
        var clock = PhaseClock()
        for (index, file) in inputs.enumerated() {
            if Task.isCancelled { throw .interrupted }
            do throws(CommandError) {
                let input = try ShownFile(file, options: common.readOptions, context: context)
                clock.finish("read")
                if showsText {
                    for part in MovieText(movie: try input.movie(common.limits).movie).parts { try context.print(part) }
                    clock.finish("print")
                    continue
                }
                let report = try self.report(input, context.output)
                clock.finish("gather")
                if isJSON {
                    reports.append(report.json)
                } else {
                    if index > failures.count { try context.print("\n") }
                    try context.print(report.text)
                    if showsPicture { try printPicture(input.movie(common.limits), context: context) }
                }
                clock.finish("print")
            } catch {
                if case .standardOutput = error { throw error }
                if case .interrupted = error { throw error }
                context.report(error)
                failures.append(error.exitCode)
            }
        }
        if isJSON && !reports.isEmpty {
            try context.print(json: reports, isList: inputs.count > 1)
        }
        clock.finish("print")
        if common.showsPhaseTimes { context.note(clock.line) }
        return .batch(failures, of: inputs.count)
    }

    private func report(_ input: ShownFile, _ screen: TextStream) throws(CommandError) -> (json: JSONValue, text: String) {
        let title = inputs.count > 1 ? screen.styled(input.name.printable, .bold) + "\n" : ""
        switch input {
        case .movie(let file):
            let report = InspectReport(file)
            if showsKeysOnly { return (report.keysJSON, title + KeyList(report).text) }
            return (report.json, InspectText(report: report, showsAll: showsAll, screen: screen).text)
        case .lottie(let file):
            let report = try LottieReport(file, limits: common.limits)
            if showsKeysOnly { return (report.keysJSON, title + report.keysText) }
            return (report.json, report.text(showsAll: showsAll, screen: screen))
        }
    }

    private func printPicture(_ input: InputFile, context: CommandContext) throws(CommandError) {
        let screen = context.output
        let drawn: (picture: TerminalPicture, frame: Int)?
        do throws(RenderError) {
            // Two lines stay free: one for the caption, one for the prompt.
            drawn = try TerminalPicture.firstVisibleFrame(
                of: input.movie, limits: common.limits, columns: screen.columns, rows: screen.rows - 2)
        } catch {
            throw .render(file: input.name, error)
        }
        guard let drawn else { return }
        let caption = screen.styled("frame \(drawn.frame), the first to see of \(input.movie.frames)", .dim)
        try context.print("\n" + drawn.picture.text + caption + "\n")
    }
}

/// A frame as half-block characters in true colour: each character shows two pixels, one above the other, over a
/// checkerboard where the frame is transparent.
struct TerminalPicture {
    let pixmap: Pixmap

    /// The movie's first frame with something to see, scaled to fit this many characters; nil for a movie without frames.
    static func firstVisibleFrame(
        of movie: VideoEntity, limits: ReadLimits, columns: Int, rows: Int
    ) throws(RenderError) -> (picture: TerminalPicture, frame: Int)? {
        guard movie.frames > 0 else { return nil }
        let canvas = movie.canvasPixels
        let (width, height) = (Double(canvas.width), Double(canvas.height))
        // Enlarged at most twice: a tiny movie would be blurred.
        let scale = min(Double(columns) / width, Double(2 * rows) / height, 2)
        var options = RenderOptions()
        options.size = .pixels(width: max(1, Int((width * scale).rounded(.down))), height: max(1, Int((height * scale).rounded(.down))))
        options.filter = .best
        options.limits = limits
        let scene = try Scene(movie, options: options)
        // A movie that fades in is shown at the first frame with a half opaque pixel.
        var best: (pixmap: Pixmap, frame: Int, alpha: UInt8)?
        for frame in visibleFrames(movie).prefix(100) {
            let pixmap = try scene.pixmap(frame: frame)
            let alpha = strongestAlpha(pixmap)
            if alpha > best?.alpha ?? 0 { best = (pixmap, frame, alpha) }
            if alpha >= 128 { break }
        }
        if let best { return (TerminalPicture(pixmap: best.pixmap), best.frame) }
        return (TerminalPicture(pixmap: try scene.pixmap(frame: 0)), 0)
    }

    /// The frames in which a sprite that is not a matte is visible.
    private static func visibleFrames(_ movie: VideoEntity) -> some Sequence<Int> {
        (0..<movie.frames).lazy.filter { frame in
            movie.sprites.contains { sprite in
                sprite.kind != .matte && frame < sprite.frames.count && sprite.frames.records[frame].isVisible
            }
        }
    }

    private static func strongestAlpha(_ pixmap: Pixmap) -> UInt8 {
        stride(from: 3, to: pixmap.pixels.count, by: 4).lazy.map { pixmap.pixels[$0] }.max() ?? 0
    }

    var text: String {
        let blocks = BlockPicture(pixmap: overCheckerboard)
        return (0..<blocks.rows).map { String(decoding: blocks.row($0), as: UTF8.self) + "\n" }.joined()
    }

    private var overCheckerboard: Pixmap {
        var opaque = pixmap
        for y in 0..<pixmap.height {
            for x in 0..<pixmap.width {
                let i = 4 * (y * pixmap.width + x)
                let square: Int = (x / 4 + y / 4) % 2 == 0 ? 102 : 84
                let under = square * (255 - Int(opaque.pixels[i + 3])) / 255
                for channel in i..<i + 3 { opaque.pixels[channel] = UInt8(min(255, Int(opaque.pixels[channel]) + under)) }
            }
        }
        return opaque
    }
}
