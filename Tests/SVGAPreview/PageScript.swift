import Foundation
import TestSupport
import Testing

/// Runs scripts with the page's own modules in a browser, without a server. Tests with it have the trait `.needs(Browser.program)`.
enum PageScript {
    /// - Parameter script: the body of an async function; modules are there as `await page("vars.js")`. What it returns is read as JSON.
    static func run<Value: Decodable>(_ script: String, as type: Value.Type = Value.self) async throws -> Value {
        let folder = TemporaryFolder()
        folder.write(Array("<!doctype html><html><body><div id=\"toasts\"></div></body></html>".utf8), to: "test.html")
        let browser = try ChromiumPage(readsFiles: true)
        try browser.open("file://\(folder.path)/test.html")
        try await browser.wait(for: "location.protocol === 'file:' && document.readyState === 'complete'")
        let modules = TestFiles.root.appending(path: "Sources/CSVGAPage/page/js/").absoluteString
        let value = try browser.value(
            """
            (async () => {
              const page = (name) => import("\(modules)" + name);
              const run = async () => { \(script) };
              return JSON.stringify(await run());
            })()
            """)
        return try JSONDecoder().decode(type, from: Data(try #require(value as? String).utf8))
    }
}
