import SVGAModel
package import SVGAPixels
import SVGASupport

/// Encodes pictures as PNG, exactly, in the colour type and with the filters that make it small. May be used by several tasks at once.
package struct PNGEncoder: Hashable, Sendable {
    /// 0 (fastest) to 6 (smallest).
    ///
    /// Measured over animations of twelve real movies, in milliseconds a million pixels and bytes compared with those of 3: 0 takes 10 and makes
    /// 1.15 times as many, 1 takes 20 and makes 1.06, 3 takes 25, 4 takes 65 and makes 0.97, 5 takes 230 and makes 0.93, 6 takes 5000, most of
    /// them in Zopfli, and makes 0.89.
    package let effort: Int

    package static let usualEffort = 3

    /// The effort for one picture that somebody waits for, which is not one of many: as small as optipng makes it, as long as that takes no
    /// more than about 0.2 s.
    package static func singleEffort(pixels: Int) -> Int { pixels <= 1_000_000 ? 5 : usualEffort }

    /// - Parameter effort: nil: 3.
    package init(effort: Int? = nil) { self.effort = min(6, max(0, effort ?? PNGEncoder.usualEffort)) }

    /// - Parameters:
    ///   - pixels: 8-bit RGBA with straight alpha, rows from the top without padding; 0 where alpha is 0.
    ///   - width: in pixels.
    ///   - height: in pixels.
    /// - Precondition: `pixels.count == 4 * width * height`, and not 0.
    /// - Returns: a whole file.
    /// - Throws: ``ImageError/encoding(_:reason:)``, ``ImageError/cancelled``.
    package func encode(_ pixels: UnsafeRawBufferPointer, width: Int, height: Int) throws(ImageError) -> [UInt8] {
        let packing = PNGPacking(effort: effort)
        return try packing.file(pixels, width: width, height: height, triesAllLayouts: effort >= PNGEncoder.triesAllLayoutsFrom)
    }

    /// From this effort on a picture of few colours is also tried without a palette.
    private static let triesAllLayoutsFrom = 4
    /// From this effort on an animation's picture is tried in several variants.
    private static let triesAllVariantsFrom = 1

    /// The zlib stream of a picture in a layout that can hold it, for files of several pictures.
    /// - Parameter variants: pixels of the same area, all of which would do, the likeliest first.
    /// - Returns: the stream of the smallest variant, and which it is.
    package func stream(
        _ variants: [[UInt8]], width: Int, height: Int, layout: PNGLayout
    ) throws(ImageError) -> (variant: Int, bytes: [UInt8]) {
        let tried = effort >= PNGEncoder.triesAllVariantsFrom ? variants[...] : variants.prefix(1)
        let samples = tried.map { pixels in pixels.withUnsafeBytes { layout.pack($0, width: width, height: height) } }
        let (variant, bytes) = try PNGPacking(effort: effort).smallest(of: samples)
        return (variant, bytes)
    }
}

extension Pixmap {
    /// The picture as a PNG file with straight alpha.
    /// - Throws: as ``PNGEncoder/encode(_:width:height:)``.
    package func pngData(_ encoder: PNGEncoder = PNGEncoder()) throws(ImageError) -> [UInt8] {
        try straightPixels().withUnsafeBufferPointer { (bytes) throws(ImageError) in
            try encoder.encode(UnsafeRawBufferPointer(bytes), width: width, height: height)
        }
    }
}

/// What is tried to make a PNG small.
struct PNGPacking: Hashable, Sendable {
    private var choices: [PNGFilterChoice] = [.always(.none), .best(.pairs)]
    /// Ways to filter are compared at this level of libdeflate, or, where there are many rows, on a third of them and at the other level.
    private var trialLevel: Int32
    private var shortTrialLevel: Int32?
    /// So many of the best are packed at the last level.
    private var finalists = 1
    private var level: Int32
    /// How often Zopfli packs the winner anew to find a better way; nil: it is not used.
    var zopfliIterations: Int?

    private static let allChoices = PNGFilter.allCases.map { PNGFilterChoice.always($0) } + [.best(.pairs), .best(.entropy), .best(.sum)]

    /// - Parameter effort: 0 to 6.
    init(effort: Int) {
        level = [1, 3, 5, 6, 9, 11, 12][effort]
        trialLevel = level
        switch effort {
        case 0: choices = [.always(.none)]
        case 1...3: shortTrialLevel = min(4, level)
        case 4: break
        case 5:
            trialLevel = 7
            choices.append(.best(.entropy))
        default:
            trialLevel = 7
            choices = PNGPacking.allChoices
            finalists = 3
            // A third of Zopfli's own number: more of them save 0.1 to 0.7 %, in nearly twice the time.
            zopfliIterations = 5
        }
    }

    /// - Parameters:
    ///   - triesAllLayouts: whether to try more than the likeliest one.
    ///   - carried: whole chunks to put behind the header.
    func file(
        _ pixels: UnsafeRawBufferPointer, width: Int, height: Int, triesAllLayouts: Bool, carried: [UInt8] = []
    ) throws(ImageError) -> [UInt8] {
        precondition(pixels.count == 4 * width * height)
        var colors = PNGColorSurvey()
        colors.add(pixels, width: width, area: PixelRect(x: 0, y: 0, width: width, height: height))
        let layouts = PNGLayout.candidates(colors, allowsGray: carried.isEmpty).prefix(triesAllLayouts ? .max : 1)
        let (index, stream) = try smallest(of: layouts.map { $0.pack(pixels, width: width, height: height) })
        var bytes = PNGChunks.header(width: width, height: height, layout: layouts[index])
        bytes += carried
        layouts[index].appendColors(to: &bytes)
        PNGChunks.append("IDAT", to: &bytes) { $0 += stream }
        PNGChunks.append("IEND", to: &bytes)
        return bytes
    }

    /// - Returns: the zlib stream of the picture that makes the smallest file, and which it is.
    func smallest(of pictures: [PNGSamples]) throws(ImageError) -> (picture: Int, stream: [UInt8]) {
        var candidates: [(picture: Int, choice: PNGFilterChoice, stream: [UInt8])] = []
        for index in pictures.indices { candidates += choices.map { (index, $0, []) } }
        let shortLevel = pictures.allSatisfy(\.isLarge) ? shortTrialLevel : nil
        func size(_ candidate: (picture: Int, choice: PNGFilterChoice, stream: [UInt8])) -> Int {
            candidate.stream.count + pictures[candidate.picture].colorBytes
        }
        if candidates.count > 1 {
            let samples = shortLevel == nil ? pictures : pictures.map(\.sample)
            for index in candidates.indices {
                let candidate = candidates[index]
                candidates[index].stream = try packed(samples[candidate.picture], candidate.choice, level: shortLevel ?? trialLevel)
            }
            candidates.sort { size($0) < size($1) }
        }
        var best: (picture: Int, choice: PNGFilterChoice, stream: [UInt8])?
        for var candidate in candidates.prefix(finalists) {
            if candidate.stream.isEmpty || shortLevel != nil || trialLevel != level {
                candidate.stream = try packed(pictures[candidate.picture], candidate.choice, level: level)
            }
            if size(candidate) < best.map(size) ?? .max { best = candidate }
        }
        guard let best else { return (0, []) }
        if let zopfliIterations {
            do throws(Zopfli.Failure) {
                let rows = pictures[best.picture].filtered(best.choice)
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

    /// Bytes that are filtered and packed in a tenth of a second, by libdeflate's level.
    private static func bytesInTime(level: Int32) -> Int { level < 8 ? 4 << 20 : level < 10 ? 1 << 20 : 1 << 18 }

    private func packed(_ samples: PNGSamples, _ choice: PNGFilterChoice, level: Int32) throws(ImageError) -> [UInt8] {
        guard !Task.isCancelled else { throw .cancelled }
        @Sendable func pack() -> [UInt8]? { WholeDeflater(level: level)?.zlib(samples.filtered(choice)) }
        if samples.bytes.count <= PNGPacking.bytesInTime(level: level) {
            guard let stream = pack() else { throw .noMemory(encoding: .png) }
            return stream
        }
        guard let result = DetachedWork.run({ _ in pack() }) else { throw .cancelled }
        guard let stream = result else { throw .noMemory(encoding: .png) }
        return stream
    }
}
