import SVGAImage
package import SVGAModel
package import SVGAPixels
package import SVGARender
import SVGASupport

/// An opaque bitmap for pictures and texts, such as a contact sheet.
package struct LabelledCanvas {
    package private(set) var picture: Pixmap

    /// - Parameter gray: the background's gray level, 0…255.
    package init(width: Int, height: Int, gray: UInt8) {
        var pixels = [UInt8](repeating: gray, count: 4 * width * height)
        for i in stride(from: 3, to: pixels.count, by: 4) { pixels[i] = 255 }
        picture = Pixmap(width: width, height: height, pixels: pixels)
    }

    /// Copies rows of opaque pixels.
    /// - Parameter pixels: RGBA rows without padding.
    package mutating func copy(_ pixels: [UInt8], width: Int, height: Int, x: Int, y: Int) {
        let (rowBytes, canvasWidth) = (4 * width, picture.width)
        picture.pixels.withUnsafeMutableBytes { canvas in
            pixels.withUnsafeBytes { pixels in
                for row in 0..<height {
                    let to = 4 * ((y + row) * canvasWidth + x)
                    let from = UnsafeRawBufferPointer(rebasing: pixels[row * rowBytes..<(row + 1) * rowBytes])
                    UnsafeMutableRawBufferPointer(rebasing: canvas[to..<to + rowBytes]).copyMemory(from: from)
                }
            }
        }
    }

    /// Draws a premultiplied picture over the canvas, clipped to the canvas.
    package mutating func lay(_ other: Pixmap, x: Int, y: Int) {
        for row in max(0, -y)..<max(0, -y, min(other.height, picture.height - y)) {
            for column in max(0, -x)..<max(0, -x, min(other.width, picture.width - x)) {
                let from = 4 * (row * other.width + column)
                let to = 4 * ((y + row) * picture.width + x + column)
                let uncovered = 255 - Int(other.pixels[from + 3])
                for channel in 0..<3 {
                    let below = (Int(picture.pixels[to + channel]) * uncovered + 127) / 255
                    picture.pixels[to + channel] = UInt8(min(255, Int(other.pixels[from + channel]) + below))
                }
            }
        }
    }

    /// Draws a text in a box with the given style.
    package mutating func write(_ text: String, _ style: TextStyle, in box: PixelRect) throws(SVGAError) {
        let drawn = try TextRasterizer.prepare(
            TextContent(text, style: style), layoutWidth: Double(box.width), layoutHeight: Double(box.height), pixelsPerPoint: 1,
            fonts: .system, limits: .default)
        guard let drawn else { return }
        lay(drawn.bitmap.pixmap(), x: box.x + Int(saturating: drawn.frame.x), y: box.y + Int(saturating: drawn.frame.y))
    }
}
