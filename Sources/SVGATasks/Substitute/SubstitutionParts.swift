import SVGAModel
import SVGARender
package import SVGASupport

/// Parses a key's image, text or style from a command-line word or from JSON parts: `{"file": "a.png", "fit": "cover"}`.
package enum SubstitutionParts {
    package static let textStyle = textStyleParameter.completed(.keyEquals(.sprites))

    private static let textStyleParameter = Parameter<SubstitutionOptions>(
        info: ParameterInfo(
            kind: .option, names: ["text-style"], placeholder: "[KEY=]STYLE",
            help: LocalizedText("style of one text, or of all; see Styles below", "一段或全部文字的样式，见下面的「样式」")),
        store: { (options, word) throws(TaskError) in
            let argument = try TextStyleArgument(word)
            options.parts.append(.step(.style(key: argument.key, argument.changes)))
        },
        storeKeyed: { (options, key, value) throws(TaskError) in options.parts.append(.step(try style(key, value))) })

    /// - Returns: nil if the parts name no file, so that the key keeps its image.
    package static func image(_ key: String, _ value: KeyedValue) throws(TaskError) -> SubstitutionPlan.Step? {
        switch value {
        case .word(let word): return .image(key: key, try ImageArgument(key: key, value: word).choice)
        case .parts(let members):
            let choice = try choice(members, "set-image.\(key)") { (name, location) throws(TaskError) in
                try FileName.checkAddress(name, TaskText(verbatim: location), allowsURL: true)
                return FileName(path: name)
            }
            return choice.map { .image(key: key, $0) }
        }
    }

    /// Empty values and null equal absent ones.
    /// - Parameter file: maps a name to a file or URL.
    /// - Returns: nil if `file` and `default` are empty.
    package static func choice(
        _ members: [JSONValue.Member], _ location: String, file: (_ name: String, _ location: String) throws(TaskError) -> FileName
    ) throws(TaskError) -> ImageChoice? {
        var choice = ImageChoice(file: FileName())
        for member in members where !member.value.isAbsent {
            let value = member.value
            switch member.name {
            case "file", "default":
                // `file` checks the name. The name of an image in memory begins with U+0000.
                guard case .string(let name) = value else { throw .usage("\(location).\(member.name) needs a file name") }
                let found = try file(name, "\(location).\(member.name)")
                if member.name == "file" { choice.file = found } else { choice.fallback = found }
            case "fit": choice.fit = try ImageFit(option: value.string("\(location).fit", "a text"), label: "\(location).fit")
            case "mask": choice.mask = try ImageMask(option: value.string("\(location).mask", "a text"), label: "\(location).mask")
            default: throw unknown(member.name, in: location, known: ["file", "default", "fit", "mask"])
            }
        }
        guard choice.file.path.isEmpty, choice.fallback == nil else { return choice }
        guard members.contains(where: { $0.name == "file" || $0.name == "default" }) else { throw .usage("\(location) has no file") }
        return nil
    }

    package static func text(_ key: String, _ value: KeyedValue) throws(TaskError) -> SubstitutionPlan.Step {
        switch value {
        case .word(let word): return .text(key: key, word, isMarkup: nil)
        case .parts(let members):
            let location = "set-text.\(key)"
            var text: String?
            var isMarkup: Bool?
            for member in members {
                switch (member.name, member.value) {
                case ("text", let value): text = try value.string("\(location).text", "a text")
                case ("markup", .bool(let flag)): isMarkup = flag
                case ("markup", _): throw .usage("\(location).markup needs true or false")
                default: throw unknown(member.name, in: location, known: ["text", "markup"])
                }
            }
            guard let text else { throw .usage("\(location) has no text") }
            return .text(key: key, text, isMarkup: isMarkup)
        }
    }

    private static func style(_ key: String, _ value: KeyedValue) throws(TaskError) -> SubstitutionPlan.Step {
        let key = key == "*" ? nil : key
        switch value {
        case .word(let word): return .style(key: key, try TextStyleArgument.changes(word))
        case .parts(let members): return .style(key: key, try changes(members, "text-style.\(key ?? "*")"))
        }
    }

    package static func changes(_ members: [JSONValue.Member], _ location: String) throws(TaskError) -> [TextStyleChange] {
        var changes: [TextStyleChange] = []
        for member in members {
            let word = try member.value.word("\(location).\(member.name)")
            changes.append(try TextStyleProperty.change(member.name, word, label: "\(location): "))
        }
        return changes
    }

    package static func value(_ keyPath: String, _ value: KeyedValue) throws(TaskError) -> SubstitutionPlan.Step {
        guard case .word(let word) = value else { throw .usage("set-value of \(keyPath) needs a string or a number") }
        let argument = try ValueArgument(keyPath: keyPath, value: word)
        return .value(keyPath: argument.keyPath, argument.value)
    }

    package static func unknown(_ name: String, in location: String, known: [String]) -> TaskError {
        let advice = Advice.suggestion(for: name, among: known)
        return TaskError.usage(
            "\(location) does not support \"\(name)\"", advice: advice.isEmpty ? "it supports \(known.joined(separator: ", "))" : advice)
    }
}

// MARK: - As JSON

extension SubstitutionPlan {
    /// The option members that recreate this plan.
    /// - Parameter isFile: whether an image is a file; other images are omitted.
    package func optionMembers(isFile: (FileName) -> Bool) -> [JSONValue.Member] {
        var members: [String: [JSONValue.Member]] = [:]
        var hidden: [JSONValue] = []
        func style(_ changes: [TextStyleChange]) -> JSONValue { .array(changes.map { [$0.name: $0.value] }) }
        for step in steps {
            switch step {
            case .image(let key, let choice) where isFile(choice.file):
                var parts = [("file", choice.file.path), ("fit", "\(choice.fit)"), ("mask", choice.mask.word)]
                if let fallback = choice.fallback { parts.append(("default", fallback.path)) }
                let value = JSONValue.object(parts.map { JSONValue.Member(name: $0.0, value: .string($0.1)) })
                members["set-image", default: []].append(JSONValue.Member(name: key, value: value))
            case .text(let key, let text, let isMarkup):
                let parts: JSONValue = isMarkup.map { ["text": text, "markup": $0] } ?? ["text": text]
                members["set-text", default: []].append(JSONValue.Member(name: key, value: parts))
            case .style(let key, let changes):
                members["text-style", default: []].append(JSONValue.Member(name: key ?? "*", value: style(changes)))
            case .hide(let key): hidden.append(.string(key))
            case .value(let keyPath, let value):
                // One path may have a color and a number.
                let index = members["set-value", default: []].firstIndex { $0.name.hasSameBytes(as: keyPath) }
                if let index, case .array(let values)? = members["set-value"]?[index].value {
                    members["set-value"]?[index] = JSONValue.Member(name: keyPath, value: .array(values + [value.json]))
                } else {
                    members["set-value", default: []].append(JSONValue.Member(name: keyPath, value: .array([value.json])))
                }
            case .image, .show: break
            }
        }
        var all = ["text-style", "set-image", "set-text", "set-value"].compactMap { name in
            members[name].map { JSONValue.Member(name: name, value: .object($0)) }
        }
        // `hide` follows images and texts, which show a key again.
        if !hidden.isEmpty { all.append(JSONValue.Member(name: "hide", value: .array(hidden))) }
        return all
    }
}

extension ImageMask {
    /// The option's form.
    var word: String {
        switch self {
        case .none: "none"
        case .circle: "circle"
        case .original: "original"
        case .roundedCorners(let radius): "round:\(radius)"
        }
    }
}

extension LottieValue: JSONRepresentable {
    /// The option's form.
    package var json: JSONValue {
        switch self {
        case .color(let color): .string(color.text)
        case .number(let number): .number(number)
        }
    }
}
