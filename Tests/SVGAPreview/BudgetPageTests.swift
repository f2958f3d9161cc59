import Foundation
import SVGAHTTP
import SVGAModel
import SVGASupport
import TestSupport
import Testing

@testable import SVGAPreview
@testable import SVGATasks

@Suite("Budgets in the preview") struct BudgetPreviewTests {
    private let folder = TemporaryFolder()

    private func preview(_ budget: String?) throws -> Preview {
        try PreviewOfFolder.copy("gift.svga", to: folder.path + "/movies/gift.svga")
        var loaded: BudgetTask.Loaded?
        if let budget {
            folder.write(Array(budget.utf8), to: "budget.json")
            loaded = try BudgetTask(budget: FileName(path: folder.path + "/budget.json")).loaded(in: TaskContext())
        }
        return try Preview(paths: [folder.path + "/movies"], limits: .default, budget: loaded)
    }

    private func ask(_ preview: Preview, _ path: String...) -> Answer {
        Answer(preview.answer(HTTPRequest(method: "GET", path: ["api"] + path, query: [:], body: [])))
    }

    private func movie(_ preview: Preview) -> String { ask(preview, "movies").json["movies"]?.list.first?["id"]?.text ?? "" }

    @Test func `the page gets the verdict on each limit of the budget`() throws {
        let preview = try preview(#"{"images": 3, "frames": 90}"#)
        #expect(ask(preview, "vocabulary").json["budget"]?.text?.hasSuffix("budget.json") == true)
        let report = ask(preview, "movies", movie(preview), "budget").json
        #expect(report["file"] == .string("gift.svga") && report["isWithin"] == .bool(false))
        #expect(report["limits"]?.list.map { $0["limit"]?.text } == ["frames", "images"])
        #expect(report["limits"]?.list.map { $0["isWithin"] } == [.bool(true), .bool(false)])
    }

    @Test func `without a budget there is no verdict`() throws {
        let preview = try preview(nil)
        #expect(ask(preview, "vocabulary").json["budget"] == .null)
        #expect(ask(preview, "movies", movie(preview), "budget").status == 404)
    }
}

@Suite("Budgets on the page", .serialized, .needs(Browser.program), .needsProgram) struct BudgetPageTests {
    @Test func `the Check panel shows the verdict, and seeks to the worst frame`() async throws {
        let folder = TemporaryFolder()
        folder.write(try OpenedPage.bytes(ofSample: "gift"), to: "gift.svga")
        folder.write(Array(#"{"drawCalls": 1, "fps": 60}"#.utf8), to: "budget.json")
        let program = try PreviewProgram([folder.path + "/gift.svga", "--budget", folder.path + "/budget.json"])
        defer { program.end() }
        let page = try ChromiumPage(width: 1280, height: 800, language: "en-US", isDark: false, isCalm: true)
        try page.open(program.address)
        try await page.wait(for: "\(OpenedPage.playback)?.shownFrame >= 0")
        try await page.click("[data-test=tab-check]")
        try await page.wait(for: "document.querySelector('[data-test=budget-over]')")
        #expect(try page.value("document.querySelector('[data-test=budget-verdict]').textContent") as? String == "1 of 2 limits exceeded.")
        #expect(try page.value("document.querySelectorAll('[data-test=budget-ok]').length") as? Int == 1)
        try page.value("document.querySelector('[data-test=budget-over] button').click()")
        let frame = "Number(document.querySelector('[data-test=budget-over] button').textContent.match(/[0-9]+/)[0])"
        try await page.wait(for: "\(OpenedPage.playback).shownFrame === \(frame)")
        #expect(page.complaints.isEmpty)
    }
}
