import Foundation
import SVGAFormat
import SVGAImage
import SVGAModel
import SVGAPixels
import SVGARender
import TestSupport
import Testing

@testable import SVGAEdit

@Suite struct EditCropTests {
    @Test(arguments: ["mattes", "gift-mattes", "badge", "clips", "keep"])
    func `a cropped sample shows that part of the sample`(sample: String) throws {
        let movie = try SVGADocument(path: TestFiles.sample(sample).path).movie
        let part = SVGARect(
            x: 40, y: 30, width: (Double(movie.viewBoxWidth) / 2).rounded(), height: (Double(movie.viewBoxHeight) / 2).rounded())
        var options = RenderOptions()
        options.crop = part
        let edited = try movie.changed(.crop(x: part.x, y: part.y, width: part.width, height: part.height))
        for frame in stride(from: 0, to: Int(movie.frames), by: max(1, Int(movie.frames) / 6)) {
            let (actual, expected) = (try edited.rendered(frame: frame), try movie.rendered(frame: frame, options: options))
            // Positions in the file have 32 bits.
            #expect(actual.largestDifference(from: expected) <= 2, "frame \(frame)")
        }
    }

    @Test func `every pixel is the same, and unseen sprites are gone`() throws {
        let red = try Pixmap(width: 4, height: 4, .red).payload("far")
        let movie = WireMovie.tiny(
            frames: 2, images: [red],
            sprites: [
                .one("a.vector", .visible(.rect(6, 6, 4, 4)), .hidden),
                .one("far", .visible(layout: WireLayout(width: 3, height: 3)), .hidden),
                .one("spare", .hidden, .hidden), .one("comes.vector", .visible(.rect(0, 0, 2, 2)), .visible(.rect(7, 7, 1, 1))),
            ])
        let edited = try movie.changed(.crop(x: 5, y: 5, width: 8, height: 7))
        #expect(edited.keys == ["a.vector", "spare", "comes.vector"] && edited.images.isEmpty)
        let (before, after) = (try movie.rendered(), try edited.rendered())
        #expect(after.width == 8 && after.height == 7)
        for y in 0..<7 { for x in 0..<8 { #expect(after.pixel(x, y) == before.pixel(x + 5, y + 5)) } }
        let note = try movie.note(.crop(x: 5, y: 5, width: 8, height: 7))
        #expect(note.contains("removed 1 sprite outside of it, so these keys are gone: \"far\""), "\(note)")
    }

    @Test func `a sprite is unseen where its matte is`() throws {
        let movie = WireMovie.tiny(sprites: [
            .one("m.matte", .visible(layout: nil, .rect(0, 0, 3, 3))), .one("a.vector", matte: "m.matte", .visible(.rect(0, 0, 16, 16))),
            .one("b.vector", .visible(.rect(8, 8, 4, 4))),
        ])
        let edited = try movie.changed(.crop(x: 6, y: 6, width: 10, height: 10))
        #expect(edited.keys == ["b.vector"] && edited.sprites[0].matteKey.isEmpty)
    }

    @Test(arguments: [(10.0, 0.0, 8.0, 8.0), (-1, 0, 8, 8), (0, 0, 0, 8), (0, 0, 17, 16), (.nan, 0, 8, 8), (0, 0, .infinity, 8)])
    func `an area that is not inside the canvas is refused`(x: Double, y: Double, width: Double, height: Double) throws {
        let refusal = try #require(WireMovie.tiny().refusal(.crop(x: x, y: y, width: width, height: height)))
        #expect(refusal.kind == .invalidRequest && refusal.description.contains("not inside the canvas of 16 × 16"))
    }

    @Test func `the entire canvas changes nothing`() throws {
        let movie = WireMovie.tiny(sprites: [.one("far.vector", .visible(.rect(40, 40, 2, 2)))])
        #expect(try movie.changed(.crop(x: 0, y: 0, width: 16, height: 16)) == movie)
    }
}
