import Foundation
import SVGAFormat
import SVGAModel
import SVGARender
import TestSupport
import Testing

@testable import SVGAPreview
@testable import SVGATasks

/// The tab "Edit", driven as a person does.
@Suite("The tab Edit", .serialized, .needs(Browser.program)) struct PageEditTests {
    private let opened: OpenedPage
    private var page: ChromiumPage { opened.page }

    init() async throws {
        opened = try await OpenedPage(["gift"])
        try await opened.open("gift")
        try await page.click("[data-test=tab-edit]")
    }

    /// Sets a field of the open form.
    private func fill(_ field: String, _ value: String) throws {
        try page.value(
            "(() => { const input = document.querySelector('[data-test=field-\(field)]'); input.value = '\(value)'; })()")
    }

    /// Adds a step. Not by the mouse: answers to earlier steps move what is below them, and a pointer does not see that.
    private func add(_ action: String, _ fields: [(String, String)]) async throws {
        let before = try steps ?? 0
        let button = "document.querySelector('[data-test=action-\(action)]')"
        try await page.wait(for: "\(button)?.checkVisibility() && !\(button).disabled")
        try page.value("\(button).click()")
        // The form of the step before has fields of the same names.
        try await page.wait(for: "document.querySelector('[data-test=form-\(action)]') !== null")
        for (field, value) in fields {
            try await page.wait(for: "document.querySelector('[data-test=field-\(field)]') !== null")
            try fill(field, value)
        }
        try page.value("document.querySelector('[data-test=apply-step]').click()")
        try await page.wait(for: "document.querySelectorAll('[data-test=edit-step]').length === \(before + 1)")
    }

    /// Waits until the player shows a movie of this length and rate.
    private func wait(frames: Int, rate: Int) async throws {
        try await page.wait(for: "\(OpenedPage.playback)?.frames === \(frames) && \(OpenedPage.playback).rate === \(rate)")
    }

    private var steps: Int? {
        get throws { try page.value("document.querySelectorAll('[data-test=edit-step]').length") as? Int }
    }

    @Test func `steps are drawn, undone and done again, and a reload keeps them`() async throws {
        let movie = try OpenedPage.movie("gift")
        try await add("rate", [("rate", "20")])
        try await wait(frames: movie.frameCount, rate: 20)
        try await add("trim", [("first", "10"), ("last", "19")])
        try await wait(frames: 10, rate: 20)
        try await page.click("[data-test=undo]")
        try await wait(frames: movie.frameCount, rate: 20)
        try await page.click("[data-test=redo]")
        try await wait(frames: 10, rate: 20)
        try await page.reload()
        try await page.wait(for: "document.querySelectorAll('[data-test=edit-step]').length === 2")
        try await wait(frames: 10, rate: 20)
        try await page.click("[data-test=undo]")
        try await page.click("[data-test=undo]")
        try await wait(frames: movie.frameCount, rate: movie.fps)
        #expect(try steps == 0 && page.complaints.isEmpty, "\(page.complaints)")
    }

    @Test func `what a step makes is what the library draws`() async throws {
        try await add("color", [("color", "#224466")])
        var edit = EditTask()
        try EditTask.parameters["canvas-color"]?.store(&edit, "#224466")
        let bytes = try edit.run(try OpenedPage.bytes(ofSample: "gift"), of: FileName(path: "gift.svga"), output: nil, in: TaskContext())
            .bytes
        let scene = try SVGAScene(try VideoEntity(bytes: bytes))
        try await page.wait(for: "document.querySelectorAll('[data-test=edit-step] .edit-step-note').length === 1")
        try await opened.seek(40)
        #expect(try await opened.shows(scene, frame: 40))
    }

    @Test func `a file that is half written on disk keeps the steps and the picture`() async throws {
        try await add("rate", [("rate", "20")])
        let movie = try OpenedPage.movie("gift")
        try await wait(frames: movie.frameCount, rate: 20)
        let bytes = try OpenedPage.bytes(ofSample: "gift")
        opened.folder.write(Array(bytes.prefix(bytes.count / 2)), to: "gift.svga")
        try await page.wait(for: "document.querySelector('[data-test=edit-conflict]')")
        #expect(try steps == 1)
        try await wait(frames: movie.frameCount, rate: 20)
        opened.folder.write(bytes, to: "gift.svga")
        try await page.wait(for: "!document.querySelector('[data-test=edit-conflict]')")
    }

    /// The value of a field of the open form.
    private func value(_ field: String) throws -> String? {
        try page.value("document.querySelector('[data-test=field-\(field)]').value") as? String
    }

    @Test func `handles over the picture set the fields of a crop, with the pointer and with arrow keys`() async throws {
        try await page.click("[data-test=action-crop]")
        try await page.wait(for: "document.querySelector('[data-test=area-right]')")
        let width = try #require(Int(try value("width") ?? ""))
        try page.value(
            """
            (() => {
              const handle = document.querySelector('[data-test=area-right]');
              handle.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowLeft', shiftKey: true, bubbles: true }));
              handle.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true }));
              handle.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', shiftKey: true, bubbles: true }));
              handle.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowLeft', shiftKey: true, bubbles: true }));
            })()
            """)
        // The crop stays inside of the canvas.
        #expect(try value("width") == "\(width - 10)" && value("x") == "0")
        try await page.click("[data-test=apply-step]")
        try await page.wait(for: "document.querySelectorAll('[data-test=edit-step]').length === 1")
        #expect(try page.value("document.querySelector('[data-test=area-right]') === null") as? Bool == true)
        #expect(page.complaints.isEmpty, "\(page.complaints)")
    }

    @Test func `an existing crop has its handles, over the movie before it`() async throws {
        let movie = try OpenedPage.movie("gift")
        try await add("crop", [("x", "0"), ("y", "0"), ("width", "400"), ("height", "300")])
        try await page.wait(for: "document.querySelector('[data-test=facts]')?.textContent.includes('400 × 300')")
        try page.value("document.querySelector('[data-focus=open-0]').click()")
        try await page.wait(for: "document.querySelector('[data-test=area-right]')")
        #expect(try page.value("document.querySelector('.edit-area-size').textContent") as? String == "400 × 300")
        let press = "new KeyboardEvent('keydown', { key: 'ArrowRight', shiftKey: true, bubbles: true })"
        try page.value("document.querySelector('[data-test=area-right]').dispatchEvent(\(press))")
        #expect(try value("width") == "410" && movie.viewBox.width > 410)
        try await page.click("[data-test=apply-step]")
        let isChanged = "document.querySelector('.edit-step-text')?.textContent.includes('410')"
        try await page.wait(for: "document.querySelector('[data-test=area-right]') === null && \(isChanged)")
        #expect(page.complaints.isEmpty, "\(page.complaints)")
    }

    @Test func `sprites are duplicated, moved and faded, and the order of the steps changes with the keyboard`() async throws {
        try await add("duplicate", [("sprite", "crown"), ("copyKey", "second")])
        try await add("offset", [("sprite", "crown"), ("x", "40"), ("y", "-8")])
        try await add("opacity", [("sprite", "crown"), ("opacity", "25")])
        try await page.wait(for: "document.querySelectorAll('[data-test=edit-step] .edit-step-note').length === 3")
        try page.value(
            """
            document.querySelector('[data-focus=open-2]').dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowUp', altKey: true, bubbles: true }))
            """)
        try await page.wait(for: "document.querySelectorAll('.edit-step-text')[1]?.textContent.includes('25')")
        #expect(try page.value("document.activeElement.dataset.focus") as? String == "open-1")
        #expect(page.complaints.isEmpty, "\(page.complaints)")
    }

    @Test func `a step is copied as a command, as Python and as Swift`() async throws {
        try await add("retime", [("first", "0"), ("last", "29"), ("count", "10")])
        try await page.wait(for: "document.querySelector('[data-test=edit-copy]').disabled === false")
        try await page.click("[data-test=edit-copy]")
        for (id, text) in [
            ("command", "--retime 0-29=10"), ("python", "{\"retime\": \"0-29=10\"}"),
            ("swift", ".retime(first: 0, last: 29, frameCount: 10)"),
        ] {
            let shown = try page.value("document.querySelector('[data-test=edit-\(id)]').textContent") as? String
            #expect(shown?.contains(text) == true, "\(shown ?? "nothing")")
        }
    }

    @Test func `a failed step says why, and the keyboard's position stays`() async throws {
        try await add("rate", [("rate", "20")])
        try await add("trim", [("first", "5"), ("last", "9999")])
        try await page.wait(for: "document.querySelector('.edit-step.failed [role=alert]')")
        #expect(try page.value("document.querySelector('[data-test=edit-save]').disabled") as? Bool == true)
        #expect(try page.value("document.activeElement.closest('[data-test=edit-panel]') !== null") as? Bool == true)
    }
}

@Suite("Texts of the page") struct PageStringTests {
    private func strings(_ name: String) throws -> String {
        String(decoding: try TestFiles.bytes(TestFiles.root.appending(path: "Sources/CSVGAPage/page/js/strings/\(name).js")), as: UTF8.self)
    }

    @Test("each format has its name and its use in both languages", arguments: OutputFormat.allCases)
    func formats(format: OutputFormat) throws {
        let text = try strings("send")
        for key in ["send.name.\(format)", "send.format.\(format)"] {
            #expect(text.components(separatedBy: "\"\(key)\":").count == 3, "\(key)")
        }
    }

    @Test("each option of an edit step has its text in both languages", arguments: EditTask.pageParameters.keys.sorted())
    func steps(option: String) throws {
        // A style is part of the step of its text.
        guard option != "text-style" else { return }
        #expect(try strings("edit").components(separatedBy: "\"edit.step.\(option)\":").count == 3)
    }
}
