import Foundation

/// A headless Chromium, to see what a page makes of a file.
package enum Browser {
    /// Loads a page from a file and waits until its scripts say they are done.
    ///
    /// The page's script ends by setting `document.title` and the text of its body; what the page loads from beside it may be read
    /// pixel by pixel.
    /// - Parameters:
    ///   - path: of the page.
    ///   - milliseconds: of the page's own, virtual time, which stands still while something loads; nil: real time, until everything has
    ///     loaded. Only real time waits for pictures that are decoded by scripts.
    /// - Returns: the document as it is then, as HTML; nil, having said so, where there is no Chromium.
    package static func document(ofPage path: String, milliseconds: Int? = 10_000) throws -> String? {
        guard let program = Tool.find("chromium") else { return nil }
        let profile = TemporaryFolder()
        let data = try Tool.run(
            program,
            [
                "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run", "--mute-audio",
                "--allow-file-access-from-files", "--autoplay-policy=no-user-gesture-required", "--user-data-dir=\(profile.path)",
                "--timeout=\(3 * (milliseconds ?? 10_000))",
            ] + (milliseconds.map { ["--virtual-time-budget=\($0)"] } ?? []) + ["--dump-dom", "file://\(path)"])
        return data.map { String(decoding: $0, as: UTF8.self) }
    }
}
