package import SVGAPixels

// What walks over all pixels for a test. This module is compiled with optimization, unlike most tests.

/// How the bytes of two pictures of the same size differ.
package struct ByteDifferences {
    /// How many bytes differ.
    package private(set) var count = 0
    /// The sum of their differences.
    package private(set) var sum = 0
    /// The largest difference.
    package private(set) var largest = 0
    /// How many bytes differ by more than a limit.
    package private(set) var far = 0

    /// - Parameters:
    ///   - scale: by which each difference is multiplied and then rounded.
    ///   - limit: of ``far``.
    package init(_ one: [UInt8], _ other: [UInt8], scale: Double = 1, limit: Int) {
        for (one, other) in zip(one, other) where one != other {
            let difference = Int((Double(abs(Int(one) - Int(other))) * scale).rounded())
            (count, sum, largest) = (count + 1, sum + difference, max(largest, difference))
            if difference > limit { far += 1 }
        }
    }
}

extension Pixmap {
    /// The largest difference of a channel, for each pixel of two pictures of the same size.
    package func differences(from other: Pixmap) -> [Int] {
        stride(from: 0, to: pixels.count, by: 4).map { at in
            (at..<at + 4).reduce(0) { max($0, abs(Int(pixels[$1]) - Int(other.pixels[$1]))) }
        }
    }
}

/// The sums of the last values of a line, up to and including each, as many as a box is wide; and again for each further box.
package func sums(of line: [Int], boxes widths: [Int]) -> [Int] {
    var values = line
    for width in widths { values = values.indices.map { at in values[max(0, at - width + 1)...at].reduce(0, +) } }
    return values
}
