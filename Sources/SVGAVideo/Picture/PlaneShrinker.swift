#if Video
    /// Scales byte planes down: each new byte is the exact area average, including fractions of bytes.
    struct PlaneShrinker {
        private let width: Int
        private let height: Int
        private let newWidth: Int
        private let newHeight: Int

        /// - Precondition: the new sides are at least 1 and at most the old ones.
        init(width: Int, height: Int, newWidth: Int, newHeight: Int) {
            precondition((1...width).contains(newWidth) && (1...height).contains(newHeight))
            self.width = width
            self.height = height
            self.newWidth = newWidth
            self.newHeight = newHeight
        }

        /// - Parameters:
        ///   - plane: rows from the top, without padding.
        ///   - take: receives each new row, from the top.
        func shrink(_ plane: UnsafeBufferPointer<UInt8>, _ take: (_ y: Int, _ row: UnsafeBufferPointer<UInt8>) -> Void) {
            precondition(plane.count >= width * height)
            if newWidth == width && newHeight == height {
                for y in 0..<height { take(y, UnsafeBufferPointer(rebasing: plane[y * width..<(y + 1) * width])) }
                return
            }
            withUnsafeTemporaryAllocation(of: Int.self, capacity: width) { sums in
                withUnsafeTemporaryAllocation(of: UInt8.self, capacity: newWidth) { row in
                    for newY in 0..<newHeight {
                        sums.initialize(repeating: 0)
                        for y in newY * height / newHeight..<((newY + 1) * height - 1) / newHeight + 1 {
                            let weight = PlaneShrinker.overlap(newY, of: newHeight, with: y, of: height)
                            for x in 0..<width { sums[x] += weight * Int(plane[y * width + x]) }
                        }
                        for newX in 0..<newWidth { row.initializeElement(at: newX, to: average(sums, newX)) }
                        take(newY, UnsafeBufferPointer(row))
                    }
                }
            }
        }

        private func average(_ sums: UnsafeMutableBufferPointer<Int>, _ newX: Int) -> UInt8 {
            var sum = width * height / 2
            for x in newX * width / newWidth..<((newX + 1) * width - 1) / newWidth + 1 {
                sum += sums[x] * PlaneShrinker.overlap(newX, of: newWidth, with: x, of: width)
            }
            return UInt8(truncatingIfNeeded: sum / (width * height))
        }

        /// The overlap of a new sample with an old one. The scale has `count × newCount` units, so that all numbers are integers:
        /// a new sample covers `count` of them, and an old one `newCount`.
        private static func overlap(_ newIndex: Int, of newCount: Int, with index: Int, of count: Int) -> Int {
            min((newIndex + 1) * count, (index + 1) * newCount) - max(newIndex * count, index * newCount)
        }
    }
#endif
