import SVGASupport

/// The services and uses that `--preset` names. ``rules`` has the limits of each.
package enum Preset: String, CaseIterable, Sendable, ExpressibleByArgument {
    case wechatSticker = "wechat-sticker"
    case wechatGIF = "wechat-gif"
    case slack, discord, telegram
    case whatsAppSticker = "whatsapp-sticker"
    case web, archive

    /// The group of `--preset` in the help, with a table of all presets.
    package static let group = ParameterGroup<RenderTask>(
        "Presets", "预设", summary: LocalizedText("\(option: "preset") slack …", "\(option: "preset") slack 等"),
        note: LocalizedText(
            """
            Presets (with the limits of the services on \(checkedOn)):
            \(table(\.english))Other options override those of the preset. A longer movie is cut to its first
            seconds. Quality and frame rate are reduced until the file is small enough; if
            that is not possible, nothing is written. KB are 1000 bytes.

            """,
            """
            预设（平台的限制核对于 \(checkedOn)）：
            \(table(\.chinese))其他选项优先于预设。过长的动画只保留开头几秒。质量和帧率会降低，直到文件足够小；
            如果做不到，则不写出文件。KB 为 1000 字节。

            """),
        [
            .option(
                \.preset, "preset", placeholder: "NAME", help: "format, size and limits of a service, such as slack",
                "某个平台的格式、尺寸和限制，例如 slack"
            ).field("For")
        ])

    /// The presets as a table for the help, one line each.
    private static func table(_ language: (LocalizedText) -> TaskText) -> TaskText {
        let width = allCases.map(\.rawValue.count).max() ?? 0
        return allCases.reduce("") { "\($0)  \($1.rawValue.padded(columns: width))  \(language($1.rules.summary))\n" }
    }

    /// The day on which the sources of all limits were read.
    package static let checkedOn = "2026-11-26"

    /// The options and limits. Limits in KB are taken as 1000 bytes, which is the stricter reading.
    package var rules: PresetRules {
        switch self {
        case .wechatSticker:
            PresetRules(
                self, .gif, .exactly(width: 240, height: 240), maximumBytes: 500_000,
                summary: LocalizedText("gif, 240×240 px, 500 KB: sticker platform", "gif，240×240 px，500 KB：表情开放平台"),
                source: "http://shsj.cdlchd.com/23news/14628.html")
        case .wechatGIF:
            PresetRules(
                self, .gif, .atMost(480), maximumBytes: 1_000_000,
                summary: LocalizedText("gif, up to 480 px, 1 MB: a user's own sticker", "gif，至多 480 px，1 MB：自己添加的表情"),
                source: "https://www.2wbiao.com/p/99478.html")
        case .slack:
            PresetRules(
                self, .gif, .exactly(width: 128, height: 128), maximumFrames: 50, maximumBytes: 128_000,
                summary: LocalizedText("gif, 128×128 px, 128 KB, 50 frames: custom emoji", "gif，128×128 px，128 KB，50 帧：自定义 emoji"),
                source: "https://docs.slack.dev/reference/methods/admin.emoji.add")
        case .discord:
            PresetRules(
                self, .gif, .exactly(width: 320, height: 320), maximumSeconds: 5, maximumBytes: 512_000,
                summary: LocalizedText("gif, 320×320 px, 512 KB, 5 s: sticker", "gif，320×320 px，512 KB，5 s：贴纸"),
                source: "https://discord.com/developers/docs/resources/sticker#create-guild-sticker")
        case .telegram:
            PresetRules(
                self, .webm, .longerSide(512), maximumFrameRate: 30, maximumSeconds: 3, maximumBytes: 256_000, hasSound: false,
                summary: LocalizedText("webm, 512 px, 256 KB, 3 s, 30 fps: video sticker", "webm，512 px，256 KB，3 s，30 fps：视频贴纸"),
                source: "https://core.telegram.org/stickers#video-stickers-and-emoji")
        case .whatsAppSticker:
            PresetRules(
                self, .webp, .exactly(width: 512, height: 512), quality: 90, maximumFrameRate: 125, maximumSeconds: 10,
                maximumBytes: 500_000,
                summary: LocalizedText("webp, 512×512 px, 500 KB, 10 s: animated sticker", "webp，512×512 px，500 KB，10 s：动态贴纸"),
                source: "https://github.com/WhatsApp/stickers/tree/main/Android")
        case .web:
            PresetRules(
                self, .webp, .canvas, quality: 80, maximumBytes: 1_600_000,
                summary: LocalizedText("webp, the movie's size, quality 80, 1.6 MB: web page", "webp，动画的尺寸，质量 80，1.6 MB：网页"),
                source: "https://developer.chrome.com/docs/lighthouse/performance/total-byte-weight/")
        case .archive:
            PresetRules(
                self, .apng, .canvas,
                summary: LocalizedText("apng, the movie's size, lossless, no limit: to keep", "apng，动画的尺寸，无损，不限大小：存档"),
                source: "https://www.w3.org/TR/png-3/")
        }
    }
}

/// What a preset sets, and the limits of its service. nil: no limit.
package struct PresetRules: Sendable {
    package enum Size: Hashable, Sendable {
        case exactly(width: Int, height: Int)
        /// The longer side has so many pixels.
        case longerSide(Int)
        /// No side has more pixels. Movies are not enlarged.
        case atMost(Int)
        /// One pixel per point.
        case canvas
    }

    package let preset: Preset
    package let format: OutputFormat
    package let size: Size
    package let quality: Int?
    /// In frames per second.
    package let maximumFrameRate: Int?
    package let maximumSeconds: Double?
    package let maximumFrames: Int?
    package let maximumBytes: Int?
    package let hasSound: Bool
    /// The line of the help.
    package let summary: LocalizedText
    /// The address of the page that states the limits.
    package let source: String

    fileprivate init(
        _ preset: Preset, _ format: OutputFormat, _ size: Size, quality: Int? = nil, maximumFrameRate: Int? = nil,
        maximumSeconds: Double? = nil, maximumFrames: Int? = nil, maximumBytes: Int? = nil, hasSound: Bool = true, summary: LocalizedText,
        source: String
    ) {
        (self.preset, self.format, self.size, self.quality) = (preset, format, size, quality)
        (self.maximumFrameRate, self.maximumSeconds, self.maximumFrames) = (maximumFrameRate, maximumSeconds, maximumFrames)
        (self.maximumBytes, self.hasSound, self.summary, self.source) = (maximumBytes, hasSound, summary, source)
    }
}
