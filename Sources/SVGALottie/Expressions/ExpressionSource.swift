import SVGASupport

/// The program of one expression, for the engine. The engine cannot interrupt a script, so each loop and each function of an expression counts a
/// step first. What cannot be counted is refused.
struct ExpressionSource {
    enum Refusal: Error {
        case tooLong
        /// Regular expressions, accessors, and what only looks like ECMAScript 5.
        case unsupported
    }

    /// Longer expressions are refused.
    private static let maximumBytes = 32_768

    /// Names that an expression may use, with how it gets them: once, or before each run because they change.
    private static let fixedNames = [
        "$bm_transform", "transform", "content", "effect", "mask", "width", "height", "index", "inPoint", "outPoint", "startTime",
        "toWorld",
        "fromWorld", "toComp", "fromComp", "toWorldVec", "fromWorldVec", "fromCompToSurface", "sourceRectAtTime", "sampleImage", "name",
        "thisLayer", "thisComp", "comp", "thisProperty", "valueAtTime", "velocityAtTime", "speedAtTime", "key", "nearestKey", "loopIn",
        "loopOut",
        "loopInDuration", "loopOutDuration", "loop_in", "loop_out", "smooth", "wiggle", "propertyGroup", "numKeys", "propertyIndex",
        "framesToTime", "timeToFrames", "seedRandom", "substring", "substr",
    ]
    private static let changingNames = [
        "position", "rotation", "scale", "opacity", "anchorPoint", "parent", "hasParent", "active", "text", "velocity", "speed",
        "textIndex", "textTotal", "selectorValue",
    ]
    /// Global names that a program gets as parameters: the engine finds them sooner than among all global ones.
    private static let globalNames = [
        "sum", "sub", "mul", "div", "mod", "add", "$bm_sum", "$bm_sub", "$bm_mul", "$bm_div", "$bm_mod", "$bm_neg", "length", "linear",
        "ease",
        "easeIn", "easeOut", "clamp", "radiansToDegrees", "degreesToRadians", "Math",
    ]
    /// With one of these names, the value may change without a property that does.
    private static let timeNames: Set<String> = ["time", "random", "gaussRandom", "wiggle", "posterizeTime", "timeToFrames"]

    /// lottie-web goes to wrong times for these.
    private static let differentLoops: Set<String> = ["loopIn", "loop_in", "loopInDuration", "loopOutDuration"]

    /// The text of the program.
    let program: String
    /// Whether the value may change because of the time.
    let isTimed: Bool
    /// How lottie-web evaluates it differently.
    let difference: ExpressionDifference?
    /// The names for which it calls `comp`.
    let compositions: Set<String>

    /// - Parameter number: the number of the program, by which it is found later.
    init(_ expression: String, number: Int) throws(Refusal) {
        let text = Array(expression.utf8)
        guard text.count <= ExpressionSource.maximumBytes else { throw .tooLong }
        let (counted, words, assigned, declared, compositions) = try StepCounter(text).counted()
        self.compositions = compositions
        isTimed = !words.isDisjoint(with: ExpressionSource.timeNames)
        let fixed = ExpressionSource.fixedNames.filter(words.contains).map { "\($0) = $svga_api.\($0)" }
        let changing = ExpressionSource.changingNames.filter(words.contains)
        // With `posterizeTime`, the program computes the value itself.
        let usesValue = words.contains("value")
        let globals = (["$svga_step"] + ExpressionSource.globalNames.filter(words.contains)).joined(separator: ", ")
        let head = "$svga.program(\(number), \(isTimed), \(usesValue), function ($svga_api, \(globals)) {"
        var lines = [head, "\"use strict\";", "var time, value;"]
        if !fixed.isEmpty { lines.append("var \(fixed.joined(separator: ", "));") }
        if !changing.isEmpty { lines.append("var \(changing.joined(separator: ", "));") }
        // After Effects lets expressions assign names that they do not declare.
        let names = assigned.subtracting(ExpressionSource.fixedNames + ExpressionSource.changingNames + ["time", "value", "$bm_rt"])
            .sorted()
        difference =
            if !words.isDisjoint(with: ["wiggle", "random", "gaussRandom"]) {
                .random
            } else if !names.allSatisfy(declared.contains) {
                .undeclared
            } else {
                words.isDisjoint(with: ExpressionSource.differentLoops) ? nil : .repetition
            }
        if words.contains("posterizeTime") {
            lines.append(
                "function posterizeTime($svga_rate) { time = $svga_rate > 0 ? Math.floor(time * $svga_rate) / $svga_rate : 0; "
                    + "value = $svga_api.posterized(time); }")
        }
        lines.append("function $svga_run() {")
        // They are variables of one run: no frame depends on the frames before.
        if !names.isEmpty { lines.append("var \(names.joined(separator: ", "));") }
        lines.append(String(decoding: counted, as: UTF8.self))
        lines.append(";return $bm_rt;")
        lines.append("}")
        lines.append("return function ($svga_time, $svga_value) { time = $svga_time; value = $svga_value;")
        for name in changing { lines.append("\(name) = $svga_api.\(name);") }
        lines.append("return $svga_run(); };")
        lines.append("}, [\(globals)]);")
        program = lines.joined(separator: "\n")
    }
}

/// Puts `$svga_step()` into the text of an expression.
private struct StepCounter {
    private enum Token {
        case none, word, number, string
        case symbol(UInt8)
    }

    /// An open parenthesis or brace.
    private struct Opening {
        enum Kind { case plain, condition, loopCondition, forHead }

        var symbol: UInt8
        var kind = Kind.plain
        /// The semicolons of a `for` so far.
        var semicolons = 0
        /// Where the next step of the counting is due: at its end, one more parenthesis.
        var isWrapped = false
    }

    private static let maximumDepth = 200
    private static let step: [UInt8] = Array("$svga_step()".utf8)
    private static let beforeExpressions: Set<String> = [
        "return", "typeof", "case", "in", "of", "delete", "void", "throw", "new", "instanceof", "else", "do",
    ]

    private let text: [UInt8]
    private var at = 0
    private var output: [UInt8] = []
    private var openings: [Opening] = []
    private var words: Set<String> = []
    private var assigned: Set<String> = []
    private var declared: Set<String> = []
    private var compositions: Set<String> = []
    /// The number of open parentheses and braces around a `var`, and whether the next word is a variable's name.
    private var declaration: (depth: Int, isNameNext: Bool)?
    private var last = Token.none
    private var lastWord = ""
    /// The word before the last one, if both stand side by side.
    private var isAfterAccessor = false
    /// A `function` whose body has not begun.
    private var pendingFunctions: [Int] = []
    private var pendingLoop: Opening.Kind?
    /// A `for … in` whose body must be in braces.
    private var needsBrace = false
    /// Whether the parenthesis that closed last was that of `if`, `while`, `for` or `with`.
    private var closedCondition = false

    init(_ text: [UInt8]) { self.text = text }

    /// The text with steps, its words, those of them that it assigns, those that it declares, and the names of compositions.
    consuming func counted() throws(ExpressionSource.Refusal) -> (
        text: [UInt8], words: Set<String>, assigned: Set<String>, declared: Set<String>, compositions: Set<String>
    ) {
        output.reserveCapacity(text.count + 256)
        output += StepCounter.step + [UInt8(ascii: ";")]
        while at < text.count { try token() }
        guard openings.isEmpty, pendingFunctions.isEmpty, !needsBrace else { throw .unsupported }
        return (output, words, assigned, declared, compositions)
    }

    /// The index of the next byte after the white space.
    private var nextIndex: Int? { text[at...].firstIndex { ![0x20, 0x09, 0x0a, 0x0d].contains($0) } }

    private func byte(_ offset: Int) -> UInt8 { at + offset < text.count ? text[at + offset] : 0 }

    private mutating func token() throws(ExpressionSource.Refusal) {
        let byte = text[at]
        switch byte {
        case UInt8(ascii: " "), 0x09, 0x0a, 0x0d:
            output.append(byte)
            at += 1
        case UInt8(ascii: "'"), UInt8(ascii: "\""): try string(byte)
        case UInt8(ascii: "0")...UInt8(ascii: "9"): try number()
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"), UInt8(ascii: "$"): try word()
        case UInt8(ascii: "/"): try slash()
        // Outside of strings, nothing else belongs to an expression: some of it begins comments or escapes.
        case 0x21...0x7e
        where byte != UInt8(ascii: "\\") && byte != UInt8(ascii: "`") && byte != UInt8(ascii: "#") && byte != UInt8(ascii: "@"):
            try symbol(byte)
        default: throw .unsupported
        }
    }

    private mutating func checkBrace(_ isBrace: Bool) throws(ExpressionSource.Refusal) {
        if needsBrace && !isBrace { throw .unsupported }
        needsBrace = false
    }

    /// Whether `comp(` stands before.
    private var isCompositionNext: Bool {
        if lastWord == "comp", case .symbol(UInt8(ascii: "(")) = last { true } else { false }
    }

    private mutating func string(_ quote: UInt8) throws(ExpressionSource.Refusal) {
        try checkBrace(false)
        if isAfterAccessor { throw .unsupported }
        let start = at
        at += 1
        while at < text.count, text[at] != quote {
            if text[at] == 0x0a || text[at] == 0x0d { throw .unsupported }
            // Line separators end a string for some engines.
            if text[at] == 0xe2, byte(1) == 0x80, byte(2) == 0xa8 || byte(2) == 0xa9 { throw .unsupported }
            if text[at] == UInt8(ascii: "\\") {
                if byte(1) == 0x0a || byte(1) == 0x0d { throw .unsupported }
                at += 1
            }
            at += 1
        }
        guard at < text.count else { throw .unsupported }
        at += 1
        output += text[start..<at]
        if isCompositionNext { compositions.insert(String(decoding: text[start..<at].dropFirst().dropLast(), as: UTF8.self)) }
        last = .string
    }

    private mutating func number() throws(ExpressionSource.Refusal) {
        try checkBrace(false)
        if isAfterAccessor { throw .unsupported }
        let start = at
        while at < text.count, isWordByte(text[at]) || text[at] == UInt8(ascii: ".") { at += 1 }
        output += text[start..<at]
        last = .number
    }

    private func isWordByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
            UInt8(ascii: "_"), UInt8(ascii: "$"):
            true
        default: false
        }
    }

    private mutating func word() throws(ExpressionSource.Refusal) {
        try checkBrace(false)
        let start = at
        while at < text.count, isWordByte(text[at]) { at += 1 }
        let word = String(decoding: text[start..<at], as: UTF8.self)
        // The names of the engine's own scripts.
        if word.hasPrefix("$svga") || isAfterAccessor { throw .unsupported }
        words.insert(word)
        let isMember = if case .symbol(UInt8(ascii: ".")) = last { true } else { false }
        // Not the engine's `eval`: see the scripts.
        output += word == "eval" && !isMember ? Array("$svga_api.member".utf8) : Array(text[start..<at])
        last = .word
        lastWord = isMember ? "" : word
        pendingLoop = nil
        guard !isMember else { return }
        if isAssignment(at: at) { assigned.insert(word) }
        declare(word)
        switch word {
        case "while": pendingLoop = .loopCondition
        case "for": pendingLoop = .forHead
        case "if", "with": pendingLoop = .condition
        case "function": pendingFunctions.append(openings.count)
        // An accessor is a function without the word.
        case "get", "set": isAfterAccessor = true
        case "class", "let", "const", "yield", "async", "await", "import", "export": throw .unsupported
        default: break
        }
    }

    /// Notes the names of variables, functions and parameters.
    private mutating func declare(_ word: String) {
        if let function = pendingFunctions.last, function == openings.count || function == openings.count - 1 { declared.insert(word) }
        if word == "var" {
            declaration = (openings.count, true)
        } else if let open = declaration, open.isNameNext, open.depth == openings.count {
            declared.insert(word)
            declaration = (open.depth, false)
        }
    }

    /// Whether `=` follows, alone or after an operator.
    private func isAssignment(at start: Int) -> Bool {
        var next = start
        while next < text.count, text[next] == UInt8(ascii: " ") { next += 1 }
        guard next + 1 < text.count else { return false }
        if text[next] == UInt8(ascii: "=") { return text[next + 1] != UInt8(ascii: "=") }
        return "+-*/%".utf8.contains(text[next]) && text[next + 1] == UInt8(ascii: "=")
    }

    private mutating func slash() throws(ExpressionSource.Refusal) {
        if byte(1) == UInt8(ascii: "/") {
            while at < text.count, text[at] != 0x0a, text[at] != 0x0d {
                if text[at] == 0xe2, byte(1) == 0x80, byte(2) == 0xa8 || byte(2) == 0xa9 { throw .unsupported }
                at += 1
            }
            return
        }
        if byte(1) == UInt8(ascii: "*") {
            at += 2
            while at < text.count, !(text[at] == UInt8(ascii: "*") && byte(1) == UInt8(ascii: "/")) { at += 1 }
            guard at < text.count else { throw .unsupported }
            at += 2
            // A comment may stand for a line break.
            output.append(0x0a)
            return
        }
        // Division, unless a value begins here: then it is a regular expression.
        switch last {
        case .word where !StepCounter.beforeExpressions.contains(lastWord): break
        case .number, .string, .symbol(UInt8(ascii: "]")): break
        case .symbol(UInt8(ascii: ")")) where !closedCondition: break
        default: throw .unsupported
        }
        try symbol(UInt8(ascii: "/"))
    }

    // MARK: - Symbols

    private mutating func symbol(_ byte: UInt8) throws(ExpressionSource.Refusal) {
        try checkBrace(byte == UInt8(ascii: "{"))
        // These begin comments in web pages.
        if byte == UInt8(ascii: "<"), self.byte(1) == UInt8(ascii: "!") { throw .unsupported }
        if byte == UInt8(ascii: "-"), self.byte(1) == UInt8(ascii: "-"), self.byte(2) == UInt8(ascii: ">") { throw .unsupported }
        if isAfterAccessor, byte == UInt8(ascii: "[") { throw .unsupported }
        isAfterAccessor = false
        at += 1
        if let open = declaration, byte == UInt8(ascii: ";") || openings.count < open.depth { declaration = nil }
        if let open = declaration, byte == UInt8(ascii: ","), open.depth == openings.count { declaration = (open.depth, true) }
        switch byte {
        case UInt8(ascii: "("): try open(Opening(symbol: byte, kind: pendingLoop ?? .plain))
        case UInt8(ascii: "["), UInt8(ascii: "{"): try open(Opening(symbol: byte))
        case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"): try close(byte)
        case UInt8(ascii: ";"): try semicolon()
        default: output.append(byte)
        }
        pendingLoop = nil
        last = .symbol(byte)
    }

    private mutating func open(_ opening: Opening) throws(ExpressionSource.Refusal) {
        var opening = opening
        output.append(opening.symbol)
        if opening.symbol == UInt8(ascii: "{"), pendingFunctions.last == openings.count {
            pendingFunctions.removeLast()
            output += StepCounter.step + [UInt8(ascii: ";")]
        } else if opening.kind == .loopCondition {
            output += StepCounter.step + Array(" && (".utf8)
            opening.isWrapped = true
        }
        openings.append(opening)
        guard openings.count <= StepCounter.maximumDepth else { throw .unsupported }
    }

    private mutating func close(_ symbol: UInt8) throws(ExpressionSource.Refusal) {
        guard let opening = openings.popLast() else { throw .unsupported }
        let pair: [UInt8: UInt8] = [
            UInt8(ascii: ")"): UInt8(ascii: "("), UInt8(ascii: "]"): UInt8(ascii: "["), UInt8(ascii: "}"): UInt8(ascii: "{"),
        ]
        guard pair[symbol] == opening.symbol, pendingFunctions.last.map({ $0 <= openings.count }) ?? true else { throw .unsupported }
        if opening.isWrapped { output.append(UInt8(ascii: ")")) }
        output.append(symbol)
        if symbol == UInt8(ascii: ")") { closedCondition = opening.kind != .plain }
        guard opening.kind == .forHead, opening.semicolons != 2 else { return }
        // `for (… in …)`: the step is the first statement of its body.
        guard opening.semicolons == 0 else { throw .unsupported }
        guard let next = nextIndex, text[next] == UInt8(ascii: "{") else { throw .unsupported }
        output.append(UInt8(ascii: "{"))
        output += StepCounter.step + [UInt8(ascii: ";")]
        openings.append(Opening(symbol: UInt8(ascii: "{")))
        at = next + 1
    }

    private mutating func semicolon() throws(ExpressionSource.Refusal) {
        guard var head = openings.last, head.symbol == UInt8(ascii: "("), head.kind == .forHead else {
            output.append(UInt8(ascii: ";"))
            return
        }
        head.semicolons += 1
        if head.semicolons == 1 {
            output.append(UInt8(ascii: ";"))
            output += StepCounter.step
            if nextIndex.map({ text[$0] }) != UInt8(ascii: ";") {
                output += Array(" && (".utf8)
                head.isWrapped = true
            }
        } else {
            if head.isWrapped { output.append(UInt8(ascii: ")")) }
            head.isWrapped = false
            output.append(UInt8(ascii: ";"))
        }
        openings[openings.count - 1] = head
    }
}
