package import SVGAModel
import SVGAPixels
import SVGAPlatform

/// The largest display size of each image, in points of the canvas.
package struct DisplaySizes: Sendable {
    /// By the image's key.
    private var sizes: [ByteKey: SVGASize] = [:]

    package init(_ movie: VideoEntity) {
        for sprite in movie.sprites {
            guard let index = sprite.imageIndex else { continue }
            let key = ByteKey(movie.images[index].key)
            var size = sizes[key] ?? SVGASize(width: 0, height: 0)
            for record in sprite.frames.records.prefix(movie.frameCount) where record.isVisible {
                let layout = sprite.frames.tables.layouts[Int(record.layout)]
                let transform = record.transform
                size = SVGASize(
                    width: max(size.width, layout.width * hypot(transform.a, transform.b)),
                    height: max(size.height, layout.height * hypot(transform.c, transform.d)))
            }
            sizes[key] = size
        }
    }

    /// nil if the image is never visible.
    package subscript(key: String) -> SVGASize? { sizes[ByteKey(key)].flatMap { $0.width > 0 && $0.height > 0 ? $0 : nil } }
}
