import SVGAModel
package import SVGASupport

extension MovieDifference {
    /// All differences: canvas and timing first, then images, sprites, sounds and audio entries. Empty if ``isEmpty``.
    /// - Complexity: linear in the number of differences; computed on each access.
    public var changes: [Change] {
        var changes: [Change] = []
        func add(_ kind: Kind, _ subject: String, _ before: String?, _ after: String?, _ text: Message) {
            changes.append(Change(subject: subject, before: before, after: after, description: "\(kind.rawValue) \(subject) \(text)"))
        }
        for fact in facts where fact.isMeaningful {
            changes.append(Change(subject: fact.name.rawValue, before: fact.before, after: fact.after, description: fact.text.description))
        }
        for image in images { add(image.kind, "image", image.before?.key, image.after?.key, image.text) }
        for sprite in sprites { add(sprite.kind, "sprite", sprite.before?.imageKey, sprite.after?.imageKey, sprite.text) }
        for sound in sounds {
            add(sound.kind, "sound", sound.before == nil ? nil : sound.key, sound.after == nil ? nil : sound.key, sound.text)
        }
        for audio in audios {
            add(audio.kind, "audio", audio.before == nil ? nil : audio.key, audio.after == nil ? nil : audio.key, audio.text)
        }
        return changes
    }
}

// Differences as text, without the kind, which `svga diff` prints as a sign.

extension MovieDifference.Fact {
    package var text: Message { "\(name.title) \(before) → \(after)" }
}

extension ImageChange {
    package var text: Message {
        guard let before, let after else { return "\"\(key)\" \((before ?? after)?.text ?? "")" }
        if kind == .renamed { return "\"\(before.key)\" is now \"\(after.key)\"" }
        let pixels: Message =
            switch pixels {
            case .same: "the same pixels"
            case .different: "other pixels"
            case .unknown, nil: "cannot be decoded to compare"
            }
        return "\"\(key)\" \(before.text) → \(after.text); \(pixels)"
    }
}

extension ImageChange.Side {
    fileprivate var text: Message {
        let size = widthPixels.flatMap { width in heightPixels.map { " \(width)×\($0)" } } ?? ""
        return "\(format.name)\(size), \(Units.bytes(byteCount))"
    }
}

extension SpriteChange {
    package var text: Message {
        guard let before, let after else { return (before ?? after).map { "\($0.name), \(Units.count($0.frames, "frame"))" } ?? "" }
        if kind == .moved { return "\(before.name) is now sprite \(after.index)" }
        let isNamedAlike = before.index == after.index && before.imageKey == after.imageKey
        var parts: [Message] = []
        if before.matteKey != after.matteKey { parts.append("matteKey \"\(before.matteKey ?? "")\" → \"\(after.matteKey ?? "")\"") }
        if before.frames != after.frames { parts.append("\(before.frames) → \(Units.count(after.frames, "frame"))") }
        for change in frames {
            let largest: Message = change.largest.map { " (by up to \(Units.decimal($0, places: 4)))" } ?? ""
            parts.append("\(change.aspect.title)\(largest) in \(change.frames.framesText)")
        }
        let title: Message = isNamedAlike ? after.name : "\(before.name) → \(after.name)"
        return title + (parts.isEmpty ? "" : ": " + parts.joined(separator: "; "))
    }
}

extension SpriteChange.Side {
    fileprivate var name: Message { "\(index) \"\(imageKey)\"" }
}

extension SoundChange {
    package var text: Message {
        let sides = [before, after].compactMap { $0.map { (side) -> Message in "\(side.format.rawValue), \(Units.bytes(side.byteCount))" } }
        return "\"\(key)\" \(sides.joined(separator: " → "))"
    }
}

extension AudioChange {
    package var text: Message { "\"\(key)\" \([before, after].compactMap { $0?.text }.joined(separator: " → "))" }
}

extension AudioChange.Side {
    fileprivate var text: Message { "frames \(startFrame) to \(endFrame), from \(startTime) of \(totalTime) ms" }
}

// The names as reports for people write them; JSON has the raw values.

extension MovieDifference.Fact.Name {
    fileprivate var title: Message {
        switch self {
        case .container: "container"
        case .version: "version"
        case .canvas: "canvas"
        case .fps: "fps"
        case .frames: "frames"
        }
    }
}

extension SpriteChange.Aspect {
    package var title: Message {
        switch self {
        case .alpha: "alpha"
        case .transform: "transform"
        case .layout: "layout"
        case .clipPath: "clipPath"
        case .shapes: "shapes"
        }
    }
}
