import Foundation
import SVGAAuthor
import SVGAFormat
import SVGAHTTP
import SVGAModel
import SVGAPixels
import SVGASupport
import TestSupport
import Testing

@testable import SVGAPreview
@testable import SVGATasks

/// Faults of the page that people saw, so that none comes back (docs/en/internals.md lists them with their tests).
@Suite("Faults of the page", .serialized)
struct PageFaultTests {
    @Test(
        "the first file of a result is the one that a person wants",
        arguments: [("js", "gift.js"), ("sheet", "gift.png"), ("webp", "gift.webp")])
    func mainFile(format: String, name: String) async throws {
        let shown = try PreviewOfFolder(["gift.svga": "badge.svga"])
        let names =
            try await shown.job(["kind": "render", "movie": shown.id("gift.svga"), "format": format])["files"]?.list.compactMap {
                $0["name"]?.text
            } ?? []
        #expect(names.first == name && (names.count > 1) == (format != "webp"), "\(names)")
    }

    @Test("a smaller movie has the name of the movie that it was made from, also if that was dropped on the page")
    func smallerName() async throws {
        let shown = try PreviewOfFolder(["gift.svga": "badge.svga"])
        let bytes = try TestFiles.bytes(TestFiles.sample("badge"))
        let dropped = Answer(
            shown.preview.answer(HTTPRequest(method: "POST", path: ["api", "uploads"], query: ["name": "New Year.svga"], body: bytes)))
        for (id, name) in [(shown.id("gift.svga"), "gift-small.svga"), (dropped.json["movie"]?["id"]?.text ?? "", "New Year-small.svga")] {
            let job = try await shown.job(["kind": "optimize", "movie": id])
            #expect(job["files"]?.list.first?["name"] == .string(name), "\(job)")
        }
    }

    @Test("an export is drawn as the player that the page shows", .needs(Browser.program), .needsProgram)
    func shownAs() async throws {
        let opened = try await OpenedPage(["badge"])
        let page = opened.page
        try await opened.open("badge")
        try await opened.seek(30)
        try await page.click("[data-test=tab-check]")
        try await page.wait(for: "document.querySelector('[data-test=shown-as-ios]')")
        try page.value("document.querySelector('[data-test=shown-as-ios]').click()")
        try await page.wait(for: "\(OpenedPage.playback)?.shownFrame >= 0 && document.querySelector('[data-test=shown-as-ios]').checked")
        try await page.click("[data-test=tab-send]")
        try await page.wait(for: "document.querySelector('[data-test=substituted]')?.textContent.includes('Drawn as iOS')")
        #expect(try page.value("document.querySelector('[data-test=command-line]').textContent.includes('--player ios')") as? Bool == true)
        try await page.click("[data-test=quick-frame] + svg")
        try await page.click("[data-test=start-export]")
        try await page.wait(for: "document.querySelector('[data-test=job-done] [data-test=download]')")
        let bytes =
            "fetch(document.querySelector('[data-test=download]').href).then((answer) => answer.bytes()).then((bytes) => bytes.toBase64())"
        let file = Data(base64Encoded: try page.value(bytes) as? String ?? "")
        let folder = TemporaryFolder()
        let words = ["\(opened.folder.path)/badge.svga", "-o", "\(folder.path)/a.png", "--frame", "30", "--player", "ios"]
        _ = try Tool.outcome(Program.file.path, ["render"] + words)
        #expect(file.map { [UInt8]($0) } == folder.read("a.png") && file != nil)
        #expect(page.complaints.isEmpty)
    }

    @Test("a key of twelve sprites has twelve outlines and one label, which says how many there are", .needs(Browser.program))
    func labels() async throws {
        let seen: [String] = try await PageScript.run(
            """
            const { Pointing } = await page("pointing.js");
            const { drawOutlines } = await page("player/outlines.js");
            const corners = [[0, 0], [9, 0], [9, 9], [0, 9]];
            const session = Object.assign(new EventTarget(), {
              scene: { scene: "s1" }, frame: 0, selection: { key: "star" }, hovered: null, outlines: [],
              placements: async () => Array.from({ length: 12 }, () => ({ corners, key: "star", isShown: true })),
            });
            await new Promise((done) => {
              session.setOutlines = (outlines) => done(session.outlines = outlines);
              new Pointing(session);
            });
            const overlay = document.createElement("div");
            drawOutlines(overlay, session.outlines, { stage: { width: 300, height: 300 }, toStage: (x, y) => ({ x, y }) });
            const labels = [...overlay.querySelectorAll(".outline-label")].map(({ textContent }) => textContent);
            return [String(overlay.querySelectorAll(".outline.selected").length), ...labels];
            """)
        #expect(seen == ["12", "star × 12"])
    }

    @Test("Escape empties each search and leaves it, so that the keyboard controls the page again", .needs(Browser.program), .needsProgram)
    func searches() async throws {
        let opened = try await OpenedPage()
        let page = opened.page
        func leave(_ name: String) async throws {
            let field = "document.querySelector('[data-test=\(name)]')"
            try await page.wait(for: "\(field)?.checkVisibility()")
            try await page.click("[data-test=\(name)]")
            try page.type("gi")
            #expect(try page.value("\(field).value === 'gi'") as? Bool == true, "\(name)")
            try page.press("Escape")
            #expect(try page.value("\(field).value === '' && document.activeElement === document.body") as? Bool == true, "\(name)")
        }
        try await leave("search")
        try await opened.open("gift")
        try await page.click("[data-test=tab-layers]")
        try await leave("layer-search")
    }

    @Test(
        "a movie of large frames that is shown small is played in small frames, and a paused frame is exact", .needs(Browser.program),
        .needsProgram)
    func smallerFrames() async throws {
        let opened = try await OpenedPage(["badge"], isCalm: false)
        let page = opened.page
        let red = ShapeEntity(
            geometry: .rect(SVGARect(x: 0, y: 0, width: 1500, height: 900), cornerRadius: 0), fill: SVGAColor(red: 1, green: 0, blue: 0))
        var builder = try MovieBuilder(width: 1500, height: 1500, fps: 20, frameCount: 60)
        try builder.addSprite("red") { _ in MovieBuilder.Frame(shapes: [red]) }
        opened.folder.write(try DocumentWriter.write(builder.build().movie, as: .zlib), to: "large.svga")
        try await opened.open("large")
        let canvas = "document.querySelector('.stage-frames canvas:not([hidden])')"
        try await page.wait(for: "\(OpenedPage.playback).isPlaying && \(canvas).width < 750 && \(OpenedPage.playback).statistics.shown > 2")
        #expect(try page.value("\(canvas).width === \(canvas).height && \(canvas).width % 64 === 0") as? Bool == true)
        try page.value("\(OpenedPage.playback).pause()")
        try await page.wait(for: "\(OpenedPage.playback).isExact && \(canvas).width === 1500")
        let pixel = "Array.from(\(canvas).getContext('2d').getImageData(1499, 899, 1, 1).data).join()"
        #expect(try page.value(pixel) as? String == "255,0,0,255")
        #expect(page.complaints.isEmpty)
    }
}
