import SVGAImage
import SVGAModel
import SVGAPixels
import SVGASupport

/// The conversion of source pictures to pictures of the movie.
struct CanvasShape: Hashable, Sendable {
    /// nil: colors and alpha are one picture.
    let split: SplitAlpha?
    let width: Int
    let height: Int

    func shaped(_ picture: Pixmap) -> Pixmap {
        let whole = split?.merged(picture) ?? picture
        if (whole.width, whole.height) == (width, height) { return whole }
        // Each dimension is either averaged or interpolated.
        let (lessWide, lessHigh) = (min(whole.width, width), min(whole.height, height))
        var result = whole
        if (lessWide, lessHigh) != (whole.width, whole.height) {
            let straight = whole.straightPixels().withUnsafeBytes { bytes in
                stride(from: 0, to: bytes.count, by: 4).map {
                    UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: $0, as: UInt32.self))
                }
            }
            let shrunk = AreaAverage.shrink(straight, width: whole.width, height: whole.height, toWidth: lessWide, height: lessHigh)
            result = Pixmap(width: lessWide, height: lessHigh)
            result.pixels.withUnsafeMutableBytes { target in
                for (index, word) in shrunk.enumerated() {
                    target.storeBytes(of: word.littleEndian, toByteOffset: 4 * index, as: UInt32.self)
                }
                AlphaConversion.premultiply(target)
            }
        }
        return BilinearEnlargement.enlarge(result, toWidth: width, height: height)
    }
}

/// The source's pictures on the movie's canvas, in batches.
final class PictureStream {
    private let reader: any PictureReader
    private let shape: CanvasShape
    private let batch: Int
    private let threads: Int
    private let limits: ReadLimits
    private(set) var count = 0
    private var pixels = 0
    /// The reader is not called again.
    private var isAtEnd = false

    /// The maximum bytes of a batch.
    private static let maximumBytes = 12 << 20
    /// The maximum number of decoded pixels: three minutes of a large video.
    static let maximumPixels = 1 << 34

    init(_ opened: OpenedPictures, _ shape: CanvasShape, rate: Double, limits: ReadLimits, threads: Int) throws(ImportError) {
        reader = try opened.reader(rate: rate)
        self.shape = shape
        self.threads = threads
        self.limits = limits
        let larger = max(opened.width * opened.height, shape.width * shape.height)
        batch = max(1, min(4 * Parallel.workers(threads, count: .max), PictureStream.maximumBytes / (4 * larger)))
    }

    /// - Returns: an empty array at the end.
    func next() async throws(ImportError) -> [ComposedPicture] {
        var pictures: [ComposedPicture] = []
        while pictures.count < batch, !isAtEnd {
            guard let picture = try reader.next() else {
                isAtEnd = true
                break
            }
            guard !Task.isCancelled else { throw .cancelled }
            pictures.append(picture)
            count += 1
            pixels += picture.pixmap.width * picture.pixmap.height
            guard count <= limits.frames else {
                throw .limit(LimitExceeded(\.frames, of: limits, found: count, subject: "pictures").message)
            }
            guard pixels <= PictureStream.maximumPixels else {
                throw .limit("\(count) images have more than \(PictureStream.maximumPixels) pixels, which is too much to import")
            }
        }
        let (read, shape) = (pictures, shape)
        if let first = read.first, shape.split == nil, (first.pixmap.width, first.pixmap.height) == (shape.width, shape.height) {
            return read
        }
        return try await Parallel.map(read.count, threads: threads, cancelled: ImportError.cancelled) { (index) throws(ImportError) in
            ComposedPicture(pixmap: shape.shaped(read[index].pixmap), seconds: read[index].seconds)
        }
    }
}
