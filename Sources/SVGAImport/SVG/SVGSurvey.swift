import SVGAFormat
import SVGAModel
import SVGAPixels
import SVGASupport

/// Estimates the cost of drawing an SVG with librsvg from its text, before librsvg parses it. librsvg's own limits are absent or very high.
///
/// The cost of an element follows from its attributes. The cost of a referenced element is added for each reference. The scanner distinguishes
/// only tags and attributes, so the estimate can be too high; it must not be too low.
struct SVGSurvey {
    /// The cost of drawing an element, with its descendants and references.
    struct Totals {
        var fixed = 0
        /// The cost per pixel of the canvas.
        var perPixel = 0
        /// How many shapes and texts are drawn, which may inherit a fill and a stroke.
        var shapes = 0
        /// How many vertices are drawn, which may inherit a marker.
        var vertices = 0

        mutating func add(_ other: Totals, times: Int = 1) {
            fixed = fixed.addingSaturating(other.fixed.multipliedSaturating(by: times))
            perPixel = perPixel.addingSaturating(other.perPixel.multipliedSaturating(by: times))
        }

        /// Adds what inherits the properties of this element.
        mutating func addContent(_ other: Totals) {
            add(other)
            shapes = shapes.addingSaturating(other.shapes)
            vertices = vertices.addingSaturating(other.vertices)
        }
    }

    struct Element {
        var parent: Int
        var name = ""
        var own = Totals()
        /// The identifiers of the elements that it draws once.
        var references: [ArraySlice<UInt8>] = []
        /// The identifiers of its fills and strokes. They are drawn for each shape within it.
        var paints: [ArraySlice<UInt8>] = []
        /// The identifiers of its markers. They are drawn for each vertex within it.
        var markers: [ArraySlice<UInt8>] = []
        /// Whether it is drawn only by references, not at its own position.
        var isTemplate = false
        var isText = false
        var letters = 0
        var fontSize = SVGFontSize.initial
        /// The size of the shape's box, in the element's own units.
        var width = 0.0
        var height = 0.0
        /// The length of the shape's outline, in the element's own units.
        var length = 0.0
        /// The factor by which its transforms enlarge lengths, at least 1.
        var scale = 1.0
        /// The smaller side of its view box; 0: it has none.
        var boxSide = 0.0
        /// The radius of a morphology filter, in its own units.
        var radius = 0.0
    }

    enum Cost {
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
        /// A pair of letters of one text: Cairo fills their outlines together.
        static let letterPair = 170
        /// A canvas pixel of a mask, a pattern or an image.
        static let layerPixel = 60
        static let groupPixel = 16
        /// A pixel that is painted with a pattern's tile.
        static let tiledPixel = 8
        /// A painted pixel.
        static let paintedPixel = 4
        /// A canvas pixel of a filter, which is copied at the start and at the end of the filter.
        static let filterPixel = 30
    }

    /// The cost of parsing.
    private(set) var reading = 0
    /// The largest side of a convolution matrix.
    private(set) var maximumKernelSide = 0.0
    /// The largest product of a text's letters and its font size.
    private(set) var maximumTextLength = 0.0
    /// The pixels of all embedded images.
    private(set) var embeddedPixels = 0
    /// Whether an embedded image has none of the formats that are counted.
    private(set) var hasUnknownImage = false
    /// The embedded SVGs, which librsvg draws into an image of their own size for each drawing of the element.
    var embedded: [(element: Int, survey: SVGSurvey)] = []
    /// The size that the root element declares, or that of its view box.
    private var declaredSize = (width: 0.0, height: 0.0)
    /// How many SVGs contain this one.
    private let depth: Int
    private static let maximumDepth = 5
    var elements: [Element] = []
    var indices: [ArraySlice<UInt8>: Int] = [:]
    private var styles = SVGStyleRules()
    /// The widest stroke, the largest miter limit and the shortest average dash in the file. Every path is assumed to have them.
    var strokeWidth = 0.0
    var miterLimit = 4.0
    var dashPeriod = Double.infinity
    /// The longest side of a viewport or a view box within the file.
    var maximumViewportSide = 0.0
    /// The longest width, height or radius in a style sheet or a `style` attribute so far. Shapes are assumed to have it.
    private var styledLength = 0.0
    /// The paths, which are examined after the widest stroke of the file is known.
    var outlines: [(element: Int, data: ArraySlice<UInt8>, isPoints: Bool)] = []

    /// - Parameters:
    ///   - text: without a document type.
    ///   - depth: how many SVGs contain it.
    init(_ text: [UInt8], depth: Int = 0) {
        self.depth = depth
        reading = Cost.byte.multipliedSaturating(by: text.count)
        var scanner = SVGTagScanner(text)
        styles = SVGStyleRules(scanner.styleSheets())
        note(declarations: styles.text)
        note(lengths: styles.text)
        scan(&scanner)
        reading = reading.addingSaturating(Cost.element.multipliedSaturating(by: elements.count))
        reading = reading.addingSaturating(
            Cost.selector.multipliedSaturating(by: styles.selectors.multipliedSaturating(by: elements.count)))
        measureTexts()
    }

    // MARK: - Elements

    private mutating func scan(_ scanner: inout SVGTagScanner) {
        var open: [Int] = []
        while let tag = scanner.next() {
            switch tag.kind {
            case .end: _ = open.popLast()
            case .text(let count): if let index = open.last { elements[index].letters += count }
            case .start(let isEmpty):
                let index = elements.count
                elements.append(Element(parent: open.last ?? -1))
                price(tag, index)
                if !isEmpty { open.append(index) }
            }
        }
    }

    private static let templates: Set<String> = [
        "defs", "symbol", "clipPath", "mask", "pattern", "marker", "filter", "linearGradient", "radialGradient",
    ]
    private static let shapes: Set<String> = ["path", "rect", "circle", "ellipse", "line", "polyline", "polygon", "image"]

    private mutating func price(_ tag: SVGTagScanner.Tag, _ index: Int) {
        let name = tag.name
        var element = elements[index]
        element.name = name
        element.isTemplate = SVGSurvey.templates.contains(name)
        element.own.fixed = Cost.drawn
        element.isText = ["text", "tspan", "textPath", "tref", "a"].contains(name)
        element.own.shapes = SVGSurvey.shapes.contains(name) || element.isText ? 1 : 0
        var font = (declared: SVGFontSize(), styled: SVGFontSize())
        func add(_ declarations: SVGDeclarations?, to element: inout Element) {
            guard let declarations else { return }
            SVGSurvey.add(declarations, to: &element)
            font.styled.add(declarations.fontSize)
        }
        for (attribute, value) in tag.attributes {
            switch attribute {
            case "id", "xml:id":
                if indices[value] == nil { indices[value] = index }
                add(styles.rules[[UInt8(ascii: "#")] + value], to: &element)
            case "d": outlines.append((index, value, false))
            case "points": outlines.append((index, value, true))
            case "class":
                for name in value.split(whereSeparator: { $0 <= 0x20 }) { add(styles.rules[[UInt8(ascii: ".")] + name], to: &element) }
            case "opacity", "mix-blend-mode", "isolation": element.own.perPixel += Cost.groupPixel
            case "viewBox":
                let sides = SVGNumbers.all(in: value).dropFirst(2).map(\.magnitude)
                if let side = sides.min(), side > 0 { element.boxSide = side }
                maximumViewportSide = max(maximumViewportSide, sides.max() ?? 0)
            case "transform", "patternTransform": element.scale = min(element.scale * SVGNumbers.scale(of: value), 1e6)
            case "style", "filter", "mask", "fill", "stroke", "clip-path", "marker-start", "marker-mid", "marker-end", "marker",
                "font-size", "font", "stroke-width", "stroke-dasharray", "stroke-miterlimit":
                let text = SVGStyleText.plain(attribute == "style" ? value : Array("\(attribute):".utf8)[...] + value)
                let declarations = SVGDeclarations(text[...])
                SVGSurvey.add(declarations, to: &element)
                font.declared.add(declarations.fontSize)
                note(declarations: SVGStyleText.lowercased(text))
                if attribute == "style" { note(lengths: SVGStyleText.lowercased(text)) }
            case "patternContentUnits", "maskContentUnits", "clipPathUnits", "primitiveUnits":
                // Its lengths are multiples of a shape's size.
                if value.elementsEqual("objectBoundingBox".utf8) { element.scale = 1e6 }
            case _ where attribute == "href" || attribute.hasSuffix(":href"): note(reference: value, of: name, index, to: &element)
            default: break
            }
        }
        for key in [Array(name.utf8), [UInt8(ascii: "*")]] { add(styles.rules[key], to: &element) }
        let parent = element.parent >= 0 ? elements[element.parent].fontSize : SVGFontSize.initial
        // A rule of a style sheet may not apply, because only a part of its selector is examined.
        let declared = font.declared.size(parent: parent, isCertain: font.styled.isEmpty)
        element.fontSize = max(declared, font.styled.isEmpty ? 0 : font.styled.size(parent: parent, isCertain: false))
        measure(tag, &element)
        elements[index] = element
    }

    /// Notes an element's own cost and size.
    private mutating func measure(_ tag: SVGTagScanner.Tag, _ element: inout Element) {
        switch tag.name {
        case "mask", "image": element.own.perPixel += Cost.layerPixel
        case "pattern": element.own.perPixel += Cost.tiledPixel
        case "filter": element.own.perPixel += Cost.filterPixel
        case "feConvolveMatrix":
            if let order = tag.attributes.first(where: { $0.name == "order" })?.value {
                maximumKernelSide = max(maximumKernelSide, SVGNumbers.all(in: order).map(\.magnitude).max() ?? 0)
            }
        case "feMorphology":
            let radius = tag.attributes.first { $0.name == "radius" }?.value
            element.radius = radius.map { SVGNumbers.all(in: $0).map(\.magnitude).max() ?? 0 } ?? 0
        default: break
        }
        if tag.name.hasPrefix("fe") { element.own.perPixel += SVGSurvey.primitive(tag) }
        if element.parent < 0, elements.count == 1 {
            func side(_ name: String) -> Double {
                let value = tag.attributes.first { $0.name == name }?.value
                return value.flatMap { $0.last == UInt8(ascii: "%") ? nil : SVGNumbers.length($0) } ?? 0
            }
            let box = tag.attributes.first { $0.name == "viewBox" }.map { SVGNumbers.all(in: $0.value).dropFirst(2).map(\.magnitude) } ?? []
            declaredSize = (max(side("width"), box.first ?? 0), max(side("height"), box.last ?? 0))
        }
        if element.parent >= 0, ["svg", "symbol", "use", "marker"].contains(tag.name) {
            for (name, value) in tag.attributes where ["width", "height", "markerWidth", "markerHeight"].contains(name) {
                // A percentage up to 100 is a part of another side.
                let isPart = value.last == UInt8(ascii: "%") && (SVGNumbers.all(in: value).first.map { $0.magnitude <= 100 } ?? false)
                if !isPart { maximumViewportSide = max(maximumViewportSide, SVGNumbers.length(value) ?? 0) }
            }
        }
        setBox(tag, &element)
    }

    private mutating func note(reference value: ArraySlice<UInt8>, of name: String, _ index: Int, to element: inout Element) {
        let value = value.drop { $0 <= 0x20 }
        if let hash = value.firstIndex(of: UInt8(ascii: "#")), !value.starts(with: "data:".utf8) {
            element.references.append(ArraySlice(Array(value[(hash + 1)...])))
        } else if name == "image" || name == "feImage" {
            guard let image = SVGEmbeddedImage(value) else {
                if depth < SVGSurvey.maximumDepth, let text = SVGEmbeddedImage.svg(value) { return note(embedded: text, index) }
                hasUnknownImage = hasUnknownImage || SVGStyleText.lowercased(value.prefix(5)).elementsEqual("data:".utf8)
                return
            }
            embeddedPixels = embeddedPixels.addingSaturating(image.pixels)
        }
    }

    private mutating func note(embedded text: [UInt8], _ index: Int) {
        let survey = SVGSurvey(text, depth: depth + 1)
        reading = reading.addingSaturating(survey.reading)
        maximumKernelSide = max(maximumKernelSide, survey.maximumKernelSide)
        maximumTextLength = max(maximumTextLength, survey.maximumTextLength)
        let (width, height) = survey.declaredSize
        // Without a size it has that of its content.
        hasUnknownImage = hasUnknownImage || survey.hasUnknownImage || width <= 0 || height <= 0
        embeddedPixels = embeddedPixels.addingSaturating(survey.embeddedPixels)
        embeddedPixels = embeddedPixels.addingSaturating(Int(saturating: (width + 1) * (height + 1)))
        embedded.append((index, survey))
    }

    /// The cost of drawing each embedded SVG once, into an image of its size.
    mutating func addEmbedded(_ work: ImportWork) {
        for (index, survey) in embedded {
            var survey = survey
            let (width, height) = survey.declaredSize
            let cost = survey.drawing(width: width.rounded(.up), height: height.rounded(.up), paints: true, work)
            elements[index].own.fixed = elements[index].own.fixed.addingSaturating(cost.addingSaturating(survey.reading))
        }
        embedded = []
    }

    private static func add(_ declarations: SVGDeclarations, to element: inout Element) {
        element.own.perPixel += declarations.filterFunctions * 2 * Cost.layerPixel
        if declarations.isGroup { element.own.perPixel += Cost.groupPixel }
        element.scale = min(element.scale * declarations.scale, 1e6)
        element.references += declarations.references
        element.paints += declarations.paints
        element.markers += declarations.markers
    }

    /// Sets the box of a shape from its attributes and the longest length in styles. A length of unknown size counts as 1,000,000 units.
    private func setBox(_ tag: SVGTagScanner.Tag, _ element: inout Element) {
        func length(_ names: String..., least: Double? = nil) -> Double {
            tag.attributes.reduce(least ?? styledLength) { names.contains($1.name) ? max($0, SVGNumbers.length($1.value) ?? 0) : $0 }
        }
        switch tag.name {
        case "pattern":
            // The tile's size, if it is one in the content's units.
            let isAbsolute = tag.attributes.contains { $0.name == "patternUnits" && $0.value.elementsEqual("userSpaceOnUse".utf8) }
            if isAbsolute { (element.width, element.height) = (length("width", least: 0), length("height", least: 0)) }
        case "rect", "image": (element.width, element.height) = (length("width"), length("height"))
        case "circle": (element.width, element.height) = (2 * length("r"), 2 * length("r"))
        // A radius that is absent is as long as the other one.
        case "ellipse": (element.width, element.height) = (2 * length("rx", "ry"), 2 * length("rx", "ry"))
        case "line":
            // Only its stroke is painted.
            element.length = 2 * length("x1", "x2", least: 0) + 2 * length("y1", "y2", least: 0)
            element.own.vertices = 2
        default: break
        }
        if element.width > 0 || element.height > 0 { element.length = 2 * (element.width + element.height) }
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
        case "feMorphology": return 60
        case "feConvolveMatrix": return 40 + 40 * capped(number("order", 3) * number("order", 3))
        case "feDiffuseLighting", "feSpecularLighting": return 300
        case "feGaussianBlur", "feDropShadow": return 200
        default: return 60
        }
    }

    // MARK: - Extreme values of the file

    private mutating func note(declarations text: [UInt8]) {
        for value in SVGDeclarations.values(of: "stroke-width", in: text) {
            strokeWidth = max(strokeWidth, SVGNumbers.length(value) ?? 1)
        }
        for value in SVGDeclarations.values(of: "stroke-miterlimit", in: text) {
            miterLimit = max(miterLimit, SVGNumbers.all(in: value).first?.magnitude ?? 1)
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

    private mutating func note(lengths text: [UInt8]) {
        for name: StaticString in ["width", "height", "r", "rx", "ry"] {
            for value in SVGDeclarations.values(of: name, in: text) { styledLength = max(styledLength, SVGNumbers.length(value) ?? 0) }
        }
    }

    // MARK: - Texts

    /// Sets the costs and the sizes of texts.
    private mutating func measureTexts() {
        // The content of `use` inherits the font size there.
        let isReused = elements.contains { $0.name == "use" }
        let largest = isReused ? elements.map(\.fontSize).max() ?? SVGFontSize.initial : 0
        for index in elements.indices where elements[index].isText {
            let letters = elements[index].letters
            guard letters > 0 else { continue }
            let size = max(elements[index].fontSize, min(elements[index].fontSize / SVGFontSize.initial * largest, SVGFontSize.maximum))
            maximumTextLength = max(maximumTextLength, Double(letters) * size)
            elements[index].fontSize = size
            let pairs = Cost.letterPair.multipliedSaturating(by: letters.multipliedSaturating(by: letters))
            elements[index].own.fixed = elements[index].own.fixed.addingSaturating(
                Cost.letter.multipliedSaturating(by: letters).addingSaturating(pairs))
        }
    }
}
