/// In which order the colors of a palette stand, of which depends how well their numbers deflate.
enum PNGPaletteOrder: Hashable, CaseIterable {
    /// By alpha and brightness.
    case brightness
    /// As they come in the picture.
    case appearance
    /// Those that stand beside each other most often first, and each new one at the end that it meets more: Zeng's way.
    case neighbours
    /// The pairs that meet most become chains, and these are joined: Battiato's way.
    case chains
}

extension PNGPalette {
    /// The same order with what is not opaque before the rest, so that the file needs no alphas but its own.
    var alphasFirst: PNGPalette { PNGPalette(colors.filter { $0 >> 24 < 255 } + colors.filter { $0 >> 24 == 255 }) }
}

/// How often the colors of a picture stand beside each other.
struct PNGColorNeighbours {
    private let palette: PNGPalette
    private let count: Int
    /// By the places of both.
    private var meetings: [UInt32]

    /// - Parameters:
    ///   - pixels: 8-bit RGBA with straight alpha, rows from the top without padding.
    ///   - palette: all colors of the picture, in the order of their appearance.
    init(_ pixels: UnsafeRawBufferPointer, width: Int, palette: PNGPalette) {
        self.palette = palette
        count = palette.colors.count
        meetings = [UInt32](repeating: 0, count: count * count)
        var above = [Int](repeating: 0, count: width)
        var last: (color: UInt32, place: Int) = (palette.colors.first ?? 0, 0)
        for y in 0..<pixels.count / (4 * width) {
            var left = 0
            for x in 0..<width {
                let color = UInt32(littleEndian: pixels.loadUnaligned(fromByteOffset: 4 * (y * width + x), as: UInt32.self))
                if color != last.color { last = (color, Int(palette.place(of: color) ?? 0)) }
                if x > 0 { meet(last.place, left) }
                if y > 0 { meet(last.place, above[x]) }
                (left, above[x]) = (last.place, last.place)
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
        case .neighbours: withShortAlphas(neighbours)
        case .chains: withShortAlphas(chains)
        }
    }

    /// The colors in this order or its reverse, whichever needs fewer alphas in the file.
    private func withShortAlphas(_ places: [Int]) -> PNGPalette {
        let colors = places.map { palette.colors[$0] }
        let reversed: [UInt32] = colors.reversed()
        func alphas(_ colors: [UInt32]) -> Int { colors.lastIndex { $0 >> 24 < 255 } ?? -1 }
        return PNGPalette(alphas(colors) <= alphas(reversed) ? colors : reversed)
    }

    private var neighbours: [Int] {
        guard count > 2 else { return Array(0..<count) }
        let most = meetings.indices.max { (meetings[$0], $1) < (meetings[$1], $0) } ?? 1
        var order = most / count == most % count ? [0, 1] : [most / count, most % count]
        var rest = (0..<count).filter { !order.contains($0) }
        var sums = (0..<count).map { place in order.reduce(0) { $0 + Int(meetings[place * count + $1]) } }
        while let next = rest.max(by: { (sums[$0], $1) < (sums[$1], $0) }) {
            rest.removeAll { $0 == next }
            // Below 0: what it meets stands rather towards the end.
            let lean = order.enumerated().reduce(0) { $0 + (order.count - 1 - 2 * $1.offset) * Int(meetings[next * count + $1.element]) }
            order.insert(next, at: lean > 0 ? 0 : order.count)
            for place in rest { sums[place] += Int(meetings[place * count + next]) }
        }
        return order
    }

    private var chains: [Int] {
        let pairs = meetings.indices.filter { $0 / count < $0 % count }.sorted { (meetings[$0], $1) > (meetings[$1], $0) }
        var chains = (0..<count).map { [$0] }
        /// In which chain each place is.
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
            for place in second { homes[place] = home }
        }
        return chains.flatMap { $0 }
    }
}
