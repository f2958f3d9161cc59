import ConformanceSuite
import Foundation
import TestSupport
import Testing

@Suite("The page of the conformance suite runs players that draw on a canvas", .needs("python3", Browser.program))
struct SuitePageTests {
    private let folder = TemporaryFolder()

    /// A player that has the references, and in one group puts them a pixel further to the right.
    private static let adapter = """
        export const name = "a player of the tests";
        let canvas, test;
        export async function load(bytes, stage, entry) {
          [canvas, test] = [stage, entry];
          if (entry.id === "container-truncated") throw new Error("it ends too early");
        }
        export async function drawFrame(frame) {
          const file = await fetch(`../ref/${test.id}/${String(frame).padStart(5, "0")}.png`);
          const context = canvas.getContext("2d");
          context.clearRect(0, 0, canvas.width, canvas.height);
          context.drawImage(await createImageBitmap(await file.blob()), test.group === "matte" ? 1 : 0, 0);
        }
        """

    @Test("what a player draws is compared as the driver does")
    func compared() async throws {
        try SuiteExport(try Suite.made.get(), project: TestFiles.root).write(to: URL(fileURLWithPath: folder.path))
        folder.write(Array(Self.adapter.utf8), to: "web/mine.js")
        let server = try ChildProcess(
            "python3", ["-u", "-m", "http.server", "0", "--bind", "127.0.0.1", "--directory", folder.path],
            descriptors: [.nothing, .pipe, .nothing])
        let greeting = try #require(server.output).line()
        let port = try #require(greeting.firstMatch(of: #/port (\d+)/#)?.1)
        let page = try ChromiumPage(width: 1440, height: 1200)
        try page.open("http://127.0.0.1:\(port)/web/?adapter=./mine.js&only=alpha,matte-first,container-truncated,container-bad-adler")
        try await page.wait(for: "window.conformance?.isComplete")
        let failed = try page.value("conformance.cases.filter(told => !told.isRight).map(told => told.id)") as? [String]
        // Of the two that are to be refused one is drawn, with a reference that is not there, which is not a picture either.
        let report = try page.value("JSON.stringify(conformance)") as? String ?? ""
        #expect(failed == ["matte-first"], "\(report)")
        #expect(try page.value("document.querySelector('#score').textContent") as? String == "12 of 13 pass")
        let similarity = try page.value("conformance.cases.find(told => told.id === 'matte-first').frames[0].similarity") as? Double
        #expect(similarity ?? 1 < 0.99)
        try await page.click("#failed")
        #expect(try page.value("[...document.querySelectorAll('article')].filter(card => !card.hidden).length") as? Int == 1)
        if let path = ProcessInfo.processInfo.environment["SVGA_SUITE_PAGE"] {
            try await page.click("#failed")
            try Data(try page.screenshot()).write(to: URL(fileURLWithPath: path))
        }
        withExtendedLifetime(server) {}
    }
}
