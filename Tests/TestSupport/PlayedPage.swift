package import SVGAPixels

/// A page that `svga render` has written, in Chromium. Tests with one have the trait `.needs(Browser.program)`.
package final class PlayedPage {
    package let browser: ChromiumPage

    package init(width: Int = 1280, height: Int = 800, readsFiles: Bool = false) throws {
        browser = try ChromiumPage(width: width, height: height, readsFiles: readsFiles)
    }

    /// Opens a file, and waits until its `svga` is there.
    package func open(_ path: String) async throws {
        try browser.open("file://\(path)")
        try await browser.wait(for: "location.pathname === '\(path)' && window.svga")
    }

    /// What the canvas holds after a frame was shown, premultiplied.
    package func frame(_ frame: Int) throws -> Pixmap {
        try browser.value("svga.show(\(frame))")
        return try canvas()
    }

    /// What the canvas holds, premultiplied.
    package func canvas() throws -> Pixmap { try browser.pixels(ofCanvas: "svga.canvas").premultiplied }
}
