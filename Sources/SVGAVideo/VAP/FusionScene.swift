import SVGASupport

#if Video
    import SVGAExport
    package import SVGAModel
    import SVGAPixels
    package import SVGARender

    /// A scene in which a player draws some sprites with pictures and texts of the app's users. VAP calls this fusion, or vapx.
    ///
    /// The video shows the movie without the bitmaps or the texts of those sprites. A player draws the user's picture or text over it,
    /// scaled to an axis-aligned box and multiplied by a mask in the video. The mask contains the sprite's shape, alpha, clip path and matte.
    /// Everything above the sprite is cut out of it.
    package struct FusionScene: Sendable {
        /// The scene of the video.
        package let scene: SVGAScene
        let keys: [Key]
        private let white: ReplacementImage
        private let black: ReplacementImage

        struct Key: Sendable {
            let name: String
            /// nil: the key shows pictures.
            let text: Text?
        }

        /// The style of a text.
        struct Text: Sendable {
            let color: SVGAColor
            let isBold: Bool
        }

        /// - Parameters:
        ///   - scene: a key with a replacement text shows texts, in that text's color and weight. Of a replacement picture only the mask matters.
        ///   - keys: the keys of the sprites that the player draws.
        /// - Throws: ``SVGAError`` for a key that no sprite has.
        package init(_ scene: SVGAScene, keys: [String]) throws(SVGAError) {
            let named = keys.map { name in
                let style = scene.substitutions.text(forKey: name)?.style
                return Key(name: name, text: style.map { Text(color: $0.color, isBold: $0.weight >= 600) })
            }
            self.keys = named
            white = try FusionScene.dot([255, 255, 255, 255])
            black = try FusionScene.dot([0, 0, 0, 255])
            let nothing = try FusionScene.dot([0, 0, 0, 0])
            self.scene = try scene.with {
                for key in named {
                    if key.text == nil {
                        $0.setPicture(nothing, onlyForKey: key.name)
                    } else {
                        $0.removeText(forKey: key.name)
                    }
                }
            }
        }

        private static func dot(_ pixel: [UInt8]) throws(SVGAError) -> ReplacementImage {
            do {
                return try ReplacementImage(Pixmap(width: 1, height: 1, pixels: pixel))
            } catch {
                throw error.image(key: "")
            }
        }

        /// The visible sprites of a key and their boxes in a frame, in pixels of the output.
        func boxes(ofKey key: String, frame: Int) throws(SVGAError) -> [(sprite: Int, box: PixelRect)] {
            return try scene.placement(ofKey: key, frame: frame).compactMap { placement in
                // A matte is not a picture, regardless of its key.
                guard placement.isShown, scene.movie.sprites[placement.spriteIndex].kind != .matte else { return nil }
                let box = box(placement)
                return box.isEmpty ? nil : (placement.spriteIndex, box)
            }
        }

        /// The maximum distance of a box beyond the frame, in pixels: movies scale pictures by any factor.
        private static let reach = 2048

        /// The whole box, even if only a part of it is in the frame; empty if none is.
        private func box(_ placement: Placement) -> PixelRect {
            let transform = scene.outputTransform
            let corners = placement.corners.map { transform.apply(x: $0.x, y: $0.y) }
            let frame = PixelRect(x: 0, y: 0, width: scene.widthPixels, height: scene.heightPixels)
            guard let minX = corners.map(\.x).min(), let maxX = corners.map(\.x).max(), let minY = corners.map(\.y).min(),
                let maxY = corners.map(\.y).max()
            else { return .zero }
            let allowed = frame.outset(by: FusionScene.reach)
            func clamped(_ value: Double, _ low: Int, _ high: Int) -> Int { Int(saturating: max(Double(low), min(Double(high), value))) }
            // Edges that exceed a pixel only by a rounding error do not include it.
            let box = PixelRect(
                minX: clamped((minX + 0.01).rounded(.down), allowed.minX, allowed.maxX),
                minY: clamped((minY + 0.01).rounded(.down), allowed.minY, allowed.maxY),
                maxX: clamped((maxX - 0.01).rounded(.up), allowed.minX, allowed.maxX),
                maxY: clamped((maxY - 0.01).rounded(.up), allowed.minY, allowed.maxY))
            return box.intersection(frame).isEmpty ? .zero : box
        }

        /// The movie with one sprite all white and all black: their difference is the sprite's visibility.
        func contrast(ofSprite sprite: Int, key: String) throws(SVGAError) -> (white: SVGAScene, black: SVGAScene) {
            let others = Set(try scene.placement(ofKey: key, frame: 0).map(\.spriteIndex)).subtracting([sprite])
            func colored(_ image: ReplacementImage) throws(SVGAError) -> SVGAScene {
                try scene.with {
                    $0.setPicture(image, onlyForKey: key)
                    $0.hiddenSprites.formUnion(others)
                }
            }
            return (try colored(white), try colored(black))
        }
    }
#endif
