import SVGAPlatform
import SVGASupport

/// The functions that the exporter writes for operators. They work on numbers and lists.
enum ScriptPairing {
    case sum, sub, mul, div

    @inline(__always)
    func apply(_ a: ScriptValue, _ b: ScriptValue, _ file: ScriptFile) throws(ScriptFailure) -> ScriptValue {
        if case .number = a, case .number = b { return try symbol.apply(a, b) }
        return try applySlowly(a, b, file)
    }

    private var symbol: ScriptOperator {
        switch self {
        case .sum: .plus
        case .sub: .minus
        case .mul: .times
        case .div: .divide
        }
    }

    private func applySlowly(_ a: ScriptValue, _ b: ScriptValue, _ file: ScriptFile) throws(ScriptFailure) -> ScriptValue {
        if a.isNumeric, b.isNumeric { return try symbol.apply(a, b) }
        switch (self, a, b) {
        case (.sum, .string, _), (.sum, _, .string): throw .unsupported
        case (.sum, .list(let a), .list(let b)), (.sub, .list(let a), .list(let b)): return .list(try paired(a, b, file))
        // For a number and a list, the number belongs to the first element.
        case (.sum, .list(let a), _) where b.isNumeric, (.sub, .list(let a), _) where b.isNumeric:
            return .list(try first(a, file) { value throws(ScriptFailure) in try symbol.apply(value, b) })
        case (.sum, _, .list(let b)) where a.isNumeric, (.sub, _, .list(let b)) where a.isNumeric:
            return .list(try first(b, file) { value throws(ScriptFailure) in try symbol.apply(a, value) })
        case (.mul, .list(let list), _) where b.isNumeric, (.div, .list(let list), _) where b.isNumeric:
            return .list(try list.mapped(file) { value throws(ScriptFailure) in try symbol.apply(value, b) })
        case (.mul, _, .list(let list)) where a.isNumeric:
            return .list(try list.mapped(file) { value throws(ScriptFailure) in try symbol.apply(value, a) })
        case (.div, _, .list(let list)) where a.isNumeric:
            return .list(try list.mapped(file) { value throws(ScriptFailure) in try symbol.apply(a, value) })
        case (_, .error, _), (_, _, .error): throw .unsupported
        default: return .number(0)
        }
    }

    /// An element that only one of the lists has stays.
    private func paired(_ a: ScriptList, _ b: ScriptList, _ file: ScriptFile) throws(ScriptFailure) -> ScriptList {
        var result: [ScriptValue] = []
        let (left, right) = (a.elements, b.elements)
        try file.step(max(left.count, right.count))
        for index in 0..<max(left.count, right.count) {
            if index >= left.count || index >= right.count {
                result.append(index < left.count ? left[index] : right[index])
            } else {
                result.append(try symbol.apply(left[index], right[index]))
            }
        }
        return ScriptList(result)
    }

    private func first(
        _ list: ScriptList, _ file: ScriptFile, _ change: (ScriptValue) throws(ScriptFailure) -> ScriptValue
    ) throws(ScriptFailure) -> ScriptList {
        try file.step(list.elements.count >> 2)
        var elements = list.elements
        guard let first = elements.first else { throw .unsupported }
        elements[0] = try change(first)
        return ScriptList(elements)
    }
}

extension ScriptList {
    func mapped(
        _ file: ScriptFile, _ change: (ScriptValue) throws(ScriptFailure) -> ScriptValue
    ) throws(ScriptFailure) -> ScriptList {
        var result: [ScriptValue] = []
        result.reserveCapacity(elements.count)
        for element in elements {
            try file.step()
            result.append(try change(element))
        }
        return ScriptList(result)
    }
}

extension ScriptFunction {
    /// The two-sided function that it is; nil: none.
    var pairing: ScriptPairing? {
        switch self {
        case .sum, .add, .bmSum: .sum
        case .sub, .bmSub: .sub
        case .mul, .bmMul: .mul
        case .div, .bmDiv: .div
        default: nil
        }
    }

    func call(_ arguments: [ScriptValue], _ run: ScriptRun) throws(ScriptFailure) -> ScriptValue {
        func argument(_ index: Int) -> ScriptValue { index < arguments.count ? arguments[index] : .undefined }
        let (a, file) = (argument(0), run.file)
        try file.step()
        switch self {
        case .sum, .add, .bmSum, .sub, .bmSub, .mul, .bmMul, .div, .bmDiv: throw .unsupported
        case .mod, .bmMod: return try ScriptOperator.remainder.apply(a, argument(1))
        case .bmNeg:
            guard case .list(let list) = a else { return .number(-(try a.number())) }
            return .list(try list.mapped(file) { value throws(ScriptFailure) in .number(-(try value.number())) })
        case .clamp: return try ScriptFunction.clamp(a, try argument(1).number(), try argument(2).number(), file)
        case .length: return .number(try ScriptFunction.length(a, argument(1), file))
        case .normalize: return try ScriptPairing.div.apply(a, .number(try ScriptFunction.length(a, .undefined, file)), file)
        case .degreesToRadians, .oldDegreesToRadians: return .number(try a.number() * Double.pi / 180)
        case .radiansToDegrees, .oldRadiansToDegrees: return .number(try a.number() * 180 / Double.pi)
        case .isNaN: return .bool(try a.number().isNaN)
        case .isFinite: return .bool(try a.number().isFinite)
        case .linear: return try ScriptEasing.linear(arguments, file)
        case .ease: return try ScriptEasing.ease.value(arguments, file)
        case .easeIn: return try ScriptEasing.easeIn.value(arguments, file)
        case .easeOut: return try ScriptEasing.easeOut.value(arguments, file)
        case .framesToTime: return .number(try a.number() / (argument(1).isTrue ? try argument(1).number() : file.rate))
        case .timeToFrames:
            if case .undefined = a, arguments.isEmpty { return .number(run.property.frame) }
            return .number(try a.number() * (argument(1).isTrue ? try argument(1).number() : file.rate))
        case .eval: return try ScriptFunction.member(a, run)
        }
    }

    private static func clamp(
        _ value: ScriptValue, _ low: Double, _ high: Double, _ file: ScriptFile
    ) throws(ScriptFailure) -> ScriptValue {
        if case .list(let list) = value {
            return .list(try list.mapped(file) { value throws(ScriptFailure) in try clamp(value, low, high, file) })
        }
        let number = try value.number()
        guard !number.isNaN, !low.isNaN, !high.isNaN else { return .number(.nan) }
        return .number(min(max(number, min(low, high)), max(low, high)))
    }

    /// The length of a vector, or the distance of two points.
    private static func length(_ a: ScriptValue, _ b: ScriptValue, _ file: ScriptFile) throws(ScriptFailure) -> Double {
        guard case .list(let list) = a else { return (try a.number() - (b.isTrue ? try b.number() : 0)).magnitude }
        var other: ScriptList?
        if b.isTrue {
            guard case .list(let list) = b else { throw .unsupported }
            other = list
        }
        var square = 0.0
        for index in 0..<min(list.elements.count, other?.elements.count ?? .max) {
            try file.step()
            let distance = try list[index].number()
            square += pow(distance - (try other?[index].number() ?? 0), 2)
        }
        return square.squareRoot()
    }

    /// In place of `eval`: only a chain of members, such as "thisLayer.parent.parent".
    private static func member(_ value: ScriptValue, _ run: ScriptRun) throws(ScriptFailure) -> ScriptValue {
        guard case .string(let text) = value else { return value }
        let names = text.fields(separatedBy: UInt8(ascii: "."))
        var owner: ScriptValue
        switch names[0] {
        case "thisLayer": owner = .layer(run.property.layer)
        case "thisComp": owner = .composition(run.property.layer.composition)
        case "thisProperty": owner = .thisProperty(run.property)
        case "parent": owner = try run.file.member(.layer(run.property.layer), .parent)
        case "transform": owner = try run.file.member(.layer(run.property.layer), .transform)
        default: throw .thrown
        }
        for name in names.dropFirst() {
            try run.file.step()
            guard let name = ScriptName(rawValue: name) else { throw owner.isNothing ? .thrown : .unsupported }
            owner = try run.file.member(owner, name)
        }
        return owner
    }
}

/// Interpolation with the curves of After Effects.
struct ScriptEasing {
    static let ease = ScriptEasing(x1: 0.33, y1: 0, x2: 0.667, y2: 1)
    static let easeIn = ScriptEasing(x1: 0.333, y1: 0, x2: 0.833, y2: 0.833)
    static let easeOut = ScriptEasing(x1: 0.167, y1: 0.167, x2: 0.667, y2: 1)

    let x1: Double
    let y1: Double
    let x2: Double
    let y2: Double

    private func curve(_ share: Double) -> Double {
        func at(_ a: Double, _ b: Double, _ t: Double) -> Double { 3 * a * t * (1 - t) * (1 - t) + 3 * b * t * t * (1 - t) + t * t * t }
        var (low, high, t) = (0.0, 1.0, share)
        for _ in 0..<40 {
            if at(x1, x2, t) < share { low = t } else { high = t }
            t = (low + high) / 2
        }
        return at(y1, y2, t)
    }

    func value(_ arguments: [ScriptValue], _ file: ScriptFile) throws(ScriptFailure) -> ScriptValue {
        guard arguments.count == 3 || arguments.count == 5 else { throw .unsupported }
        var t = try arguments[0].number()
        let ends = arguments.count == 3 ? arguments[1...] : arguments[3...]
        if arguments.count == 5 {
            let low = try arguments[1].number()
            t = (t - low) / (try arguments[2].number() - low)
        }
        return try ScriptEasing.between(t >= 1 ? 1 : t > 0 ? curve(t) : 0, ends[ends.startIndex], ends[ends.startIndex + 1], file)
    }

    static func linear(_ arguments: [ScriptValue], _ file: ScriptFile) throws(ScriptFailure) -> ScriptValue {
        guard arguments.count == 3 || arguments.count == 5 else { throw .unsupported }
        let t = try arguments[0].number()
        var (low, high, from, to) = (0.0, 1.0, arguments[1], arguments[2])
        if arguments.count == 5 {
            (low, high) = (try arguments[1].number(), try arguments[2].number())
            (from, to) = (arguments[3], arguments[4])
            if case .undefined = from { throw .unsupported }
            if case .undefined = to { throw .unsupported }
        }
        if high < low { (low, high) = (high, low) }
        if t <= low { return from }
        if t >= high { return to }
        return try between((t - low) / (high - low), from, to, file)
    }

    private static func between(
        _ share: Double, _ from: ScriptValue, _ to: ScriptValue, _ file: ScriptFile
    ) throws(ScriptFailure) -> ScriptValue {
        guard case .list(let start) = from else {
            let number = try from.number()
            return .number(number + (try to.number() - number) * share)
        }
        guard case .list(let end) = to, start.elements.count == end.elements.count else { throw .unsupported }
        var result: [Double] = []
        for index in start.elements.indices {
            try file.step()
            let x = try start[index].number()
            result.append(x + (try end[index].number() - x) * share)
        }
        return .list(ScriptList(result))
    }
}

/// The members of `Math`.
enum ScriptMath {
    static func constant(_ name: ScriptName) throws(ScriptFailure) -> ScriptValue {
        switch name {
        case .pi: .number(Double.pi)
        case .e: .number(2.718281828459045)
        case .rootOfTwo: .number(2.0.squareRoot())
        case .rootOfHalf: .number(0.5.squareRoot())
        default: throw .unsupported
        }
    }

    static func call(_ name: ScriptName, _ arguments: [ScriptValue]) throws(ScriptFailure) -> ScriptValue {
        let first = arguments.first ?? .undefined
        switch name {
        case .min, .max:
            var result = name == .min ? Double.infinity : -.infinity
            for argument in arguments {
                let number = try argument.number()
                if number.isNaN || result.isNaN { result = .nan } else { result = name == .min ? min(result, number) : max(result, number) }
            }
            return .number(result)
        case .pow:
            guard arguments.count > 1 else { return .number(.nan) }
            return .number(try power(try first.number(), try arguments[1].number()))
        case .atan2:
            guard arguments.count > 1 else { return .number(.nan) }
            return .number(atan2(try first.number(), try arguments[1].number()))
        default: break
        }
        // These take lists, too.
        switch name {
        case .abs, .sin, .cos, .floor, .ceil, .round:
            if case .list(let list) = first {
                var result: [Double] = []
                for element in list.elements { result.append(try single(name, try element.number())) }
                return .list(ScriptList(result))
            }
        default: break
        }
        return .number(try single(name, try first.number()))
    }

    /// The language differs from C where the base is 1 or -1.
    private static func power(_ base: Double, _ exponent: Double) throws(ScriptFailure) -> Double {
        guard base.isFinite, exponent.isFinite else { throw .unsupported }
        return pow(base, exponent)
    }

    private static func single(_ name: ScriptName, _ x: Double) throws(ScriptFailure) -> Double {
        switch name {
        case .abs: return x.magnitude
        case .sin: return sin(x)
        case .cos: return cos(x)
        case .tan: return tan(x)
        case .asin: return asin(x)
        case .acos: return acos(x)
        case .atan: return atan(x)
        case .floor: return x.rounded(.down)
        case .ceil: return x.rounded(.up)
        case .round:
            // Of two integers at one distance, the larger.
            guard x.magnitude < 0x1p51 else { return x }
            let low = x.rounded(.down)
            return x - low >= 0.5 ? low + 1 : low
        case .sqrt: return x.squareRoot()
        case .exp: return exp(x)
        case .log: return log(x)
        default: throw .unsupported
        }
    }
}
