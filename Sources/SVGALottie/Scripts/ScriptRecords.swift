import SVGASupport

/// A composition, as scripts see it.
final class ScriptComposition {
    let json: JSONNode
    let names: [String]
    let frames: ExpressionFrames
    /// The frame at which its properties are read.
    var frame = 0.0
    fileprivate(set) var layers: [ScriptLayer] = []

    init(_ json: JSONNode, names: [String], frames: ExpressionFrames) { (self.json, self.names, self.frames) = (json, names, frames) }

    /// - Parameter reader: reads the layers with expressions.
    func addLayers(_ reader: inout ScriptReader) throws(ScriptFailure) {
        for element in json["layers"]?.children ?? JSONNode.empty.children { layers.append(ScriptLayer(element, self)) }
        var byNumber: [Double: ScriptLayer] = [:]
        for layer in layers {
            if let number = layer.json["ind"], number.rawNumber == nil { throw .unsupported }
            if let number = layer.number, byNumber[number] == nil { byNumber[number] = layer }
        }
        for layer in layers {
            guard let parent = layer.json["parent"] else { continue }
            guard let number = parent.rawNumber else { throw .unsupported }
            if number != layer.number { layer.parent = byNumber[number] }
        }
        for layer in layers where layer.json.hasExpressions { try reader.read(layer) }
    }
}

/// A layer, as scripts see it. Its groups are read when a script first needs them.
final class ScriptLayer {
    let json: JSONNode
    unowned let composition: ScriptComposition
    fileprivate(set) unowned var parent: ScriptLayer?
    let number: Double?
    let names: ScriptNames
    fileprivate(set) var isRead = false
    fileprivate(set) var transform: ScriptGroup?
    fileprivate(set) var content: ScriptGroup?
    fileprivate(set) var effects: ScriptGroup?
    fileprivate(set) var masks: [ScriptGroup] = []
    fileprivate(set) var timeRemap: ScriptProperty?
    /// Properties that scripts cannot reach.
    fileprivate(set) var others: [ScriptProperty] = []

    init(_ json: JSONNode, _ composition: ScriptComposition) {
        (self.json, self.composition, names) = (json, composition, ScriptNames(json))
        number = json["ind"]?.rawNumber
    }
}

/// By what scripts find a layer or a group.
struct ScriptNames {
    let nm: JSONNode?
    let mn: JSONNode?
    let ix: JSONNode?

    init(_ json: JSONNode) { (nm, mn, ix) = (json["nm"], json["mn"], json["ix"]) }

    func contain(_ value: ScriptValue, isRoot: Bool) -> Bool {
        nm?.isSame(as: value) ?? false || mn?.isSame(as: value) ?? false || !isRoot && ix?.isSame(as: value) ?? false
    }
}

/// A group of properties or of groups.
final class ScriptGroup {
    enum Kind {
        case shapes, effects, effect, mask
        case transform(isOfLayer: Bool)
        case item(JSONName)
        case contents(isRoot: Bool)
    }

    let kind: Kind
    /// nil: a group without a place in the file, which has none of its members either.
    let json: JSONNode?
    let names: ScriptNames?
    fileprivate(set) unowned var outer: ScriptGroup?
    fileprivate(set) var properties: [ScriptProperty] = []
    fileprivate(set) var groups: [ScriptGroup] = []
    fileprivate(set) var transform: ScriptGroup?
    fileprivate(set) var content: ScriptGroup?
    /// Of an effect: its values and groups in their order.
    fileprivate(set) var entries: [(names: ScriptNames, json: JSONNode, property: ScriptProperty?, group: ScriptGroup?)] = []

    init(_ kind: Kind, _ json: JSONNode?, outer: ScriptGroup?) {
        (self.kind, self.json, names, self.outer) = (kind, json, json.map(ScriptNames.init), outer)
    }

    func property(_ key: JSONName) -> ScriptProperty? { properties.first { $0.key == key } }
}

extension JSONNode {
    /// Whether a member of it is the text of an expression.
    fileprivate var hasExpressions: Bool { containsMember("x") { $0.isString } }

    /// A number or a text that scripts compare.
    var scriptValue: ScriptValue {
        get throws(ScriptFailure) {
            if let number = rawNumber { return .number(number) }
            guard let text = string else { throw .unsupported }
            return .string(text)
        }
    }
}

/// Reads the groups and properties of layers in the order of ``ExpressionModel``.
struct ScriptReader {
    private static let transformKeys: [JSONName] = ["a", "s", "r", "rz", "rx", "ry", "or", "o", "sk", "sa"]
    private static let itemKeys: [JSONName] = ["c", "o", "w", "s", "e", "p", "r", "pt", "or", "os", "ir", "is", "a", "ks"]
    private static let otherKeys: [JSONName] = ["g", "tr", "so", "eo", "ml2"]

    /// The properties with expressions.
    private(set) var expressions: [ScriptProperty] = []
    private var layer: ScriptLayer?

    mutating func read(_ layer: ScriptLayer) throws(ScriptFailure) {
        guard !layer.isRead else { return }
        layer.isRead = true
        self.layer = layer
        let json = layer.json
        let transform = ScriptGroup(.transform(isOfLayer: true), nil, outer: nil)
        layer.transform = transform
        if let ks = json["ks"] { try read(ks, into: transform) }
        if let list = json["shapes"] {
            let content = ScriptGroup(.contents(isRoot: true), nil, outer: nil)
            layer.content = content
            try items(list, into: content)
        }
        let effects = ScriptGroup(.effects, nil, outer: nil)
        layer.effects = effects
        if let list = json["ef"] { for element in list.children { effects.groups.append(try effect(element, effects)) } }
        if let list = json["masksProperties"] { for element in list.children { layer.masks.append(try mask(element)) } }
        if let remap = json["tm"] { layer.timeRemap = try property(remap, "tm", nil, .number) }
        guard let text = json["t"] else { return }
        // Scripts reach no texts here.
        if let documents = text["d"], documents["x"]?.string.map({ !Loop.isIdle($0) }) ?? false { throw .unsupported }
        if let animators = text["a"] { layer.others += try others(animators, nil) }
    }

    private mutating func property(
        _ json: JSONNode, _ key: JSONName, _ group: ScriptGroup?, _ known: ExpressionProperty.Kind? = nil
    ) throws(ScriptFailure) -> ScriptProperty {
        guard let layer else { throw .unsupported }
        let kind = known ?? (ExpressionModel.isList(json) ? .list : .number)
        let property = ScriptProperty(json, kind, key, group, layer)
        if let text = json["x"]?.string, !Loop.isIdle(text), kind == .path || Loop(expression: text) == nil {
            property.expression = expressions.count
            property.text = text
            expressions.append(property)
        }
        return property
    }

    private mutating func add(_ json: JSONNode?, _ key: JSONName, to group: ScriptGroup) throws(ScriptFailure) {
        if let json { group.properties.append(try property(json, key, group)) }
    }

    private mutating func read(_ json: JSONNode, into group: ScriptGroup) throws(ScriptFailure) {
        for key in ScriptReader.transformKeys { try add(json[key], key, to: group) }
        guard let position = json["p"] else { return }
        guard position["s"]?.isTrue == true || (position["x"]?.isObject == true && position["k"] == nil) else {
            return try add(position, "p", to: group)
        }
        try add(position["x"], "px", to: group)
        try add(position["y"], "py", to: group)
        try add(position["z"], "pz", to: group)
    }

    private mutating func items(_ list: JSONNode, into contents: ScriptGroup, depth: Int = 0) throws(ScriptFailure) {
        // The engine's model ends there.
        guard depth < 64 else { throw .unsupported }
        for element in list.children where element["ty"]?.word != "tr" { contents.groups.append(try item(element, contents, depth)) }
    }

    private mutating func item(_ json: JSONNode, _ contents: ScriptGroup, _ depth: Int) throws(ScriptFailure) -> ScriptGroup {
        let type = json["ty"]?.word ?? ""
        guard type == "gr" else { return try item(json, type, contents) }
        let group = ScriptGroup(.shapes, json, outer: contents)
        let transform = ScriptGroup(.transform(isOfLayer: false), nil, outer: group)
        let content = ScriptGroup(.contents(isRoot: false), json, outer: group)
        (group.transform, group.content) = (transform, content)
        guard let list = json["it"] else { return group }
        try items(list, into: content, depth: depth + 1)
        for element in list.children where element["ty"]?.word == "tr" {
            guard transform.properties.isEmpty else { throw .unsupported }
            try read(element, into: transform)
        }
        return group
    }

    private mutating func item(_ json: JSONNode, _ type: JSONName, _ contents: ScriptGroup) throws(ScriptFailure) -> ScriptGroup {
        let group = ScriptGroup(.item(type), json, outer: contents)
        // A fill's own level is not one for its properties.
        let isFill = type == "fl" || type == "gf"
        for key in ScriptReader.itemKeys {
            guard let member = json[key] else { continue }
            group.properties.append(try property(member, key, isFill ? contents : group, key == "ks" ? .path : nil))
        }
        if let list = json["d"], list.children.contains(where: { $0.hasExpressions }) { throw .unsupported }
        for key in ScriptReader.otherKeys { if let other = json[key] { layer?.others += try others(other, group) } }
        return group
    }

    private mutating func effect(_ json: JSONNode, _ outer: ScriptGroup, depth: Int = 0) throws(ScriptFailure) -> ScriptGroup {
        guard depth < 16 else { throw .unsupported }
        let group = ScriptGroup(.effect, json, outer: outer)
        guard let list = json["ef"] else {
            if let value = json["v"] { group.entries.append((ScriptNames(json), json, try property(value, "p", outer), nil)) }
            return group
        }
        for element in list.children {
            if element["ef"] != nil {
                group.entries.append((ScriptNames(element), element, nil, try effect(element, group, depth: depth + 1)))
            } else {
                group.entries.append((ScriptNames(element), element, try property(element["v"] ?? .empty, "p", group), nil))
            }
        }
        return group
    }

    private mutating func mask(_ json: JSONNode) throws(ScriptFailure) -> ScriptGroup {
        let group = ScriptGroup(.mask, json, outer: nil)
        if let path = json["pt"] { group.properties.append(try property(path, "pt", nil, .path)) }
        if let opacity = json["o"] { group.properties.append(try property(opacity, "o", nil)) }
        if let expansion = json["x"], expansion.isObject { group.properties.append(try property(expansion, "x", nil)) }
        return group
    }

    /// Properties with expressions that no script can reach.
    private mutating func others(_ json: JSONNode, _ group: ScriptGroup?, depth: Int = 0) throws(ScriptFailure) -> [ScriptProperty] {
        guard depth < 16 else { return [] }
        if json.isObject, json["k"] != nil {
            return json["x"]?.isString == true ? [try property(json, "other", group)] : []
        }
        var found: [ScriptProperty] = []
        for child in json.children { found += try others(child, group, depth: depth + 1) }
        return found
    }
}
