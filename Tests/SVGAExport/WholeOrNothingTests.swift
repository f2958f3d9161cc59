import Foundation
import SVGAExport
import SVGAModel
import SVGARender
import SVGASupport
import TestSupport
import Testing

/// The result of an output whose files cannot be moved to their destinations, and the files that it would have replaced.
@Suite struct WholeOrNothingTests {
    private let folder = TemporaryFolder()
    private let old: [UInt8] = [9]

    private func path(_ name: String) -> String { "\(folder.path)/\(name)" }
    private func movie() throws -> SVGAScene { try SheetMovies.walk(width: 24, height: 16, frames: 5) }

    /// Creates a folder with a file's name, so that the file cannot be moved there.
    private func block(_ name: String) {
        unlink(path(name))
        #expect(mkdir(path(name), 0o700) == 0)
    }

    private func mode(_ name: String) -> mode_t {
        var status = stat()
        return stat(path(name), &status) == 0 ? status.st_mode & 0o7777 : 0
    }

    private enum Kind: CaseIterable { case png, jpg, apng, gif, webp, avif, jxl, html, sheet }

    private func export(
        _ kind: Kind, _ scene: SVGAScene, maximumBytes: Int? = nil, progress: @escaping @Sendable (ExportProgress) -> Void = { _ in }
    ) async throws -> ExportResult {
        var options = ExportOptions()
        options.maximumBytes = maximumBytes
        func export<Sink: FrameSink>(_ sink: sending Sink) async throws -> ExportResult {
            try await Exporter.export(scene, to: sink, options: options, progress: progress)
        }
        switch kind {
        case .png: return try await export(PNGSequenceSink(path: path("a%d.png"), overwrite: true))
        case .jpg:
            let opaque = try scene.prepared.scene(options: RenderOptions(background: .white))
            let sink = try JPEGSequenceSink(to: OutputDestination(path: path("a%d.jpg"), overwrite: true))
            return try await Exporter.export(opaque, to: sink, options: options, progress: progress)
        case .avif: return try await export(AVIFSink(to: OutputDestination(path: path("a.avif"), overwrite: true)))
        case .jxl: return try await export(JXLSink(to: OutputDestination(path: path("a.jxl"), overwrite: true)))
        case .apng: return try await export(APNGSink(path: path("a.apng"), overwrite: true))
        case .gif: return try await export(GIFSink(path: path("a.gif"), overwrite: true))
        case .webp: return try await export(WebPSink(path: path("a.webp"), overwrite: true))
        case .html: return try await export(HTMLSink(path: path("a.html"), overwrite: true, options: HTMLOptions(title: "a")))
        case .sheet: return try await export(SheetSink(path: path("a.png"), overwrite: true))
        }
    }

    @Test(arguments: Kind.allCases)
    private func `an output one byte over the limit is never moved to its destination`(_ kind: Kind) async throws {
        let scene = try movie()
        let bytes = try await export(kind, scene).byteCount
        let names = folder.contents()
        for name in names { folder.write(old, to: name) }
        await #expect(throws: SVGAError.tooLarge(bytes: bytes, allowed: bytes - 1)) {
            _ = try await export(kind, scene, maximumBytes: bytes - 1)
        }
        #expect(folder.contents() == names)
        for name in names { #expect(folder.read(name) == old) }
        #expect(try await export(kind, scene, maximumBytes: bytes).byteCount == bytes)
        for name in names { #expect(folder.read(name) != old) }
    }

    @Test(arguments: ["gif", "apng", "rgba", "y4m"])
    func `a pipe gets the first frames before the last one is drawn`(format: String) async throws {
        #expect(mkfifo(path("pipe"), 0o600) == 0)
        let reader = open(path("pipe"), O_RDONLY | O_NONBLOCK)
        defer { close(reader) }
        let isEmpty = Locked([Bool]())
        let formats: [String: ExportFormat] = ["gif": .gif(), "apng": .apng, "rgba": .rgba, "y4m": .y4m(alpha: true)]
        let scene = try SheetMovies.walk(width: 24, height: 16, frames: 12)
        try await Exporter.export(scene, as: try #require(formats[format]), to: path("pipe")) { done, _ in
            var waiting = pollfd(fd: reader, events: Int16(POLLIN), revents: 0)
            if done == 6 { isEmpty.withLock { $0.append(poll(&waiting, 1, 0) == 0) } }
        }
        #expect(isEmpty.withLock { $0 } == [false])
    }

    @Test func `a PNG sequence that fails midway leaves every file unchanged`() async throws {
        for frame in 0..<4 { folder.write([UInt8(frame)], to: "a\(frame).png") }
        let (scene, blocked) = (try movie(), path("a3.png"))
        await #expect(throws: SVGAError.file(path: blocked, reason: "Is a directory")) {
            _ = try await export(.png, scene) { if $0.framesDone == 5 { block("a3.png") } }
        }
        // a4 was not there before.
        #expect(folder.contents() == ["a0.png", "a1.png", "a2.png", "a3.png"])
        for frame in 0..<3 { #expect(folder.read("a\(frame).png") == [UInt8(frame)]) }
    }

    @Test func `a sheet whose JSON cannot be moved to its destination leaves the old picture`() async throws {
        folder.write(old, to: "a.png")
        folder.write(old, to: "a.json")
        let (scene, blocked) = (try movie(), path("a.json"))
        await #expect(throws: SVGAError.file(path: blocked, reason: "Is a directory")) {
            _ = try await export(.sheet, scene) { if $0.framesDone == 5 { block("a.json") } }
        }
        #expect(folder.contents() == ["a.json", "a.png"])
        #expect(folder.read("a.png") == old)
    }

    private func sized(_ names: [String], after: @escaping @Sendable () -> Void = {}) async throws {
        let rate = try #require(FrameRate(30))
        let sized = SizedExport(
            path: path(names[0]), targetBytes: 5, overwrite: true,
            search: SizeSearch(best: EncodingAttempt(), lowestQuality: nil, frameRate: rate))
        let losses = SizeLosses(scales: SizeSearch.scales.map { 1 - $0 }, divisors: SizeSearch.divisors.map { Double($0 - 1) })
        _ = try await sized.export(
            losses: { losses }, similarity: { _ in nil },
            attempt: { (tried) throws(SVGAError) in
                let staging = tried.path.prefix(through: tried.path.lastIndex(of: "/") ?? tried.path.startIndex)
                for name in names {
                    try SVGAError.mapping(OutputFile(OutputDestination(path: staging + name), holding: [1]).commit())
                }
                after()
                return ExportResult(frames: 1, frameRate: rate, byteCount: names.count)
            })
    }

    @Test func `a sized output whose second file cannot be moved to its destination leaves the first unchanged`() async throws {
        folder.write(old, to: "a.mp4")
        folder.write(old, to: "b.json")
        await #expect(throws: SVGAError.file(path: path("b.json"), reason: "Is a directory")) {
            try await sized(["a.mp4", "b.json"]) { block("b.json") }
        }
        #expect(folder.contents() == ["a.mp4", "b.json"])
        #expect(folder.read("a.mp4") == old)
    }

    @Test(arguments: [0o600, 0o640, 0o755, 0o444] as [mode_t])
    func `a file that is replaced keeps its permissions`(_ permissions: mode_t) async throws {
        for name in ["a", "b.gif", "c0.png"] {
            folder.write(old, to: name)
            #expect(chmod(path(name), permissions) == 0)
        }
        let file = try OutputFile(path: path("a"), overwrite: true)
        try file.write([1])
        try file.commit()
        try await sized(["b.gif"])
        try await Exporter.export(movie(), to: PNGSequenceSink(path: path("c%d.png"), overwrite: true))
        for name in ["a", "b.gif", "c0.png"] {
            #expect(folder.read(name) != old)
            #expect(mode(name) == permissions)
        }
    }

    @Test func `a sized output through a symbolic link replaces what the link points to`() async throws {
        folder.write(old, to: "real.gif")
        #expect(symlink("real.gif", path("a.gif")) == 0)
        try await sized(["a.gif"])
        #expect(folder.read("real.gif") == [1])
        unlink(path("real.gif"))
        #expect(folder.read("a.gif") == nil)
    }

    @Test func `of two that make the same file at once, one fails because it exists`() throws {
        for round in 0..<400 {
            let files = try (0..<2).map { _ in UncheckedFile(file: try OutputFile(path: path("\(round)"))) }
            let failures = LockedCount()
            DispatchQueue.concurrentPerform(iterations: 2) { if (try? files[$0].file.commit()) == nil { failures.add() } }
            #expect(failures.value == 1)
        }
    }
}

/// Unchecked: each is used by one thread.
private struct UncheckedFile: @unchecked Sendable { let file: OutputFile }

private final class LockedCount: @unchecked Sendable {
    private let lock = NSLock()
    private var count = 0

    func add() { lock.withLock { count += 1 } }
    var value: Int { lock.withLock { count } }
}
