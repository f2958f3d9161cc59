import SVGAImage
import SVGAModel
import SVGAPixels
import SVGASupport

/// The data shared by scenes of one movie with the same size and sprites, independent of their substitutions.
///
/// It must not reference the ``PreparedMovie``, which references it: that would be a retain cycle.
final class SceneBase: Sendable {
    let geometry: OutputGeometry
    /// The sprites without anything substituted.
    let layers: [SVGAScene.Layer]
    /// The bitmaps that these layers draw, in the order of the movie's images.
    let needs: [PreparedMovie.BitmapNeed]
    /// The number of layers that draw each of the movie's images.
    private let users: [Int]
    /// Canvases of the output's size.
    let canvases: CanvasPool

    /// All of them except the limits determine the base.
    private let options: RenderOptions

    init(_ prepared: PreparedMovie, _ geometry: OutputGeometry, _ options: RenderOptions) throws(SVGAError) {
        let movie = prepared.movie
        let only = options.only.map { Set(prepared.spriteKeys.sprites(named: $0)) }
        if let key = options.only, only?.isEmpty ?? true {
            throw .unknownKey(key: key, nearest: NearestNames.of(key, in: movie.sprites.map(\.replacementKey)))
        }
        self.geometry = geometry
        self.options = options
        canvases = CanvasPool(width: geometry.width, height: geometry.height)

        let filter = options.filter ?? geometry.usualFilter
        var layers: [SVGAScene.Layer] = []
        layers.reserveCapacity(movie.sprites.count)
        var users = [Int](repeating: 0, count: movie.images.count)
        var factors: [Int: Set<MipmapFactors>] = [:]
        // Each header is read once, even if many sprites use the image.
        var sizes: [Int: (width: Int, height: Int)] = [:]
        for (index, sprite) in movie.sprites.enumerated() {
            let isDrawn = sprite.kind != .matte && only?.contains(index) ?? true
            var image = sprite.imageIndex
            if !prepared.isEverVisible[index] || !(isDrawn || sprite.kind == .matte) { image = nil }
            if let image {
                users[image] += 1
                if users[image] == 1, filter == .best { sizes[image] = ImageDecoder.size(of: movie.images[image]) }
                if let size = sizes[image] {
                    factors[image, default: []].formUnion(prepared.mipmapFactors(forSprite: index, geometry, size))
                }
            }
            layers.append(
                SVGAScene.Layer(
                    records: sprite.frames.records, bitmap: image, matte: sprite.matteIndex, isMatte: sprite.kind == .matte,
                    isDrawn: isDrawn, content: nil))
        }
        self.layers = layers
        self.users = users
        needs = users.indices.filter { users[$0] > 0 }.map { PreparedMovie.BitmapNeed(image: $0, factors: factors[$0] ?? []) }
    }

    /// Whether scenes with these options can use this base.
    func fits(_ options: RenderOptions) -> Bool {
        var options = options
        options.limits = self.options.limits
        // Keys are bytes, and equal strings may have different bytes.
        return options == self.options && options.only.map { ByteKey($0) } == self.options.only.map { ByteKey($0) }
    }

    /// The bitmaps that are still drawn when some sprites are hidden or replaced.
    func needs(_ contents: [Int: LayerContent]) -> [PreparedMovie.BitmapNeed] {
        var left = users
        for (index, content) in contents where content.isHidden || content.replacement != nil {
            if let image = layers[index].bitmap { left[image] -= 1 }
        }
        return needs.filter { left[$0.image] > 0 }
    }
}

extension UnsafeBufferPointer<SVGAScene.Layer> {
    /// The end of the run of adjacent layers with the same matte, including mattes between them (Rules of rendering, section 5). A layer
    /// without a matte is its own run.
    package func endOfRun(from start: Int) -> Int {
        var end = start + 1
        guard let matte = self[start].matte else { return end }
        while end < count, self[end].matte == matte || self[end].isMatte { end += 1 }
        return end
    }
}

extension PreparedMovie {
    /// The mipmaps of a sprite's bitmap at a scene's size.
    /// - Parameter size: the image's, in pixels.
    fileprivate func mipmapFactors(
        forSprite sprite: Int, _ geometry: OutputGeometry, _ size: (width: Int, height: Int)
    ) -> Set<MipmapFactors> {
        var factors: Set<MipmapFactors> = []
        for form in variants(ofSprite: sprite) {
            let layout = tables.layouts[Int(form.layout)]
            let scales = form.transform.concatenating(geometry.transform).axisScales
            let needed = MipmapFactors(
                scaleX: scales.x * layout.width / Double(size.width), scaleY: scales.y * layout.height / Double(size.height))
            if needed != .none { factors.insert(needed) }
        }
        return factors
    }
}
