import Foundation
import SVGAModel
import SVGASupport
import TestSupport
import Testing

@testable import SVGACommand
@testable import SVGAPreview
@testable import SVGATasks

@Suite("Static galleries") struct SiteTests {
    private let folder = TemporaryFolder()

    /// Movies that are checked quickly, as each export does.
    init() throws {
        for name in ["gift.svga", "sub/bad ge.svga"] { try PreviewOfFolder.copy("keep.svga", to: "\(folder.path)/in/\(name)") }
    }

    /// Puts movies with findings, images and a sound in their place.
    private func useLargerMovies() throws {
        try FileManager.default.removeItem(atPath: folder.path + "/in")
        try PreviewOfFolder.copy("gift.svga", to: folder.path + "/in/gift.svga")
        try PreviewOfFolder.copy("badge.svga", to: folder.path + "/in/sub/bad ge.svga")
    }

    private func export(_ words: String...) async -> CommandRun {
        await CommandRun(["preview", "\(folder.path)/in", "--export", "\(folder.path)/out"] + words)
    }

    /// The argument of a call in a script of the site.
    private func content(_ name: String) -> JSONValue {
        let text = folder.read("out/\(name)").map { String(decoding: $0, as: UTF8.self) } ?? ""
        let start = text.firstIndex { "{[".contains($0) } ?? text.endIndex
        return (try? JSONValue(parsing: Array(text[start...].dropLast(3).utf8))) ?? .null
    }

    private var cards: [JSONValue] { content("data/list.js")["movies"]?.list ?? [] }

    @Test func `the site has a page, and for each movie its file, a poster and its findings`() async throws {
        try useLargerMovies()
        let run = await export()
        #expect(run.code == .done && run.output.isEmpty && run.errors.contains("2 movies"), "\(run.errors)")
        let files = folder.contents().filter { $0.hasPrefix("out/") && $0.contains(".") }.map { String($0.dropFirst(4)) }
        let page = ["controls.js", "movie.js", "site.css", "site.js", "strings.js", "svga.js"].map { "site/\($0)" }
        let data = ["data/1-movie.js", "data/1.js", "data/2-movie.js", "data/2.js", "data/list.js"]
        let movies = ["movies/gift.svga", "movies/sub/bad ge.svga", "posters/1.webp", "posters/2.webp"]
        #expect(files == (data + ["index.html"] + movies + page).sorted())
        #expect(folder.read("out/movies/gift.svga") == folder.read("in/gift.svga"))
        #expect(cards.map { $0["name"]?.text } == ["gift.svga", "bad ge.svga"] && cards[1]["folder"] == .string("sub"))
        let findings = content("data/2.js")["findings"]?.list ?? []
        let repaired = try #require(findings.first { $0["code"] == .string("SVGA130") })
        #expect(repaired["players"]?.list.contains(.string("ios")) == true && repaired["message"]?["en"] != repaired["message"]?["zh"])
    }

    @Test func `the script of a movie has its bytes`() async throws {
        _ = await export()
        let text = String(decoding: try #require(folder.read("out/data/1-movie.js")), as: UTF8.self)
        let base64 = text.dropFirst("svgaGallery.movie(1,\"".count).dropLast("\");\n".count)
        #expect(Data(base64Encoded: String(base64)).map { [UInt8]($0) } == folder.read("in/gift.svga"))
    }

    @Test func `a folder that is not empty is refused, and with --force other files stay`() async {
        #expect(await export().code == .done)
        folder.write([1], to: "out/notes.txt")
        let before = folder.read("out/data/list.js")
        let refused = await export()
        #expect(refused.code == .outputFailed && refused.errors.contains("the folder is not empty; write into it with --force"))
        #expect(folder.read("out/data/list.js") == before)
        #expect(await export("--force").code == .done)
        #expect(folder.read("out/notes.txt") == [1] && folder.contents().filter { $0.contains(".svga-") } == [])
    }

    @Test func `an empty folder is filled`() async throws {
        try FileManager.default.createDirectory(atPath: folder.path + "/out", withIntermediateDirectories: false)
        #expect(await export().code == .done)
        #expect(folder.read("out/index.html") != nil)
    }

    @Test func `a symbolic link in the folder is not followed`() async throws {
        for name in ["out", "elsewhere"] {
            try FileManager.default.createDirectory(atPath: "\(folder.path)/\(name)", withIntermediateDirectories: false)
        }
        try FileManager.default.createSymbolicLink(atPath: folder.path + "/out/movies", withDestinationPath: folder.path + "/elsewhere")
        #expect(await export("--force").code == .outputFailed)
        #expect(!folder.contents().contains { $0.hasPrefix("elsewhere/") })
    }

    @Test func `a file that cannot be read has a card with the reason, and the exit code is 6`() async {
        folder.write(Array("no movie".utf8), to: "in/broken.svga")
        let run = await export()
        #expect(run.code == .partFailed && run.errors.contains("broken.svga: "), "\(run.errors)")
        let broken = cards.first { $0["name"] == .string("broken.svga") }
        #expect(broken?["error"]?["en"]?.text?.isEmpty == false && broken?["error"]?["zh"] != broken?["error"]?["en"])
        #expect(broken?["file"] == nil)
    }

    @Test func `without any movie nothing is written`() async throws {
        let run = await CommandRun(["preview", "\(folder.path)/in/none", "--export", "\(folder.path)/out"])
        #expect(run.code == .invalidInput)
        try FileManager.default.createDirectory(atPath: folder.path + "/empty", withIntermediateDirectories: false)
        let empty = await CommandRun(["preview", "\(folder.path)/empty", "--export", "\(folder.path)/out"])
        #expect(empty.code == .invalidInput && empty.errors.contains("there are no movies"))
        #expect(folder.read("out/index.html") == nil)
    }

    @Test func `an earlier export below the shown folder is no input`() async {
        let target = "\(folder.path)/in/site"
        for _ in 0..<2 {
            let run = await CommandRun(["preview", "\(folder.path)/in", "--export", target, "--force"])
            #expect(run.code == .done && run.errors.contains("2 movies"), "\(run.errors)")
        }
    }

    @Test(arguments: [["--write"], ["--player", "ios"], ["--port", "9000"], ["--bind", "0.0.0.0"]])
    func `options of a server are refused`(words: [String]) async {
        let run = await CommandRun(["preview", "\(folder.path)/in", "--export", "\(folder.path)/out"] + words)
        #expect(run.code == .usage && run.errors.contains("cannot be combined with \(words[0])"))
    }

    @Test func `--force without a folder is refused`() async {
        #expect(await CommandRun(["preview", "\(folder.path)/in", "--force"]).code == .usage)
    }

    @Test func `a budget is a verdict on each card, and a line for each limit`() async throws {
        try useLargerMovies()
        folder.write(Array(#"{"images": 3, "frames": 90}"#.utf8), to: "budget.json")
        #expect(await export("--budget", "\(folder.path)/budget.json").code == .done)
        #expect(content("data/list.js")["hasBudget"] == .bool(true) && cards.first?["isWithinBudget"] == .bool(false))
        #expect(content("data/1.js")["budget"]?.list.map { $0["isWithin"] } == [.bool(true), .bool(false)])
    }

    @Test func `a name in a script cannot end it`() async throws {
        let name = "<script>alert(1)<|script>\u{2028}.svga"
        try FileManager.default.moveItem(atPath: folder.path + "/in/gift.svga", toPath: folder.path + "/in/" + name)
        #expect(await export().code == .done)
        let text = String(decoding: try #require(folder.read("out/data/list.js")), as: UTF8.self)
        #expect(!text.contains("<script>") && !text.contains("\u{2028}"))
        #expect(folder.contents().contains { $0.hasPrefix("out/movies/_script_alert(1)__script_") })
    }

    @Test func `the texts of the page are in both languages`() throws {
        let file = try #require(PageFilesTests.files["site/strings.js"])
        let parts = file.components(separatedBy: "\n  zh: {")
        let keys = parts.map { part in Set(part.matches(of: /\n    "?([\w.-]+)"?: "/).map { String($0.output.1) }) }
        #expect(parts.count == 2 && keys[0] == keys[1] && keys[0].count > 60)
    }

    @Test func `every text that a script of the page names is there`() throws {
        let strings = try #require(PageFilesTests.files["site/strings.js"])
        for (path, file) in PageFilesTests.files(".js") where path.hasPrefix("site/") && path != "site/svga.js" {
            for match in file.matches(of: /\btext\("([^"]+)"/) {
                let key = String(match.output.1)
                #expect(strings.contains("\n    \(key): \"") || strings.contains("\n    \"\(key)\": \""), "\(path): \(key)")
            }
        }
    }
}

@Suite("Static galleries in a browser", .serialized, .needs(Browser.program)) struct SitePageTests {
    private let folder = TemporaryFolder()

    init() async throws {
        try PreviewOfFolder.copy("gift.svga", to: folder.path + "/in/gift.svga")
        try PreviewOfFolder.copy("badge.svga", to: folder.path + "/in/sub/bad ge.svga")
        let run = await CommandRun(["preview", "\(folder.path)/in", "--export", "\(folder.path)/out"])
        #expect(run.code == .done)
    }

    @Test func `from a file the list is searched, and a movie plays with the controls`() async throws {
        let page = try ChromiumPage(width: 1280, height: 800, language: "en-US", isDark: false)
        try page.open("file://\(folder.path)/out/index.html")
        try await page.wait(for: "document.querySelectorAll('[data-test=card]').length === 2")
        try page.value(
            """
            (() => {
              const input = document.querySelector('[data-test=search]');
              input.value = 'bad';
              input.dispatchEvent(new Event('input'));
            })()
            """)
        #expect(try page.value("document.querySelectorAll('[data-test=card]').length") as? Int == 1)
        try page.value("document.querySelector('[data-test=card] a').click()")
        try await page.wait(for: "document.querySelector('[data-test=position]')?.value > 2")
        try page.value("document.querySelector('[data-test=play]').click()")
        let frame = "document.querySelector('[data-test=frame]').textContent"
        let before = try page.value(frame) as? String
        try page.value("document.querySelector('[data-test=step]').click()")
        #expect(try page.value(frame) as? String != before)
        #expect(try page.value("document.querySelectorAll('[data-test=verdict]').length") as? Int == 7)
        #expect((try page.value("document.querySelectorAll('[data-test=finding]').length") as? Int ?? 0) > 0)
        #expect(page.complaints.isEmpty, "\(page.complaints)")
    }

    @Test func `the language changes, and Escape leads back to the list`() async throws {
        let page = try ChromiumPage(width: 360, height: 740, language: "zh-CN", isDark: true, isCalm: true)
        try page.open("file://\(folder.path)/out/index.html#/1")
        try await page.wait(for: "document.querySelector('[data-test=findings]')")
        #expect(try page.value("document.querySelector('[data-test=findings] h2').textContent") as? String == "问题")
        try page.value("document.querySelector('[data-test=language]').click()")
        try await page.wait(for: "document.querySelector('[data-test=findings] h2')?.textContent === 'Findings'")
        try page.press("Escape")
        try await page.wait(for: "document.querySelector('[data-test=list]')")
        #expect(try page.value("document.documentElement.scrollWidth <= 360") as? Bool == true)
    }
}
