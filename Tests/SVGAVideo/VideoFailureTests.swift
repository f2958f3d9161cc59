import SVGAModel
import SVGASupport

#if Video
    import Foundation
    import SVGAExport
    import SVGAModel
    import SVGARender
    import SVGASupport
    import SVGAVideo
    import TestSupport
    import Testing

    @Suite struct VideoFailureTests {
        private let folder = TemporaryFolder()

        private func path(_ name: String) -> String { "\(folder.path)/\(name)" }

        @Test(arguments: VideoFormat.allCases)
        func `a full device is reported with the system's text`(format: VideoFormat) async throws {
            let scene = try VideoFixtures.scene(background: VideoFixtures.black)
            await #expect(throws: SVGAError.file(path: "/dev/full", reason: "No space left on device")) {
                try await Exporter.export(scene, to: VideoSink(path: "/dev/full", format: format))
            }
        }

        /// A file may not grow beyond a limit of the process, which is as near to a full disk as a test gets without being root; so it
        /// is another process.
        @Test(arguments: VideoFormat.allCases)
        func `a disk that fills up while the video is written is the error`(format: VideoFormat) async throws {
            await #expect(processExitsWith: .success) { [name = format.rawValue as String] in
                signal(SIGXFSZ, SIG_IGN)
                var limit = rlimit(rlim_cur: 600, rlim_max: 600)
                #expect(setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0)
                let folder = TemporaryFolder()
                let path = "\(folder.path)/a"
                let scene = try VideoFixtures.scene(background: VideoFixtures.black)
                let format = try #require(VideoFormat(rawValue: name))
                await #expect(throws: SVGAError.file(path: path, reason: "File too large")) {
                    try await Exporter.export(scene, to: VideoSink(path: path, format: format))
                }
                #expect(folder.contents() == [])
            }
        }

        @Test func `a reader that leaves is reported`() async throws {
            signal(SIGPIPE, SIG_IGN)
            #expect(mkfifo(path("pipe"), 0o600) == 0)
            let reader = open(path("pipe"), O_RDONLY | O_NONBLOCK)
            let scene = try VideoFixtures.scene(background: VideoFixtures.black)
            let isOpen = Locked(true)
            await #expect(throws: SVGAError.file(path: path("pipe"), reason: "the reader closed the pipe")) {
                try await Exporter.export(scene, to: VideoSink(path: path("pipe"), format: .mp4)) { progress in
                    // A busy machine reports several frames at once.
                    isOpen.withLock { isOpen in
                        if isOpen, progress.framesDone >= 1 { close(reader) }
                        isOpen = isOpen && progress.framesDone < 1
                    }
                }
            }
            #expect(folder.contents() == ["pipe"])
        }

        @Test func `a folder that is not there, and a file that is, are errors before anything is drawn`() async throws {
            let scene = try VideoFixtures.scene(background: VideoFixtures.black)
            await #expect(throws: SVGAError.file(path: path("no/a.mp4"), reason: "No such file or directory")) {
                try await Exporter.export(scene, to: VideoSink(path: path("no/a.mp4"), format: .mp4))
            }
            folder.write([1], to: "a.mp4")
            await #expect(throws: SVGAError.exists(path: path("a.mp4"))) {
                try await Exporter.export(scene, to: VideoSink(path: path("a.mp4"), format: .mp4))
            }
            #expect(folder.read("a.mp4") == [1])
            try await Exporter.export(scene, to: VideoSink(path: path("a.mp4"), format: .mp4, overwrite: true))
            #expect(try #require(folder.read("a.mp4")).count > 500)
        }

        @Test func `a size that the codec does not take is an error with its name`() async throws {
            let scene = try SVGAScene(
                try WireMovieEmpty.movie(width: 20000, height: 2), options: WireMovieEmpty.options(background: VideoFixtures.black))
            let error = await #expect(throws: SVGAError.self) {
                try await Exporter.export(scene, to: VideoSink(path: path("a.mp4"), format: .mp4))
            }
            #expect(error?.description.hasPrefix("libx264: ") == true)
            #expect(folder.contents() == [])
        }

        @Test(arguments: VideoFormat.allCases)
        func `a cancelled export leaves nothing`(format: VideoFormat) async throws {
            let scene = try VideoFixtures.scene(frames: 4000, background: VideoFixtures.black)
            let file = path("a.\(format.fileExtension)")
            let folder = folder
            await #expect(throws: SVGAError.cancelled) {
                try await cancellable { cancel in
                    try await Exporter.export(scene, to: VideoSink(path: file, format: format)) { progress in
                        guard progress.framesDone == 30 else { return }
                        // The written file, and its lock file.
                        #expect(folder.contents().count == 2)
                        cancel()
                    }
                }
            }
            #expect(folder.contents() == [])
        }
    }
#endif
