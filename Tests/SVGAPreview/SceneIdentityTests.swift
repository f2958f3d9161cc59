import Foundation
import SVGAAuthor
import SVGAFormat
import SVGAHTTP
import SVGAModel
import SVGAPixels
import SVGAPlatform
import SVGARender
import SVGASupport
import TestSupport
import Testing

@testable import SVGACommand
@testable import SVGAPreview
@testable import SVGATasks

/// Which movie a scene shows, where many are open and files change.
@Suite struct SceneIdentityTests {
    private let folder = TemporaryFolder()

    /// A movie of one color, which identifies the movie of a picture.
    private func write(_ shade: Int, to name: String) throws {
        let color = SVGAColor(red: Double(shade) / 255, green: Double(255 - shade) / 255, blue: 0)
        let square = ShapeEntity(geometry: .rect(SVGARect(x: 0, y: 0, width: 8, height: 8), cornerRadius: 0), fill: color)
        var builder = try MovieBuilder(width: 8, height: 8, fps: 20, frameCount: 1)
        try builder.addSprite("square") { _ in MovieBuilder.Frame(shapes: [square]) }
        folder.write(try DocumentWriter.write(builder.build().movie, as: .zlib), to: name)
    }

    private func preview() throws -> Preview {
        try Preview(paths: [folder.path], limits: .default)
    }

    private func movies(_ preview: Preview) -> [(id: String, name: String)] {
        let list = ScenePage.json(preview.answer(HTTPRequest(path: ["api", "movies"])))?.elements("movies") ?? []
        return list.map { ($0.text("id") ?? "", $0.text("name") ?? "") }
    }

    /// The shade that the first pixel of a movie's scene has.
    private func shade(_ preview: Preview, _ movie: String, player: String?) throws -> Int {
        let member = player.map { ",\"player\":\"\($0)\"" } ?? ""
        let content = Array("{\"movie\":\"\(movie)\"\(member)}".utf8)
        let made = preview.answer(HTTPRequest(method: "POST", path: ["api", "scenes"], body: content))
        let id = try #require(ScenePage.json(made)?.text("scene"), "\(ScenePage.line(made))")
        let frames = try ScenePage.frames(preview.answer(HTTPRequest(path: ["api", "scenes", id, "frames"], query: ["list": "0"])))
        return Int(try #require(frames.first?.pixels.first))
    }

    /// More movies than the cache keeps: those that are dropped leave their addresses to others.
    @Test(arguments: [nil, "ios", "web"] as [String?]) func `each of many movies is shown correctly, again and again`(player: String?)
        throws
    {
        for shade in 0..<70 { try write(shade, to: "\(shade).svga") }
        let preview = try preview()
        let all = movies(preview)
        #expect(all.count == 70)
        var wrong: [String] = []
        for _ in 0..<3 {
            for (id, name) in all {
                let shown = try shade(preview, id, player: player)
                if name != "\(shown).svga" { wrong.append("\(name) shows \(shown)") }
            }
        }
        #expect(wrong == [])
    }

    @Test(arguments: [nil, "web"] as [String?]) func `a rewritten movie is another one, also with the same size and time`(
        player: String?
    ) throws {
        let path = "\(folder.path)/a.svga"
        try write(10, to: "a.svga")
        let preview = try preview()
        let movie = try #require(movies(preview).first?.id)
        #expect(try shade(preview, movie, player: player) == 10)
        var before = stat()
        #expect(stat(path, &before) == 0)
        var alike = 0
        for next in 11..<60 {
            try write(next, to: "a.svga")
            let times = [timespec](repeating: before.modificationTime, count: 2)
            #expect(utimensat(AT_FDCWD, path, times, 0) == 0)
            var after = stat()
            #expect(stat(path, &after) == 0)
            if after.st_size == before.st_size { alike += 1 }
            #expect(try shade(preview, movie, player: player) == next)
        }
        #expect(alike > 5)
    }

    @Test func `swapping the names of two movies swaps their pictures`() throws {
        try write(10, to: "a.svga")
        try write(20, to: "b.svga")
        let preview = try preview()
        let all = Dictionary(uniqueKeysWithValues: movies(preview).map { ($0.name, $0.id) })
        let (a, b) = (try #require(all["a.svga"]), try #require(all["b.svga"]))
        for round in 0..<6 {
            let shown = [try shade(preview, a, player: "ios"), try shade(preview, b, player: "ios")]
            #expect(shown == (round % 2 == 0 ? [10, 20] : [20, 10]))
            for (from, to) in [("a", "c"), ("b", "a"), ("c", "b")] {
                #expect(rename("\(folder.path)/\(from).svga", "\(folder.path)/\(to).svga") == 0)
            }
        }
    }
}
