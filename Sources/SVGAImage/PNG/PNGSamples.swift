import SVGAPixels
import SVGAPlatform

/// A picture's samples in rows of whole bytes, before they are filtered.
struct PNGSamples {
    let bytes: [UInt8]
    let rowBytes: Int
    let height: Int
    /// As filters count.
    let bytesPerPixel: Int
    /// What the file has beside the samples: a palette.
    let colorBytes: Int

    /// Whether a ``sample`` saves time and is enough to judge by.
    var isLarge: Bool { bytes.count > 1 << 16 && height >= 3 * PNGSamples.bandRows }

    /// Every third band of rows: enough to tell which way of filtering suits the picture.
    var sample: PNGSamples {
        var bands: [UInt8] = []
        bands.reserveCapacity(bytes.count / 2)
        for y in stride(from: PNGSamples.bandRows, to: height, by: 3 * PNGSamples.bandRows) {
            bands += bytes[y * rowBytes..<min(height, y + PNGSamples.bandRows) * rowBytes]
        }
        return PNGSamples(
            bytes: bands, rowBytes: rowBytes, height: bands.count / rowBytes, bytesPerPixel: bytesPerPixel, colorBytes: colorBytes)
    }

    private static let bandRows = 16

    /// The rows as PNG compresses them, each after a byte for its filter.
    func filtered(_ choice: PNGFilterChoice) -> [UInt8] {
        let (rowBytes, bytesPerPixel) = (rowBytes, bytesPerPixel)
        var rater = choice.rating.map { RowRater($0, rowBytes: rowBytes) }
        return [UInt8](unsafeUninitializedCapacity: (rowBytes + 1) * height) { target, count in
            count = target.count
            withUnsafeTemporaryAllocation(of: UInt8.self, capacity: rowBytes) { zeros in
                zeros.initialize(repeating: 0)
                bytes.withUnsafeBufferPointer { bytes in
                    guard let rows = bytes.baseAddress, let out = target.baseAddress, let zeros = zeros.baseAddress else { return }
                    var above = UnsafePointer(zeros)
                    for y in 0..<height {
                        let (row, target) = (rows + y * rowBytes, out + y * (rowBytes + 1))
                        let filter: PNGFilter
                        switch choice {
                        case .always(let always): filter = always
                        case .best: filter = rater?.best(row, above: above, zeros: zeros, bytesPerPixel: bytesPerPixel) ?? .none
                        }
                        target[0] = filter.rawValue
                        filter.apply(row, above: above, count: rowBytes, bytesPerPixel: bytesPerPixel, to: target + 1)
                        above = row
                    }
                }
            }
        }
    }
}

/// Which filter each row gets.
enum PNGFilterChoice: Hashable {
    case always(PNGFilter)
    case best(Rating)

    /// What the best filter for a row has the least of: signs that it deflates well.
    enum Rating: Hashable {
        /// Different pairs of neighbouring bytes. Of all it is the nearest for drawings, and by far for soft edges on nothing.
        case pairs
        /// The entropy of its bytes.
        case entropy
        /// The sum of its bytes as numbers with a sign: libpng's way.
        case sum
    }

    var rating: Rating? {
        if case .best(let rating) = self { rating } else { nil }
    }
}

/// Finds the filter that suits a row best.
private struct RowRater {
    private let rating: PNGFilterChoice.Rating
    private var candidate: [UInt8]
    /// Of pairs of bytes, folded into fewer: the number of the row in which each was seen last.
    private var seen: [UInt8]
    private var row: UInt8 = 0

    private static let pairBits = 14

    init(_ rating: PNGFilterChoice.Rating, rowBytes: Int) {
        self.rating = rating
        candidate = [UInt8](repeating: 0, count: rowBytes)
        seen = [UInt8](repeating: 0, count: rating == .pairs ? 1 << RowRater.pairBits : 0)
    }

    mutating func best(
        _ row: UnsafePointer<UInt8>, above: UnsafePointer<UInt8>, zeros: UnsafePointer<UInt8>, bytesPerPixel: Int
    ) -> PNGFilter {
        let count = candidate.count
        if memcmp(row, zeros, count) == 0 { return .none }
        if memcmp(row, above, count) == 0 { return .up }
        var best = (filter: PNGFilter.none, rate: rate(UnsafeBufferPointer(start: row, count: count)))
        for filter in PNGFilter.allCases.dropFirst() {
            candidate.withUnsafeMutableBufferPointer { candidate in
                guard let target = candidate.baseAddress else { return }
                filter.apply(row, above: above, count: count, bytesPerPixel: bytesPerPixel, to: target)
            }
            let rate = rateCandidate()
            if rate < best.rate { best = (filter, rate) }
        }
        return best.filter
    }

    private mutating func rateCandidate() -> Double {
        let filtered = candidate
        return filtered.withUnsafeBufferPointer { rate($0) }
    }

    private mutating func rate(_ bytes: UnsafeBufferPointer<UInt8>) -> Double {
        switch rating {
        case .pairs: Double(pairs(bytes))
        case .entropy: RowRater.entropy(bytes)
        case .sum: Double(bytes.reduce(0) { $0 &+ Int(Int8(bitPattern: $1).magnitude) })
        }
    }

    private mutating func pairs(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
        if row == .max {
            for pair in seen.indices { seen[pair] = 0 }
            row = 0
        }
        row += 1
        let row = row
        return seen.withUnsafeMutableBufferPointer { seen in
            var count = 0
            var last = 0
            for byte in bytes {
                let pair = (last << (RowRater.pairBits - 8) ^ Int(byte)) & (1 << RowRater.pairBits - 1)
                if seen[pair] != row { count &+= 1 }
                seen[pair] = row
                last = Int(byte)
            }
            return count
        }
    }

    /// In bits, less what is the same for all filters of a row.
    private static func entropy(_ bytes: UnsafeBufferPointer<UInt8>) -> Double {
        withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 256) { counts in
            counts.initialize(repeating: 0)
            for byte in bytes { counts[Int(byte)] &+= 1 }
            return counts.reduce(0) { $1 > 1 ? $0 - Double($1) * log2(Double($1)) : $0 }
        }
    }
}
