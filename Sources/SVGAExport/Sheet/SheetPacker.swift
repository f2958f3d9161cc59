import SVGASupport

/// Packs rectangles into a small sheet.
///
/// A skyline packer: each rectangle, the highest first, goes to the position with the topmost lower edge.
/// Several sheet widths are tried; the sheet with the smallest area wins.
struct SheetPacker {
    struct Size: Hashable {
        var width: Int
        var height: Int
    }

    struct Position: Hashable {
        var x: Int
        var y: Int
    }

    struct Packing {
        var sheet: Size
        /// In the order of the input rectangles.
        var positions: [Position]
    }

    /// The maximum side of the sheet, in pixels.
    var maxSide: Int
    /// The gap between rectangles, in pixels.
    var padding: Int
    var isPowerOfTwo: Bool

    /// Packs the longest prefix of the rectangles that fits.
    /// - Returns: nil if not even the first fits.
    func packFirst(of sizes: [Size]) -> Packing? {
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
            guard let old = best?.sheet else {
                best = packing
                continue
            }
            let new = packing.sheet
            let areas = (new.width * new.height, old.width * old.height)
            if (areas.0, max(new.width, new.height)) < (areas.1, max(old.width, old.height)) { best = packing }
        }
        return best
    }

    /// The sheet widths to try, in pixels, each at least as wide as the widest rectangle.
    private func widths(_ sizes: [Size]) -> [Int] {
        let minimumWidth = sizes.map(\.width).max() ?? 1
        guard minimumWidth <= maxSide else { return [] }
        if isPowerOfTwo {
            return (0..<Int.bitWidth - 2).map { 1 << $0 }.filter { (minimumWidth...maxSide).contains($0) }
        }
        let area = sizes.reduce(0) { $0 + ($1.width + padding) * ($1.height + padding) }
        let side = Double(area).squareRoot()
        // Aspect ratios from 1:2 to 2:1, and the maximum width, for frames that barely fit.
        let tried = (0..<40).map { Int(saturating: side * (0.7 + 0.02 * Double($0))) }
        // Multiples of the widest rectangle leave no margin if all are equal.
        let columns = (1...16).map { $0 * (minimumWidth + padding) - padding }
        return Set(tried + columns + [maxSide]).filter { (minimumWidth...maxSide).contains($0) }.sorted()
    }

    private func pack(_ sizes: [Size], order: [Int], width: Int) -> Packing? {
        // Padding extends each rectangle to the right and below, and may exceed the sheet's edge.
        var skyline = Skyline(width: width + padding)
        var positions = [Position](repeating: Position(x: 0, y: 0), count: sizes.count)
        var used = Size(width: 1, height: 1)
        for i in order {
            let size = sizes[i]
            let position = skyline.put(Size(width: size.width + padding, height: size.height + padding))
            used.width = max(used.width, position.x + size.width)
            used.height = max(used.height, position.y + size.height)
            guard used.height <= maxSide else { return nil }
            positions[i] = position
        }
        if isPowerOfTwo {
            used = Size(width: powerOfTwo(used.width), height: powerOfTwo(used.height))
            guard max(used.width, used.height) <= maxSide else { return nil }
        }
        return Packing(sheet: used, positions: positions)
    }

    private func powerOfTwo(_ value: Int) -> Int {
        var power = 1
        while power < value { power *= 2 }
        return power
    }
}

/// The lower contour of the placed rectangles; the sheet grows downwards.
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

    /// Places a rectangle that is not wider than the sheet, and returns its position.
    mutating func put(_ size: SheetPacker.Size) -> SheetPacker.Position {
        var best = (index: 0, y: Int.max, waste: Int.max)
        for i in steps.indices {
            guard let position = position(at: i, width: size.width), (position.y, position.waste) < (best.y, best.waste) else { continue }
            best = (i, position.y, position.waste)
        }
        let x = steps[best.index].x
        cover(from: best.index, Step(x: x, y: best.y + size.height, width: size.width))
        return SheetPacker.Position(x: x, y: best.y)
    }

    /// The top position of a rectangle that starts at a step, and the unused area above it.
    private func position(at index: Int, width: Int) -> (y: Int, waste: Int)? {
        guard steps[index].x + width <= self.width else { return nil }
        var (y, last, covered) = (0, index, 0)
        while covered < width {
            y = max(y, steps[last].y)
            covered += steps[last].width
            last += 1
        }
        var waste = 0
        var remaining = width
        for step in steps[index..<last] {
            waste += (y - step.y) * min(remaining, step.width)
            remaining -= step.width
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
        // Adjacent steps of the same height are merged.
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
