import Foundation
import SVGACheck
import SVGAModel
import SVGAPlatform
import SVGASupport
import SVGATasks
import TestSupport
import Testing

@testable import SVGACommand

/// Errors, findings and reports in English and Chinese.
struct LanguageTests {
    private static func run(_ words: String..., environment: [String: String]) async -> (code: ExitCode, output: String, errors: String) {
        let output = TextSink()
        let errors = TextSink()
        var context = CommandContext(output: output.stream(false), errors: errors.stream(false)) { _ in [] }
        context.helpLanguage = HelpLanguage(environment: environment)
        let code = await CommandLineTool.run(words, context: context)
        return (code, output.text, errors.text)
    }

    private static let chinese = ["LANG": "zh_CN.UTF-8"]

    @Test func `an error is in Chinese under a Chinese locale, with the same exit code`() async {
        let english = await Self.run("inspect", "/nowhere.svga", environment: [:])
        let chinese = await Self.run("inspect", "/nowhere.svga", environment: Self.chinese)
        #expect(english.errors == "svga: /nowhere.svga: no such file\n")
        #expect(chinese.errors == "svga: /nowhere.svga: 没有这个文件\n")
        #expect(english.code == .invalidInput && chinese.code == .invalidInput)
    }

    @Test func `an error of the options is in Chinese, and keeps the option's name`() async {
        let result = await Self.run("render", "a.svga", "-o", "b.gif", "--quality", "x", environment: Self.chinese)
        #expect(result.errors.hasPrefix("svga: --quality 需要"))
        #expect(result.code == .usage)
    }

    @Test func `--lang en decides under a Chinese locale`() async {
        let result = await Self.run("inspect", "/nowhere.svga", "--lang", "en", environment: Self.chinese)
        #expect(result.errors == "svga: /nowhere.svga: no such file\n")
    }

    @Test(arguments: [["--lang", "zh"], ["--lang=zh"]])
    func `--lang zh decides under an English locale, before the command too`(option: [String]) async {
        let output = TextSink()
        let errors = TextSink()
        let context = CommandContext(output: output.stream(false), errors: errors.stream(false)) { _ in [] }
        let code = await CommandLineTool.run(option + ["inspect", "/nowhere.svga"], context: context)
        #expect(errors.text == "svga: /nowhere.svga: 没有这个文件\n" && code == .invalidInput)
    }

    @Test func `--lang selects the language of the help`() async {
        let result = await Self.run("help", "render", "--lang", "zh", environment: [:])
        #expect(result.code == .done && result.output.contains("用法"))
    }

    @Test func `an unknown language is an error`() async {
        let result = await Self.run("inspect", "/nowhere.svga", "--lang", "fr", environment: [:])
        #expect(result.code == .usage && result.errors.contains("--lang") && result.errors.contains("en, zh"))
    }

    @Test func `the report of inspect is in Chinese`() async throws {
        let folder = try MovieFolder()
        let result = await Self.run("inspect", folder.movie, environment: Self.chinese)
        #expect(result.output.contains("画布") && result.output.contains("可替换元素") && !result.output.contains("Canvas"))
    }

    @Test func `the reports of compare-players and inspect --timeline are in Chinese`() async throws {
        let folder = try MovieFolder()
        let players = await Self.run("compare-players", folder.movie, environment: Self.chinese)
        #expect(players.output.contains("按公开的源代码模拟") && !players.output.contains("emulated"))
        let timeline = await Self.run("inspect", "--timeline", folder.movie, environment: Self.chinese)
        #expect(timeline.output.contains("时间轴（") && !timeline.output.contains("Timeline"))
    }

    @Test func `the list of keys is in Chinese`() async throws {
        let folder = try MovieFolder()
        let result = await Self.run("inspect", folder.movie, "--keys", environment: Self.chinese)
        #expect(result.output.hasPrefix("box  文字  "))
    }

    @Test func `the progress line is in Chinese`() {
        let line = ProgressReporter.Line(done: 50, total: 200, seconds: 2).text(.auto, columns: 80, .chineseShell)
        #expect(line.contains("50/200 帧") && line.contains("还剩 6 s"))
    }

    @Test func `the phases of --perf are in Chinese`() async throws {
        let folder = try MovieFolder()
        let result = await Self.run("inspect", folder.movie, "--perf", environment: Self.chinese)
        #expect(result.errors.hasPrefix("svga: perf: 读取 "))
    }

    @Test func `punctuation between messages is full-width in Chinese`() {
        let message = [Units.count(1, "sprite"), Units.count(2, "image")].joined(separator: ", ")
        #expect(Wording.chineseShell.text(message) == "1 个元素，2 张图片")
    }

    @Test func `JSON is the same under every locale`() async throws {
        let folder = try MovieFolder()
        let english = await Self.run("validate", folder.movie, "--player", "all", "--json", environment: [:])
        let chinese = await Self.run("validate", folder.movie, "--player", "all", "--json", environment: Self.chinese)
        #expect(english.output == chinese.output && english.output.contains("\"findings\""))
    }

    @Test func `a code is explained in Chinese`() async {
        let result = await Self.run("help", "SVGA121", environment: Self.chinese)
        #expect(result.output.contains("含义") && result.output.contains("遮罩"))
    }

    @Test(arguments: FindingCode.allCases)
    func `every code has its meaning and remedies in Chinese`(code: FindingCode) {
        let wording = Wording.json.inChinese
        #expect(wording.text(code.meaning) != code.meaning.description)
        #expect(wording.text(code.remedy) != code.remedy.description)
    }

    @Test(arguments: WarningCode.allCases)
    func `every warning has its meaning and remedy in Chinese`(code: WarningCode) {
        let wording = Wording.json.inChinese
        #expect(wording.text(code.meaning) != code.meaning.description)
        #expect(code.remedy.text(as: wording) != code.remedy.text(as: .json))
    }

    @Test func `an error of the system is in Chinese, in the words of strerror in English`() {
        for code in [ENOENT, EACCES, EISDIR, ENOSPC, EADDRINUSE] {
            #expect(errorText(code).description == String(cString: strerror(code)))
            #expect(Wording.json.inChinese.text(errorText(code)) != errorText(code).description)
        }
    }
}

/// Messages and their translations.
struct MessageTests {
    private static func translate(_ table: [String: String]) -> (String) -> String? { { table[$0] } }

    @Test func `a message without a translation is in English`() {
        let message: Message = "there is no frame \(3): \("it is empty" as Message)"
        #expect(message.description == "there is no frame 3: it is empty")
        #expect(message.text(Self.translate([:])) == message.description)
    }

    @Test func `arguments may stand in another order, and messages as arguments are translated`() {
        let message: Message = "\(2) of \(true ? "the frames" : "the images")"
        let table = ["%1$@ of %2$@": "%2$@中的 %1$@", "the frames": "各帧"]
        #expect(message.text(Self.translate(table)) == "各帧中的 2")
    }

    @Test func `a percent sign of an argument or of a format stays one`() {
        let message: Message = "\("50%1$@") is 100% of it"
        #expect(message.formats.map(\.key) == ["%1$@ is 100%% of it"])
        #expect(message.text(Self.translate(["%1$@ is 100%% of it": "%1$@：100%%"])) == "50%1$@：100%")
    }

    @Test func `a counted noun has one key for singular and plural`() {
        #expect(Units.count(1, "sprite").description == "1 sprite" && Units.count(2, "sprite").description == "2 sprites")
        #expect(Set([1, 2].flatMap { Units.count($0, "sprite").formats.map(\.key) }) == ["%1$@ sprite"])
    }

    @Test func `a text from outside is not translated`() {
        #expect(Message(verbatim: "empty").text(Self.translate(["empty": "空"])) == "empty")
    }

    @Test func `references in a text are worded by the front end in both languages`() {
        let text: TaskText = "overwrite it with \(option: "force")"
        #expect(text.text(as: .shell) == "overwrite it with --force")
        #expect(text.text(as: .chineseShell) == "用 --force 覆盖")
        #expect(text.text(as: .json.inChinese) == "用 \"force\" 覆盖")
    }
}
