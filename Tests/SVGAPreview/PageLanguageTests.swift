import Foundation
import SVGAHTTP
import SVGAModel
import SVGASupport
import TestSupport
import Testing

@testable import SVGAPreview
@testable import SVGATasks

/// Reports in the language that the page asks for.
struct ReportLanguageTests {
    private let shown: PreviewOfFolder

    init() throws { shown = try PreviewOfFolder(["gift.svga": "gift.svga"]) }

    private func answer(_ path: String, _ query: [String: String] = [:], in language: String?) -> JSONValue {
        shown.ask("GET", "movies/\(shown.id("gift.svga"))/\(path)", query: query, language: language).json
    }

    /// The findings of all players in some languages, which several tests compare.
    private static let findings: Result<[String: JSONValue], any Error> = Result {
        let shown = try PreviewOfFolder(["gift.svga": "gift.svga"])
        let id = shown.id("gift.svga")
        return ["zh", "en"].reduce(into: [String: JSONValue]()) { found, language in
            found[language] = shown.ask("GET", "movies/\(id)/findings", query: ["players": "all"], language: language).json["findings"]
        }
    }

    private func findings(in language: String?) throws -> JSONValue? {
        if let language, let found = try Self.findings.get()[language] { return found }
        return answer("findings", ["players": "all"], in: language)["findings"]
    }

    private static func texts(_ items: JSONValue?, _ names: String...) -> [String] {
        (items?.list ?? []).flatMap { item in names.compactMap { item[$0]?.text } }.filter { !$0.isEmpty }
    }

    @Test(arguments: ["zh", "zh-CN,zh;q=0.9,en;q=0.8"])
    func `messages, positions and remedies of findings are in Chinese`(language: String) throws {
        let texts = Self.texts(try findings(in: language), "message", "place", "remedy")
        #expect(texts.count > 20)
        #expect(texts.filter { !$0.isChinese } == [])
    }

    @Test(arguments: [nil, "en", "en-US,zh"] as [String?])
    func `for another language the findings are in English`(language: String?) throws {
        let texts = Self.texts(try findings(in: language), "message", "place", "remedy")
        #expect(texts.count > 20 && texts.filter(\.isChinese) == [])
    }

    @Test func `codes and members are the same in both languages`() throws {
        let names = ["code", "severity", "players", "sprite", "frames", "isFailure", "isRepairable"]
        func stable(_ language: String) throws -> [[JSONValue?]] {
            (try findings(in: language)?.list ?? []).map { item in names.map { item[$0] } }
        }
        let chinese = try stable("zh")
        #expect(try chinese == stable("en") && !chinese.isEmpty)
    }

    @Test func `the differences between players are in Chinese`() {
        let players = answer("players", in: "zh")["players"]?.list ?? []
        let reasons = players.flatMap { $0["shown"]?.list ?? [] }.flatMap { Self.texts($0["reasons"], "message", "place") }
        #expect(!reasons.isEmpty && reasons.filter { !$0.isChinese } == [])
    }

    @Test func `the error of a broken file in the gallery is in the language of the request`() throws {
        shown.folder.write(Array("no movie".utf8), to: "broken.svga")
        let preview = try Preview(paths: [shown.folder.path + "/broken.svga"], limits: .default)
        func error(_ language: String) throws -> String? {
            var request = HTTPRequest(path: ["api", "summaries"])
            request.headers = [("accept-language", language)]
            return try JSONValue(parsing: Answer(preview.answer(request)).body)["error"]?.text
        }
        // The second answer is from the cache.
        #expect(try error("zh")?.isChinese == true)
        #expect(try error("en")?.isChinese == false)
    }

    @Test func `the report of a finished job is in the language of the request`() async throws {
        let movie = shown.id("gift.svga")
        let job = try await shown.job(["kind": "optimize", "movie": movie, "options": ["crop": ""] as JSONValue])
        let id = try #require(job["job"]?.text)
        func note(_ language: String) -> String? {
            shown.ask("GET", "jobs/\(id)", language: language).json["report"]?["notes"]?.list.first?.text
        }
        #expect(note("zh")?.isChinese == true && note("en")?.isChinese == false)
    }
}

@Suite("Findings on the Chinese page", .serialized, .needs(Browser.program), .needsProgram) struct ChinesePageTests {
    /// Whether each text of an element has a Chinese character, or none has one.
    private static func texts(_ selector: String, areChinese: Bool) -> String {
        let isChinese = areChinese ? "" : "!"
        let texts = "[...document.querySelectorAll('\(selector)')].map((element) => element.textContent)"
        return "\(texts).length > 0 && \(texts).every((text) => \(isChinese)/[\\u4e00-\\u9fff]/.test(text))"
    }

    @Test func `findings and remedies are in the language of the page, also after it is changed`() async throws {
        let opened = try await OpenedPage(language: "zh-CN")
        let page = opened.page
        try await opened.open("gift")
        try await page.click("[data-test=tab-check]")
        for part in ["[data-test=finding]", ".check-remedy"] { try await page.wait(for: Self.texts(part, areChinese: true)) }
        try await page.click("[data-test=language]")
        try await page.click(".menu-item:first-child")
        for part in ["[data-test=finding]", ".check-remedy"] { try await page.wait(for: Self.texts(part, areChinese: false)) }
        #expect(page.complaints.isEmpty)
    }
}

extension String {
    /// Whether it has a Chinese character.
    fileprivate var isChinese: Bool { unicodeScalars.contains { 0x4E00...0x9FFF ~= $0.value } }
}
