import SVGAModel

extension JSONReader {
    /// Everything `args` may hold; which of it counts depends on the type, and that may come later.
    private struct Args {
        var d = ""
        var x: Float = 0
        var y: Float = 0
        var width: Float = 0
        var height: Float = 0
        var cornerRadius: Float = 0
        var radiusX: Float = 0
        var radiusY: Float = 0

        func of(_ kind: WireShape.Kind?) -> WireShape.Args {
            switch kind {
            case .shape: .shape(d: d)
            case .rect: .rect(x: x, y: y, width: width, height: height, cornerRadius: cornerRadius)
            case .ellipse: .ellipse(x: x, y: y, radiusX: radiusX, radiusY: radiusY)
            case .keep, nil: .none
            }
        }
    }

    mutating func shape() throws(ReadError) -> WireShape {
        var shape = WireShape()
        guard try enterObject() else {
            shape.kind = nil
            return shape
        }
        var args: Args?
        while let key = try scanner.nextKey() {
            switch key {
            case "type": shape.kind = try kind()
            case "args": args = try self.args()
            case "styles": shape.styles = try style()
            case "transform": shape.transform = try transform()
            default: try skipUnknown()
            }
        }
        shape.args = args?.of(shape.kind) ?? .none
        return shape
    }

    private mutating func kind() throws(ReadError) -> WireShape.Kind? {
        switch try scanner.peek() {
        case .string:
            let word = try scanner.string()
            let place = ["shape", "rect", "ellipse", "keep"].firstIndex(of: plain(word))
            return place.flatMap { WireShape.Kind(rawValue: Int32($0)) }
        case .null:
            try scanner.null()
            return .shape
        default:
            noteLoose()
            return WireShape.Kind(rawValue: try integer())
        }
    }

    private mutating func args() throws(ReadError) -> Args? {
        guard try enterObject() else { return nil }
        var args = Args()
        while let key = try scanner.nextKey() {
            switch key {
            case "d": args.d = try text()
            case "x": args.x = try number()
            case "y": args.y = try number()
            case "width": args.width = try number()
            case "height": args.height = try number()
            case "cornerRadius": args.cornerRadius = try number()
            case "radiusX": args.radiusX = try number()
            case "radiusY": args.radiusY = try number()
            default: try skipUnknown()
            }
        }
        return args
    }

    private mutating func style() throws(ReadError) -> WireStyle? {
        guard try enterObject() else { return nil }
        var style = WireStyle()
        while let key = try scanner.nextKey() {
            switch key {
            case "fill": style.fill = try color()
            case "stroke": style.stroke = try color()
            case "strokeWidth": style.strokeWidth = try number()
            case "lineCap": style.lineCap = try choice(["butt", "round", "square"])
            case "lineJoin": style.lineJoin = try choice(["miter", "round", "bevel"])
            case "miterLimit": style.miterLimit = try number()
            case "lineDash":
                let numbers = try numbers(limit: 3)
                style.lineDash = (numbers.value(0), numbers.value(1), numbers.value(2))
            default: try skipUnknown()
            }
        }
        return style
    }

    /// The place of a word in `names`, or the number that is written instead; an unknown word is 0.
    private mutating func choice(_ names: [String]) throws(ReadError) -> Int32 {
        guard try scanner.peek() == .string else { return try integer() }
        let word = try scanner.string()
        if let index = names.firstIndex(of: plain(word)) { return Int32(index) }
        noteLoose()
        return Int32(word) ?? 0
    }

    /// The word as the format writes it: `ROUND`, or `LineCap_ROUND` after the enum of the proto file, is `round`.
    private mutating func plain(_ word: String) -> String {
        guard word.utf8.contains(where: { !(0x61...0x7A).contains($0) }) else { return word }
        noteLoose()
        return word.split(separator: "_").last?.lowercased() ?? word
    }

    /// `[r, g, b, a]`, `[r, g, b]` or `{r, g, b, a}`; without an alpha it is opaque.
    private mutating func color() throws(ReadError) -> WireColor? {
        var color = WireColor()
        color.a = 1
        if try scanner.peek() == .object {
            noteLoose()
            try scanner.enter()
            while let key = try scanner.nextKey() {
                switch key {
                case "r": color.r = try number()
                case "g": color.g = try number()
                case "b": color.b = try number()
                case "a": color.a = try number(default: 1)
                default: try skipUnknown()
                }
            }
            return color
        }
        let numbers = try numbers(limit: 4)
        guard numbers.count >= 3 else {
            if numbers.count > 0 { noteLoose() }
            return nil
        }
        (color.r, color.g, color.b) = (numbers.value(0), numbers.value(1), numbers.value(2))
        if numbers.count > 3 { color.a = numbers.value(3) }
        return color
    }

    /// The first numbers of an array, without an array's memory.
    private struct Numbers {
        var count = 0
        var values = SIMD4<Float>()

        func value(_ index: Int) -> Float { index < count ? values[index] : 0 }
    }

    private mutating func numbers(limit: Int) throws(ReadError) -> Numbers {
        var result = Numbers()
        guard try enterArray() else { return result }
        while try scanner.nextElement() {
            if result.count < limit {
                result.values[result.count] = try number()
                result.count += 1
            } else {
                noteLoose()
                try scanner.skipValue()
            }
        }
        return result
    }
}
