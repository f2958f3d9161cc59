import SVGAExport
import SVGAImage
import SVGAModel
import SVGARender
import SVGASupport
import Synchronization
import TestSupport
import Testing

/// Outputs in memory are those on disk.
@Suite struct MemoryExportTests {
    private let folder = TemporaryFolder()

    private static func scene() throws -> SVGAScene {
        try SheetMovies.walk(width: 24, height: 16, frames: 8, background: SheetMovies.white)
    }

    private static let oneFile: [(name: String, format: ExportFormat)] = [
        ("a.apng", .apng), ("a.webp", .webP()), ("b.webp", .webP(WebPOptions(quality: 40))), ("a.gif", .gif(GIFOptions(dither: 0.2))),
        ("a.rgba", .rgba), ("a.y4m", .y4m()), ("b.y4m", .y4m(alpha: true)),
    ]

    @Test(arguments: oneFile.indices)
    func `the bytes of a format are those of its file`(index: Int) async throws {
        let (scene, (name, format)) = (try MemoryExportTests.scene(), MemoryExportTests.oneFile[index])
        try await Exporter.export(scene, as: format, to: "\(folder.path)/\(name)")
        let bytes = try await Exporter.bytes(of: scene, as: format)
        #expect(bytes == folder.read(name))
    }

    @Test func `an export reports after each frame how many are done, and of how many`() async throws {
        let scene = try MemoryExportTests.scene()
        let told = Mutex<[[Int]]>([])
        let options = ExportOptions(timing: ExportTiming(frames: [0, 1, 2], loopCount: 2))
        _ = try await Exporter.bytes(of: scene, as: .rgba, options: options) { done, total in told.withLock { $0.append([done, total]) } }
        #expect(told.withLock(\.self) == (1...6).map { [$0, 6] })
    }

    @Test func `one frame of a sequence is the bytes of its picture`() async throws {
        let scene = try MemoryExportTests.scene()
        let options = ExportOptions(timing: ExportTiming(frames: [5]))
        let bytes = try await Exporter.bytes(of: scene, as: .pngSequence, options: options)
        #expect(try ImageDecoder.decode(ImageFixtures.entity(.png, bytes)) == scene.pixmap(frame: 5))
        await #expect(throws: SVGAError.pattern("animation.png", reason: "8 frames need a place for their index, such as %05d")) {
            try await Exporter.bytes(of: scene, as: .pngSequence)
        }
    }

    @Test func `a sequence is its files, in the order of the output, each once`() async throws {
        let scene = try MemoryExportTests.scene()
        let options = ExportOptions(timing: ExportTiming(frames: [6, 0, 6, 2]))
        try await Exporter.export(scene, as: .pngSequence, to: "\(folder.path)/10%%-%05d.png", options: options)
        let files = try await Exporter.files(of: scene, as: .pngSequence, name: "10%", options: options)
        #expect(files.map(\.name) == ["10%-00006.png", "10%-00000.png", "10%-00002.png"])
        for file in files { #expect(file.bytes == folder.read(file.name)) }
    }

    @Test func `a sheet is its picture and its JSON`() async throws {
        let scene = try MemoryExportTests.scene()
        var options = SheetOptions(padding: 1)
        options.isPowerOfTwo = true
        options.isHash = true
        let format = ExportFormat.sheet(options)
        try await Exporter.export(scene, as: format, to: "\(folder.path)/walk.png")
        let files = try await Exporter.files(of: scene, as: format, name: "walk")
        #expect(files.map(\.name) == ["walk.png", "walk.json"])
        for file in files { #expect(file.bytes == folder.read(file.name)) }
        await #expect(throws: SVGAError.self) { try await Exporter.bytes(of: scene, as: format) }
    }

    @Test func `a format of one file is a list of one`() async throws {
        let scene = try MemoryExportTests.scene()
        let files = try await Exporter.files(of: scene, as: .apng, name: "walk")
        #expect(files.map(\.name) == ["walk.apng"])
        #expect(files.first?.bytes == (try await Exporter.bytes(of: scene, as: .apng)))
    }

    private static let everyFormat: [ExportFormat] = oneFile.map(\.format) + [.pngSequence, .sheet()]

    @Test(arguments: everyFormat.indices)
    func `an export that gets too large leaves nothing in memory`(index: Int) async throws {
        let (scene, format) = (try MemoryExportTests.scene(), MemoryExportTests.everyFormat[index])
        let (whole, memory) = (OutputMemory(), OutputMemory())
        try await export(scene, format, whole, ExportOptions()) { _ in }
        let size = whole.files.reduce(0) { $0 + $1.bytes.count }
        await #expect(throws: SVGAError.tooLarge(bytes: size, allowed: size - 1)) {
            try await export(scene, format, memory, ExportOptions(maximumBytes: size - 1)) { _ in }
        }
        #expect(memory.files.count == 0)
    }

    @Test(arguments: everyFormat.indices)
    func `a cancelled export leaves nothing in memory`(index: Int) async throws {
        let scene = try SheetMovies.walk(width: 24, height: 16, frames: 60, background: SheetMovies.white)
        let memory = OutputMemory()
        await #expect(throws: SVGAError.cancelled) {
            try await cancellable { cancel in
                try await export(scene, MemoryExportTests.everyFormat[index], memory, ExportOptions()) { progress in
                    if progress.framesDone == 10 { cancel() }
                }
            }
        }
        #expect(memory.files.count == 0)
    }

    private func export(
        _ scene: SVGAScene, _ format: ExportFormat, _ memory: OutputMemory, _ options: ExportOptions,
        progress: @escaping @Sendable (ExportProgress) -> Void
    ) async throws {
        let destination = OutputDestination(name: "a%d.\(format.fileExtension)", in: memory)
        _ = try await format.writer.export(scene, to: destination, options: options, progress: progress)
    }

    @Test func `a GIF of a faster animation is shown at 50 frames a second unless a rate is given`() async throws {
        let scene = try SheetMovies.walk(width: 8, height: 8, frames: 12, fps: 60)
        func frames(_ options: ExportOptions) async throws -> Int {
            let destination = OutputDestination(name: "a.gif", in: OutputMemory())
            return try await ExportFormat.gif().writer.export(scene, to: destination, options: options) { _ in }.frames
        }
        #expect(try await frames(ExportOptions()) == 10)
        #expect(try await frames(ExportOptions(timing: ExportTiming(frameRate: FrameRate(60)))) == 12)
        #expect(try await frames(ExportOptions(timing: ExportTiming(speed: 0.5))) == 12)
    }
}
