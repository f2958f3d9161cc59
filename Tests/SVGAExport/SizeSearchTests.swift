import SVGAExport
import SVGAModel
import SVGASupport
import TestSupport
import Testing

/// Searches over a made-up encoder, whose sizes and looks follow formulas.
@Suite struct SizeSearchTests {
    private let folder = TemporaryFolder()
    private let losses = SizeLosses(
        scales: SizeSearch.scales.map { (1 - $0) * (1 - $0) / 4 }, divisors: SizeSearch.divisors.map { 0.1 * Double($0 - 1) })

    /// What a movie of 60 frames a second takes: more for quality, size and frames.
    private func attempt(_ effort: EncodingAttempt) -> AttemptResult {
        let quality = Double(effort.quality ?? 130)
        let rate = effort.frameRate?.framesPerSecond ?? 60
        let bytes = 40 * (quality + 10) * (quality + 10) * effort.scale * effort.scale * rate / 60
        let divisor = Int((60 / rate).rounded())
        let coarse = 1 - min(100, quality) / 100
        return AttemptResult(bytes: Int(bytes), similarity: 1 - losses.loss(scale: effort.scale, divisor: divisor) - 0.2 * coarse * coarse)
    }

    private func search(
        _ target: Int, lowestQuality: Int? = 5, best: EncodingAttempt = EncodingAttempt()
    ) async throws -> (effort: EncodingAttempt?, attempts: [EncodingAttempt], smallest: Int) {
        let search = try SizeSearch(best: best, lowestQuality: lowestQuality, frameRate: #require(FrameRate(60)))
        var attempts: [EncodingAttempt] = []
        let result = try await search.run(
            target: target, losses: { losses },
            attempt: { (effort, _) throws(ExportError) in
                attempts.append(effort)
                return attempt(effort)
            }, choose: {})
        return (result.effort, attempts, result.smallest)
    }

    @Test func `what fits as it is gives up nothing`() async throws {
        let (effort, attempts, _) = try await search(800_000)
        #expect(effort == EncodingAttempt())
        #expect(attempts.count == 1)
    }

    @Test(arguments: [5_000, 12_000, 30_000, 64_500, 99_000, 200_000, 400_000])
    func `nothing that fits looks much better, and nearly all of the target is used`(target: Int) async throws {
        let (found, attempts, _) = try await search(target)
        let effort = try #require(found)
        var best = 0.0
        for divisor in SizeSearch.divisors {
            for scale in SizeSearch.scales {
                for quality in 5...100 {
                    let rate = divisor == 1 ? nil : FrameRate(60, per: divisor)
                    let made = attempt(EncodingAttempt(quality: quality, scale: scale, frameRate: rate))
                    if made.bytes <= target { best = max(best, made.similarity ?? 0) }
                }
            }
        }
        let made = attempt(effort)
        #expect(made.bytes <= target && Double(made.bytes) >= 0.9 * Double(target))
        #expect(try #require(made.similarity) >= best - 0.005)
        #expect(attempts.count <= SizeSearch.maximumAttempts)
    }

    /// Sizes as they leap in GIFs of few colours: at their full size edges are sharp, which costs, and at any other size quality costs nothing.
    private func leaping(_ effort: EncodingAttempt) -> AttemptResult {
        var made = attempt(effort)
        made.bytes = effort.scale == 1 ? 40_000 : Int(9_000 * effort.scale)
        return made
    }

    @Test func `attempts of doubt find what sizes that leap hid`() async throws {
        var search = try SizeSearch(best: EncodingAttempt(), lowestQuality: 5, frameRate: #require(FrameRate(60)))
        search.extraAttempts = 200
        var count = 0
        let result = try await search.run(
            target: 8_000, losses: { losses },
            attempt: { (effort, _) throws(ExportError) in
                count += 1
                return leaping(effort)
            }, choose: {})
        let found = try #require(result.effort)
        #expect(found.scale >= 0.85 && found.frameRate == nil)
        #expect(try #require(found.quality) >= 95)
        #expect(count <= SizeSearch.maximumAttempts + 200)
    }

    @Test func `as many attempts of doubt are made as can be afforded`() {
        #expect(SizeSearch.extraAttempts(pixels: 1_000_000, affordable: 64_000_000) == 64)
        #expect(SizeSearch.extraAttempts(pixels: 100_000_000, affordable: 64_000_000) == 0)
        #expect(SizeSearch.extraAttempts(pixels: 0, affordable: 64_000_000) == 600)
    }

    @Test func `a format without quality shrinks until it fits, and uses the target`() async throws {
        let (found, _, _) = try await search(300_000, lowestQuality: nil)
        let effort = try #require(found)
        #expect(effort.quality == nil && effort.frameRate == nil && effort.scale < 1)
        let bytes = attempt(effort).bytes
        #expect(bytes <= 300_000 && bytes > 270_000)
    }

    @Test func `no attempt gives up less than was asked for`() async throws {
        let best = EncodingAttempt(quality: 60, frameRate: FrameRate(30))
        let (_, attempts, _) = try await search(20_000, best: best)
        #expect(attempts.allSatisfy { $0.quality.map { $0 <= 60 } == true && $0.frameRate.map { $0.framesPerSecond <= 30 } == true })
    }

    @Test func `too small a target has no answer, but names the smallest size`() async throws {
        let (effort, attempts, smallest) = try await search(10)
        #expect(effort == nil)
        #expect(smallest == attempts.map { attempt($0).bytes }.min())
        #expect(smallest > 10 && smallest < 1000)
    }

    // MARK: - Files

    private func sized(_ target: Int) throws -> SizedExport {
        try SizedExport(
            path: "\(folder.path)/out.bin", targetBytes: target,
            search: SizeSearch(best: EncodingAttempt(), lowestQuality: 5, frameRate: #require(FrameRate(60))))
    }

    @Test func `only the attempt that is kept is left, at its place`() async throws {
        let sized = try sized(50_000)
        let (effort, result) = try await sized.export(
            losses: { losses }, similarity: { _ in nil },
            attempt: { (tried, _) throws(ExportError) in
                let bytes = attempt(tried.effort).bytes
                if let most = tried.maximumBytes, bytes > most { throw .tooLarge(bytes: bytes, allowed: most) }
                try ExportError.mapping { () throws(FileError) in
                    let file = try OutputFile(path: tried.path)
                    try file.write([UInt8](repeating: 1, count: bytes))
                    try file.commit()
                }
                return try ExportResult(frames: 1, frameRate: FrameRate(60).orFail(), byteCount: bytes)
            })
        #expect(result.byteCount == attempt(effort).bytes && result.byteCount > 45_000 && result.byteCount <= 50_000)
        #expect(folder.contents() == ["out.bin"])
        #expect(folder.read("out.bin")?.count == result.byteCount)
    }

    @Test func `what is ended early is expected to grow as the first attempt did`() {
        func progress(_ done: Int, _ bytes: Int) -> ExportProgress { ExportProgress(framesDone: done, framesTotal: 10, byteCount: bytes) }
        var course = SizeCourse()
        // Without a first attempt frames are taken to be alike.
        #expect(course.whole(1000, progress(1, 500)) == 5000)
        // Of ten frames the first takes half.
        for frame in 1...10 { course.add(progress(frame, 45 + 5 * frame + (frame == 10 ? 5 : 0))) }
        #expect(course.whole(1100, progress(1, 1000)) == 2000)
        // Before the first frame is through nothing is known, and nothing is less than what is there.
        #expect(course.whole(1100, nil) == 1100)
        #expect(course.whole(1100, progress(10, 1000)) == 1100)
        #expect(course.whole(.max, progress(1, 1000)) == .max / 2)
    }

    @Test func `an attempt's error ends the search, names the output and leaves nothing`() async throws {
        let sized = try sized(50_000)
        await #expect(throws: ExportError.file(path: sized.path, reason: "full")) {
            _ = try await sized.export(
                losses: { losses }, similarity: { _ in nil },
                attempt: { (tried, _) throws(ExportError) in
                    try ExportError.mapping { () throws(FileError) in try OutputFile(path: tried.path).commit() }
                    throw .file(path: tried.path, reason: "full")
                })
        }
        #expect(folder.contents() == [])
    }

    @Test func `what is there already stays unless it may be overwritten`() async throws {
        folder.write([9], to: "out.bin")
        let sized = try sized(5)
        await #expect(throws: ExportError.exists(path: sized.path)) {
            _ = try await sized.export(
                losses: { losses }, similarity: { _ in nil }, attempt: { (_, _) throws(ExportError) in throw .cancelled })
        }
        #expect(folder.read("out.bin") == [9])
        #expect(folder.contents() == ["out.bin"])
    }
}

extension Optional {
    fileprivate func orFail() throws(ExportError) -> Wrapped {
        guard let self else { throw .noFrames }
        return self
    }
}
