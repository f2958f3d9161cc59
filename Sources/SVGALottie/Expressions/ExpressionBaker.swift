import SVGAModel
import SVGAPlatform
import SVGASupport

/// Replaces the expressions of a Lottie file by keyframes: one for each frame at which the value changes otherwise than linearly. What reads the
/// file then knows no expressions. An expression that cannot be evaluated stays, and its property gets a note when it is read.
enum ExpressionBaker {
    /// The file with keyframes in place of its expressions.
    static func baked(_ file: JSONValue, _ reader: PropertyReader, limits: ReadLimits) -> JSONValue {
        #if Expressions
            guard limits.expressionSteps > 0, let model = ExpressionModel(file, maximumFrames: limits.frames) else { return file }
            var run = ExpressionRun(model, reader, limits: limits)
            return ReplacedValues(run.replacements()).applied(to: file)
        #else
            return file
        #endif
    }
}

#if Expressions
    /// The evaluation of all expressions of a file at all frames of their compositions.
    private struct ExpressionRun {
        /// The memory of a keyframe in the file's JSON, per number.
        private static let bytesOfNumber = 64

        /// The values of an expression so far.
        private struct Samples {
            var times: [Double] = []
            /// For another property's path, the frame of it.
            var numbers: [[Double]] = []
            /// The property whose path the expression returned at each frame.
            var sources: [Int?] = []
            var texts: [String] = []
            /// The property whose path the expression returned at all frames.
            var source: Int?
            var hasOwnValues = false
        }

        private let model: ExpressionModel
        private let engine: ExpressionEngine?
        private let values: ExpressionValues
        private var bytesLeft: Int

        init(_ model: ExpressionModel, _ reader: PropertyReader, limits: ReadLimits) {
            self.model = model
            values = ExpressionValues(model, reader)
            engine = ExpressionEngine(model, values: values, maximumSteps: limits.expressionSteps)
            bytesLeft = limits.documentBytes / 4
        }

        /// The JSON of each evaluated property, with its place.
        mutating func replacements() -> [(place: [Int], value: JSONValue)] {
            guard let engine else { return [] }
            // All programs first: expressions need each other.
            let evaluated = model.expressions.indices.filter { index in
                guard let source = try? ExpressionSource(model.expressions[index].text, number: index) else { return false }
                return engine.add(source.program)
            }
            var result: [(place: [Int], value: JSONValue)] = []
            for (composition, frames) in model.frames.enumerated() {
                let own = evaluated.filter { model.expressions[$0].composition == composition }
                for (index, samples) in samples(of: own, frames, engine) {
                    let property = model.properties[model.expressions[index].property]
                    guard let value = value(of: property, samples) else { continue }
                    result.append((property.place, value))
                }
            }
            return result
        }

        /// Frame by frame, because expressions of a composition need each other at the same frame. A constant one is evaluated once.
        private mutating func samples(
            of expressions: [Int], _ frames: ExpressionFrames, _ engine: ExpressionEngine
        ) -> [(index: Int, samples: Samples)] {
            var all = [Samples](repeating: Samples(), count: expressions.count)
            var open = Array(expressions.indices)
            var frame = frames.first
            while frame < frames.end, !open.isEmpty {
                open = open.filter { index in
                    guard let value = engine.value(expressions[index], at: frame), bytesLeft > 0 else {
                        all[index] = Samples()
                        return false
                    }
                    return add(value, at: frame, to: &all[index])
                }
                frame += 1
            }
            for index in all.indices where all[index].hasOwnValues { readPaths(of: &all[index]) }
            // What a limit has ended lacks frames.
            return engine.isStopped || bytesLeft <= 0 ? [] : Array(zip(expressions, all)).map { (index: $0.0, samples: $0.1) }
        }

        /// Reads the paths of other properties between paths that the expression has made.
        private mutating func readPaths(of samples: inout Samples) {
            for (index, source) in samples.sources.enumerated() where bytesLeft > 0 {
                guard let source, let frame = samples.numbers[index].first else { continue }
                samples.numbers[index] = values.path(of: source, at: frame)
                bytesLeft -= ExpressionRun.bytesOfNumber * samples.numbers[index].count
            }
        }

        /// Returns whether later frames may differ.
        private mutating func add(_ value: ExpressionEngine.Value, at frame: Double, to samples: inout Samples) -> Bool {
            samples.times.append(frame)
            switch value {
            case .text(let text, let changes):
                if samples.texts.last != text { bytesLeft -= ExpressionRun.bytesOfNumber + text.utf8.count }
                samples.texts.append(text)
                return changes
            case .numbers(let numbers, let changes, let source):
                if samples.times.count == 1 { samples.source = source }
                if source == nil || samples.source != source { samples.hasOwnValues = true }
                bytesLeft -= ExpressionRun.bytesOfNumber * numbers.count
                samples.numbers.append(numbers)
                samples.sources.append(source)
                return changes
            }
        }

        // MARK: - JSON

        /// The property with the samples as keyframes, without its expression.
        private func value(of property: ExpressionProperty, _ samples: Samples) -> JSONValue? {
            guard !samples.times.isEmpty else { return nil }
            switch property.kind {
            case .text: return text(property.json, samples)
            case .path:
                // Another property's path, with its own keyframes.
                if let source = samples.source, !samples.hasOwnValues {
                    let other = model.properties[source].json
                    return ExpressionRun.with(property.json, ["k": other["k"] ?? .null, "a": other["a"] ?? .integer(0)])
                }
                return keyframes(property.json, samples) { numbers in .array([ExpressionRun.outline(numbers)]) }
            case .list, .number:
                return keyframes(property.json, samples) { numbers in .array(numbers.map { .number($0) }) }
            }
        }

        private func keyframes(_ json: JSONValue, _ samples: Samples, _ value: ([Double]) -> JSONValue) -> JSONValue {
            let kept = ExpressionRun.corners(samples.numbers)
            if kept.count == 1 {
                let single = value(samples.numbers[0])
                let isPath = single.first?.isObject == true
                let plain = isPath ? single.first ?? .null : samples.numbers[0].count == 1 ? single.first ?? .null : single
                return ExpressionRun.with(json, ["k": plain, "a": .integer(0)])
            }
            let keys = kept.map { index -> JSONValue in
                .object([
                    JSONValue.Member(name: "t", value: .number(samples.times[index])),
                    JSONValue.Member(name: "s", value: value(samples.numbers[index])),
                ])
            }
            return ExpressionRun.with(json, ["k": .array(keys), "a": .integer(1)])
        }

        /// The samples that linear interpolation between the others does not give; the first alone if all are equal.
        private static func corners(_ numbers: [[Double]]) -> [Int] {
            var kept = [0]
            for index in numbers.indices.dropFirst() {
                guard index + 1 < numbers.count else {
                    if kept.count > 1 || numbers[index] != numbers[0] { kept.append(index) }
                    break
                }
                let (before, here, after) = (numbers[index - 1], numbers[index], numbers[index + 1])
                guard before.count == here.count, here.count == after.count else {
                    kept.append(index)
                    continue
                }
                let isStraight = here.indices.allSatisfy { part in
                    let bend = (after[part] - here[part]) - (here[part] - before[part])
                    // Sums of rounding would move what is dropped.
                    return bend.magnitude <= 1e-12 * (1 + here[part].magnitude)
                }
                if !isStraight { kept.append(index) }
            }
            return kept
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

        /// The documents of a text, with a new one wherever the text changes.
        private func text(_ json: JSONValue, _ samples: Samples) -> JSONValue? {
            let documents = json["k"]?.elements ?? []
            guard !documents.isEmpty else { return nil }
            var keys: [JSONValue] = []
            var last: (document: Int, text: String)?
            for (index, time) in samples.times.enumerated() {
                let later = documents.lastIndex { ($0["t"]?.double ?? 0) <= time } ?? 0
                let text = samples.texts[index]
                if let last, last == (later, text) { continue }
                last = (later, text)
                let document = ExpressionRun.with(documents[later]["s"] ?? .object([]), ["t": .string(text)])
                keys.append(ExpressionRun.with(documents[later], ["s": document, "t": .number(keys.isEmpty ? min(time, 0) : time)]))
            }
            // A constant expression was evaluated once: the styles of later documents stay.
            if samples.times.count == 1 {
                for document in documents.dropFirst() where (document["t"]?.double ?? 0) > samples.times[0] {
                    let inner = ExpressionRun.with(document["s"] ?? .object([]), ["t": .string(samples.texts[0])])
                    keys.append(ExpressionRun.with(document, ["s": inner]))
                }
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
