import SVGASupport
#if Video
    import Foundation
    import SVGAExport
    import SVGAFormat
    import SVGAImage
    import SVGAModel
    import SVGAPixels
    import SVGARender
    import SVGAVideo
    import TestSupport
    import Testing

    @testable import SVGAImport

    @Suite struct PicturesVideoTests {
        private static let pictures = PictureList.walking(8, side: 96, isOpaque: false)
        private static let list = PictureList(pictures, fps: 25)

        private func lowest(_ made: Imported) throws -> Double {
            try Self.pictures.enumerated().map { StructuralSimilarity.compare(try made.document.picture($0), $1) }.min() ?? 0
        }

        @Test("QuickTime Animation keeps every bit, its alpha and its rate")
        func lossless() async throws {
            let made = try await PicturesImport().run(.bytes(try await Self.list.bytes(as: .quickTimeAnimation()), name: "a.mov"))
            #expect((made.source, made.document.movie.fps, made.document.movie.frames) == ("video", 25, 8))
            for (frame, picture) in Self.pictures.enumerated() { #expect(try made.document.picture(frame) == picture, "frame \(frame)") }
        }

        @Test("alpha of ProRes and of VP9 is preserved")
        func nativeAlpha() async throws {
            for format in [ExportFormat.proRes(), .webM()] {
                let made = try await PicturesImport().run(.bytes(try await Self.list.bytes(as: format), name: "a"))
                #expect(try lowest(made) > 0.97)
                #expect(made.lost.contains { $0.message.description.hasPrefix("images have fewer colors, of at least quality 80") })
            }
        }

        @Test("alpha beside or below the colors is found, by the metadata and by the pixels", arguments: [false, true])
        func halves(isStacked: Bool) async throws {
            let options = VideoOptions(alpha: isStacked ? .stacked : .sideBySide, alphaScale: 1)
            let output = try await Self.list.bytes(as: .mp4(options))
            #expect(try lowest(try await PicturesImport().run(.bytes(output, name: "a.mp4"))) > 0.97)
            var opened = try OpenedPictures(.bytes(output, name: "a.mp4"), limits: .default, threads: 1)
            #expect(MP4Boxes.content(of: "vapc", in: opened.content) != nil)
            opened = try OpenedPictures(.bytes(output, name: "a.mp4"), limits: .default, threads: 1)
            // Plain halves, as other tools write them.
            let reader = try opened.reader(rate: 1)
            var halves: [Pixmap] = []
            while let picture = try reader.next() {
                let split = try #require(
                    SplitAlpha(vap: MP4Boxes.content(of: "vapc", in: opened.content) ?? [], width: opened.width, height: opened.height))
                halves.append(Self.joined(picture.pixmap, split, isStacked: isStacked))
            }
            let found = try #require(SplitAlpha.detected(in: halves))
            #expect(found == SplitAlpha(width: halves[0].width, height: halves[0].height, isStacked: isStacked))
            #expect(SplitAlpha.detected(in: PictureList.walking(3)) == nil)
        }

        /// Colors and alpha without a gap.
        private static func joined(_ picture: Pixmap, _ split: SplitAlpha, isStacked: Bool) -> Pixmap {
            let (w, h) = (split.colors.width, split.colors.height)
            var result = Pixmap(width: isStacked ? w : 2 * w, height: isStacked ? 2 * h : h)
            for (part, area) in [split.colors, split.alpha].enumerated() {
                for y in 0..<h {
                    let to = 4 * ((isStacked ? part * h + y : y) * result.width + (isStacked ? 0 : part * w))
                    let from = 4 * ((area.y + y) * picture.width + area.x)
                    result.pixels.replaceSubrange(to..<to + 4 * w, with: picture.pixels[from..<from + 4 * w])
                }
            }
            return result
        }

        @Test("the sound of a video becomes the movie's")
        func sound() async throws {
            let movie = try VideoEntity(path: "\(TestFiles.root.path)/samples/features/gift-mattes.svga")
            var options = ExportOptions()
            options.timing.frames = Array(0..<6)
            let film = try await Exporter.bytes(
                of: try PreparedMovie(movie).scene(options: RenderOptions(size: .scale(0.2), background: .white)),
                as: .mp4(VideoOptions(background: .white)),
                options: options)
            let made = try await PicturesImport().run(.bytes(film, name: "a.mp4"))
            let audio = try #require(made.document.movie.audios.first)
            #expect(audio.audioKey == "sound")
            #expect(abs(Int(audio.totalTime) * Int(movie.fps) - 6000) < 100 * Int(movie.fps))
            #expect(try made.document.videoEntity().audios.first?.soundIndex != nil)
        }

        /// Puts a matrix into the header of a QuickTime film's only track.
        private static func turned(_ film: [UInt8], _ numbers: [Double]) throws -> [UInt8] {
            let name = try #require(film.firstRange(of: Array("tkhd".utf8)))
            // Version, times, number, length, layer, volume come before it.
            var at = name.upperBound + 40
            var bytes = film
            for (index, number) in numbers.enumerated() {
                let fixed = Int32(number * Double(index % 3 == 2 ? 1 << 30 : 1 << 16))
                for shift in [24, 16, 8, 0] {
                    bytes[at] = UInt8(truncatingIfNeeded: fixed >> shift)
                    at += 1
                }
            }
            return bytes
        }

        @Test(
            "a video is rotated and mirrored as players show it, to the last bit",
            arguments: [
                [0, 1, -1, 0], [-1, 0, 0, -1], [0, -1, 1, 0], [-1, 0, 0, 1], [0, 1, 1, 0], [1, 0, 0, -1],
            ])
        func turns(numbers: [Double]) async throws {
            let pictures = (0..<3).map { index in
                Pixmap((0..<20).map { y in (0..<32).map { x in Pixel(UInt8(x * 7), UInt8(y * 12), UInt8(index * 90)) } })
            }
            let film = try await PictureList(pictures, fps: 25).bytes(as: .quickTimeAnimation())
            let matrix = [numbers[0], numbers[1], 0, numbers[2], numbers[3], 0, 0, 0, 1]
            let made = try await PicturesImport().run(.bytes(try Self.turned(film, matrix), name: "a.mov"))
            #expect(made.lost.isEmpty)
            for (frame, picture) in pictures.enumerated() {
                let shown = try made.document.picture(frame)
                #expect((shown.width, shown.height) == (numbers[0] == 0 ? (20, 32) : (32, 20)))
                for (x, y) in [(0, 0), (31, 0), (5, 18)] {
                    let (moved, down) = (numbers[0] * Double(x) + numbers[2] * Double(y), numbers[1] * Double(x) + numbers[3] * Double(y))
                    let left = min(0, 31 * numbers[0]) + min(0, 19 * numbers[2])
                    let top = min(0, 31 * numbers[1]) + min(0, 19 * numbers[3])
                    #expect(shown[Int(moved - left), Int(down - top)] == picture[x, y], "\(x), \(y) of frame \(frame)")
                }
            }
        }

        @Test("a video rotated by another angle than quarter turns stays as stored, with a note")
        func obliqueRotation() async throws {
            let film = try await Self.list.bytes(as: .quickTimeAnimation())
            let made = try await PicturesImport().run(.bytes(try Self.turned(film, [0.9, 0.3, 0, -0.3, 0.9, 0, 0, 0, 1]), name: "a.mov"))
            #expect(try made.document.picture(0) == Self.pictures[0])
            #expect(made.lost.contains { $0.message.description.hasPrefix("its rotation is not a multiple of 90°") })
        }

        @Test("pictures of videos with more colors than a palette look like the video")
        func manyColors() async throws {
            var random = SeededGenerator(state: 3)
            let pictures = (0..<3).map { index in
                Pixmap(
                    (0..<96).map { y in
                        (0..<96).map { x in
                            let noise = UInt8.random(in: 0..<12, using: &random)
                            return Pixel(UInt8(x * 2) + noise, UInt8(y * 2) + noise, UInt8((x + y + index * 20) % 200) + noise)
                        }
                    })
            }
            let film = try await PictureList(pictures, fps: 25).bytes(as: .proRes())
            let source = PictureSource.bytes(film, name: "a.mov")
            let made = try await PicturesImport().run(source)
            let similarity = try #require(try await PicturesImport().similarity(of: made.document, to: source))
            #expect(similarity > 0.985)
            var options = PicturesOptions()
            options.quality = 80
            let asked = try await PicturesImport(options).run(source)
            let lower = try #require(try await PicturesImport(options).similarity(of: asked.document, to: source))
            #expect(lower < similarity)
            var full = PicturesOptions()
            full.quality = 100
            #expect(try made.document.write(as: .v2).count < (try await PicturesImport(full).run(source)).document.write(as: .v2).count)
        }

        @Test("a truncated or invalid video is one clear error")
        func broken() async throws {
            for format in [ExportFormat.quickTimeAnimation(), .webM()] {
                let bytes = try await Self.list.bytes(as: format)
                for part in [40, bytes.count / 2, bytes.count * 8 / 10] {
                    await #expect(throws: ImportError.self, "\(part) of \(bytes.count)") {
                        try await PicturesImport().run(.bytes(Array(bytes.prefix(part)), name: "a"))
                    }
                }
            }
            let playlist = Array("#EXTM3U\n#EXTINF:1,\nfile:///etc/passwd\n".utf8)
            await #expect(throws: ImportError.self) { try await PicturesImport().run(.bytes(playlist, name: "a.mp4")) }
        }
    }
#endif
