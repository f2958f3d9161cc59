#if Video
    import SVGASupport

    /// Smooths the colors of nearly transparent pixels, and continues them into transparent ones around.
    ///
    /// Straight colors of faint pixels are noise, because their premultiplied colors have few steps, and they end at black. Both are nearly
    /// invisible, and take most of the bytes of a soft edge. Far from visible pixels the picture stays black, so that nothing moves there.
    struct FaintColors {
        /// The cells of the last level are 16 pixels wide.
        private static let levelCount = 4
        /// The weight of a coarser level against a visible pixel, in 1/256 of an alpha of 255.
        private static let weight: UInt32 = 13 * 255

        /// The mean premultiplied color and alpha of square cells, or the color in the first three numbers; in 1/256.
        private struct Level {
            let width: Int
            let height: Int
            var cells: [SIMD4<UInt16>]

            init(width: Int, height: Int) {
                (self.width, self.height) = (width, height)
                cells = [SIMD4<UInt16>](repeating: .zero, count: width * height)
            }
        }

        private let width: Int
        private let height: Int
        /// Below this alpha, a pixel's color is mixed with the colors around.
        private let faint: UInt32
        private var levels: [Level] = []

        /// - Parameter faint: pixels below this alpha may change; above 0.
        init(width: Int, height: Int, faint: UInt32) {
            (self.width, self.height, self.faint) = (width, height, faint)
            var size = (width: width, height: height)
            for _ in 0..<FaintColors.levelCount {
                size = ((size.width + 1) / 2, (size.height + 1) / 2)
                levels.append(Level(width: size.width, height: size.height))
            }
        }

        /// The most bytes per pixel.
        static let bytesPerPixel = 3

        /// Changes the colors of the picture's faint pixels. Alpha stays.
        /// - Parameter row: the pixels of a row: straight RGBA, red in the lowest byte.
        mutating func smooth(_ row: (Int) -> UnsafeMutableBufferPointer<UInt32>) {
            guard (0..<height).contains(where: { hasFaint(row($0)) }) else { return }
            average(row)
            for index in 1..<levels.count { average(level: index) }
            for index in (0..<levels.count).reversed() { color(level: index) }
            for y in 0..<height { mix(row(y), y) }
        }

        private func hasFaint(_ pixels: UnsafeMutableBufferPointer<UInt32>) -> Bool {
            for x in 0..<width where pixels[x] >> 24 < faint { return true }
            return false
        }

        /// Fills the first level with means of four pixels.
        private mutating func average(_ row: (Int) -> UnsafeMutableBufferPointer<UInt32>) {
            let cellWidth = levels[0].width
            for y in 0..<levels[0].height {
                // Beyond the last row and column there is nothing.
                let (upper, lower) = (row(2 * y), 2 * y + 1 < height ? row(2 * y + 1) : nil)
                for x in 0..<cellWidth {
                    let hasRight = 2 * x + 1 < width
                    var sum = FaintColors.premultiplied(upper[2 * x])
                    if hasRight { sum &+= FaintColors.premultiplied(upper[2 * x + 1]) }
                    if let lower {
                        sum &+= FaintColors.premultiplied(lower[2 * x])
                        if hasRight { sum &+= FaintColors.premultiplied(lower[2 * x + 1]) }
                    }
                    // The mean of four products, divided by 255, in 1/256.
                    levels[0].cells[y * cellWidth + x] = SIMD4<UInt16>(truncatingIfNeeded: (sum &* 64) / 255)
                }
            }
        }

        /// The color times the alpha, and the alpha times 255.
        @inline(__always)
        private static func premultiplied(_ pixel: UInt32) -> SIMD4<UInt32> {
            let alpha = pixel >> 24
            return SIMD4(pixel & 255, pixel >> 8 & 255, pixel >> 16 & 255, 255) &* alpha
        }

        /// Fills a level with means of four cells of the finer one.
        private mutating func average(level index: Int) {
            let (fine, width) = (levels[index - 1], levels[index].width)
            for y in 0..<levels[index].height {
                for x in 0..<width {
                    var sum = SIMD4<UInt32>.zero
                    for row in 2 * y..<min(2 * y + 2, fine.height) {
                        for column in 2 * x..<min(2 * x + 2, fine.width) {
                            sum &+= SIMD4<UInt32>(truncatingIfNeeded: fine.cells[row * fine.width + column])
                        }
                    }
                    levels[index].cells[y * width + x] = SIMD4<UInt16>(truncatingIfNeeded: sum &>> 2)
                }
            }
        }

        /// Replaces premultiplied colors by colors. Where little is visible, the coarser level counts, and beyond the last one black.
        private mutating func color(level index: Int) {
            let (width, height) = (levels[index].width, levels[index].height)
            let coarse = index + 1 < levels.count ? levels[index + 1] : nil
            for y in 0..<height {
                for x in 0..<width {
                    let cell = SIMD4<UInt32>(truncatingIfNeeded: levels[index].cells[y * width + x])
                    let around = coarse.map { FaintColors.sample($0, x, y) } ?? .zero
                    // In 1/64, so that the sum is below 2³².
                    let sum = cell &* (255 * 64) &+ (around &* FaintColors.weight) &>> 2
                    let color = sum / (cell.w &+ FaintColors.weight)
                    levels[index].cells[y * width + x] = SIMD4<UInt16>(truncatingIfNeeded: color &* 4)
                }
            }
        }

        /// The color of a coarser level at a cell or pixel of the next finer one, between the nearest four cells.
        @inline(__always)
        private static func sample(_ level: Level, _ x: Int, _ y: Int) -> SIMD4<UInt32> {
            let (column, row) = (x >> 1, y >> 1)
            let nextColumn = min(max(column + (x & 1 == 0 ? -1 : 1), 0), level.width - 1)
            let nextRow = min(max(row + (y & 1 == 0 ? -1 : 1), 0), level.height - 1)
            func cell(_ x: Int, _ y: Int) -> SIMD4<UInt32> { SIMD4<UInt32>(truncatingIfNeeded: level.cells[y * level.width + x]) }
            let near = 3 &* cell(column, row) &+ cell(nextColumn, row)
            let far = 3 &* cell(column, nextRow) &+ cell(nextColumn, nextRow)
            return (3 &* near &+ far) &>> 4
        }

        private func mix(_ pixels: UnsafeMutableBufferPointer<UInt32>, _ y: Int) {
            for x in 0..<width {
                let pixel = pixels[x]
                let alpha = pixel >> 24
                if alpha >= faint { continue }
                let around = FaintColors.sample(levels[0], x, y)
                var mixed = alpha << 24
                for channel in 0..<3 {
                    let own = pixel >> UInt32(8 * channel) & 255
                    let sum = own &* 256 &* alpha &+ around[channel] &* (faint &- alpha)
                    mixed |= ((sum / faint &+ 128) >> 8) << UInt32(8 * channel)
                }
                pixels[x] = mixed
            }
        }
    }
#endif
