import Foundation
import SVGAFormat
import SVGAModel
import SVGAPixels
import SVGARender
import TestSupport
import Testing

/// Scenes of one prepared movie copy their common pixels from each other. The result must equal separate rendering.
@Suite struct SharedFrameTests {
    static let files = TestFiles.samples + TestFiles.corpusFiles

    private func person(_ number: Int, _ picture: String, _ name: String) throws -> Substitutions {
        var person = Substitutions()
        let color = Pixel(UInt8(40 * number), 200, UInt8(255 - 40 * number))
        if number != 2 {
            person.setImage(
                try ReplacementImage(Pixmap(width: 40 + number, height: 50, color)), mask: number == 1 ? .circle : .none, forKey: picture)
        } else {
            person.setHidden(true, forKey: picture)
        }
        person.setText(String(repeating: "Wg", count: number + 1), forKey: name)
        if number == 4 {
            person.setTint(SVGAColor(red: 0.4, green: 1, blue: 0.6), forKey: picture)
            person.setOffset(x: 30, y: -20, forKey: picture)
            person.setOpacity(0.7, forKey: name)
        }
        if number == 3 {
            person.setDrawing(
                { context, size, _ in
                    let box = SVGARect(x: 0, y: 0, width: size.width / 2, height: size.height / 2)
                    context.fill(.rect(box, cornerRadius: 0), SVGAColor(red: 1, green: 0, blue: 0, alpha: 0.5))
                }, forKey: name)
        }
        return person
    }

    @Test("every user's frames are those of a movie prepared for that user alone, to the last bit", arguments: files)
    func sameAsAlone(file: URL) throws {
        let movie = try VideoEntity(path: file.path)
        let keys = movie.sprites.filter { $0.imageIndex != nil || $0.kind == .matte }.map(\.replacementKey)
        guard let first = keys.first, let last = keys.last else { return }
        let middle = keys[keys.count / 2]
        let beyond = SVGARect(x: -20, y: -10, width: movie.viewBox.width + 30, height: movie.viewBox.height + 40)
        for (picture, name, part) in [(first, last, nil), (last, middle, beyond)] {
            let options = RenderOptions(size: .pixels(width: 150, height: 0), crop: part)
            let prepared = PreparedMovie(movie)
            for number in 0..<5 {
                let person = try person(number, picture, name)
                let shared = try prepared.scene(options: options, substitutions: person).makePainter()
                let alone = try SVGAScene(movie, options: options, substitutions: person).makePainter()
                for frame in stride(from: 0, to: movie.frameCount, by: max(1, movie.frameCount / 5)) {
                    try shared.paint(frame: frame)
                    try alone.paint(frame: frame)
                    #expect(shared.pixmap() == alone.pixmap(), "\(picture), \(name), user \(number), frame \(frame)")
                }
            }
        }
    }

    @Test("a user for whom more keys are changed than for the others, or fewer, sees nothing of theirs")
    func otherKeys() throws {
        let gift = try #require(TestFiles.samples.first { $0.lastPathComponent == "gift-mattes.svga" })
        let movie = try VideoEntity(path: gift.path)
        let options = RenderOptions(size: .pixels(width: 150, height: 0))
        let prepared = PreparedMovie(movie)
        for number in 0..<7 {
            var person = try person(0, "user1", "name")
            if number % 3 == 2 { person.setHidden(true, forKey: "crown") }
            if number > 0, number % 3 == 0 { person.setOffset(x: 30, y: -20, forKey: "crown") }
            let shared = try prepared.scene(options: options, substitutions: person).pixmap(frame: 60)
            #expect(try shared == SVGAScene(movie, options: options, substitutions: person).pixmap(frame: 60), "user \(number)")
        }
        #expect(prepared.sharedFrameBytes > 0)
    }

    @Test("a scene that draws its frames again and again, alone, keeps nothing")
    func keepsNothingAlone() throws {
        let gift = try #require(TestFiles.samples.first { $0.lastPathComponent == "gift-mattes.svga" })
        let prepared = PreparedMovie(try VideoEntity(path: gift.path))
        let scene = try prepared.scene(substitutions: person(0, "user1", "name"))
        for _ in 0..<3 { _ = try scene.pixmap(frame: 60) }
        #expect(prepared.sharedFrameBytes == 0)
    }

    @Test("the second user's frame is cached and the third's is drawn from it; the cache has a limit")
    func keepsWithinLimit() throws {
        let gift = try #require(TestFiles.samples.first { $0.lastPathComponent == "gift-mattes.svga" })
        let movie = try VideoEntity(path: gift.path)
        var limits = ReadLimits()
        let frameBytes = 2 * 4 * movie.canvasPixels.width * movie.canvasPixels.height
        for (allowed, kept) in [(64 << 20, 3), (2 * frameBytes + 1, 2)] {
            limits.decodedBytes = max(allowed, 16 << 20)
            let prepared = PreparedMovie(movie, limits: limits, sharedFrameBytes: allowed)
            for number in 0..<4 {
                let painter = try prepared.scene(substitutions: person(number, "user1", "name")).makePainter()
                for frame in [60, 61, 62] { try painter.paint(frame: frame) }
                #expect(prepared.sharedFrameBytes == (number == 0 ? 0 : kept * frameBytes), "user \(number)")
            }
        }
    }
}
