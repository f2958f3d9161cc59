import CSVGAKernels
import SVGAPlatform

/// Compares two rows of four-byte pixels. Rows may be unaligned.
package enum RowDifference {
    /// The summed differences of rows.
    package struct Sums: Equatable {
        /// The number of pixels that differ in at least one channel.
        package var pixels = 0
        /// The sum of the squared differences of all channels.
        package var squares = 0
        /// The largest difference of any channel.
        package var largest = 0

        package init() {}
    }

    /// The first different pixel; nil if there is none.
    package static func first(_ left: UnsafeRawPointer, _ right: UnsafeRawPointer, count: Int) -> Int? {
        guard Simd.isOn else { return Scalar.first(left, right, count: count) }
        let x = svga_first_difference(left, right, count)
        return x < count ? x : nil
    }

    /// One after the last different pixel; nil if there is none.
    package static func end(_ left: UnsafeRawPointer, _ right: UnsafeRawPointer, count: Int) -> Int? {
        guard Simd.isOn else { return Scalar.end(left, right, count: count) }
        let x = svga_end_of_difference(left, right, count)
        return x > 0 ? x : nil
    }

    /// Adds the differences of two rows.
    package static func add(_ left: UnsafeRawPointer, _ right: UnsafeRawPointer, count: Int, to sums: inout Sums) {
        guard Simd.isOn else { return Scalar.add(left, right, count: count, to: &sums) }
        var row = svga_difference()
        svga_add_difference(left, right, count, &row)
        sums.pixels += Int(row.pixels)
        sums.squares += Int(row.squares)
        sums.largest = max(sums.largest, Int(row.largest))
    }

    /// The number of pixels of which a channel differs by more than `limit`.
    package static func count(_ left: UnsafeRawPointer, _ right: UnsafeRawPointer, count: Int, above limit: UInt8) -> Int {
        Simd.isOn ? svga_count_above(left, right, count, limit) : Scalar.count(left, right, count: count, above: limit)
    }
}

extension RowDifference {
    /// The plain Swift implementation.
    package enum Scalar {
        package static func first(_ left: UnsafeRawPointer, _ right: UnsafeRawPointer, count: Int) -> Int? {
            isSame(left, right, 0..<count) ? nil : (0..<count).first { !isSame(left, right, $0..<$0 + 1) }
        }

        package static func end(_ left: UnsafeRawPointer, _ right: UnsafeRawPointer, count: Int) -> Int? {
            isSame(left, right, 0..<count) ? nil : (0..<count).last { !isSame(left, right, $0..<$0 + 1) }.map { $0 + 1 }
        }

        package static func add(_ left: UnsafeRawPointer, _ right: UnsafeRawPointer, count: Int, to sums: inout Sums) {
            for x in 0..<count {
                var worst = 0
                for byte in 4 * x..<4 * x + 4 {
                    let difference = abs(
                        Int(left.load(fromByteOffset: byte, as: UInt8.self)) - Int(right.load(fromByteOffset: byte, as: UInt8.self)))
                    worst = max(worst, difference)
                    sums.squares += difference * difference
                }
                sums.largest = max(sums.largest, worst)
                if worst > 0 { sums.pixels += 1 }
            }
        }

        package static func count(_ left: UnsafeRawPointer, _ right: UnsafeRawPointer, count: Int, above limit: UInt8) -> Int {
            func byte(_ row: UnsafeRawPointer, _ index: Int) -> Int { Int(row.load(fromByteOffset: index, as: UInt8.self)) }
            return (0..<count).count { x in
                (4 * x..<4 * x + 4).contains { abs(byte(left, $0) - byte(right, $0)) > Int(limit) }
            }
        }

        private static func isSame(_ left: UnsafeRawPointer, _ right: UnsafeRawPointer, _ pixels: Range<Int>) -> Bool {
            memcmp(left + 4 * pixels.lowerBound, right + 4 * pixels.lowerBound, 4 * pixels.count) == 0
        }
    }
}
