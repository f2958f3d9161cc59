import SVGACheck
import SVGAExport
import SVGAModel
import SVGAPixels
import SVGARender
import SVGASupport
import SVGATasks

/// `svga inspect`: describes the content of a file.
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
    var placementKey: String?
    var frames: FrameSelection?
    var size: PixelSize?
    var budget: FileName?
    var common = CommonOptions()

    static let name = "inspect"
    static let abstract = LocalizedText(
        "Show what a file contains: size, replaceable keys, images, sounds", "查看文件内容：尺寸、imageKey（可替换元素）、图片、声音")
    static let examples = ["svga inspect samples/gift.svga", "svga inspect --json samples/gift.svga samples/like.svga"]

    static let groups: [ParameterGroup<InspectCommand>] = [
        ParameterGroup(
            [
                .arguments(
                    \.inputs, "IN…", help: "files, folders of .svga files, or - for standard input", "文件、存放 .svga 文件的文件夹，或表示标准输入的 -"
                ).completed(.animations),
                .flag(
                    \.isJSON, "json", help: "print JSON: one object, or an array for several files", "以 JSON 输出：一个文件为对象，多个文件为数组"
                ),
                .flag(
                    \.showsKeysOnly, "keys", help: "list only replaceable keys: key, accepted content, layout",
                    "只列出可替换元素：imageKey、可接受的内容、布局"),
                .flag(\.showsAll, "all", help: "show all rows of long tables", "长表格也显示所有行"),
                .flag(\.showsTimeline, "timeline", help: "show when each key is visible, and its alpha", "显示每个 imageKey 何时可见及其 alpha"),
                .flag(
                    \.showsCost, "cost", help: "show the size of images, frames and sounds, and memory by player",
                    "显示图片、帧和声音的大小，以及各播放器占用的内存"),
                .flag(\.showsPicture, "picture", help: "preview a representative frame in the terminal", "在终端中预览有代表性的一帧"),
                .option(\.frame, "frame", placeholder: "N", help: "preview this frame, counted from 0", "预览这一帧，帧号从 0 开始"),
                .flag(\.showsImages, "images", help: "show all images side by side in the terminal", "在终端中并排显示所有图片"),
                .option(
                    \.output, "o", "output", placeholder: "OUT.png", help: "write the image sheet as a PNG; - is standard output",
                    "把图片总览写成 PNG；- 为标准输出"),
                .flag(\.overwrites, "force", help: "overwrite OUT.png", "覆盖 OUT.png"),
                .flag(\.showsText, "text", help: "print the visible content line by line, for git diff", "逐行输出可见内容，供 git diff 使用"),
            ]),
        ParameterGroup(
            "Reports", "报告", summary: "\(options: "placement", "frames", "size", "budget")",
            [
                .option(
                    \.placementKey, "placement", placeholder: "KEY", help: "print corners, matrix and alpha of a key in each frame",
                    "输出某个 imageKey 在每一帧的四角、矩阵和 alpha"),
                .option(
                    \.frames, "frames", placeholder: "LIST", help: "frames of \(option: "placement"), such as 0,8,20-40 (default: all)",
                    "\(option: "placement") 的帧，例如 0,8,20-40（默认全部）"),
                .option(
                    \.size, "size", placeholder: "WxH", help: "print \(option: "placement") in pixels of this size, not in points",
                    "以此尺寸的像素代替点输出 \(option: "placement")"),
                .option(
                    \.budget, "budget", placeholder: "FILE", help: "compare with the limits of a JSON file; exit 1 if any is exceeded",
                    "与 JSON 文件中的限额比较；超出则退出码为 1"),
            ]),
        CommonOptions.group.at(\.common),
        CommonOptions.limitGroup.at(\.common),
    ]

    /// The requested report forms.
    private var forms: [String] {
        let forms = [
            ("--json", isJSON), ("--keys", showsKeysOnly), ("--text", showsText), ("--picture", showsPicture || frame != nil),
            ("--timeline", showsTimeline), ("--cost", showsCost), ("--images", showsImages || output != nil),
            ("--placement", placementKey != nil), ("--budget", budget != nil),
        ]
        return forms.filter(\.1).map(\.0)
    }

    func validate() throws(TaskError) {
        let forms = forms
        // These exclude the other forms, except two with `--json`; the others are parts of one page.
        if let exclusiveForm = forms.first(where: { ["--json", "--keys", "--text", "--placement", "--budget"].contains($0) }),
            forms.count > 1,
            !["--keys", "--placement", "--budget"].contains(where: { forms == ["--json", $0] })
        {
            throw .usage("\(exclusiveForm) cannot be combined with other forms of report", advice: "use only one of them")
        }
        if showsText && showsAll { throw .usage("--text always prints everything", advice: "leave out --all") }
        if let frame, frame < 0 { throw .usage("--frame needs a frame number of at least 0, not \(frame)") }
        if placementKey == nil && (frames != nil || size != nil) {
            throw .usage("\(option: frames == nil ? "size" : "frames") needs \(option: "placement")", advice: "")
        }
        if output != nil && inputs.count > 1 { throw .usage("-o writes the images of a single file", advice: "name a single file") }
        if inputs.count(where: \.isStandardStream) > 1 { throw .usage("standard input (-) can be read only once") }
    }

    func run(in context: CommandContext) async throws(TaskError) -> ExitCode {
        let inputs = try BatchPlan.movies(of: self.inputs)
        let isList = inputs.count > 1 || inputs != self.inputs
        if isList && output != nil { throw .usage("\(option: "o") writes the images of a single file", advice: "name a single file") }
        if inputs != self.inputs && forms.isEmpty && !showsAll { return try await printTable(of: inputs, context) }
        if let budget { return try await compare(inputs, with: budget, isList: isList, context) }
        var reports: [JSONValue] = []
        var printedCount = 0
        let code = try await context.forEach(inputs) { (file) throws(TaskError) in
            let input = try InputAnimation(file, options: common.readOptions, context: context.task)
            context.clock.finish("read")
            if let placementKey {
                let task = PlacementTask(key: placementKey, frames: frames, size: size, common: common)
                let report = try task.run(input, in: context.task)
                if isJSON { reports.append(report.json) } else { try context.print(report.text(context.output.forReport)) }
                return context.clock.finish("print")
            }
            if showsText {
                for part in MovieText(movie: try input.movie(common.limits).movie).parts { try context.print(part) }
                return context.clock.finish("print")
            }
            if let output {
                try writeImages(input.movie(common.limits), to: output)
                return context.clock.finish("picture")
            }
            let report = try self.report(input, context.output.forReport, hasTitle: isList)
            context.clock.finish("gather")
            switch report {
            case .json(let json): reports.append(json)
            case .text(let text):
                if printedCount > 0 { try context.print("\n") }
                try context.print(text)
                if showsPicture || frame != nil { try printPicture(input.movie(common.limits), context: context) }
                if showsImages { try printImages(input.movie(common.limits), context: context) }
                printedCount += 1
            }
            context.clock.finish("print")
        }
        if isJSON && !reports.isEmpty { try context.print(json: reports, isList: isList) }
        context.clock.finish("print")
        return code
    }

    private func printTable(of files: [FileName], _ context: CommandContext) async throws(TaskError) -> ExitCode {
        var table = MovieTable(count: files.count, context.output.forReport)
        var task = ValidateTask()
        task.common = common
        let code = try await context.forEach(files) { [task] (file) throws(TaskError) in
            table.add(try task.run(file, in: context.task))
        } failed: { file, _ in
            table.add(unreadable: file.path)
        }
        try context.print(table.text)
        return code
    }

    private func compare(
        _ inputs: [FileName], with budget: FileName, isList: Bool, _ context: CommandContext
    ) async throws(TaskError) -> ExitCode {
        var reports: [BudgetReport] = []
        let task = BudgetTask(budget: budget, common: common)
        let code = try await context.forEach(inputs) { (file) throws(TaskError) in
            let report = try task.run(file, in: context.task)
            reports.append(report)
            if !isJSON { try context.print(report.text(context.output.forReport)) }
            context.clock.finish("print")
        }
        if isJSON && !reports.isEmpty { try context.print(json: reports.map(\.json), isList: isList) }
        return code == .done && reports.contains { !$0.isWithin } ? .findings : code
    }

    /// Either may be large.
    private enum Report {
        case json(JSONValue)
        case text(String)
    }

    private func report(_ input: InputAnimation, _ screen: TextStream, hasTitle: Bool) throws(TaskError) -> Report {
        let title = hasTitle ? screen.styled(input.name.printable, .bold) + "\n" : ""
        // Both views require a movie.
        let animation = showsTimeline || showsCost ? InputAnimation.movie(try input.movie(common.limits)) : input
        let found = try InspectTask(common: common).report(on: animation)
        if isJSON { return .json(showsKeysOnly ? found.keysJSON : found.json) }
        switch found {
        case .movie(let report):
            if showsKeysOnly { return .text(title + KeyList(report).text(screen)) }
            let views = (showsTimeline ? [InspectText.View.timeline] : []) + (showsCost ? [.cost] : [])
            let timeline = showsTimeline ? Timeline(try animation.movie(common.limits).movie, report.keys, drawn: report.drawn) : nil
            // An image below the tables would push them off the screen.
            let hasPicture = views.isEmpty && (showsImages || showsPicture || frame != nil) && screen.isTerminal && !showsAll
            let text = InspectText(
                report: report, showsAll: showsAll, screen: screen, views: Set(views), timeline: timeline, hasTables: !hasPicture)
            return .text(text.text)
        case .lottie(let report):
            return .text(showsKeysOnly ? title + report.keysText(screen: screen) : report.text(showsAll: showsAll, screen: screen))
        }
    }

    private func printPicture(_ input: InputFile, context: CommandContext) throws(TaskError) {
        let screen = context.output
        let movie = input.movie
        if let frame, frame >= movie.frameCount {
            throw .render(file: input.name, .frameOutOfRange(frame: frame, frameCount: movie.frameCount))
        }
        guard movie.frameCount > 0 else { return }
        let drawn = try TaskError.naming(input.name) { () throws(SVGAError) in
            let prepared = PreparedMovie(movie, limits: common.limits)
            let frame = if let frame { frame } else { try PosterFrame.of(prepared) ?? 0 }
            // Six lines stay free: the summary, the caption and the prompt.
            let picture = try TerminalPicture(prepared, frame: frame, columns: screen.columns, rows: screen.rows - 8)
            return (picture: picture, frame: frame)
        }
        let seconds = Units.seconds(Double(drawn.frame) / movie.frameRate.framesPerSecond)
        let caption = screen.styled(screen.text("frame \(drawn.frame) of \(movie.frameCount), at \(seconds)"), .dim)
        try context.print("\n" + drawn.picture.text(screen.colors) + caption + "\n")
    }

    private func printImages(_ input: InputFile, context: CommandContext) throws(TaskError) {
        let sheet = ImageSheet(input.movie, InspectTask(common: common).report(on: input), limits: common.limits)
        for line in sheet.lines(context.output.forReport) { try context.print("\n" + line) }
        try context.print("\n")
    }

    private func writeImages(_ input: InputFile, to output: FileName) throws(TaskError) {
        let report = InspectTask(common: common).report(on: input)
        guard !report.images.isEmpty else { throw .request(file: input.name, message: "the movie has no images", advice: "") }
        let picture = try input.drawing { () throws(SVGAError) in
            try ImageSheet(input.movie, report, limits: common.limits).picture()
        }
        guard let picture else {
            let count = Units.count(report.images.count, "image")
            throw .request(file: input.name, message: "\(count) do not fit into one sheet", advice: "see svga unpack")
        }
        try picture.writePNG(to: output, overwriting: overwrites)
    }
}

/// A frame as half-block characters: each character shows two pixels, one above the other. Transparent pixels show a checkerboard.
struct TerminalPicture {
    let pixmap: Pixmap

    /// A frame scaled to fit this many characters.
    init(_ movie: PreparedMovie, frame: Int, columns: Int, rows: Int) throws(SVGAError) {
        let canvas = movie.movie.canvasPixels
        let (width, height) = (Double(canvas.width), Double(canvas.height))
        // At most doubled: a tiny movie would be blurred.
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
