import SVGAImage
import SVGAModel
import SVGAPixels
import SVGASupport

/// The decoded bitmaps of a movie.
struct BitmapStore: Sendable {
    private enum Slot: Sendable {
        case unknown
        case broken(SVGAError)
        /// The image is fully transparent.
        case empty
        case ready(Mipmaps)
    }

    private var slots: [Slot]
    private var memory: MemoryCount
    private(set) var decodedImages = 0
    private let threads: Int
    private let shared: DecodedImages?

    /// - Parameter shared: the decoded images of other movies; nil: this movie shares none.
    init(images: Int, _ limits: ReadLimits, threads: Int, sharing shared: DecodedImages?) {
        (self.threads, self.shared) = (threads, shared)
        slots = Array(repeating: .unknown, count: images)
        memory = MemoryCount(limits)
    }

    var limits: ReadLimits { memory.limits }
    var memoryBytes: Int { memory.bytes }

    private func spend(_ units: Int, _ work: WorkMeter) throws(LimitExceeded) {
        guard work.spend(units) else { throw work.exceeded(by: "preparing the images") }
    }

    /// Decodes several images in parallel; skips decoded ones.
    mutating func decode(_ images: [Int], of movie: VideoEntity, _ work: WorkMeter) throws(LimitExceeded) {
        let missing = images.filter { if case .unknown = slots[$0] { true } else { false } }
        if missing.isEmpty { return }
        // A copy, so that the counted memory does not change if an image exceeds a limit.
        var counted = memory
        for image in missing {
            let before = counted.bytes
            try counted.take(pixelsOf: movie.images[image])
            try spend((counted.bytes - before) / 4 * WorkMeter.Cost.decodedPixel, work)
        }
        let results = decoded(missing, of: movie)
        decodedImages += missing.count
        for (image, result) in zip(missing, results) {
            switch result {
            case .success(let bitmap):
                try memory.take(bitmap.memoryBytes, for: "the images")
                slots[image] = bitmap.isEmpty ? .empty : .ready(Mipmaps(unpadded: bitmap))
            case .failure(let error):
                if let limit = error.limit { throw limit }
                slots[image] = .broken(error)
            }
        }
        var unpadded: [(image: Int, mipmaps: Mipmaps)] = []
        for image in missing {
            guard case .ready(let mipmaps) = slots[image] else { continue }
            try memory.take(Mipmaps.paddingBytes(for: mipmaps.base), for: "the images and their copies")
            unpadded.append((image, mipmaps))
        }
        let padded = Parallel.map(unpadded.count, threads: threads) { [unpadded] in Mipmaps(unpadded[$0].mipmaps.base) }
        for (entry, mipmaps) in zip(unpadded, padded) { slots[entry.image] = .ready(mipmaps) }
    }

    private func decoded(_ images: [Int], of movie: VideoEntity) -> [Result<PreparedBitmap, SVGAError>] {
        // The largest image is decoded first, so that no thread is still busy with it when all others have finished.
        let pixels = images.map { image in ImageDecoder.size(of: movie.images[image]).map { Double($0.width) * Double($0.height) } ?? 0 }
        let order = images.indices.sorted { pixels[$0] > pixels[$1] }
        let decoded = Parallel.map(images.count, threads: threads) { position -> Result<PreparedBitmap, SVGAError> in
            do throws(SVGAError) {
                let image = movie.images[images[order[position]]]
                guard let shared else { return .success(try ImageDecoder.prepare(image, limits: memory.limits)) }
                return .success(try shared.bitmap(of: image, limits: memory.limits))
            } catch {
                return .failure(error)
            }
        }
        return zip(order, decoded).sorted { $0.0 < $1.0 }.map(\.1)
    }

    /// A bitmap with only the required mipmaps, so that a scene's pixels do not depend on the mipmaps of other scenes.
    mutating func mipmaps(
        _ need: PreparedMovie.BitmapNeed, of movie: VideoEntity, _ work: WorkMeter, _ found: inout PreparedMovie.Bitmaps
    ) throws(LimitExceeded) -> Mipmaps? {
        switch slots[need.image] {
        case .unknown, .empty: return nil
        case .broken(let error):
            report(error, movie.images[need.image], &found)
            return nil
        case .ready(var mipmaps):
            var usable = need.factors
            for factors in need.factors.sorted(by: { ($0.x, $0.y) < ($1.x, $1.y) }) where !mipmaps.has(factors) {
                try memory.take(mipmaps.maximumBytes(factors), for: "the images and their copies")
                try spend(mipmaps.base.ink.width * mipmaps.base.ink.height * WorkMeter.Cost.shrunkPixel, work)
                do throws(SVGAError) {
                    try mipmaps.add(factors)
                } catch {
                    usable.remove(factors)
                    report(error, movie.images[need.image], &found)
                }
            }
            slots[need.image] = .ready(mipmaps)
            return mipmaps.selecting(usable)
        }
    }

    private func report(_ error: SVGAError, _ image: ImageEntity, _ found: inout PreparedMovie.Bitmaps) {
        switch error.detail {
        // The reader of the file has already reported it.
        case .unknownFormat: break
        case .outOfMemory: found.failure = error.image(key: image.key)
        default:
            found.diagnostics.append(
                Diagnostic(.imageBroken, "\(error.message); it is not drawn", location: "image \"\(image.key)\""))
        }
    }
}

/// Counts the memory of bitmaps, and throws if it would exceed ``ReadLimits/decodedBytes``.
struct MemoryCount: Sendable {
    let limits: ReadLimits
    private(set) var bytes = 0

    init(_ limits: ReadLimits) { self.limits = limits }

    /// Counts memory before it is allocated.
    /// - Parameter subject: the user of the memory, for the message.
    mutating func take(_ more: Int, for subject: @autoclosure () -> Message) throws(LimitExceeded) {
        let (total, overflow) = bytes.addingReportingOverflow(more)
        guard !overflow, total <= limits.decodedBytes else {
            throw LimitExceeded(\.decodedBytes, of: limits, found: overflow ? .max : total, subject: subject())
        }
        bytes = total
    }

    /// Counts the memory of an image, from the size in the image's header. The decoded image needs at most as much.
    fileprivate mutating func take(pixelsOf image: ImageEntity) throws(LimitExceeded) {
        guard let size = ImageDecoder.size(of: image) else { return }
        let (pixels, overflow) = size.width.multipliedReportingOverflow(by: size.height)
        guard !overflow, pixels <= limits.imagePixels else {
            throw LimitExceeded(\.imagePixels, of: limits, found: overflow ? .max : pixels, subject: "image \"\(image.key)\"")
        }
        // If the limit is near `Int.max`, the product could overflow.
        try take(pixels > Int.max / 4 ? .max : 4 * pixels, for: "the images")
    }

    /// Subtracts an estimate before the actual size is counted.
    mutating func release(_ less: Int) { bytes -= less }
}
