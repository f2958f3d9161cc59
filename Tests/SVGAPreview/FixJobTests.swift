import Foundation
import SVGAHTTP
import SVGASupport
import TestSupport
import Testing

@testable import SVGACommand
@testable import SVGAPreview
@testable import SVGATasks

@Suite("Repairs by the preview") struct FixJobTests {
    private let shown: PreviewOfFolder

    init() throws { shown = try PreviewOfFolder(["gift.svga": "gift.svga", "sub/bad ge.svga": "badge.svga"]) }

    private var badge: String { shown.id("sub/bad ge.svga") }

    @Test func `a repair is the file that svga fix writes, in the library and to download`() async throws {
        let job = try await shown.job(["kind": "fix", "movie": badge, "options": ["for": "ios"] as JSONValue])
        #expect(job["state"] == .string("done") && job["files"]?.list.map { $0["name"]?.text } == ["bad ge-fixed.svga"])
        let folder = TemporaryFolder()
        let words = ["fix", "\(shown.folder.path)/sub/bad ge.svga", "-o", "\(folder.path)/a.svga", "--for", "ios"]
        #expect(await CommandRun(words).code == .done)
        #expect(shown.ask("jobs/\(job["job"]?.text ?? "")/files/0").body == folder.read("a.svga"))
        #expect(shown.ask("movies/\(job["movie"]?.text ?? "")").json["name"] == .string("bad ge-fixed.svga"))
    }

    @Test func `the message of a repair names the changes, in Chinese too`() async throws {
        let job = try await shown.job(["kind": "fix", "movie": badge, "options": ["for": "ios"] as JSONValue])
        #expect(job["message"]?.text?.contains("with only M, L, C and Z") == true, "\(job)")
        #expect(job["chinese"]?.text?.contains("改写为只用 M、L、C 和 Z") == true)
    }

    @Test func `findings say whether a repair exists`() {
        let findings = shown.ask("movies/\(badge)/findings", ["players": "ios"]).json["findings"]?.list ?? []
        #expect(findings.contains { $0["code"] == .string("SVGA130") && $0["isRepairable"] == .bool(true) })
        #expect(findings.allSatisfy { $0["severity"] != .string("info") || $0["isRepairable"] == .bool(false) })
    }

    @Test func `an unknown player fails the job, and an option of another command is refused`() async throws {
        let job = try await shown.job(["kind": "fix", "movie": badge, "options": ["for": "tv"] as JSONValue])
        #expect(job["state"] == .string("failed") && job["files"] == .array([]))
        let body: JSONValue = ["kind": "fix", "movie": badge, "options": ["output": "/tmp/x"] as JSONValue]
        #expect(shown.ask("POST", "jobs", body: body).status == 400)
    }
}

@Suite("Repairs on the page", .serialized, .needs(Browser.program)) struct PageFixTests {
    @Test func `the button of a finding repairs the movie and offers the file`() async throws {
        let opened = try await OpenedPage(["badge"])
        let page = opened.page
        try await opened.open("badge")
        try await page.click("[data-test=tab-check]")
        try await page.wait(for: "document.querySelector('[data-test=fix]')")
        #expect(try page.value("document.querySelector('[data-test=fix]').ariaLabel.includes('iOS')") as? Bool == true)
        // As a keyboard user does.
        try page.value("document.querySelector('[data-test=fix]').focus()")
        try page.press("Enter")
        try await page.wait(for: "document.querySelector('[data-test=fixed] a[download]')")
        #expect(try page.value("document.querySelector('[data-test=fixed] a').download") as? String == "badge-fixed.svga")
        #expect(try page.value("document.activeElement.dataset.test") as? String == "fix")
        #expect(page.complaints.isEmpty)
    }
}
