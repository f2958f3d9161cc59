package import SVGAModel
import SVGAPixels
import SVGASupport

/// A PNG's stored pixels, and the chunks that change its appearance in some players.
package struct PNGPicture: Hashable, Sendable {
    package let width: Int
    package let height: Int
    /// RGBA with straight alpha, red in the lowest byte; 0 for pixels with alpha 0.
    package let pixels: [UInt32]
    /// Complete chunks, such as a color profile, which are copied for players that use them.
    package let carried: [UInt8]

    package init(width: Int, height: Int, pixels: [UInt32], carried: [UInt8]) {
        self.width = width
        self.height = height
        self.pixels = pixels
        self.carried = carried
    }

    /// nil for pictures that must not be rewritten: corrupt or animated ones, and those with 16 bits per sample, because some players show
    /// more than 8 bits.
    package init?(png bytes: [UInt8], limits: ReadLimits) {
        guard let summary = PNGSummary(bytes), !summary.isAnimated, summary.bitDepth <= 8 else { return nil }
        let (area, overflow) = summary.width.multipliedReportingOverflow(by: summary.height)
        guard !overflow, area > 0, area <= limits.imagePixels,
            var pixels = try? PNGReader.straightPixels(bytes, width: summary.width, height: summary.height)
        else { return nil }
        for index in pixels.indices {
            let pixel = UInt32(littleEndian: pixels[index])
            pixels[index] = pixel >> 24 == 0 ? 0 : pixel
        }
        self.init(width: summary.width, height: summary.height, pixels: pixels, carried: summary.carried)
    }

    /// The picture with a smaller size; each new pixel is the average of the area that it covers.
    package func shrunk(width newWidth: Int, height newHeight: Int) -> PNGPicture {
        let shrunk = AreaAverage.shrink(pixels, width: width, height: height, toWidth: newWidth, height: newHeight)
        return PNGPicture(width: newWidth, height: newHeight, pixels: shrunk, carried: carried)
    }
}

/// The data of a PNG's header and the names of its chunks.
private struct PNGSummary {
    let width: Int
    let height: Int
    let bitDepth: Int
    private(set) var isAnimated = false
    /// The chunks that change a picture's appearance in some players.
    private(set) var carried: [UInt8] = []

    /// sRGB's gamma, which is also the default.
    private static let usualGamma = 45_455

    init?(_ file: [UInt8]) {
        guard file.count >= PNGChunks.headerBytes, file.starts(with: PNGChunks.signature) else { return nil }
        width = PNGChunks.number(in: file, at: 16)
        height = PNGChunks.number(in: file, at: 20)
        bitDepth = Int(file[24])
        var chromaticities: Range<Int>?
        var hasGamma = false
        for chunk in PNGChunks.chunks(of: file) {
            switch chunk.name {
            case "acTL": isAnimated = true
            case "iCCP", "cICP", "eXIf": carried += file[chunk.range]
            case "cHRM": chromaticities = chunk.range
            case "gAMA" where chunk.content.count == 4 && PNGChunks.number(in: file, at: chunk.content.lowerBound) != PNGSummary.usualGamma:
                hasGamma = true
                carried += file[chunk.range]
            default: break
            }
        }
        // Players use the chromaticities only together with a gamma.
        if hasGamma, let chromaticities { carried += file[chromaticities] }
    }
}

/// Writes pictures as small PNGs with the same pixels.
package struct PNGCompression: Sendable {
    private let packing: PNGPacking

    /// The smallest output without Zopfli.
    package static let usualEffort = 5
    /// Some percent larger, in a fraction of the time: to estimate whether an optimization is worthwhile. Lower efforts are no slower.
    package static let draft = PNGCompression(packing: PNGPacking(effort: 4))
    /// The highest effort with which a draft would save no time.
    package static let highestEffortWithoutDraft = 2

    private init(packing: PNGPacking) { self.packing = packing }

    /// - Parameter effort: 0 (fastest) to 6 (smallest, by Zopfli: some percent smaller than 5, in ten times the time).
    package init(effort: Int = usualEffort) { self.init(packing: PNGPacking(compressionEffort: effort)) }

    /// nil if memory cannot be allocated, or the task is canceled.
    package func file(_ picture: PNGPicture) -> [UInt8]? {
        picture.pixels.withUnsafeBytes {
            try? packing.file($0, width: picture.width, height: picture.height, carried: picture.carried)
        }
    }
}
