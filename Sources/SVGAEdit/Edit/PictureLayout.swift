package import SVGAFormat
import SVGAModel
import SVGASupport

/// Keeps layouts at the size of their bitmaps, because the official web player draws bitmaps at their own size.
///
/// If a bitmap is resized, its sprites get a layout of the new size and a transform that compensates.
package enum PictureLayout {
    /// Whether an image may be resized: its sprites contain only a bitmap and a clip path,
    /// and all players agree on these sprites.
    static func canChange(_ sprite: WireSprite) -> Bool { sprite.frames.allSatisfy { $0.shapes.isEmpty } }

    /// Gives every bitmap a layout of its own size, if its sprites contain nothing else.
    package static func fit(_ movie: inout WireMovie) {
        let users = ImageUsers(movie)
        for (index, image) in movie.images.enumerated() {
            let size = OptimizeWork.size(image.bytes)
            guard size.width > 0, let sprites = users.sprites(of: index), sprites.allSatisfy({ canChange(movie.sprites[$0]) }) else {
                continue
            }
            change(sprites, of: &movie, width: size.width, height: size.height)
        }
    }

    /// Sets the layout size in all frames of some sprites.
    ///
    /// - Complexity: linear in the frames; each clip path is rewritten once per size.
    static func change(_ sprites: some Sequence<Int>, of movie: inout WireMovie, width: Int, height: Int, maxSegments: Int = .max) {
        var scaler = ClipScaler(maxSegments: maxSegments)
        for sprite in sprites {
            for frame in movie.sprites[sprite].frames.indices {
                scaler.change(&movie.sprites[sprite].frames[frame], width: Double(width), height: Double(height))
            }
        }
    }
}

/// Resizes layouts. Equal clip paths are rewritten once.
private struct ClipScaler {
    private struct Use: Hashable {
        let path: ByteKey
        let x: Double
        let y: Double
    }

    let maxSegments: Int
    private var paths: [Use: String] = [:]

    init(maxSegments: Int) { self.maxSegments = maxSegments }

    mutating func change(_ frame: inout WireFrame, width: Double, height: Double) {
        guard var layout = frame.layout, layout.width > 0, layout.height > 0, layout.width.isFinite, layout.height.isFinite else { return }
        let (x, y) = (width / Double(layout.width), height / Double(layout.height))
        if x == 1, y == 1 { return }
        (layout.x, layout.y) = (Float(Double(layout.x) * x), Float(Double(layout.y) * y))
        (layout.width, layout.height) = (Float(width), Float(height))
        frame.layout = layout
        var transform = frame.transform ?? .identity
        (transform.a, transform.b) = (Float(Double(transform.a) / x), Float(Double(transform.b) / x))
        (transform.c, transform.d) = (Float(Double(transform.c) / y), Float(Double(transform.d) / y))
        frame.transform = transform
        frame.clipPath = scaled(frame.clipPath, x, y)
    }

    private mutating func scaled(_ path: String, _ x: Double, _ y: Double) -> String {
        if path.isEmpty { return path }
        let use = Use(path: ByteKey(path), x: x, y: y)
        if let scaled = paths[use] { return scaled }
        let result: String
        if x == y {
            result = PathScaler.scale(path, by: x, maxSegments: maxSegments)
        } else {
            // A rotated arc becomes another arc, so all commands are written as lines and curves.
            result = PathParser.parse(path, maxSegments: maxSegments).path.transformed(.scale(x: x, y: y)).clipText
        }
        paths[use] = result
        return result
    }
}
