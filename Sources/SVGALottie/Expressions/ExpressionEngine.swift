#if Expressions
    import CSVGAScript
    import SVGAModel
    import SVGAPlatform
    import SVGASupport

    /// The limits of expressions that are evaluated together.
    struct ExpressionLimits {
        var steps: Int
        /// A limit of time beside that of steps, which alone would be the same on every machine: a step may take long.
        var nanoseconds: Int

        var isSpent: Bool { steps <= 0 || nanoseconds <= 0 }
    }

    /// The script engine of a file's expressions: the owner of the handle. It works within limits of memory, steps and time.
    final class ExpressionEngine {
        enum Value {
            /// The value's numbers, and whether they may change with time. For another property's path: its frame, the number of that property,
            /// and whether the choice of the property may change.
            case numbers([Double], changes: Bool, source: Int?)
            case text(String, changes: Bool)
        }

        /// The memory of the scripts and of the model: a multiple of the model's text. What expressions make has a limit of its own.
        private static let memoryOfScripts = 8 << 20
        private static let memoryPerByte = 24
        private static let memoryOfValues = 4 << 20
        private static let memoryOfExpression = 32 << 10
        /// The processor time of all expressions when the file is read.
        static let maximumNanoseconds = 1_500_000_000

        private let handle: OpaquePointer
        let values: ExpressionValues

        /// nil if the engine cannot be loaded or the model is too large.
        init?(_ model: ExpressionModel, values: ExpressionValues, maximumSteps: Int) {
            guard SystemLibrary.duktape.problem() == nil else { return nil }
            let text = Array(model.json.text(.compact).utf8)
            let limits = svga_script_limits(
                memory: ExpressionEngine.memoryOfScripts + ExpressionEngine.memoryPerByte * text.count, steps: UInt64(max(0, maximumSteps)),
                nanoseconds: UInt64(ExpressionEngine.maximumNanoseconds))
            guard
                let handle = svga_script_open(
                    limits,
                    { context, operation, object, time, numbers, capacity in
                        guard let context else { return -1 }
                        let values = Unmanaged<ExpressionValues>.fromOpaque(context).takeUnretainedValue()
                        // Without room for all, the engine makes room and asks again.
                        let room = UnsafeMutableBufferPointer(start: numbers, count: numbers == nil ? 0 : capacity)
                        return values.write(operation, of: Int(object), at: time, to: room) ?? -1
                    }, Unmanaged.passUnretained(values).toOpaque())
            else { return nil }
            self.handle = handle
            self.values = values
            guard svga_script_start(handle).kind == svga_script_nothing, ExpressionEngine.add(model, to: handle) else {
                return nil
            }
            let isLoaded = text.withUnsafeBytes { bytes in
                svga_script_install(handle, "$svga_load", bytes.baseAddress?.assumingMemoryBound(to: CChar.self), bytes.count).kind
            }
            guard isLoaded == svga_script_nothing, svga_script_call(handle, "$svga_seal", 0, 0).kind == svga_script_nothing else {
                return nil
            }
            let memoryOfExpressions = ExpressionEngine.memoryOfExpression * model.expressions.count
            svga_script_allow(handle, ExpressionEngine.memoryOfValues + text.count + model.parts.count + memoryOfExpressions)
        }

        /// Adds the properties of layers, which the scripts read when they need them.
        private static func add(_ model: ExpressionModel, to handle: OpaquePointer) -> Bool {
            model.parts.withUnsafeBytes { parts in
                let text = parts.assumingMemoryBound(to: CChar.self).baseAddress
                return svga_script_set_parts(handle, text, model.partStarts, model.partStarts.count - 1, memoryPerByte) != 0
            }
        }

        deinit { svga_script_close(handle) }

        /// Whether a limit ended all calls since the last restart.
        private(set) var isStopped = false

        /// The evaluated expressions since the last restart.
        private(set) var calls = 0

        /// The steps since the last restart.
        var steps: Int { Int(clamping: svga_script_steps(handle)) }

        /// The processor time since the last restart, which was on this thread.
        var nanoseconds: Int { Int(clamping: svga_script_nanoseconds(handle)) }

        /// Sets the limits of the next calls.
        func restart(_ limits: ExpressionLimits) {
            svga_script_restart(handle, UInt64(max(0, limits.steps)), UInt64(max(0, limits.nanoseconds)))
            calls = 0
            isStopped = svga_script_call(handle, "$svga_restart", 0, 0).kind == svga_script_stopped
        }

        /// Gives an expression a program. Returns whether it could be done.
        func use(_ program: Int, for expression: Int) -> Bool {
            svga_script_call(handle, "$svga_add", Double(expression), Double(program)).kind == svga_script_nothing
        }

        /// Adds a program for any number of expressions. Returns whether it could be read.
        func add(_ program: String) -> Bool {
            var program = program
            return program.withUTF8 { bytes in
                bytes.withMemoryRebound(to: CChar.self) { svga_script_run(handle, $0.baseAddress, $0.count).kind == svga_script_nothing }
            }
        }

        /// The values of a text selector's expression at a frame of its composition, in percent; nil if it fails.
        /// - Parameter count: the number of letters, words or lines, at least 1.
        func selection(_ expression: Int, count: Int, at frame: Double) -> (values: [Double], changes: Bool)? {
            guard svga_script_call(handle, "$svga_letters", Double(count), 0).kind == svga_script_nothing,
                case .numbers(let values, let changes, _)? = value(expression, at: frame), values.count == count
            else { return nil }
            return (values, changes)
        }

        /// The value of an expression at a frame of its composition; nil if it has none.
        func value(_ expression: Int, at frame: Double) -> Value? {
            calls += 1
            let result = svga_script_call(handle, "$svga_evaluate", Double(expression), frame)
            switch result.kind {
            case svga_script_numbers:
                let numbers = [Double](UnsafeBufferPointer(start: result.numbers, count: result.count))
                guard numbers.count > 2 else { return nil }
                return .numbers(Array(numbers[2...]), changes: numbers[0] != 0, source: numbers[1] < 0 ? nil : Int(checked: numbers[1]))
            case svga_script_text:
                guard let start = result.text, result.length > 0 else { return nil }
                let bytes = UnsafeRawBufferPointer(start: start, count: result.length)
                return .text(String(decoding: bytes.dropFirst(), as: UTF8.self), changes: bytes[0] == UInt8(ascii: "1"))
            case svga_script_stopped:
                isStopped = true
                return nil
            default: return nil
            }
        }
    }

    /// The programs of expressions. Equal expressions share one, because reading a program takes longer than evaluating it.
    struct ExpressionPrograms {
        private struct Program {
            let number: Int
            let isReadable: Bool
            let difference: ExpressionDifference?
        }

        private let engine: ExpressionEngine
        private let namesBesideUnnamed: Set<String>?
        /// By the text of the expression; nil: it is refused.
        private var known: [ByteKey: Program?] = [:]
        private var count = 0

        init(_ engine: ExpressionEngine, namesBesideUnnamed: Set<String>?) {
            self.engine = engine
            self.namesBesideUnnamed = namesBesideUnnamed
        }

        /// Gives an expression its program; nil: it is refused.
        mutating func add(_ text: String, to expression: Int) -> (isReadable: Bool, difference: ExpressionDifference?)? {
            guard let program = program(of: text) else { return nil }
            return (program.isReadable && engine.use(program.number, for: expression), program.difference)
        }

        private mutating func program(of text: String) -> Program? {
            if let program = known[ByteKey(text)] { return program }
            var program: Program?
            if let source = try? ExpressionSource(text, number: count) {
                let isUnnamed = namesBesideUnnamed.map { !source.compositions.isSubset(of: $0) } ?? false
                let difference = source.difference ?? (isUnnamed ? .unnamedComposition : nil)
                program = Program(number: count, isReadable: engine.add(source.program), difference: difference)
                count += 1
            }
            known[ByteKey(text)] = .some(program)
            return program
        }
    }
#endif
