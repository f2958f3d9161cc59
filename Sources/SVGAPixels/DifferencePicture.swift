/// Shows the differences of two pictures: the first, the difference, the second. Transparent pixels show a checkerboard.
package enum DifferencePicture {
    /// The distance of the three pictures in pixels.
    private static let gap = 8
    /// A picture with more pixels is reduced by an integer factor; the largest difference of each block is kept.
    private static let maximumPixels = 24 << 20
    /// The side of a checkerboard's square, in pixels.
    private static let square = 8

    /// The three pictures side by side, each as large as the larger one. The difference is scaled so that its maximum is white and no
    /// difference is black. Pixels of only one picture are gray.
    package static func make(_ first: Pixmap, _ second: Pixmap) -> Pixmap {
        let (width, height) = (max(first.width, second.width), max(first.height, second.height))
        var step = 1
        while (3 * width / step + 2 * gap) * (height / step + 1) > maximumPixels { step += 1 }
        let (columns, rows) = ((width + step - 1) / step, (height + step - 1) / step)
        var sheet = Pixmap(width: 3 * columns + 2 * gap, height: rows)
        for index in sheet.pixels.indices { sheet.pixels[index] = 255 }
        var differences = [UInt8](repeating: 0, count: columns * rows)
        for y in 0..<min(first.height, second.height) {
            for x in 0..<min(first.width, second.width) {
                let index = y / step * columns + x / step
                differences[index] = max(differences[index], difference(first, second, x, y))
            }
        }
        let largest = max(1, Int(differences.max() ?? 0))
        for y in 0..<rows {
            for x in 0..<columns {
                sheet.set(x, y, onBoard(first, x, y, step))
                let isShared = x * step < min(first.width, second.width) && y * step < min(first.height, second.height)
                sheet.set(columns + gap + x, y, isShared ? heat(255 * Int(differences[y * columns + x]) / largest) : outside)
                sheet.set(2 * (columns + gap) + x, y, onBoard(second, x, y, step))
            }
        }
        return sheet
    }

    private typealias Color = (red: Int, green: Int, blue: Int)

    /// The color outside of a picture.
    private static let outside: Color = (128, 128, 128)

    /// The largest difference of the four channels.
    private static func difference(_ first: Pixmap, _ second: Pixmap, _ x: Int, _ y: Int) -> UInt8 {
        let (old, new) = (first[x, y], second[x, y])
        func distance(_ a: UInt8, _ b: UInt8) -> UInt8 { a > b ? a - b : b - a }
        return max(
            distance(old.red, new.red), distance(old.green, new.green), distance(old.blue, new.blue), distance(old.alpha, new.alpha))
    }

    /// Black for 0, then dark red over yellow to white, so that even the smallest difference is visible.
    private static func heat(_ value: Int) -> Color {
        if value == 0 { return (0, 0, 0) }
        return (min(255, 96 + 2 * value), max(0, min(255, 3 * value - 255)), max(0, 4 * value - 765))
    }

    private static func onBoard(_ pixmap: Pixmap, _ x: Int, _ y: Int, _ step: Int) -> Color {
        let board = (x / square + y / square) % 2 == 0 ? 255 : 204
        guard x * step < pixmap.width, y * step < pixmap.height else { return outside }
        let pixel = pixmap[x * step, y * step]
        let below = board * (255 - Int(pixel.alpha)) / 255
        return (Int(pixel.red) + below, Int(pixel.green) + below, Int(pixel.blue) + below)
    }
}

extension Pixmap {
    /// Sets the color without changing alpha.
    fileprivate mutating func set(_ x: Int, _ y: Int, _ color: (red: Int, green: Int, blue: Int)) {
        let index = 4 * (y * width + x)
        pixels[index] = UInt8(clamping: color.red)
        pixels[index + 1] = UInt8(clamping: color.green)
        pixels[index + 2] = UInt8(clamping: color.blue)
    }
}
