import SVGAModel
import SVGASupport

/// The content of a property.
enum ExpressionTrack {
    case track(Track)
    case contour(ContourTrack)
}

/// The compositions of a file for scripts, and the expressions in them. It evaluates expressions without the engine. What it does not know
/// ends with ``ScriptFailure/unsupported``: then the engine evaluates all of the file.
final class ScriptFile {
    /// The owner of the JSON.
    private let tape: JSONTape
    let rate: Double
    let compositions: [ScriptComposition]
    let expressions: [ScriptProperty]
    private var reader: ScriptReader
    private var properties: PropertyReader
    private let maximumFrames: Int
    /// The numbers of the properties by their place in the file. Only chance needs them.
    private lazy var numbers: [Int: Int] = {
        let all = ExpressionModel(tape, maximumFrames: maximumFrames)?.properties ?? []
        return Dictionary(all.enumerated().map { ($1.json.index, $0) }) { first, _ in first }
    }()
    private var current = (composition: -1, frame: Double.nan)
    private var stepsLeft = 0
    private(set) var steps = 0
    /// The expressions that are being evaluated, and the functions that are being called.
    private var depth = 0
    private static let maximumDepth = 32
    /// Whether what was read since the flag was reset may change with time.
    var hasChanged = false

    init(_ tape: JSONTape, _ properties: PropertyReader, maximumFrames: Int) throws(ScriptFailure) {
        (self.tape, self.properties, self.maximumFrames) = (tape, properties, maximumFrames)
        rate = tape.root["fr"]?.double ?? 30
        var reader = ScriptReader()
        let times = ExpressionTimes(tape.root, maximumFrames: maximumFrames)
        var compositions: [ScriptComposition] = []
        for (index, list) in times.lists.enumerated() {
            let composition = ScriptComposition(list, names: times.names[index], frames: times.frames[index])
            try composition.addLayers(&reader)
            compositions.append(composition)
        }
        self.compositions = compositions
        self.reader = reader
        expressions = reader.expressions
        var programs: [ByteKey: ScriptProgram] = [:]
        for property in expressions {
            let key = ByteKey(property.text)
            let program: ScriptProgram
            if let known = programs[key] { program = known } else { program = try ScriptProgram(property.text) }
            programs[key] = program
            property.program = program
        }
    }

    /// The index of an expression's composition.
    func composition(of expression: Int) -> Int {
        let composition = expressions[expression].layer.composition
        return compositions.firstIndex { $0 === composition } ?? 0
    }

    func content(of property: ScriptProperty) -> ExpressionTrack {
        switch property.kind {
        case .path: .contour(properties.contour(property.json, isClosed: nil))
        case .list, .number, .text: .track(properties.track(property.json, property.isList ? [0, 0] : [0], ""))
        }
    }

    /// The number of a property among all of the file.
    func number(of property: ScriptProperty) -> Int? { numbers[property.json.index] }

    func read(_ layer: ScriptLayer) throws(ScriptFailure) {
        if layer.isRead { return }
        try reader.read(layer)
        // Layers with expressions were read at the start.
        guard reader.expressions.count == expressions.count else { throw .unsupported }
    }

    // MARK: - Evaluation

    /// Sets the limit of the next evaluations.
    func restart(maximumSteps: Int) { (stepsLeft, steps) = (maximumSteps, 0) }

    @inline(__always)
    func step(_ count: Int = 1) throws(ScriptFailure) {
        steps += count
        guard steps <= stepsLeft else { throw .unsupported }
    }

    /// Begins an expression or the call of a function.
    func enter() throws(ScriptFailure) {
        guard depth < ScriptFile.maximumDepth else { throw .unsupported }
        try step()
        depth += 1
    }

    func leave() { depth -= 1 }

    /// The value of an expression at a frame of its composition.
    func value(_ expression: Int, at frame: Double) throws(ScriptFailure) -> (result: ScriptProperty.Result, changes: Bool) {
        let property = expressions[expression]
        let own = property.layer.composition
        let number = composition(of: expression)
        if current != (number, frame) {
            let root = own.frames.offset + own.frames.scale * frame
            for composition in compositions {
                composition.frame = composition === own ? frame : (root - composition.frames.offset) / composition.frames.scale
            }
            current = (number, frame)
        }
        hasChanged = false
        let result = try property.evaluated(self)
        return (result, property.changes)
    }

    // MARK: - Compositions and layers

    func composition(named name: ScriptValue) throws(ScriptFailure) -> ScriptValue {
        try step(1 + compositions.count)
        if case .string(let text) = name, let found = compositions.first(where: { $0.names.contains { ByteKey($0) == ByteKey(text) } }) {
            return .composition(found)
        }
        // The exporter leaves out the name of the composition that it exports.
        if compositions[0].names.isEmpty { return .composition(compositions[0]) }
        throw .thrown
    }

    /// The layer of a composition by its name or number.
    func layer(_ value: ScriptValue, in composition: ScriptComposition) throws(ScriptFailure) -> ScriptValue {
        try step(1 + composition.layers.count + value.lookupSteps)
        switch value {
        case .string(let name):
            if let layer = composition.layers.first(where: { $0.names.nm?.hasText(name) ?? false }) { return .layer(layer) }
        case .number(let number):
            if let layer = composition.layers.first(where: { $0.number == number || $0.names.nm?.rawNumber == number }) {
                return .layer(layer)
            }
        default: break
        }
        throw .thrown
    }
}

extension JSONNode {
    /// Whether it is a string with this content.
    func hasText(_ text: String) -> Bool { bytesOfString.map { $0.elementsEqual(text.utf8) } ?? false }

    /// Whether it is the number or the text that a script has.
    func isSame(as value: ScriptValue) -> Bool {
        switch value {
        case .string(let text): hasText(text)
        case .number(let number): rawNumber == number
        default: false
        }
    }
}

extension ScriptRun {
    /// What a name means that no variable has.
    func value(of global: ScriptGlobal) throws(ScriptFailure) -> ScriptValue {
        switch global {
        case .thisLayer: return .layer(property.layer)
        case .thisComp: return .composition(property.layer.composition)
        case .thisProperty: return .thisProperty(property)
        case .math: return .math
        case .undefined: return .undefined
        case .nan: return .number(.nan)
        case .infinity: return .number(.infinity)
        case .ofLayer(let name): return try file.member(.layer(property.layer), name)
        case .ofProperty(let name): return try file.member(property, name)
        case .unknown: throw .thrown
        case .comp, .function, .unsupported: throw .unsupported
        }
    }
}
