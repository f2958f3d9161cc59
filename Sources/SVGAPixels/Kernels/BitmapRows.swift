import CSVGAKernels

/// Draws bitmap rows into output rows: interpolated, or copied. Words are premultiplied ARGB; see ``PixelBlend`` for the rounding.
package enum BitmapRows {
    /// The sample positions of an output row in a bitmap, in 32.32 fixed point.
    package struct Positions {
        package var column: Int
        package var row: Int
        /// The distance of two output pixels.
        package let columnStep: Int
        package let rowStep: Int

        package init(column: Int, row: Int, columnStep: Int, rowStep: Int) {
            (self.column, self.row, self.columnStep, self.rowStep) = (column, row, columnStep, rowStep)
        }

        package func moved(by count: Int) -> Positions {
            Positions(
                column: column &+ count &* columnStep, row: row &+ count &* rowStep, columnStep: columnStep, rowStep: rowStep)
        }
    }

    /// Samples a bitmap along a line and draws the pixels over `out`, rounded like ``AffineBlend``.
    /// - Parameters:
    ///   - positions: each has a right and a lower neighbor.
    ///   - alpha: 0…255.
    package static func affineOver(
        _ out: UnsafeMutablePointer<UInt32>, _ words: UnsafePointer<UInt32>, wordsPerRow: Int, _ positions: Positions, alpha: UInt32,
        count: Int
    ) {
        guard Simd.isOn else {
            return Scalar.affineOver(out, words, wordsPerRow: wordsPerRow, positions, alpha: alpha, count: count)
        }
        var row = svga_affine_row(
            words: words, stride: wordsPerRow, column: Int64(positions.column), row: Int64(positions.row),
            column_step: Int64(positions.columnStep), row_step: Int64(positions.rowStep))
        svga_affine_over(&row, alpha, count, out)
    }

    /// Resamples a bitmap row: 8.6 fixed point, four numbers per pixel. This is more precise than the 1/8 steps of Skia and Pixman.
    /// - Parameters:
    ///   - start: in 32.32 fixed point; each position has a right neighbor.
    ///   - step: the distance of two output pixels.
    package static func stretch(
        _ samples: UnsafeMutablePointer<Int16>, _ words: UnsafePointer<UInt32>, start: Int, step: Int, count: Int
    ) {
        if Simd.isOn {
            svga_stretch(words, Int64(start), Int64(step), count, samples)
        } else {
            Scalar.stretch(samples, words, start: start, step: step, count: count)
        }
    }

    /// Resamples a row and the next one. Positions are computed once for both.
    package static func stretchTwo(
        _ above: UnsafeMutablePointer<Int16>, _ below: UnsafeMutablePointer<Int16>, _ words: UnsafePointer<UInt32>, wordsPerRow: Int,
        start: Int, step: Int, count: Int
    ) {
        if Simd.isOn {
            svga_stretch_two(words, wordsPerRow, Int64(start), Int64(step), count, above, below)
        } else {
            Scalar.stretch(above, words, start: start, step: step, count: count)
            Scalar.stretch(below, words + wordsPerRow, start: start, step: step, count: count)
        }
    }

    /// Interpolates two such rows and draws the pixels over `out`, rounded like ``AxisAlignedBlend``.
    /// - Parameters:
    ///   - down: 0…32767 for 0 to 1.
    ///   - factor: 1…256.
    package static func betweenOver(
        _ out: UnsafeMutablePointer<UInt32>, _ above: UnsafePointer<Int16>, _ below: UnsafePointer<Int16>, down: Int16, factor: UInt32,
        count: Int
    ) {
        if Simd.isOn {
            svga_between_over(above, below, down, factor, count, out)
        } else {
            Scalar.betweenOver(out, above, below, down: down, factor: factor, count: count)
        }
    }

    /// Draws words over `out`, rounded like ``AxisAlignedBlend``.
    /// - Parameter factor: 1…256.
    package static func copyOver(_ out: UnsafeMutablePointer<UInt32>, _ words: UnsafePointer<UInt32>, factor: UInt32, count: Int) {
        if Simd.isOn { svga_copy_over(words, factor, count, out) } else { Scalar.copyOver(out, words, factor: factor, count: count) }
    }
}

extension BitmapRows {
    /// The plain Swift implementation.
    package enum Scalar {
        package static func affineOver(
            _ out: UnsafeMutablePointer<UInt32>, _ words: UnsafePointer<UInt32>, wordsPerRow: Int, _ positions: Positions, alpha: UInt32,
            count: Int
        ) {
            let factor = Float(alpha) / 256
            var position = positions
            for x in 0..<count {
                let at = words + ((position.row >> 32) &* wordsPerRow &+ (position.column >> 32))
                let (topLeft, topRight, bottomLeft, bottomRight) = (at[0], at[1], at[wordsPerRow], at[wordsPerRow &+ 1])
                if topLeft | topRight | bottomLeft | bottomRight != 0 {
                    let color = Pixel.bilinear(
                        topLeft, topRight, bottomLeft, bottomRight, fraction(position.column), fraction(position.row))
                    out[x] = AffineBlend.over(AffineBlend.source(color, factor), out[x])
                }
                position.column &+= position.columnStep
                position.row &+= position.rowStep
            }
        }

        /// The upper 16 bits of the fraction, as a number from 0 to 1.
        @inline(__always)
        private static func fraction(_ position: Int) -> Float {
            Float(Int32(truncatingIfNeeded: UInt32(truncatingIfNeeded: position) >> 16)) * (1 / 65536)
        }

        package static func stretch(
            _ samples: UnsafeMutablePointer<Int16>, _ words: UnsafePointer<UInt32>, start: Int, step: Int, count: Int
        ) {
            var position = start
            for x in 0..<count {
                let (left, right) = (channels(words[position >> 32]), channels(words[position >> 32 + 1]))
                // The upper 7 bits of the fraction.
                let part = Int16(truncatingIfNeeded: UInt32(truncatingIfNeeded: position) >> 25)
                store((left &<< 6) &+ (((right &- left) &* part) &>> 1), samples + 4 * x)
                position &+= step
            }
        }

        package static func betweenOver(
            _ out: UnsafeMutablePointer<UInt32>, _ above: UnsafePointer<Int16>, _ below: UnsafePointer<Int16>, down: Int16,
            factor: UInt32, count: Int
        ) {
            for x in 0..<count {
                let top = load(above + 4 * x)
                let difference = SIMD4<Int32>(truncatingIfNeeded: (load(below + 4 * x) &- top) &<< 1)
                let samples = top &+ SIMD4<Int16>(truncatingIfNeeded: (difference &* Int32(down)) &>> 16)
                out[x] = over(samples &>> 6, factor, out[x])
            }
        }

        package static func copyOver(_ out: UnsafeMutablePointer<UInt32>, _ words: UnsafePointer<UInt32>, factor: UInt32, count: Int) {
            for x in 0..<count { out[x] = over(channels(words[x]), factor, out[x]) }
        }

        /// ``AxisAlignedBlend`` with integers.
        @inline(__always)
        private static func over(_ sample: SIMD4<Int16>, _ factor: UInt32, _ target: UInt32) -> UInt32 {
            let faded = (SIMD4<UInt16>(truncatingIfNeeded: sample) &* UInt16(truncatingIfNeeded: factor)) &>> 8
            let below = SIMD4<UInt16>(truncatingIfNeeded: channels(target))
            let result = faded &+ ((below &* (256 &- faded[3])) &>> 8)
            return unsafeBitCast(SIMD4<UInt8>(truncatingIfNeeded: result), to: UInt32.self)
        }

        @inline(__always)
        private static func channels(_ word: UInt32) -> SIMD4<Int16> {
            SIMD4<Int16>(truncatingIfNeeded: unsafeBitCast(word, to: SIMD4<UInt8>.self))
        }

        @inline(__always)
        private static func load(_ samples: UnsafePointer<Int16>) -> SIMD4<Int16> {
            UnsafeRawPointer(samples).loadUnaligned(as: SIMD4<Int16>.self)
        }

        @inline(__always)
        private static func store(_ sample: SIMD4<Int16>, _ samples: UnsafeMutablePointer<Int16>) {
            UnsafeMutableRawPointer(samples).storeBytes(of: sample, as: SIMD4<Int16>.self)
        }
    }
}
