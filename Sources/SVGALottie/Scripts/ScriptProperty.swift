import SVGAPlatform
import SVGASupport

/// A property, as scripts see it, and the state of its expression.
final class ScriptProperty {
    /// What an expression has given.
    enum Result {
        case number(Double)
        case list([Double])
        /// Whether it is closed, then six numbers per vertex.
        case outline([Double])
        /// The path of another property.
        case path(ScriptProperty)
    }

    let json: JSONNode
    let kind: ExpressionProperty.Kind
    let key: JSONName
    /// The group that it is in.
    unowned let group: ScriptGroup?
    unowned let layer: ScriptLayer
    /// The number of its expression among all of the file.
    var expression: Int?
    var text = ""
    /// nil: the property has no expression, or none that can be read.
    var program: ScriptProgram?
    private var isBusy = false
    /// The number of components.
    private var count: Int?
    /// The frame of the last result.
    private var at: Double?
    private var last = Result.number(0)
    private(set) var changes = false
    private var keys: ExpressionTrack?

    init(_ json: JSONNode, _ kind: ExpressionProperty.Kind, _ key: JSONName, _ group: ScriptGroup?, _ layer: ScriptLayer) {
        (self.json, self.kind, self.key, self.group, self.layer) = (json, kind, key, group, layer)
    }

    var isList: Bool { kind == .list }
    var frame: Double { layer.composition.frame }

    /// Its number in its group.
    private(set) lazy var number: JSONNode? = json["ix"]

    /// The number of keyframes.
    private(set) lazy var keyCount: Int = {
        guard let keys = json["k"], keys.firstElement?["t"] != nil else { return 0 }
        return keys.count
    }()

    // MARK: - Values of the file

    func content(_ file: ScriptFile) -> ExpressionTrack {
        if let keys { return keys }
        let content = file.content(of: self)
        keys = content
        return content
    }

    /// The value that the file has at a frame, without expressions.
    func plain(at frame: Double, _ file: ScriptFile) throws(ScriptFailure) -> [Double] {
        if keyCount > 0 { file.hasChanged = true }
        guard case .track(let track) = content(file) else { throw .unsupported }
        guard frame.isFinite else { return isList ? [] : [0] }
        try file.step(track.count >> 5)
        return track.value(at: frame)
    }

    private func plainValue(_ file: ScriptFile) throws(ScriptFailure) -> ScriptValue { value(try plain(at: frame, file)) }

    func value(_ numbers: [Double]) -> ScriptValue { isList ? .list(ScriptList(numbers)) : .number(numbers.first ?? 0) }

    // MARK: - Values of expressions

    /// The value that is drawn at the frame of the composition. An expression that needs its own value gets the plain one.
    func current(_ file: ScriptFile) throws(ScriptFailure) -> [Double] {
        try file.step()
        guard expression != nil, !isBusy else { return try plain(at: frame, file) }
        switch try evaluated(file) {
        case .number(let number): return [number]
        case .list(let numbers): return numbers
        case .outline, .path: throw .unsupported
        }
    }

    /// What an expression gets for the property.
    func wrapped(_ file: ScriptFile) throws(ScriptFailure) -> ScriptValue {
        switch kind {
        case .path: return .path(self)
        case .text: throw .unsupported
        case .list: return .list(ScriptList(try current(file), of: self))
        case .number: return .boxed(try current(file).first ?? 0, self)
        }
    }

    /// The outline that is drawn at the frame of the composition.
    func currentOutline(_ file: ScriptFile) throws(ScriptFailure) -> [Double] {
        try file.step()
        guard expression != nil, !isBusy else { return try outline(file) }
        switch try evaluated(file) {
        case .outline(let numbers): return numbers
        case .path(let other): return try other.outline(file)
        case .number, .list: throw .unsupported
        }
    }

    private func outline(_ file: ScriptFile) throws(ScriptFailure) -> [Double] {
        if keyCount > 0 { file.hasChanged = true }
        guard case .contour(let track) = content(file), frame.isFinite else { return [0] }
        let numbers = track.contour(at: frame).expressionNumbers
        try file.step(numbers.count >> 3)
        return numbers
    }

    /// The value of the expression at the frame of the composition. Computed once a frame.
    func evaluated(_ file: ScriptFile) throws(ScriptFailure) -> Result {
        let frame = frame
        if at == frame {
            file.hasChanged = file.hasChanged || changes
            return last
        }
        guard let program else { throw .unsupported }
        let hadChanged = file.hasChanged
        file.hasChanged = keyCount > 0 && kind != .path
        try file.enter()
        isBusy = true
        defer {
            isBusy = false
            file.leave()
        }
        let plain = program.usesValue && kind != .path ? try self.plain(at: frame, file) : nil
        let value: ScriptValue = kind == .path ? .path(self) : plain.map(value) ?? .undefined
        let result = try fitted(try run(program, value, file), plain, file)
        (last, at) = (result, frame)
        changes = file.hasChanged || program.isTimed
        file.hasChanged = hadChanged || changes
        return result
    }

    private func run(_ program: ScriptProgram, _ value: ScriptValue, _ file: ScriptFile) throws(ScriptFailure) -> ScriptValue {
        let run = ScriptRun(self, file)
        let scope = ScriptScope(count: program.code.slotCount, outer: nil, run: run)
        defer { run.end() }
        scope.slots[ScriptProgram.timeSlot] = .number(frame / file.rate)
        scope.slots[ScriptProgram.valueSlot] = value
        try program.code.start(scope)
        guard try program.code.body.run(scope) == .normal else { throw .unsupported }
        return scope.slots[program.result]
    }

    /// The result of an expression as a value of the property.
    private func fitted(_ result: ScriptValue, _ known: [Double]?, _ file: ScriptFile) throws(ScriptFailure) -> Result {
        if result.isNothing { throw .thrown }
        switch kind {
        case .text: throw .unsupported
        case .path:
            switch result {
            case .path(let other), .thisProperty(let other):
                return other.expression == nil ? .path(other) : .outline(try other.currentOutline(file))
            case .number, .bool, .boxed, .list: throw .thrown
            default: throw .unsupported
            }
        case .number:
            var single = result
            if case .list(let list) = result { single = list[0] }
            let number = try single.number()
            if number.isNaN { throw .thrown }
            return .number(number)
        case .list: return .list(try fittedList(result, known, file))
        }
    }

    private func fittedList(_ result: ScriptValue, _ known: [Double]?, _ file: ScriptFile) throws(ScriptFailure) -> [Double] {
        var plain = known
        guard case .list(let list) = result else {
            if let plain { return plain }
            return try self.plain(at: frame, file)
        }
        // The number of components is the same at all frames.
        if plain == nil, count.map({ list.elements.count < $0 }) ?? true { plain = try self.plain(at: frame, file) }
        if let plain { count = plain.count }
        var fit: [Double] = []
        for index in 0..<(count ?? 0) {
            try file.step()
            var value = try list[index].number()
            if index >= list.elements.count || value.isNaN {
                if plain == nil { plain = try self.plain(at: frame, file) }
                if let plain { value = plain.indices.contains(index) ? plain[index] : .nan }
            }
            fit.append(value)
        }
        return fit
    }
}
