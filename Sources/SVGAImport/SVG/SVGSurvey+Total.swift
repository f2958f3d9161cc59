import SVGAFormat
import SVGAModel
import SVGAPixels
import SVGASupport

extension SVGSurvey {
    /// A length that is longer than any canvas.
    private static let anySize = 1e6

    /// The cost of drawing the SVG once on a canvas of this size.
    /// - Parameter paints: whether pixels are painted; if false, only the drawing operations are recorded.
    mutating func drawing(width: Double, height: Double, paints: Bool, _ work: ImportWork) -> Int {
        if !outlines.isEmpty { addOutlines(work) }
        inheritPaintsOfTemplates()
        let pixels = Int(saturating: (min(width * height, 1e12)).rounded(.up))
        let (order, circles) = order()
        let scale = largestScale(order, longestSide: max(longestSide, width, height))
        let total = total(order, Canvas(pixels: pixels, scale: scale, paints: paints))
        let cost = total.fixed.addingSaturating(total.perPixel.multipliedSaturating(by: pixels))
        // librsvg stops at a reference that closes a cycle, but draws the cycle from each of its elements.
        return (0..<min(circles, 20)).reduce(cost) { $0.multipliedSaturating(by: 4 * ($1 + 2)) }
    }

    // MARK: - Outlines

    private mutating func addOutlines(_ work: ImportWork) {
        for (index, data, isPoints) in outlines {
            guard work.spend(10, times: data.count) else { break }
            let text = String(decoding: isPoints ? Array("M".utf8) + data : Array(data), as: UTF8.self)
            let path = PathParser.parse(text).path
            let segments = path.verbs.count
            elements[index].own.fixed = elements[index].own.fixed.addingSaturating(Cost.segment * segments)
            let limit = work.left / Cost.pair
            var pairs = NearLines.pairs(path, reach: 0, most: limit)
            if strokeWidth > 0 {
                pairs = pairs.addingSaturating(NearLines.pairs(path, reach: strokeWidth, most: limit).multipliedSaturating(by: 4))
            }
            work.spend(20, times: segments * 64)
            elements[index].own.fixed = elements[index].own.fixed.addingSaturating(pairs.multipliedSaturating(by: Cost.pair))
            elements[index].length = path.lengthOfPolygon
            elements[index].own.vertices = segments + 1
            (elements[index].width, elements[index].height) = (path.bounds?.width ?? 0, path.bounds?.height ?? 0)
        }
        outlines = []
    }

    // MARK: - Order

    /// Lets the content of templates inherit the fills, strokes and markers of the elements around the templates.
    private mutating func inheritPaintsOfTemplates() {
        var hasTemplate = [Bool](repeating: false, count: elements.count)
        for (index, element) in elements.enumerated().reversed() where element.parent >= 0 {
            hasTemplate[element.parent] = hasTemplate[element.parent] || hasTemplate[index] || element.isTemplate
        }
        let outer = elements.indices.filter { hasTemplate[$0] }
        var all = Element(parent: -1)
        all.isTemplate = true
        all.references = Array(Set(outer.flatMap { elements[$0].paints + elements[$0].markers }))
        let id = ArraySlice("\0 inherited".utf8)
        guard !all.references.isEmpty, indices[id] == nil else { return }
        indices[id] = elements.count
        for index in elements.indices where elements[index].isTemplate {
            elements[index].paints.append(id)
            elements[index].markers.append(id)
        }
        elements.append(all)
    }

    /// The indices of all elements, each after its children and after the elements that it references. Also the number of references that close a
    /// cycle.
    private func order() -> (order: [Int], circles: Int) {
        var children = [[Int]](repeating: [], count: elements.count)
        for (index, element) in elements.enumerated() where element.parent >= 0 { children[element.parent].append(index) }
        var (order, circles): ([Int], Int) = ([], 0)
        var isDone = [Bool](repeating: false, count: elements.count)
        var isOpen = isDone
        for root in elements.indices where elements[root].parent < 0 {
            var stack = [root]
            while let index = stack.last {
                if !isDone[index], !isOpen[index] {
                    isOpen[index] = true
                    let element = elements[index]
                    let inner = children[index] + Set(element.references + element.paints + element.markers).compactMap { indices[$0] }
                    circles += inner.count { isOpen[$0] && !isDone[$0] }
                    stack += inner.filter { !isDone[$0] && !isOpen[$0] }
                    continue
                }
                stack.removeLast()
                if isDone[index] { continue }
                isDone[index] = true
                order.append(index)
            }
        }
        return (order, circles)
    }

    /// The largest scale of any element: the product of its own scale and the scales of its ancestors and of the elements that reference it.
    private func largestScale(_ order: [Int], longestSide: Double) -> Double {
        var inner = [Double](repeating: 1, count: elements.count)
        for index in order {
            let element = elements[index]
            for id in element.references + element.paints + element.markers {
                if let target = indices[id] { inner[index] = max(inner[index], inner[target]) }
            }
            inner[index] = min(inner[index] * element.scale * boxScale(element, longestSide), SVGSurvey.anySize)
            if element.parent >= 0 { inner[element.parent] = max(inner[element.parent], inner[index]) }
        }
        return hasBoxUnits ? SVGSurvey.anySize : inner.max() ?? 1
    }

    /// The factor by which a viewport enlarges its content, at least 1.
    private func boxScale(_ element: Element, _ longestSide: Double) -> Double {
        let box = element.boxSide > 0 ? longestSide / element.boxSide : 1
        switch element.name {
        // The unit of a marker is the stroke width.
        case "marker": return max(1, box) * max(1, strokeWidth)
        // The viewport of a pattern may be a fraction of the shape.
        case "pattern": return element.boxSide > 0 ? SVGSurvey.anySize : 1
        default: return max(1, box)
        }
    }

    // MARK: - Total

    private struct Canvas {
        let pixels: Int
        let scale: Double
        let paints: Bool

        /// The pixels that an area in an element's own units may cover.
        func pixels(of area: Double) -> Int { Int(saturating: min(area * scale * scale, Double(pixels))) }

        func painting(_ area: Double) -> Int { paints ? (Cost.paintedPixel).multipliedSaturating(by: pixels(of: area)) : 0 }
    }

    /// The cost of an element without its descendants and references.
    private func ownCost(_ element: Element, _ canvas: Canvas) -> Totals {
        var cost = element.own
        let reach = strokeWidth * miterLimit
        var length = element.length
        if element.isText {
            let letter = canvas.painting((element.fontSize + reach) * (element.fontSize + reach))
            cost.fixed = cost.fixed.addingSaturating(letter.multipliedSaturating(by: element.letters))
            length = 10 * element.fontSize * Double(element.letters)
        } else if element.name == "pattern" {
            let tile = element.width > 0 ? canvas.pixels(of: element.width * element.height) : canvas.pixels
            cost.fixed = cost.fixed.addingSaturating(Cost.layerPixel.multipliedSaturating(by: tile))
        } else if element.own.shapes > 0 {
            let box = (element.width + reach) * (element.height + reach)
            let line = element.name == "line" ? (length + reach) * (length + reach) : box
            let stroke = min(line, (length + Double(max(4, element.own.vertices)) * reach) * strokeWidth)
            cost.fixed = cost.fixed.addingSaturating(canvas.painting(element.width * element.height))
            if strokeWidth > 0 { cost.fixed = cost.fixed.addingSaturating(canvas.painting(stroke)) }
        }
        if dashPeriod.isFinite, length > 0 {
            let dashes = Int(saturating: min(length / dashPeriod, 1e12))
            cost.fixed = cost.fixed.addingSaturating(dashes.multipliedSaturating(by: Cost.dash))
        }
        if element.radius > 0 {
            let side = canvas.scale * element.radius * 2 + 1
            let kernel = 20.multipliedSaturating(by: Int(saturating: min(side * side, Double(canvas.pixels))))
            cost.perPixel = cost.perPixel.addingSaturating(kernel)
        }
        return cost
    }

    /// The cost of the root elements with all their descendants and references.
    private func total(_ order: [Int], _ canvas: Canvas) -> Totals {
        // In this order, the totals of an element's children and references are complete. Only a reference that closes a cycle is incomplete.
        var totals = [Totals](repeating: Totals(), count: elements.count)
        var isComplete = [Bool](repeating: false, count: elements.count)
        var sum = Totals()
        for index in order {
            let element = elements[index]
            totals[index].addContent(ownCost(element, canvas))
            func target(_ id: ArraySlice<UInt8>) -> Totals? { indices[id].flatMap { isComplete[$0] ? totals[$0] : nil } }
            for id in element.references {
                guard let target = target(id) else { continue }
                if element.name == "use" { totals[index].addContent(target) } else { totals[index].add(target) }
            }
            // Each shape that inherits a paint or a marker draws it.
            let (shapes, vertices) = (totals[index].shapes, totals[index].vertices)
            for id in element.paints { if let target = target(id) { totals[index].add(target, times: max(1, shapes)) } }
            for id in element.markers { if let target = target(id) { totals[index].add(target, times: max(1, vertices)) } }
            isComplete[index] = true
            if element.parent < 0 {
                if !element.isTemplate { sum.addContent(totals[index]) }
            } else if !element.isTemplate {
                totals[element.parent].addContent(totals[index])
            }
        }
        return sum
    }
}
