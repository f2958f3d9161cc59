import Foundation

/// A headless Chromium, to see what a page makes of a file.
///
/// Tests with one have the trait `.needs(Browser.program)`.
package enum Browser {
    package struct Failure: Error {
        package let page: String
    }

    /// Chromium without windows, which takes a third of the processor time of the whole one.
    package static let program = "chromium-headless-shell"

    /// Loads a page from a file and waits until its scripts say they are done.
    ///
    /// The page's script ends by setting `document.title` and the text of its body; what the page loads from beside it may be read
    /// pixel by pixel.
    /// - Parameters:
    ///   - path: of the page.
    ///   - milliseconds: of the page's own, virtual time, which stands still while something loads; nil: real time, until everything has
    ///     loaded. Only real time waits for pictures that are decoded by scripts.
    /// - Returns: the document as it is then, as HTML.
    package static func document(ofPage path: String, milliseconds: Int? = 10_000) throws -> String {
        let profile = TemporaryFolder()
        let data = try Tool.run(
            program,
            [
                "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run", "--mute-audio",
                "--allow-file-access-from-files", "--autoplay-policy=no-user-gesture-required", "--user-data-dir=\(profile.path)",
                "--timeout=\(3 * (milliseconds ?? 10_000))",
            ] + (milliseconds.map { ["--virtual-time-budget=\($0)"] } ?? []) + ["--dump-dom", "file://\(path)"])
        guard let data else { throw Failure(page: path) }
        return String(decoding: data, as: UTF8.self)
    }
}
