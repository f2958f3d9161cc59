import Foundation
import SVGAAuthor
import SVGAEmulation
import SVGAFormat
import SVGAModel
import SVGAPixels
import SVGAPlatform
import SVGARender
import TestSupport
import Testing

/// The page's other views, and who uses them how.
@Suite("The preview's views", .serialized, .needs(Browser.program))
struct PageViewsTests {
    @Test("an export that is downloaded is the file that svga render writes")
    func export() async throws {
        let opened = try await OpenedPage(["mattes"])
        try await opened.open("mattes")
        let page = opened.page
        try await page.click("[data-test=tab-send]")
        try await page.click("[data-test=all-formats] > summary")
        try await page.click("[data-test=format-gif]")
        try await page.click("[data-test=start-export]")
        try await page.wait(for: "document.querySelector('[data-test=job-done] [data-test=download]')")
        let text = try page.value(
            """
            fetch(document.querySelector("[data-test=download]").href).then((answer) => answer.blob()).then((blob) => new Promise((done) => {
                const reader = new FileReader();
                reader.onload = () => done(reader.result.split(",")[1]);
                reader.readAsDataURL(blob);
            }))
            """)
        let file = [UInt8](try #require(Data(base64Encoded: text as? String ?? "")))
        let expected = TemporaryFolder()
        _ = try Tool.outcome(
            Program.file.path, ["render", opened.folder.path + "/mattes.svga", "-o", expected.path + "/mattes.gif"])
        #expect(file == expected.read("mattes.gif"))
        #expect(try GIFReader(file).frames.count > 1)
        #expect(page.complaints.isEmpty)
    }

    @Test("two files are compared, and the frame that differs most is listed first and shown by a click")
    func compare() async throws {
        let opened = try await OpenedPage(["gift", "gift-1x-json", "badge"])
        let page = opened.page
        for name in ["gift", "gift-1x-json"] {
            try await page.click("[data-test=card]:has([title=\"\(name).svga\"]) [data-test=card-select]")
        }
        try await page.click("[data-test=compare]")
        // Two containers of the same movie.
        try await page.wait(for: "document.querySelector('[data-test=compare-same]')")
        try await page.click("[data-test=choose-b]")
        try await page.click("[data-test=choose-movie]:nth-child(1)")
        try await page.wait(for: "document.querySelector('[data-test=worst-frame]')")
        let frame = try #require(try page.value("Number(document.querySelector('[data-test=worst-frame]').dataset.frame)") as? Int)
        try await page.click("[data-test=worst-frame] button")
        try await page.wait(for: "document.querySelector('[data-test=worst-frame]').classList.contains('selected')")
        try await page.click("[data-test=mode-difference]")
        #expect(frame >= 0 && page.complaints.isEmpty)
    }

    @Test("the page is Chinese for Chinese browsers, and changes its language at once")
    func language() async throws {
        let opened = try await OpenedPage(language: "zh-CN")
        let page = opened.page
        #expect(try page.value("document.documentElement.lang") as? String == "zh")
        try await opened.open("gift")
        #expect(try page.value("document.querySelector('[data-test=tab-keys]').textContent.trim()") as? String != "Keys")
        try await page.click("[data-test=language]")
        try await page.click(".menu-item:first-child")
        try await page.wait(for: "document.documentElement.lang === 'en'")
        try await page.wait(for: "document.querySelector('[data-test=tab-keys]').textContent.trim() === 'Keys'")
        #expect(page.complaints.isEmpty)
    }

    @Test("with the keyboard alone a movie is opened, stepped through, and a name typed")
    func keyboard() async throws {
        let opened = try await OpenedPage(isCalm: false)
        let page = opened.page
        func focus(on selector: String) throws {
            for _ in 0..<120 {
                if try page.value("document.activeElement?.matches(\(page.quoted(selector))) === true") as? Bool == true { return }
                try page.press("Tab")
            }
            Issue.record("Tab never reaches \(selector)")
        }
        try focus(on: ".card-link")
        try page.press("Enter")
        try await page.wait(for: "\(OpenedPage.playback)?.shownFrame >= 0")
        try page.press("k")
        try await page.wait(for: "!\(OpenedPage.playback).isPlaying")
        try page.press("Home")
        try await opened.waitUntilShown(0)
        for _ in 0..<3 { try page.press("ArrowRight") }
        try await opened.waitUntilShown(3)
        try page.press("End")
        try await opened.waitUntilShown(89)
        try focus(on: "[data-test=key-row][data-key=name]")
        try page.press("Enter")
        try await page.wait(for: "document.querySelector('[data-test=text]')")
        try focus(on: "[data-test=text]")
        try page.type("Ann")
        let scene = try SVGAScene(OpenedPage.movie("gift")).with { $0.setText("Ann", forKey: "name") }
        #expect(try await opened.shows(scene, frame: 89))
        #expect(page.complaints.isEmpty)
    }

    @Test("nothing is wider than a phone of 360 pixels", arguments: ["#/", "movie", "compare"])
    func narrow(_ view: String) async throws {
        let opened = try await OpenedPage(["gift", "badge"], width: 360, height: 740, isDark: true)
        let page = opened.page
        if view == "movie" { try await opened.open("gift") }
        if view == "compare" {
            let ids = try page.value("[...document.querySelectorAll('[data-test=card]')].map((card) => card.dataset.id).join('/')")
            try page.value("void (location.hash = '#/compare/\(ids as? String ?? "")')")
            try await page.wait(for: "document.querySelector('[data-test=compare-status]')")
        }
        #expect(try page.value("document.documentElement.scrollWidth") as? Int == 360)
    }

    /// Loads the page again with another fragment (after #) of its address.
    private func openAnew(_ page: ChromiumPage, _ hash: String) throws {
        let address = try #require(try page.value("location.href.split('#')[0]") as? String)
        try page.open("about:blank")
        try page.open(address + hash)
    }

    @Test("an address behind # that names nothing shows a message and the way back, also where it is no encoded text")
    func wrongAddresses() async throws {
        let opened = try await OpenedPage(["badge"])
        let page = opened.page
        let back = "document.querySelector('#main a.button[href=\"#/\"]')"
        for hash in [
            "#/movie/%", "#/movie/%zz", "#/movie/%E4%BD", "#/movie/%00", "#/movie/m99", "#/movie/__proto__", "#/movie/..", "#/movie",
            "#/movie/a/b", "#/compare/%", "#/%", "#/%/%/%", "#nothing", "#/nothing", "#/movie/%?frame=%",
        ] {
            try page.value("void (location.hash = '#/')")
            try await page.wait(for: "document.querySelector('[data-test=card]')")
            try page.value("void (location.hash = '\(hash)')")
            let isShown = await (try? page.wait(for: "\(back)?.offsetParent")) != nil
            #expect(isShown, "\(hash)")
        }
        // Opened again, too.
        try openAnew(page, "#/movie/%")
        try await page.wait(for: "\(back)?.offsetParent")
        try await page.click("#main a.button")
        try await page.wait(for: "document.querySelector('[data-test=card]')")
    }

    @Test(
        "two that cannot be compared, and invalid frames, are reported in the page",
        arguments: [
            "#/compare/%/m1", "#/compare/m1/%", "#/compare/m98/m99", "#/movie/m1?frame=%", "#/movie/m1?frame=-5", "#/movie/m1?frame=1e99",
            "#/movie/m1?frame=99999999999999999999", "#/movie/m1?frame=NaN", "#/movie/m1?", "#/?%", "#",
        ])
    func oddAddresses(hash: String) async throws {
        let opened = try await OpenedPage(["badge"])
        let page = opened.page
        try openAnew(page, hash)
        try await page.wait(for: "document.getElementById('main')?.innerText.trim().length > 0")
        if hash.hasPrefix("#/movie") { try await page.wait(for: "\(OpenedPage.playback)?.shownFrame >= 0") }
        if hash.hasPrefix("#/compare") { try await page.wait(for: "document.querySelector('#main .error, [data-test=compare-status]')") }
        if hash.count < 5 { try await page.wait(for: "document.querySelector('[data-test=card]')") }
    }

    @Test("hostile names are shown literally and never become markup")
    func hostileNames() async throws {
        let opened = try await OpenedPage(["badge"])
        let page = opened.page
        let name = "<img src=x onerror=document.title='hurt'>&quot;.svga"
        opened.folder.write(try OpenedPage.bytes(ofSample: "badge"), to: name)
        try await page.wait(
            for: "[...document.querySelectorAll('.card-name .truncate')].some((card) => card.textContent === \(page.quoted(name)))")
        #expect(try page.value("document.querySelector('.card-name img') === null") as? Bool == true)
        #expect(try page.value("document.title") as? String != "hurt")
    }

    @Test("hostile keys are shown literally and never become markup")
    func hostileKeys() async throws {
        let opened = try await OpenedPage(["badge"])
        let page = opened.page
        let key = "<img src=x onerror=document.title='hurt'>"
        let red = ShapeEntity(
            geometry: .rect(SVGARect(x: 0, y: 0, width: 9, height: 9), cornerRadius: 0), fill: SVGAColor(red: 1, green: 0, blue: 0))
        var builder = try MovieBuilder(width: 20, height: 20, fps: 20, frameCount: 2)
        try builder.addSprite(key) { _ in MovieBuilder.Frame(shapes: [red]) }
        opened.folder.write(try DocumentWriter.write(builder.build().movie, as: .zlib), to: "hostile.svga")
        try await opened.open("hostile")
        for tab in ["layers", "check", "send", "keys"] { try await page.click("[data-test=tab-\(tab)]") }
        try await page.wait(for: "document.querySelector('.key-name')?.textContent === \(page.quoted(key))")
        #expect(try page.value("document.querySelector('[src=x]') === null && document.title !== 'hurt'") as? Bool == true)
        #expect(page.complaints.isEmpty)
    }

    @Test("files added, changed or removed on disk change on the page")
    func watching() async throws {
        let opened = try await OpenedPage(["badge"])
        let page = opened.page
        opened.folder.write(try OpenedPage.bytes(ofSample: "clips"), to: "new.svga")
        try await page.wait(for: "document.querySelectorAll('[data-test=card]').length === 2")
        unlink(opened.folder.path + "/badge.svga")
        try await page.wait(for: "document.querySelectorAll('[data-test=card]').length === 1")
        #expect(try page.value("document.querySelector('.card-name').title") as? String == "new.svga")
    }

    @Test("players are shown side by side, with a picture of each frame for each of them")
    func playersSideBySide() async throws {
        let opened = try await OpenedPage(["badge"])
        let page = opened.page
        // Most players fade each of the two alone, so the lower one shows through.
        let colors = [SVGAColor(red: 1, green: 0, blue: 0), SVGAColor(red: 0, green: 0, blue: 1)]
        let shapes = colors.map { ShapeEntity(geometry: .rect(SVGARect(x: 0, y: 0, width: 20, height: 20), cornerRadius: 0), fill: $0) }
        var builder = try MovieBuilder(width: 20, height: 20, fps: 20, frameCount: 2)
        try builder.addSprite("faded") { _ in MovieBuilder.Frame(alpha: 0.5, shapes: shapes) }
        opened.folder.write(try DocumentWriter.write(builder.build().movie, as: .zlib), to: "faded.svga")
        try await opened.open("faded")
        try await page.click("[data-test=tab-check]")
        // What is above the button is there.
        for part in ["finding", "shown-as-rules"] { try await page.wait(for: "document.querySelector('[data-test=\(part)]')") }
        try await page.click("[data-test=compare-players]")
        try await page.wait(for: "document.querySelector('[data-test=players-sheet] tbody tr')")
        let pictures = "[...document.querySelectorAll('[data-test=players-sheet] tbody tr:first-child img')]"
        try await page.wait(for: "\(pictures).every((picture) => picture.complete && picture.naturalWidth > 0)")
        #expect(try page.value("\(pictures).length") as? Int == PublicPlayer.main.count + 1)
        #expect(try page.value("document.querySelectorAll('[data-test=players-sheet] td p').length > 0") as? Bool == true)
        // To a frame of the sheet.
        let frame = try page.value("document.querySelector('[data-test=players-sheet] tbody button').textContent") as? String
        try await page.click("[data-test=players-sheet] tbody button")
        try await page.wait(for: "\(OpenedPage.playback).shownFrame === \(try #require(frame))")
        #expect(page.complaints.isEmpty)
    }

    @Test("axe finds no fault of accessibility", .needsAxe, arguments: [false, true])
    func accessibility(isDark: Bool) async throws {
        let opened = try await OpenedPage(["gift", "badge"], isDark: isDark)
        let page = opened.page
        try page.value(try String(contentsOfFile: try #require(Axe.script), encoding: .utf8) + ";undefined")
        func violations() throws -> String {
            let list = "axe.run().then(({violations}) => violations.map(({id, nodes}) => `${id}: ${nodes[0].html}`).join('\\n'))"
            return try page.value(list) as? String ?? "no response"
        }
        #expect(try violations().isEmpty)
        try await opened.open("gift")
        for (tab, content) in [
            ("keys", "key-row"), ("layers", "layer-row"), ("edit", "edit-panel"), ("check", "finding"), ("send", "start-export"),
        ] {
            try await page.click("[data-test=tab-\(tab)]")
            try await page.wait(for: "document.querySelector('[data-test=\(content)]')")
            #expect(try violations() == "", "\(tab)")
        }
        try await page.click("[data-test=tab-keys]")
        try await page.click("[data-test=key-row][data-key=name]")
        try await page.click(".key-item:has([data-key=name]) [data-test=text]")
        try page.type("Ann")
        try await page.wait(for: "document.querySelector('.style-presets')?.checkVisibility()")
        #expect(try violations() == "", "text styles")
        try await page.click("[data-test=facts]")
        try await page.wait(for: "document.querySelector('.facts-all:popover-open')")
        #expect(try violations() == "", "facts")
    }
}

/// axe-core, as Python's package axe-core-python has it.
private enum Axe {
    static let script: String? = {
        let words = ["-c", "import axe_core_python as a, os; print(os.path.join(os.path.dirname(a.__file__), 'axe.min.js'), end='')"]
        guard let output = try? Tool.run("python3", words) else { return nil }
        return String(decoding: output, as: UTF8.self)
    }()
}

extension Trait where Self == ConditionTrait {
    fileprivate static var needsAxe: Self {
        .enabled(if: Axe.script != nil, "axe-core is not installed; `pip install axe-core-python` has it")
    }
}

@Suite("The preview's page in Firefox", .needs("firefox-esr"))
struct FirefoxTests {
    @Test("Firefox opens the page, seeks, and shows the renderer's frame")
    func firefox() async throws {
        let folder = TemporaryFolder()
        folder.write(try OpenedPage.bytes(ofSample: "gift"), to: "gift.svga")
        let program = try PreviewProgram([folder.path + "/gift.svga"])
        defer { program.end() }
        let page = try await FirefoxPage()
        try page.open(program.address)
        try await page.wait(for: "\(OpenedPage.playback)?.shownFrame >= 0")
        try page.value("\(OpenedPage.playback).seek(45, {pause: true})")
        try await page.wait(for: "\(OpenedPage.playback).shownFrame === 45 && \(OpenedPage.playback).isExact")
        let numbers = try page.value(
            """
            (() => {
                const canvas = document.querySelector(".stage-frames canvas:not([hidden])");
                const data = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data;
                const samples = [];
                for (let index = 3; index < data.length; index += 4 * 997) samples.push(...data.subarray(index - 3, index + 1));
                return samples;
            })()
            """)
        let samples = try #require(numbers as? [Int])
        let expected = try SVGAScene(OpenedPage.movie("gift")).pixmap(frame: 45).pixels
        // Firefox multiplies by alpha with another rounding: a step of 255 at most, in premultiplied colors.
        for (index, pixel) in stride(from: 0, to: expected.count, by: 4 * 997).enumerated() {
            let alpha = samples[4 * index + 3]
            for channel in 0..<3 {
                let premultiplied = (Double(samples[4 * index + channel] * alpha) / 255).rounded()
                #expect(abs(premultiplied - Double(expected[pixel + channel])) <= 1)
            }
            #expect(alpha == Int(expected[pixel + 3]))
        }
        #expect(try page.screenshot().count > 10_000)
    }
}
