import Foundation
import SVGAExport
import SVGAFormat
import SVGAImage
import SVGAModel
import SVGAPixels
import SVGAPlatform
import SVGARender
import SVGASupport
import TestSupport
import Testing

/// What the two formats that hold frames exactly have in common.
enum ExactFormat: CaseIterable, Sendable {
    case apng
    case webp

    @discardableResult
    func export(
        _ scene: SVGAScene, to path: String, overwrite: Bool = false, options: ExportOptions = ExportOptions(),
        progress: @escaping @Sendable (ExportProgress) -> Void = { _ in }
    ) async throws -> ExportResult {
        switch self {
        case .apng:
            try await Exporter.export(scene, to: APNGSink(path: path, overwrite: overwrite), options: options, progress: progress)
        case .webp:
            try await Exporter.export(
                scene, to: WebPSink(path: path, overwrite: overwrite, options: WebPOptions(effort: 0)), options: options,
                progress: progress)
        }
    }

    func read(_ bytes: [UInt8]) throws -> DecodedAnimation {
        switch self {
        case .apng: try APNGReader.read(bytes)
        case .webp: try WebPReader.read(bytes)
        }
    }
}

/// Frames as they are rendered, one after the other.
func rawFrames(_ scene: SVGAScene, options: ExportOptions = ExportOptions()) async throws -> [[UInt8]] {
    let folder = TemporaryFolder()
    try await Exporter.export(scene, to: RawRGBASink(path: "\(folder.path)/raw"), options: options)
    let bytes = try #require(folder.read("raw"))
    let size = 4 * scene.widthPixels * scene.heightPixels
    return stride(from: 0, to: bytes.count, by: size).map { Array(bytes[$0..<$0 + size]) }
}

/// Every kind of change: on transparent and on opaque ground, faint things, nothing at all, and an empty frame.
func movieOfChanges(width: Float = 48, height: Float = 32, fps: Int32 = 30) throws -> SVGAScene {
    let ground = WireFrame.visible(.rect(0, 0, width, height, .fill(.blue)))
    let marks: [WireFrame] = (0..<12).map { index in
        let x = Float(index * 3)
        return switch index {
        case 0...2: .visible(.rect(x, 5, 7, 9))
        case 3...5: .visible(alpha: 0.3, .ellipse(x, 12, 6, 4, .fill(.green)))
        case 6, 7: .visible(.rect(20, 5, 7, 9))
        default: .visible(.rect(x, 3, 5, 5), .rect(1, height - 4, 2, 2, .fill(.green)))
        }
    }
    // Frames 0 to 3 without ground, 4 with nothing at all, 5 on with ground.
    let grounds: [WireFrame] = (0..<12).map { $0 < 5 ? .hidden : ground }
    var shown = marks
    shown[4] = .hidden
    return try SVGAScene(
        WireMovie.tiny(
            width: width, height: height, frames: 12, fps: fps,
            sprites: [
                WireSprite(imageKey: "a.vector", matteKey: "", frames: grounds),
                WireSprite(imageKey: "b.vector", matteKey: "", frames: shown),
            ]
        ).read())
}

@Suite struct APNGAndWebPTests {
    private let folder = TemporaryFolder()

    private func roundTrip(_ scene: SVGAScene, _ format: ExactFormat, options: ExportOptions = ExportOptions()) async throws
        -> DecodedAnimation
    {
        try await format.export(scene, to: "\(folder.path)/out", overwrite: true, options: options)
        #expect(folder.contents() == ["out"])
        return try format.read(try #require(folder.read("out")))
    }

    private func isSame(_ animation: DecodedAnimation, _ frames: [[UInt8]]) -> Bool { animation.shown(frames.count) == frames }

    @Test(arguments: ExactFormat.allCases)
    func `every frame comes back bit for bit, at its time`(format: ExactFormat) async throws {
        let scene = try movieOfChanges()
        let animation = try await roundTrip(scene, format)
        #expect(animation.width == 48 && animation.height == 32 && animation.loops == 0)
        #expect(isSame(animation, try await rawFrames(scene)))
        #expect(abs(animation.seconds - 12.0 / 30) < 1e-9)
    }

    @Test(.needsCorpus, arguments: ExactFormat.allCases, TestFiles.corpusFiles)
    func `frames of public files come back bit for bit`(format: ExactFormat, file: URL) async throws {
        let movie = try VideoEntity(path: file.path)
        let scene = try SVGAScene(movie)
        var options = ExportOptions()
        options.timing.frames = [0, movie.frameCount / 2, movie.frameCount / 2 + 1].map { min($0, movie.frameCount - 1) }
        let animation = try await roundTrip(scene, format, options: options)
        #expect(isSame(animation, try await rawFrames(scene, options: options)))
    }

    @Test(arguments: ExactFormat.allCases, [(1, 1), (3, 7), (2, 1), (1, 301)])
    func `any size comes back bit for bit`(format: ExactFormat, size: (Int, Int)) async throws {
        let scene = try movieOfChanges(width: Float(size.0), height: Float(size.1))
        let animation = try await roundTrip(scene, format)
        #expect(animation.width == size.0 && animation.height == size.1)
        #expect(isSame(animation, try await rawFrames(scene)))
    }

    @Test(arguments: ExactFormat.allCases)
    func `the largest usual canvas comes back bit for bit`(format: ExactFormat) async throws {
        let scene = try movieOfChanges(width: 4096, height: 4096)
        var options = ExportOptions()
        options.timing.frames = [0]
        let animation = try await roundTrip(scene, format, options: options)
        #expect(isSame(animation, try await rawFrames(scene, options: options)))
    }

    @Test(arguments: ExactFormat.allCases)
    func `wholly transparent frames are frames`(format: ExactFormat) async throws {
        let scene = try SVGAScene(WireMovie.tiny(frames: 5).read())
        let animation = try await roundTrip(scene, format)
        #expect(animation.shown(framesPerSecond: 30).count == 5)
        #expect(animation.frames.allSatisfy { $0.pixels.allSatisfy { $0 == 0 } })
    }

    @Test(arguments: ExactFormat.allCases)
    func `repeated frames last as long as all of them and take next to no room`(format: ExactFormat) async throws {
        let scene = try movieOfChanges()
        var options = ExportOptions()
        options.timing.frames = [Int](repeating: 7, count: 3000)
        let animation = try await roundTrip(scene, format, options: options)
        #expect(animation.shown(framesPerSecond: 30).count == 3000 && Set(animation.frames.map(\.pixels)).count == 1)
        #expect(abs(animation.seconds - 100) < 1e-9)
        #expect(try #require(folder.read("out")).count < 3000 * 100)
    }

    @Test(arguments: ExactFormat.allCases)
    func `the number of repetitions is stored, not written out`(format: ExactFormat) async throws {
        var options = ExportOptions()
        options.timing.loopCount = 3
        let animation = try await roundTrip(try movieOfChanges(), format, options: options)
        #expect(animation.loops == 3 && animation.shown(framesPerSecond: 30).count == 12)
    }

    @Test(arguments: ExactFormat.allCases)
    func `a pipe gets the same bytes as a file`(format: ExactFormat) async throws {
        let scene = try movieOfChanges()
        try await format.export(scene, to: "\(folder.path)/file")
        let pipe = "\(folder.path)/pipe"
        #expect(mkfifo(pipe, 0o600) == 0)
        // Small enough for the pipe to hold.
        let reader = open(pipe, O_RDONLY | O_NONBLOCK)
        defer { close(reader) }
        let result = try await format.export(scene, to: pipe)
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        let count = SVGAPlatform.read(reader, &bytes, bytes.count)
        #expect(Array(bytes.prefix(max(0, count))) == folder.read("file"))
        #expect(result.byteCount == count)
    }

    @Test(arguments: ExactFormat.allCases)
    func `a full device, a missing folder and a closed pipe are errors`(format: ExactFormat) async throws {
        signal(SIGPIPE, SIG_IGN)
        let scene = try movieOfChanges()
        await #expect(throws: SVGAError.file(path: "/dev/full", reason: "No space left on device")) {
            try await format.export(scene, to: "/dev/full")
        }
        let missing = "\(folder.path)/no/out"
        await #expect(throws: SVGAError.file(path: missing, reason: "No such file or directory")) {
            try await format.export(scene, to: missing)
        }
        let pipe = "\(folder.path)/pipe"
        #expect(mkfifo(pipe, 0o600) == 0)
        let reader = open(pipe, O_RDONLY | O_NONBLOCK)
        await #expect(throws: SVGAError.file(path: pipe, reason: "the reader closed the pipe")) {
            try await format.export(scene, to: pipe) { if $0.framesDone == 1 { close(reader) } }
        }
        #expect(folder.contents() == ["pipe"])
    }

    @Test(arguments: ExactFormat.allCases)
    func `a cancelled export leaves nothing`(format: ExactFormat) async throws {
        let scene = try movieOfChanges()
        let path = "\(folder.path)/out"
        await #expect(throws: SVGAError.cancelled) {
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    withUnsafeCurrentTask { $0?.cancel() }
                    try await format.export(scene, to: path)
                }
                try await group.waitForAll()
            }
        }
        #expect(folder.contents() == [])
    }

    @Test(arguments: ExactFormat.allCases)
    func `an output above the maximum size fails and leaves no file`(format: ExactFormat) async throws {
        var options = ExportOptions()
        options.maximumBytes = 300
        let scene = try movieOfChanges()
        let path = "\(folder.path)/out"
        await #expect { try await format.export(scene, to: path, options: options) } throws: {
            ($0 as? SVGAError)?.kind == .tooLarge
        }
        #expect(folder.contents() == [])
    }
}
