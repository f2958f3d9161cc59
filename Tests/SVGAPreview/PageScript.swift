import Foundation
import TestSupport
import Testing

/// Runs scripts with the page's own modules in a browser, without a server. Tests with it have the trait `.needs("chromium")`.
enum PageScript {
    struct Failure: Error {
        let text: String
    }

    /// - Parameter script: the body of an async function; modules are there as `await page("vars.js")`. What it returns is read as JSON.
    static func run<Value: Decodable>(_ script: String, as type: Value.Type = Value.self) throws -> Value {
        let folder = TemporaryFolder()
        let modules = TestFiles.root.appending(path: "Sources/CSVGAPage/page/js/").absoluteString
        let html = """
            <!doctype html><html><body><div id="toasts"></div>
            <script>
            // The browser hands over the document once all has loaded, so something is loading until the script ends.
            let hasEnded = false;
            (function load() {
              const image = new Image();
              image.onload = image.onerror = () => { if (!hasEnded) load(); };
              image.src = "data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA=#" + Math.random();
            })();
            </script>
            <script type="module">
            const page = (name) => import("\(modules)" + name);
            const run = async () => { \(script) };
            run().then((value) => JSON.stringify(value), (error) => "failed: " + error.stack).then((text) => {
              document.body.textContent = btoa(String.fromCharCode(...new TextEncoder().encode(text)));
              hasEnded = true;
            });
            </script></body></html>
            """
        folder.write(Array(html.utf8), to: "test.html")
        let document = try Browser.document(ofPage: "\(folder.path)/test.html", milliseconds: nil)
        let body = try #require(document.firstMatch(of: /<body>([A-Za-z0-9+\/=]+)<\/body>/), "the script did not end")
        let text = try #require(Data(base64Encoded: String(body.output.1)))
        guard !text.starts(with: Array("failed: ".utf8)) else { throw Failure(text: String(decoding: text, as: UTF8.self)) }
        return try JSONDecoder().decode(type, from: text)
    }
}
