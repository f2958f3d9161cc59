/// The order of a palette's colors, which affects how well the indices compress.
enum PNGPaletteOrder: Hashable, CaseIterable {
    /// By alpha and brightness.
    case brightness
    /// By first appearance in the picture.
    case appearance
    /// Zeng's method: starts with the most frequent pair of neighbors, and appends each color at the end with more pairs.
    case neighbors
    /// Battiato's method: the most frequent pairs become chains, which are joined.
    case chains
}

extension PNGPalette {
    /// The same order with translucent colors first, so that the file needs alpha entries only for them.
    var alphasFirst: PNGPalette { PNGPalette(colors.filter { $0 >> 24 < 255 } + colors.filter { $0 >> 24 == 255 }) }
}

/// How often each pair of a picture's colors is adjacent.
struct PNGColorNeighbors {
    private let palette: PNGPalette
    private let count: Int
    /// By the indices of both colors.
    private var meetings: [UInt32]

    /// - Parameters:
    ///   - pixels: 8-bit RGBA with straight alpha, rows from the top without padding.
    ///   - palette: all colors of the picture, in the order of their first appearance.
    init(_ pixels: UnsafeRawBufferPointer, width: Int, palette: PNGPalette) {
        self.palette = palette
        count = palette.colors.count
        meetings = [UInt32](repeating: 0, count: count * count)
        var above = [Int](repeating: 0, count: width)
        var last: (color: UInt32, index: Int) = (palette.colors.first ?? 0, 0)
        for y in 0..<pixels.count / (4 * width) {
            var left = 0
            for x in 0..<width {
                let color = UInt32(littleEndian: pixels.loadUnaligned(fromByteOffset: 4 * (y * width + x), as: UInt32.self))
                if color != last.color { last = (color, Int(palette.index(of: color) ?? 0)) }
                if x > 0 { meet(last.index, left) }
                if y > 0 { meet(last.index, above[x]) }
                (left, above[x]) = (last.index, last.index)
            }
        }
    }

    private mutating func meet(_ one: Int, _ other: Int) {
        guard one != other else { return }
        meetings[one * count + other] &+= 1
        meetings[other * count + one] &+= 1
    }

    func ordered(_ order: PNGPaletteOrder) -> PNGPalette {
        switch order {
        case .brightness: palette.sorted
        case .appearance: palette
        case .neighbors: withShortAlphas(neighbors)
        case .chains: withShortAlphas(chains)
        }
    }

    /// The colors in this order or reversed, whichever needs fewer alpha entries.
    private func withShortAlphas(_ order: [Int]) -> PNGPalette {
        let colors = order.map { palette.colors[$0] }
        let reversed: [UInt32] = colors.reversed()
        func alphas(_ colors: [UInt32]) -> Int { colors.lastIndex { $0 >> 24 < 255 } ?? -1 }
        return PNGPalette(alphas(colors) <= alphas(reversed) ? colors : reversed)
    }

    private var neighbors: [Int] {
        guard count > 2 else { return Array(0..<count) }
        let best = meetings.indices.max { (meetings[$0], $1) < (meetings[$1], $0) } ?? 1
        var order = best / count == best % count ? [0, 1] : [best / count, best % count]
        var remaining = (0..<count).filter { !order.contains($0) }
        var sums = (0..<count).map { index in order.reduce(0) { $0 + Int(meetings[index * count + $1]) } }
        while let next = remaining.max(by: { (sums[$0], $1) < (sums[$1], $0) }) {
            remaining.removeAll { $0 == next }
            // Below 0: the color has more pairs towards the end.
            let lean = order.enumerated().reduce(0) { $0 + (order.count - 1 - 2 * $1.offset) * Int(meetings[next * count + $1.element]) }
            order.insert(next, at: lean > 0 ? 0 : order.count)
            for index in remaining { sums[index] += Int(meetings[index * count + next]) }
        }
        return order
    }

    private var chains: [Int] {
        let pairs = meetings.indices.filter { $0 / count < $0 % count }.sorted { (meetings[$0], $1) > (meetings[$1], $0) }
        var chains = (0..<count).map { [$0] }
        /// The chain of each color index.
        var homes = Array(0..<count)
        for pair in pairs {
            let (one, other) = (pair / count, pair % count)
            var (first, second) = (chains[homes[one]], chains[homes[other]])
            guard homes[one] != homes[other], first.first == one || first.last == one, second.first == other || second.last == other else {
                continue
            }
            if first.last != one { first.reverse() }
            if second.first != other { second.reverse() }
            let home = homes[one]
            chains[homes[other]] = []
            chains[home] = first + second
            for index in second { homes[index] = home }
        }
        return chains.flatMap { $0 }
    }
}
