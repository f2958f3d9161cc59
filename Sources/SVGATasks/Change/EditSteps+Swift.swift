import SVGAEdit
package import SVGAFormat
import SVGAModel
import SVGARender
import SVGASupport

extension EditSteps {
    /// Swift for SVGAKit that writes the same file.
    /// - Parameters:
    ///   - format: the format of the input.
    ///   - isImported: whether the input is a Lottie.
    ///   - name: the name of a file in the program.
    /// - Returns: nil if SVGAKit cannot express a step, or if the input is a Lottie.
    package func swift(
        input: String, output: String, format: MovieFormat, isImported: Bool = false, naming name: (FileName) -> String
    ) -> String? {
        guard !isImported, let first = runs.first else { return nil }
        var lines: [String] = []
        var isDocument = first.command == .edit
        let source = ProgramLiteral.swift(input)
        let reading = "try [UInt8](Data(contentsOf: URL(fileURLWithPath: \(source))))"
        lines.append(isDocument ? "var document = try SVGADocument(path: \(source))" : "var bytes = \(reading)")
        var (hasDocument, hasBytes) = (isDocument, !isDocument)
        for run in runs {
            if run.command == .edit {
                if !isDocument {
                    lines.append("\(hasDocument ? "" : "var ")document = try SVGADocument(bytes: bytes)")
                    (hasDocument, isDocument) = (true, true)
                }
                guard let edits = swiftEdits(run, naming: name) else { return nil }
                lines += edits
                continue
            }
            if isDocument {
                lines.append("\(hasBytes ? "" : "var ")bytes = try document.write(as: .\(format))")
                (hasBytes, isDocument) = (true, false)
            }
            guard let call = run.command == .optimize ? swiftOptimizing(run) : swiftFixing(run) else { return nil }
            lines.append("bytes = \(call).bytes")
        }
        let target = ProgramLiteral.swift(output)
        lines.append(
            isDocument
                ? "try document.write(to: \(target), as: .\(format))"
                : "try Data(bytes).write(to: URL(fileURLWithPath: \(target)), options: .withoutOverwriting)")
        return (["import Foundation", "import SVGAKit", ""] + lines).joined(separator: "\n") + "\n"
    }

    private func swiftEdits(_ run: Run, naming name: (FileName) -> String) -> [String]? {
        guard let (task, _) = try? editTask(run), let plan = try? task.texts.plan(limits: common.limits, context: TaskContext())
        else {
            return nil
        }
        var lines: [String] = []
        for request in task.requests {
            guard let edit = request.swift(plan, naming: name) else { return nil }
            lines.append("try document.apply(\(edit))")
        }
        return lines
    }

    private func swiftFixing(_ run: Run) -> String? {
        var task = FixTask()
        for option in steps[run.steps.lowerBound].options {
            guard (try? option.store(&task, FixTask.pageParameters)) != nil else { return nil }
        }
        let players = task.selectedPlayers.inOrder
        let isEveryone = Set(players) == Set(PublicPlayer.main)
        return "try MovieRepair(bytes\(isEveryone ? "" : ", players: [\(players.map(\.swiftText).joined(separator: ", "))]"))"
    }

    private func swiftOptimizing(_ run: Run) -> String? {
        var task = OptimizeTask()
        for option in steps[run.steps.lowerBound].options {
            guard (try? option.store(&task, OptimizeTask.pageParameters)) != nil else { return nil }
        }
        // SVGAKit has no public API for these.
        guard task.players.isEmpty, task.lossy.audioBitrate == nil else { return nil }
        var parts: [String] = []
        if !task.keptKeys.isEmpty { parts.append("keptKeys: [\(task.keptKeys.map(ProgramLiteral.swift).joined(separator: ", "))]") }
        if task.renamesKeys { parts.append("renamesKeys: true") }
        if task.cropsMargins { parts.append("cropsMargins: true") }
        if task.lossy.rounds { parts.append("rounds: true") }
        if let effort = task.chosenEffort { parts.append("effort: \(effort)") }
        if task.usesWebP { parts.append("usesWebP: true") }
        if let quality = task.lossy.quality { parts.append("quality: \(quality.value)") }
        if let side = task.lossy.maximumSide { parts.append("maximumSide: \(side.value)") }
        if let density = task.lossy.density { parts.append("density: \(density.factor.shortText)") }
        if let similarity = task.lossy.minimumSimilarity { parts.append("minimumSimilarity: \(similarity.value.shortText)") }
        if let size = task.lossy.targetSize { parts.append("targetBytes: \(size.value)") }
        if let memory = task.lossy.targetMemory { parts.append("targetDecodedBytes: \(memory.value)") }
        return "try await Optimizer.optimize(bytes\(parts.isEmpty ? "" : ", options: OptimizeOptions(\(parts.joined(separator: ", ")))"))"
    }
}

/// Parts of Swift programs.
private enum SwiftText {
    static func bytes(of file: String) -> String { "[UInt8](Data(contentsOf: URL(fileURLWithPath: \(ProgramLiteral.swift(file)))))" }

    static func color(_ color: SVGAColor) -> String {
        let alpha = color.alpha == 1 ? "" : ", alpha: \(color.alpha.shortText)"
        return "SVGAColor(red: \(color.red.shortText), green: \(color.green.shortText), blue: \(color.blue.shortText)\(alpha))"
    }

    static func sprites(_ selection: SpriteSelection) -> String {
        switch selection {
        case .key(let key): ".key(\(ProgramLiteral.swift(key)))"
        case .indices(let ranges): ".indices([\(ranges.map { "\($0.lowerBound)...\($0.upperBound)" }.joined(separator: ", "))])"
        }
    }

    static func position(_ position: SpritePosition) -> String {
        switch position {
        case .front: ".front"
        case .back: ".back"
        case .above(let others): ".above(\(sprites(others)))"
        case .below(let others): ".below(\(sprites(others)))"
        }
    }

    static func mask(_ mask: ImageMask) -> String {
        if case .roundedCorners(let radius) = mask { ".roundedCorners(radius: \(radius.shortText))" } else { ".\(mask)" }
    }

    /// The arguments that differ from the default style.
    static func style(_ style: TextStyle) -> String {
        let plain = TextStyle()
        var parts: [String] = []
        func add(_ name: String, _ value: String, if isOther: Bool) { if isOther { parts.append("\(name): \(value)") } }
        add("fontFamily", ProgramLiteral.swift(style.fontFamily), if: style.fontFamily != plain.fontFamily)
        add("language", ProgramLiteral.swift(style.language), if: style.language != plain.language)
        add("weight", "\(style.weight)", if: style.weight != plain.weight)
        add("isItalic", "true", if: style.isItalic)
        if let size = style.size { parts.append("size: \(size.shortText)") }
        add("color", color(style.color), if: style.color != plain.color)
        if let outline = style.outlineColor { parts.append("outlineColor: \(color(outline))") }
        add("outlineWidth", style.outlineWidth.shortText, if: style.outlineWidth != plain.outlineWidth)
        if let shadow = style.shadow { parts.append("shadow: \(self.shadow(shadow))") }
        add("horizontalAlignment", ".\(style.horizontalAlignment)", if: style.horizontalAlignment != plain.horizontalAlignment)
        add("verticalAlignment", ".\(style.verticalAlignment)", if: style.verticalAlignment != plain.verticalAlignment)
        add("maxLines", "\(style.maxLines)", if: style.maxLines != plain.maxLines)
        add("wrap", ".\(style.wrap)", if: style.wrap != plain.wrap)
        add("ellipsis", ".\(style.ellipsis)", if: style.ellipsis != plain.ellipsis)
        add("shrinksToFit", "\(style.shrinksToFit)", if: style.shrinksToFit != plain.shrinksToFit)
        add("minimumSize", style.minimumSize.shortText, if: style.minimumSize != plain.minimumSize)
        add("lineSpacing", style.lineSpacing.shortText, if: style.lineSpacing != plain.lineSpacing)
        add("offsetX", style.offsetX.shortText, if: style.offsetX != plain.offsetX)
        add("offsetY", style.offsetY.shortText, if: style.offsetY != plain.offsetY)
        add("clipsToLayout", "true", if: style.clipsToLayout)
        return parts.joined(separator: ", ")
    }

    private static func shadow(_ shadow: TextShadow) -> String {
        let offsets = "offsetX: \(shadow.offsetX.shortText), offsetY: \(shadow.offsetY.shortText)"
        return "TextShadow(color: \(color(shadow.color)), \(offsets), blur: \(shadow.blur.shortText))"
    }
}

extension EditRequest {
    /// The edit as a value of `DocumentEdit`.
    fileprivate func swift(_ texts: SubstitutionPlan, naming name: (FileName) -> String) -> String? {
        switch self {
        case .plain(let edit): return edit.swift
        case .movie(let edit): return edit.swift
        case .setImage(let argument):
            var parts = ["key: \(ProgramLiteral.swift(argument.key))", "bytes: \(SwiftText.bytes(of: name(argument.choice.file)))"]
            if argument.choice.fit != .fill { parts.append("fit: .\(argument.choice.fit)") }
            if argument.choice.mask != .none { parts.append("mask: \(SwiftText.mask(argument.choice.mask))") }
            if argument.density != 1 { parts.append("density: \(argument.density.shortText)") }
            return ".setImage(\(parts.joined(separator: ", ")))"
        case .setAudio(let key, let file): return ".setAudio(key: \(ProgramLiteral.swift(key)), bytes: \(SwiftText.bytes(of: name(file))))"
        case .merge(let argument):
            let start = argument.overlayAt.map { ", overlayAt: \($0)" } ?? ""
            return ".merge(SVGADocument(path: \(ProgramLiteral.swift(name(argument.file))))\(start))"
        case .setText(let key, let text, let isMarkup):
            var plan = texts
            plan.apply(.text(key: key, text, isMarkup: isMarkup))
            guard let content = plan.contents[ByteKey(key)] else { return nil }
            var parts = ["key: \(ProgramLiteral.swift(key))", ProgramLiteral.swift(content.text)]
            if content.isMarkup { parts.append("isMarkup: true") }
            let style = SwiftText.style(content.style)
            if !style.isEmpty { parts.append("style: TextStyle(\(style))") }
            return ".setText(\(parts.joined(separator: ", ")))"
        }
    }
}

extension DocumentEdit {
    /// nil for edits that contain bytes, which a step has as a file.
    fileprivate var swift: String? {
        switch self {
        case .rename(let old, let new): ".rename(from: \(ProgramLiteral.swift(old)), to: \(ProgramLiteral.swift(new)))"
        case .delete(let key): ".delete(key: \(ProgramLiteral.swift(key)))"
        case .setFPS(let fps): ".setFPS(\(fps))"
        case .trim(let first, let last): ".trim(first: \(first), last: \(last))"
        case .setCanvas(let width, let height, let x, let y):
            ".setCanvas(width: \(width.shortText), height: \(height.shortText)"
                + (x == 0 && y == 0 ? ")" : ", x: \(x.shortText), y: \(y.shortText))")
        case .scale(let factor): ".scale(\(factor.shortText))"
        case .removeAudio: ".removeAudio"
        default: nil
        }
    }
}

extension MovieEdit {
    /// nil for a text, which a step has with its style.
    fileprivate var swift: String? {
        switch self {
        case .setText: nil
        case .hide(let key): ".hide(key: \(ProgramLiteral.swift(key)))"
        case .crop(let x, let y, let width, let height):
            ".crop(x: \(x.shortText), y: \(y.shortText), width: \(width.shortText), height: \(height.shortText))"
        case .reorder(let sprites, let position): ".reorder(\(SwiftText.sprites(sprites)), \(SwiftText.position(position)))"
        case .removeSprites(let sprites): ".removeSprites(\(SwiftText.sprites(sprites)))"
        case .loopSection(let first, let last, let count): ".loopSection(first: \(first), last: \(last), count: \(count))"
        case .setCanvasColor(let color): ".setCanvasColor(\(SwiftText.color(color)))"
        case .duplicate(let sprites, let key):
            ".duplicate(\(SwiftText.sprites(sprites))\(key.map { ", key: \(ProgramLiteral.swift($0))" } ?? ""))"
        case .setOpacity(let sprites, let opacity): ".setOpacity(\(SwiftText.sprites(sprites)), \(opacity.shortText))"
        case .setOffset(let sprites, let x, let y): ".setOffset(\(SwiftText.sprites(sprites)), x: \(x.shortText), y: \(y.shortText))"
        case .retime(let first, let last, let frames, let easing): easing.swift(first, last, frames)
        case .startSound(let key, let frame): ".startSound(key: \(ProgramLiteral.swift(key)), frame: \(frame))"
        case .setVolume(let key, let volume): ".setVolume(key: \(ProgramLiteral.swift(key)), \(volume.shortText))"
        }
    }
}

extension CubicEasing {
    fileprivate func swift(_ first: Int, _ last: Int, _ frames: Int) -> String {
        let curve = self == .linear ? "" : ", x1: \(x1.shortText), y1: \(y1.shortText), x2: \(x2.shortText), y2: \(y2.shortText)"
        return ".retime(first: \(first), last: \(last), frameCount: \(frames)\(curve))"
    }
}

extension PublicPlayer {
    /// A Swift expression for the player. Older versions have no constants.
    fileprivate var swiftText: String {
        if self == .webLite { return ".webLite" }
        return PublicPlayer.allCases.contains(self) ? ".\(name)" : "PublicPlayer(name: \(ProgramLiteral.swift(name)))!"
    }
}
