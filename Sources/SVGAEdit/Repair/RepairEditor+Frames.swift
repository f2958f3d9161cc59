import SVGACheck
import SVGAFormat
import SVGAImage
import SVGAModel
import SVGASupport

// Repairs of frames: their number, transforms, layouts and alphas.

extension RepairEditor {
    /// The maximum number of frames that a step adds.
    static let maximumFrames = 1_000_000

    /// Players differ after a sprite's last frame.
    mutating func addFrames() -> Message? {
        let missing = movie.sprites.indices.filter { movie.sprites[$0].frames.count < Int(movie.frames) }
        guard missing.reduce(0, { $0 + Int(movie.frames) - movie.sprites[$1].frames.count }) <= RepairEditor.maximumFrames else {
            reason = "too many frames would be added"
            return nil
        }
        for index in missing {
            let count = Int(movie.frames) - movie.sprites[index].frames.count
            movie.sprites[index].frames += [WireFrame](repeating: WireFrame(), count: count)
        }
        return missing.isEmpty ? nil : "added hidden frames to \(counted(missing.count, "sprite")), up to the movie's end"
    }

    /// A `d` of 0 is not written in protobuf, so some players read it as 1.
    mutating func writeSmallScales() -> Message? {
        /// Moves the far edge of 1000 points by a hundredth of a point.
        let small: Float = 1e-5
        func change(_ transform: inout WireTransform?) {
            if transform?.a == 0 { transform?.a = small }
            if transform?.d == 0 { transform?.d = small }
        }
        let frames = changeFrames { frame in
            if frame.alpha > 0 { change(&frame.transform) }
        }
        let shapes = changeShapes { change(&$0.transform) }
        if frames + shapes == 0 { return nil }
        return "wrote a scale of 0.00001 instead of 0 in \(counted(frames + shapes, "transform"))"
    }

    mutating func moveLayoutOffsets() -> Message? {
        let count = changeFrames { frame in
            guard var layout = frame.layout, layout.x != 0 || layout.y != 0 else { return }
            frame.transform = WireTransform(frame.transform.value.translatedBy(x: Double(layout.x), y: Double(layout.y)))
            (layout.x, layout.y) = (0, 0)
            frame.layout = layout
        }
        return count == 0 ? nil : "moved the layout's offset into the transform in \(counted(count, "frame"))"
    }

    mutating func raiseLowAlphas() -> Message? {
        let count = changeFrames { frame in
            if frame.alpha > 0, frame.alpha < 0.05 { frame.alpha = 0.05 }
        }
        return count == 0 ? nil : "raised the alpha to 0.05 in \(counted(count, "frame"))"
    }

    /// One player shows a frame with an alpha of 0 unless it contains nothing.
    mutating func emptyHiddenFrames() -> Message? {
        var count = 0
        for sprite in sprites {
            // KEEP must not repeat the shapes of an emptied frame.
            let isKept = movie.sprites[sprite].frames.contains { $0.alpha == 0 && !$0.shapes.isEmpty }
            if isKept { expandKeep(sprite) }
            for index in movie.sprites[sprite].frames.indices {
                let frame = movie.sprites[sprite].frames[index]
                guard frame.alpha == 0, frame.layout != nil || !frame.shapes.isEmpty else { continue }
                (movie.sprites[sprite].frames[index].layout, movie.sprites[sprite].frames[index].shapes) = (nil, [])
                count += 1
            }
        }
        return count == 0 ? nil : "removed the layout and the shapes of \(counted(count, "hidden frame"))"
    }

    /// Gives layouts the size of their image, and scales by the transform. The pixels of the image stay.
    mutating func fitLayouts() throws(SVGAError) -> Message? {
        let entity = try resolved()
        var count = 0
        for sprite in sprites {
            guard let image = entity.sprites[sprite].imageIndex, let size = ImageDecoder.size(of: entity.images[image]) else { continue }
            let before = movie.sprites[sprite]
            if !PictureLayout.canChange(before) { scaleShapes(sprite, width: Double(size.width), height: Double(size.height)) }
            PictureLayout.change([sprite], of: &movie, width: size.width, height: size.height, maxSegments: limits.pathSegments)
            if movie.sprites[sprite] != before { count += 1 }
        }
        if count == 0 { return nil }
        return "gave the layouts of \(counted(count, "sprite")) the size of their image, and scaled them by the transform"
    }

    /// Scales the shapes like the layout, whose space they share.
    private mutating func scaleShapes(_ sprite: Int, width: Double, height: Double) {
        expandKeep(sprite)
        for index in movie.sprites[sprite].frames.indices {
            guard let layout = movie.sprites[sprite].frames[index].layout, layout.width > 0, layout.height > 0 else { continue }
            let scale = SVGATransform.scale(x: width / Double(layout.width), y: height / Double(layout.height))
            if scale == .identity { continue }
            for shape in movie.sprites[sprite].frames[index].shapes.indices {
                let transform = movie.sprites[sprite].frames[index].shapes[shape].transform.value
                movie.sprites[sprite].frames[index].shapes[shape].transform = WireTransform(transform.concatenating(scale))
            }
        }
    }
}
