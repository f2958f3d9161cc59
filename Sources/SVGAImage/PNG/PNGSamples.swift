import SVGAPixels
import SVGAPlatform
import SVGASupport

/// A picture's samples in rows of full bytes, not filtered.
struct PNGSamples {
    let bytes: [UInt8]
    let rowBytes: Int
    let height: Int
    /// For filters.
    let bytesPerPixel: Int
    /// The size of the palette chunks.
    let colorBytes: Int
    /// The offset of alpha in a pixel; nil if pixels have no alpha sample.
    var alphaOffset: Int?
    /// Whether the samples are palette indices.
    var isIndexed = false

    /// Whether there are enough rows for a ``sample``.
    var hasSample: Bool { height >= 3 * PNGSamples.bandRows }

    /// Every third band of rows: enough to choose a filtering. The size of the palette is reduced in proportion.
    var sample: PNGSamples {
        var bands: [UInt8] = []
        bands.reserveCapacity(bytes.count / 2)
        for y in stride(from: PNGSamples.bandRows, to: height, by: 3 * PNGSamples.bandRows) {
            bands += bytes[y * rowBytes..<min(height, y + PNGSamples.bandRows) * rowBytes]
        }
        return PNGSamples(
            bytes: bands, rowBytes: rowBytes, height: bands.count / rowBytes, bytesPerPixel: bytesPerPixel,
            colorBytes: colorBytes * bands.count / bytes.count, alphaOffset: alphaOffset, isIndexed: isIndexed)
    }

    private static let bandRows = 16

    /// The rows before compression, each after its filter byte.
    func filtered(_ filtering: PNGFiltering) -> [UInt8] {
        var rows = FilteringRows(self, filtering)
        return [UInt8](unsafeUninitializedCapacity: (rowBytes + 1) * height) { target, count in
            count = target.count
            bytes.withUnsafeBufferPointer { bytes in
                guard let source = bytes.baseAddress, let out = target.baseAddress else { return }
                for y in 0..<height { rows.write(source + y * rowBytes, to: out + y * (rowBytes + 1)) }
            }
        }
    }
}

/// The filtering of a picture's rows.
struct PNGFiltering: Hashable {
    let choice: PNGFilterChoice
    /// Whether transparent pixels get the colors that the filter predicts, so that their bytes become 0.
    var fillsClear = false
}

/// The filter of each row.
enum PNGFilterChoice: Hashable {
    case always(PNGFilter)
    case best(Rating)

    /// The measure that the best filter of a row minimizes, as an estimate of its compressed size.
    enum Rating: Hashable {
        /// The number of different pairs of adjacent bytes. It is the best estimate for drawings, and by far for soft edges on
        /// transparency.
        case pairs
        /// The entropy of its bytes.
        case entropy
        /// The sum of its bytes as signed numbers: libpng's heuristic.
        case sum
    }
}

/// Filters rows in order, each with its best filter.
private struct FilteringRows {
    private let filters: [PNGFilter]
    private var rater: RowRater?
    private let bytesPerPixel: Int
    /// The offset of alpha in a pixel if transparent pixels get other colors.
    private let alphaOffset: Int?
    private let zeros: [UInt8]
    /// The previous row, not filtered.
    private var above: [UInt8]
    private var row: [UInt8]
    private var result: [UInt8]
    /// The row filtered with the best filter so far.
    private var bestRow: [UInt8]
    private var bestResult: [UInt8]

    init(_ samples: PNGSamples, _ filtering: PNGFiltering) {
        switch filtering.choice {
        case .always(let filter): filters = [filter]
        case .best(let rating):
            filters = PNGFilter.allCases
            rater = RowRater(rating, rowBytes: samples.rowBytes)
        }
        bytesPerPixel = samples.bytesPerPixel
        alphaOffset = filtering.fillsClear ? samples.alphaOffset : nil
        zeros = [UInt8](repeating: 0, count: samples.rowBytes)
        (above, row, result, bestRow, bestResult) = (zeros, zeros, zeros, zeros, zeros)
    }

    mutating func write(_ source: UnsafePointer<UInt8>, to target: UnsafeMutablePointer<UInt8>) {
        let filter = choose(source)
        target[0] = filter.rawValue
        (target + 1).update(from: bestResult, count: bestResult.count)
        swap(&above, &bestRow)
    }

    /// Chooses the filter; ``bestRow`` and ``bestResult`` are its output.
    private mutating func choose(_ source: UnsafePointer<UInt8>) -> PNGFilter {
        let count = zeros.count
        if rater != nil {
            if memcmp(source, zeros, count) == 0 { return keep(.none, source) }
            if memcmp(source, above, count) == 0 { return keep(.up, source) }
        }
        var best: (filter: PNGFilter, rate: Double)?
        for filter in filters {
            apply(filter, source)
            let rate = rater?.rate(result, below: best?.rate ?? .infinity) ?? 0
            if let best, best.rate <= rate { continue }
            best = (filter, rate)
            swap(&row, &bestRow)
            swap(&result, &bestResult)
        }
        return best?.filter ?? .none
    }

    private mutating func keep(_ filter: PNGFilter, _ source: UnsafePointer<UInt8>) -> PNGFilter {
        apply(filter, source)
        swap(&row, &bestRow)
        swap(&result, &bestResult)
        return filter
    }

    private mutating func apply(_ filter: PNGFilter, _ source: UnsafePointer<UInt8>) {
        let (count, bytesPerPixel, alphaOffset) = (zeros.count, bytesPerPixel, alphaOffset)
        row.withUnsafeMutableBufferPointer { row in
            result.withUnsafeMutableBufferPointer { result in
                above.withUnsafeBufferPointer { above in
                    guard let row = row.baseAddress, let result = result.baseAddress, let above = above.baseAddress else { return }
                    row.update(from: source, count: count)
                    if let alphaOffset {
                        filter.fillClear(row, above: above, count: count, bytesPerPixel: bytesPerPixel, alphaOffset: alphaOffset)
                    }
                    filter.apply(row, above: above, count: count, bytesPerPixel: bytesPerPixel, to: result)
                }
            }
        }
    }
}

extension PNGFilter {
    /// Gives pixels with alpha 0 the colors that the filter predicts.
    fileprivate func fillClear(
        _ row: UnsafeMutablePointer<UInt8>, above: UnsafePointer<UInt8>, count: Int, bytesPerPixel: Int, alphaOffset: Int
    ) {
        if self == .none { return }
        for start in stride(from: 0, to: count, by: bytesPerPixel) where row[start + alphaOffset] == 0 {
            for x in start..<start + bytesPerPixel where x != start + alphaOffset {
                row[x] =
                    start == 0
                    ? guess(left: 0, up: above[x], upLeft: 0)
                    : guess(left: row[x - bytesPerPixel], up: above[x], upLeft: above[x - bytesPerPixel])
            }
        }
    }
}

/// Estimates the compressed size of a filtered row: smaller is better.
private struct RowRater {
    private let rating: PNGFilterChoice.Rating
    /// For each byte, or hashed pair: its count, or the number of the last row that has it.
    private var seen: [UInt16]
    private var row: UInt16 = 0
    /// For each n, the increase of `n × log2 n` from n - 1.
    private let growth: [Double]

    private static let pairBits = 14

    init(_ rating: PNGFilterChoice.Rating, rowBytes: Int) {
        self.rating = rating
        func weight(_ count: Int) -> Double { count > 1 ? Double(count) * log2(Double(count)) : 0 }
        switch rating {
        case .pairs, .sum: growth = []
        case .entropy: growth = (0...min(rowBytes, Int(UInt16.max) - 1)).map { weight($0 + 1) - weight($0) }
        }
        seen = [UInt16](repeating: 0, count: rating == .sum ? 0 : rating == .entropy ? 256 : 1 << RowRater.pairBits)
    }

    /// - Parameter limit: the rate of another filter. Counting may end when it is reached: the result is then at least the limit.
    mutating func rate(_ bytes: [UInt8], below limit: Double) -> Double {
        switch rating {
        case .pairs: Double(pairs(bytes, below: Int(saturating: limit)))
        case .entropy: entropy(bytes)
        case .sum: Double(bytes.reduce(0) { $0 &+ Int(Int8(bitPattern: $1).magnitude) })
        }
    }

    /// The number of bytes between two comparisons with the limit.
    private static let countedBytes = 64

    private mutating func pairs(_ bytes: [UInt8], below limit: Int) -> Int {
        if row == .max {
            for pair in seen.indices { seen[pair] = 0 }
            row = 0
        }
        row += 1
        let row = row
        return seen.withUnsafeMutableBufferPointer { seen in
            var count = 0
            var last = 0
            var start = 0
            while start < bytes.count, count < limit {
                let end = min(bytes.count, start + RowRater.countedBytes)
                for byte in bytes[start..<end] {
                    let pair = (last << (RowRater.pairBits - 8) ^ Int(byte)) & (1 << RowRater.pairBits - 1)
                    count &+= seen[pair] != row ? 1 : 0
                    seen[pair] = row
                    last = Int(byte)
                }
                start = end
            }
            return count
        }
    }

    /// In bits, without the terms that are equal for all filters of a row.
    private mutating func entropy(_ bytes: [UInt8]) -> Double {
        seen.withUnsafeMutableBufferPointer { seen in
            var sum = 0.0
            for byte in bytes {
                sum -= growth[min(Int(seen[Int(byte)]), growth.count - 1)]
                seen[Int(byte)] &+= 1
            }
            for index in seen.indices { seen[index] = 0 }
            return sum
        }
    }
}
