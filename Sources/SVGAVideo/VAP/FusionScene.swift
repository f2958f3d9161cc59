import SVGAModel
import SVGASupport

#if Video
    package import SVGAExport
    import SVGAPixels
    package import SVGARender

    /// A scene of which a player draws some sprites by itself, with pictures and texts of the app's users: what VAP calls fusion, or vapx.
    ///
    /// The video shows the movie without the bitmaps of those sprites, or without their texts. A player lays the user's picture or text over it,
    /// stretched to an upright box and multiplied by a mask that the video holds too. So the mask has the sprite's shape, alpha, clip path and
    /// matte, and everything above the sprite is cut out of it.
    package struct FusionScene: Sendable {
        /// What the video shows.
        package let scene: SVGAScene
        let keys: [Key]
        private let white: ReplacementImage
        private let black: ReplacementImage

        struct Key: Sendable {
            let name: String
            /// nil: it shows pictures.
            let text: Text?
        }

        /// How a text looks.
        struct Text: Sendable {
            let color: SVGAColor
            let isBold: Bool
        }

        /// - Parameters:
        ///   - scene: a key with a text in its substitutions shows texts, in that text's colour and weight; of a picture that is set only the mask
        ///     counts.
        ///   - keys: those of the sprites that the player draws.
        /// - Throws: ``ExportError/render(_:)`` for a key that no sprite has.
        package init(_ scene: SVGAScene, keys: [String]) throws(ExportError) {
            let named = keys.map { name in
                let style = scene.substitutions.text(forKey: name)?.style
                return Key(name: name, text: style.map { Text(color: $0.color, isBold: $0.weight >= 600) })
            }
            self.keys = named
            do {
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
            } catch {
                throw .render(error)
            }
        }

        private static func dot(_ pixel: [UInt8]) throws(RenderError) -> ReplacementImage {
            do {
                return try ReplacementImage(Pixmap(width: 1, height: 1, pixels: pixel))
            } catch {
                throw .image(key: "", error)
            }
        }

        /// The sprites of a key and where they are in a frame, in pixels of the output; what is not seen there is left out.
        func boxes(ofKey key: String, frame: Int) throws(ExportError) -> [(sprite: Int, box: PixelRect)] {
            do {
                return try scene.placement(ofKey: key, frame: frame).compactMap { place in
                    // A matte is not a picture, whatever its key says.
                    guard place.isShown, scene.movie.sprites[place.spriteIndex].kind != .matte else { return nil }
                    let box = box(place)
                    return box.isEmpty ? nil : (place.spriteIndex, box)
                }
            } catch {
                throw .render(error)
            }
        }

        /// Farther beyond the frame nothing is kept of a box, in pixels: movies zoom into pictures by any factor.
        private static let reach = 2048

        /// The whole box, even where only a part of it lies in the frame; empty if none does.
        private func box(_ place: Placement) -> PixelRect {
            let transform = scene.outputTransform
            let corners = place.corners.map { transform.apply(x: $0.x, y: $0.y) }
            let frame = PixelRect(x: 0, y: 0, width: scene.widthPixels, height: scene.heightPixels)
            guard let minX = corners.map(\.x).min(), let maxX = corners.map(\.x).max(), let minY = corners.map(\.y).min(),
                let maxY = corners.map(\.y).max()
            else { return .zero }
            let allowed = frame.outset(by: FusionScene.reach)
            func clamped(_ value: Double, _ low: Int, _ high: Int) -> Int { Int(saturating: max(Double(low), min(Double(high), value))) }
            // Edges that are a hair beyond a pixel do not take it.
            let box = PixelRect(
                minX: clamped((minX + 0.01).rounded(.down), allowed.minX, allowed.maxX),
                minY: clamped((minY + 0.01).rounded(.down), allowed.minY, allowed.maxY),
                maxX: clamped((maxX - 0.01).rounded(.up), allowed.minX, allowed.maxX),
                maxY: clamped((maxY - 0.01).rounded(.up), allowed.minY, allowed.maxY))
            return box.intersection(frame).isEmpty ? .zero : box
        }

        /// The same movie with one sprite all white and all black: what differs is how much of it is seen.
        func contrast(ofSprite sprite: Int, key: String) throws(ExportError) -> (white: SVGAScene, black: SVGAScene) {
            do {
                let others = Set(try scene.placement(ofKey: key, frame: 0).map(\.spriteIndex)).subtracting([sprite])
                func colored(_ image: ReplacementImage) throws(RenderError) -> SVGAScene {
                    try scene.with {
                        $0.setPicture(image, onlyForKey: key)
                        $0.hiddenSprites.formUnion(others)
                    }
                }
                return (try colored(white), try colored(black))
            } catch {
                throw .render(error)
            }
        }
    }
#endif
