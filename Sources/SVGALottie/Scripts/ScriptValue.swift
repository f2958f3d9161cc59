import SVGAPlatform
import SVGASupport

/// Why a script has no value.
enum ScriptFailure: Error {
    /// What `try` of the language catches.
    case thrown
    /// The script needs the complete engine: for something that is not implemented here, or because it takes many steps.
    case unsupported
}

/// A list. Like an array of the language, it is shared by all variables that have it.
final class ScriptList {
    var elements: [ScriptValue]
    /// The property whose value it is a copy of.
    let property: ScriptProperty?

    init(_ elements: [ScriptValue], of property: ScriptProperty? = nil) { (self.elements, self.property) = (elements, property) }

    convenience init(_ numbers: [Double], of property: ScriptProperty? = nil) { self.init(numbers.map { .number($0) }, of: property) }

    subscript(index: Int) -> ScriptValue { elements.indices.contains(index) ? elements[index] : .undefined }
}

/// A keyframe.
final class ScriptKey {
    let time: Double
    let index: Double
    /// Without a value, it is the result of `nearestKey`.
    let value: ScriptValue
    let numbers: [Double]

    init(time: Double, index: Double, value: ScriptValue, numbers: [Double]) {
        (self.time, self.index, self.value, self.numbers) = (time, index, value, numbers)
    }
}

/// A value of a script.
enum ScriptValue {
    case undefined, null
    case bool(Bool)
    case number(Double)
    case string(String)
    case list(ScriptList)
    /// The number of a property, which is an object in the language.
    case boxed(Double, ScriptProperty)
    case function(ScriptClosure)
    case layer(ScriptLayer)
    case composition(ScriptComposition)
    case group(ScriptGroup)
    case key(ScriptKey)
    case thisProperty(ScriptProperty)
    case path(ScriptProperty)
    case math
    /// What `catch` gets.
    case error

    var isTrue: Bool {
        switch self {
        case .undefined, .null: false
        case .bool(let value): value
        case .number(let value): value != 0 && !value.isNaN
        case .string(let value): !value.isEmpty
        default: true
        }
    }

    /// The steps of comparing it with a name.
    var lookupSteps: Int {
        if case .string(let text) = self { text.utf8.count >> 4 } else { 0 }
    }

    var isNothing: Bool {
        switch self {
        case .undefined, .null: true
        default: false
        }
    }

    var isString: Bool {
        if case .string = self { true } else { false }
    }

    /// Whether the exporter's operators use it as a number.
    var isNumeric: Bool {
        switch self {
        case .number, .boxed, .bool, .string: true
        default: false
        }
    }

    /// What `Number` of the language returns.
    func number() throws(ScriptFailure) -> Double {
        switch self {
        case .number(let value), .boxed(let value, _): return value
        case .bool(let value): return value ? 1 : 0
        case .null: return 0
        case .list(let list):
            if list.elements.isEmpty { return 0 }
            return list.elements.count == 1 && !list.elements[0].isNothing ? try list.elements[0].number() : .nan
        case .undefined, .function, .layer, .composition, .group, .key, .math: return .nan
        case .string, .thisProperty, .path, .error: throw .unsupported
        }
    }

    /// The text of a number that the language writes in the same way.
    func string() throws(ScriptFailure) -> String {
        switch self {
        case .string(let value): return value
        case .number(let value), .boxed(let value, _):
            if let integer = Int(checked: value), integer.magnitude < 1 << 53 { return String(integer) }
            guard value.magnitude > 1e-5, value.magnitude < 1e15 else { throw .unsupported }
            return "\(value)"
        case .bool(let value): return value ? "true" : "false"
        default: throw .unsupported
        }
    }

    var typeName: String {
        switch self {
        case .undefined: "undefined"
        case .bool: "boolean"
        case .number: "number"
        case .string: "string"
        case .function, .layer, .composition, .group: "function"
        default: "object"
        }
    }

    /// `===`.
    func isSame(as other: ScriptValue) throws(ScriptFailure) -> Bool {
        switch (self, other) {
        case (.undefined, .undefined), (.null, .null): return true
        case (.bool(let a), .bool(let b)): return a == b
        case (.number(let a), .number(let b)): return a == b
        case (.string(let a), .string(let b)): return a.utf8.elementsEqual(b.utf8)
        case (.list(let a), .list(let b)): return a === b
        case (.layer(let a), .layer(let b)): return a === b
        case (.composition(let a), .composition(let b)): return a === b
        case (.group(let a), .group(let b)): return a === b
        case (.boxed, .boxed), (.key, .key), (.function, .function), (.path, .path), (.thisProperty, .thisProperty), (.error, _),
            (_, .error):
            throw .unsupported
        default: return false
        }
    }

    /// `==`.
    func isEqual(to other: ScriptValue) throws(ScriptFailure) -> Bool {
        if isNothing || other.isNothing { return isNothing && other.isNothing }
        switch (self, other) {
        case (.boxed(let a, _), .number(let b)), (.number(let b), .boxed(let a, _)): return a == b
        case (.bool, .number), (.number, .bool), (.bool, .boxed), (.boxed, .bool): return try number() == other.number()
        case (.number, .number), (.string, .string), (.bool, .bool), (.layer, .layer), (.group, .group), (.composition, .composition),
            (.boxed, .boxed):
            return try isSame(as: other)
        default: throw .unsupported
        }
    }
}

/// Operators with the rules of the language.
enum ScriptOperator {
    case plus, minus, times, divide, remainder
    case less, lessOrEqual, greater, greaterOrEqual
    case same, notSame, equal, notEqual

    @inline(__always)
    func apply(_ a: ScriptValue, _ b: ScriptValue) throws(ScriptFailure) -> ScriptValue {
        if case .number(let x) = a, case .number(let y) = b { return apply(x, y) }
        return try applySlowly(a, b)
    }

    private func apply(_ x: Double, _ y: Double) -> ScriptValue {
        switch self {
        case .plus: .number(x + y)
        case .minus: .number(x - y)
        case .times: .number(x * y)
        case .divide: .number(x / y)
        case .remainder: .number(fmod(x, y))
        case .less: .bool(x < y)
        case .lessOrEqual: .bool(x <= y)
        case .greater: .bool(x > y)
        case .greaterOrEqual: .bool(x >= y)
        case .same, .equal: .bool(x == y)
        case .notSame, .notEqual: .bool(x != y)
        }
    }

    private func applySlowly(_ a: ScriptValue, _ b: ScriptValue) throws(ScriptFailure) -> ScriptValue {
        switch self {
        case .same: return .bool(try a.isSame(as: b))
        case .notSame: return .bool(try !a.isSame(as: b))
        case .equal: return .bool(try a.isEqual(to: b))
        case .notEqual: return .bool(try !a.isEqual(to: b))
        case .plus:
            if a.isString || b.isString {
                let text = try a.string() + b.string()
                // The memory of a script has a limit.
                guard text.utf8.count < 10_000 else { throw .unsupported }
                return .string(text)
            }
            // An object becomes a text.
            guard a.isPlain, b.isPlain else { throw .unsupported }
        default: break
        }
        if a.isString || b.isString { throw .unsupported }
        return apply(try a.number(), try b.number())
    }
}

extension ScriptValue {
    fileprivate var isPlain: Bool {
        switch self {
        case .undefined, .null, .bool, .number, .boxed: true
        default: false
        }
    }
}
