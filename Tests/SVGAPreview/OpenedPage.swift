import Foundation
import SVGAFormat
import SVGAModel
import SVGAPixels
import SVGARender
import TestSupport

@testable import SVGAPreview

/// A preview of copies of some samples, and a Chromium that has opened it.
final class OpenedPage {
    let folder = TemporaryFolder()
    let page: ChromiumPage
    private let program: PreviewProgram

    /// - Parameters:
    ///   - files: beside the samples; those whose names end in json are named on the command line.
    ///   - isCalm: whether movies stand still until somebody plays them, because the system prefers reduced motion. A movie that plays keeps
    ///     the server and the browser busy.
    ///   - words: options of `svga preview`.
    init(
        _ samples: [String] = ["gift"], files: [(name: String, bytes: [UInt8])] = [], width: Int = 1280, height: Int = 800,
        language: String = "en-US", isDark: Bool = false, isCalm: Bool = true, words: [String] = []
    ) async throws {
        for name in samples { folder.write(try OpenedPage.bytes(ofSample: name), to: "\(name).svga") }
        // A process of its own: tests that compute would hold the threads that its tasks need.
        for file in files { folder.write(file.bytes, to: file.name) }
        let parent = folder.path
        let named = files.filter { $0.name.hasSuffix(".json") }.map { "\(parent)/\($0.name)" }
        program = try PreviewProgram([parent] + named + words)
        page = try ChromiumPage(width: width, height: height, language: language, isDark: isDark, isCalm: isCalm)
        try page.open(program.address)
        try await page.wait(for: "document.querySelector('[data-test=card]')")
    }

    deinit { program.end() }

    /// - Parameter name: `gift` is the one with mattes and a sound.
    static func bytes(ofSample name: String) throws -> [UInt8] {
        try TestFiles.bytes(TestFiles.sample(name == "gift" ? "gift-mattes" : name))
    }

    static func movie(_ name: String) throws -> VideoEntity { try VideoEntity(bytes: try bytes(ofSample: name)) }

    static let photo = TestFiles.root.appendingPathComponent("samples/photo.jpg").path

    /// Opens a movie of the gallery as a person does, and waits for its first frame.
    func open(_ name: String) async throws { try await open(file: "\(name).svga") }

    func open(file name: String) async throws {
        let link = ".card-link:has([title=\"\(name)\"])"
        let stage = "document.querySelector('[data-test=stage] canvas')"
        try await page.click(link)
        // A card that is drawn again during a click, because its summary has come, gets no click event.
        let isOpen = (try? await page.wait(for: stage, seconds: 20)) != nil
        if !isOpen, try page.value("document.querySelector('\(link)') !== null") as? Bool == true { try await page.click(link) }
        try await page.wait(for: stage)
        try await page.wait(for: "\(OpenedPage.playback)?.shownFrame >= 0")
    }

    /// The page's own player.
    static let playback = "document.querySelector('[data-test=player]')?.playback"

    /// Types a frame's number into the field, and waits until the page shows it.
    func seek(_ frame: Int) async throws {
        try await page.click("[data-test=frame-field]", count: 3)
        try page.type("\(frame)")
        try page.press("Enter")
        try await waitUntilShown(frame)
    }

    func waitUntilShown(_ frame: Int) async throws {
        try await page.wait(for: "\(OpenedPage.playback)?.shownFrame === \(frame) && \(OpenedPage.playback).isExact")
    }

    /// The pixels of the page's canvas: red, green, blue and alpha, not premultiplied.
    func canvasPixels() throws -> [UInt8] {
        try page.pixels(ofCanvas: "document.querySelector('.stage-frames canvas:not([hidden])')").bytes
    }

    /// Waits until the canvas shows exactly this scene's frame.
    /// - Returns: false where that never happens.
    func shows(_ scene: SVGAScene, frame: Int, seconds: Double = HangLimit.seconds) async throws -> Bool {
        let expected = try scene.pixmap(frame: frame).straightPixels()
        let deadline = Date(timeIntervalSinceNow: seconds)
        repeat {
            if try canvasPixels() == expected { return true }
            try await Task.sleep(for: .milliseconds(50))
        } while Date() < deadline
        return false
    }
}
