import SVGAExport
import SVGAModel
import SVGARender
import SVGASupport
import TestSupport
import Testing

@Suite struct SizeSearchTests {
    private let folder = TemporaryFolder()

    /// What a movie of 60 frames a second would take: more for quality, size and frames.
    private func size(_ effort: ExportEffort) -> Int {
        let quality = Double(effort.quality ?? 120)
        return Int(1000 * quality * effort.scale * effort.scale * (effort.frameRate?.framesPerSecond ?? 60) / 60)
    }

    private func search(_ target: Int, lowestQuality: Int? = 30, best: ExportEffort = ExportEffort()) async throws -> (
        effort: ExportEffort?, attempts: [ExportEffort]
    ) {
        let search = try SizeSearch(best: best, lowestQuality: lowestQuality, frameRate: #require(FrameRate(60)))
        var attempts: [ExportEffort] = []
        let effort = try await search.run { effort throws(ExportError) in
            attempts.append(effort)
            return size(effort) <= target
        }
        return (effort, attempts)
    }

    @Test func `what fits as it is gives up nothing`() async throws {
        let (effort, attempts) = try await search(120_000)
        #expect(effort == ExportEffort())
        #expect(attempts.count == 1)
    }

    @Test func `quality goes first, and as little of it as will do`() async throws {
        for target in [30_000, 31_000, 64_500, 99_000, 100_000, 119_999] {
            let (effort, attempts) = try await search(target)
            let quality = try #require(effort?.quality)
            #expect(effort?.scale == 1 && effort?.frameRate == nil)
            #expect(1000 * quality <= target && 1000 * (quality + 4) > min(target, 100_000))
            #expect(attempts.count <= 8)
        }
    }

    @Test func `then the size shrinks, then frames are left out`() async throws {
        let smaller = try await search(15_000)
        let scale = try #require(smaller.effort?.scale)
        #expect(scale > 0.67 && scale < 0.71 && smaller.effort?.quality == 30 && smaller.effort?.frameRate == nil)
        let slower = try await search(700)
        #expect(slower.effort == ExportEffort(quality: 30, scale: 0.25, frameRate: FrameRate(20)))
        #expect(slower.attempts.count <= 12)
    }

    @Test func `a format without quality begins with the size`() async throws {
        let (effort, _) = try await search(60_000, lowestQuality: nil)
        #expect(effort?.quality == nil)
        #expect(try #require(effort?.scale) > 0.67)
    }

    @Test func `the last attempt that fits is the one returned`() async throws {
        for target in stride(from: 500, through: 130_000, by: 777) {
            let (effort, attempts) = try await search(target)
            #expect(effort == attempts.last { size($0) <= target })
        }
    }

    @Test func `too small a target has no answer`() async throws {
        #expect(try await search(100).effort == nil)
    }

    @Test func `only the attempt that is kept is left, at its place`() async throws {
        let path = "\(folder.path)/out.bin"
        let sized = try SizedExport(
            path: path, targetBytes: 50_000, search: SizeSearch(best: ExportEffort(), lowestQuality: 30, frameRate: #require(FrameRate(60)))
        )
        let (effort, result) = try await sized.export { effort, path throws(ExportError) in
            try ExportError.mapping { () throws(FileError) in
                let file = try OutputFile(path: path)
                try file.write([UInt8](repeating: 1, count: size(effort)))
                try file.commit()
            }
            return ExportResult(frames: 1, frameRate: sized.search.frameRate, byteCount: size(effort))
        }
        #expect(effort.quality.map { $0 > 46 && $0 <= 50 } == true)
        #expect(folder.contents() == ["out.bin"])
        #expect(folder.read("out.bin")?.count == result.byteCount)
    }

    @Test func `an attempt's error ends the search and leaves nothing`() async throws {
        let path = "\(folder.path)/out.bin"
        let sized = try SizedExport(
            path: path, targetBytes: 50_000, search: SizeSearch(best: ExportEffort(), lowestQuality: 30, frameRate: #require(FrameRate(60)))
        )
        await #expect(throws: ExportError.cancelled) {
            _ = try await sized.export { _, path throws(ExportError) in
                try ExportError.mapping { () throws(FileError) in try OutputFile(path: path).commit() }
                throw .cancelled
            }
        }
        await #expect(throws: ExportError.targetSize(bytes: 50_000)) {
            _ = try await sized.export { _, _ throws(ExportError) in throw .tooLarge(bytes: 1, allowed: 0) }
        }
        #expect(folder.contents() == [])
    }

    @Test func `what is there already stays unless it may be overwritten`() async throws {
        folder.write([9], to: "out.bin")
        let sized = try SizedExport(
            path: "\(folder.path)/out.bin", targetBytes: 5,
            search: SizeSearch(best: ExportEffort(), lowestQuality: nil, frameRate: #require(FrameRate(60))))
        await #expect(throws: ExportError.exists(path: sized.path)) {
            _ = try await sized.export { _, _ throws(ExportError) in throw .cancelled }
        }
        #expect(folder.read("out.bin") == [9])
        #expect(folder.contents() == ["out.bin"])
    }
}
