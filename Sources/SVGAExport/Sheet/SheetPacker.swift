import SVGASupport

/// Packs rectangles into a small sheet, quickly.
///
/// A skyline packer: each rectangle, the highest first, goes where its lower edge is nearest to the top. Several widths of the sheet are
/// tried; the one with the smallest area wins.
struct SheetPacker {
    struct Size: Hashable {
        var width: Int
        var height: Int
    }

    struct Place: Hashable {
        var x: Int
        var y: Int
    }

    struct Packing {
        var sheet: Size
        /// In the order of the rectangles given.
        var places: [Place]
    }

    /// The longest side of the sheet, in pixels.
    var maxSide: Int
    /// Pixels kept free between rectangles.
    var padding: Int
    var isPowerOfTwo: Bool

    /// Packs as many as fit, from the first one on.
    /// - Returns: nil if not even the first fits.
    func packMost(of sizes: [Size]) -> Packing? {
        if let all = pack(sizes) { return all }
        var best: Packing?
        var (fitting, tooMany) = (0, sizes.count)
        while tooMany - fitting > 1 {
            let middle = (fitting + tooMany) / 2
            if let packing = pack(Array(sizes[..<middle])) {
                (best, fitting) = (packing, middle)
            } else {
                tooMany = middle
            }
        }
        return best
    }

    /// - Returns: nil if the rectangles do not fit.
    func pack(_ sizes: [Size]) -> Packing? {
        let order = sizes.indices.sorted {
            (sizes[$0].height, sizes[$0].width, $1) > (sizes[$1].height, sizes[$1].width, $0)
        }
        var best: Packing?
        for width in widths(sizes) {
            guard let packing = pack(sizes, order: order, width: width) else { continue }
            guard let known = best?.sheet else {
                best = packing
                continue
            }
            let (new, old) = (packing.sheet, known)
            let areas = (new.width * new.height, old.width * old.height)
            if (areas.0, max(new.width, new.height)) < (areas.1, max(old.width, old.height)) { best = packing }
        }
        return best
    }

    /// The widths to try, in pixels, all wide enough for the widest rectangle.
    private func widths(_ sizes: [Size]) -> [Int] {
        let least = sizes.map(\.width).max() ?? 1
        guard least <= maxSide else { return [] }
        if isPowerOfTwo {
            return (0..<Int.bitWidth - 2).map { 1 << $0 }.filter { (least...maxSide).contains($0) }
        }
        let area = sizes.reduce(0) { $0 + ($1.width + padding) * ($1.height + padding) }
        let side = Double(area).squareRoot()
        // Sheets from twice as high as wide to twice as wide as high, and the widest one, for frames that nearly do not fit.
        let tried = (0..<40).map { Int(saturating: side * (0.7 + 0.02 * Double($0))) }
        // Multiples of the widest rectangle leave no margin where all are equal.
        let columns = (1...16).map { $0 * (least + padding) - padding }
        return Set(tried + columns + [maxSide]).filter { (least...maxSide).contains($0) }.sorted()
    }

    private func pack(_ sizes: [Size], order: [Int], width: Int) -> Packing? {
        // Padding belongs to each rectangle's right and lower side, and may hang over the sheet's edge.
        var skyline = Skyline(width: width + padding)
        var places = [Place](repeating: Place(x: 0, y: 0), count: sizes.count)
        var used = Size(width: 1, height: 1)
        for i in order {
            let size = sizes[i]
            let place = skyline.put(Size(width: size.width + padding, height: size.height + padding))
            used.width = max(used.width, place.x + size.width)
            used.height = max(used.height, place.y + size.height)
            guard used.height <= maxSide else { return nil }
            places[i] = place
        }
        if isPowerOfTwo {
            used = Size(width: powerOfTwo(used.width), height: powerOfTwo(used.height))
            guard max(used.width, used.height) <= maxSide else { return nil }
        }
        return Packing(sheet: used, places: places)
    }

    private func powerOfTwo(_ value: Int) -> Int {
        var power = 1
        while power < value { power *= 2 }
        return power
    }
}

/// The lower contour of the rectangles placed so far; the sheet grows downwards.
private struct Skyline {
    private struct Step {
        var x: Int
        var y: Int
        var width: Int
    }

    private var steps: [Step]
    private let width: Int

    init(width: Int) {
        self.width = width
        steps = [Step(x: 0, y: 0, width: width)]
    }

    /// Where a rectangle goes. It is not wider than the sheet.
    mutating func put(_ size: SheetPacker.Size) -> SheetPacker.Place {
        var best = (index: 0, y: Int.max, waste: Int.max)
        for i in steps.indices {
            guard let spot = spot(at: i, width: size.width), (spot.y, spot.waste) < (best.y, best.waste) else { continue }
            best = (i, spot.y, spot.waste)
        }
        let x = steps[best.index].x
        cover(from: best.index, Step(x: x, y: best.y + size.height, width: size.width))
        return SheetPacker.Place(x: x, y: best.y)
    }

    /// Where the upper edge of a rectangle at the left edge of a step can be, and the area above it that is lost.
    private func spot(at index: Int, width: Int) -> (y: Int, waste: Int)? {
        guard steps[index].x + width <= self.width else { return nil }
        var (y, last, covered) = (0, index, 0)
        while covered < width {
            y = max(y, steps[last].y)
            covered += steps[last].width
            last += 1
        }
        var waste = 0
        var rest = width
        for step in steps[index..<last] {
            waste += (y - step.y) * min(rest, step.width)
            rest -= step.width
        }
        return (y, waste)
    }

    private mutating func cover(from index: Int, _ new: Step) {
        var end = index
        let right = new.x + new.width
        while end < steps.count, steps[end].x + steps[end].width <= right { end += 1 }
        if end < steps.count, steps[end].x < right {
            steps[end].width -= right - steps[end].x
            steps[end].x = right
        }
        steps.replaceSubrange(index..<end, with: [new])
        // Neighbours of the same height become one step.
        if index + 1 < steps.count, steps[index + 1].y == new.y {
            steps[index].width += steps[index + 1].width
            steps.remove(at: index + 1)
        }
        if index > 0, steps[index - 1].y == new.y {
            steps[index - 1].width += steps[index].width
            steps.remove(at: index)
        }
    }
}
