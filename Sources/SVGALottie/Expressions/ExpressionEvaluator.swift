#if Expressions
    import SVGAModel
    import SVGAPlatform
    import SVGASupport

    /// Evaluates the expressions of a file: directly if it can do so for all of them, or else with the script engine, which needs more time.
    final class ExpressionEvaluator {
        enum Value {
            /// The numbers, and whether they may change with time.
            case numbers([Double], changes: Bool)
            /// The path of another property at a frame, and whether the choice of the property may change.
            case path(JSONNode, frame: Double, changes: Bool)
            case text(String, changes: Bool)
        }

        /// Where an expression is.
        struct Site {
            let json: JSONNode
            let kind: ExpressionProperty.Kind
            let composition: Int
        }

        /// The engine and what it evaluates.
        private struct Scripts {
            let engine: ExpressionEngine
            let model: ExpressionModel
        }

        let sites: [Site]
        let frames: [ExpressionFrames]
        /// The expressions that can be evaluated.
        private(set) var readable: [Int] = []
        private(set) var differences: [Int: ExpressionDifference] = [:]
        private let tape: JSONTape
        private let limits: ReadLimits
        /// nil: the engine evaluates.
        private(set) var direct: ScriptFile?
        private var scripts: Scripts?
        private var maximumSteps = 0

        /// nil if there is nothing to evaluate, or the engine cannot be started.
        /// - Parameter isDirect: whether it may evaluate without the engine.
        init?(_ tape: JSONTape, limits: ReadLimits, isDirect: Bool) {
            guard ExpressionModel.hasExpressions(tape) else { return nil }
            (self.tape, self.limits) = (tape, limits)
            if isDirect, let direct = try? ScriptFile(tape, PropertyReader(tape.root, limits: limits), maximumFrames: limits.frames) {
                guard !direct.expressions.isEmpty else { return nil }
                sites = direct.expressions.map {
                    Site(json: $0.json, kind: $0.kind, composition: direct.composition(of: $0.expression ?? 0))
                }
                frames = direct.compositions.map(\.frames)
                readable = Array(sites.indices)
                for (index, property) in direct.expressions.enumerated() { differences[index] = property.program?.difference }
                self.direct = direct
                return
            }
            guard let model = ExpressionModel(tape, maximumFrames: limits.frames) else { return nil }
            sites = model.expressions.map { expression in
                let property = model.properties[expression.property]
                return Site(json: property.json, kind: property.kind, composition: expression.composition)
            }
            frames = model.frames
            guard start(model) else { return nil }
        }

        /// Starts the engine. Returns whether it could be done.
        private func start(_ model: ExpressionModel) -> Bool {
            let values = ExpressionValues(model, of: tape, PropertyReader(tape.root, limits: limits))
            guard let engine = ExpressionEngine(model, values: values, maximumSteps: limits.expressionSteps) else { return false }
            scripts = Scripts(engine: engine, model: model)
            // All programs first: expressions need each other.
            var programs = ExpressionPrograms(engine)
            readable = model.expressions.indices.filter { index in
                guard let added = programs.add(model.expressions[index].text, to: index) else { return false }
                differences[index] = added.difference
                return added.isReadable
            }
            return true
        }

        // MARK: - Evaluation

        /// Whether a limit ended all evaluations since the last restart.
        var isStopped: Bool { direct == nil && scripts?.engine.isStopped ?? true }

        /// The steps since the last restart.
        var steps: Int { direct?.steps ?? scripts?.engine.steps ?? 0 }

        /// Sets the limit of the next evaluations.
        func restart(maximumSteps: Int) {
            self.maximumSteps = maximumSteps
            direct?.restart(maximumSteps: maximumSteps)
            scripts?.engine.restart(maximumSteps: maximumSteps)
        }

        /// The value of an expression at a frame of its composition; nil if it has none.
        func value(_ expression: Int, at frame: Double) -> Value? {
            if let direct {
                do throws(ScriptFailure) {
                    return ExpressionEvaluator.value(try direct.value(expression, at: frame), at: frame, direct, expression)
                } catch {
                    if error == .thrown { return nil }
                }
                // From now on, the engine evaluates: its values are the same.
                self.direct = nil
                if let model = ExpressionModel(tape, maximumFrames: limits.frames), start(model) {
                    scripts?.engine.restart(maximumSteps: maximumSteps)
                }
            }
            guard let scripts, let value = scripts.engine.value(expression, at: frame) else { return nil }
            switch value {
            case .numbers(let numbers, let changes, nil): return .numbers(numbers, changes: changes)
            case .numbers(let numbers, let changes, let source?):
                return .path(scripts.model.properties[source].json, frame: numbers.first ?? 0, changes: changes)
            case .text(let text, let changes): return .text(text, changes: changes)
            }
        }

        private static func value(
            _ found: (result: ScriptProperty.Result, changes: Bool), at frame: Double, _ file: ScriptFile, _ expression: Int
        ) -> Value {
            switch found.result {
            case .number(let number): .numbers([number], changes: found.changes)
            case .list(let numbers), .outline(let numbers): .numbers(numbers, changes: found.changes)
            case .path(let property): .path(property.json, frame: property.frame, changes: found.changes)
            }
        }

        /// The numbers of a value; nil for a text.
        func numbers(_ value: Value) -> [Double]? {
            switch value {
            case .numbers(let numbers, _): numbers
            case .path(let json, let frame, _): path(json, at: frame)
            case .text: nil
            }
        }

        private var paths: [Int: ContourTrack] = [:]
        private lazy var reader = PropertyReader(tape.root, limits: limits)

        /// The numbers of a property's path.
        private func path(_ json: JSONNode, at frame: Double) -> [Double] {
            guard frame.isFinite else { return [0] }
            let track = paths[json.index] ?? reader.contour(json, isClosed: nil)
            paths[json.index] = track
            return track.contour(at: frame).expressionNumbers
        }

        /// The numbers of expressions at a frame of their composition. All fail if they exceed a limit together.
        func values(of expressions: [Int], at frame: Double, maximumSteps: Int) -> LiveExpressions.Values {
            restart(maximumSteps: maximumSteps)
            let results = expressions.map { expression in value(expression, at: frame).flatMap(numbers) }
            return isStopped ? expressions.map { _ in nil } : results
        }
    }
#endif
