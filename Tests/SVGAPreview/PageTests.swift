import Foundation
import SVGAFormat
import SVGAModel
import SVGAPixels
import SVGARender
import TestSupport
import Testing

/// The page in a real browser, used as a person would.
@Suite("The preview's page", .serialized, .needs(Browser.program))
struct PageTests {
    @Test("frame 45 on the page is the frame that the renderer draws, to the last bit")
    func scrubbing() async throws {
        let opened = try await OpenedPage()
        try await opened.open("gift")
        try await opened.seek(45)
        #expect(try opened.canvasPixels() == SVGAScene(OpenedPage.movie("gift")).pixmap(frame: 45).straightPixels())
        #expect(opened.page.complaints.isEmpty)
    }

    @Test("a picture that is dropped on a key is in the frame at once")
    func droppedPicture() async throws {
        let opened = try await OpenedPage()
        try await opened.open("gift")
        try await opened.seek(60)
        let scene = try SVGAScene(OpenedPage.movie("gift"))
        // In the middle of the avatar.
        let position = try #require(try scene.placement(ofKey: "user1", frame: 60).first)
        let center = position.transform.apply(x: position.size.width / 2, y: position.size.height / 2)
        let box = try opened.page.value(
            "(() => { const b = document.querySelector('.stage-frames canvas:not([hidden])').getBoundingClientRect(); return [b.x, b.y, b.width, b.height]; })()"
        )
        let numbers = try #require(box as? [NSNumber]).map(\.doubleValue)
        let hit = try #require(try scene.hit(x: center.x, y: center.y, frame: 60))
        try opened.page.drop(
            [OpenedPage.photo], x: numbers[0] + center.x / Double(scene.widthPixels) * numbers[2],
            y: numbers[1] + center.y / Double(scene.heightPixels) * numbers[3])
        let image = try ReplacementImage(bytes: TestFiles.bytes(URL(fileURLWithPath: OpenedPage.photo)))
        #expect(try await opened.shows(scene.with { $0.setImage(image, fit: .cover, forKey: hit.key) }, frame: 60))
        #expect(opened.page.complaints.isEmpty)
    }

    @Test("a Chinese name is typed, a key hidden, and both are in the frame and in the command line to copy")
    func typedName() async throws {
        let opened = try await OpenedPage()
        try await opened.open("gift")
        try await opened.seek(66)
        let page = opened.page
        try await page.click("[data-test=key-row][data-key=name]")
        try await page.click(".key-item:has([data-key=name]) [data-test=text]")
        try page.type("林小雨")
        var scene = try SVGAScene(OpenedPage.movie("gift")).with { $0.setText("林小雨", forKey: "name") }
        #expect(try await opened.shows(scene, frame: 66))

        try await page.click("[data-test=key-row][data-key=crown]")
        try await page.click(".key-item:has([data-key=crown]) [data-test=hide-key]")
        scene = try scene.with { $0.setHidden(true, forKey: "crown") }
        #expect(try await opened.shows(scene, frame: 66))

        try await page.click("[data-test=copy-as]")
        try await page.wait(for: "document.querySelector('[data-test=text-command]')")
        let command = try page.value("document.querySelector('[data-test=text-command]').textContent") as? String ?? ""
        #expect(command.contains("--set-text name=林小雨") && command.contains("--hide crown"), "\(command)")
        #expect(page.complaints.isEmpty)
    }
}
