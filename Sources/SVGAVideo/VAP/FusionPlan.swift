import SVGAModel

#if Video
    import SVGAExport
    import SVGAPixels
    import SVGARender

    /// Which sprites a player draws, and where in each frame.
    struct FusionPlan: Sendable {
        /// A sprite that the player draws.
        struct Source: Sendable {
            let id: String
            let key: String
            /// nil: a picture.
            let text: FusionScene.Text?
            /// The largest size at which it is shown, in pixels.
            var width: Int
            var height: Int
            /// The largest mask.
            var maskWidth: Int
            var maskHeight: Int
            let white: SVGAScene
            let black: SVGAScene
        }

        /// A source in a frame.
        struct Place: Sendable {
            /// Into ``FusionPlan/sources``.
            let source: Int
            /// In pixels of the frame; it may reach beyond it.
            let frame: PixelRect
            let maskWidth: Int
            let maskHeight: Int

            /// - Parameter area: what the picture has for all masks of the source.
            func mask(in area: PixelRect) -> PixelRect { PixelRect(x: area.x, y: area.y, width: maskWidth, height: maskHeight) }
        }

        /// In the order in which they are drawn.
        let sources: [Source]
        /// By the movie's frames, the lowest first.
        let places: [Int: [Place]]

        /// Players in browsers have eight textures at most, and one of them is the video.
        static let maximumSources = 7

        /// - Parameters:
        ///   - frames: those of the movie that are shown.
        ///   - alphaScale: the size of masks as a part of the size at which their sprites are shown; none is larger than alpha.
        /// - Throws: ``ExportError/impossible(reason:)`` for a key that is never seen, and for too many sprites.
        init(_ fusion: FusionScene, frames: [Int], alphaScale: Double) throws(ExportError) {
            let most = VideoLayout.alphaSize(width: fusion.scene.widthPixels, height: fusion.scene.heightPixels, scale: alphaScale)
            var boxes: [Int: [(frame: Int, box: PixelRect)]] = [:]
            var keys: [Int: FusionScene.Key] = [:]
            for key in fusion.keys {
                var own: [Int: [(frame: Int, box: PixelRect)]] = [:]
                for frame in Set(frames).sorted() {
                    for (sprite, box) in try fusion.boxes(ofKey: key.name, frame: frame) { own[sprite, default: []].append((frame, box)) }
                }
                guard !own.isEmpty else {
                    throw .impossible(reason: "the key \"\(key.name)\" is in no frame, so no player can fill it")
                }
                for (sprite, shown) in own { (boxes[sprite], keys[sprite]) = (shown, key) }
            }
            guard keys.count <= FusionPlan.maximumSources else {
                throw .impossible(
                    reason: "players fill at most \(FusionPlan.maximumSources) sprites by themselves, and these keys have \(keys.count)")
            }
            var sources: [Source] = []
            var places: [Int: [Place]] = [:]
            for sprite in keys.keys.sorted() {
                guard let key = keys[sprite], let shown = boxes[sprite] else { continue }
                let scenes = try fusion.contrast(ofSprite: sprite, key: key.name)
                var source = Source(
                    id: "\(sources.count + 1)", key: key.name, text: key.text, width: 1, height: 1, maskWidth: 1, maskHeight: 1,
                    white: scenes.white, black: scenes.black)
                for (frame, box) in shown {
                    let mask = VideoLayout.alphaSize(width: box.width, height: box.height, scale: alphaScale)
                    let place = Place(
                        source: sources.count, frame: box, maskWidth: min(mask.width, most.width), maskHeight: min(mask.height, most.height)
                    )
                    places[frame, default: []].append(place)
                    if box.width * box.height > source.width * source.height { (source.width, source.height) = (box.width, box.height) }
                    source.maskWidth = max(source.maskWidth, place.maskWidth)
                    source.maskHeight = max(source.maskHeight, place.maskHeight)
                }
                sources.append(source)
            }
            self.sources = sources
            self.places = places
        }
    }

    /// Draws the masks of a ``FusionPlan``, for one task.
    final class FusionPainter {
        private let plan: FusionPlan
        private let painters: [(white: FramePainter, black: FramePainter)]
        /// A whole frame each.
        private var white: [UInt8]
        private var black: [UInt8]
        private let width: Int
        private let height: Int
        /// A mask at the size of its sprite.
        private var plane: [UInt8] = []

        init(_ plan: FusionPlan) throws(ExportError) {
            self.plan = plan
            var painters: [(white: FramePainter, black: FramePainter)] = []
            do {
                for source in plan.sources { painters.append((try source.white.makePainter(), try source.black.makePainter())) }
            } catch {
                throw .render(error)
            }
            self.painters = painters
            width = plan.sources.first?.white.widthPixels ?? 0
            height = plan.sources.first?.white.heightPixels ?? 0
            white = [UInt8](repeating: 0, count: 4 * width * height)
            black = white
        }

        /// Paints the masks of a frame of the movie into a picture.
        /// - Parameter areas: one for each source.
        func paint(frame: Int, into input: ConverterInput, areas: [PixelRect]) throws(ExportError) {
            for area in areas { input.clear(area) }
            for place in plan.places[frame] ?? [] {
                do {
                    try painters[place.source].white.paint(frame: frame)
                    try painters[place.source].black.paint(frame: frame)
                } catch {
                    throw .render(error)
                }
                white.withUnsafeMutableBytes { painters[place.source].white.copyPixels(.premultipliedRGBA, bytesPerRow: nil, into: $0) }
                black.withUnsafeMutableBytes { painters[place.source].black.copyPixels(.premultipliedRGBA, bytesPerRow: nil, into: $0) }
                fillPlane(place.frame)
                plane.withUnsafeBufferPointer {
                    input.paint($0, width: place.frame.width, height: place.frame.height, into: place.mask(in: areas[place.source]))
                }
            }
        }

        /// How much of the white is seen; beyond the frame nothing is.
        private func fillPlane(_ box: PixelRect) {
            let count = box.width * box.height
            if plane.count < count { plane = [UInt8](repeating: 0, count: count) }
            let seen = box.intersection(PixelRect(x: 0, y: 0, width: width, height: height))
            plane.withUnsafeMutableBufferPointer { plane in
                plane[..<count].update(repeating: 0)
                for y in seen.minY..<seen.maxY {
                    for x in seen.minX..<seen.maxX {
                        let red = 4 * (y * width + x)
                        plane[box.offset(x: x, y: y)] = white[red] - min(white[red], black[red])
                    }
                }
            }
        }
    }
#endif
