import SVGASupport

/// Parses the words of an expression. It refuses what the direct evaluation does not have.
struct ScriptParser {
    static let reserved: Set<String> = [
        "break", "case", "catch", "class", "const", "continue", "debugger", "default", "delete", "do", "else", "enum", "export", "extends",
        "false", "finally", "for", "function", "if", "import", "in", "instanceof", "let", "new", "null", "return", "static", "super",
        "switch", "this", "throw", "true", "try", "typeof", "var", "void", "while", "with", "yield", "async", "await", "arguments",
    ]

    let words: [ScriptLexer.Word]
    var at = 0
    private var depth = 0
    /// From the outside.
    var functions: [ScriptParsedFunction] = []
    /// All names that the expression declares in any function.
    var declared: Set<String> = []
    /// The names that it uses, without those of members.
    private(set) var uses: Set<String> = []
    /// Whether it assigns a name that it does not declare.
    var isUndeclared = false
    /// The names of open `catch` blocks.
    private var caught: [(name: String, slot: Int, function: Int)] = []

    init(_ words: [ScriptLexer.Word]) { self.words = words }

    // MARK: - Words

    var peek: ScriptToken { words[at].token }

    mutating func next() -> ScriptLexer.Word {
        let word = words[at]
        if at + 1 < words.count { at += 1 }
        return word
    }

    mutating func accept(_ symbol: ScriptToken.StaticSymbol) -> Bool {
        guard peek == .symbol(symbol) else { return false }
        at += 1
        return true
    }

    mutating func accept(word: String) -> Bool {
        guard case .name(let name) = peek, name == word else { return false }
        at += 1
        return true
    }

    mutating func expect(_ symbol: ScriptToken.StaticSymbol) throws(ScriptFailure) { if !accept(symbol) { throw .unsupported } }

    private mutating func endStatement() throws(ScriptFailure) {
        if accept(";") || peek == .symbol("}") || peek == .end || words[at].startsLine { return }
        throw .unsupported
    }

    mutating func deeper<Result>(_ body: (inout ScriptParser) throws(ScriptFailure) -> Result) throws(ScriptFailure) -> Result {
        depth += 1
        defer { depth -= 1 }
        guard depth < 60 else { throw .unsupported }
        return try body(&self)
    }

    // MARK: - Statements

    /// Parses statements, and what ends them.
    mutating func block(until end: ScriptToken, isBody: Bool = true) throws(ScriptFailure) -> ScriptBlock {
        var statements: [ScriptStatement] = []
        while peek != end {
            if peek == .end { throw .unsupported }
            if isBody, accept(word: "function") {
                try declareFunction()
            } else if let statement = try statement() {
                statements.append(statement)
            }
        }
        _ = next()
        return ScriptBlock(statements)
    }

    private mutating func declareFunction() throws(ScriptFailure) {
        guard case .name(let name) = next().token, mayDeclare(name), let outer = functions.last else { throw .unsupported }
        let slot = outer.slot(name)
        declared.insert(name)
        let code = try function()
        outer.code.functions.append((slot, code))
    }

    private mutating func statement() throws(ScriptFailure) -> ScriptStatement? {
        try deeper { parser throws(ScriptFailure) in try parser.anyStatement() }
    }

    /// nil: it does nothing.
    private mutating func anyStatement() throws(ScriptFailure) -> ScriptStatement? {
        if accept(";") { return nil }
        if accept("{") { return try block(until: .symbol("}"), isBody: false) }
        if case .name(let word) = peek {
            switch word {
            case "var":
                at += 1
                let declaration = try variables()
                try endStatement()
                return declaration
            case "if", "while", "do", "for", "try", "switch", "break", "continue", "return":
                at += 1
                return try keyword(word)
            case "function": throw .unsupported
            default: break
            }
        }
        let node = try expression()
        try endStatement()
        return ScriptEvaluation(node)
    }

    private mutating func keyword(_ word: String) throws(ScriptFailure) -> ScriptStatement? {
        let start = at
        switch word {
        case "if":
            let condition = try condition()
            let body = try statement() ?? ScriptBlock([])
            return ScriptIf(condition, body, accept(word: "else") ? try statement() : nil)
        case "while":
            let condition = try condition()
            let body = try statement() ?? ScriptBlock([])
            return ScriptLoop(condition, body, size: at - start)
        case "do":
            let body = try statement() ?? ScriptBlock([])
            guard accept(word: "while") else { throw .unsupported }
            let loop = ScriptLoop(try condition(), body, isTestedFirst: false, size: at - start)
            _ = accept(";")
            return loop
        case "for": return try forLoop()
        case "try": return try tryBlock()
        case "switch": return try switchBlock()
        case "return":
            var node: ScriptNode?
            if peek != .symbol(";"), peek != .symbol("}"), peek != .end, !words[at].startsLine { node = try expression() }
            try endStatement()
            // At the end of an expression, the language has no `return`.
            guard functions.count > 1 else { throw .unsupported }
            return ScriptJump(.returns, node)
        default:
            try endStatement()
            return ScriptJump(word == "break" ? .breaks : .continues)
        }
    }

    private mutating func condition() throws(ScriptFailure) -> ScriptNode {
        try expect("(")
        let node = try expression()
        try expect(")")
        return node
    }

    /// Whether a function may have a variable of this name. The outermost one has other variables for the time and the value.
    private func mayDeclare(_ name: String) -> Bool {
        !ScriptParser.reserved.contains(name) && (functions.count > 1 || name != "time" && name != "value")
    }

    private mutating func variables() throws(ScriptFailure) -> ScriptStatement? {
        var statements: [ScriptStatement] = []
        repeat {
            guard case .name(let name) = next().token, mayDeclare(name), let function = functions.last else { throw .unsupported }
            _ = function.slot(name)
            declared.insert(name)
            guard accept("=") else { continue }
            let target = variable(name)
            statements.append(ScriptEvaluation(ScriptAssignment(target, nil, try assignment())))
        } while accept(",")
        return statements.isEmpty ? nil : ScriptBlock(statements)
    }

    private mutating func forLoop() throws(ScriptFailure) -> ScriptStatement {
        let first = at
        try expect("(")
        var start: ScriptStatement?
        if accept(word: "var") {
            start = try variables()
        } else if peek != .symbol(";") {
            start = ScriptEvaluation(try expression())
        }
        try expect(";")
        let condition = peek == .symbol(";") ? nil : try expression()
        try expect(";")
        let update = peek == .symbol(")") ? nil : try expression()
        try expect(")")
        let body = try statement() ?? ScriptBlock([])
        let loop = ScriptLoop(condition, update: update, body, size: at - first)
        return ScriptBlock([start, loop].compactMap { $0 })
    }

    private mutating func tryBlock() throws(ScriptFailure) -> ScriptStatement {
        try expect("{")
        let body = try block(until: .symbol("}"), isBody: false)
        guard accept(word: "catch"), accept("("), case .name(let name) = next().token, let function = functions.last else {
            throw .unsupported
        }
        try expect(")")
        try expect("{")
        let slot = function.addSlot(nil)
        caught.append((name, slot, functions.count))
        let handler = try block(until: .symbol("}"), isBody: false)
        caught.removeLast()
        if case .name("finally") = peek { throw .unsupported }
        return ScriptTry(body, slot: slot, handler)
    }

    private mutating func switchBlock() throws(ScriptFailure) -> ScriptStatement {
        let value = try condition()
        try expect("{")
        var cases: [ScriptSwitch.Case] = []
        var statements: [ScriptStatement] = []
        while !accept("}") {
            if accept(word: "case") {
                cases.append(ScriptSwitch.Case(value: try expression(), start: statements.count))
                try expect(":")
            } else if accept(word: "default") {
                cases.append(ScriptSwitch.Case(value: nil, start: statements.count))
                try expect(":")
            } else {
                guard !cases.isEmpty, peek != .end else { throw .unsupported }
                if let statement = try statement() { statements.append(statement) }
            }
        }
        return ScriptSwitch(value, cases, statements)
    }

    // MARK: - Names

    mutating func variable(_ name: String) -> ScriptVariable {
        uses.insert(name)
        let variable = ScriptVariable(name)
        functions.last?.uses.append(variable)
        return variable
    }

    mutating func use(of name: String) throws(ScriptFailure) -> ScriptNode {
        guard let error = caught.last(where: { $0.name == name }) else { return variable(name) }
        guard error.function == functions.count else { throw .unsupported }
        let variable = ScriptVariable(name)
        variable.meaning = .slot(depth: 0, index: error.slot)
        return variable
    }
}
