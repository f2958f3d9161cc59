import SVGAFormat
import SVGAPixels
import SVGASupport

/// Creates the document of stored pictures.
struct PictureMovie {
    let grid: TileGrid
    let fps: Int
    /// The scene of each frame.
    let timeline: [Int32]

    private struct Appearance {
        let frame: Int32
        let placedIndex: Int
    }

    /// - Parameters:
    ///   - images: the stored images.
    ///   - placedPictures: the position and the scenes of each picture.
    ///   - maximumSpriteFrames: each sprite gets empty frames up to the movie's last, unless all sprites together would exceed this number.
    ///     Some public players fail at a sprite that has fewer frames than the movie.
    func document(_ images: [StoredPicture], _ placedPictures: [PlacedPicture], maximumSpriteFrames: Int) -> SVGADocument {
        var framesOfScene = [[Int32]](repeating: [], count: Int((timeline.max() ?? -1) + 1))
        for (frame, scene) in timeline.enumerated() { framesOfScene[Int(scene)].append(Int32(frame)) }
        var placedPicturesOfImage = [[Int]](repeating: [], count: images.count)
        for (index, placed) in placedPictures.enumerated() { placedPicturesOfImage[Int(placed.image)].append(index) }

        var movie = WireMovie()
        movie.version = "2.0"
        (movie.viewBoxWidth, movie.viewBoxHeight) = (Float(grid.width), Float(grid.height))
        (movie.fps, movie.frames) = (Int32(fps), Int32(timeline.count))
        for (index, image) in images.enumerated() {
            let key = "p\(index + 1)"
            let sprites = sprites(image, placedPicturesOfImage[index], placedPictures, framesOfScene).map {
                WireSprite(imageKey: key, frames: $0)
            }
            guard !sprites.isEmpty else { continue }
            movie.images.append(WireImage(key: key, bytes: image.bytes))
            movie.sprites += sprites
        }
        if movie.sprites.count.multipliedSaturating(by: timeline.count) <= maximumSpriteFrames {
            for index in movie.sprites.indices {
                // As below, the exact capacity: growing arrays would reserve up to twice as much.
                movie.sprites[index].frames.reserveCapacity(timeline.count)
                movie.sprites[index].frames += repeatElement(WireFrame(), count: timeline.count - movie.sprites[index].frames.count)
            }
        }
        return SVGADocument(movie: movie)
    }

    /// One sprite for an image, or several if it is visible at several positions at once.
    private func sprites(
        _ image: StoredPicture, _ indices: [Int], _ placedPictures: [PlacedPicture], _ framesOfScene: [[Int32]]
    ) -> [[WireFrame]] {
        var seen: [Appearance] = []
        for index in indices {
            let run = placedPictures[index].run
            for scene in run.start..<min(run.end, Int32(framesOfScene.count)) {
                seen += framesOfScene[Int(scene)].map { Appearance(frame: $0, placedIndex: index) }
            }
        }
        seen.sort { ($0.frame, $0.placedIndex) < ($1.frame, $1.placedIndex) }
        var sprites: [[WireFrame]] = []
        for appearance in seen {
            let placed = placedPictures[appearance.placedIndex]
            let free = sprites.firstIndex { $0.count <= Int(appearance.frame) } ?? sprites.count
            if free == sprites.count {
                sprites.append([])
                // Frames dominate the movie's memory, so the exact capacity is reserved.
                sprites[free].reserveCapacity(Int(seen[seen.count - 1].frame) + 1)
            }
            sprites[free] += repeatElement(WireFrame(), count: Int(appearance.frame) - sprites[free].count)
            sprites[free].append(frame(image, placed))
        }
        return sprites
    }

    private func frame(_ image: StoredPicture, _ placed: PlacedPicture) -> WireFrame {
        var frame = WireFrame()
        frame.alpha = 1
        var layout = WireLayout()
        (layout.width, layout.height) = (Float(image.width), Float(image.height))
        frame.layout = layout
        let (x, y) = (placed.x, placed.y - placed.row)
        if (x, y) != (0, 0) {
            var transform = WireTransform()
            (transform.a, transform.d, transform.tx, transform.ty) = (1, 1, Float(x), Float(y))
            frame.transform = transform
        }
        if image.isSheet {
            let (top, bottom) = (placed.row, placed.row + placed.height)
            frame.clipPath = "M0 \(top)L\(placed.width) \(top)L\(placed.width) \(bottom)L0 \(bottom)Z"
        }
        return frame
    }
}
