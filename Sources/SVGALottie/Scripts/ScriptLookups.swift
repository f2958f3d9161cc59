import SVGASupport

/// Calls of what scripts get.
extension ScriptFile {
    /// A call of a value that is not a function of the script.
    func call(_ callee: ScriptValue, _ value: ScriptValue) throws(ScriptFailure) -> ScriptValue {
        switch callee {
        case .undefined, .null, .number, .bool, .string, .list, .boxed, .key: throw .thrown
        case .layer(let layer): return try find(value, in: layer)
        case .composition(let composition): return try self.layer(value, in: composition)
        case .group(let group): return try find(value, in: group)
        default: throw .unsupported
        }
    }

    /// A call of a method.
    func call(_ owner: ScriptValue, _ name: ScriptName, _ arguments: [ScriptValue]) throws(ScriptFailure) -> ScriptValue {
        switch owner {
        case .math: return try ScriptMath.call(name, arguments)
        case .composition(let composition) where name == .layer:
            if case .layer? = arguments.first { return arguments[0] }
            guard let value = arguments.first, value.typeName != "function" else { throw .unsupported }
            return try layer(value, in: composition)
        case .layer(let layer) where name.isFunctionOfLayer: return try convert(arguments, in: layer, name)
        case .layer(let layer) where name == .mask: return try mask(arguments.first ?? .undefined, of: layer)
        case .group(let group) where name == .propertyGroup:
            if case .effects = group.kind { throw .unsupported }
            return try ancestor(of: group, arguments.first)
        case .string(let text) where name == .split: return try split(text, arguments)
        case .list(let list):
            guard let property = list.property else { throw .unsupported }
            return try call(property, name, arguments)
        case .boxed(_, let property), .thisProperty(let property): return try call(property, name, arguments)
        default:
            // A group or a layer that is a member.
            return try call(try member(owner, name), arguments.first ?? .undefined)
        }
    }

    private func split(_ text: String, _ arguments: [ScriptValue]) throws(ScriptFailure) -> ScriptValue {
        guard arguments.count == 1, case .string(let separator) = arguments[0], !separator.isEmpty else { throw .unsupported }
        try step(text.utf8.count >> 2)
        var parts: [ScriptValue] = []
        var rest = Array(text.utf8)[...]
        while let found = rest.firstRange(of: Array(separator.utf8)) {
            parts.append(.string(String(decoding: rest[..<found.lowerBound], as: UTF8.self)))
            rest = rest[found.upperBound...]
        }
        parts.append(.string(String(decoding: rest, as: UTF8.self)))
        return .list(ScriptList(parts))
    }

    /// A method of a property.
    func call(_ property: ScriptProperty, _ name: ScriptName, _ arguments: [ScriptValue]) throws(ScriptFailure) -> ScriptValue {
        guard property.kind != .path || name == .propertyGroup else { throw .unsupported }
        let first = arguments.first ?? .undefined
        let second = arguments.count > 1 ? arguments[1] : .undefined
        switch name {
        case .valueAtTime: return property.value(try property.plain(at: try first.number() * rate, self))
        case .velocityAtTime: return try property.velocity(at: try first.number(), self)
        case .speedAtTime: return try property.speed(at: try first.number(), self)
        case .key: return .key(try property.key(first, self))
        case .nearestKey: return .key(try property.nearestKey(try first.number(), self))
        case .loopIn, .loopOut, .loopInDuration, .loopOutDuration:
            return try property.loop(
                isOut: name == .loopOut || name == .loopOutDuration, isDuration: name == .loopInDuration || name == .loopOutDuration, first,
                second, self)
        case .wiggle: return try property.wiggle(arguments, self)
        case .propertyGroup:
            let level = first.isNothing ? 1 : try first.number()
            guard level >= 1 else { throw .unsupported }
            guard let group = property.group else { return .null }
            return try ancestor(of: group, .number(level - 1))
        default: throw .unsupported
        }
    }

    /// The groups around a group, from the inside.
    private func ancestor(of group: ScriptGroup, _ level: ScriptValue?) throws(ScriptFailure) -> ScriptValue {
        let count = level.map(\.isNothing) ?? true ? 1 : try level?.number() ?? 1
        var found: ScriptGroup? = group
        var at = 0.0
        while at < count, let inner = found {
            found = inner.outer
            at += 1
        }
        return found.map { .group($0) } ?? .null
    }

    // MARK: - Lookups

    private func find(_ value: ScriptValue, in layer: ScriptLayer) throws(ScriptFailure) -> ScriptValue {
        switch value {
        case .string("ADBE Root Vectors Group"), .string("Contents"), .string("contents"), .number(2):
            return try member(.layer(layer), .content)
        case .string("ADBE Transform Group"), .string("Transform"), .string("transform"), .number(1), .number(6):
            return try member(.layer(layer), .transform)
        case .string("ADBE Effect Parade"), .string("Effects"), .string("effects"), .number(4): return try member(.layer(layer), .effect)
        case .string(let name):
            if ["ADBE Text Properties", "Text", "text", "ADBE Mask Parade", "Masks", "masks"].contains(name) { throw .unsupported }
            return .null
        default: return .null
        }
    }

    private func find(_ value: ScriptValue, in group: ScriptGroup) throws(ScriptFailure) -> ScriptValue {
        try step(1 + value.lookupSteps)
        switch group.kind {
        case .shapes:
            switch value {
            case .string("ADBE Vectors Group"), .string("Contents"), .number(2): return try member(group, .content)
            default: return try member(group, .transform)
            }
        case .contents(let isRoot):
            if case .number(0) = value { return .group(group) }
            return try item(group.groups, value, isRoot: isRoot)
        case .effects: return try item(group.groups, value, isRoot: false)
        case .effect: return try entry(value, in: group)
        case .transform, .item, .mask:
            guard let name = try name(value, in: group) else { return .null }
            return try member(group, name)
        }
    }

    /// By the name or the number of the file, then by the place in the list.
    private func item(_ groups: [ScriptGroup], _ value: ScriptValue, isRoot: Bool) throws(ScriptFailure) -> ScriptValue {
        try step(groups.count)
        for group in groups where group.names?.contain(value, isRoot: isRoot) ?? false { return .group(group) }
        guard case .number(let number) = value, let place = Int(checked: number), Double(place) == number,
            groups.indices.contains(place - 1)
        else { return .null }
        return .group(groups[place - 1])
    }

    private func entry(_ value: ScriptValue, in effect: ScriptGroup) throws(ScriptFailure) -> ScriptValue {
        guard effect.json?["ef"] != nil else { throw .unsupported }
        try step(effect.entries.count)
        guard let entry = effect.entries.first(where: { $0.names.contain(value, isRoot: false) }) else { throw .thrown }
        if let group = entry.group { return .group(group) }
        guard let property = entry.property else { throw .unsupported }
        guard entry.json["ty"]?.rawNumber == 10 else { return try property.wrapped(self) }
        // A layer control has the number of a layer.
        return try layer(property.value(try property.current(self)), in: property.layer.composition)
    }

    private func mask(_ value: ScriptValue, of layer: ScriptLayer) throws(ScriptFailure) -> ScriptValue {
        try read(layer)
        try step(layer.masks.count + value.lookupSteps)
        for (index, mask) in layer.masks.enumerated() {
            if mask.names?.nm?.isSame(as: value) ?? false { return .group(mask) }
            if case .number(let number) = value, number == Double(index + 1) { return .group(mask) }
        }
        return .null
    }

    /// The member that a name or number means.
    private func name(_ value: ScriptValue, in group: ScriptGroup) throws(ScriptFailure) -> ScriptName? {
        var found: ScriptName?
        var size = 0
        switch value {
        case .string(let text):
            let folded = text.filter { $0 != " " }.lowercased()
            for (key, name) in ScriptMemberNames.names(of: group.kind) {
                guard group.property(key) != nil || key == "p" && group.property("px") != nil else { continue }
                let known = name.folded
                // A match name ends with the name, as in "ADBE Vector Rect Size".
                guard folded == known || folded.hasPrefix("adbe") && folded.hasSuffix(known), known.utf8.count > size else { continue }
                (found, size) = (name, known.utf8.count)
            }
            switch folded {
            case "adbevectoranchor": return .anchorPoint
            case "adberotatez": return .rotation
            case "shape", "adbevectorshape": return .path
            default: return found
            }
        case .number(let number):
            for (key, name) in ScriptMemberNames.names(of: group.kind) {
                if let property = group.property(key), property.number?.rawNumber == number { found = name }
            }
            if let found { return found }
            switch group.kind {
            case .transform(isOfLayer: true): return [1: .anchorPoint, 2: .position, 6: .scale, 10: .rotation, 11: .opacity][number]
            case .item("sh"): return number == 2 ? .path : nil
            default: return nil
            }
        default: throw .unsupported
        }
    }
}
