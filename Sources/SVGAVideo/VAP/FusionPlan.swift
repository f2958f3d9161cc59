import SVGAModel
import SVGASupport

#if Video
    import SVGAExport
    import SVGAPixels
    import SVGARender

    /// The sprites that a player draws, and their rectangles in each frame.
    struct FusionPlan: Sendable {
        /// A sprite that the player draws.
        struct Source: Sendable {
            let id: String
            let key: String
            /// nil: a picture.
            let text: FusionScene.Text?
            /// The maximum visible width, in pixels.
            var width: Int
            var height: Int
            /// The width of the largest mask.
            var maskWidth: Int
            var maskHeight: Int
            let white: SVGAScene
            let black: SVGAScene
        }

        /// A source in a frame.
        struct SourceFrame: Sendable {
            /// The index in ``FusionPlan/sources``.
            let source: Int
            /// In pixels of the frame; may exceed the frame.
            let frame: PixelRect
            let maskWidth: Int
            let maskHeight: Int

            /// - Parameter area: the area for all masks of the source.
            func mask(in area: PixelRect) -> PixelRect { PixelRect(x: area.x, y: area.y, width: maskWidth, height: maskHeight) }
        }

        /// In drawing order.
        let sources: [Source]
        /// By the movie's frame index, sources bottom first.
        let sourceFrames: [Int: [SourceFrame]]

        /// Players in browsers have at most eight textures, one of them for the video.
        static let maximumSources = 7

        /// - Parameters:
        ///   - frames: the exported frames of the movie.
        ///   - alphaScale: the scale of masks relative to their sprites; none is larger than the alpha area.
        /// - Throws: ``SVGAError/Kind/invalidRequest`` for a key that is never visible, and for too many sprites.
        init(_ fusion: FusionScene, frames: [Int], alphaScale: Double) throws(SVGAError) {
            let maximumMask = VideoLayout.alphaSize(width: fusion.scene.widthPixels, height: fusion.scene.heightPixels, scale: alphaScale)
            var boxes: [Int: [(frame: Int, box: PixelRect)]] = [:]
            var keys: [Int: FusionScene.Key] = [:]
            for key in fusion.keys {
                var keyBoxes: [Int: [(frame: Int, box: PixelRect)]] = [:]
                for frame in Set(frames).sorted() {
                    for (sprite, box) in try fusion.boxes(ofKey: key.name, frame: frame) {
                        keyBoxes[sprite, default: []].append((frame, box))
                    }
                }
                guard !keyBoxes.isEmpty else {
                    throw .impossible(reason: "the key \"\(key.name)\" is never visible, so players cannot fill it")
                }
                for (sprite, spriteBoxes) in keyBoxes { (boxes[sprite], keys[sprite]) = (spriteBoxes, key) }
            }
            guard keys.count <= FusionPlan.maximumSources else {
                throw .impossible(
                    reason: "players fill at most \(FusionPlan.maximumSources) sprites, and these keys have \(keys.count)")
            }
            var sources: [Source] = []
            var sourceFrames: [Int: [SourceFrame]] = [:]
            for sprite in keys.keys.sorted() {
                guard let key = keys[sprite], let spriteBoxes = boxes[sprite] else { continue }
                let scenes = try fusion.contrast(ofSprite: sprite, key: key.name)
                var source = Source(
                    id: "\(sources.count + 1)", key: key.name, text: key.text, width: 1, height: 1, maskWidth: 1, maskHeight: 1,
                    white: scenes.white, black: scenes.black)
                for (frame, box) in spriteBoxes {
                    let mask = VideoLayout.alphaSize(width: box.width, height: box.height, scale: alphaScale)
                    let sourceFrame = SourceFrame(
                        source: sources.count, frame: box, maskWidth: min(mask.width, maximumMask.width),
                        maskHeight: min(mask.height, maximumMask.height)
                    )
                    sourceFrames[frame, default: []].append(sourceFrame)
                    if box.width * box.height > source.width * source.height { (source.width, source.height) = (box.width, box.height) }
                    source.maskWidth = max(source.maskWidth, sourceFrame.maskWidth)
                    source.maskHeight = max(source.maskHeight, sourceFrame.maskHeight)
                }
                sources.append(source)
            }
            self.sources = sources
            self.sourceFrames = sourceFrames
        }
    }

    /// Draws the masks of a ``FusionPlan``, for one task.
    final class FusionPainter {
        private let plan: FusionPlan
        private let painters: [(white: FramePainter, black: FramePainter)]
        /// The pixels of a whole frame, for each variant.
        private var white: [UInt8]
        private var black: [UInt8]
        private let width: Int
        private let height: Int
        /// A mask at its sprite's size.
        private var plane: [UInt8] = []

        init(_ plan: FusionPlan) throws(SVGAError) {
            self.plan = plan
            var painters: [(white: FramePainter, black: FramePainter)] = []
            for source in plan.sources { painters.append((try source.white.makePainter(), try source.black.makePainter())) }
            self.painters = painters
            width = plan.sources.first?.white.widthPixels ?? 0
            height = plan.sources.first?.white.heightPixels ?? 0
            white = [UInt8](repeating: 0, count: 4 * width * height)
            black = white
        }

        /// Draws the masks of a movie frame into a picture.
        /// - Parameter areas: one per source.
        func paint(frame: Int, into input: ConverterInput, areas: [PixelRect]) throws(SVGAError) {
            for area in areas { input.clear(area) }
            for sourceFrame in plan.sourceFrames[frame] ?? [] {
                try painters[sourceFrame.source].white.paint(frame: frame)
                try painters[sourceFrame.source].black.paint(frame: frame)
                white.withUnsafeMutableBytes {
                    painters[sourceFrame.source].white.copyPixels(.premultipliedRGBA, bytesPerRow: nil, into: $0)
                }
                black.withUnsafeMutableBytes {
                    painters[sourceFrame.source].black.copyPixels(.premultipliedRGBA, bytesPerRow: nil, into: $0)
                }
                fillPlane(sourceFrame.frame)
                plane.withUnsafeBufferPointer {
                    input.paint(
                        $0, width: sourceFrame.frame.width, height: sourceFrame.frame.height,
                        into: sourceFrame.mask(in: areas[sourceFrame.source]))
                }
            }
        }

        /// Computes the visible share of the white sprite; 0 outside the frame.
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
