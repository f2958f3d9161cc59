import SVGAFormat
import SVGAModel
import SVGAPixels
import SVGASupport

/// Estimates the cost of drawing an SVG with librsvg from its text, before librsvg parses it. librsvg's own limits are absent or very high.
///
/// The cost of an element follows from its attributes. The cost of a referenced element is added for each reference. The scanner distinguishes
/// only tags and attributes, so the estimate can be too high; it must not be too low.
struct SVGSurvey {
    /// A fixed cost, and a cost per pixel of the canvas.
    private struct Totals {
        var fixed = 0
        var perPixel = 0

        mutating func add(_ other: Totals, times: Int = 1) {
            fixed = fixed.addingSaturating(other.fixed.multipliedSaturating(by: times))
            perPixel = perPixel.addingSaturating(other.perPixel.multipliedSaturating(by: times))
        }
    }

    private struct Element {
        var parent: Int
        var own = Totals()
        /// The identifiers of the referenced elements, and how often each is drawn.
        var references: [(id: ArraySlice<UInt8>, times: Int)] = []
        /// Whether it is drawn only by references, not at its own position.
        var isTemplate = false
        var isText = false
        /// The painted area, in the element's own units.
        var area = 0.0
        /// The factor by which its transforms enlarge lengths, at least 1.
        var scale = 1.0
        var hasMarkers = false
    }

    private enum Cost {
        static let byte = 100
        /// An element that is parsed and styled.
        static let element = 20_000
        /// One drawing of an element.
        static let drawn = 40_000
        /// A selector that is matched against an element.
        static let selector = 250
        static let segment = 1000
        /// A pair of path segments that are close enough to cross.
        static let pair = 200
        static let dash = 10_000
        static let letter = 30_000
        /// A canvas pixel of a mask, a pattern or an image.
        static let layerPixel = 60
        static let groupPixel = 16
        /// A painted pixel.
        static let paintedPixel = 4
        /// A canvas pixel of a filter, which is copied at the start and at the end of the filter.
        static let filterPixel = 30
    }

    /// The maximum number of elements that entity references can expand to within libxml2's limits. The scanner does not see these elements.
    private static let elementsOfEntities = 100_000

    /// The cost of parsing.
    private(set) var reading = 0
    /// The largest side of a convolution matrix.
    private(set) var maximumKernelSide = 0.0
    private var elements: [Element] = []
    private var indices: [ArraySlice<UInt8>: Int] = [:]
    private var styles = SVGStyleRules()
    /// The widest stroke and the shortest average dash in the file. Every path is assumed to have them.
    private var strokeWidth = 0.0
    private var dashPeriod = Double.infinity
    private var smallestBox = Double.infinity
    /// The longest width, height or radius in a style sheet or a `style` attribute so far. Shapes are assumed to have it.
    private var styledLength = 0.0
    /// The paths. They are examined last, because their cost depends on the widest stroke of the file.
    private var outlines: [(element: Int, data: ArraySlice<UInt8>, isPoints: Bool)] = []

    init(_ text: [UInt8]) {
        reading = Cost.byte.multipliedSaturating(by: text.count)
        var scanner = SVGTagScanner(text)
        styles = SVGStyleRules(scanner.styleSheets())
        note(declarations: styles.text)
        note(lengths: styles.text)
        scan(&scanner)
        reading = reading.addingSaturating(Cost.element.multipliedSaturating(by: elements.count))
        reading = reading.addingSaturating(
            Cost.selector.multipliedSaturating(by: styles.selectors.multipliedSaturating(by: elements.count)))
        if scanner.hasEntitiesOfElements {
            reading = reading.addingSaturating((Cost.element + Cost.drawn) * SVGSurvey.elementsOfEntities / 2)
        }
    }

    /// The cost of drawing the SVG once on a canvas of this size.
    /// - Parameter paints: whether pixels are painted; if false, only the drawing operations are recorded.
    mutating func drawing(width: Double, height: Double, paints: Bool, _ work: ImportWork) -> Int {
        if !outlines.isEmpty { addOutlines(work) }
        let pixels = Int(saturating: (min(width * height, 1e12)).rounded(.up))
        let order = order()
        let scale = largestScale(order) * max(1, max(width, height) / smallestBox)
        let total = total(order) { paints ? Cost.paintedPixel * Int(saturating: min($0 * scale * scale, Double(pixels))) : 0 }
        return total.fixed.addingSaturating(total.perPixel.multipliedSaturating(by: pixels))
    }

    // MARK: - Elements

    private mutating func scan(_ scanner: inout SVGTagScanner) {
        var open: [Int] = []
        while let tag = scanner.next() {
            switch tag.kind {
            case .end: _ = open.popLast()
            case .text(let count):
                if let index = open.last, elements[index].isText {
                    elements[index].own.fixed = elements[index].own.fixed.addingSaturating(Cost.letter * count)
                }
            case .start(let isEmpty):
                let index = elements.count
                elements.append(Element(parent: open.last ?? -1))
                addCost(of: tag, index)
                if !isEmpty { open.append(index) }
            }
        }
    }

    private static let templates: Set<String> = [
        "defs", "symbol", "clipPath", "mask", "pattern", "marker", "filter", "linearGradient", "radialGradient",
    ]

    private mutating func addCost(of tag: SVGTagScanner.Tag, _ index: Int) {
        let name = tag.name
        var element = elements[index]
        element.isTemplate = SVGSurvey.templates.contains(name)
        element.own.fixed = Cost.drawn
        element.isText = ["text", "tspan", "textPath", "a"].contains(name)
        var (data, points): (ArraySlice<UInt8>?, ArraySlice<UInt8>?) = (nil, nil)
        for (attribute, value) in tag.attributes {
            switch attribute {
            case "id": if indices[value] == nil { indices[value] = index }
            case "d": data = value
            case "points": points = value
            case "href", "xlink:href": if value.first == UInt8(ascii: "#") { element.references.append((value.dropFirst(), 1)) }
            case "class":
                for name in value.split(whereSeparator: { $0 <= 0x20 }) { add(styles.rules[[UInt8(ascii: ".")] + name], to: &element) }
            case "opacity", "mix-blend-mode": element.own.perPixel += Cost.groupPixel
            case "viewBox":
                if let side = SVGNumbers.all(in: value).dropFirst(2).map(\.magnitude).min(), side > 0 {
                    smallestBox = min(smallestBox, side)
                }
            case "transform", "patternTransform": element.scale *= SVGNumbers.scale(of: value)
            case "style", "filter", "mask", "fill", "stroke", "clip-path", "marker-start", "marker-mid", "marker-end", "marker":
                let text = attribute == "style" ? value : Array("\(attribute):".utf8)[...] + value
                add(SVGDeclarations(text), to: &element)
                note(declarations: Array(text))
                if attribute == "style" { note(lengths: Array(text)) }
            case "stroke-width": note(declarations: Array("stroke-width:".utf8) + value)
            case "stroke-dasharray": note(declarations: Array("stroke-dasharray:".utf8) + value)
            default: break
            }
        }
        for key in [Array(name.utf8), [UInt8(ascii: "*")]] { add(styles.rules[key], to: &element) }
        switch name {
        case "mask", "pattern", "image": element.own.perPixel += Cost.layerPixel
        case "filter": element.own.perPixel += Cost.filterPixel
        default:
            if name == "feConvolveMatrix", let order = tag.attributes.first(where: { $0.name == "order" })?.value {
                maximumKernelSide = max(maximumKernelSide, SVGNumbers.all(in: order).map(\.magnitude).max() ?? 0)
            }
            if name.hasPrefix("fe") { element.own.perPixel = SVGSurvey.primitive(tag) }
        }
        element.area = area(tag)
        elements[index] = element
        if let data { outlines.append((index, data, false)) }
        if let points { outlines.append((index, points, true)) }
    }

    private func add(_ declarations: SVGDeclarations?, to element: inout Element) {
        guard let declarations else { return }
        element.own.perPixel += declarations.filterFunctions * 2 * Cost.layerPixel
        if declarations.isGroup { element.own.perPixel += Cost.groupPixel }
        element.hasMarkers = element.hasMarkers || declarations.hasMarkers
        element.scale = min(element.scale * declarations.scale, 1e6)
        element.references += declarations.references.map { ($0, 1) }
    }

    /// The area of a shape, from its attributes and the longest length in styles. A length of unknown size counts as 1,000,000 units.
    private func area(_ tag: SVGTagScanner.Tag) -> Double {
        func length(_ names: String...) -> Double {
            tag.attributes.reduce(styledLength) { names.contains($1.name) ? max($0, SVGNumbers.length($1.value) ?? 0) : $0 }
        }
        switch tag.name {
        case "rect", "image": return length("width") * length("height")
        case "circle": return 4 * length("r") * length("r")
        // A radius that is absent is as long as the other one.
        case "ellipse": return 4 * length("rx", "ry") * length("rx", "ry")
        default: return 0
        }
    }

    /// The cost of a filter primitive per pixel of the canvas.
    private static func primitive(_ tag: SVGTagScanner.Tag) -> Int {
        func number(_ name: String, _ fallback: Double) -> Double {
            guard let value = tag.attributes.first(where: { $0.name == name })?.value else { return fallback }
            return SVGNumbers.all(in: value).map(\.magnitude).max() ?? fallback
        }
        func capped(_ value: Double) -> Int { Int(saturating: min(value, 1e9)) }
        switch tag.name {
        case "feTurbulence": return 500 * (1 + capped(number("numOctaves", 1)))
        case "feMorphology": return 40 + 20 * capped((number("radius", 0) * 2 + 1) * (number("radius", 0) * 2 + 1))
        case "feConvolveMatrix": return 40 + 40 * capped(number("order", 3) * number("order", 3))
        case "feDiffuseLighting", "feSpecularLighting": return 300
        case "feGaussianBlur", "feDropShadow": return 200
        default: return 60
        }
    }

    // MARK: - Extreme values of the file

    /// Updates the extreme values of the file from `stroke` declarations.
    private mutating func note(declarations text: [UInt8]) {
        for value in SVGDeclarations.values(of: "stroke-width", in: text) {
            strokeWidth = max(strokeWidth, SVGNumbers.all(in: value).map(\.magnitude).max() ?? 1)
        }
        for value in SVGDeclarations.values(of: "stroke", in: text) where !value.starts(with: "none".utf8) {
            strokeWidth = max(strokeWidth, 1)
        }
        for value in SVGDeclarations.values(of: "stroke-dasharray", in: text) {
            let numbers = SVGNumbers.all(in: value)
            let sum = numbers.reduce(0) { $0 + $1.magnitude }
            if sum > 0 { dashPeriod = min(dashPeriod, sum / Double(numbers.count)) }
        }
    }

    /// Updates ``styledLength`` from declarations of lengths.
    private mutating func note(lengths text: [UInt8]) {
        for name: StaticString in ["width", "height", "r", "rx", "ry"] {
            for value in SVGDeclarations.values(of: name, in: text) { styledLength = max(styledLength, SVGNumbers.length(value) ?? 0) }
        }
    }

    // MARK: - Outlines

    private mutating func addOutlines(_ work: ImportWork) {
        for (index, data, isPoints) in outlines {
            guard work.spend(10, times: data.count) else { break }
            let text = String(decoding: isPoints ? Array("M".utf8) + data : Array(data), as: UTF8.self)
            let path = PathParser.parse(text).path
            let segments = path.verbs.count
            var cost = Totals(fixed: Cost.segment * segments)
            let limit = work.left / Cost.pair
            var pairs = SegmentPairs.pairs(path, reach: 0, maximum: limit)
            if strokeWidth > 0 {
                pairs = pairs.addingSaturating(SegmentPairs.pairs(path, reach: strokeWidth, maximum: limit).multipliedSaturating(by: 4))
            }
            work.spend(20, times: segments * 64)
            cost.fixed = cost.fixed.addingSaturating(pairs.multipliedSaturating(by: Cost.pair))
            if dashPeriod.isFinite {
                let dashes = Int(saturating: min(path.lengthOfPolygon / dashPeriod, 1e12))
                cost.fixed = cost.fixed.addingSaturating(dashes.multipliedSaturating(by: Cost.dash))
            }
            elements[index].own.add(cost)
            elements[index].area = (path.bounds?.width ?? 0) * (path.bounds?.height ?? 0)
            if elements[index].hasMarkers {
                elements[index].references = elements[index].references.map { ($0.id, max($0.times, segments)) }
            }
        }
        outlines = []
    }

    // MARK: - Total

    /// The indices of all elements, each after its children and after the elements that it references. A reference that closes a cycle is ignored,
    /// as in librsvg.
    private func order() -> [Int] {
        var children = [[Int]](repeating: [], count: elements.count)
        for (index, element) in elements.enumerated() where element.parent >= 0 { children[element.parent].append(index) }
        var order: [Int] = []
        var isDone = [Bool](repeating: false, count: elements.count)
        var isOpen = isDone
        for root in elements.indices where elements[root].parent < 0 {
            var stack = [root]
            while let index = stack.last {
                if !isDone[index], !isOpen[index] {
                    isOpen[index] = true
                    let inner = children[index] + elements[index].references.compactMap { indices[$0.id] }
                    stack += inner.filter { !isDone[$0] && !isOpen[$0] }
                    continue
                }
                stack.removeLast()
                if isDone[index] { continue }
                isDone[index] = true
                order.append(index)
            }
        }
        return order
    }

    /// The largest scale of any element: the product of its own scale and the scales of its ancestors and of the elements that reference it.
    private func largestScale(_ order: [Int]) -> Double {
        var inner = [Double](repeating: 1, count: elements.count)
        for index in order {
            let element = elements[index]
            for (id, _) in element.references { if let target = indices[id] { inner[index] = max(inner[index], inner[target]) } }
            inner[index] = min(inner[index] * element.scale, 1e6)
            if element.parent >= 0 { inner[element.parent] = max(inner[element.parent], inner[index]) }
        }
        return inner.max() ?? 1
    }

    /// The cost of the root elements with all their descendants and references.
    /// - Parameter painting: returns the cost of painting an area.
    private func total(_ order: [Int], _ painting: (_ area: Double) -> Int) -> Totals {
        // In this order, the totals of an element's children and references are complete. Only a reference that closes a cycle is incomplete.
        var totals = [Totals](repeating: Totals(), count: elements.count)
        var isComplete = [Bool](repeating: false, count: elements.count)
        var sum = Totals()
        for index in order {
            let element = elements[index]
            var cost = element.own
            cost.fixed = cost.fixed.addingSaturating(painting(element.area))
            for (id, times) in element.references {
                if let target = indices[id], isComplete[target] { cost.add(totals[target], times: times) }
            }
            totals[index].add(cost)
            isComplete[index] = true
            if element.parent < 0 {
                sum.add(totals[index])
            } else if !element.isTemplate {
                totals[element.parent].add(totals[index])
            }
        }
        return sum
    }
}

/// Counts the pairs of a path's segments that share a cell of a grid. The count is an upper bound of the crossings.
enum SegmentPairs {
    private static let maximumCells = 128

    /// - Parameters:
    ///   - reach: the stroke width; 0 for a fill. Cells are at least as large.
    ///   - maximum: the count at which counting stops.
    static func pairs(_ path: SVGAPath, reach: Double, maximum: Int) -> Int {
        guard let box = path.bounds, path.verbs.count > 2, box.width.isFinite, box.height.isFinite else { return 0 }
        let size = max(box.width, box.height, 1e-9)
        let fine = min(Double(path.verbs.count).squareRoot(), Double(maximumCells))
        let side = Int(saturating: max(min(fine, reach > 0 ? size / reach : fine), 1).rounded(.down))
        if side <= 1 { return min(path.verbs.count.multipliedSaturating(by: path.verbs.count) / 2, maximum) }
        let cell = size / Double(side)
        var counts = [Int32](repeating: 0, count: side * side)
        var pairs = 0
        func index(_ value: Double, _ start: Double) -> Int {
            min(max(Int(saturating: ((value - start) / cell).rounded(.down)), 0), side - 1)
        }
        var last = (x: 0.0, y: 0.0)
        var at = 0
        for verb in path.verbs {
            let count = verb.coordinateCount
            defer { at += count }
            guard count > 0 else { continue }
            let end = (x: Double(path.coordinates[at + count - 2]), y: Double(path.coordinates[at + count - 1]))
            defer { last = end }
            if verb == .move { continue }
            // Visits the cells along the segment. A curve is approximated by its chord.
            let steps = max(abs(index(end.x, box.x) - index(last.x, box.x)), abs(index(end.y, box.y) - index(last.y, box.y))) + 1
            for step in 0...steps {
                let share = Double(step) / Double(steps)
                let cellIndex = index(last.y + (end.y - last.y) * share, box.y) * side + index(last.x + (end.x - last.x) * share, box.x)
                pairs += Int(counts[cellIndex])
                counts[cellIndex] += 1
            }
            if pairs > maximum { return pairs }
        }
        return pairs
    }
}

extension SVGAPath {
    /// The length of the polyline through all points, including control points.
    var lengthOfPolygon: Double {
        var sum = 0.0
        for index in stride(from: 2, to: coordinates.count - 1, by: 2) {
            sum +=
                Point(Double(coordinates[index] - coordinates[index - 2]), Double(coordinates[index + 1] - coordinates[index - 1])).length
        }
        return sum
    }
}
