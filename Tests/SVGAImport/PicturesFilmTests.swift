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

    @Suite struct PicturesFilmTests {
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

        @Test("alpha is kept of ProRes and of VP9")
        func nativeAlpha() async throws {
            for format in [ExportFormat.proRes(), .webM()] {
                let made = try await PicturesImport().run(.bytes(try await Self.list.bytes(as: format), name: "a"))
                #expect(try lowest(made) > 0.97)
                #expect(made.lost.contains { $0.message.hasPrefix("pictures have palettes of quality") })
            }
        }

        @Test("alpha beside or below the colours is found, by what the file says and by what it looks like", arguments: [false, true])
        func halves(isStacked: Bool) async throws {
            let options = VideoOptions(alpha: isStacked ? .stacked : .sideBySide, alphaScale: 1)
            let said = try await Self.list.bytes(as: .mp4(options))
            #expect(try lowest(try await PicturesImport().run(.bytes(said, name: "a.mp4"))) > 0.97)
            var opened = try OpenedPictures(.bytes(said, name: "a.mp4"), limits: .default, threads: 1)
            #expect(MP4Boxes.content(of: "vapc", in: opened.content) != nil)
            opened = try OpenedPictures(.bytes(said, name: "a.mp4"), limits: .default, threads: 1)
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

        /// Colours and alpha without a gap.
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

        @Test("the sound of a film becomes the movie's")
        func sound() async throws {
            let movie = try VideoEntity(path: "\(TestFiles.root.path)/samples/gift.svga")
            var options = ExportOptions()
            options.timing.frames = Array(0..<6)
            let film = try await Exporter().bytes(
                of: try PreparedMovie(movie).scene(options: RenderOptions(size: .scale(0.2), background: .white)),
                as: .mp4(VideoOptions(background: .white)),
                options: options)
            let made = try await PicturesImport().run(.bytes(film, name: "a.mp4"))
            let audio = try #require(made.document.movie.audios.first)
            #expect(audio.audioKey == "sound")
            #expect(abs(Int(audio.totalTime) * Int(movie.fps) - 6000) < 100 * Int(movie.fps))
            #expect(try made.document.videoEntity().audios.first?.soundIndex != nil)
        }

        @Test("a film that breaks off, or is none, is one clear error")
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
