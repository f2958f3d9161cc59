package import SVGAPixels

/// A test picture with straight alpha.
struct TestPicture: Sendable {
    let width: Int
    let height: Int
    private(set) var pixels: [RGBA]

    init(width: Int, height: Int, _ color: (_ x: Int, _ y: Int) -> RGBA) {
        self.width = width
        self.height = height
        pixels = (0..<width * height).map { color($0 % width, $0 / width) }
    }

    subscript(x: Int, y: Int) -> RGBA { pixels[y * width + x] }
}

/// A frame drawn by hand: slowly, pixel by pixel, with simple arithmetic. It shares no code with the renderer, so it cannot share its bugs.
package struct HandDrawing: Sendable {
    package let width: Int
    package let height: Int
    /// Premultiplied, each channel 0 to 1.
    private var pixels: [SIMD4<Double>]
    /// The number of samples per axis of a pixel that an outline crosses.
    private static let samples = 12

    package init(width: Int = 64, height: Int = 64) {
        self.width = width
        self.height = height
        pixels = Array(repeating: .zero, count: width * height)
    }

    /// A drawing made by a function.
    static func with(width: Int = 64, height: Int = 64, _ body: (inout HandDrawing) -> Void) -> HandDrawing {
        var drawing = HandDrawing(width: width, height: height)
        body(&drawing)
        return drawing
    }

    package var pixmap: Pixmap {
        let bytes = pixels.flatMap { pixel in (0..<4).map { UInt8((pixel[$0] * 255).rounded()) } }
        return Pixmap(width: width, height: height, pixels: bytes)
    }

    private mutating func blend(_ color: SIMD4<Double>, x: Int, y: Int) {
        guard (0..<width).contains(x), (0..<height).contains(y) else { return }
        pixels[y * width + x] = color + pixels[y * width + x] * (1 - color[3])
    }

    // MARK: Pictures

    /// Pixel by pixel.
    mutating func draw(_ picture: TestPicture, _ x: Int, _ y: Int, alpha: Double = 1) {
        for v in 0..<picture.height {
            for u in 0..<picture.width { blend(picture[u, v].premultiplied * alpha, x: x + u, y: y + v) }
        }
    }

    /// Draws bilinearly; `map` converts a point of the canvas to a position in the picture, in its pixels. The picture's border should be
    /// transparent, because partial coverage is not implemented.
    mutating func sample(_ picture: TestPicture, _ offset: (_ x: Double, _ y: Double) -> (u: Double, v: Double)) {
        func color(_ u: Int, _ v: Int) -> SIMD4<Double> {
            picture[min(max(u, 0), picture.width - 1), min(max(v, 0), picture.height - 1)].premultiplied
        }
        for y in 0..<height {
            for x in 0..<width {
                let (u, v) = offset(Double(x) + 0.5, Double(y) + 0.5)
                guard u > 0, v > 0, u < Double(picture.width), v < Double(picture.height) else { continue }
                let (left, top) = ((u - 0.5).rounded(.down), (v - 0.5).rounded(.down))
                let (right, below) = (u - 0.5 - left, v - 0.5 - top)
                let upper = color(Int(left), Int(top)) * (1 - right) + color(Int(left) + 1, Int(top)) * right
                let lower = color(Int(left), Int(top) + 1) * (1 - right) + color(Int(left) + 1, Int(top) + 1) * right
                blend(upper * (1 - below) + lower * below, x: x, y: y)
            }
        }
    }

    /// Draws bilinearly into a rectangle at integer pixels; the edge pixels are repeated beyond the edge.
    mutating func stretch(_ picture: TestPicture, _ left: Int, _ top: Int, _ width: Int, _ height: Int) {
        let (scaleX, scaleY) = (Double(picture.width) / Double(width), Double(picture.height) / Double(height))
        sample(picture) { x, y in ((x - Double(left)) * scaleX, (y - Double(top)) * scaleY) }
    }

    /// Draws reduced, by averaging all of the picture's pixels.
    mutating func average(_ picture: TestPicture, _ scale: Double, _ left: Int, _ top: Int) {
        let count = HandDrawing.samples
        for y in 0..<height {
            for x in 0..<width {
                var sum = SIMD4<Double>.zero
                for index in 0..<count * count {
                    let u = (Double(x - left) + (Double(index % count) + 0.5) / Double(count)) / scale
                    let v = (Double(y - top) + (Double(index / count) + 0.5) / Double(count)) / scale
                    guard u >= 0, v >= 0, u < Double(picture.width), v < Double(picture.height) else { continue }
                    sum += picture[Int(u), Int(v)].premultiplied
                }
                blend(sum / Double(count * count), x: x, y: y)
            }
        }
    }

    // MARK: Shapes

    /// Paints the inside of a figure; coverage is the fraction of a pixel's samples inside of it.
    mutating func fill(_ color: RGBA, alpha: Double = 1, _ isInside: (_ x: Double, _ y: Double) -> Bool) {
        let count = HandDrawing.samples
        for y in 0..<height {
            for x in 0..<width {
                var hits = 0
                for index in 0..<count * count {
                    let (u, v) = (Double(index % count) + 0.5, Double(index / count) + 0.5)
                    if isInside(Double(x) + u / Double(count), Double(y) + v / Double(count)) { hits += 1 }
                }
                if hits > 0 { blend(color.premultiplied * (alpha * Double(hits) / Double(count * count)), x: x, y: y) }
            }
        }
    }

    /// A rectangle at integer pixels.
    mutating func rect(_ color: RGBA, _ x: Int, _ y: Int, _ width: Int, _ height: Int, alpha: Double = 1) {
        for row in y..<y + height {
            for column in x..<x + width { blend(color.premultiplied * alpha, x: column, y: row) }
        }
    }

    // MARK: Groups

    /// Draws to a separate drawing, and draws the result over this one.
    mutating func group(alpha: Double = 1, _ body: (inout HandDrawing) -> Void) {
        let layer = HandDrawing.with(width: width, height: height, body)
        for index in pixels.indices {
            let color = layer.pixels[index] * alpha
            pixels[index] = color + pixels[index] * (1 - color[3])
        }
    }

    /// Multiplies everything so far by another drawing's alpha.
    mutating func mask(_ body: (inout HandDrawing) -> Void) {
        let mask = HandDrawing.with(width: width, height: height, body)
        for index in pixels.indices { pixels[index] *= mask.pixels[index][3] }
    }
}

/// Tests whether points are inside of a figure.
enum Figure {
    typealias Test = @Sendable (_ x: Double, _ y: Double) -> Bool

    static func ellipse(_ centerX: Double, _ centerY: Double, _ radiusX: Double, _ radiusY: Double) -> Test {
        { x, y in
            let (u, v) = ((x - centerX) / radiusX, (y - centerY) / radiusY)
            return u * u + v * v < 1
        }
    }

    static func rect(_ left: Double, _ top: Double, _ width: Double, _ height: Double) -> Test {
        { x, y in x >= left && x < left + width && y >= top && y < top + height }
    }

    /// A convex polygon with corners in either direction.
    static func convex(_ corners: (Double, Double)...) -> Test {
        { x, y in
            var (left, right) = (false, false)
            for (index, corner) in corners.enumerated() {
                let next = corners[(index + 1) % corners.count]
                let side = (next.0 - corner.0) * (y - corner.1) - (next.1 - corner.1) * (x - corner.0)
                if side < 0 { left = true } else { right = true }
            }
            return !(left && right)
        }
    }

    /// A line with butt caps.
    static func line(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, width: Double) -> Test {
        let length = ((x2 - x1) * (x2 - x1) + (y2 - y1) * (y2 - y1)).squareRoot()
        let (u, v) = ((x2 - x1) / length, (y2 - y1) / length)
        return { x, y in
            let along = (x - x1) * u + (y - y1) * v
            let across = (x - x1) * -v + (y - y1) * u
            return along >= 0 && along <= length && across.magnitude <= width / 2
        }
    }

    static func roundedRect(_ left: Double, _ top: Double, _ width: Double, _ height: Double, radius: Double) -> Test {
        { x, y in
            guard x >= left, x < left + width, y >= top, y < top + height else { return false }
            // The distance beyond the straight part of the edges.
            let u = max(left + radius - x, x - (left + width - radius), 0)
            let v = max(top + radius - y, y - (top + height - radius), 0)
            return u * u + v * v <= radius * radius
        }
    }

    static func any(_ tests: Test...) -> Test { { x, y in tests.contains { $0(x, y) } } }
}
