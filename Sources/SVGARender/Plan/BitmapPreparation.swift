import Dispatch
import SVGAImage
import SVGAModel
import SVGAPixels
import Synchronization

/// Decodes the bitmaps that a movie draws, several at once.
struct BitmapPreparation {
    /// One for each of the movie's images.
    private(set) var bitmaps: [BitmapLevels?]
    private(set) var diagnostics: [Diagnostic] = []

    /// What the bitmaps and their copies hold.
    private(set) var memory: MemoryCount

    /// An image that cannot be decoded is a diagnostic, not an error: the rest of the movie is still worth showing.
    init(movie: VideoEntity, geometry: OutputGeometry, options: RenderOptions) throws(RenderError) {
        memory = MemoryCount(options.limits)
        bitmaps = Array(repeating: nil, count: movie.images.count)
        let used = BitmapPreparation.usedImages(movie, only: options.only)
        do throws(LimitExceeded) {
            let estimate = try countByHeaders(movie, used)
            let results = BitmapPreparation.decode(movie, used, options.limits)
            memory.giveBack(estimate)
            for index in used {
                switch results[index] {
                case .success(let bitmap):
                    try memory.take(bitmap.memoryBytes, for: "the images")
                    bitmaps[index] = bitmap.isEmpty ? nil : BitmapLevels(unpadded: bitmap)
                case .failure(.limit(let limit)): throw limit
                case .failure(let error): report(error, movie.images[index])
                case nil: break
                }
            }
            for index in used {
                guard let bitmap = bitmaps[index]?.base else { continue }
                try memory.take(BitmapLevels.paddingBytes(for: bitmap), for: "the images and their copies")
                bitmaps[index]?.addPadding()
            }
            if options.filter == .best { try addLevels(movie, geometry) }
        } catch {
            throw .limit(error)
        }
    }

    private mutating func report(_ error: ImageError, _ image: ImageEntity) {
        // Reading has already said that the payload is of no known kind.
        if error == .unknownFormat { return }
        diagnostics.append(
            Diagnostic(.imageBroken, "\(error.description); it is not drawn", place: "image \"\(image.key)\""))
    }

    /// The images of sprites that are drawn, or mask what is, in at least one frame.
    private static func usedImages(_ movie: VideoEntity, only: String?) -> [Int] {
        var used: Set<Int> = []
        for sprite in movie.sprites where sprite.kind == .matte || sprite.isNamed(only) {
            guard let image = sprite.imageIndex, !used.contains(image) else { continue }
            if sprite.frames.records.prefix(movie.frames).contains(where: \.isVisible) { used.insert(image) }
        }
        return used.sorted()
    }

    /// Counts what all images take at most, by the sizes in the headers, before any pixel is decoded.
    /// - Returns: the bytes counted.
    private mutating func countByHeaders(_ movie: VideoEntity, _ used: [Int]) throws(LimitExceeded) -> Int {
        let limits = memory.limits
        let before = memory.bytes
        for index in used {
            guard let size = ImageDecoder.size(of: movie.images[index]) else { continue }
            let (pixels, overflow) = size.width.multipliedReportingOverflow(by: size.height)
            guard !overflow, pixels <= limits.imagePixels else {
                let subject = "image \"\(movie.images[index].key)\""
                throw LimitExceeded(\.imagePixels, of: limits, found: overflow ? .max : pixels, subject: subject)
            }
            // A limit may be raised to anything.
            try memory.take(pixels > Int.max / 4 ? .max : 4 * pixels, for: "the images")
        }
        return memory.bytes - before
    }

    private static func decode(_ movie: VideoEntity, _ used: [Int], _ limits: ReadLimits) -> [Int: Result<PreparedBitmap, ImageError>] {
        let results = Mutex<[Int: Result<PreparedBitmap, ImageError>]>([:])
        DispatchQueue.concurrentPerform(iterations: used.count) { position in
            let index = used[position]
            let result: Result<PreparedBitmap, ImageError>
            do throws(ImageError) {
                result = .success(try ImageDecoder.prepare(movie.images[index], limits: limits))
            } catch {
                result = .failure(error)
            }
            results.withLock { $0[index] = result }
        }
        return results.withLock { $0 }
    }

    /// For each bitmap the reductions that the sprites showing it will ask for.
    private mutating func addLevels(_ movie: VideoEntity, _ geometry: OutputGeometry) throws(LimitExceeded) {
        for sprite in movie.sprites {
            guard let image = sprite.imageIndex, var bitmap = bitmaps[image] else { continue }
            var last = (x: 1, y: 1)
            for record in sprite.frames.records.prefix(movie.frames) where record.isVisible {
                let layout = sprite.frames.tables.layouts[Int(record.layout)]
                let scales = geometry.transform.appending(record.transform).axisScales
                let factors = (
                    x: BitmapLevels.factor(forScale: scales.x * layout.width / Double(bitmap.base.width)),
                    y: BitmapLevels.factor(forScale: scales.y * layout.height / Double(bitmap.base.height))
                )
                if factors == last { continue }
                last = factors
                if bitmap.hasLevel(factorX: factors.x, factorY: factors.y) { continue }
                try memory.take(bitmap.levelBytes(factorX: factors.x, factorY: factors.y), for: "the images and their copies")
                do throws(ImageError) {
                    try bitmap.addLevel(factorX: factors.x, factorY: factors.y)
                } catch {
                    report(error, movie.images[image])
                }
            }
            bitmaps[image] = bitmap
        }
    }
}
