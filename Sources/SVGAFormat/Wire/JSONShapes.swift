import SVGAModel

extension JSONReader {
    /// All possible members of `args`. The type determines which are used, and it may come later in the text.
    private struct Args {
        var d = ""
        var x: Float = 0
        var y: Float = 0
        var width: Float = 0
        var height: Float = 0
        var cornerRadius: Float = 0
        var radiusX: Float = 0
        var radiusY: Float = 0
        /// A bit for each member that the file has.
        var members: UInt8 = 0

        /// The members that a type does not use.
        func uselessMembers(for kind: WireShape.Kind) -> UInt8 {
            switch kind {
            case .shape: members & ~0b0000_0001
            case .rect: members & ~0b0011_1110
            case .ellipse: members & ~0b1100_0110
            case .keep: members
            }
        }

        func of(_ kind: WireShape.Kind) -> WireShape.Args {
            switch kind {
            case .shape: .shape(d: d)
            case .rect: .rect(x: x, y: y, width: width, height: height, cornerRadius: cornerRadius)
            case .ellipse: .ellipse(x: x, y: y, radiusX: radiusX, radiusY: radiusY)
            case .keep: .none
            }
        }
    }

    mutating func shape() throws(SVGAError) -> WireShape {
        var shape = WireShape()
        guard try enterObject() else {
            shape.kind = nil
            return shape
        }
        var args: Args?
        var argsMember: Range<Int>?
        var argsUnknown = UnknownFields()
        while let key = try scanner.nextKey() {
            switch key {
            case "type": try readKind(into: &shape)
            case "args":
                let start = scanner.memberStart
                argsUnknown = UnknownFields()
                args = try self.args(&argsUnknown)
                argsMember = start..<scanner.position
            case "styles": shape.styles = try style(&shape.unknown)
            case "transform": shape.transform = try transform(&shape.unknown)
            default: shape.unknown.append(try unknownMember(), to: .own, .json)
            }
        }
        guard let args, let argsMember else { return shape }
        // The arguments of an unknown type are preserved.
        guard let kind = shape.kind else {
            try budget.takeUnknown(argsMember.count)
            shape.unknown.append(scanner.bytes[argsMember], to: .kind, .json)
            return shape
        }
        shape.args = args.of(kind)
        shape.unknown.append(contentsOf: argsUnknown)
        let useless = args.uselessMembers(for: kind).nonzeroBitCount
        if useless > 0 { noteDropped(useless) }
        return shape
    }

    private mutating func readKind(into shape: inout WireShape) throws(SVGAError) {
        let start = scanner.memberStart
        switch try scanner.peek() {
        case .string:
            let word = try scanner.string()
            let kind = ["shape", "rect", "ellipse", "keep"].firstIndex(of: plain(word))
            shape.kind = kind.flatMap { WireShape.Kind(rawValue: Int32($0)) }
            if shape.kind == nil {
                try budget.takeUnknown(scanner.position - start)
                shape.unknown.append(scanner.bytes[start..<scanner.position], to: .kind, .json)
            }
        case .null:
            try scanner.null()
            shape.kind = .shape
        default:
            noteLoose()
            let number = try integer()
            shape.kind = WireShape.Kind(rawValue: number)
            if shape.kind == nil { shape.unknownKind = number }
        }
    }

    private mutating func args(_ unknown: inout UnknownFields) throws(SVGAError) -> Args? {
        guard try enterObject() else { return nil }
        var args = Args()
        while let key = try scanner.nextKey() {
            switch key {
            case "d": (args.d, args.members) = (try text(), args.members | 1)
            case "x": (args.x, args.members) = (try number(), args.members | 2)
            case "y": (args.y, args.members) = (try number(), args.members | 4)
            case "width": (args.width, args.members) = (try number(), args.members | 8)
            case "height": (args.height, args.members) = (try number(), args.members | 16)
            case "cornerRadius": (args.cornerRadius, args.members) = (try number(), args.members | 32)
            case "radiusX": (args.radiusX, args.members) = (try number(), args.members | 64)
            case "radiusY": (args.radiusY, args.members) = (try number(), args.members | 128)
            default: unknown.append(try unknownMember(), to: .args, .json)
            }
        }
        return args
    }

    private mutating func style(_ unknown: inout UnknownFields) throws(SVGAError) -> WireStyle? {
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
            default: unknown.append(try unknownMember(), to: .styles, .json)
            }
        }
        return style
    }

    /// The index of a word in `names`, or a number in its place; an unknown word is 0.
    private mutating func choice(_ names: [String]) throws(SVGAError) -> Int32 {
        guard try scanner.peek() == .string else { return try integer() }
        let word = try scanner.string()
        if let index = names.firstIndex(of: plain(word)) { return Int32(index) }
        noteLoose()
        return Int32(word) ?? 0
    }

    /// The word without the prefix: `ROUND`, or `LineCap_ROUND` after the enum of the proto file, becomes `round`.
    private mutating func plain(_ word: String) -> String {
        guard word.utf8.contains(where: { !(0x61...0x7A).contains($0) }) else { return word }
        noteLoose()
        return word.split(separator: "_").last?.lowercased() ?? word
    }

    /// `[r, g, b, a]`, `[r, g, b]` or `{r, g, b, a}`; opaque without an alpha.
    private mutating func color() throws(SVGAError) -> WireColor? {
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
                default:
                    noteDropped()
                    try scanner.skipValue()
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

    /// The first numbers of an array, stored without a heap allocation.
    private struct Numbers {
        var count = 0
        var values = SIMD4<Float>()

        func value(_ index: Int) -> Float { index < count ? values[index] : 0 }
    }

    private mutating func numbers(limit: Int) throws(SVGAError) -> Numbers {
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
