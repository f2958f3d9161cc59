import SVGAExport
import SVGAModel
import SVGASupport
import TestSupport
import Testing

/// Searches over a made-up encoder, whose sizes and looks follow formulas.
@Suite struct SizeSearchTests {
    private let folder = TemporaryFolder()
    private let losses = SizeSearchTests.losses(ofRate: 0.1)

    /// - Parameter rateLoss: the loss for each step of the divisor of the frame rate.
    private static func losses(ofRate rateLoss: Double) -> SizeLosses {
        SizeLosses(
            scales: SizeSearch.scales.map { (1 - $0) * (1 - $0) / 4 }, divisors: SizeSearch.divisors.map { rateLoss * Double($0 - 1) })
    }

    /// What a movie of 60 frames a second takes: more for quality, size and frames.
    private func attempt(_ settings: EncodingAttempt, _ losses: SizeLosses? = nil) -> AttemptResult {
        let losses = losses ?? self.losses
        let quality = Double(settings.quality ?? 130)
        let rate = settings.frameRate?.framesPerSecond ?? 60
        let bytes = 40 * (quality + 10) * (quality + 10) * settings.scale * settings.scale * rate / 60
        let divisor = Int((60 / rate).rounded())
        let coarse = 1 - min(100, quality) / 100
        let loss = losses.loss(scale: settings.scale, divisor: divisor)
        return AttemptResult(bytes: Int(bytes), similarity: 1 - loss - 0.2 * coarse * coarse)
    }

    /// What a search has exported, and what came of it.
    private final class Log {
        var fullExports: [EncodingAttempt] = []
        var samples: [EncodingAttempt] = []
        var chosen: [EncodingAttempt] = []
    }

    /// - Parameters:
    ///   - sampleSimilarity: how much more similar a sample is than the full export.
    ///   - sampleShare: the bytes of a sample as a fraction of the full export's.
    private func search(
        _ target: Int, lowestQuality: Int? = 5, best: EncodingAttempt = EncodingAttempt(), keepsSize: Bool = false,
        comparesAllFrames: Bool = false, losses: SizeLosses? = nil, sampleSimilarity: Double = 0,
        sampleShare: @escaping (EncodingAttempt) -> Double = { _ in 0.2 }
    ) async throws -> (result: SizeSearch.Result, log: Log) {
        var search = try SizeSearch(best: best, lowestQuality: lowestQuality, frameRate: #require(FrameRate(60)))
        search.mayChangeScale = !keepsSize
        search.sampleShare = 0.2
        search.comparesAllFrames = comparesAllFrames
        let log = Log()
        let result = try await search.run(
            target: target, losses: { losses ?? self.losses },
            encode: { (settings, part, _) throws(SVGAError) in
                var made = attempt(settings, losses)
                if part == .whole { log.fullExports.append(settings) } else { log.samples.append(settings) }
                if part == .sample {
                    made.bytes = Int(Double(made.bytes) * sampleShare(settings))
                    made.similarity = made.similarity.map { $0 + sampleSimilarity }
                }
                return made
            }, choose: { log.chosen.append(log.fullExports[log.fullExports.count - 1]) })
        return (result, log)
    }

    @Test func `an output that fits is exported once, with nothing reduced`() async throws {
        let (result, log) = try await search(800_000)
        #expect(result.settings == EncodingAttempt())
        #expect(log.fullExports.count == 1 && log.samples.isEmpty)
    }

    @Test(arguments: [5, nil], [12_000, 99_000, 200_000, 400_000])
    func `a size that is kept is never changed, and what fits is found`(lowestQuality: Int?, target: Int) async throws {
        let (result, log) = try await search(target, lowestQuality: lowestQuality, keepsSize: true)
        #expect((log.fullExports + log.samples).allSatisfy { $0.scale == 1 })
        // Without quality, a quarter of the frames takes 196,000 bytes.
        #expect((result.settings != nil) == (lowestQuality != nil || target >= 200_000))
        if let effort = result.settings { #expect(attempt(effort).bytes <= target) }
    }

    @Test(arguments: [5_000, 12_000, 30_000, 64_500, 99_000, 200_000, 400_000])
    func `nothing that fits looks much better, and nearly all of the target is used`(target: Int) async throws {
        let (result, log) = try await search(target)
        let settings = try #require(result.settings)
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
        let made = attempt(settings)
        #expect(made.bytes <= target && Double(made.bytes) >= 0.9 * Double(target))
        #expect(try #require(made.similarity) >= best - 0.005)
        #expect(log.fullExports.count <= 8)
    }

    @Test(arguments: [0.5, 2.0])
    func `a sample that predicts a wrong size is corrected by full exports`(factor: Double) async throws {
        // Only the first attempt, with no quality, takes its usual share.
        let (result, log) = try await search(64_500) { $0.quality == nil ? 0.2 : 0.2 * factor }
        let made = try attempt(#require(result.settings))
        #expect(made.bytes <= 64_500 && made.bytes >= 58_000)
        #expect(log.fullExports.count <= 16)
    }

    @Test(arguments: [30_000, 64_500])
    func `where exports of all frames are fast, a sample that favors small sizes does not decide`(target: Int) async throws {
        let share = { (settings: EncodingAttempt) in settings.quality == nil ? 0.2 : 0.2 * settings.scale * settings.scale.squareRoot() }
        let bySample = try await search(target, sampleShare: share)
        let byAllFrames = try await search(target, comparesAllFrames: true, sampleShare: share)
        let (sampled, compared) = try (#require(bySample.result.settings), #require(byAllFrames.result.settings))
        #expect(attempt(compared).bytes <= target)
        let gain = try #require(attempt(compared).similarity) - #require(attempt(sampled).similarity)
        #expect(target == 30_000 ? gain > 0 : gain >= 0)
        #expect(byAllFrames.log.chosen.last == compared)
    }

    @Test func `a sample whose frames are more similar than the others needs no second search`() async throws {
        let (result, log) = try await search(64_500)
        let (other, otherLog) = try await search(64_500, sampleSimilarity: 0.05)
        #expect(result.settings == other.settings && otherLog.samples.count <= log.samples.count)
    }

    @Test(arguments: [0.05, 0.1])
    func `a lower frame rate that is clearly worse is tried with one size`(rateLoss: Double) async throws {
        let (_, log) = try await search(12_000, losses: SizeSearchTests.losses(ofRate: rateLoss))
        let slow = (log.samples + log.fullExports).filter { $0.frameRate != nil }
        #expect(!slow.isEmpty && slow.count <= 3 && Set(slow.map(\.scale)).count == 1)
    }

    @Test(arguments: [5_000, 12_000, 30_000, 64_500, 99_000, 200_000, 400_000])
    func `the number of exports is bounded`(target: Int) async throws {
        let (_, log) = try await search(target)
        #expect(log.fullExports.count <= 5 && log.samples.count <= 25)
    }

    @Test func `the last chosen export is the result`() async throws {
        let (result, log) = try await search(64_500)
        #expect(result.settings != nil && log.chosen.last == result.settings)
    }

    @Test func `no settings are exported twice`() async throws {
        let (_, log) = try await search(30_000)
        #expect(Set(log.fullExports).count == log.fullExports.count && Set(log.samples).count == log.samples.count)
    }

    @Test func `a format without quality shrinks until it fits, and uses the target`() async throws {
        let (result, _) = try await search(300_000, lowestQuality: nil)
        let settings = try #require(result.settings)
        #expect(settings.quality == nil && settings.frameRate == nil && settings.scale < 1)
        let bytes = attempt(settings).bytes
        #expect(bytes <= 300_000 && bytes > 270_000)
    }

    @Test func `no attempt has a higher quality or frame rate than the best settings`() async throws {
        let best = EncodingAttempt(quality: 60, frameRate: FrameRate(30))
        let (_, log) = try await search(20_000, best: best)
        let attempts = log.fullExports + log.samples
        #expect(attempts.allSatisfy { $0.quality.map { $0 <= 60 } == true && $0.frameRate.map { $0.framesPerSecond <= 30 } == true })
    }

    @Test func `too small a target has no answer, but names the smallest size`() async throws {
        let (result, log) = try await search(10)
        #expect(result.settings == nil)
        #expect(result.smallest == log.fullExports.map { attempt($0).bytes }.min())
        #expect(result.smallest > 10 && result.smallest < 1000)
    }

    // MARK: - Files

    private func sized(_ target: Int) throws -> SizedExport {
        try SizedExport(
            path: "\(folder.path)/out.bin", targetBytes: target,
            search: SizeSearch(best: EncodingAttempt(), lowestQuality: 5, frameRate: #require(FrameRate(60))))
    }

    @Test func `only the selected attempt is left, at the destination`() async throws {
        let sized = try sized(50_000)
        let (settings, result) = try await sized.export(
            losses: { losses }, similarity: { _ in nil },
            attempt: { (tried) throws(SVGAError) in
                let bytes = attempt(tried.settings).bytes
                let file = try SVGAError.mapping(
                    OutputFile(OutputDestination(path: tried.path), holding: [UInt8](repeating: 1, count: bytes)))
                try SVGAError.mapping(file.commit())
                return try ExportResult(frames: 1, frameRate: FrameRate(60).orFail(), byteCount: bytes)
            })
        #expect(result.byteCount == attempt(settings).bytes && result.byteCount > 45_000 && result.byteCount <= 50_000)
        #expect(folder.contents() == ["out.bin"])
        #expect(folder.read("out.bin")?.count == result.byteCount)
    }

    @Test func `only the first attempt may end early, and is not the result`() async throws {
        let sized = try sized(50_000)
        var limits: [Int?] = []
        let (settings, result) = try await sized.export(
            losses: { losses }, similarity: { _ in nil },
            attempt: { (tried) throws(SVGAError) in
                limits.append(tried.maximumBytes)
                let bytes = attempt(tried.settings).bytes
                let file = try SVGAError.mapping(
                    OutputFile(OutputDestination(path: tried.path), holding: [UInt8](repeating: 1, count: bytes)))
                try SVGAError.mapping(file.commit())
                return try ExportResult(frames: 1, frameRate: FrameRate(60).orFail(), byteCount: bytes)
            })
        #expect(limits.first == 50_000 && limits.dropFirst().allSatisfy { $0 == nil } && limits.count > 1)
        #expect(settings != EncodingAttempt() && result.byteCount <= 50_000)
    }

    @Test func `an attempt's error ends the search, names the output and leaves nothing`() async throws {
        let sized = try sized(50_000)
        await #expect(throws: SVGAError.file(path: sized.path, reason: "full")) {
            _ = try await sized.export(
                losses: { losses }, similarity: { _ in nil },
                attempt: { (tried) throws(SVGAError) in
                    try SVGAError.mapping(OutputFile(path: tried.path).commit())
                    throw .file(path: tried.path, reason: "full")
                })
        }
        #expect(folder.contents() == [])
    }

    @Test func `an existing file stays without overwrite`() async throws {
        folder.write([9], to: "out.bin")
        let sized = try sized(5)
        await #expect(throws: SVGAError.exists(path: sized.path)) {
            _ = try await sized.export(
                losses: { losses }, similarity: { _ in nil }, attempt: { (_) throws(SVGAError) in throw .cancelled })
        }
        #expect(folder.read("out.bin") == [9])
        #expect(folder.contents() == ["out.bin"])
    }
}

extension Optional {
    fileprivate func orFail() throws(SVGAError) -> Wrapped {
        guard let self else { throw .noFrames }
        return self
    }
}
