import SVGASupport

/// The code of an expression. Equal expressions share it.
final class ScriptProgram {
    let code: ScriptCode
    /// The slot of the result.
    let result: Int
    /// Whether it needs the property's own value.
    let usesValue: Bool
    /// Whether its value may change with time alone.
    let isTimed: Bool
    let difference: ExpressionDifference?

    /// The slots of the time in seconds and of the property's value.
    static let timeSlot = 0
    static let valueSlot = 1

    init(_ text: String) throws(ScriptFailure) {
        let words = try ScriptLexer.words(of: text)
        var parser = ScriptParser(words)
        let function = try parser.program()
        guard let result = function.names["$bm_rt"] else { throw .unsupported }
        (code, self.result) = (function.code, result)
        usesValue = parser.uses.contains("value")
        isTimed = !parser.uses.isDisjoint(with: ["time", "wiggle", "timeToFrames"])
        let isRandom = words.contains { $0.token == .name("wiggle") }
        difference = isRandom ? .random : parser.isUndeclared ? .undeclared : nil
    }
}

/// A function that is being parsed.
final class ScriptParsedFunction {
    let code = ScriptCode()
    var names: [String: Int] = [:]
    /// The uses of names that are not resolved yet.
    var uses: [ScriptVariable] = []

    func slot(_ name: String) -> Int {
        if let known = names[name] { return known }
        return addSlot(name)
    }

    func addSlot(_ name: String?) -> Int {
        if let name { names[name] = code.slotCount }
        code.slotCount += 1
        return code.slotCount - 1
    }
}

extension ScriptParser {
    /// Parses all words as the body of a function that has the time and the value.
    mutating func program() throws(ScriptFailure) -> ScriptParsedFunction {
        let function = ScriptParsedFunction()
        let fixed = [function.addSlot("time"), function.addSlot("value")]
        function.code.parameterCount = fixed.count
        functions.append(function)
        function.code.body = try block(until: .end)
        functions.removeLast()
        resolve(function)
        try resolveGlobals(function)
        return function
    }

    /// Gives the uses of a function's own names their slots. The others are those of the function around it.
    private func resolve(_ function: ScriptParsedFunction) {
        for variable in function.uses where variable.depth >= 0 {
            if let slot = function.names[variable.name] { variable.meaning = .slot(depth: variable.depth, index: slot) }
        }
        function.uses.removeAll { if case .unresolved = $0.meaning { false } else { true } }
    }

    private mutating func resolveGlobals(_ function: ScriptParsedFunction) throws(ScriptFailure) {
        // Names that the expression assigns without declaring them are its own variables.
        for variable in function.uses where variable.isAssigned && function.names[variable.name] == nil {
            guard case .unknown = ScriptGlobal(variable.name) else { throw .unsupported }
            _ = function.slot(variable.name)
            if !declared.contains(variable.name) { isUndeclared = true }
        }
        resolve(function)
        for variable in function.uses {
            let global = ScriptGlobal(variable.name)
            if case .unsupported = global { throw .unsupported }
            variable.meaning = .global(global)
        }
    }

    // MARK: - Functions

    /// Parses a function from its parameters on.
    mutating func function() throws(ScriptFailure) -> ScriptCode {
        let function = ScriptParsedFunction()
        let start = at
        try expect("(")
        while !(accept(")")) {
            guard case .name(let name) = next().token, function.names[name] == nil, !ScriptParser.reserved.contains(name) else {
                throw .unsupported
            }
            _ = function.addSlot(name)
            declared.insert(name)
            function.code.parameterCount += 1
            if !accept(",") { guard peek == .symbol(")") else { throw .unsupported } }
        }
        try expect("{")
        guard functions.count < 16 else { throw .unsupported }
        functions.append(function)
        function.code.body = try block(until: .symbol("}"))
        function.code.size = at - start
        functions.removeLast()
        resolve(function)
        guard let outer = functions.last else { throw .unsupported }
        for variable in function.uses { variable.depth += 1 }
        outer.uses += function.uses
        return function.code
    }
}
