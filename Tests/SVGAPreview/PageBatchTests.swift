import Foundation
import TestSupport
import Testing

@testable import SVGAPreview

@Suite("Many movies on the page", .serialized, .needs(Browser.program), .needsProgram) struct PageBatchTests {
    @Test func `all movies are selected, made smaller, and listed with their results and one archive`() async throws {
        let opened = try await OpenedPage(["gift", "badge", "like"])
        let page = opened.page
        try page.value("document.querySelector('[data-test=card-select]').click()")
        try await page.click("[data-test=select-all]")
        #expect(try page.value("document.querySelectorAll('.card.selected').length") as? Int == 3)
        try await page.click("[data-test=batch-optimize]")
        try await page.wait(for: "document.querySelector('[data-test=batch-start]')")
        try await page.click("[data-test=batch-start]")
        try await page.wait(for: "document.querySelector('[data-test=batch-download]')")
        #expect(try page.value("document.querySelectorAll('[data-test=batch-row][data-state=done]').length") as? Int == 3)
        #expect(try page.value("document.querySelector('[data-test=batch-download]').download") as? String == "movies.zip")
        let bytes = """
            fetch(document.querySelector('[data-test=batch-download]').href).then((answer) => answer.blob()).then((blob) => blob.size)
            """
        #expect((try page.value(bytes) as? Int ?? 0) > 1000)
        // A result can be compared with its movie.
        try page.value("document.querySelector('[data-test=batch-compare]').click()")
        try await page.wait(for: "location.hash.startsWith('#/compare/')")
        try page.value("history.back()")
        try await page.wait(for: "document.querySelectorAll('[data-test=batch-row][data-state=done]').length === 3")
        #expect(page.complaints.isEmpty)
    }

    @Test func `Ctrl-A selects with the keyboard, and names are shown before they are used`() async throws {
        let opened = try await OpenedPage(["badge", "like"], language: "zh-CN")
        let page = opened.page
        try page.value("document.querySelector('.card-link[tabindex=\"0\"]').focus()")
        let press = "new KeyboardEvent('keydown', { key: 'a', ctrlKey: true, bubbles: true, cancelable: true })"
        try page.value("document.activeElement.dispatchEvent(\(press))")
        #expect(try page.value("document.querySelectorAll('.card.selected').length") as? Int == 2)
        try await page.click("[data-test=batch-rename]")
        try await page.wait(for: "document.querySelectorAll('[data-test=batch-names] tr').length === 2")
        try page.value(
            """
            (() => {
              const input = document.querySelector('[data-test=batch-pattern]');
              input.value = 'x{n:2}';
              input.dispatchEvent(new Event('input'));
            })()
            """)
        try await page.wait(for: "document.querySelector('[data-test=batch-names]').textContent.includes('x02.svga')")
        #expect(page.complaints.isEmpty)
    }

    @Test func `originals are replaced after a question, and the table says so`() async throws {
        let opened = try await OpenedPage(["badge", "like"], words: ["--write"])
        let page = opened.page
        let old = opened.folder.read("like.svga")
        try page.value("document.querySelector('[data-test=card-select]').click()")
        try await page.click("[data-test=select-all]")
        try await page.click("[data-test=batch-optimize]")
        try await page.wait(for: "document.querySelector('[data-test=batch-mode-careful]')")
        try await page.click("[data-test=batch-mode-careful]")
        try await page.click("[data-test=batch-start]")
        try await page.wait(for: "document.querySelector('[data-test=batch-replace]')")
        // One file changes before.
        let changed = try #require(opened.folder.read("badge.svga")) + [0]
        opened.folder.write(changed, to: "badge.svga")
        try await page.click("[data-test=batch-replace]")
        try await page.wait(for: "document.querySelector('[data-test=dialog] .button.primary')")
        #expect(opened.folder.read("like.svga") == old)
        try await page.click("[data-test=dialog] .button.primary")
        try await page.wait(for: "document.querySelector('[data-test=batch]').textContent.includes('like.svga.bak')")
        try await page.wait(for: "document.querySelector('.batch-problem')")
        #expect(opened.folder.read("like.svga.bak") == old && opened.folder.read("like.svga") != old)
        #expect(opened.folder.read("badge.svga") == changed && opened.folder.read("badge.svga.bak") == nil)
        #expect(page.complaints.allSatisfy { $0.contains("409") }, "\(page.complaints)")
    }

    @Test func `a batch that is gone says so`() async throws {
        let opened = try await OpenedPage(["badge"])
        try opened.page.value("location.hash = '#/batch/b77'")
        try await opened.page.wait(for: "document.querySelector('.empty.error')")
        #expect(try opened.page.value("document.querySelector('.empty.error').textContent.includes('no longer exists')") as? Bool == true)
    }
}

@Suite("The table of a batch") struct BatchTableTests {
    @Test(.needs(Browser.program)) func `a cell cannot be a formula in a spreadsheet`() async throws {
        let text: [String] = try await PageScript.run(
            """
            const { csvOf } = await page("batch/csv.js");
            const row = { text: (row) => row.message };
            const movies = [{ name: "=1+1", folder: "" }, { name: 'a"b', folder: "x" }];
            const batch = { state: { kind: "copy" }, movies, rows: new Map([[0, { message: "-12.5" }], [1, { message: "@x" }]]) };
            return [csvOf(batch, [{ name: "result", ...row }])];
            """)
        let lines = (text.first ?? "").components(separatedBy: "\r\n")
        #expect(lines.dropFirst().prefix(2) == [#""'=1+1","-12.5""#, #""x/a""b","'@x""#])
    }
}
