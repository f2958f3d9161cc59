/// A call of a function, of a layer, of a group or of a method.
final class ScriptCall: ScriptNode {
    private let callee: ScriptNode
    private let arguments: [ScriptNode]

    init(_ callee: ScriptNode, _ arguments: [ScriptNode]) { (self.callee, self.arguments) = (callee, arguments) }

    private func values(_ scope: ScriptScope) throws(ScriptFailure) -> [ScriptValue] {
        var values: [ScriptValue] = []
        values.reserveCapacity(arguments.count)
        for argument in arguments { values.append(try argument.value(scope)) }
        return values
    }

    override func value(_ scope: ScriptScope) throws(ScriptFailure) -> ScriptValue {
        let (run, file) = (scope.run, scope.run.file)
        if let variable = callee as? ScriptVariable, case .global(let global) = variable.meaning {
            switch global {
            case .function(let function):
                if arguments.count == 2, let symbol = function.pairing {
                    let first = try arguments[0].value(scope)
                    return try symbol.apply(first, try arguments[1].value(scope), file)
                }
                return try function.call(try values(scope), run)
            case .ofProperty(let name): return try file.call(run.property, name, try values(scope))
            case .ofLayer(let name) where name.isFunctionOfLayer:
                return try file.call(.layer(run.property.layer), name, try values(scope))
            case .comp: return try file.composition(named: try values(scope).first ?? .undefined)
            default: break
            }
        }
        if let member = callee as? ScriptMember {
            let owner = try member.owner.value(scope)
            if owner.isNothing { throw .thrown }
            guard let name = member.name else { throw .unsupported }
            return try file.call(owner, name, try values(scope))
        }
        let function = try callee.value(scope)
        let values = try values(scope)
        if case .function(let closure) = function { return try closure.call(values) }
        return try file.call(function, values.first ?? .undefined)
    }
}

extension ScriptName {
    /// Whether it is a function of layers that takes a point.
    var isFunctionOfLayer: Bool {
        switch self {
        case .toWorld, .toComp, .fromWorld, .fromComp, .fromCompToSurface, .toWorldVec, .fromWorldVec: true
        default: false
        }
    }
}

// MARK: - Statements

enum ScriptCompletion { case normal, breaks, continues, returns }

class ScriptStatement {
    func run(_ scope: ScriptScope) throws(ScriptFailure) -> ScriptCompletion { throw .unsupported }
}

final class ScriptBlock: ScriptStatement {
    private let statements: [ScriptStatement]

    init(_ statements: [ScriptStatement]) { self.statements = statements }

    override func run(_ scope: ScriptScope) throws(ScriptFailure) -> ScriptCompletion {
        for statement in statements {
            let completion = try statement.run(scope)
            if completion != .normal { return completion }
        }
        return .normal
    }
}

final class ScriptEvaluation: ScriptStatement {
    private let node: ScriptNode

    init(_ node: ScriptNode) { self.node = node }

    override func run(_ scope: ScriptScope) throws(ScriptFailure) -> ScriptCompletion {
        _ = try node.value(scope)
        return .normal
    }
}

final class ScriptIf: ScriptStatement {
    private let condition: ScriptNode
    private let body: ScriptStatement
    private let other: ScriptStatement?

    init(_ condition: ScriptNode, _ body: ScriptStatement, _ other: ScriptStatement?) {
        (self.condition, self.body, self.other) = (condition, body, other)
    }

    override func run(_ scope: ScriptScope) throws(ScriptFailure) -> ScriptCompletion {
        if try condition.value(scope).isTrue { return try body.run(scope) }
        return try other?.run(scope) ?? .normal
    }
}

/// `while`, `do` and `for`.
final class ScriptLoop: ScriptStatement {
    private let condition: ScriptNode?
    private let update: ScriptNode?
    private let body: ScriptStatement
    private let isTestedFirst: Bool
    private let steps: Int

    /// - Parameter size: the number of words of the loop.
    init(_ condition: ScriptNode?, update: ScriptNode? = nil, _ body: ScriptStatement, isTestedFirst: Bool = true, size: Int) {
        (self.condition, self.update, self.body, self.isTestedFirst) = (condition, update, body, isTestedFirst)
        steps = 1 + size >> ScriptCode.wordsPerStep
    }

    override func run(_ scope: ScriptScope) throws(ScriptFailure) -> ScriptCompletion {
        var isTested = isTestedFirst
        while true {
            try scope.run.file.step(steps)
            if isTested, let condition, try !condition.value(scope).isTrue { return .normal }
            isTested = true
            switch try body.run(scope) {
            case .breaks: return .normal
            case .returns: return .returns
            case .normal, .continues: _ = try update?.value(scope)
            }
        }
    }
}

final class ScriptSwitch: ScriptStatement {
    struct Case {
        /// nil: `default`.
        let value: ScriptNode?
        /// The index of its first statement.
        let start: Int
    }

    private let value: ScriptNode
    private let cases: [Case]
    private let statements: [ScriptStatement]

    init(_ value: ScriptNode, _ cases: [Case], _ statements: [ScriptStatement]) {
        (self.value, self.cases, self.statements) = (value, cases, statements)
    }

    override func run(_ scope: ScriptScope) throws(ScriptFailure) -> ScriptCompletion {
        let found = try value.value(scope)
        var start = cases.first { $0.value == nil }?.start
        for one in cases {
            guard let value = one.value, try value.value(scope).isSame(as: found) else { continue }
            start = one.start
            break
        }
        for statement in statements[(start ?? statements.count)...] {
            let completion = try statement.run(scope)
            if completion == .breaks { return .normal }
            if completion != .normal { return completion }
        }
        return .normal
    }
}

final class ScriptTry: ScriptStatement {
    private let body: ScriptStatement
    private let slot: Int
    private let handler: ScriptStatement

    init(_ body: ScriptStatement, slot: Int, _ handler: ScriptStatement) { (self.body, self.slot, self.handler) = (body, slot, handler) }

    override func run(_ scope: ScriptScope) throws(ScriptFailure) -> ScriptCompletion {
        do throws(ScriptFailure) {
            return try body.run(scope)
        } catch {
            guard error == .thrown else { throw error }
            scope.slots[slot] = .error
            return try handler.run(scope)
        }
    }
}

final class ScriptJump: ScriptStatement {
    private let completion: ScriptCompletion
    private let node: ScriptNode?

    init(_ completion: ScriptCompletion, _ node: ScriptNode? = nil) { (self.completion, self.node) = (completion, node) }

    override func run(_ scope: ScriptScope) throws(ScriptFailure) -> ScriptCompletion {
        if completion == .returns { scope.returned = try node?.value(scope) ?? .undefined }
        return completion
    }
}
