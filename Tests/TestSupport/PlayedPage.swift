package import SVGAPixels

/// A page written by `svga render`, in Chromium. Tests with one have the trait `.needs(Browser.program)`.
package final class PlayedPage {
    package let browser: ChromiumPage

    package init(width: Int = 1280, height: Int = 800, readsFiles: Bool = false) throws {
        browser = try ChromiumPage(width: width, height: height, readsFiles: readsFiles)
    }

    /// Opens a file, and waits until its `svga` object exists.
    package func open(_ path: String) async throws {
        try browser.open("file://\(path)")
        try await browser.wait(for: "location.pathname === '\(path)' && window.svga")
    }

    /// The canvas after showing a frame, premultiplied.
    package func frame(_ frame: Int) throws -> Pixmap {
        try browser.value("svga.show(\(frame))")
        return try canvas()
    }

    /// The canvas, premultiplied.
    package func canvas() throws -> Pixmap { try browser.pixels(ofCanvas: "svga.canvas").premultiplied }
}
