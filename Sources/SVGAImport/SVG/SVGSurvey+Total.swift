import SVGAFormat
import SVGAModel
import SVGAPixels
import SVGASupport

extension SVGSurvey {
    /// A length that is longer than any canvas.
    private static let anySize = 1e6
    /// The largest radius of a morphology, in pixels. librsvg reduces a larger one to it.
    private static let maximumRadius = 10.0

    /// The cost of drawing the SVG once on a canvas of this size.
    /// - Parameter paints: whether pixels are painted; if false, only the drawing operations are recorded.
    mutating func drawing(width: Double, height: Double, paints: Bool, _ work: ImportWork) -> Int {
        if !outlines.isEmpty { addOutlines(work) }
        if !embedded.isEmpty { addEmbedded(work) }
        inheritPaintsOfTemplates()
        let pixels = Int(saturating: (min(width * height, 1e12)).rounded(.up))
        let (order, circles) = order()
        let scales = circles > 0 ? elements.map { _ in SVGSurvey.anySize } : scales(order, canvasSide: max(width, height))
        let total = total(order, Canvas(pixels: pixels, scales: scales, paints: paints))
        let cost = total.fixed.addingSaturating(total.perPixel.multipliedSaturating(by: pixels))
        // librsvg ends a circle where it closes, but begins it from each of its elements.
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
        var inherits = [Bool](repeating: false, count: elements.count)
        for (index, element) in elements.enumerated() where element.parent >= 0 {
            let parent = elements[element.parent]
            inherits[index] = inherits[element.parent] || !parent.paints.isEmpty || !parent.markers.isEmpty
        }
        var all = Element(parent: -1)
        all.isTemplate = true
        all.references = Array(Set(outer.flatMap { elements[$0].paints + elements[$0].markers }))
        let id = ArraySlice("\0 inherited".utf8)
        guard !all.references.isEmpty, indices[id] == nil else { return }
        indices[id] = elements.count
        for index in elements.indices where elements[index].isTemplate && inherits[index] {
            elements[index].paints.append(id)
            elements[index].markers.append(id)
        }
        elements.append(all)
    }

    /// All elements, each after its children and the elements that it references, and the number of references that close a circle.
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

    /// The largest factor by which each element's transforms and viewports, and those around it and its references, enlarge its lengths.
    private func scales(_ order: [Int], canvasSide: Double) -> [Double] {
        var scales = [Double](repeating: 1, count: elements.count)
        // Each element comes after all that contain or reference it.
        for index in order.reversed() {
            let element = elements[index]
            let outer = element.parent >= 0 ? scales[element.parent] : 1
            scales[index] = min(max(scales[index], outer) * element.scale * boxScale(element, canvasSide), SVGSurvey.anySize)
            for id in element.references + element.paints + element.markers {
                if let target = indices[id] { scales[target] = max(scales[target], scales[index]) }
            }
        }
        return scales
    }

    /// The factor by which a viewport enlarges its content, at least 1.
    private func boxScale(_ element: Element, _ canvasSide: Double) -> Double {
        // An outermost viewport is as large as the canvas. Others are at most as large as any viewport or view box.
        let isOutermost = element.parent < 0
        let hasOuterBox = (elements.first?.boxSide ?? 0) > 0
        let side = isOutermost ? canvasSide : hasOuterBox ? maximumViewportSide : max(maximumViewportSide, canvasSide)
        let box = element.boxSide > 0 ? max(1, side / element.boxSide) : 1
        switch element.name {
        // A marker's unit is a stroke's width.
        case "marker": return box * max(1, strokeWidth)
        // Its viewport may be a part of a shape.
        case "pattern": return element.boxSide > 0 ? SVGSurvey.anySize : 1
        default: return box
        }
    }

    // MARK: - Total

    private struct Canvas {
        let pixels: Int
        /// The factor of each element's lengths.
        let scales: [Double]
        let paints: Bool

        /// The pixels that an area in an element's own units may cover.
        func pixels(of area: Double, _ element: Int) -> Int {
            area > 0 ? Int(saturating: min(area * scales[element] * scales[element], Double(pixels))) : 0
        }

        func painting(_ area: Double, _ element: Int) -> Int {
            paints ? Cost.paintedPixel.multipliedSaturating(by: pixels(of: area, element)) : 0
        }
    }

    /// The cost of an element without its descendants and references.
    private func ownCost(_ index: Int, _ canvas: Canvas) -> Totals {
        let element = elements[index]
        var cost = element.own
        let reach = strokeWidth * miterLimit
        var length = element.length
        if element.isText {
            let letter = canvas.painting((element.fontSize + reach) * (element.fontSize + reach), index)
            cost.fixed = cost.fixed.addingSaturating(letter.multipliedSaturating(by: element.letters))
            length = 10 * element.fontSize * Double(element.letters)
        } else if element.name == "pattern" {
            let area = element.width * element.height
            let tile = area > 0 ? canvas.pixels(of: area, index) : canvas.pixels
            cost.fixed = cost.fixed.addingSaturating(Cost.layerPixel.multipliedSaturating(by: tile))
        } else if element.own.shapes > 0 {
            let box = (element.width + reach) * (element.height + reach)
            let line = element.name == "line" ? (length + reach) * (length + reach) : box
            let stroke = min(line, (length + Double(max(4, element.own.vertices)) * reach) * strokeWidth)
            cost.fixed = cost.fixed.addingSaturating(canvas.painting(element.width * element.height, index))
            if strokeWidth > 0 { cost.fixed = cost.fixed.addingSaturating(canvas.painting(stroke, index)) }
        }
        if dashPeriod.isFinite, length > 0 {
            let dashes = Int(saturating: min(length / dashPeriod, 1e12))
            cost.fixed = cost.fixed.addingSaturating(dashes.multipliedSaturating(by: Cost.dash))
        }
        if element.radius > 0 {
            let side = min(canvas.scales[index] * element.radius, SVGSurvey.maximumRadius) * 2 + 1
            let kernel = 20.multipliedSaturating(by: Int(saturating: min(side * side, Double(canvas.pixels))))
            cost.perPixel = cost.perPixel.addingSaturating(kernel)
        }
        return cost
    }

    /// The cost of the root elements with all their descendants and references.
    private func total(_ order: [Int], _ canvas: Canvas) -> Totals {
        // An element's children are added before it, and its references are complete. A circular reference has no cost yet.
        var totals = [Totals](repeating: Totals(), count: elements.count)
        var isComplete = [Bool](repeating: false, count: elements.count)
        var sum = Totals()
        for index in order {
            let element = elements[index]
            totals[index].addContent(ownCost(index, canvas))
            func target(_ id: ArraySlice<UInt8>) -> Totals? { indices[id].flatMap { isComplete[$0] ? totals[$0] : nil } }
            for id in element.references {
                guard let target = target(id) else { continue }
                if element.name == "use" { totals[index].addContent(target) } else { totals[index].add(target) }
            }
            // Each shape that inherits them draws them.
            let (shapes, vertices) = (totals[index].shapes, totals[index].vertices)
            for id in element.paints { if let target = target(id) { totals[index].add(target, times: shapes) } }
            for id in element.markers { if let target = target(id) { totals[index].add(target, times: vertices) } }
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
