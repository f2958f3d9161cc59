import SVGASupport

/// A property of a Lottie file that expressions read or that has one.
struct ExpressionProperty {
    enum Kind {
        case number, list, path, text
        /// The expression of a text selector, which has a value for each letter, word or line.
        case selector
    }

    let json: JSONNode
    let kind: Kind
}

/// An expression of a Lottie file.
struct Expression {
    /// The index of its property in the model.
    let property: Int
    /// The index of its composition: 0 is the file's, the others are those of the assets in their order.
    let composition: Int
    let layer: Int
    /// The members of the layer's part of the model in which the property is, from the outside.
    let path: [JSONValue]
    let text: String
}

/// The frames of a composition.
struct ExpressionFrames {
    var first: Double
    var end: Double
    /// The frame of the file at a frame of the composition: `offset + scale × frame`.
    var offset = 0.0
    var scale = 1.0
}

/// What expressions of a file can reach, for the engine: compositions, layers, groups and properties, without values.
struct ExpressionModel {
    /// The names of a layer's transform in the file. Their order is that of their numbers.
    private static let transformNames = ["a", "s", "r", "rz", "rx", "ry", "or", "o", "sk", "sa"]
    private static let itemNames = ["c", "o", "w", "s", "e", "p", "r", "pt", "or", "os", "ir", "is", "a", "ks"]

    private(set) var properties: [ExpressionProperty] = []
    private(set) var expressions: [Expression] = []
    private(set) var frames: [ExpressionFrames] = []
    /// By the index of the composition.
    private(set) var layerSpans: [VisibleSpans] = []
    /// The model for the engine's scripts.
    private(set) var json: JSONValue = .null
    /// The names of the compositions; nil if that of the file has a name.
    private(set) var namesBesideUnnamed: Set<String>?
    /// The properties of each layer as JSON, one after the other. The engine reads those of a layer when it first needs them.
    private(set) var parts: [UInt8] = []
    /// Where each layer's properties start, and where the last ones end.
    private(set) var partStarts: [Int] = [0]
    private var composition = 0
    private var layer = 0
    /// The place of what is being read in the layer.
    private var path: [JSONValue] = []

    /// nil if no property has an expression that is more than a loop.
    init?(_ tape: JSONTape, maximumFrames: Int) {
        guard ExpressionModel.hasExpressions(tape) else { return nil }
        let file = tape.root
        let assets = file["assets"]?.elements ?? []
        let lists = [file] + assets.filter { $0["layers"] != nil }
        frames = lists.enumerated().map { ExpressionModel.frames($1, isFile: $0 == 0, maximumFrames: maximumFrames) }
        layerSpans = lists.map { VisibleSpans($0["layers"]?.elements ?? []) }
        var names = [[String]](repeating: [], count: lists.count)
        place(in: lists, &names)
        if names[0].isEmpty { namesBesideUnnamed = Set(names.joined()) }
        var compositions = [compose(file, names[0])]
        inside(file, "assets") { model, assets in
            model.each(assets) { model, _, asset in
                guard asset["layers"] != nil else { return }
                model.composition += 1
                compositions.append(model.compose(asset, names[model.composition]))
            }
        }
        guard !expressions.isEmpty else { return nil }
        json = [
            "rate": file["fr"]?.double ?? 30, "comps": compositions,
            "expressions": expressions.map { expression -> JSONValue in
                .array([.integer(expression.property), .integer(expression.composition), .integer(expression.layer)] + expression.path)
            },
        ]
    }

    private static func hasExpressions(_ tape: JSONTape) -> Bool {
        guard tape.hasExpressions else { return false }
        return tape.containsMember("x") { $0.string.map { !Loop.isIdle($0) && Loop(expression: $0) == nil } ?? false }
    }

    // MARK: - Times

    private static func frames(_ composition: JSONNode, isFile: Bool, maximumFrames: Int) -> ExpressionFrames {
        let layers = composition["layers"]?.elements ?? []
        let first = isFile ? composition["ip"]?.double ?? 0 : layers.compactMap { $0["ip"]?.double }.min() ?? 0
        let end = isFile ? composition["op"]?.double ?? 0 : layers.compactMap { $0["op"]?.double }.max() ?? 0
        let start = first.rounded(.down)
        return ExpressionFrames(first: start, end: min(max(end.rounded(.up), start + 1), start + Double(maximumFrames)))
    }

    /// Finds the names and the time of each precomposition by the first layer that shows it. The layers of a list are those of earlier lists or
    /// of later ones, so several rounds are necessary; a time that is not found then is that of the file.
    private mutating func place(in lists: [JSONNode], _ names: inout [[String]]) {
        var indices: [String: Int] = [:]
        for (index, list) in lists.enumerated() {
            if let name = list["nm"]?.text { names[index].append(name) }
            if index > 0, let id = list["id"]?.text, indices[id] == nil { indices[id] = index }
        }
        var isPlaced = [Bool](repeating: false, count: lists.count)
        isPlaced[0] = true
        var queue = [0]
        while let index = queue.popLast() {
            for layer in lists[index]["layers"]?.elements ?? [] where layer["ty"]?.int == 0 {
                guard let target = indices[layer["refId"]?.text ?? ""] else { continue }
                if names[target].count < 100, let name = layer["nm"]?.text { names[target].append(name) }
                guard !isPlaced[target] else { continue }
                isPlaced[target] = true
                queue.append(target)
                guard layer["tm"] == nil else { continue }
                let stretch = layer["sr"]?.double.flatMap { $0 != 0 ? $0 : nil } ?? 1
                frames[target].scale = frames[index].scale * stretch
                frames[target].offset = frames[index].offset + frames[index].scale * (layer["st"]?.double ?? 0)
            }
        }
    }

    // MARK: - Compositions and layers

    private mutating func compose(_ json: JSONNode, _ names: [String]) -> JSONValue {
        var layers: [JSONValue] = []
        inside(json, "layers") { model, list in
            model.each(list) { model, index, element in
                model.layer = index
                layers.append(model.layer(element))
            }
        }
        let frames = frames[composition]
        return [
            "names": names, "nm": names.first ?? "", "w": json["w"]?.double ?? 0, "h": json["h"]?.double ?? 0, "offset": frames.offset,
            "scale": frames.scale, "frames": frames.end - frames.first, "layers": layers,
        ]
    }

    private mutating func layer(_ json: JSONNode) -> JSONValue {
        var members = JSONMembers()
        for name in ["nm", "ind", "ty", "parent", "hd", "refId"] { members.add(name, json[named: name]?.value) }
        members.add("ip", .number(json["ip"]?.double ?? 0))
        members.add("op", .number(json["op"]?.double ?? 0))
        members.add("st", .number(json["st"]?.double ?? 0))
        members.add("w", .number((json["w"] ?? json["sw"])?.double ?? 100))
        members.add("h", .number((json["h"] ?? json["sh"])?.double ?? 100))
        members.add("part", .integer(partStarts.count - 1))
        parts += properties(of: json).text(.compact).utf8
        partStarts.append(parts.count)
        return members.object
    }

    /// The properties of a layer.
    private mutating func properties(of json: JSONNode) -> JSONValue {
        var members = JSONMembers()
        var transform = JSONMembers()
        inside(json, "ks") { model, json in transform = model.at("ks") { $0.transform(json) } }
        members.add("ks", transform.object)
        inside(json, "shapes") { model, list in members.add("sh", model.at("sh") { $0.items(list) }) }
        inside(json, "ef") { model, list in members.add("ef", model.at("ef") { $0.effects(list) }) }
        inside(json, "masksProperties") { model, list in members.add("m", model.at("m") { $0.masks(list) }) }
        inside(json, "tm") { model, json in members.add("tm", model.property(json, .number, at: "tm")) }
        inside(json, "t") { model, json in
            model.inside(json, "d") { model, json in members.add("t", model.property(json, .text, at: "t")) }
            var others: [JSONValue] = []
            model.inside(json, "a") { model, json in model.at("others") { $0.others(json, &others) } }
            members.add("others", .array(others))
            model.inside(json, "a") { model, json in members.add("selectors", model.at("selectors") { $0.selectors(json) }) }
        }
        return members.object
    }

    /// Notes that what the closure reads is in a member.
    private mutating func at<Result>(_ name: String, _ read: (inout ExpressionModel) -> Result) -> Result {
        path.append(.string(name))
        defer { path.removeLast() }
        return read(&self)
    }

    /// Notes that what the closure reads is an element of a list.
    private mutating func at<Result>(_ index: Int, _ read: (inout ExpressionModel) -> Result) -> Result {
        path.append(.integer(index))
        defer { path.removeLast() }
        return read(&self)
    }

    private mutating func transform(_ json: JSONNode) -> JSONMembers {
        var members = JSONMembers()
        for name in ExpressionModel.transformNames {
            inside(json, name) { model, value in members.add(name, model.property(value, at: name)) }
        }
        inside(json, "p") { model, value in
            let isSplit = value["s"]?.isTrue == true || (value["x"]?.isObject == true && value["k"] == nil)
            guard isSplit else { return members.add("p", model.property(value, at: "p")) }
            for (name, key) in [("x", "px"), ("y", "py"), ("z", "pz")] {
                model.inside(value, name) { model, value in members.add(key, model.property(value, at: key)) }
            }
        }
        return members
    }

    private mutating func items(_ list: JSONNode, depth: Int = 0) -> JSONValue {
        var items: [JSONValue] = []
        guard depth < 64 else { return .array([]) }
        each(list) { model, _, element in
            let type = element["ty"]?.text ?? ""
            // A transform is not one of the contents.
            if type == "tr" { return }
            let item = model.at(items.count) { $0.item(element, isGroup: type == "gr", depth) }
            items.append(item)
        }
        return .array(items)
    }

    private mutating func item(_ json: JSONNode, isGroup: Bool, _ depth: Int) -> JSONValue {
        var members = JSONMembers()
        for name in ["ty", "nm", "mn", "ix", "cix", "np"] { members.add(name, json[named: name]?.value) }
        guard isGroup else {
            item(json, &members)
            return members.object
        }
        inside(json, "it") { model, list in
            members.add("it", model.at("it") { $0.items(list, depth: depth + 1) })
            model.each(list) { model, _, inner in
                if inner["ty"]?.text == "tr" { members.add("tr", model.at("tr") { $0.transform(inner).object }) }
            }
        }
        return members.object
    }

    private mutating func item(_ json: JSONNode, _ members: inout JSONMembers) {
        var properties = JSONMembers()
        for name in ExpressionModel.itemNames {
            inside(json, name) { model, value in
                properties.add(name, model.at("p") { $0.property(value, name == "ks" ? .path : nil, at: name) })
            }
        }
        members.add("p", properties.object)
        inside(json, "d") { model, list in
            var (names, dashes) = (JSONMembers(), JSONMembers())
            model.each(list) { model, index, dash in
                model.inside(dash, "v") { model, value in
                    names.add(String(index), dash["nm"]?.value ?? .string(""))
                    dashes.add(String(index), model.at("d") { model in model.at("p") { $0.property(value, at: String(index)) } })
                }
            }
            members.add("d", .object([.init(name: "names", value: names.object), .init(name: "p", value: dashes.object)]))
        }
        var others: [JSONValue] = []
        for name in ["g", "tr", "so", "eo", "ml2"] {
            inside(json, name) { model, value in model.at("others") { $0.others(value, &others) } }
        }
        members.add("others", .array(others))
    }

    private mutating func effects(_ list: JSONNode, depth: Int = 0) -> JSONValue {
        var effects: [JSONValue] = []
        guard depth < 16 else { return .array([]) }
        each(list) { model, _, element in
            let effect = model.at(effects.count) { $0.effect(element, depth) }
            effects.append(effect)
        }
        return .array(effects)
    }

    private mutating func effect(_ json: JSONNode, _ depth: Int) -> JSONValue {
        var members = JSONMembers()
        for name in ["ty", "nm", "mn", "ix", "np", "en"] { members.add(name, json[named: name]?.value) }
        if json["ef"] != nil {
            inside(json, "ef") { model, inner in members.add("ef", model.at("ef") { $0.effects(inner, depth: depth + 1) }) }
        } else if json["v"] != nil {
            inside(json, "v") { model, value in members.add("p", model.property(value, at: "p")) }
        } else {
            members.add("p", property(.empty, at: "p"))
        }
        return members.object
    }

    private mutating func masks(_ list: JSONNode) -> JSONValue {
        var masks: [JSONValue] = []
        each(list) { model, _, element in
            let mask = model.at(masks.count) { $0.mask(element) }
            masks.append(mask)
        }
        return .array(masks)
    }

    /// The selectors of text animators that have an expression.
    private mutating func selectors(_ list: JSONNode) -> JSONValue {
        var selectors: [JSONValue] = []
        each(list) { model, _, animator in
            guard let selector = animator["s"], selector["t"]?.int == 1, selector["x"]?.isString == true else { return }
            let added = model.at(selectors.count) { $0.property(selector, .selector) }
            selectors.append(added)
        }
        return .array(selectors)
    }

    private mutating func mask(_ json: JSONNode) -> JSONValue {
        var (members, properties) = (JSONMembers(), JSONMembers())
        members.add("nm", json["nm"]?.value)
        let names: [(String, ExpressionProperty.Kind?)] = [("pt", .path), ("o", nil), ("x", nil)]
        for (name, kind) in names {
            inside(json, name) { model, value in
                guard name != "x" || value.isObject else { return }
                properties.add(name, model.at("p") { $0.property(value, kind, at: name) })
            }
        }
        members.add("p", properties.object)
        return members.object
    }

    /// Properties with expressions that no other expression can reach.
    private mutating func others(_ json: JSONNode, _ found: inout [JSONValue], depth: Int = 0) {
        guard depth < 16 else { return }
        if json.isObject, json["k"] != nil {
            guard json["x"]?.isString == true else { return }
            let other = at(found.count) { $0.property(json) }
            found.append(other)
            return
        }
        each(json) { model, _, value in model.others(value, &found, depth: depth + 1) }
    }

    // MARK: - Properties

    /// Adds a property and its expression, and returns it for the engine.
    /// - Parameter name: the name of the member that it becomes; nil: it is already part of ``path``.
    private mutating func property(_ json: JSONNode, _ known: ExpressionProperty.Kind? = nil, at name: String? = nil) -> JSONValue {
        let kind = known ?? (ExpressionModel.isList(json) ? .list : .number)
        let number = properties.count
        properties.append(ExpressionProperty(json: json, kind: kind))
        var members = JSONMembers()
        members.add("i", .integer(number))
        members.add("ix", json["ix"]?.value)
        let keys = json["k"]?.elements ?? []
        members.add("k", .integer(kind != .text && keys.first?["t"] != nil ? keys.count : 0))
        if kind == .list { members.add("m", true.json) }
        if kind == .path { members.add("s", true.json) }
        if kind == .selector { members.add("select", true.json) }
        if kind == .text {
            members.add("text", .array(keys.map { .array([.number($0["t"]?.double ?? 0), .string($0["s"]?["t"]?.text ?? "")]) }))
        }
        // The loops of numbers and lists need no engine.
        let hasLoops = kind == .number || kind == .list
        if let text = json["x"]?.string, !Loop.isIdle(text), !hasLoops || Loop(expression: text) == nil {
            members.add("x", true.json)
            let place = name.map { path + [.string($0)] } ?? path
            expressions.append(Expression(property: number, composition: composition, layer: layer, path: place, text: text))
        }
        return members.object
    }

    private static func isList(_ json: JSONNode) -> Bool {
        guard let content = json["k"], let first = content.firstElement else { return false }
        guard first.isObject else { return content.count > 1 }
        func isLong(_ value: JSONNode?) -> Bool { value.map { $0.isArray && $0.count > 1 } ?? false }
        return content.children.contains { isLong($0["s"]) || isLong($0["e"]) }
    }

    /// Visits the elements or the values of the members, each with its index.
    private mutating func each(_ json: JSONNode, _ visit: (inout ExpressionModel, Int, JSONNode) -> Void) {
        for (index, value) in json.children.enumerated() { visit(&self, index, value) }
    }

    /// Visits a member, if there is one.
    private mutating func inside(_ json: JSONNode, _ name: String, _ visit: (inout ExpressionModel, JSONNode) -> Void) {
        if let member = json[named: name] { visit(&self, member) }
    }
}

/// The members of an object that is being made. A member without a value is left out.
private struct JSONMembers {
    private var members: [JSONValue.Member] = []

    var object: JSONValue { .object(members) }

    mutating func add(_ name: String, _ value: JSONValue?) {
        if let value { members.append(JSONValue.Member(name: name, value: value)) }
    }
}
