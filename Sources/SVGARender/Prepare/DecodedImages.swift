import SVGAImage
import SVGAModel
import SVGAPixels
import SVGASupport

/// The decoded images of several movies that have mostly the same images, such as a movie before and after an edit. Equal payloads share one
/// bitmap as long as any movie uses it.
package final class DecodedImages: Sendable {
    private struct Entry {
        weak var bitmap: PreparedBitmap?
    }

    /// Bitmaps that can have equal pixels.
    private struct Likeness: Hashable {
        let width: Int
        let height: Int
        let ink: PixelRect
        /// Some of the pixels.
        let sample: [UInt32]

        init(_ bitmap: PreparedBitmap) {
            (width, height, ink) = (bitmap.width, bitmap.height, bitmap.ink)
            let count = ink.width * ink.height
            guard let pixels = bitmap.pixels else {
                sample = []
                return
            }
            sample = stride(from: 0, to: count, by: max(1, count / 64)).map { pixels[$0] }
        }
    }

    private struct Entries {
        var byPayload: [[UInt8]: Entry] = [:]
        var byLikeness: [Likeness: [Entry]] = [:]
        /// Unused bitmaps are removed when there are this many entries.
        var maximumCount = 64

        mutating func add(_ bitmap: PreparedBitmap, _ payload: [UInt8]) {
            if byPayload.count >= maximumCount {
                byPayload = byPayload.filter { $0.value.bitmap != nil }
                byLikeness = byLikeness.mapValues { $0.filter { $0.bitmap != nil } }.filter { !$0.value.isEmpty }
                maximumCount = max(64, 2 * byPayload.count)
            }
            byPayload[payload] = Entry(bitmap: bitmap)
        }
    }

    private let entries = Locked(Entries())
    private let sharesEqualPixels: Bool
    /// Comparing more of them could take long.
    private static let maximumLikeBitmaps = 4

    /// - Parameter sharesEqualPixels: whether different payloads with equal pixels share a bitmap, too.
    package init(sharesEqualPixels: Bool = false) { self.sharesEqualPixels = sharesEqualPixels }

    /// The bitmap of an image. It is decoded unless another movie uses it.
    func bitmap(of image: ImageEntity, limits: ReadLimits) throws(SVGAError) -> PreparedBitmap {
        if let known = entries.withLock({ $0.byPayload[image.bytes]?.bitmap }) { return known }
        let bitmap = try ImageDecoder.prepare(image, limits: limits)
        let likeness = sharesEqualPixels ? Likeness(bitmap) : nil
        return entries.withLock { entries in
            // Another thread may have decoded it meanwhile.
            if let known = entries.byPayload[image.bytes]?.bitmap { return known }
            let like = likeness.flatMap { entries.byLikeness[$0] } ?? []
            let shared = like.lazy.compactMap(\.bitmap).first { $0.hasPixels(of: bitmap) } ?? bitmap
            if let likeness, shared === bitmap, like.count < DecodedImages.maximumLikeBitmaps {
                entries.byLikeness[likeness, default: []].append(Entry(bitmap: bitmap))
            }
            entries.add(shared, image.bytes)
            return shared
        }
    }
}
