import SVGAExport
package import SVGAFormat
import SVGAImage
package import SVGAPixels
import SVGAPlatform
import SVGARender

/// A pixel for tests: 8-bit premultiplied.
package struct Pixel: Hashable, Sendable, CustomStringConvertible {
    package var red: UInt8
    package var green: UInt8
    package var blue: UInt8
    package var alpha: UInt8

    package init(_ red: UInt8, _ green: UInt8, _ blue: UInt8, _ alpha: UInt8 = 255) {
        (self.red, self.green, self.blue, self.alpha) = (red, green, blue, alpha)
    }

    package static let clear = Pixel(0, 0, 0, 0)
    package static let red = Pixel(255, 0, 0)
    package static let green = Pixel(0, 255, 0)
    package static let blue = Pixel(0, 0, 255)
    package static let white = Pixel(255, 255, 255)

    package var description: String { "(\(red) \(green) \(blue) \(alpha))" }
}

extension Pixmap {
    /// A picture from its pixels, row by row.
    package init(_ rows: [[Pixel]]) {
        self.init(
            width: rows[0].count, height: rows.count, pixels: rows.joined().flatMap { [$0.red, $0.green, $0.blue, $0.alpha] })
    }

    /// How many pixels are off by more than 32 in some component, 0…1.
    package func shareOfPixels(farFrom other: Pixmap) -> Double {
        guard pixels != other.pixels else { return 0 }
        var off = 0
        for offset in stride(from: 0, to: pixels.count, by: 4) {
            for channel in offset..<offset + 4 where abs(Int(pixels[channel]) - Int(other.pixels[channel])) > 32 {
                off += 1
                break
            }
        }
        return Double(off) / Double(width * height)
    }

    /// A picture of one color.
    package init(width: Int, height: Int, _ pixel: Pixel) {
        self.init(Array(repeating: Array(repeating: pixel, count: width), count: height))
    }

    package func pixel(_ x: Int, _ y: Int) -> Pixel {
        let pixel = self[x, y]
        return Pixel(pixel.red, pixel.green, pixel.blue, pixel.alpha)
    }

    /// The bounding box of the pixels that are not transparent, as `x`, `y`, width and height; nil for a transparent picture.
    package var inkBox: [Int]? {
        var box: (Int, Int, Int, Int)?
        for y in 0..<height {
            for x in 0..<width where self[x, y].alpha > 0 {
                let existing = box ?? (x, y, x, y)
                box = (min(existing.0, x), min(existing.1, y), max(existing.2, x), max(existing.3, y))
            }
        }
        return box.map { [$0.0, $0.1, $0.2 - $0.0 + 1, $0.3 - $0.1 + 1] }
    }

    /// The largest difference of a channel; 256 if the sizes differ. Compiled with optimization, unlike most tests.
    package func largestDifference(from other: Pixmap) -> Int {
        guard width == other.width, height == other.height else { return 256 }
        return pixels.withUnsafeBytes { own in
            other.pixels.withUnsafeBytes { other in
                own.indices.reduce(0) { max($0, abs(Int(own[$1]) - Int(other[$1]))) }
            }
        }
    }

    /// The picture as a payload.
    package func payload(_ key: String) throws -> WireImage { WireImage(key: key, bytes: try pngData()) }
}

/// The difference of two pictures of straight RGBA.
package enum PictureNoise {
    /// The peak signal-to-noise ratio in decibels, over black and over white; the lower of the two.
    package static func ratio(_ left: [UInt8], _ right: [UInt8]) -> Double {
        var worst = 0.0
        for ground in [0.0, 255.0] {
            var sum = 0.0
            for index in left.indices where index % 4 < 3 {
                let (a, b) = (Double(left[index | 3]) / 255, Double(right[index | 3]) / 255)
                let difference = Double(left[index]) * a + ground * (1 - a) - Double(right[index]) * b - ground * (1 - b)
                sum += difference * difference
            }
            worst = max(worst, sum / Double(left.count / 4 * 3))
        }
        return worst == 0 ? .infinity : 10 * log10(255 * 255 / worst)
    }
}
