import Foundation
import SVGAModel
import SVGAPixels
import SVGARender
import SVGASupport
import TestSupport
import Testing

@testable import SVGAExport

@Suite struct SheetPagesTests {
    private let folder = TemporaryFolder()

    /// 20 frames of 60 × 60, of which at most four fit a page.
    private func export(_ options: SheetOptions = SheetOptions(maxSide: 130), frames: [Int]? = nil) async throws -> SVGAScene {
        let scene = try SheetMovies.walk(width: 60, height: 60, frames: 20, background: SheetMovies.white)
        var timing = ExportTiming()
        timing.frames = frames
        try await Exporter.export(
            scene, to: SheetSink(path: "\(folder.path)/gift.png", options: options), options: ExportOptions(timing: timing))
        return scene
    }

    @Test func `frames that do not fit one page continue on the next, each once and exactly`() async throws {
        let scene = try await export()
        let names = folder.contents()
        let pages = try (0..<names.count / 2).map { try SheetFile(folder, $0 == 0 ? "gift" : "gift-\($0)") }
        #expect(pages.count > 3 && names.count == 2 * pages.count)
        var seen: [String] = []
        for page in pages {
            #expect(page.picture.width <= 130 && page.picture.height <= 130)
            #expect(page.meta["size"] as? [String: Int] == ["w": page.picture.width, "h": page.picture.height])
            for (i, frame) in page.frames.enumerated() {
                let number = try #require(Int(frame.name.dropFirst(5).dropLast(4)))
                #expect(try page.frame(i) == scene.pixmap(frame: number))
            }
            seen += page.frames.map(\.name)
        }
        #expect(seen.sorted() == (0..<20).map { "gift-\($0 < 10 ? "0" : "")\($0).png" })
    }

    @Test func `every page names the JSONs of all others, and lists its frames by name`() async throws {
        _ = try await export()
        let jsons = folder.contents().filter { $0.hasSuffix(".json") }
        for name in jsons {
            let page = try SheetFile(folder, String(name.dropLast(5)))
            let others = try #require(page.meta["related_multi_packs"] as? [String])
            #expect(Set(others) == Set(jsons.filter { $0 != name }) && others.count == jsons.count - 1)
            #expect(page.meta["image"] as? String == name.replacing(".json", with: ".png"))
            #expect(page.isHash)
        }
    }

    @Test func `one page names no others`() async throws {
        _ = try await export(SheetOptions())
        let page = try SheetFile(folder)
        #expect(page.meta["related_multi_packs"] == nil && !page.isHash && folder.contents() == ["gift.json", "gift.png"])
    }

    @Test func `a frame that comes again is on the page where it came first`() async throws {
        _ = try await export(frames: Array(0..<20) + [0, 1])
        let first = try SheetFile(folder)
        #expect(first.frames.map(\.name).contains("gift-20.png") && first.frames.map(\.name).contains("gift-21.png"))
        #expect(first.frames.first?.rect == first.frames.first { $0.name == "gift-20.png" }?.rect)
    }

    @Test func `a frame larger than a page is an error with the size that would fit`() async throws {
        let error = await #expect(throws: SVGAError.self) { _ = try await export(SheetOptions(maxSide: 50)) }
        #expect(error == .largerThanPage(frame: 0, width: 60, height: 60, sidePixels: 50))
        #expect(error?.description.contains("(83 % of the size would do)") == true)
        #expect(folder.contents() == [])
    }

    @Test func `a power of two that no frame fits is the same error`() async throws {
        var options = SheetOptions(maxSide: 63)
        options.isPowerOfTwo = true
        let powerOfTwo = options
        await #expect(throws: SVGAError.largerThanPage(frame: 0, width: 60, height: 60, sidePixels: 32)) {
            _ = try await export(powerOfTwo)
        }
    }

    @Test func `an existing later page is an error, and no file is left`() async throws {
        folder.write([9], to: "gift-1.png")
        await #expect(throws: SVGAError.exists(path: "\(folder.path)/gift-1.png")) { _ = try await export() }
        #expect(folder.contents() == ["gift-1.png"])
    }

    @Test func `in memory come all pages, each before its JSON`() async throws {
        let scene = try SheetMovies.walk(width: 60, height: 60, frames: 8, background: SheetMovies.white)
        let files = try await Exporter.files(of: scene, as: .sheet(SheetOptions(maxSide: 130)), name: "gift")
        #expect(files.prefix(4).map(\.name) == ["gift.png", "gift.json", "gift-1.png", "gift-1.json"])
    }
}
