extension ScriptParser {
    // MARK: - Expressions

    /// Notes the height of a node.
    private func made(_ node: ScriptNode, _ inner: ScriptNode...) throws(ScriptFailure) -> ScriptNode {
        try made(node, inner)
    }

    private func made(_ node: ScriptNode, _ inner: [ScriptNode]) throws(ScriptFailure) -> ScriptNode {
        node.height = 1 + inner.reduce(0) { max($0, $1.height) }
        guard node.height < 64 else { throw .unsupported }
        return node
    }

    mutating func expression() throws(ScriptFailure) -> ScriptNode {
        var node = try assignment()
        while accept(",") {
            let next = try assignment()
            node = try made(ScriptChoice(.last, node, next), node, next)
        }
        return node
    }

    private static let assignments: [(symbol: ScriptToken.StaticSymbol, operation: ScriptOperator?)] = [
        ("=", nil), ("+=", .plus), ("-=", .minus), ("*=", .times), ("/=", .divide), ("%=", .remainder),
    ]

    mutating func assignment() throws(ScriptFailure) -> ScriptNode {
        try deeper { parser throws(ScriptFailure) in
            let target = try parser.conditional()
            for (symbol, operation) in ScriptParser.assignments where parser.accept(symbol) {
                guard target.isAssignable else { throw .unsupported }
                (target as? ScriptVariable)?.isAssigned = true
                let operand = try parser.assignment()
                return try parser.made(ScriptAssignment(target, operation, operand), target, operand)
            }
            return target
        }
    }

    private mutating func conditional() throws(ScriptFailure) -> ScriptNode {
        let condition = try binary(0)
        guard accept("?") else { return condition }
        let first = try assignment()
        try expect(":")
        let second = try assignment()
        return try made(ScriptChoice(.conditional, condition, first, second), condition, first, second)
    }

    private static let levels: [[(symbol: ScriptToken.StaticSymbol, operation: ScriptOperator?)]] = [
        [("||", nil)], [("&&", nil)],
        [("===", .same), ("!==", .notSame), ("==", .equal), ("!=", .notEqual)],
        [("<=", .lessOrEqual), (">=", .greaterOrEqual), ("<", .less), (">", .greater)],
        [("+", .plus), ("-", .minus)],
        [("*", .times), ("/", .divide), ("%", .remainder)],
    ]

    private mutating func binary(_ level: Int) throws(ScriptFailure) -> ScriptNode {
        guard level < ScriptParser.levels.count else { return try unary() }
        var node = try binary(level + 1)
        while case .symbol(let symbol) = peek, let found = ScriptParser.levels[level].first(where: { $0.symbol == symbol }) {
            at += 1
            let right = try binary(level + 1)
            if let operation = found.operation {
                node = try made(ScriptBinary(operation, node, right), node, right)
            } else {
                node = try made(ScriptChoice(level == 0 ? .either : .both, node, right), node, right)
            }
        }
        return node
    }

    private mutating func unary() throws(ScriptFailure) -> ScriptNode {
        try deeper { parser throws(ScriptFailure) in
            for (symbol, kind) in [("-", .minus), ("+", .plus), ("!", .not)] as [(ScriptToken.StaticSymbol, ScriptUnary.Kind)]
            where parser.accept(symbol) {
                let operand = try parser.unary()
                return try parser.made(ScriptUnary(kind, operand), operand)
            }
            if parser.accept(word: "typeof") {
                let operand = try parser.unary()
                return try parser.made(ScriptUnary(.typeName, operand), operand)
            }
            for (symbol, change) in [("++", 1.0), ("--", -1)] as [(ScriptToken.StaticSymbol, Double)] where parser.accept(symbol) {
                let target = try parser.unary()
                guard target.isAssignable else { throw .unsupported }
                return try parser.made(ScriptUpdate(target, by: change, isPrefix: true), target)
            }
            return try parser.postfix()
        }
    }

    private mutating func postfix() throws(ScriptFailure) -> ScriptNode {
        var node = try primary()
        while true {
            if accept(".") {
                guard case .name(let name) = next().token, !name.hasPrefix("$svga") else { throw .unsupported }
                node = try made(ScriptMember(node, ScriptName(rawValue: name)), node)
            } else if accept("[") {
                let index = try expression()
                try expect("]")
                node = try made(ScriptElement(node, index), node, index)
            } else if accept("(") {
                let arguments = try list(until: ")")
                node = try made(ScriptCall(node, arguments), arguments + [node])
            } else if !words[at].startsLine, peek == .symbol("++") || peek == .symbol("--") {
                let change = next().token == .symbol("++") ? 1.0 : -1
                guard node.isAssignable else { throw .unsupported }
                return try made(ScriptUpdate(node, by: change, isPrefix: false), node)
            } else {
                return node
            }
        }
    }

    private mutating func list(until end: ScriptToken.StaticSymbol) throws(ScriptFailure) -> [ScriptNode] {
        var nodes: [ScriptNode] = []
        while !accept(end) {
            nodes.append(try assignment())
            if !accept(",") {
                try expect(end)
                break
            }
        }
        return nodes
    }

    private mutating func primary() throws(ScriptFailure) -> ScriptNode {
        if accept("(") {
            let node = try expression()
            try expect(")")
            return node
        }
        if accept("[") {
            let elements = try list(until: "]")
            return try made(ScriptListLiteral(elements), elements)
        }
        switch next().token {
        case .number(let value): return ScriptConstant(.number(value))
        case .string(let text): return ScriptConstant(.string(text))
        case .name("true"): return ScriptConstant(.bool(true))
        case .name("false"): return ScriptConstant(.bool(false))
        case .name("null"): return ScriptConstant(.null)
        case .name("function"):
            // A name of its own would be a variable of the function.
            guard peek == .symbol("(") else { throw .unsupported }
            return ScriptFunctionLiteral(try function())
        case .name(let name) where !ScriptParser.reserved.contains(name) && !name.hasPrefix("$svga"): return try use(of: name)
        default: throw .unsupported
        }
    }
}
