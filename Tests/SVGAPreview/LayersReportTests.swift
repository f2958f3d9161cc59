import Foundation
import SVGAFormat
import SVGAHTTP
import SVGAModel
import SVGASupport
import TestSupport
import Testing

@testable import SVGAPreview

/// What the panel of layers shows.
@Suite struct LayersReportTests {
    private func runs(_ sprite: JSONValue, _ name: String) -> [[Int]] {
        sprite.elements(name).map { run in
            guard case .array(let ends) = run else { return [] }
            return ends.map { Int($0.double ?? -1) }
        }
    }

    @Test("a sprite's ranges are its visible frames and its changes", arguments: TestFiles.samples)
    func wholeMovie(file: URL) throws {
        let movie = try VideoEntity(path: file.path)
        let sprites = LayersReport.json(movie).elements("sprites")
        #expect(sprites.count == movie.sprites.count)
        for (index, sprite) in movie.sprites.enumerated() {
            func values(_ frame: Int) -> [String]? {
                guard frame < sprite.frames.count, sprite.frames[frame].isVisible else { return nil }
                if let matte = sprite.matteIndex {
                    let mask = movie.sprites[matte].frames
                    guard frame < mask.count, mask[frame].isVisible else { return nil }
                }
                let entity = sprite.frames[frame]
                return ["\(entity.alpha) \(entity.layout) \(entity.transform)", "\(entity.shapes)", "\(entity.clipPath as Any)"]
            }
            let shown = (0..<movie.frameCount).filter { values($0) != nil }
            let changes = (1..<max(1, movie.frameCount)).filter { values($0) != values($0 - 1) }
            #expect(runs(sprites[index], "shown").flatMap { Array($0[0]...$0[1]) } == shown, "sprite \(index)")
            #expect(runs(sprites[index], "changes").flatMap { Array($0[0]...$0[1]) } == changes, "sprite \(index)")
            #expect(sprites[index].text("imageKey") == sprite.imageKey && sprites[index]["joined"] == .bool(false))
        }
    }

    @Test("a frame's values are those of the file, in the digits of its numbers; past its own frames a sprite is hidden")
    func oneFrame() throws {
        let frame = WireFrame.visible(
            alpha: 0.3, layout: WireLayout(x: 1, y: 2, width: 3, height: 4), transform: WireTransform(a: 0.1, tx: 5, ty: 6),
            clip: "M0 0L5 5")
        let movie = try WireMovie.tiny(frames: 2, sprites: [.one("a", frame)]).read()
        let sprite = try LayersReport.json(movie, frame: 0).elements("sprites")[0]
        #expect(
            sprite.text(.compact)
                == #"{"index":0,"isShown":true,"alpha":0.3,"layout":[1,2,3,4],"transform":[0.1,0,0,1,5,6],"clip":"M0 0 L5 5","shapes":0}"#)
        #expect(try LayersReport.json(movie, frame: 1).elements("sprites")[0].text(.compact) == #"{"index":0,"isShown":false}"#)
        for wrong in [-1, 2, .max, .min] { #expect(throws: PreviewError.self) { try LayersReport.json(movie, frame: wrong) } }
    }

    @Test("a movie that flickers in every sprite gets an answer of bounded size, which leaves out nothing that is seen")
    func flickering() throws {
        let frames = (0..<400).map { $0 % 2 == 0 ? WireFrame.visible() : .hidden }
        let sprite = WireSprite(imageKey: "a", matteKey: "", frames: frames)
        let movie = try WireMovie.tiny(frames: 400, sprites: Array(repeating: sprite, count: 1000)).read()
        let report = LayersReport.json(movie)
        let first = report.elements("sprites")[0]
        #expect(first["joined"] == .bool(true))
        #expect(runs(first, "shown").last?[1] == 398 && runs(first, "shown").count == 50)
        #expect(report.text(.compact).utf8.count < 3_000_000)
    }
}
