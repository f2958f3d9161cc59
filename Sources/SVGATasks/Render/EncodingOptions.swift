package import SVGAExport
package import SVGAModel
import SVGASupport

/// Encoding options. Each applies to some formats only.
package struct EncodingOptions: Sendable {
    /// The option names in messages.
    package enum Name: String, CaseIterable, Sendable {
        case quality
        case effort
        case targetSize = "target-size"
        case audio
        case alpha
        case alphaScale = "alpha-scale"
        case vapx
        case codec
        case audioCodec = "audio-codec"
        case matte
        case dither
        case framesBaked = "frames-baked"
        case maxSize = "max-size"
        case columns
    }

    package enum AlphaLayout: String, CaseIterable, ExpressibleByArgument {
        case sideBySide = "side-by-side"
        case stacked
    }

    package enum Codec: String, CaseIterable, ExpressibleByArgument {
        case h264, hevc, prores, qtrle

        package var format: OutputFormat {
            switch self {
            case .h264, .hevc: .mp4
            case .prores, .qtrle: .mov
            }
        }
    }

    package enum AudioCodec: String, CaseIterable, ExpressibleByArgument { case aac, pcm }

    package var quality: Quality?
    package var effort: Effort?
    package var targetSize: ByteSize?
    package var audio: AudioChoice?
    package var alpha: AlphaLayout?
    package var alphaScale: AlphaScale?
    /// The keys that the player app fills.
    package var vapx: [String] = []
    package var codec: Codec?
    package var audioCodec: AudioCodec?
    package var matte: ColorArgument?
    package var dither: Fraction?
    package var bakesFrames = false
    package var maxSize: PageSide?
    package var columns: PositiveCount?

    package static let group = ParameterGroup<EncodingOptions>(
        "Encoding", "编码",
        summary: LocalizedText(
            "\(option: "quality") \(option: "effort") \(option: "target-size") \(option: "alpha") …",
            "\(option: "quality") \(option: "effort") \(option: "target-size") \(option: "alpha") 等"),
        note: LocalizedText(
            """
            Formats, by the extension of OUT or by \(option: "format"):
            \(OutputFormat.table(\.english))\(option: "target-size") reduces quality, size or frame rate, whichever is least visible.
            GIF has no translucent pixels: without \(option: "matte"), soft edges become jagged. With
            the color of your page, they blend into the page.
            In a pipe, webp, mp4 and mov are written at the end, others frame by frame.
            \(option: "alpha") writes color and alpha side by side, plus a JSON with their rectangles,
            for players such as VAP. VAP reads an alpha of half the size, which is the
            default; AlphaPlayer needs \(option: "alpha-scale", "1"). \(option: "vapx") leaves a sprite to VAP: the
            app provides its image, or its text if \(option: "set-text") is given (with the color and
            weight of \(option: "text-style")), and the video has its mask. Players cannot rotate
            replaced sprites.

            """,
            """
            格式，由 OUT 的扩展名或 \(option: "format") 决定：
            \(OutputFormat.table(\.chinese))\(option: "target-size") 会降低质量、尺寸或帧数，取最不易察觉的。
            GIF 没有半透明像素：不用 \(option: "matte") 时，柔和的边缘会出现锯齿；设为页面的颜色，
            边缘就与页面融合。
            输出到管道时，webp、mp4 和 mov 到最后才写出；其他格式逐帧写出。
            \(option: "alpha") 把颜色和 alpha 并排写入视频，并附一个记录两者矩形的 JSON，
            供 VAP 等播放器使用。VAP 读取一半大小的 alpha，即默认值；AlphaPlayer
            需要 \(option: "alpha-scale") 1。\(option: "vapx") 把一个元素留给 VAP：由 App 填入图片，如果
            \(option: "set-text") 设了文字则填入文字（颜色和字重取自 \(option: "text-style")），视频里存它的遮罩。
            播放器不会旋转填入的内容。

            """),
        [
            .option(
                \.quality, "quality", placeholder: "N", help: "quality, 0 to 100; not for png, apng, y4m, rgba, sheet, wav",
                "质量，0 到 100；不适用于 png、apng、y4m、rgba、sheet、wav"
            ).field("Quality"),
            .option(
                \.effort, "effort", placeholder: "N", help: "effort, 0 (fastest) to 6 (smallest), for most formats",
                "压缩力度，0（最快）到 6（最小），适用于多数格式"
            ).field("Effort"),
            .option(
                \.targetSize, "target-size", placeholder: "SIZE", help: "maximum file size, such as 500k or 2m (k is 1000 bytes)",
                "文件大小上限，例如 500k、2m（k 为 1000 字节）"
            ).field("Maximum size"),
            .option(
                \.audio, "audio", placeholder: "keep|drop|FILE", help: "keep the movie's sound (default), drop it, or use FILE",
                "保留动画的声音（默认）、去掉声音，或使用 FILE 的声音"
            ).completed(.files(ValueCompletion.sounds)).field("With the movie's sound"),
            .option(
                \.alpha, "alpha", placeholder: "LAYOUT", help: "mp4: add alpha beside the color: side-by-side or stacked",
                "mp4：在颜色旁加入 alpha：side-by-side（左右）或 stacked（上下）"
            ).field("Transparency"),
            .option(
                \.alphaScale, "alpha-scale", placeholder: "X", help: "scale of the alpha part, 0.5 (default) to 1",
                "alpha 部分的缩放比例，0.5（默认）到 1"),
            .option(
                \.vapx, "vapx", placeholder: "KEY", help: "with \(option: "alpha"): a key that the app fills; repeatable",
                "配合 \(option: "alpha")：由 App 填充的 imageKey；可重复"),
            .option(
                \.codec, "codec", placeholder: "CODEC", help: "mp4: h264 (default) or hevc; mov: prores (default) or qtrle",
                "mp4：h264（默认）或 hevc；mov：prores（默认）或 qtrle"
            ).field("Codec"),
            .option(
                \.audioCodec, "audio-codec", placeholder: "CODEC", help: "mov: aac (default) or pcm (lossless)", "mov：aac（默认）或 pcm（无损）"),
            .option(\.matte, "matte", placeholder: "COLOR", help: "gif: the color that soft edges blend into", "gif：半透明边缘与之混合的颜色").field(
                "Page color"),
            .option(
                \.dither, "dither", placeholder: "D", help: "gif: 0–1, default 0.3; above 0.5 also dithers alpha",
                "gif：抖动强度 0–1，默认 0.3；高于 0.5 时也抖动 alpha"
            ).field("Dithering"),
            .flag(\.bakesFrames, "frames-baked", help: "html: store every frame as a lossless image; much larger", "html：每帧存为无损图片；文件大得多"),
            .option(
                \.maxSize, "max-size", placeholder: "N", help: "sheet: maximum page side in pixels (default 4096)",
                "sheet：每页边长上限，单位为像素（默认 4096）"),
            .option(\.columns, "columns", placeholder: "N", help: "contact: frames per row", "contact：每行的帧数"),
        ])

    /// The options that were set.
    package var given: Set<Name> {
        var given: Set<Name> = []
        if quality != nil { given.insert(.quality) }
        if effort != nil { given.insert(.effort) }
        if targetSize != nil { given.insert(.targetSize) }
        // `keep` and `drop` are allowed for formats without sound.
        if case .file = audio { given.insert(.audio) }
        if alpha != nil { given.insert(.alpha) }
        if alphaScale != nil { given.insert(.alphaScale) }
        if !vapx.isEmpty { given.insert(.vapx) }
        if codec != nil { given.insert(.codec) }
        if audioCodec != nil { given.insert(.audioCodec) }
        if matte != nil { given.insert(.matte) }
        if dither != nil { given.insert(.dither) }
        if bakesFrames { given.insert(.framesBaked) }
        if maxSize != nil { given.insert(.maxSize) }
        if columns != nil { given.insert(.columns) }
        return given
    }

    /// Throws for options that the format ignores, and for options that need another option.
    package func check(for format: OutputFormat) throws(TaskError) {
        for name in Name.allCases where given.contains(name) && !format.options.contains(name) {
            let formats = OutputFormat.allCases.filter { $0.options.contains(name) }.map(\.rawValue)
            throw .usage(
                "\(option: name.rawValue) does not apply to \(format.rawValue)",
                advice: "it applies to \(formats.joined(separator: ", "))")
        }
        if let codec, codec.format != format {
            throw .usage(
                "\(option: "codec", "\(codec.rawValue)") does not apply to \(format.rawValue)",
                advice: "it applies to \(codec.format.rawValue)")
        }
        if alpha == nil, let name = [Name.alphaScale, .vapx].first(where: given.contains) {
            throw .usage("\(option: name.rawValue) needs \(option: "alpha")", advice: "add \(option: "alpha", "stacked") or side-by-side")
        }
    }
}

/// The size of the alpha part as a fraction of the color part.
package struct AlphaScale: ExpressibleByArgument, Hashable {
    package let value: Double

    package init?(argument: String) {
        guard let value = Double(argument: argument), (0.5...1).contains(value) else { return nil }
        self.value = value
    }
    package static var expectation: TaskText { "a number from 0.5 to 1" }
}

/// The source of the output's sound.
package enum AudioChoice: ExpressibleByArgument, Hashable {
    case keep
    case drop
    case file(FileName)

    package init?(argument: String) {
        switch argument {
        case "keep": self = .keep
        case "drop": self = .drop
        default:
            guard let file = FileName(argument: argument), !file.isStandardStream else { return nil }
            self = .file(file)
        }
    }
    package static var expectation: TaskText { "keep, drop or a file name" }
    package static var isFile: Bool { true }
}

/// The playback timing of the output.
package struct TimingOptions: Sendable {
    package var frameRate: FrameRateArgument?
    package var every: PositiveCount?
    package var speed: Scale?
    package var isReversed = false
    package var bounces = false
    package var loops: LoopCount?

    package init() {}

    package static let group = ParameterGroup<TimingOptions>(
        "Timing", "时间",
        summary: "\(option: "fps") \(option: "every") \(option: "speed") \(option: "reverse") \(option: "bounce") \(option: "loop")",
        note: LocalizedText(
            """
            The options apply in this order: The frames of \(option: "frames") play at the movie's
            frame rate times \(option: "speed"). The output has \(option: "fps") frames per second: frames are
            repeated or left out, but never blended. Without \(option: "fps"), a faster movie keeps its
            frame rate and leaves out frames; a slower one shows each frame longer.
            \(option: "every") 3 keeps one of three frames and shows it three times as long; it
            cannot be combined with \(option: "fps"). Sound is cut, reversed and repeated like its
            frames, and its pitch follows \(option: "speed").
            GIF shows at most 50 frames per second; faster movies are shown at 50.

            """,
            """
            处理顺序：先以动画自身的帧率乘以 \(option: "speed") 播放 \(option: "frames") 选出的帧；再以每秒 \(option: "fps")
            帧的速率显示，为此只重复或丢弃帧，从不混合。不设 \(option: "fps") 时，变快的动画保持帧率并
            丢帧，变慢的则延长每帧的显示时间。\(option: "every") 3 从这些帧中每三帧取一帧，显示时间为三
            倍；它不能与 \(option: "fps") 同时使用。声音随帧一起被剪切、倒放和重复，音调随 \(option: "speed")
            变化。
            GIF 每秒最多显示 50 帧，更快的动画按 50 帧显示。

            """),
        [
            .option(
                \.frameRate, "fps", placeholder: "F", help: "frames per second: 25, 29.97, 30000/1001 (default: the movie's)",
                "每秒帧数：25、29.97、30000/1001（默认与动画相同）"
            ).field("Frames per second"),
            .option(
                \.every, "every", placeholder: "N", help: "keep every Nth frame, and show it N times as long", "每 N 帧取一帧，每帧显示时间为 N 倍"),
            .option(\.speed, "speed", placeholder: "X", help: "playback speed; 2 is twice as fast", "播放速度；2 为两倍速").field("Speed"),
            .flag(\.isReversed, "reverse", help: "play backward", "倒放").field("Backwards"),
            .flag(\.bounces, "bounce", help: "play forward, then backward, so that a loop does not jump", "先正放再倒放，循环时没有跳变"),
            .option(
                \.loops, "loop", placeholder: "N",
                help: "play N times, or endlessly for 0 (default: 0 if the format loops, else 1)", "播放 N 次，0 为无限循环（默认：格式可循环时为 0，否则为 1）"
            ).field("Plays"),
        ])

    package func validate() throws(TaskError) {
        if frameRate != nil && every != nil {
            throw .usage("\(option: "fps") and \(option: "every") cannot be combined", advice: "use only one of them")
        }
    }

    /// - Parameter frames: indices of the movie's frames in playback order; nil for all.
    package func timing(frames: [Int]?) -> ExportTiming {
        var timing = ExportTiming()
        timing.frames = bounces ? frames.map { $0 + $0.dropFirst().dropLast().reversed() } : frames
        timing.isReversed = isReversed
        timing.speed = speed?.factor ?? 1
        timing.frameRate = frameRate?.rate
        timing.every = every?.value ?? 1
        timing.loopCount = loops?.value
        return timing
    }
}

/// Frames per second: a number or a fraction.
package struct FrameRateArgument: ExpressibleByArgument, Hashable {
    package let rate: FrameRate

    package init?(argument: String) {
        let halves = argument.fields(separatedBy: FilePath.slash)
        let rate: FrameRate?
        if halves.count == 2 {
            guard let numerator = Int(halves[0]), let denominator = Int(halves[1]) else { return nil }
            rate = FrameRate(numerator, per: denominator)
        } else {
            rate = Double(argument: argument).flatMap { FrameRate($0) }
        }
        guard let rate else { return nil }
        self.rate = rate
    }
    package static var expectation: TaskText { "a frame rate up to \(FrameRate.highest) fps, such as 25, 29.97 or 30000/1001" }
}

/// The number of plays; 0 means endless.
package struct LoopCount: ExpressibleByArgument, Hashable {
    package let value: Int

    package init?(argument: String) {
        guard let value = Int(argument), value >= 0 else { return nil }
        self.value = value
    }
    package static var expectation: TaskText { "a whole number, or 0 for endless" }
}
