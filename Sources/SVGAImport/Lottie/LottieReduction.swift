import SVGAFormat
import SVGAImage
import SVGAModel
import SVGASupport

/// Imports a Lottie into a movie that fits a size: it reduces the colors of pictures first, then the frame rate.
struct LottieReduction {
    let source: LottieInput
    let options: LottieImportOptions
    let work: ImportWork
    /// The highest quality of pictures, 1 to 100; 100 keeps them.
    let quality: Int
    /// nil: any size.
    let targetBytes: Int?

    /// The qualities to try at the source's frame rate, and at lower ones: at those, colors are less visible than movements that jerk.
    private static let qualities = [100, 70]
    private static let lowerQualities = [70, 40]
    /// Slower movies look like a sequence of stills.
    private static let lowestRate = 8

    /// - Returns: the movie, and the options that made it.
    /// - Throws: ``ImportError/limit(_:)`` if nothing fits.
    func run(_ progress: (_ done: Int, _ total: Int) -> Void) throws(ImportError) -> (imported: Imported, options: LottieImportOptions) {
        let rates = try rates()
        var attempts = 0
        var smallest = Int.max
        // The bytes of frames for each frame per second, and the bytes of pictures.
        var known: (ofRate: Double, pictures: Int)?
        for rate in rates {
            var options = options
            if rate != rates[0] { options.framesPerSecond = rate }
            // A lower rate saves at most its share of the frames' bytes, so this rate cannot fit. The lowest rate is always tried: its size is
            // the smallest that the error can name.
            if let known, let targetBytes, rate != rates.last,
                known.ofRate * Double(rate) + Double(known.pictures) > Double(targetBytes)
            {
                continue
            }
            var imported = try LottieImport.document(source, options: options) { done, total in
                report(done, total, attempts, progress)
            }
            attempts += 1
            var pictures = ReducedPictures(imported.document.movie.images, limits: options.limits, work: work)
            for next in qualities(isFirst: rate == rates[0]) {
                imported.document.movie.images = try pictures.images(quality: next)
                guard let targetBytes else { return (imported, options) }
                let encoded = try imported.document.encodedByImport()
                try work.charge(ImportWork.Cost.packedByte, times: encoded.count)
                smallest = min(smallest, encoded.count)
                if encoded.count <= targetBytes {
                    imported.encoded = encoded
                    let reason: Message = "to fit \(targetBytes) bytes"
                    if next < quality { imported.lost.append(Imported.Note("\(reason): quality \(next) instead of \(quality)")) }
                    progress(1, 1)
                    return (imported, options)
                }
                let byteCount = imported.document.movie.images.reduce(0) { $0 + $1.bytes.count }
                known = (Double(max(0, encoded.count - byteCount)) / Double(rate), byteCount)
                // The other qualities would make the same file.
                if byteCount == 0 { break }
            }
        }
        throw .limit("no quality or frame rate reaches \(targetBytes ?? 0) bytes; the smallest attempt has \(smallest)")
    }

    /// The frame rates to try, in descending order.
    private func rates() throws(ImportError) -> [Int] {
        let first = try LottieTiming(source, asked: options.framesPerSecond, limits: options.limits).framesPerSecond
        guard targetBytes != nil, options.framesPerSecond == nil, first / 2 >= LottieReduction.lowestRate else { return [first] }
        return [first] + (2...first / LottieReduction.lowestRate).map { first / $0 }
    }

    private func qualities(isFirst: Bool) -> [Int] {
        guard targetBytes != nil else { return [quality] }
        let all = isFirst ? LottieReduction.qualities : LottieReduction.lowerQualities
        return [min(quality, all[0])] + all.dropFirst().filter { $0 < quality }
    }

    /// Each further attempt takes half of what is left, so that progress never decreases.
    private func report(_ done: Int, _ total: Int, _ attempts: Int, _ progress: (Int, Int) -> Void) {
        guard targetBytes != nil else { return progress(done, total) }
        let steps = 1 << 16
        let share = Double(done) / Double(max(1, total))
        progress(steps - Int(saturating: Double(steps >> min(attempts, 16)) * (1 - share / 2)), steps)
    }
}

/// The pictures of a movie with fewer colors.
private struct ReducedPictures {
    private let images: [WireImage]
    private let limits: ReadLimits
    private let work: ImportWork
    /// The decoded PNGs, by index.
    private var decoded: [Int: PNGPicture] = [:]

    /// PNGs are loaded often and made once.
    private static let compression = PNGCompression(effort: 3)

    init(_ images: [WireImage], limits: ReadLimits, work: ImportWork) {
        (self.images, self.limits, self.work) = (images, limits, work)
    }

    /// The images, each as small as this quality allows. At quality 100 they are unchanged.
    mutating func images(quality: Int) throws(ImportError) -> [WireImage] {
        guard quality < 100 else { return images }
        var result = images
        for index in images.indices {
            guard let bytes = try reduced(index, quality), bytes.count < images[index].bytes.count else { continue }
            result[index].bytes = bytes
        }
        return result
    }

    private mutating func reduced(_ index: Int, _ quality: Int) throws(ImportError) -> [UInt8]? {
        let bytes = images[index].bytes
        if case .image(.jpeg) = PayloadKind.sniff(bytes) { return JPEGCompression(limits: limits).file(bytes, quality: quality)?.bytes }
        guard let picture = decoded[index] ?? PNGPicture(png: bytes, limits: limits) else { return nil }
        decoded[index] = picture
        try work.charge(
            ImportWork.Cost.quantizedPixel + ImportWork.Cost.encodedPixel(effort: 4), times: picture.width * picture.height)
        return PaletteQuantizer.reduced(picture, quality: quality).flatMap(ReducedPictures.compression.file)
    }
}
