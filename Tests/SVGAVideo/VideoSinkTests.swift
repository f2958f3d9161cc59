import SVGAModel

#if Video
    import Foundation
    import SVGAExport
    import SVGAModel
    import SVGARender
    import SVGASupport
    import SVGAVideo
    import TestSupport
    import Testing

    @Suite struct VideoSinkTests {
        private let folder = TemporaryFolder()

        private func path(_ name: String) -> String { "\(folder.path)/\(name)" }

        /// Exports to a file of this format, on black where it has no alpha.
        private func export(
            _ format: VideoFormat, width: Int = 64, height: Int = 48, frames: Int = 12, fps: Int = 20, rate: FrameRate? = nil
        ) async throws -> (path: String, scene: SVGAScene) {
            let background = format == .mp4 ? VideoFixtures.black : nil
            let scene = try VideoFixtures.scene(width: width, height: height, frames: frames, fps: fps, background: background)
            let path = path("out.\(format.fileExtension)")
            var options = ExportOptions()
            options.timing.frameRate = rate
            try await Exporter.export(scene, to: VideoSink(path: path, format: format), options: options)
            return (path, scene)
        }

        @Test(.needs("ffprobe", "ffmpeg"), arguments: VideoFormat.allCases)
        func `a video has the movie's frames, size, rate and length`(format: VideoFormat) async throws {
            let (path, _) = try await export(format)
            let probe = try VideoProbe.of(path)
            let video = try #require(probe.video)
            #expect(probe.streams.count == 1)
            #expect(video.nbReadFrames == "12")
            #expect([video.width, video.height] == [64, 48])
            #expect(video.avgFrameRate == "20/1")
            #expect(abs(probe.seconds - 0.6) < 0.0005)
            #expect(probe.times == (0..<12).map { Double($0) / 20 })
            #expect(folder.contents() == ["out.\(format.fileExtension)"])
        }

        @Test(.needs("ffprobe", "ffmpeg"), arguments: VideoFormat.allCases)
        func `pictures of one pixel, of odd sides and of one frame come out`(format: VideoFormat) async throws {
            for (width, height) in [(1, 1), (3, 7)] {
                let (path, _) = try await export(format, width: width, height: height, frames: 1)
                let probe = try VideoProbe.of(path)
                let even = format == .mp4
                #expect(probe.video?.width == (even ? (width + 1) / 2 * 2 : width))
                #expect(probe.video?.height == (even ? (height + 1) / 2 * 2 : height))
                #expect(probe.video?.nbReadFrames == "1")
                #expect(abs(probe.seconds - 0.05) < 0.0011)
                try FileManager.default.removeItem(atPath: path)
            }
        }

        @Test(.needs("ffprobe", "ffmpeg"), arguments: VideoFormat.allCases)
        func `rates that are not integers do not drift`(format: VideoFormat) async throws {
            let rate = try #require(FrameRate(30000, per: 1001))
            let (path, _) = try await export(format, width: 16, height: 16, frames: 150, fps: 30, rate: rate)
            let probe = try VideoProbe.of(path)
            // Millisecond clocks may be half a tick off; the text has six digits.
            let tick = format == .webm ? 0.000501 : 0.000001
            #expect(probe.times.count == 150)
            #expect(probe.times.enumerated().allSatisfy { abs($1 - Double($0) * 1001 / 30000) <= tick })
            #expect(abs(probe.seconds - 150 * 1001 / 30000) <= 2 * tick)
        }

        @Test(.needs("ffprobe", "ffmpeg")) func `animation keeps every pixel`() async throws {
            let (path, scene) = try await export(.animation)
            let pixels = try VideoProbe.pixels(path)
            #expect(pixels == (try VideoFixtures.pixels(scene)))
        }

        /// The floors are 2 dB below the result of the codec's default for this movie. Its hard edges of saturated colors are
        /// the worst case for half the resolution of color (MP4, WebM). ProRes has the full resolution.
        @Test(.needs("ffprobe", "ffmpeg"), arguments: [(VideoFormat.mp4, 31.0), (.webm, 32), (.proRes, 36)])
        func `lossy videos look like the movie`(format: VideoFormat, floor: Double) async throws {
            let (path, scene) = try await export(format)
            let pixels = try VideoProbe.pixels(path)
            let ratio = peakSignalToNoise(flattened(pixels), flattened(try VideoFixtures.pixels(scene)))
            #expect(ratio >= floor)
        }

        @Test(arguments: [VideoFormat.mp4, .webm]) func `the greatest effort makes a smaller file than the least`(format: VideoFormat)
            async throws
        {
            let scene = try VideoFixtures.scene(background: VideoFixtures.black)
            var sizes: [Int] = []
            for effort in [0, 6] {
                let name = "\(effort).\(format.fileExtension)"
                try await Exporter.export(
                    scene, to: VideoSink(path: path(name), format: format, options: VideoOptions(effort: effort)))
                sizes.append(try #require(folder.read(name)).count)
            }
            #expect(sizes[1] < sizes[0])
        }

        @Test func `every frame of ProRes declares the colors of BT.709`() async throws {
            let (path, _) = try await export(.proRes)
            let bytes = try #require(folder.read(String(path.dropFirst(folder.path.count + 1))))
            let frames = bytes.ranges(of: Array("icpf".utf8))
            #expect(frames.count == 12)
            // Primaries, transfer and matrix, 14 bytes into the frame's header.
            #expect(frames.allSatisfy { Array(bytes[$0.upperBound + 14..<$0.upperBound + 17]) == [1, 1, 1] })
        }

        @Test(.needs("ffprobe", "ffmpeg")) func `HEVC is marked as Apple's players ask for, and looks like the movie`() async throws {
            let scene = try VideoFixtures.scene(background: VideoFixtures.black)
            try await Exporter.export(
                scene, to: VideoSink(path: path("a.mp4"), format: .mp4, options: VideoOptions(usesHEVC: true)))
            #expect(try VideoProbe.of(path("a.mp4")).video?.codecName == "hevc")
            #expect(try #require(folder.read("a.mp4")).contains(Array("hvc1".utf8)))
            let ratio = peakSignalToNoise(try VideoProbe.pixels(path("a.mp4")), try VideoFixtures.pixels(scene))
            #expect(ratio > 29)
        }

        @Test(.needs("ffprobe", "ffmpeg")) func `ProRes keeps alpha to the last step`() async throws {
            let (path, scene) = try await export(.proRes)
            let pixels = try VideoProbe.pixels(path)
            // The decoder's 12 bits become 8 by a rounding of ffmpeg's own.
            let expected = try VideoFixtures.pixels(scene)
            let worst = stride(from: 3, to: expected.count, by: 4).map { abs(Int(pixels[$0]) - Int(expected[$0])) }.max()
            #expect(pixels.count == expected.count && worst ?? 9 <= 1)
        }

        @Test(.needs("ffprobe", "ffmpeg")) func `WebM preserves alpha closely, and fully opaque or transparent pixels nearly exactly`()
            async throws
        {
            let (path, scene) = try await export(.webm)
            let pixels = try VideoProbe.pixels(path)
            let expected = try VideoFixtures.pixels(scene)
            let ratio = peakSignalToNoise(pixels, expected, channels: 3..<4)
            #expect(ratio > 38)
        }

        @Test("an effort beyond the range is that at its end") func effortRange() {
            var options = VideoOptions()
            options.effort = 9
            #expect(options.effort == 6)
            options.effort = -1
            #expect(options.effort == 0)
        }

        @Test("a scale of the alpha part beyond the range is that at its end", arguments: [(2, 1), (0, 0.5), (.nan, 0.5), (0.75, 0.75)])
        func alphaScaleRange(given: Double, kept: Double) {
            var options = VideoOptions(alphaScale: given)
            #expect(options.alphaScale == kept)
            options.alphaScale = given
            #expect(options.alphaScale == kept)
        }

        @Test(.needs("ffprobe", "ffmpeg")) func `colors preserve their matrix and range`() async throws {
            for (color, format) in [(SVGAColor(red: 1, green: 0, blue: 0), VideoFormat.mp4), (SVGAColor(red: 0, green: 1, blue: 0), .webm)]
            {
                let scene = try SVGAScene(
                    try WireMovieEmpty.movie(width: 32, height: 32), options: WireMovieEmpty.options(background: color))
                var options = VideoOptions()
                options.background = color
                let path = path("c.\(format.fileExtension)")
                try await Exporter.export(scene, to: VideoSink(path: path, format: format, options: options))
                let pixels = try VideoProbe.pixels(path)
                let video = try #require(try VideoProbe.of(path).video)
                let expected = [color.red, color.green, color.blue, 1].map { Int($0 * 255) }
                #expect(zip(pixels.prefix(4), expected).allSatisfy { abs(Int($0) - $1) <= 3 }, "\(pixels.prefix(4)) \(expected)")
                #expect(video.colorSpace == "bt709" && video.colorRange == "tv" && video.pixFmt == "yuv420p")
            }
        }

        @Test func `MP4 refuses what is not opaque, with advice`() async throws {
            let scene = try VideoFixtures.scene()
            let error = await #expect(throws: SVGAError.self) {
                var options = ExportOptions()
                options.threadCount = 1
                try await Exporter.export(scene, to: VideoSink(path: path("a.mp4"), format: .mp4), options: options)
            }
            #expect(error == .alphaNotHeld(format: "MP4", frame: 0))
            #expect(error?.description.contains("background") == true && error?.description.contains("WebM") == true)
            #expect(folder.contents() == [])
        }

        @Test(.needs("ffprobe", "ffmpeg")) func `odd sides are padded with the background, or with the edge again`() async throws {
            let white = SVGAColor(red: 1, green: 1, blue: 1)
            let scene = try SVGAScene(
                try WireMovieEmpty.movie(width: 15, height: 15), options: WireMovieEmpty.options(background: VideoFixtures.black))
            for (padding, expected) in [(white, 235...255), (nil, 0...20)] {
                var options = VideoOptions()
                options.background = padding
                options.quality = 100
                try await Exporter.export(
                    scene, to: VideoSink(path: path("a.mp4"), format: .mp4, overwrite: true, options: options))
                let pixels = try VideoProbe.pixels(path("a.mp4"))
                #expect(pixels.count == 16 * 16 * 4)
                #expect(expected.contains(Int(pixels[4 * 15])) && expected.contains(Int(pixels[4 * 16 * 15])))
            }
        }

        @Test func `the index precedes the data`() async throws {
            for format in [VideoFormat.mp4, .proRes, .animation] {
                let (path, _) = try await export(format)
                let bytes = try #require(FileManager.default.contents(atPath: path))
                let moov = try #require(bytes.range(of: Data("moov".utf8)))
                let mdat = try #require(bytes.range(of: Data("mdat".utf8)))
                #expect(moov.lowerBound < mdat.lowerBound)
                try FileManager.default.removeItem(atPath: path)
            }
        }

        /// Exports the same movie to a file and, by one thread so that it comes out the same, into a pipe.
        private func exportTwice(_ format: VideoFormat) async throws -> (file: String, piped: [UInt8]) {
            let scene = try VideoFixtures.scene(background: VideoFixtures.black)
            var options = VideoOptions()
            options.threads = 1
            let file = path("out.\(format.fileExtension)")
            try await Exporter.export(scene, to: VideoSink(path: file, format: format, options: options))
            #expect(mkfifo(path("pipe"), 0o600) == 0)
            let read = PipeReader("pipe", in: folder)
            try await Exporter.export(scene, to: VideoSink(path: path("pipe"), format: format, options: options))
            return (file, try #require(await read.contents()))
        }

        // x264 makes other bytes of the same pictures when the process has used its memory before; the other encoders do not.
        @Test(arguments: [VideoFormat.proRes, .animation])
        func `a pipe gets the bytes of a file`(format: VideoFormat) async throws {
            let (file, piped) = try await exportTwice(format)
            #expect(piped == FileManager.default.contents(atPath: file).map { [UInt8]($0) })
        }

        @Test(.needs("ffprobe", "ffmpeg")) func `the MP4 that a pipe gets shows the frames that a file would show`() async throws {
            let (file, bytes) = try await exportTwice(.mp4)
            folder.write(bytes, to: "piped.mp4")
            let index = try #require(Data(bytes).range(of: Data("moov".utf8))).lowerBound
            let data = try #require(Data(bytes).range(of: Data("mdat".utf8))).lowerBound
            #expect(index < data)
            let piped = try VideoProbe.of(path("piped.mp4"))
            let expected = try VideoProbe.of(file)
            #expect(piped.times == expected.times && piped.times.count == 12)
            #expect(piped.format.duration == expected.format.duration)
        }

        @Test(.needs("ffprobe")) func `a pipe gets WebM while it is encoded, with the frames and length of a file`() async throws {
            let (file, bytes) = try await exportTwice(.webm)
            folder.write(bytes, to: "piped.webm")
            let (piped, expected) = (try VideoProbe.of(path("piped.webm")), try VideoProbe.of(file))
            #expect(piped.times == expected.times && piped.times.count == 12)
            #expect(piped.format.duration == expected.format.duration)
            let reader = open(path("pipe"), O_RDONLY | O_NONBLOCK)
            defer { close(reader) }
            let isWritten = Locked(false)
            let scene = try VideoFixtures.scene(background: VideoFixtures.black)
            try await Exporter.export(scene, to: VideoSink(path: path("pipe"), format: .webm)) { progress in
                var waiting = pollfd(fd: reader, events: Int16(POLLIN), revents: 0)
                if progress.framesDone < progress.framesTotal, poll(&waiting, 1, 0) == 1 { isWritten.withLock { $0 = true } }
            }
            #expect(isWritten.withLock { $0 })
        }

        @Test func `quality makes files smaller or larger`() async throws {
            for format in [VideoFormat.mp4, .webm, .proRes] {
                let scene = try VideoFixtures.scene(background: VideoFixtures.black)
                var sizes: [Int] = []
                for quality in [0.0, 50, 100] {
                    var options = VideoOptions()
                    options.quality = quality
                    let sink = VideoSink(path: path("q"), format: format, overwrite: true, options: options)
                    sizes.append(try await Exporter.export(scene, to: sink).byteCount)
                }
                #expect(sizes[0] < sizes[1] && sizes[1] < sizes[2], "\(format) \(sizes)")
            }
        }

        @Test(.needs("ffprobe", "ffmpeg")) func `a large canvas comes out`() async throws {
            let scene = try SVGAScene(
                try WireMovieEmpty.movie(width: 4096, height: 4096), options: WireMovieEmpty.options(background: VideoFixtures.black))
            let result = try await Exporter.export(scene, to: VideoSink(path: path("a.mp4"), format: .mp4))
            let video = try #require(try VideoProbe.of(path("a.mp4")).video)
            #expect([video.width, video.height] == [4096, 4096])
            #expect(result.byteCount == folder.read("a.mp4")?.count)
        }
    }

    /// A movie in which nothing is drawn.
    enum WireMovieEmpty {
        static func movie(width: Double, height: Double, frames: Int = 1) throws -> VideoEntity {
            VideoEntity(
                container: .zlib, version: "2.0", viewBox: SVGASize(width: width, height: height), fps: 20, frameCount: frames, images: [],
                sprites: [], audios: [], sounds: [], diagnostics: [])
        }

        static func options(background: SVGAColor) -> RenderOptions {
            var options = RenderOptions()
            options.background = background
            return options
        }
    }
#endif
