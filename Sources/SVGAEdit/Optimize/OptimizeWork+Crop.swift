import SVGACheck
import SVGAFormat
import SVGAModel

extension OptimizeWork {
    /// Crops those images that then change no pixel; which these are only drawing them shows.
    /// - Returns: what is cropped now.
    mutating func cropped(
        _ images: ArraySlice<Int>, _ crop: MarginCrop, after done: [Int]
    ) async throws(OptimizeError) -> [Int] {
        if images.isEmpty { return done }
        let candidate = crop.cropped(done + images)
        let after = try OptimizeWork.resolved(candidate, options.limits)
        if try await compare(after, until: { !$0.isIdentical }).allSatisfy(\.isIdentical) {
            (document, movie) = (candidate, after)
            return done + images
        }
        if images.count == 1 { return done }
        let middle = images.startIndex + images.count / 2
        let first = try await cropped(images[..<middle], crop, after: done)
        return try await cropped(images[middle...], crop, after: first)
    }

    private static func resolved(_ document: SVGADocument, _ limits: ReadLimits) throws(OptimizeError) -> VideoEntity {
        do throws(ReadError) {
            return try document.videoEntity(options: ReadOptions(limits: limits))
        } catch {
            throw .read(error)
        }
    }
}
