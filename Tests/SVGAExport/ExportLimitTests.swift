import SVGAExport
import SVGAModel
import SVGAPixels
import SVGARender
import TestSupport
import Testing

/// What an export may take: memory by ``ReadLimits/memory``, time by the options.
@Suite("Limits of exports") struct ExportLimitTests {
    private let folder = TemporaryFolder()

    private func scene(memory: Int? = nil) throws -> SVGAScene {
        var options = RenderOptions(size: .pixels(width: 100, height: 100))
        if let memory { options.limits.memory = memory }
        return try SVGAScene(try SheetMovies.walk(width: 24, height: 16, frames: 40).movie, options: options)
    }

    private func export(_ scene: SVGAScene, _ options: ExportOptions = ExportOptions(), as format: ExportFormat) async throws {
        try await Exporter.export(scene, as: format, to: "\(folder.path)/a.\(format.fileExtension)", options: options)
    }

    @Test("an export that needs more memory than the maximum fails before anything is written", arguments: 0..<3)
    func memory(kind: Int) async throws {
        let format = [ExportFormat.webP(), .avif(), .gif()][kind]
        let error = await #expect(throws: SVGAError.self) { try await export(scene(memory: 100_000), as: format) }
        guard let limit = error?.limit else { return #expect(Bool(false), "\(error as Any)") }
        #expect(limit.name == "memory" && limit.found > 100_000)
        #expect(error?.description.hasPrefix("exporting 100 × 100 pixels: ") == true)
        #expect(folder.contents().isEmpty)
        try await export(scene(memory: limit.found), as: format)
    }

    @Test("with little memory an export draws fewer frames at once, and makes the same bytes")
    func fewerThreads() async throws {
        let format = ExportFormat.apng
        let plenty = try await Exporter.bytes(of: scene(), as: format, options: ExportOptions(threadCount: 8))
        let error = await #expect(throws: SVGAError.self) { _ = try await Exporter.bytes(of: scene(memory: 1), as: format) }
        guard let limit = error?.limit else { return #expect(Bool(false)) }
        let options = ExportOptions(threadCount: 8)
        #expect(try await Exporter.bytes(of: scene(memory: limit.found), as: format, options: options) == plenty)
    }

    @Test("an export that takes too long ends, and leaves nothing behind")
    func time() async throws {
        let options = ExportOptions(timeLimit: .zero)
        await #expect(throws: SVGAError.timedOut) { try await export(scene(), options, as: .webP()) }
        #expect(folder.contents().isEmpty)
        try await export(scene(), ExportOptions(timeLimit: .seconds(600)), as: .webP())
    }
}
