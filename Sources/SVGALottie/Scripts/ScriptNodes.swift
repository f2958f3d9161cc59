import SVGASupport

/// The variables of one call of a function.
final class ScriptScope {
    var slots: [ScriptValue]
    let outer: ScriptScope?
    let run: ScriptRun
    var returned = ScriptValue.undefined

    init(count: Int, outer: ScriptScope?, run: ScriptRun) {
        slots = [ScriptValue](repeating: .undefined, count: count)
        (self.outer, self.run) = (outer, run)
    }

    @inline(__always)
    func scope(_ depth: Int) -> ScriptScope {
        var scope = self
        for _ in 0..<depth { if let outer = scope.outer { scope = outer } }
        return scope
    }
}

/// One evaluation of an expression.
final class ScriptRun {
    let property: ScriptProperty
    let file: ScriptFile
    /// The scopes that functions refer to, which refer to the scopes.
    private var scopes: [ScriptScope] = []

    init(_ property: ScriptProperty, _ file: ScriptFile) { (self.property, self.file) = (property, file) }

    func keep(_ scope: ScriptScope) { if scopes.last !== scope { scopes.append(scope) } }

    /// Breaks the cycles of references.
    func end() {
        for scope in scopes { (scope.slots, scope.returned) = ([], .undefined) }
        scopes = []
    }
}

/// A function of a script with the variables around it.
final class ScriptClosure {
    let code: ScriptCode
    let scope: ScriptScope

    init(_ code: ScriptCode, _ scope: ScriptScope) { (self.code, self.scope) = (code, scope) }

    func call(_ arguments: [ScriptValue]) throws(ScriptFailure) -> ScriptValue {
        let run = scope.run
        try run.file.enter()
        defer { run.file.leave() }
        try run.file.step(code.size >> ScriptCode.wordsPerStep)
        let inner = ScriptScope(count: code.slotCount, outer: scope, run: run)
        for index in 0..<min(code.parameterCount, arguments.count) { inner.slots[index] = arguments[index] }
        try code.start(inner)
        return try code.body.run(inner) == .returns ? inner.returned : .undefined
    }
}

/// The code of a function.
final class ScriptCode {
    /// As a power of two: so many words of a function or of a loop's body are counted as a step more, whenever it runs.
    static let wordsPerStep = 5

    var parameterCount = 0
    var slotCount = 0
    /// The number of words.
    var size = 0
    /// The functions that exist from the start.
    var functions: [(slot: Int, code: ScriptCode)] = []
    var body = ScriptBlock([])

    func start(_ scope: ScriptScope) throws(ScriptFailure) {
        guard !functions.isEmpty else { return }
        for function in functions { scope.slots[function.slot] = .function(ScriptClosure(function.code, scope)) }
        scope.run.keep(scope)
    }
}

/// An expression of the language.
class ScriptNode {
    func value(_ scope: ScriptScope) throws(ScriptFailure) -> ScriptValue { throw .unsupported }
    func assign(_ value: ScriptValue, _ scope: ScriptScope) throws(ScriptFailure) { throw .unsupported }
    var isAssignable: Bool { false }
    /// The number of nodes from here to the deepest one inside.
    final var height = 1
}

final class ScriptConstant: ScriptNode {
    private let constant: ScriptValue

    init(_ constant: ScriptValue) { self.constant = constant }

    override func value(_ scope: ScriptScope) throws(ScriptFailure) -> ScriptValue { constant }
}

final class ScriptVariable: ScriptNode {
    enum Meaning {
        case unresolved
        case slot(depth: Int, index: Int)
        case global(ScriptGlobal)
    }

    let name: String
    var meaning = Meaning.unresolved
    /// How many functions are between the use and the function that is being resolved.
    var depth = 0
    var isAssigned = false

    init(_ name: String) { self.name = name }

    override var isAssignable: Bool { true }

    override func value(_ scope: ScriptScope) throws(ScriptFailure) -> ScriptValue {
        switch meaning {
        case .slot(let depth, let index): return depth == 0 ? scope.slots[index] : scope.scope(depth).slots[index]
        case .global(let global): return try scope.run.value(of: global)
        case .unresolved: throw .unsupported
        }
    }

    override func assign(_ value: ScriptValue, _ scope: ScriptScope) throws(ScriptFailure) {
        guard case .slot(let depth, let index) = meaning else { throw .unsupported }
        scope.scope(depth).slots[index] = value
    }
}

final class ScriptUnary: ScriptNode {
    enum Kind { case minus, plus, not, typeName }

    private let kind: Kind
    private let operand: ScriptNode

    init(_ kind: Kind, _ operand: ScriptNode) { (self.kind, self.operand) = (kind, operand) }

    override func value(_ scope: ScriptScope) throws(ScriptFailure) -> ScriptValue {
        switch kind {
        case .minus: return .number(-(try operand.value(scope).number()))
        case .plus: return .number(try operand.value(scope).number())
        case .not: return .bool(!(try operand.value(scope).isTrue))
        case .typeName:
            if let variable = operand as? ScriptVariable, case .global(.unknown) = variable.meaning { return .string("undefined") }
            return .string(try operand.value(scope).typeName)
        }
    }
}

final class ScriptBinary: ScriptNode {
    private let symbol: ScriptOperator
    private let left: ScriptNode
    private let right: ScriptNode

    init(_ symbol: ScriptOperator, _ left: ScriptNode, _ right: ScriptNode) { (self.symbol, self.left, self.right) = (symbol, left, right) }

    override func value(_ scope: ScriptScope) throws(ScriptFailure) -> ScriptValue {
        let a = try left.value(scope)
        return try symbol.apply(a, try right.value(scope))
    }
}

/// `&&`, `||`, `? :` and the comma.
final class ScriptChoice: ScriptNode {
    enum Kind { case both, either, conditional, last }

    private let kind: Kind
    private let first: ScriptNode
    private let second: ScriptNode
    private let third: ScriptNode

    init(_ kind: Kind, _ first: ScriptNode, _ second: ScriptNode, _ third: ScriptNode = ScriptNode()) {
        (self.kind, self.first, self.second, self.third) = (kind, first, second, third)
    }

    override func value(_ scope: ScriptScope) throws(ScriptFailure) -> ScriptValue {
        let found = try first.value(scope)
        switch kind {
        case .both: return found.isTrue ? try second.value(scope) : found
        case .either: return found.isTrue ? found : try second.value(scope)
        case .conditional: return found.isTrue ? try second.value(scope) : try third.value(scope)
        case .last: return try second.value(scope)
        }
    }
}

/// `=` and `+=` and the like.
final class ScriptAssignment: ScriptNode {
    private let target: ScriptNode
    private let symbol: ScriptOperator?
    private let operand: ScriptNode

    init(_ target: ScriptNode, _ symbol: ScriptOperator?, _ operand: ScriptNode) {
        (self.target, self.symbol, self.operand) = (target, symbol, operand)
    }

    override func value(_ scope: ScriptScope) throws(ScriptFailure) -> ScriptValue {
        var value: ScriptValue
        if let symbol {
            let old = try target.value(scope)
            value = try symbol.apply(old, try operand.value(scope))
        } else {
            value = try operand.value(scope)
        }
        try target.assign(value, scope)
        return value
    }
}

/// `++` and `--`.
final class ScriptUpdate: ScriptNode {
    private let target: ScriptNode
    private let change: Double
    private let isPrefix: Bool

    init(_ target: ScriptNode, by change: Double, isPrefix: Bool) { (self.target, self.change, self.isPrefix) = (target, change, isPrefix) }

    override func value(_ scope: ScriptScope) throws(ScriptFailure) -> ScriptValue {
        let old = try target.value(scope).number()
        try target.assign(.number(old + change), scope)
        return .number(isPrefix ? old + change : old)
    }
}

final class ScriptListLiteral: ScriptNode {
    private let elements: [ScriptNode]

    init(_ elements: [ScriptNode]) { self.elements = elements }

    override func value(_ scope: ScriptScope) throws(ScriptFailure) -> ScriptValue {
        var values: [ScriptValue] = []
        values.reserveCapacity(elements.count)
        for element in elements { values.append(try element.value(scope)) }
        return .list(ScriptList(values))
    }
}

final class ScriptFunctionLiteral: ScriptNode {
    private let code: ScriptCode

    init(_ code: ScriptCode) { self.code = code }

    override func value(_ scope: ScriptScope) throws(ScriptFailure) -> ScriptValue {
        try scope.run.file.step()
        scope.run.keep(scope)
        return .function(ScriptClosure(code, scope))
    }
}

/// A member by its name: `owner.name`.
final class ScriptMember: ScriptNode {
    let owner: ScriptNode
    /// nil: nothing here has a member of this name.
    let name: ScriptName?

    init(_ owner: ScriptNode, _ name: ScriptName?) { (self.owner, self.name) = (owner, name) }

    override func value(_ scope: ScriptScope) throws(ScriptFailure) -> ScriptValue {
        let owner = try owner.value(scope)
        if owner.isNothing { throw .thrown }
        guard let name else { throw .unsupported }
        let value = try scope.run.file.member(owner, name)
        // The names in a file may be long.
        if case .string(let text) = value { try scope.run.file.step(text.utf8.count >> 6) }
        return value
    }
}

/// An element: `owner[index]`.
final class ScriptElement: ScriptNode {
    private let owner: ScriptNode
    private let index: ScriptNode

    init(_ owner: ScriptNode, _ index: ScriptNode) { (self.owner, self.index) = (owner, index) }

    override var isAssignable: Bool { true }

    override func value(_ scope: ScriptScope) throws(ScriptFailure) -> ScriptValue {
        let owner = try owner.value(scope)
        let key = try index.value(scope)
        if owner.isNothing { throw .thrown }
        guard case .number(let number) = key else {
            guard case .string(let text) = key, let name = ScriptName(rawValue: text) else { throw .unsupported }
            return try scope.run.file.member(owner, name)
        }
        guard let index = Int(checked: number), Double(index) == number, index >= 0 else { throw .unsupported }
        switch owner {
        case .list(let list): return list[index]
        case .key(let key): return key.numbers.indices.contains(index) ? .number(key.numbers[index]) : .undefined
        case .boxed(let value, _): return index == 0 ? .number(value) : .undefined
        case .number, .bool: return .undefined
        default: throw .unsupported
        }
    }

    override func assign(_ value: ScriptValue, _ scope: ScriptScope) throws(ScriptFailure) {
        let owner = try owner.value(scope)
        guard case .list(let list) = owner, case .number(let number) = try index.value(scope), let index = Int(checked: number),
            Double(index) == number, index >= 0, index <= list.elements.count
        else { throw owner.isNothing ? .thrown : .unsupported }
        try scope.run.file.step()
        // A list could have itself.
        if case .list = value { throw .unsupported }
        if index == list.elements.count { list.elements.append(value) } else { list.elements[index] = value }
    }
}
