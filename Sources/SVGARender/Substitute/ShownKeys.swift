import SVGAModel
import SVGAPixels

/// A key with a substitution that no rendered frame shows.
package struct UnshownKey: Hashable, Sendable {
    package let key: String
    /// The frames that show it: ascending, as separate ranges.
    package let frames: [Range<Int>]
}

extension SVGAScene {
    /// The keys with images, texts or hidden sprites that none of these frames shows, sorted. Keys that match no sprite are left out.
    /// - Complexity: linear in the number of frames of the sprites with substitutions.
    package func unshownKeys(in frames: [Int]) -> [UnshownKey] {
        let contentKeys = Set(substitutions.images.keys).union(substitutions.texts.keys)
        return contentKeys.union(substitutions.hiddenKeys).sorted().compactMap { key in
            let sprites = prepared.spriteKeys.sprites(named: key)
            guard !sprites.isEmpty else { return nil }
            let shown = shownFrames(of: sprites, needsLayout: contentKeys.contains(key))
            guard !frames.contains(where: { $0 < shown.count && shown[$0] }) else { return nil }
            return UnshownKey(key: key.text, frames: SVGAScene.ranges(shown))
        }
    }

    /// For each frame of the movie: whether one of the sprites is visible on the canvas, whatever it shows.
    /// - Parameter needsLayout: whether a sprite needs a layout with an area, in which images and texts are drawn.
    private func shownFrames(of sprites: [Int], needsLayout: Bool) -> [Bool] {
        let canvas = SVGARect(x: 0, y: 0, width: Double(movie.canvasPixels.width), height: Double(movie.canvasPixels.height))
        var shown = [Bool](repeating: false, count: movie.frameCount)
        for sprite in sprites.map({ movie.sprites[$0] }) {
            let matte = sprite.matteIndex.map { movie.sprites[$0].frames.records }
            for (frame, record) in sprite.frames.records.prefix(movie.frameCount).enumerated() where !shown[frame] && record.isVisible {
                if let matte, frame >= matte.count || !matte[frame].isVisible { continue }
                if needsLayout {
                    let layout = tables.layouts[Int(record.layout)]
                    let space = record.transform.translatedBy(x: layout.x, y: layout.y)
                    let box = SVGARect(x: 0, y: 0, width: layout.width, height: layout.height)
                    guard layout.width > 0, layout.height > 0, space.boundingBox(of: box).overlap(canvas) != nil else { continue }
                }
                shown[frame] = true
            }
        }
        return shown
    }

    private static func ranges(_ shown: [Bool]) -> [Range<Int>] {
        var ranges: [Range<Int>] = []
        for (frame, isShown) in shown.enumerated() where isShown {
            if let last = ranges.last, last.upperBound == frame {
                ranges[ranges.count - 1] = last.lowerBound..<frame + 1
            } else {
                ranges.append(frame..<frame + 1)
            }
        }
        return ranges
    }
}
