import Foundation

/// A headless Chromium, to test how a page displays a file.
///
/// Tests with one have the trait `.needs(Browser.program)`.
package enum Browser {
    package struct Failure: Error {
        package let page: String
    }

    /// Chromium without windows, which takes a third of the full browser's processor time.
    package static let program = "chromium-headless-shell"

    /// Loads a page from a file and waits until its scripts are done.
    ///
    /// The page's script ends by setting `document.title` and the text of its body. The page may read the pixels of files in its folder.
    /// - Parameters:
    ///   - path: of the page.
    ///   - milliseconds: of virtual time, which stops while something loads; nil: real time, until everything is loaded. Only real time
    ///     waits for pictures that scripts decode.
    /// - Returns: the document at that time, as HTML.
    package static func document(ofPage path: String, milliseconds: Int? = 10_000) throws -> String {
        let profile = TemporaryFolder()
        let data = try Tool.run(
            program,
            [
                "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run", "--mute-audio",
                "--allow-file-access-from-files", "--autoplay-policy=no-user-gesture-required", "--user-data-dir=\(profile.path)",
                "--timeout=\(Int(HangLimit.seconds * 1000))",
            ] + (milliseconds.map { ["--virtual-time-budget=\($0)"] } ?? []) + ["--dump-dom", "file://\(path)"])
        guard let data else { throw Failure(page: path) }
        return String(decoding: data, as: UTF8.self)
    }
}
