import SVGAModel
import SVGAPlatform
import SVGASupport

/// Replaces the expressions of a Lottie file: a constant one by its value, the others by values that are evaluated with the frames. Those of texts
/// are evaluated at all frames, and become text documents. An expression that cannot be evaluated stays, and its property gets a note when it is
/// read.
enum ExpressionBaker {
    /// What the properties have whose expressions can be evaluated.
    static func replaced(in tape: JSONTape, limits: ReadLimits) -> ReplacedProperties {
        #if Expressions
            guard limits.expressionSteps > 0, let model = ExpressionModel(tape, maximumFrames: limits.frames),
                var run = ExpressionRun(model, of: tape, limits: limits)
            else { return ReplacedProperties() }
            return run.result()
        #else
            return ReplacedProperties()
        #endif
    }
}

#if Expressions
    /// The evaluation of a file's expressions when the file is read.
    private struct ExpressionRun {
        /// The steps of all expressions at one frame. Each composition has at least a part of them.
        private static let stepsPerFrame = 40_000
        private static let minimumSteps = 1_000
        /// The processor time of all expressions at one frame, and the time of a step that a composition has at least.
        private static let nanosecondsPerFrame = 750_000_000
        private static let nanosecondsPerStep = 2_000
        private static let probedLetters = 8

        private let model: ExpressionModel
        private let engine: ExpressionEngine
        /// What remains for the evaluation when the file is read.
        private var left: ExpressionLimits
        /// The limits of a composition, and of a text selector, at one frame.
        private let limitsPerFrame: ExpressionLimits
        private let work = ExpressionWork()
        private let maximumTextBytes: Int

        init?(_ model: ExpressionModel, of tape: JSONTape, limits: ReadLimits) {
            let values = ExpressionValues(model, of: tape, PropertyReader(tape.root, limits: limits))
            guard let engine = ExpressionEngine(model, values: values, maximumSteps: limits.expressionSteps) else { return nil }
            self.model = model
            self.engine = engine
            left = ExpressionLimits(steps: limits.expressionSteps, nanoseconds: ExpressionEngine.maximumNanoseconds)
            maximumTextBytes = limits.documentBytes / 4
            let selectors = model.expressions.count { model.properties[$0.property].kind == .selector }
            let shares = max(1, Set(model.expressions.map(\.composition)).count + selectors)
            let steps = min(max(ExpressionRun.stepsPerFrame / shares, ExpressionRun.minimumSteps), limits.expressionSteps)
            let nanoseconds = max(ExpressionRun.nanosecondsPerFrame / shares, steps * ExpressionRun.nanosecondsPerStep)
            limitsPerFrame = ExpressionLimits(steps: steps, nanoseconds: nanoseconds)
        }

        /// Begins an evaluation within what remains.
        private func begin(_ limits: ExpressionLimits) {
            engine.restart(
                ExpressionLimits(steps: min(limits.steps, left.steps), nanoseconds: min(limits.nanoseconds, left.nanoseconds)))
        }

        /// Ends an evaluation. A limit ends that of the others, too.
        private mutating func end() {
            engine.count(in: work)
            left.steps = engine.isStopped ? 0 : left.steps - engine.steps
            left.nanoseconds -= engine.nanoseconds
        }

        /// What each evaluated property has.
        mutating func result() -> ReplacedProperties {
            var result = ReplacedProperties()
            result.work = work
            var differences: [Int: ExpressionDifference] = [:]
            // All programs first: expressions need each other.
            var programs = ExpressionPrograms(engine, namesBesideUnnamed: model.namesBesideUnnamed)
            let readable = model.expressions.indices.filter { index in
                guard let added = programs.add(model.expressions[index].text, to: index) else { return false }
                differences[index] = added.difference
                return added.isReadable
            }
            func replace(_ expression: Int, _ value: ReplacedProperty.Value) {
                result[property(expression).json] = ReplacedProperty(value: value, difference: differences[expression])
            }
            var groups: [LiveExpressions.Group] = []
            var known: [LiveExpressions.Values] = []
            var selectors: [(index: Int, first: Double, last: Double)] = []
            for (composition, frames) in model.frames.enumerated() {
                let own = readable.filter { model.expressions[$0].composition == composition }
                let (texts, others) = (own.filter { isOf($0, .text) }, own.filter { !isOf($0, .text) && !isOf($0, .selector) })
                let last = max(frames.first, frames.end - 1)
                for index in texts { if let documents = text(of: index, frames) { replace(index, .texts(documents)) } }
                for index in own where isOf(index, .selector) {
                    if let changes = probeSelector(index, frames) { selectors.append((index, frames.first, changes ? last : frames.first)) }
                }
                guard let found = probe(others, frames) else { continue }
                for (index, value) in found.constants { replace(index, value) }
                guard !found.live.isEmpty else { continue }
                let spans = found.live.map { model.layerSpans[composition].spans[model.expressions[$0.index].layer] }
                groups.append(LiveExpressions.Group(expressions: found.live.map(\.index), spans: spans, first: frames.first, last: last))
                known.append(found.live.map(\.first))
            }
            let expressions = LiveExpressions(engine, groups: groups, firstValues: known, limits: limitsPerFrame, work: work)
            for (group, content) in groups.enumerated() {
                for (position, index) in content.expressions.enumerated() {
                    replace(index, .live(LiveValue(expressions, group: group, index: position)))
                }
            }
            for selector in selectors {
                replace(selector.index, .selector(LiveSelector(expressions, selector.index, first: selector.first, last: selector.last)))
            }
            return result
        }

        private func property(_ expression: Int) -> ExpressionProperty { model.properties[model.expressions[expression].property] }

        private func isOf(_ expression: Int, _ kind: ExpressionProperty.Kind) -> Bool { property(expression).kind == kind }

        /// Evaluates expressions of a composition at its first frame, its last and the one between them. An expression that fails there is left out.
        /// - Returns: the values of the constant ones, and those of the others at the first frame; nil if a limit ended the evaluation.
        private mutating func probe(
            _ expressions: [Int], _ frames: ExpressionFrames
        ) -> (constants: [(index: Int, value: ReplacedProperty.Value)], live: [(index: Int, first: [Double])])? {
            var constants: [(index: Int, value: ReplacedProperty.Value)] = []
            var live: [(index: Int, first: [Double])] = []
            guard !expressions.isEmpty, !left.isSpent else { return nil }
            begin(limitsPerFrame)
            for index in expressions {
                switch engine.value(index, at: frames.first) {
                case .numbers(let numbers, false, let source): constants.append((index, constant(of: property(index), numbers, source)))
                case .numbers(let numbers, true, let source): live.append((index, engine.values.numbers(numbers, source)))
                case .text, nil: break
                }
            }
            for share in [0.5, 1] where !engine.isStopped {
                let frame = (frames.first + (frames.end - 1 - frames.first) * share).rounded(.down)
                end()
                begin(limitsPerFrame)
                live = live.filter { engine.value($0.index, at: max(frame, frames.first)) != nil || engine.isStopped }
            }
            end()
            return engine.isStopped ? nil : (constants, live)
        }

        /// Evaluates the expression of a text selector, for any number of letters, at the first frame, the last and the one between them.
        /// - Returns: whether its values may change; nil if it fails there.
        private mutating func probeSelector(_ expression: Int, _ frames: ExpressionFrames) -> Bool? {
            var changes = false
            for share in [0, 0.5, 1] {
                guard !left.isSpent else { return nil }
                begin(limitsPerFrame)
                let frame = (frames.first + (frames.end - 1 - frames.first) * share).rounded(.down)
                let found = engine.selection(expression, count: ExpressionRun.probedLetters, at: max(frame, frames.first))
                end()
                guard let found else { return nil }
                changes = changes || found.changes
            }
            return changes
        }

        private func constant(of property: ExpressionProperty, _ numbers: [Double], _ source: Int?) -> ReplacedProperty.Value {
            // Another property's path, with its own keyframes.
            if let source { return .path(model.properties[source].json) }
            guard property.kind == .path else { return .numbers(numbers) }
            var contour = Contour()
            contour.isClosed = (numbers.first ?? 0) != 0
            for at in stride(from: 1, to: numbers.count - 5, by: 6) {
                let part = numbers[at..<at + 6].map(JSONNode.clamped)
                contour.append(Contour.Vertex(x: part[0], y: part[1], inX: part[2], inY: part[3], outX: part[4], outY: part[5]))
            }
            return .outline(contour)
        }

        // MARK: - Texts

        /// The documents of a text, with a new one wherever the text changes; nil if its expression fails at a frame.
        private mutating func text(of expression: Int, _ frames: ExpressionFrames) -> [ReplacedProperty.Text]? {
            let documents = property(expression).json["k"]?.elements ?? []
            guard !documents.isEmpty else { return nil }
            guard !left.isSpent else { return nil }
            begin(left)
            defer { end() }
            var keys: [ReplacedProperty.Text] = []
            var last: (document: Int, text: String)?
            var bytesLeft = maximumTextBytes
            var frame = frames.first
            while frame < frames.end {
                guard case .text(let text, let changes)? = engine.value(expression, at: frame), bytesLeft > 0 else { return nil }
                let later = documents.lastIndex { ($0["t"]?.double ?? 0) <= frame } ?? 0
                if last.map({ $0 != (later, text) }) ?? true {
                    last = (later, text)
                    bytesLeft -= 64 + text.utf8.count
                    let time = keys.isEmpty ? min(frame, 0) : frame
                    keys.append(ReplacedProperty.Text(document: documents[later], text: text, time: time))
                }
                if !changes {
                    // The styles of later documents stay.
                    for document in documents.dropFirst() where (document["t"]?.double ?? 0) > frame {
                        keys.append(ReplacedProperty.Text(document: document, text: text, time: nil))
                    }
                    break
                }
                frame += 1
            }
            return keys
        }
    }
#endif
