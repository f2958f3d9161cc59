package import SVGAModel
package import SVGAPixels
import SVGASupport

/// Encodes pictures losslessly as PNG, with the color type and the filters that make the file small. Thread-safe.
package struct PNGEncoder: Hashable, Sendable {
    /// 0 (fastest) to 6 (smallest).
    ///
    /// Measured over animations of twelve real movies, in ms per million pixels and in bytes relative to effort 3.
    /// 0: 10 ms, 1.15; 1: 20 ms, 1.06; 3: 25 ms; 4: 65 ms, 0.97; 5: 230 ms, 0.93; 6: 5000 ms, mostly Zopfli, 0.89.
    package let effort: Int

    package static let defaultEffort = 3

    /// The effort for a single picture that a user waits for: as small as optipng's, if that takes no more than about 0.2 s.
    package static func effortForOnePicture(pixels: Int) -> Int { pixels <= 1_000_000 ? 5 : defaultEffort }

    /// - Parameter effort: nil: 3.
    package init(effort: Int? = nil) { self.effort = min(6, max(0, effort ?? PNGEncoder.defaultEffort)) }

    /// - Parameters:
    ///   - pixels: 8-bit RGBA with straight alpha, rows from the top without padding; 0 where alpha is 0.
    ///   - width: in pixels.
    ///   - height: in pixels.
    /// - Precondition: `pixels.count == 4 * width * height`, and not 0.
    /// - Returns: a complete file.
    /// - Throws: ``SVGAError/Kind/encoding``, ``SVGAError/Kind/cancelled``.
    package func encode(_ pixels: UnsafeRawBufferPointer, width: Int, height: Int) throws(SVGAError) -> [UInt8] {
        try PNGPacking(effort: effort).file(pixels, width: width, height: height)
    }

    /// From this effort on, several variants of an animation's picture are tried.
    private static let triesAllVariantsFrom = 1

    /// The zlib stream of a picture in a layout that can represent it, for files with several pictures.
    /// - Parameter variants: alternative pixels of the same area, the most likely one first.
    /// - Returns: the stream of the smallest variant, and its index.
    package func stream(
        _ variants: [[UInt8]], width: Int, height: Int, layout: PNGLayout
    ) throws(SVGAError) -> (variant: Int, bytes: [UInt8]) {
        let tried = effort >= PNGEncoder.triesAllVariantsFrom ? variants[...] : variants.prefix(1)
        let samples = tried.map { pixels in pixels.withUnsafeBytes { layout.pack($0, width: width, height: height) } }
        let (variant, bytes) = try PNGPacking(effort: effort).smallest(of: samples)
        return (variant, bytes)
    }
}

extension Pixmap {
    /// The picture as a PNG file with straight alpha.
    /// - Throws: like ``PNGEncoder/encode(_:width:height:)``.
    package func pngData(_ encoder: PNGEncoder = PNGEncoder()) throws(SVGAError) -> [UInt8] {
        try straightPixels().withUnsafeBufferPointer { (bytes) throws(SVGAError) in
            try encoder.encode(UnsafeRawBufferPointer(bytes), width: width, height: height)
        }
    }
}

/// The trials that make a PNG small.
struct PNGPacking: Hashable, Sendable {
    /// Filterings are compared at a level of libdeflate. The best `finalists` continue, unless they are larger than the best one by more than
    /// `margin`.
    private struct Trial: Hashable {
        let level: Int32
        let finalists: Int
        var margin = Double.infinity
    }

    private enum Layouts { case likeliest, likely, all }

    private var choices: [PNGFilterChoice] = [.always(.none), .best(.pairs)]
    private var layouts = Layouts.likeliest
    private var trials: [Trial]
    /// The trials for large pictures, with a third of the rows; empty: those for all pictures.
    private var sampledTrials: [Trial] = []
    /// Pictures with more bytes of samples are large.
    private var largeBytes = 1 << 16
    /// The level at which the remaining candidates are compressed.
    private var level: Int32
    /// The number of Zopfli iterations for the smallest candidate; nil: no Zopfli.
    var zopfliIterations: Int?

    /// For pictures that are compressed once and loaded often.
    ///
    /// Measured over the PNGs of 40 public movies, in time and bytes relative to effort 5.
    /// 0: 0.03, 1.10; 1: 0.03, 1.09; 2: 0.29, 1.064; 3: 0.35, 1.014; 4: 0.46, 1.006. From level 10 on, libdeflate searches for the best matches.
    /// - Parameter compressionEffort: 0 to 6.
    init(compressionEffort: Int) {
        switch compressionEffort {
        case ...1: self.init(effort: compressionEffort <= 0 ? 1 : 3)
        case 2...4:
            self.init(effort: 6)
            level = [9, 10, 11][compressionEffort - 2]
            trials = [Trial(level: 5, finalists: 1)]
            sampledTrials = trials
            largeBytes = 1 << 16
            zopfliIterations = nil
        default:
            self.init(effort: 6)
            // A second round of trials for large pictures takes a sixth of all time, and saves 0.1 %.
            sampledTrials = [Trial(level: 5, finalists: 1)]
            zopfliIterations = compressionEffort > 5 ? Zopfli.usualIterations : nil
        }
    }

    /// - Parameter effort: 0 to 6.
    init(effort: Int) {
        level = [1, 3, 5, 6, 9, 11, 12][effort]
        trials = [Trial(level: level, finalists: 1)]
        switch effort {
        case 0: choices = [.always(.none)]
        case 1...3: sampledTrials = [Trial(level: min(4, level), finalists: 1)]
        case 4: layouts = .likely
        case 5:
            layouts = .likely
            trials = [Trial(level: 7, finalists: 1)]
            choices.append(.best(.entropy))
        default:
            layouts = .all
            // Measured over 197 pictures of public movies: 0.1 % larger than with level 12 for all filterings, and at most 2.3 % for a picture, in a
            // twelfth of the time. With a margin of 4 % for the first trial, too, one picture is 26 % larger.
            trials = [Trial(level: 4, finalists: 5), Trial(level: 10, finalists: 2, margin: 0.001)]
            // 1.7 times as fast in all as the other trials, and 0.01 % larger. A third of a smaller picture is not representative.
            sampledTrials = [Trial(level: 5, finalists: 4), Trial(level: 10, finalists: 1)]
            largeBytes = 1 << 20
            // A third of Zopfli's default: more iterations save 0.1 to 0.7 %, in nearly twice the time.
            zopfliIterations = 5
        }
    }

    /// - Parameter carried: complete chunks to insert after the header.
    func file(_ pixels: UnsafeRawBufferPointer, width: Int, height: Int, carried: [UInt8] = []) throws(SVGAError) -> [UInt8] {
        precondition(pixels.count == 4 * width * height)
        var colors = PNGColorSurvey()
        colors.add(pixels, width: width, area: PixelRect(x: 0, y: 0, width: width, height: height))
        let layouts = candidates(colors, pixels, width: width, allowsGray: carried.isEmpty)
        let (index, stream) = try smallest(of: layouts.map { $0.pack(pixels, width: width, height: height) })
        var bytes = PNGChunks.header(width: width, height: height, layout: layouts[index])
        bytes += carried
        layouts[index].appendColors(to: &bytes)
        PNGChunks.append("IDAT", to: &bytes) { $0 += stream }
        PNGChunks.append("IEND", to: &bytes)
        return bytes
    }

    private func candidates(_ colors: PNGColorSurvey, _ pixels: UnsafeRawBufferPointer, width: Int, allowsGray: Bool) -> [PNGLayout] {
        switch layouts {
        case .likeliest: Array(PNGLayout.candidates(colors, allowsGray: allowsGray).prefix(1))
        case .likely: PNGLayout.candidates(colors, allowsGray: allowsGray)
        case .all: PNGLayout.allCandidates(colors, of: pixels, width: width, allowsGray: allowsGray)
        }
    }

    private struct Candidate {
        let picture: Int
        let filtering: PNGFiltering
        var stream: [UInt8] = []

        func size(_ pictures: [PNGSamples]) -> Int { stream.count + pictures[picture].colorBytes }
    }

    /// - Returns: the zlib stream of the picture with the smallest file, and its index.
    func smallest(of pictures: [PNGSamples]) throws(SVGAError) -> (picture: Int, stream: [UInt8]) {
        var candidates: [Candidate] = []
        for index in pictures.indices { candidates += filterings(pictures[index]).map { Candidate(picture: index, filtering: $0) } }
        var packedLevel: Int32?
        let isSampled = !sampledTrials.isEmpty && pictures.allSatisfy { $0.hasSample && $0.bytes.count > largeBytes }
        let samples = isSampled ? pictures.map(\.sample) : pictures
        for trial in isSampled ? sampledTrials : trials where candidates.count > trial.finalists {
            for index in candidates.indices {
                let candidate = candidates[index]
                candidates[index].stream = try packed(samples[candidate.picture], candidate.filtering, level: trial.level)
            }
            packedLevel = isSampled ? nil : trial.level
            candidates.sort { $0.size(samples) < $1.size(samples) }
            let largest = Double(candidates[0].size(samples)) * (1 + trial.margin)
            let finalists = candidates.prefix(trial.finalists).prefix { Double($0.size(samples)) <= largest }
            candidates = Array(finalists)
        }
        var best: Candidate?
        for var candidate in candidates {
            if packedLevel != level { candidate.stream = try packed(pictures[candidate.picture], candidate.filtering, level: level) }
            if candidate.size(pictures) < best?.size(pictures) ?? .max { best = candidate }
        }
        guard let best else { return (0, []) }
        if let zopfliIterations {
            do throws(Zopfli.Failure) {
                let rows = pictures[best.picture].filtered(best.filtering)
                let stream = try Zopfli.zlib(rows, iterations: zopfliIterations)
                if stream.count < best.stream.count { return (best.picture, stream) }
            } catch {
                switch error {
                case .cancelled: throw .cancelled
                case .library(let reason): throw .encoding(.png, reason: reason)
                }
            }
        }
        return (best.picture, best.stream)
    }

    /// The filterings to try for a picture.
    private func filterings(_ samples: PNGSamples) -> [PNGFiltering] {
        guard layouts == .all else { return choices.map { PNGFiltering(choice: $0) } }
        let ratings = [PNGFilterChoice.Rating.pairs, .entropy, .sum].map { PNGFilterChoice.best($0) }
        // The order of palette indices is arbitrary, so averages are meaningless.
        let filters = samples.isIndexed ? [PNGFilter.none, .sub] : PNGFilter.allCases
        return (filters.map { .always($0) } + ratings).map { PNGFiltering(choice: $0, fillsClear: samples.alphaOffset != nil) }
    }

    /// The bytes that libdeflate filters and compresses in a tenth of a second, by level.
    private static func bytesInTime(level: Int32) -> Int { level < 8 ? 4 << 20 : level < 10 ? 1 << 20 : 1 << 18 }

    private func packed(_ samples: PNGSamples, _ filtering: PNGFiltering, level: Int32) throws(SVGAError) -> [UInt8] {
        guard !Task.isCancelled else { throw .cancelled }
        @Sendable func pack() -> [UInt8]? { LibdeflateCompressor(level: level)?.zlib(samples.filtered(filtering)) }
        if samples.bytes.count <= PNGPacking.bytesInTime(level: level) {
            guard let stream = pack() else { throw .noMemory(encoding: .png) }
            return stream
        }
        guard let result = DetachedWork.run({ _ in pack() }) else { throw .cancelled }
        guard let stream = result else { throw .noMemory(encoding: .png) }
        return stream
    }
}
