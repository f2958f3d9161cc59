import CSVGAKernels
import SVGAPlatform

/// Where and how much two rows of four-byte pixels differ. The rows may lie at any address.
package enum RowDifference {
    /// How the pixels of rows differ, added up.
    package struct Sums: Equatable {
        /// How many differ in at least one channel.
        package var pixels = 0
        /// The squared differences of all channels.
        package var squares = 0
        /// The largest difference of any channel.
        package var largest = 0

        package init() {}
    }

    /// The first pixel that differs; nil if none does.
    package static func first(_ left: UnsafeRawPointer, _ right: UnsafeRawPointer, count: Int) -> Int? {
        guard Simd.isOn else { return Scalar.first(left, right, count: count) }
        let x = svga_first_difference(left, right, count)
        return x < count ? x : nil
    }

    /// One after the last pixel that differs; nil if none does.
    package static func end(_ left: UnsafeRawPointer, _ right: UnsafeRawPointer, count: Int) -> Int? {
        guard Simd.isOn else { return Scalar.end(left, right, count: count) }
        let x = svga_end_of_difference(left, right, count)
        return x > 0 ? x : nil
    }

    /// Adds what two rows contribute.
    package static func add(_ left: UnsafeRawPointer, _ right: UnsafeRawPointer, count: Int, to sums: inout Sums) {
        guard Simd.isOn else { return Scalar.add(left, right, count: count, to: &sums) }
        var row = svga_difference()
        svga_add_difference(left, right, count, &row)
        sums.pixels += Int(row.pixels)
        sums.squares += Int(row.squares)
        sums.largest = max(sums.largest, Int(row.largest))
    }
}

extension RowDifference {
    /// The same in plain Swift.
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

        private static func isSame(_ left: UnsafeRawPointer, _ right: UnsafeRawPointer, _ pixels: Range<Int>) -> Bool {
            memcmp(left + 4 * pixels.lowerBound, right + 4 * pixels.lowerBound, 4 * pixels.count) == 0
        }
    }
}
