import SVGAAuthor
import SVGAExport
import SVGAFormat
import SVGAModel
import SVGAPixels
import SVGARender
import TestSupport

/// Movies made of pictures, and what a GIF of them should show.
enum GIFFixtures {
    /// A movie that shows each picture for one frame, stretched to a size.
    static func scene(_ pictures: [Pixmap], fps: Int = 20, size: (Int, Int)? = nil) throws -> SVGAScene {
        let layout = SVGARect(x: 0, y: 0, width: Double(size?.0 ?? pictures[0].width), height: Double(size?.1 ?? pictures[0].height))
        var builder = try MovieBuilder(width: layout.width, height: layout.height, fps: fps, frameCount: pictures.count)
        for (index, picture) in pictures.enumerated() {
            try builder.addImage(picture, key: "p\(index)")
            try builder.addSprite("p\(index)") { $0 == index ? MovieBuilder.Frame(layout: layout) : nil }
        }
        return try SVGAScene(builder.build().videoEntity())
    }

    static func picture(_ width: Int, _ height: Int, _ pixel: (Int, Int) -> Pixel) -> Pixmap {
        Pixmap((0..<height).map { y in (0..<width).map { x in pixel(x, y) } })
    }

    /// The noise at a position; the same in every run.
    static func noise(_ x: Int, _ y: Int, _ z: Int = 0) -> UInt8 {
        var value = UInt32(truncatingIfNeeded: x &* 73_856_093 ^ y &* 19_349_663 ^ z &* 83_492_791)
        value = (value ^ value >> 15) &* 0x2C1B_3C6D
        return UInt8(truncatingIfNeeded: value ^ value >> 13)
    }

    /// The frames as a GIF without a matte should show them.
    static func expected(_ scene: SVGAScene, frame: Int) throws -> [UInt8] {
        var pixels = try scene.pixmap(frame: frame).straightPixels()
        for offset in stride(from: 0, to: pixels.count, by: 4) {
            if pixels[offset + 3] >= 128 {
                pixels[offset + 3] = 255
            } else {
                pixels.replaceSubrange(offset..<offset + 4, with: [0, 0, 0, 0])
            }
        }
        return pixels
    }

    /// What is shown at a time, in hundredths of a second; nil after the end.
    static func frame(of gif: GIFReader, at time: Int) -> GIFReader.Frame? {
        var end = 0
        return gif.frames.first { frame in
            end += frame.delayHundredths
            return time < end
        }
    }

    /// The squared error of a color channel, and how many pixels are opaque in only one of the two.
    static func difference(_ a: [UInt8], _ b: [UInt8]) -> (error: Double, wrongAlpha: Int) {
        var (sum, count, wrong) = (0.0, 0, 0)
        for offset in stride(from: 0, to: a.count, by: 4) {
            if a[offset + 3] != b[offset + 3] { wrong += 1 }
            guard a[offset + 3] == 255, b[offset + 3] == 255 else { continue }
            for channel in offset..<offset + 3 {
                let difference = Double(a[channel]) - Double(b[channel])
                sum += difference * difference
            }
            count += 3
        }
        return (sum / Double(max(1, count)), wrong)
    }
}
