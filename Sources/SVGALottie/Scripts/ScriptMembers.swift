import SVGASupport

/// The members of what scripts get.
extension ScriptFile {
    func member(_ owner: ScriptValue, _ name: ScriptName) throws(ScriptFailure) -> ScriptValue {
        switch owner {
        case .undefined, .null: throw .thrown
        case .layer(let layer): return try member(layer, name)
        case .composition(let composition): return try member(composition, name)
        case .group(let group): return try member(group, name)
        case .thisProperty(let property), .boxed(_, let property): return try member(property, name, of: owner)
        case .list(let list):
            if name == .length { return .number(Double(list.elements.count)) }
            guard let property = list.property else { throw .unsupported }
            return try member(property, name, of: owner)
        case .key(let key):
            switch name {
            case .time: return .number(key.time)
            case .index: return .number(key.index)
            case .value: return key.value
            default: throw .unsupported
            }
        case .number where name == .length, .bool where name == .length: return .undefined
        case .math: return try ScriptMath.constant(name)
        default: throw .unsupported
        }
    }

    /// A member of a property's value.
    private func member(_ property: ScriptProperty, _ name: ScriptName, of owner: ScriptValue) throws(ScriptFailure) -> ScriptValue {
        switch (name, owner) {
        case (.value, .boxed(let number, _)): return .number(number)
        case (.value, .list(let list)): return .list(ScriptList(list.elements))
        case (.value, .thisProperty) where property.kind == .path: return .path(property)
        case (.value, .thisProperty): return property.value(try property.plain(at: property.frame, self))
        case (.length, .boxed): return .undefined
        default: return try member(property, name)
        }
    }

    func member(_ property: ScriptProperty, _ name: ScriptName) throws(ScriptFailure) -> ScriptValue {
        func now() -> Double {
            hasChanged = hasChanged || property.keyCount > 0
            return property.frame / rate
        }
        switch name {
        case .numKeys: return .number(Double(property.keyCount))
        case .propertyIndex: return try property.number?.scriptValue ?? .undefined
        case .velocity: return try property.velocity(at: now(), self)
        case .speed: return try property.speed(at: now(), self)
        default: throw .unsupported
        }
    }

    private func member(_ composition: ScriptComposition, _ name: ScriptName) throws(ScriptFailure) -> ScriptValue {
        try step(composition.json.count >> 4)
        switch name {
        case .name, .underscoredName: return .string(composition.names.first ?? "")
        case .width: return .number(composition.json["w"]?.double ?? 0)
        case .height: return .number(composition.json["h"]?.double ?? 0)
        case .pixelAspect: return .number(1)
        case .frameDuration: return .number(1 / rate)
        case .duration: return .number((composition.frames.end - composition.frames.first) / rate)
        case .displayStartTime: return .number(0)
        case .numLayers: return .number(Double(composition.layers.count))
        default: throw .unsupported
        }
    }

    private func member(_ layer: ScriptLayer, _ name: ScriptName) throws(ScriptFailure) -> ScriptValue {
        try step(layer.json.count >> 4)
        switch name {
        case .hasParent: return .bool(layer.parent != nil)
        case .parent: return layer.parent.map { .layer($0) } ?? .null
        case .name, .underscoredName: return try layer.names.nm?.scriptValue ?? .undefined
        case .index: return layer.number.map { .number($0) } ?? .undefined
        case .width: return .number((layer.json["w"] ?? layer.json["sw"])?.double ?? 100)
        case .height: return .number((layer.json["h"] ?? layer.json["sh"])?.double ?? 100)
        case .startTime: return .number((layer.json["st"]?.double ?? 0) / rate)
        case .inPoint: return .number(layer.inPoint / rate)
        case .outPoint: return .number(layer.outPoint / rate)
        case .active:
            hasChanged = true
            let frame = layer.composition.frame
            return .bool(!layer.isHidden && layer.inPoint <= frame && frame < layer.outPoint)
        default: break
        }
        try read(layer)
        switch name {
        case .transform: return layer.transform.map { .group($0) } ?? .undefined
        case .content: return layer.content.map { .group($0) } ?? .null
        case .effect: return layer.effects.map { .group($0) } ?? .undefined
        case .timeRemap: return try layer.timeRemap?.wrapped(self) ?? .null
        case .anchorPoint, .position, .scale, .rotation, .opacity, .xPosition, .yPosition, .orientation:
            return try layer.transform.map { group throws(ScriptFailure) in try member(group, name) } ?? .undefined
        case .oldAnchorPoint: return try member(layer, .anchorPoint)
        default: throw .unsupported
        }
    }

    func member(_ group: ScriptGroup, _ name: ScriptName) throws(ScriptFailure) -> ScriptValue {
        if case .effects = group.kind { return try name == .numProperties ? .number(Double(group.groups.count)) : .unsupportedMember() }
        switch name {
        case .name, .underscoredName: return try group.name
        case .mn:
            if case .contents = group.kind { return .undefined }
            return try group.names?.mn?.scriptValue ?? .undefined
        case .propertyIndex: return try group.index
        default: break
        }
        switch group.kind {
        case .transform: return try transformMember(group, name)
        case .shapes:
            switch name {
            case .transform: return group.transform.map { .group($0) } ?? .undefined
            case .content: return group.content.map { .group($0) } ?? .undefined
            case .nm: return try group.name
            default: throw .unsupported
            }
        case .contents:
            switch name {
            case .numProperties: return .number(Double(group.groups.count))
            case .transform: return group.outer?.transform.map { .group($0) } ?? .undefined
            default: throw .unsupported
            }
        case .effect:
            guard name == .enabled || name == .active else { throw .unsupported }
            return .bool(group.json?["en"]?.rawNumber != 0)
        case .item, .mask:
            let name = name == .shape ? .path : name
            guard let key = ScriptMemberNames.names(of: group.kind).first(where: { $0.name == name })?.key else { throw .unsupported }
            return try group.property(key)?.wrapped(self) ?? .undefined
        case .effects: throw .unsupported
        }
    }

    private func transformMember(_ group: ScriptGroup, _ name: ScriptName) throws(ScriptFailure) -> ScriptValue {
        switch name {
        case .rotation: return try (group.property("r") ?? group.property("rz"))?.wrapped(self) ?? .undefined
        case .zRotation: return try (group.property("rz") ?? group.property("r"))?.wrapped(self) ?? .undefined
        case .position where group.property("p") == nil:
            guard let x = group.property("px") else { return .undefined }
            let left = try x.wrapped(self).number()
            let top = try group.property("py")?.wrapped(self).number() ?? .nan
            return .list(ScriptList([left, top, try group.property("pz")?.wrapped(self).number() ?? 0]))
        default:
            guard let key = ScriptMemberNames.transform.first(where: { $0.name == name })?.key else { throw .unsupported }
            return try group.property(key)?.wrapped(self) ?? .undefined
        }
    }
}

extension ScriptValue {
    fileprivate static func unsupportedMember() throws(ScriptFailure) -> ScriptValue { throw .unsupported }
}

extension ScriptLayer {
    var inPoint: Double { json["ip"]?.double ?? 0 }
    var outPoint: Double { json["op"]?.double ?? 0 }
    var isHidden: Bool { json["hd"].map { $0.kind == .yes || ($0.rawNumber ?? 0) != 0 } ?? false }
}

extension ScriptGroup {
    fileprivate var name: ScriptValue {
        get throws(ScriptFailure) {
            switch kind {
            case .transform: return .string("Transform")
            case .contents(isRoot: true): return .string("Contents")
            default: return try names?.nm?.scriptValue ?? .undefined
            }
        }
    }

    fileprivate var index: ScriptValue {
        get throws(ScriptFailure) {
            switch kind {
            case .contents(isRoot: false): return try json?["cix"]?.scriptValue ?? .undefined
            case .mask: return .undefined
            default: return try names?.ix?.scriptValue ?? .undefined
            }
        }
    }
}

/// The names of properties, by their keys in the file.
enum ScriptMemberNames {
    typealias Names = [(key: JSONName, name: ScriptName)]

    static let transform: Names = [
        ("a", .anchorPoint), ("p", .position), ("px", .xPosition), ("py", .yPosition), ("pz", .zPosition), ("s", .scale), ("r", .rotation),
        ("rz", .zRotation), ("rx", .xRotation), ("ry", .yRotation), ("or", .orientation), ("o", .opacity), ("sk", .skew), ("sa", .skewAxis),
    ]
    private static let mask: Names = [("pt", .maskPath), ("o", .maskOpacity), ("x", .maskExpansion)]
    private static let items: [JSONName: Names] = [
        "fl": [("c", .color), ("o", .opacity)], "st": [("c", .color), ("o", .opacity), ("w", .strokeWidth)],
        "gf": [("s", .startPoint), ("e", .endPoint), ("o", .opacity)],
        "gs": [("s", .startPoint), ("e", .endPoint), ("o", .opacity), ("w", .strokeWidth)],
        "tm": [("s", .start), ("e", .end), ("o", .offset)], "el": [("s", .size), ("p", .position)],
        "rc": [("s", .size), ("p", .position), ("r", .roundness)],
        "sr": [
            ("p", .position), ("r", .rotation), ("pt", .points), ("or", .outerRadius), ("os", .outerRoundness), ("ir", .innerRadius),
            ("is", .innerRoundness),
        ],
        "rd": [("r", .radius)], "rp": [("c", .copies), ("o", .offset)], "pb": [("a", .amount)], "zz": [("s", .size), ("r", .ridges)],
        "op": [("a", .amount)], "sh": [("ks", .path)],
    ]

    static func names(of kind: ScriptGroup.Kind) -> Names {
        switch kind {
        case .transform: transform
        case .item(let type): items[type] ?? []
        case .mask: mask
        default: []
        }
    }
}
