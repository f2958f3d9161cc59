import SVGAModel
import SVGASupport

#if Video
    import Foundation
    import SVGAExport
    import SVGAModel
    import SVGARender
    import SVGAVideo
    import TestSupport
    import Testing

    @Suite struct SplitVideoTests {
        private let folder = TemporaryFolder()

        private func path(_ name: String) -> String { "\(folder.path)/\(name)" }

        private struct Vap: Decodable {
            struct Info: Decodable {
                let v: Int
                let f: Int
                let w: Int
                let h: Int
                let videoW: Int
                let videoH: Int
                let orien: Int
                let fps: Double
                let isVapx: Int
                let aFrame: [Int]
                let rgbFrame: [Int]
            }

            let info: Info
        }

        /// Alpha at the size of the colors.
        private func options(_ layout: AlphaLayout) -> VideoOptions { VideoOptions(alpha: layout, alphaScale: 1) }

        /// One area of each picture.
        private func cut(_ pixels: [UInt8], _ info: Vap.Info, _ area: [Int]) -> [UInt8] {
            (0..<info.f).flatMap { frame in
                (area[1]..<area[1] + area[3]).flatMap { y -> ArraySlice<UInt8> in
                    let start = 4 * ((frame * info.videoH + y) * info.videoW + area[0])
                    return pixels[start..<start + 4 * area[2]]
                }
            }
        }

        @Test(.needs("ffprobe", "ffmpeg"), arguments: [AlphaLayout.sideBySide, .stacked])
        func `the halves put together are the movie`(layout: AlphaLayout) async throws {
            let scene = try VideoFixtures.scene(width: 61, height: 47)
            try await Exporter.export(scene, to: VideoSink(path: path("gift.mp4"), format: .mp4, options: options(layout)))
            #expect(folder.contents() == ["gift.json", "gift.mp4"])
            let info = try JSONDecoder().decode(Vap.self, from: Data(try #require(folder.read("gift.json")))).info
            #expect(info.v == 2 && info.f == 12 && info.w == 61 && info.h == 47 && info.orien == 0 && info.isVapx == 0)
            #expect(info.fps == 20)
            #expect(info.rgbFrame == [0, 0, 61, 47])
            #expect(info.aFrame == (layout == .stacked ? [0, 64, 61, 47] : [80, 0, 61, 47]))
            #expect(info.videoW % 16 == 0 && info.videoH % 16 == 0)
            let pixels = try VideoProbe.pixels(path("gift.mp4"))
            #expect(pixels.count == 4 * info.f * info.videoW * info.videoH)
            // What a player shows over gray: the colors are multiplied by alpha already.
            let (colors, alphas) = (cut(pixels, info, info.rgbFrame), cut(pixels, info, info.aFrame))
            var shown = colors
            for i in colors.indices where i % 4 < 3 {
                shown[i] = UInt8(min(255, Int(colors[i]) + 128 * (255 - Int(alphas[i])) / 255))
            }
            let expected = try VideoFixtures.pixels(scene)
            // Floors as for any MP4; alpha has the full resolution, so it does better.
            #expect(peakSignalToNoise(shown, flattened(expected)) > 30)
            let grays = alphas.indices.map { $0 % 4 == 3 ? alphas[$0 - 3] : 0 }
            #expect(peakSignalToNoise(grays, expected, channels: 3..<4) > 36)
        }

        @Test(.needs("ffprobe", "ffmpeg"), arguments: [AlphaLayout.sideBySide, .stacked])
        func `unless it is asked for more, alpha has half the size`(layout: AlphaLayout) async throws {
            let scene = try VideoFixtures.scene(width: 60, height: 48)
            let video = VideoSink(path: path("gift.mp4"), format: .mp4, options: VideoOptions(alpha: layout))
            try await Exporter.export(scene, to: video)
            let info = try JSONDecoder().decode(Vap.self, from: Data(try #require(folder.read("gift.json")))).info
            #expect(info.aFrame == (layout == .stacked ? [0, 64, 30, 24] : [80, 0, 30, 24]))
            #expect((info.videoW, info.videoH) == (layout == .stacked ? (64, 96) : (112, 48)))
            // Each alpha is the average of four.
            let alphas = cut(try VideoProbe.pixels(path("gift.mp4")), info, info.aFrame)
            let full = try VideoFixtures.pixels(scene)
            var expected = [UInt8](repeating: 0, count: alphas.count)
            for (pixel, offset) in stride(from: 0, to: expected.count, by: 4).enumerated() {
                let (frame, y, x) = (pixel / 720, pixel % 720 / 30, pixel % 30)
                let corner = 4 * ((frame * 48 + 2 * y) * 60 + 2 * x) + 3
                expected[offset] = UInt8([0, 4, 240, 244].map { Int(full[corner + $0]) }.reduce(2, +) / 4)
            }
            #expect(peakSignalToNoise(alphas, expected, channels: 0..<1) > 36)
        }

        @Test(.needs("ffprobe", "ffmpeg"))
        func `a gift video is of the baseline profile, without B-frames`() async throws {
            let scene = try VideoFixtures.scene()
            try await Exporter.export(scene, to: VideoSink(path: path("a.mp4"), format: .mp4, options: options(.stacked)))
            // After its name and its version, the decoder configuration box has the profile.
            let bytes = try #require(folder.read("a.mp4"))
            let box = try #require(bytes.firstRange(of: Array("avcC".utf8)))
            #expect(bytes[box.upperBound + 1] == 66)
            let types = try Tool.run("ffprobe", ["-v", "error", "-show_entries", "frame=pict_type", "-of", "csv=p=0", path("a.mp4")])
            let letters = Set(String(decoding: try #require(types), as: UTF8.self).filter(\.isLetter))
            #expect(letters.isSubset(of: ["I", "P"]) && letters.contains("I"))
        }

        @Test(.needs("ffprobe", "ffmpeg")) func `a full half does not bleed into an empty one`() async throws {
            // Nothing is drawn at all, so alpha is black; the colors' half is white beside it only if something bleeds.
            let scene = try SVGAScene(
                try WireMovieEmpty.movie(width: 61, height: 47),
                options: WireMovieEmpty.options(background: SVGAColor(red: 1, green: 1, blue: 1)))
            try await Exporter.export(scene, to: VideoSink(path: path("gift.mp4"), format: .mp4, options: options(.sideBySide)))
            let pixels = try VideoProbe.pixels(path("gift.mp4"))
            // Both halves are all white; the gap between them is black, and of the halves no edge is touched by it.
            for (x, range) in [(0, 250...255), (60, 250...255), (70, 0...5), (80, 250...255), (140, 250...255)] {
                #expect(range.contains(Int(pixels[4 * (20 * 144 + x)])), "\(x): \(pixels[4 * (20 * 144 + x)])")
            }
        }

        @Test func `the last box of the file is the JSON too`() async throws {
            try await Exporter.export(
                try VideoFixtures.scene(), to: VideoSink(path: path("gift.mp4"), format: .mp4, options: options(.stacked)))
            let (json, movie) = (try #require(folder.read("gift.json")), try #require(folder.read("gift.mp4")))
            let box: [UInt8] = [0, 0, 0, UInt8(json.count + 8)] + Array("vapc".utf8) + json
            #expect([UInt8](movie.suffix(box.count)) == box)
            // Walking from box to box, a player arrives there.
            var position = 0
            var names: [String] = []
            while position + 8 <= movie.count {
                let size = movie[position..<position + 4].reduce(0) { $0 << 8 | Int($1) }
                names.append(String(decoding: movie[position + 4..<position + 8], as: UTF8.self))
                position += max(8, size)
            }
            #expect(position == movie.count)
            #expect(names == ["ftyp", "moov", "free", "mdat", "vapc"])
        }

        @Test func `a JSON that is there stops the export before it begins`() async throws {
            folder.write([1], to: "gift.json")
            await #expect(throws: SVGAError.exists(path: path("gift.json"))) {
                try await Exporter.export(
                    try VideoFixtures.scene(), to: VideoSink(path: path("gift.mp4"), format: .mp4, options: options(.stacked)))
            }
            #expect(folder.contents() == ["gift.json"])
            #expect(folder.read("gift.json") == [1])
        }

        @Test func `if the video cannot be moved to its destination, no JSON is left`() async throws {
            let scene = try VideoFixtures.scene()
            let file = path("gift.mp4")
            await #expect(throws: SVGAError.exists(path: file)) {
                try await Exporter.export(scene, to: VideoSink(path: file, format: .mp4, options: options(.stacked))) { _ in
                    _ = FileManager.default.createFile(atPath: file, contents: Data([7]))
                }
            }
            #expect(folder.contents() == ["gift.mp4"])
            #expect(folder.read("gift.mp4") == [7])
        }

        @Test func `with overwrite, if the video cannot be moved to its destination, the old JSON is left`() async throws {
            let scene = try VideoFixtures.scene()
            folder.write([7], to: "gift.mp4")
            folder.write([8], to: "gift.json")
            let (file, total) = (path("gift.mp4"), scene.movie.frameCount)
            await #expect(throws: SVGAError.file(path: file, reason: "Is a directory")) {
                try await Exporter.export(
                    scene, to: VideoSink(path: file, format: .mp4, overwrite: true, options: options(.stacked))
                ) { progress in
                    guard progress.framesDone == total else { return }
                    unlink(file)
                    mkdir(file, 0o700)
                }
            }
            #expect(folder.contents() == ["gift.json", "gift.mp4"])
            #expect(folder.read("gift.json") == [8])
        }

        @Test func `MOV has native alpha and refuses split alpha`() async throws {
            await #expect(throws: SVGAError.self) {
                try await Exporter.export(
                    try VideoFixtures.scene(), to: VideoSink(path: path("a.mov"), format: .proRes, options: options(.stacked)))
            }
            #expect(folder.contents() == [])
        }
    }
#endif
