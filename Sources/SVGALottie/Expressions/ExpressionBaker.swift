import SVGAModel
import SVGAPlatform
import SVGASupport

/// Replaces the expressions of a Lottie file: a constant one by its value, the others by a reference to values that are evaluated with the frames.
/// Those of texts are evaluated at all frames, and become text documents. What reads the file then knows no expressions. An expression that cannot
/// be evaluated stays, and its property gets a note when it is read.
enum ExpressionBaker {
    /// The file without the expressions that can be evaluated, and the values that its properties refer to.
    static func baked(_ file: JSONValue, _ reader: PropertyReader, limits: ReadLimits) -> (file: JSONValue, live: [LiveValue]) {
        #if Expressions
            guard limits.expressionSteps > 0, let model = ExpressionModel(file, maximumFrames: limits.frames),
                var run = ExpressionRun(model, reader, limits: limits)
            else { return (file, []) }
            let (replacements, live) = run.result()
            return (ReplacedValues(replacements).applied(to: file), live)
        #else
            return (file, [])
        #endif
    }
}

#if Expressions
    /// The evaluation of a file's expressions when the file is read.
    private struct ExpressionRun {
        /// The steps of all expressions at one frame. Each composition has at least a part of them.
        private static let stepsPerFrame = 200_000
        private static let minimumSteps = 20_000

        private let model: ExpressionModel
        private let engine: ExpressionEngine
        private let maximumSteps: Int
        /// The remaining steps of the evaluation when the file is read.
        private var stepsLeft: Int
        private let maximumTextBytes: Int

        init?(_ model: ExpressionModel, _ reader: PropertyReader, limits: ReadLimits) {
            let values = ExpressionValues(model, reader)
            guard let engine = ExpressionEngine(model, values: values, maximumSteps: limits.expressionSteps) else { return nil }
            self.model = model
            self.engine = engine
            maximumSteps = limits.expressionSteps
            stepsLeft = maximumSteps
            maximumTextBytes = limits.documentBytes / 4
        }

        /// The steps for a composition at one frame.
        private var stepsPerFrame: Int {
            let compositions = Set(model.expressions.map(\.composition)).count
            return min(max(ExpressionRun.stepsPerFrame / max(1, compositions), ExpressionRun.minimumSteps), maximumSteps)
        }

        /// The JSON of each evaluated property, with its place, and the values to which it refers.
        mutating func result() -> (replacements: [(place: [Int], value: JSONValue)], live: [LiveValue]) {
            var differences: [Int: ExpressionDifference] = [:]
            // All programs first: expressions need each other.
            let readable = model.expressions.indices.filter { index in
                guard let source = try? ExpressionSource(model.expressions[index].text, number: index) else { return false }
                differences[index] = source.difference
                return engine.add(source.program)
            }
            var replacements: [(place: [Int], value: JSONValue)] = []
            var groups: [LiveExpressions.Group] = []
            for (composition, frames) in model.frames.enumerated() {
                let own = readable.filter { model.expressions[$0].composition == composition }
                let (texts, others) = (own.filter(isText), own.filter { !isText($0) })
                for index in texts { if let value = text(of: index, frames) { replacements.append((property(index).place, value)) } }
                guard let found = probe(others, frames) else { continue }
                for (index, value) in found.constants { replacements.append((property(index).place, value)) }
                let last = max(frames.first, frames.end - 1)
                if !found.live.isEmpty { groups.append(LiveExpressions.Group(expressions: found.live, first: frames.first, last: last)) }
            }
            var live: [LiveValue] = []
            let expressions = LiveExpressions(engine, groups: groups, maximumSteps: stepsPerFrame)
            for (group, content) in groups.enumerated() {
                for (position, index) in content.expressions.enumerated() {
                    let property = property(index)
                    let reference = ExpressionRun.with(property.json, [LiveValue.member: .integer(live.count)])
                    replacements.append((property.place, reference))
                    live.append(LiveValue(expressions, group: group, index: position))
                }
            }
            for index in replacements.indices {
                let place = replacements[index].place
                let own = readable.first { differences[$0] != nil && model.properties[model.expressions[$0].property].place == place }
                guard let own, let difference = differences[own] else { continue }
                replacements[index].value = ExpressionRun.with(
                    replacements[index].value, [ExpressionDifference.member: .string(difference.rawValue)])
            }
            return (replacements, live)
        }

        private func property(_ expression: Int) -> ExpressionProperty { model.properties[model.expressions[expression].property] }

        private func isText(_ expression: Int) -> Bool { property(expression).kind == .text }

        /// Evaluates expressions of a composition at its first frame, its last and the one between them. An expression that fails there is left out.
        /// - Returns: nil if a limit ended the evaluation.
        private mutating func probe(
            _ expressions: [Int], _ frames: ExpressionFrames
        ) -> (constants: [(index: Int, value: JSONValue)], live: [Int])? {
            var (constants, live) = ([(index: Int, value: JSONValue)](), [Int]())
            guard !expressions.isEmpty, stepsLeft > 0 else { return nil }
            engine.restart(maximumSteps: min(stepsPerFrame, stepsLeft))
            for index in expressions {
                switch engine.value(index, at: frames.first) {
                case .numbers(let numbers, false, let source):
                    if let value = constant(of: property(index), numbers, source) { constants.append((index, value)) }
                case .numbers: live.append(index)
                case .text, nil: break
                }
            }
            for share in [0.5, 1] where !engine.isStopped {
                let frame = (frames.first + (frames.end - 1 - frames.first) * share).rounded(.down)
                stepsLeft -= engine.steps
                engine.restart(maximumSteps: min(stepsPerFrame, stepsLeft))
                live = live.filter { engine.value($0, at: max(frame, frames.first)) != nil || engine.isStopped }
            }
            // A limit ends the evaluation of the others, too.
            stepsLeft = engine.isStopped ? 0 : stepsLeft - engine.steps
            return engine.isStopped ? nil : (constants, live)
        }

        // MARK: - JSON

        /// A property with one value, without its expression.
        private func constant(of property: ExpressionProperty, _ numbers: [Double], _ source: Int?) -> JSONValue? {
            if let source {
                // Another property's path, with its own keyframes.
                let other = model.properties[source].json
                return ExpressionRun.with(property.json, ["k": other["k"] ?? .null, "a": other["a"] ?? .integer(0)])
            }
            let value: JSONValue
            if property.kind == .path {
                value = ExpressionRun.outline(numbers)
            } else {
                value = numbers.count == 1 ? .number(numbers[0]) : .array(numbers.map { .number($0) })
            }
            return ExpressionRun.with(property.json, ["k": value, "a": .integer(0)])
        }

        private static func outline(_ numbers: [Double]) -> JSONValue {
            var (vertices, ins, outs) = ([JSONValue](), [JSONValue](), [JSONValue]())
            for at in stride(from: 1, to: numbers.count - 5, by: 6) {
                let (x, y) = (numbers[at], numbers[at + 1])
                vertices.append(.array([.number(x), .number(y)]))
                ins.append(.array([.number(numbers[at + 2] - x), .number(numbers[at + 3] - y)]))
                outs.append(.array([.number(numbers[at + 4] - x), .number(numbers[at + 5] - y)]))
            }
            return .object([
                JSONValue.Member(name: "c", value: .bool((numbers.first ?? 0) != 0)), JSONValue.Member(name: "v", value: .array(vertices)),
                JSONValue.Member(name: "i", value: .array(ins)), JSONValue.Member(name: "o", value: .array(outs)),
            ])
        }

        // MARK: - Texts

        /// The documents of a text, with a new one wherever the text changes; nil if its expression fails at a frame.
        private mutating func text(of expression: Int, _ frames: ExpressionFrames) -> JSONValue? {
            let json = property(expression).json
            let documents = json["k"]?.elements ?? []
            guard !documents.isEmpty else { return nil }
            guard stepsLeft > 0 else { return nil }
            engine.restart(maximumSteps: stepsLeft)
            defer { stepsLeft = engine.isStopped ? 0 : stepsLeft - engine.steps }
            var keys: [JSONValue] = []
            var last: (document: Int, text: String)?
            var bytesLeft = maximumTextBytes
            var frame = frames.first
            while frame < frames.end {
                guard case .text(let text, let changes)? = engine.value(expression, at: frame), bytesLeft > 0 else { return nil }
                let later = documents.lastIndex { ($0["t"]?.double ?? 0) <= frame } ?? 0
                if last.map({ $0 != (later, text) }) ?? true {
                    last = (later, text)
                    bytesLeft -= 64 + text.utf8.count
                    let document = ExpressionRun.with(documents[later]["s"] ?? .object([]), ["t": .string(text)])
                    keys.append(ExpressionRun.with(documents[later], ["s": document, "t": .number(keys.isEmpty ? min(frame, 0) : frame)]))
                }
                if !changes {
                    // The styles of later documents stay.
                    for document in documents.dropFirst() where (document["t"]?.double ?? 0) > frame {
                        let inner = ExpressionRun.with(document["s"] ?? .object([]), ["t": .string(text)])
                        keys.append(ExpressionRun.with(document, ["s": inner]))
                    }
                    break
                }
                frame += 1
            }
            return ExpressionRun.with(json, ["k": .array(keys)])
        }

        /// An object with other members, without its expression.
        private static func with(_ json: JSONValue, _ changes: KeyValuePairs<String, JSONValue>) -> JSONValue {
            guard case .object(let members) = json else { return json }
            var kept = members.filter { member in
                !(member.name == "x" && !member.value.isObject) && !changes.contains { $0.key == member.name }
            }
            kept += changes.map { JSONValue.Member(name: $0.key, value: $0.value) }
            return .object(kept)
        }
    }

    /// Values at places of a JSON document, each place once.
    private struct ReplacedValues {
        private var value: JSONValue?
        private var inner: [Int: ReplacedValues] = [:]

        init(_ values: [(place: [Int], value: JSONValue)]) {
            for (place, value) in values { insert(value, place[...]) }
        }

        private init() {}

        private mutating func insert(_ new: JSONValue, _ place: ArraySlice<Int>) {
            guard let first = place.first else {
                value = new
                return
            }
            inner[first, default: ReplacedValues()].insert(new, place.dropFirst())
        }

        func applied(to json: JSONValue) -> JSONValue {
            if let value { return value }
            if inner.isEmpty { return json }
            switch json {
            case .array(var elements):
                for (index, values) in inner where elements.indices.contains(index) {
                    elements[index] = values.applied(to: elements[index])
                }
                return .array(elements)
            case .object(var members):
                for (index, values) in inner where members.indices.contains(index) {
                    members[index] = JSONValue.Member(name: members[index].name, value: values.applied(to: members[index].value))
                }
                return .object(members)
            default: return json
            }
        }
    }
#endif
