import SVGAExport
import SVGAFormat
import SVGAImage
import SVGAModel
import SVGAPixels
import SVGARender
import SVGASupport
import TestSupport
import Testing

@testable import SVGAImport

@Suite struct PicturesTests {
    /// A GIF of one pixel, which is black or white in each picture.
    private static func gif(_ pictures: [(isWhite: Bool, hundredths: UInt8)]) -> [UInt8] {
        var bytes = Array("GIF89a".utf8) + [1, 0, 1, 0, 0x80, 0, 0, 0, 0, 0, 255, 255, 255]
        for picture in pictures {
            bytes += [0x21, 0xF9, 4, 4, picture.hundredths, 0, 0, 0]
            bytes += [0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, picture.isWhite ? 0x4C : 0x44, 1, 0]
        }
        return bytes + [0x3B]
    }

    private func imported(_ bytes: [UInt8], _ options: PicturesOptions = PicturesOptions()) async throws -> Imported {
        try await PicturesImport(options).run(.bytes(bytes, name: "a"))
    }

    /// Every frame, and that readers of movies find nothing wrong.
    private func expect(_ made: Imported, shows pictures: [Pixmap]) throws {
        let movie = try VideoEntity(bytes: made.document.write(as: .v2))
        #expect(movie.diagnostics.filter { $0.severity >= .warning }.isEmpty)
        #expect(movie.frameCount == pictures.count)
        for (frame, picture) in pictures.enumerated() { #expect(try made.document.picture(frame) == picture, "frame \(frame)") }
    }

    @Test("the delays of a GIF give the lowest rate that keeps them, and equal pictures are stored once")
    func delays() async throws {
        let made = try await imported(Self.gif([(false, 10), (true, 30), (false, 10), (true, 20)]))
        #expect(made.source == "GIF")
        #expect(made.document.movie.fps == 10)
        #expect(made.document.movie.images.count == 2)
        #expect(made.lost.isEmpty)
        let (black, white) = (Pixmap(width: 1, height: 1, .init(0, 0, 0)), Pixmap(width: 1, height: 1, .white))
        try expect(made, shows: [black, white, white, white, black, white, white])
    }

    @Test("a GIF of 30 pictures a second, whose times are rounded to hundredths, gets 30 again")
    func roundedDelays() async throws {
        let made = try await imported(Self.gif((0..<9).map { ($0 % 2 == 0, [3, 4, 3][$0 % 3]) }))
        #expect(made.document.movie.fps == 30)
        #expect(made.document.movie.frames == 9)
        #expect(made.lost.map(\.message) == ["at 30 fps, images appear up to 3.3 ms earlier or later than in the source"])
    }

    @Test("a lower frame rate leaves pictures out and reports it")
    func fewerFrames() async throws {
        var options = PicturesOptions()
        options.fps = 5
        let made = try await imported(Self.gif((0..<10).map { ($0 % 3 == 0, 10) }), options)
        #expect((made.document.movie.fps, made.document.movie.frames) == (5, 5))
        #expect(made.lost.count == 1 && made.lost[0].message.description.contains("are left out"))
    }

    @Test("a square that walks over a background that stays becomes few pictures, to the last bit", arguments: [true, false])
    func walkingSquare(isOpaque: Bool) async throws {
        let pictures = PictureList.walking(12, isOpaque: isOpaque)
        let bytes = try await PictureList(pictures).bytes(as: .apng)
        let made = try await imported(bytes)
        #expect(made.source == "APNG")
        try expect(made, shows: pictures)
        let images = made.document.movie.images
        #expect(images.count <= 20)
        let full = try pictures.map { try $0.pngData().count }.reduce(0, +)
        #expect(images.map(\.bytes.count).reduce(0, +) * (isOpaque ? 3 : 2) < full)
    }

    @Test("every sprite has a frame for each of the movie's, because some players fail without")
    func spriteFrames() async throws {
        let made = try await imported(Self.gif([(true, 10), (false, 10), (true, 10), (false, 30)]))
        let movie = made.document.movie
        #expect(movie.frames > 4 && !movie.sprites.isEmpty)
        #expect(movie.sprites.allSatisfy { $0.frames.count == Int(movie.frames) })
    }

    @Test("an animated WebP without loss is equal to the last bit, soft edges too")
    func webP() async throws {
        let pictures = (0..<6).map { index -> Pixmap in
            var pixmap = Pixmap(width: 24, height: 20)
            for start in stride(from: 0, to: pixmap.pixels.count, by: 4) {
                let alpha = UInt8((start * (index / 2 + 1)) % 256)
                pixmap.pixels.replaceSubrange(start..<start + 4, with: [alpha / 2, alpha / 3, alpha, alpha])
            }
            return pixmap
        }
        let made = try await imported(try await PictureList(pictures, fps: 25).bytes(as: .webP()))
        #expect(made.document.movie.fps == 25)
        #expect(made.document.movie.images.count == 3)
        try expect(made, shows: pictures)
        let similarity = try await PicturesImport().similarity(
            of: made.document, to: .bytes(try await PictureList(pictures, fps: 25).bytes(as: .webP()), name: "a"))
        #expect(similarity == 1)
    }

    @Test("a still is a movie of one frame")
    func still() async throws {
        let picture = PictureList.walking(1)[0]
        try expect(try await imported(try picture.pngData()), shows: [picture])
    }

    @Test("more pictures than a movie can have sprites share bitmaps, to the last bit")
    func sheets() async throws {
        let pictures = (0..<2100).map { index -> Pixmap in
            Pixmap(width: 9, height: 8, .init(UInt8(index % 251), UInt8(index / 251), 3))
        }
        let made = try await imported(try await PictureList(pictures).bytes(as: .webP()))
        #expect(made.document.movie.sprites.count < 1500)
        #expect(made.document.movie.frames == 2100)
        for frame in stride(from: 0, to: 2100, by: 97) { #expect(try made.document.picture(frame) == pictures[frame], "frame \(frame)") }
    }

    @Test("a target size is met, and the reductions are reported")
    func targetSize() async throws {
        var generator = SeededGenerator(state: 7)
        let pictures = (0..<4).map { _ -> Pixmap in
            Pixmap(
                (0..<48).map { _ in
                    (0..<48).map { _ in Pixel(.random(in: 0...255, using: &generator), .random(in: 0...255, using: &generator), 9) }
                })
        }
        let bytes = try await PictureList(pictures).bytes(as: .apng)
        var options = PicturesOptions()
        options.targetBytes = 6000
        let made = try await imported(bytes, options)
        #expect(try made.document.write(as: .v2).count <= 6000)
        #expect(made.lost.contains { $0.message.description.hasPrefix("to fit 6000 bytes: quality ") })
    }

    @Test("a size shrinks every picture")
    func size() async throws {
        var options = PicturesOptions()
        options.size = (32, 0)
        let made = try await imported(try await PictureList(PictureList.walking(3)).bytes(as: .apng), options)
        #expect((made.document.movie.viewBoxWidth, made.document.movie.viewBoxHeight) == (32, 32))
    }

    @Test("an option that no movie can have is refused")
    func options() async throws {
        var options = PicturesOptions()
        options.fps = 61
        let refused = options
        await #expect(throws: ImportError.self) { try await imported(Self.gif([(true, 1)]), refused) }
    }

    @Test("truncated, inconsistent and empty animations are one clear error")
    func broken() async throws {
        let list = PictureList(PictureList.walking(5))
        for format in [ExportFormat.gif(), .apng, .webP()] {
            let bytes = try await list.bytes(as: format)
            for part in [bytes.count / 4, bytes.count / 2, bytes.count * 9 / 10] {
                await #expect(throws: ImportError.self) { try await imported(Array(bytes.prefix(part))) }
            }
        }
        var apng = try await list.bytes(as: .apng)
        apng[apng.count / 2] ^= 0x55
        let damaged = apng
        await #expect(throws: ImportError.self) { try await imported(damaged) }
        // 65 535 × 65 535 pixels in a few bytes.
        let huge = Array("GIF89a".utf8) + [255, 255, 255, 255, 0x80, 0, 0, 0, 0, 0, 255, 255, 255, 0x3B]
        await #expect(throws: ImportError.self) { try await imported(huge) }
        await #expect(throws: ImportError.unknownKind(found: "the file is empty")) { try await imported([]) }
        await #expect(throws: ImportError.otherFormat(.text)) {
            try await imported(Array("none".utf8))
        }
    }
}
