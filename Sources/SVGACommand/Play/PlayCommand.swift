import SVGAExport
import SVGALottie
import SVGAModel
import SVGARender
import SVGASupport
import SVGATasks

/// `svga play`: plays a movie in the terminal.
struct PlayCommand: LimitedCommand {
    var input = FileName()
    var frames: FrameSelection?
    var graphics = PlayProtocol.auto
    var scale: Scale?
    var background: ColorArgument?
    var timing = TimingOptions()
    var substitution = SubstitutionOptions()
    var common = CommonOptions()

    static let name = "play"
    static let abstract = LocalizedText("Play a movie in the terminal, as images or characters", "在终端中以图片或字符播放动画")
    static let examples = ["svga play samples/gift.svga", "svga play samples/gift.svga --set-text name=Ann --loop 1"]

    static let groups: [ParameterGroup<PlayCommand>] = [
        ParameterGroup(
            [
                .argument(\.input, "IN", help: "the movie or Lottie; - is standard input", "动画或 Lottie；- 为标准输入").completed(.animations),
                .option(
                    \.frames, "frames", placeholder: "LIST", help: "frames, such as 0,8,20-40,60-90:5 (default: all)",
                    "帧的列表，例如 0,8,20-40,60-90:5（默认全部）"
                ),
                .option(
                    \.graphics, "protocol", placeholder: "NAME", help: "auto (detected), kitty, sixel or blocks",
                    "auto（自动检测）、kitty、sixel 或 blocks"),
                .option(\.scale, "scale", placeholder: "X", help: "maximum pixels per point (default 1)", "每点的像素数上限（默认 1）"),
                .option(
                    \.background, "background", placeholder: "COLOR", help: "background color (default: the terminal's)",
                    "背景色（默认为终端的背景色）"),
            ]),
        ParameterGroup(
            "Keyboard", "键盘", summary: LocalizedText("space pause, , . step, + - speed, q quit", "space 暂停，, . 逐帧，+ - 变速，q 退出"),
            note: LocalizedText(
                """
                  space        pause or continue
                  left right   one frame back or forward, like , and .
                  page up/down ten frames back or forward, like up, down, shift-left and -right
                  home end     first or last frame
                  + -          faster, slower
                  r            reverse the direction
                  l            toggle endless looping
                  q escape     quit, like Ctrl-C; Ctrl-Z suspends, fg continues
                Without --loop, playback is endless. Late frames are left out. -q hides the
                status line. For a file or a pipe, --protocol NAME writes the escape codes of
                each frame once, for a window of 80 by 24 characters of 10 by 20 pixels.
                Where an image cannot be transparent, it is drawn on the terminal's background
                color, or on black if that color is unknown.

                """,
                """
                  space        暂停、继续
                  left right   后退或前进一帧，与 , 和 . 相同
                  page up/down 后退或前进十帧，与 up、down 及 shift-left、-right 相同
                  home end     第一帧、最后一帧
                  + -          加速、减速
                  r            反向播放
                  l            开启或关闭无限循环
                  q escape     退出，与 Ctrl-C 相同；Ctrl-Z 挂起，fg 恢复
                不设 --loop 时无限循环。来不及显示的帧会丢弃。-q 不显示底部的状态行。输出到文件
                或管道时，--protocol NAME 写出各帧的转义序列，每帧一次，按 80 列 24 行、每个字符
                10 乘 20 像素的窗口计算。
                画面无法透明时，绘制在终端的背景色上；背景色未知则用黑色。

                """), []),
        TimingOptions.group.at(\.timing),
        SubstitutionOptions.group.at(\.substitution),
        CommonOptions.group.at(\.common),
        CommonOptions.limitGroup.at(\.common),
    ]

    /// Advice without a terminal.
    static let elsewhere: TaskText = "use svga preview for a browser, or svga render for a file"

    func validate() throws(TaskError) {
        try timing.validate()
        try substitution.validate(input: input)
    }

    func run(in context: CommandContext) async throws(TaskError) -> ExitCode {
        if graphics == .auto {
            guard context.output.isTerminal else {
                throw .usage(
                    "standard output is not a terminal", advice: "\(PlayCommand.elsewhere); write escape codes with --protocol NAME")
            }
            guard !context.output.isDumb else {
                throw .usage("the terminal does not support escape codes (TERM)", advice: PlayCommand.elsewhere)
            }
        }
        let movie = try await load(context)
        guard context.output.isTerminal else {
            try write(movie, context)
            return .done
        }
        let loop = try play(movie, context)
        if common.isVerbose && !common.isQuiet {
            context.report(
                note:
                    "svga: \(movie.file.name): \(Units.count(loop.shownCount, "frame")) shown, \(loop.droppedCount) left out")
        }
        if common.showsPhaseTimes { context.report(note: loop.phases.line) }
        return .done
    }

    private func load(_ context: CommandContext) async throws(TaskError) -> PlayedMovie {
        let file = try InputAnimation(input, options: common.readOptions, context: context.task)
        let timing = timing.timing(frames: try file.frameIndices(frames))
        let line = try await file.exporting(to: file.name) { () throws(SVGAError) in
            try timing.timeline(frameCount: file.frames, frameRate: file.frameRate, repetition: .stored(maximum: .max))
        }
        switch file {
        case .movie(let movie):
            let substitutions = try substitution.load(for: movie, common, context: context.task)
            let prepared = PreparedMovie(movie.movie, limits: common.limits)
            if !substitution.parts.isEmpty {
                let scene = try movie.drawing { () throws(SVGAError) in
                    try prepared.scene(options: RenderOptions(limits: common.limits), substitutions: substitutions)
                }
                try common.warnAboutTexts(of: scene, file.name, in: line.frames, context.task)
            }
            return PlayedMovie(file: file, line: line) { (options) throws(TaskError) in
                try movie.drawing { () throws(SVGAError) in try prepared.scene(options: options, substitutions: substitutions) }
            }
        case .lottie(let lottie):
            let animation = try lottie.animation(RenderOptions(limits: common.limits), substitution, common, context: context.task)
            return PlayedMovie(file: file, line: line) { (options) throws(TaskError) in
                try TaskError.naming(lottie.name) { () throws(SVGAError) in
                    try animation.painted(on: options.background).resized(options.size)
                }
            }
        }
    }

    private func play(_ movie: PlayedMovie, _ context: CommandContext) throws(TaskError) -> PlayLoop {
        let screen = try TerminalScreen()
        defer { screen.leave() }
        try screen.enter()
        let probe = try screen.probe()
        let graphics = graphics.resolved(probe)
        let output = context.output
        var loop = PlayLoop(
            movie, on: screen, probe: probe, encoder: try graphics.encoder(output.colors), look: look(graphics, probe),
            statusStyle: common.isQuiet ? nil : { output.styled($0, .dim) }, wording: output.wording)
        try loop.run()
        return loop
    }

    /// Writes every frame once, without waiting.
    private func write(_ movie: PlayedMovie, _ context: CommandContext) throws(TaskError) {
        let probe = TerminalProbe()
        let encoder = try graphics.encoder(context.output.colors)
        let look = look(graphics, probe)
        let size = TerminalSize()
        let layout = look.layout(of: movie, in: size, probe, hasStatus: false)
        let painter = try movie.painter(layout, look)
        for position in movie.line.frames.indices {
            if Task.isCancelled { throw .interrupted }
            let bytes = try encoder.encode(try movie.draw(position, painter), column: layout.column, row: layout.row)
            do throws(TextStream.WriteFailure) {
                try context.output.write(bytes)
            } catch {
                throw .standardOutput(reason: error.reason)
            }
        }
    }

    private func look(_ graphics: PlayProtocol, _ probe: TerminalProbe) -> PlayLook {
        let ground = background?.color ?? (graphics == .kitty ? nil : probe.background ?? .black)
        return PlayLook(
            scale: scale?.factor ?? 1, background: ground.flatMap { $0.alpha > 0 ? $0 : nil }, cell: graphics == .blocks ? (1, 2) : nil,
            limits: common.limits)
    }
}

/// The protocols for images in a terminal.
enum PlayProtocol: String, CaseIterable, ExpressibleByArgument {
    case auto, kitty, sixel, blocks

    /// The best protocol that the terminal supports if the option is `auto`.
    func resolved(_ probe: TerminalProbe) -> PlayProtocol {
        guard self == .auto else { return self }
        if probe.hasKitty { return .kitty }
        return probe.hasSixel && SystemLibrary.sixel.problem() == nil ? .sixel : .blocks
    }

    func encoder(_ colors: TerminalColors) throws(TaskError) -> any FrameEncoder {
        switch self {
        case .kitty: try KittyEncoder()
        case .sixel: try SixelEncoder()
        case .auto, .blocks: BlockEncoder(colors: colors)
        }
    }
}
