import Foundation
import SVGAHTTP
import SVGAModel
import SVGASupport
import TestSupport
import Testing

@testable import SVGAPreview

/// How the page looks and where its parts are, measured in a browser.
@Suite("The preview's design", .serialized, .needs(Browser.program), .needsProgram)
struct PageDesignTests {
    @Test("texts and controls are larger on larger screens", arguments: [(1280, 14.0), (1920, 15.75), (2560, 17.5)])
    func scale(width: Int, size: Double) async throws {
        let opened = try await OpenedPage(["badge"], width: width, height: 900)
        let expression = "parseFloat(getComputedStyle(document.querySelector('[data-test=open]')).fontSize)"
        #expect(try opened.page.value(expression) as? Double == size)
    }

    @Test("a small movie is enlarged to fit the stage")
    func fit() async throws {
        let opened = try await OpenedPage(["badge"])
        try await opened.open("badge")
        let frame = "document.querySelector('.stage-frames').getBoundingClientRect()"
        let stage = "document.querySelector('[data-test=stage]').getBoundingClientRect()"
        let share = "Math.max(\(frame).width / \(stage).width, \(frame).height / \(stage).height)"
        #expect(try opened.page.value("\(share) > 0.8") as? Bool == true)
    }

    @Test("facts are in a popover that moves nothing")
    func facts() async throws {
        let opened = try await OpenedPage()
        try await opened.open("gift")
        let page = opened.page
        let top = "document.querySelector('[data-test=stage]').getBoundingClientRect().top"
        let before = try page.value(top) as? Double
        try await page.click("[data-test=facts]")
        try await page.wait(for: "document.querySelector('.facts-all:popover-open')?.offsetHeight > 100")
        #expect(try page.value(top) as? Double == before && before != nil)
        try page.press("Escape")
        try await page.wait(for: "!document.querySelector('.facts-all:popover-open')")
        #expect(page.complaints.isEmpty)
    }

    @Test("on a phone, keys are visible below the picture, and the sheet with them opens and closes")
    func sheet() async throws {
        let opened = try await OpenedPage(width: 360, height: 740)
        try await opened.open("gift")
        let page = opened.page
        try await page.wait(for: "document.querySelector('[data-test=key-row]')")
        let rows = """
            [...document.querySelectorAll('[data-test=key-row]')].filter((row) => {
                const box = row.getBoundingClientRect();
                return box.bottom <= innerHeight && document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)?.closest('[data-test=key-row]') === row;
            }).length
            """
        #expect(try page.value(rows) as? Int ?? 0 >= 2)
        let height = "document.querySelector('.movie-side').offsetHeight"
        let before = try #require(try page.value(height) as? Int)
        try await page.click("[data-test=sheet-handle]")
        try await page.wait(for: "\(height) !== \(before)")
        #expect(try page.value("document.querySelector('[data-test=stage]').offsetHeight >= 80") as? Bool == true)
        #expect(try page.value("document.documentElement.scrollWidth") as? Int == 360)
    }

    @Test("a message covers no control", arguments: [(1280, 800), (360, 740)])
    func toasts(width: Int, height: Int) async throws {
        let opened = try await OpenedPage(width: width, height: height)
        try await opened.open("gift")
        let page = opened.page
        // The focus keeps it open, however long the machine takes.
        try page.value(
            """
            import('./js/overlays.js').then(({ toast }) => {
                toast('A message of some length');
                document.querySelector('[data-test=toast] button').focus();
            })
            """)
        let moves = "document.querySelector('[data-test=toast]')?.getAnimations()"
        try await page.wait(for: "\(moves)?.every(({ playState }) => playState === 'finished')")
        let covered = try page.value(
            """
            (() => {
                const toast = document.querySelector('[data-test=toast]');
                const box = toast.getBoundingClientRect();
                const controls = [...document.querySelectorAll('button, input, select, a, [role=slider], [role=tab]')].filter((control) => !toast.contains(control) && control.checkVisibility());
                return controls.filter((control) => {
                    const other = control.getBoundingClientRect();
                    return other.left < box.right && other.right > box.left && other.top < box.bottom && other.bottom > box.top;
                }).map((control) => control.outerHTML).join('\\n');
            })()
            """)
        #expect(covered as? String == "")
    }

    @Test("the timeline shows the frames of the chosen sprite, also of one without a replaceable key")
    func timeline() async throws {
        let opened = try await OpenedPage()
        try await opened.open("gift")
        let page = opened.page
        try await page.click("[data-test=tab-layers]")
        try await page.click("[data-test=layer-row]:nth-of-type(2)")
        let label = "document.querySelector('[data-test=key-timeline]:not(.vacant) .key-timeline-label')"
        try await page.wait(for: "\(label)?.textContent.includes('#')")
        #expect(try page.value("document.querySelector('[data-test=key-timeline] .runs-shown').getAttribute('d') !== ''") as? Bool == true)
    }

    @Test("Escape empties the search of layers and leaves it")
    func escape() async throws {
        let opened = try await OpenedPage()
        try await opened.open("gift")
        let page = opened.page
        try await page.click("[data-test=tab-layers]")
        try await page.click("[data-test=layer-search]")
        try page.type("crown")
        try page.press("Escape")
        let field = "document.querySelector('[data-test=layer-search]')"
        #expect(try page.value("\(field).value === '' && document.activeElement !== \(field)") as? Bool == true)
    }

    @Test("what is scrolled in a panel never moves the page")
    func scrolling() async throws {
        let opened = try await OpenedPage(height: 500)
        try await opened.open("gift")
        let page = opened.page
        for (tab, content) in [("check", "cost-table"), ("send", "start-export"), ("layers", "layer-row"), ("keys", "key-row")] {
            try await page.click("[data-test=tab-\(tab)]")
            try await page.wait(for: "document.querySelector('[data-test=\(content)]')")
            try page.value("[...document.querySelectorAll('[data-test=\(content)], .cost-table tr, .key-item')].at(-1).scrollIntoView()")
            #expect(try page.value("document.getElementById('main').scrollTop") as? Int == 0, "\(tab)")
        }
    }

    @Test("while a movie is checked, the panel says so visibly")
    func checking() async throws {
        let opened = try await OpenedPage()
        let page = opened.page
        try await opened.open("gift")
        // The answer waits for the test.
        try page.value(
            """
            import('./js/api.js').then(({ api }) => {
              const ask = api.findings;
              api.findings = (...all) => new Promise((go) => { window.goOn = go; }).then(() => ask(...all));
            })
            """)
        try await page.click("[data-test=tab-check]")
        let status = "document.querySelector('[data-test=check-status]')"
        let isVisible = "\(status).checkVisibility() && \(status).offsetWidth > 20"
        try await page.wait(for: "window.goOn && \(status)?.textContent === 'Checking…' && \(isVisible)")
        try page.value("window.goOn()")
        try await page.wait(for: "document.querySelector('[data-test=finding]')")
        #expect(try page.value("\(status).querySelector('.spinner') === null") as? Bool == true)
    }
}

/// Parts of the page without a server.
@Suite("The page's parts", .serialized, .needs(Browser.program))
struct PagePartTests {
    @Test("a label is shortened in its middle, and keeps its end")
    func labels() async throws {
        let seen: [String] = try await PageScript.run(
            """
            const { shortened } = await page("dom.js");
            return [shortened("short", 9), shortened("a_very_long_imageKey_of_45_characters_layer_17", 11), shortened("一二三四五六七八九", 5)];
            """)
        #expect(seen == ["short", "a_ver…er_17", "一二…八九"])
    }

    @Test("the outline of a key with a long name has a short label")
    func outline() async throws {
        let length: Int = try await PageScript.run(
            """
            const { drawOutlines } = await page("player/outlines.js");
            const overlay = document.createElement("div");
            const corners = [[0, 0], [9, 0], [9, 9], [0, 9]];
            const view = { stage: { width: 300, height: 300 }, toStage: (x, y) => ({ x, y }) };
            drawOutlines(overlay, [{ corners, kind: "selected", label: "x".repeat(45) }], view);
            return overlay.querySelector(".outline-label").textContent.length;
            """)
        #expect(length == 24)
    }

    @Test("light pictures have a dark ground and dark ones a light ground; what is transparent does not count")
    func grounds() async throws {
        let names: [String] = try await PageScript.run(
            """
            const { groundFor } = await page("ground.js");
            const clear = (red) => [red, red, red, 0];
            const pictures = { white: [[255, 255, 255, 255], clear(0)], black: [[0, 0, 0, 255], clear(255)], red: [[220, 30, 30, 255]], nothing: [clear(9)] };
            return Object.entries(pictures).flatMap(([name, list]) => [false, true].map((isDark) => {
                return `${name} ${groundFor(new Uint8ClampedArray(list.flat()), isDark)}`;
            }));
            """)
        #expect(
            names == [
                "white dark", "white dark", "black light", "black light", "red light", "red dark", "nothing light", "nothing dark",
            ])
    }

    @Test("a picture that is partly dark has a light ground in the dark theme, though its mean lightness is high")
    func partlyDarkGround() async throws {
        let names: [String] = try await PageScript.run(
            """
            const { groundFor, hiddenShare } = await page("ground.js");
            const pixels = new Uint8ClampedArray([[255, 120, 160, 255], [255, 200, 60, 255], [255, 120, 160, 255], [58, 32, 96, 255]].flat());
            return [groundFor(pixels, true), groundFor(pixels, false), String(hiddenShare(pixels, [36, 40, 46])), String(hiddenShare(pixels, [9, 9, 9], 3))];
            """)
        #expect(names == ["light", "light", "0.25", "0"])
    }

    @Test("a dark movie has a light checker in the dark theme after some frames, and one that is visible has that of the theme")
    func stageGround() async throws {
        let seen: [String] = try await PageScript.run(
            """
            const { StageGround } = await page("player/stage-ground.js");
            const chosen = (data, count) => {
                const element = { dataset: {} };
                const ground = new StageGround(element);
                for (let frame = 0; frame < count; frame += 1) ground.measure({ data: new Uint8ClampedArray(data) });
                return `${ground.chosen} ${element.dataset.checker}`;
            };
            globalThis.matchMedia = () => ({ matches: true });
            return [chosen([30, 30, 40, 255], 11), chosen([30, 30, 40, 255], 12), chosen([240, 90, 90, 255], 12), chosen([], 40)];
            """)
        #expect(seen == ["null undefined", "light light", "theme undefined", "null undefined"])
    }

    @Test("the first export is a small one, and each quick choice has its own options")
    func quickChoices() async throws {
        let seen: [String] = try await PageScript.run(
            """
            const { chooseQuickly, initialSettings, quickChoice, quickChoices, renderOptions } = await page("panels/send/formats.js");
            const about = { offered: ["quality", "target-size"], frame: 7, range: null, others: [] };
            const options = (settings) => `${settings.format} ${JSON.stringify(renderOptions(settings, about))}`;
            const settings = { ...initialSettings, "option.bounce": true, quality: "100" };
            const lines = [options({ ...initialSettings })];
            for (const { id } of quickChoices) {
              chooseQuickly(settings, id);
              lines.push(`${quickChoice(settings) === id} ${options(settings)}`);
            }
            return [...lines, String(settings["option.bounce"]), String(quickChoice({ ...initialSettings, preset: "slack" }))];
            """)
        #expect(
            seen == [
                #"webp {"preset":"web"}"#, #"true webp {"preset":"web"}"#, #"true gif {"target-size":"2m"}"#,
                ##"true mp4 {"background":"#ffffff"}"##,
                #"true png {"frame":"7"}"#, "false", "undefined",
            ])
    }

    @Test("a number is changed by dragging its mark, within its limits")
    func scrubbing() async throws {
        let seen: [String] = try await PageScript.run(
            """
            const { scrubField } = await page("scrub.js");
            const input = document.createElement("input");
            Object.assign(input, { type: "number", min: "1", max: "60" });
            const field = scrubField(input, { mark: "pt", start: 24 });
            document.body.append(field);
            const handle = field.querySelector(".scrub");
            handle.setPointerCapture = () => {};
            const events = [];
            for (const name of ["input", "change"]) input.addEventListener(name, () => events.push(`${name} ${input.value}`));
            const send = (name, clientX) => handle.dispatchEvent(new PointerEvent(name, { clientX, button: 0, pointerId: 1 }));
            send("pointerdown", 100);
            send("pointermove", 120);
            send("pointermove", 500);
            send("pointermove", -500);
            send("lostpointercapture", -500);
            return events;
            """)
        #expect(seen == ["input 29", "input 60", "input 1", "change 1"])
    }

    @Test("the filter of findings asks for those of the chosen players, and again if others are chosen")
    func findingsOfPlayers() async throws {
        let seen: [String] = try await PageScript.run(
            """
            const { api } = await page("api.js");
            const { library } = await page("library.js");
            const { collection } = await page("gallery/collection.js");
            const { choosePlayers } = await page("chosen-players.js");
            choosePlayers(["ios"]);
            const asked = [];
            // Movie x1 has a warning for iOS, x2 for the web.
            const counts = { x1: "ios", x2: "web" };
            api.summaries = async function* (players) {
              asked.push(players.join() || "none");
              for (const id of ["x1", "x2"]) {
                await new Promise((done) => setTimeout(done, 1));
                yield { id, keys: [], hasSound: true, error: null, findings: { errors: 0, warnings: players.includes(counts[id]) ? 1 : 0, infos: 0 } };
              }
            };
            library.entries = new Map(["x1", "x2"].map((id) => [id, { id, name: id, folder: "", bytes: 1, modified: 1, version: "1" }]));
            const listed = () => collection.items().map(({ id }) => id).join();
            const shown = async (expected) => {
              for (let turn = 0; turn < 500 && listed() !== expected; turn += 1) await new Promise((done) => setTimeout(done, 10));
              return listed();
            };
            const lines = [];
            collection.setFilter({ hasSound: true });
            lines.push(await shown("x1,x2"));
            collection.setFilter({ hasFindings: true });
            lines.push(await shown("x1"));
            choosePlayers(["web"]);
            lines.push(await shown("x2"));
            collection.clearFilter();
            lines.push(await shown("x1,x2"));
            return [...lines, asked.join(" ")];
            """)
        #expect(seen == ["x1,x2", "x1", "x2", "x1,x2", "none ios web"])
    }

    @Test("a look replaces color and effects of a text, not its font or size")
    func looks() async throws {
        let seen: [String] = try await PageScript.run(
            """
            const { stylePresets } = await page("panels/keys/style-presets.js");
            const style = { font: "Serif", size: 20, color: "#123456", outline: "#000/1" };
            const row = stylePresets((change) => { change(style); row.set(style); });
            row.element.querySelector("[data-test=preset-shadow]").click();
            const pressed = [...row.element.querySelectorAll("[aria-pressed=true]")].map(({ dataset }) => dataset.name);
            return [JSON.stringify(style), pressed.join()];
            """)
        #expect(seen == [##"{"font":"Serif","size":20,"color":"#ffffff","shadow":"#000000b0/0/2/3"}"##, "shadow"])
    }
}

/// What the server tells the page for it, without a browser.
@Suite("What the preview's page shows of movies")
struct PageContentTests {
    private let shown: PreviewOfFolder

    init() throws { shown = try PreviewOfFolder(["gift.svga": "gift.svga"]) }

    @Test("the gallery counts the findings that the panel Check lists for the same players", arguments: ["", "ios,android", "all"])
    func counts(players: String) throws {
        let id = shown.id("gift.svga")
        let findings = shown.ask("movies/\(id)/findings", ["players": players]).json["findings"]?.list ?? []
        let summary = shown.ask("movies/\(id)/summary", ["players": players]).json
        for (name, severity) in [("errors", "error"), ("warnings", "warning"), ("infos", "info")] {
            let count = findings.count { $0["severity"] == .string(severity) }
            #expect(summary["findings"]?[name] == .integer(count), "\(severity)")
        }
        #expect(shown.ask("movies/\(id)/summary", ["players": "nobody"]).status == 422)
        let line = shown.ask("summaries", ["players": players]).text.split(separator: "\n").first.map { Array($0.utf8) }
        #expect(try JSONValue(parsing: line ?? []) == summary)
    }

    @Test("the families of the installed fonts are listed once each, in alphabetical order")
    func fonts() {
        let families = shown.ask("fonts").json["families"]?.list.compactMap(\.text) ?? []
        #expect(!families.isEmpty && Set(families).count == families.count)
        #expect(families.map { $0.lowercased() } == families.map { $0.lowercased() }.sorted())
    }

    @Test("a Lottie has its movie for download and what the import lost, and a movie has neither", .needsProgram)
    func lottie() async throws {
        let json = TestFiles.root.appendingPathComponent("samples/lottie/surprise.json")
        let folder = TemporaryFolder()
        folder.write(try TestFiles.bytes(json), to: "a.json")
        let preview = try Preview(paths: [folder.path + "/a.json"], limits: .default)
        func ask(_ path: String...) -> Answer { Answer(preview.answer(HTTPRequest(path: ["api"] + path))) }
        let id = try #require(ask("movies").json["movies"]?.list.first?["id"]?.text)
        let report = ask("movies", id, "import").json
        #expect(report["isImported"] == .bool(true) && report["output"] == .string("a.svga"))
        #expect(report["lost"] != nil && report["rasterized"] != nil)
        let path = folder.path + "/b.svga"
        let (code, _) = try Tool.outcome(Program.file.path, ["import", json.path, "-o", path])
        try #require(code == 0)
        #expect(ask("movies", id, "import", "file").body == folder.read("b.svga"))

        let movie = shown.id("gift.svga")
        #expect(shown.ask("movies/\(movie)/import").json == (["isImported": false] as JSONValue))
        #expect(shown.ask("movies/\(movie)/import/file").status == 404)
    }
}
