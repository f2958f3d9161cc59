import SVGACheck
import SVGAExport
import SVGAModel
import SVGAPixels
import SVGARender
import SVGASupport
import SVGATasks

/// `svga inspect`: what is in a file.
struct InspectCommand: LimitedCommand {
    var inputs: [FileName] = []
    var isJSON = false
    var showsKeysOnly = false
    var showsAll = false
    var showsPicture = false
    var frame: Int?
    var showsTimeline = false
    var showsCost = false
    var showsImages = false
    var output: FileName?
    var overwrites = false
    var showsText = false
    var common = CommonOptions()

    static let name = "inspect"
    static let abstract = "Shows what is in a file: size, replaceable keys, images, audio"
    static let examples = ["svga inspect samples/gift.svga", "svga inspect --json samples/gift.svga samples/like.svga"]

    static let groups: [ParameterGroup<InspectCommand>] = [
        ParameterGroup(
            "Options",
            [
                .arguments(\.inputs, "IN…", help: "files, folders of .svga files, or - for standard input"),
                .flag(\.isJSON, "json", help: "everything as JSON: one object, or an array for several files"),
                .flag(\.showsKeysOnly, "keys", help: "only what can be set: a key, what it takes, its layout"),
                .flag(\.showsAll, "all", help: "all rows of long tables"),
                .flag(\.showsTimeline, "timeline", help: "when each key is visible, and how opaque: a row each"),
                .flag(\.showsCost, "cost", help: "what images, frames and sounds cost; memory in each player"),
                .flag(\.showsPicture, "picture", help: "draw a frame that shows much with coloured characters"),
                .option(\.frame, "frame", placeholder: "N", help: "draw this one, counted from 0"),
                .flag(\.showsImages, "images", help: "all images side by side, in coloured characters"),
                .option(\.output, "o", "output", placeholder: "OUT.png", help: "the same as a picture; - is standard output"),
                .flag(\.overwrites, "force", help: "overwrite OUT.png"),
                .flag(\.showsText, "text", help: "all that it shows, line by line, for git's diffs of it"),
            ]),
        CommonOptions.group.at(\.common),
        CommonOptions.limitGroup.at(\.common),
    ]

    func validate() throws(TaskError) {
        let forms = [
            ("--json", isJSON), ("--keys", showsKeysOnly), ("--text", showsText), ("--picture", showsPicture || frame != nil),
            ("--timeline", showsTimeline), ("--cost", showsCost), ("--images", showsImages || output != nil),
        ]
        let given = forms.filter(\.1).map(\.0)
        // These stand alone, but for the keys as JSON; the others are parts of one page.
        if let alone = given.first(where: { ["--json", "--keys", "--text"].contains($0) }), given.count > 1, given != ["--json", "--keys"] {
            throw .usage("\(alone) goes with no other form of report", advice: "leave out \(alone) or the other one")
        }
        if showsText && showsAll { throw .usage("--text shows all in any case", advice: "leave out --all") }
        if let frame, frame < 0 { throw .usage("--frame needs a frame from 0 on, not \(frame)") }
        if output != nil && inputs.count > 1 { throw .usage("-o takes the images of one file", advice: "name one") }
        if inputs.count(where: \.isStandardStream) > 1 { throw .usage("standard input (-) can be read only once") }
    }

    func run(in context: CommandContext) async throws(TaskError) -> ExitCode {
        let inputs = try BatchPlan.movies(of: self.inputs)
        let isList = inputs.count > 1 || inputs != self.inputs
        if isList && output != nil { throw .usage("-o takes the images of one file", advice: "name one") }
        if inputs != self.inputs && !hasView { return try printTable(of: inputs, context) }
        var reports: [JSONValue] = []
        var failures: [ExitCode] = []
        let clock = PhaseClock()
        for (index, file) in inputs.enumerated() {
            if Task.isCancelled { throw .interrupted }
            do throws(TaskError) {
                let input = try ShownFile(file, options: common.readOptions, context: context.task)
                clock.finish("read")
                if showsText {
                    for part in MovieText(movie: try input.movie(common.limits).movie).parts { try context.print(part) }
                    clock.finish("print")
                    continue
                }
                if let output {
                    try writeImages(input.movie(common.limits), to: output)
                    clock.finish("picture")
                    continue
                }
                let report = try self.report(input, context.output.forReport, hasTitle: isList)
                clock.finish("gather")
                switch report {
                case .json(let json): reports.append(json)
                case .text(let text):
                    if index > failures.count { try context.print("\n") }
                    try context.print(text)
                    if showsPicture || frame != nil { try printPicture(input.movie(common.limits), context: context) }
                    if showsImages { try printImages(input.movie(common.limits), context: context) }
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
            try context.print(json: reports, isList: isList)
        }
        clock.finish("print")
        if common.showsPhaseTimes { context.note(clock.line) }
        return .batch(failures, of: inputs.count)
    }

    /// Whether a form of report was asked for.
    private var hasView: Bool {
        isJSON || showsKeysOnly || showsText || showsAll || showsPicture || frame != nil || showsTimeline || showsCost || showsImages
    }

    private func printTable(of files: [FileName], _ context: CommandContext) throws(TaskError) -> ExitCode {
        var table = MovieTable(count: files.count)
        var failures: [ExitCode] = []
        for file in files {
            if Task.isCancelled { throw .interrupted }
            do throws(TaskError) {
                let bytes = try InputFile.bytes(of: file, limits: common.limits, context: context.task)
                try TaskError.naming(file.path) { () throws(CheckError) in
                    table.add(file.path, try Validation(bytes, read: common.readOptions))
                }
            } catch {
                context.report(error)
                failures.append(error.exitCode)
                table.add(unreadable: file.path)
            }
        }
        try context.print(table.text(context.output.forReport))
        return .batch(failures, of: files.count)
    }

    /// Either may take much memory.
    private enum Report {
        case json(JSONValue)
        case text(String)
    }

    private func report(_ input: ShownFile, _ screen: TextStream, hasTitle: Bool) throws(TaskError) -> Report {
        let title = hasTitle ? screen.styled(input.name.printable, .bold) + "\n" : ""
        // Both views are of movies.
        let shown = showsTimeline || showsCost ? ShownFile.movie(try input.movie(common.limits)) : input
        switch shown {
        case .movie(let file):
            let report = InspectReport(file, limits: common.limits)
            if showsKeysOnly { return isJSON ? .json(report.keysJSON) : .text(title + KeyList(report).text) }
            if isJSON { return .json(report.json) }
            let views = (showsTimeline ? [InspectText.View.timeline] : []) + (showsCost ? [.cost] : [])
            let timeline = showsTimeline ? Timeline(file.movie, report.keys, drawn: report.drawn) : nil
            // A picture under the tables would push them off the screen.
            let hasPicture = views.isEmpty && (showsImages || showsPicture || frame != nil) && screen.isTerminal && !showsAll
            let text = InspectText(
                report: report, showsAll: showsAll, screen: screen, views: Set(views), timeline: timeline, hasTables: !hasPicture)
            return .text(text.text)
        case .lottie(let file):
            let report = try LottieReport(file, limits: common.limits)
            if showsKeysOnly { return isJSON ? .json(report.keysJSON) : .text(title + report.keysText) }
            return isJSON ? .json(report.json) : .text(report.text(showsAll: showsAll, screen: screen))
        }
    }

    private func printPicture(_ input: InputFile, context: CommandContext) throws(TaskError) {
        let screen = context.output
        let movie = input.movie
        if let frame, frame >= movie.frames { throw .render(file: input.name, .frameOutOfRange(frame: frame, frames: movie.frames)) }
        guard movie.frames > 0 else { return }
        let drawn = try TaskError.naming(input.name) { () throws(RenderError) in
            let prepared = PreparedMovie(movie, limits: common.limits)
            let frame = if let frame { frame } else { try TellingFrame.of(prepared) ?? 0 }
            // Six lines stay free: the summary, one for the caption, one for the prompt.
            let picture = try TerminalPicture(prepared, frame: frame, columns: screen.columns, rows: screen.rows - 8)
            return (picture: picture, frame: frame)
        }
        let seconds = Units.seconds(Double(drawn.frame) / movie.frameRate.framesPerSecond)
        let caption = screen.styled("frame \(drawn.frame) of \(movie.frames), at \(seconds)", .dim)
        try context.print("\n" + drawn.picture.text(screen.colors) + caption + "\n")
    }

    private func printImages(_ input: InputFile, context: CommandContext) throws(TaskError) {
        let sheet = ImageSheet(input.movie, InspectReport(input, limits: common.limits), limits: common.limits)
        for line in sheet.lines(context.output.forReport) { try context.print("\n" + line) }
        try context.print("\n")
    }

    private func writeImages(_ input: InputFile, to output: FileName) throws(TaskError) {
        let report = InspectReport(input)
        guard !report.images.isEmpty else { throw .request(file: input.name, message: "the movie has no images") }
        let picture = try input.drawing { () throws(RenderError) in
            try ImageSheet(input.movie, report, limits: common.limits).picture()
        }
        guard let picture else {
            let count = Units.count(report.images.count, "image")
            throw .request(file: input.name, message: "\(count) are more than a picture can have", advice: "see svga unpack")
        }
        try TaskError.naming(output.path) { () throws(ExportError) in try picture.writePNG(to: output.path, overwrite: overwrites) }
    }
}

/// A frame as half-block characters: each character shows two pixels, one above the other, over a checkerboard where the frame is
/// transparent.
struct TerminalPicture {
    let pixmap: Pixmap

    /// A frame scaled to fit this many characters.
    init(_ movie: PreparedMovie, frame: Int, columns: Int, rows: Int) throws(RenderError) {
        let canvas = movie.movie.canvasPixels
        let (width, height) = (Double(canvas.width), Double(canvas.height))
        // Enlarged at most twice: a tiny movie would be blurred.
        let scale = min(Double(columns) / width, Double(2 * max(4, rows)) / height, 2)
        var options = RenderOptions()
        options.size = .pixels(
            width: max(1, Int(saturating: (width * scale).rounded(.down))), height: max(1, Int(saturating: (height * scale).rounded(.down)))
        )
        options.filter = .best
        options.limits = movie.limits
        pixmap = try movie.scene(options: options).pixmap(frame: frame)
    }

    func text(_ colors: TerminalColors) -> String {
        let blocks = BlockPicture(pixmap: pixmap.overSquares(4), colors: colors)
        return (0..<blocks.rows).map { String(decoding: blocks.row($0), as: UTF8.self) + "\n" }.joined()
    }
}
