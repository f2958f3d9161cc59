import Foundation
import SVGAExport
import SVGAImport
import SVGAModel
import SVGAPixels
import SVGARender
import SVGASupport
import Synchronization
import TestSupport
import Testing

@testable import SVGACommand
@testable import SVGATasks

/// Tasks without a command line: typed options in, values out, phases in their order.
@Suite("Tasks that create, unpack and inspect") struct TaskTests {
    private static let samples = TestFiles.root.appendingPathComponent("samples").path

    /// A context, and the phases that tasks in it have ended.
    private static func watched() -> (context: TaskContext, phases: @Sendable () -> [String]) {
        let phases = Phases()
        var context = TaskContext()
        context.finished = { phases.add($0) }
        return (context, { phases.all })
    }

    @Test("a hit test finds the topmost key")
    func hit() throws {
        let gift = try GiftFolder()
        var task = HitTestTask()
        (task.frame, task.point) = (1, PointArgument(x: 20, y: 20))
        let (context, phases) = Self.watched()
        #expect(try task.run(FileName(path: gift.movie), in: context).hit?.key == "face")
        #expect(phases() == ["read", "prepare", "look"])
    }

    @Test("a hit test of a frame that the movie does not have is refused")
    func wrongFrame() throws {
        let gift = try GiftFolder()
        var task = HitTestTask()
        task.frame = 4
        #expect(throws: TaskError.self) { try task.run(FileName(path: gift.movie), in: TaskContext()) }
    }

    @Test("the bounds of a key are those of each chosen frame")
    func bounds() throws {
        let gift = try GiftFolder()
        var task = BoundsTask()
        (task.key, task.frames) = ("face", FrameSelection(argument: "3,0"))
        let report = try task.run(FileName(path: gift.movie), in: TaskContext())
        #expect(report.frames.map(\.frame) == [3, 0] && report.frames.map(\.bounds?.x) == [30, nil] && report.isVisible)
    }

    @Test("compare-players refuses --frames together with --count")
    func sheetFrames() async throws {
        let gift = try GiftFolder()
        let result = await CommandFixtures.run("compare-players", gift.movie, "--frames", "0-3", "--count", "1")
        #expect(result.code == .usage && result.errors.contains("--frames and --count cannot be combined"), "\(result.errors)")
    }

    @Test("a thumbnail is not enlarged, and has the frame that was asked for")
    func thumbnail() throws {
        let gift = try GiftFolder()
        var task = ThumbnailTask()
        task.frame = 3
        let picture = try task.run(FileName(path: gift.movie), in: TaskContext())
        #expect(picture.width == 60 && picture.height == 40)
        task.size = PositiveCount(argument: "30")
        #expect(try task.run(FileName(path: gift.movie), in: TaskContext()).width == 30)
    }

    @Test("a negative frame of a thumbnail is refused before anything is read")
    func negativeFrame() {
        var task = ThumbnailTask()
        task.frame = -1
        #expect(throws: TaskError.self) { try task.validate() }
    }

    @Test("an unpacked movie is packed again")
    func folder() throws {
        let gift = try GiftFolder()
        let folder = FileName(path: gift.path("unpacked"))
        let made = try UnpackTask().run(FileName(path: gift.movie), to: folder, in: TaskContext())
        #expect(made.sprites == 3 && made.payloads == 2)
        let packed = try PackTask().run(folder, to: nil, in: TaskContext()) { _, notes in #expect(notes.isEmpty) }
        #expect(packed.report.sprites == 3 && packed.report.payloads == 2 && packed.report.bytes == packed.bytes.count)
        #expect(packed.report.output == nil)
    }

    @Test("a folder that is not empty is unpacked into only on request")
    func occupied() throws {
        let gift = try GiftFolder()
        let folder = FileName(path: gift.folder.path)
        var task = UnpackTask()
        #expect(throws: TaskError.self) { try task.run(FileName(path: gift.movie), to: folder, in: TaskContext()) }
        task.overwrites = true
        #expect(try task.run(FileName(path: gift.movie), to: folder, in: TaskContext()).sprites == 3)
    }

    @Test("a dump is the text of the folder form in parts")
    func dump() throws {
        let gift = try GiftFolder()
        let text = String(decoding: Array(try DumpTask().run(FileName(path: gift.movie), in: TaskContext()).joined()), as: UTF8.self)
        #expect(text.contains("\"imageKey\": \"face\""))
    }

    @Test("a description becomes a movie, and nothing is written")
    func create() throws {
        let (context, phases) = Self.watched()
        let made = try CreateTask().run(FileName(path: Self.samples + "/create/coins/spec.json"), in: context)
        #expect(made.report.output == nil && made.report.movie.bytes == made.bytes.count && made.report.movie.frames > 0)
        #expect(phases() == ["read", "create", "pack"])
    }

    @Test("a picture becomes a movie, with its progress and without players' findings where they are not asked for")
    func imports() async throws {
        let gift = try GiftFolder()
        var task = ImportTask()
        task.checksPlayers = false
        task.size = PixelSize(argument: "16x0")
        let (context, phases) = Self.watched()
        let report = try await task.run([FileName(path: gift.path("green.png"))], to: nil, in: context)
        #expect(report.width == 16 && report.height == 16 && report.frames == 1 && report.players.isEmpty && report.output == nil)
        #expect(phases() == ["read", "import", "encode", "compare", "check", "write"])
    }

    @Test("an import that is less like its source than demanded writes nothing")
    func unlike() async throws {
        let gift = try GiftFolder()
        var task = ImportTask()
        (task.quality, task.minimumSimilarity) = (Percent(argument: "1"), Similarity(argument: "1"))
        let photo = FileName(path: Self.samples + "/photo.jpg")
        task.size = PixelSize(argument: "40x0")
        let output = FileName(path: gift.path("photo.svga"))
        await #expect(throws: TaskError.self) { try await task.run([photo], to: output, in: TaskContext()) }
        #expect(gift.folder.read("photo.svga") == nil)
    }

    @Test("inspecting a movie gives the report that the command prints as JSON")
    func inspect() async throws {
        let gift = try GiftFolder()
        let file = try InputAnimation(FileName(path: gift.movie), options: CommonOptions().readOptions, context: TaskContext())
        let json = try InspectTask().report(on: file).json.text(.pretty, escaping: [.short, .controls])
        #expect(await CommandFixtures.run("inspect", "--json", gift.movie).output == json + "\n")
    }

    @Test("one of several inputs that fails does not keep the others from being worked on")
    func several() async throws {
        let context = CommandContext(output: TextSink().stream(false), errors: TextSink().stream(false)) { _ in [] }
        var (done, failed): ([Int], [Int]) = ([], [])
        let code = try await context.forEach([1, 2, 3]) { (input) throws(TaskError) in
            if input == 2 { throw .noFrames(file: "b") }
            done.append(input)
        } failed: { input, _ in
            failed.append(input)
        }
        #expect(done == [1, 3] && failed == [2] && code == .partFailed)
    }

    @Test("an interruption ends the work on several inputs")
    func interruption() async {
        let context = CommandContext(output: TextSink().stream(false), errors: TextSink().stream(false)) { _ in [] }
        await #expect(throws: TaskError.self) {
            try await context.forEach([1, 2]) { (_) throws(TaskError) in throw .interrupted }
        }
    }
}

/// Collects names from any thread.
private final class Phases: Sendable {
    private let names = Mutex<[String]>([])

    var all: [String] { names.withLock { $0 } }

    func add(_ name: String) { names.withLock { $0.append(name) } }
}
