import SVGAImage
import SVGAModel
import SVGARender

/// Every image that the movie shows decoded, premultiplied and trimmed, one after the other.
final class ImagePhase: Phase {
    private let images: [ImageEntity]
    private let limits: ReadLimits

    init(_ subject: Subject) {
        images = zip(subject.movie.images, subject.scene.bitmaps).filter { $0.1 != nil }.map(\.0)
        limits = subject.limits
    }

    func run() throws {
        for image in images { _ = try ImageDecoder.prepare(image, limits: limits) }
    }
}
