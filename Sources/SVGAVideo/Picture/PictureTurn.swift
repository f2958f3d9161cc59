#if Video
    import SVGAPixels

    /// The rotation or reflection that players apply to a video's pictures. Phones store pictures in the orientation of the sensor.
    struct PictureTurn: Hashable, Sendable {
        // A pixel at (x, y) moves to (a·x + c·y, b·x + d·y), translated so that all coordinates are at least 0.
        private let a: Int
        private let b: Int
        private let c: Int
        private let d: Int

        /// - Parameter matrix: nine numbers as in QuickTime's track headers.
        /// - Returns: nil if the matrix is neither a rotation by right angles nor a reflection.
        init?(matrix: UnsafePointer<Int32>) {
            // Writers round. The scale is ignored, because the picture keeps its size.
            let numbers = [matrix[0], matrix[1], matrix[3], matrix[4]].map(Int.init)
            let largest = numbers.reduce(0) { max($0, abs($1)) }
            let signs = numbers.map { abs($0) * 100 < largest ? 0 : $0.signum() }
            (a, b, c, d) = (signs[0], signs[1], signs[2], signs[3])
            guard largest > 0, abs(a) + abs(b) == 1, abs(c) + abs(d) == 1, abs(a) + abs(c) == 1 else { return nil }
        }

        var isNone: Bool { a == 1 && d == 1 }

        func size(width: Int, height: Int) -> (width: Int, height: Int) { a == 0 ? (height, width) : (width, height) }

        func turned(_ picture: Pixmap) -> Pixmap {
            if isNone { return picture }
            let (width, height) = (picture.width, picture.height)
            let (newWidth, newHeight) = size(width: width, height: height)
            var result = Pixmap(width: newWidth, height: newHeight)
            let start = (a < 0 ? width - 1 : 0) + (c < 0 ? height - 1 : 0)
            let startRow = (b < 0 ? width - 1 : 0) + (d < 0 ? height - 1 : 0)
            let step = a + b * newWidth
            result.pixels.withUnsafeMutableBytes { target in
                picture.pixels.withUnsafeBytes { source in
                    for y in 0..<height {
                        var index = (startRow + d * y) * newWidth + start + c * y
                        for offset in stride(from: 4 * y * width, to: 4 * (y + 1) * width, by: 4) {
                            target.storeBytes(
                                of: source.loadUnaligned(fromByteOffset: offset, as: UInt32.self), toByteOffset: 4 * index, as: UInt32.self)
                            index += step
                        }
                    }
                }
            }
            return result
        }
    }
#endif
