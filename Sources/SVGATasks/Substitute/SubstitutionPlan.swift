import SVGAFormat
import SVGAImage
package import SVGAModel
import SVGAPlatform
package import SVGARender
import SVGASupport

/// The combined substitution options before any image is read. Later steps override earlier ones.
package struct SubstitutionPlan: Sendable {
    package enum Step: Sendable {
        case image(key: String, ImageChoice)
        /// If `isMarkup` is nil, the style decides.
        case text(key: String, String, isMarkup: Bool?)
        /// If `key` is nil, the style applies to all texts.
        case style(key: String?, [TextStyleChange])
        case hide(key: String)
        case show(key: String)
        /// For a Lottie.
        case value(keyPath: String, LottieValue)
    }

    private struct Text: Sendable {
        let text: String
        let isMarkup: Bool?
    }

    package private(set) var images: [ByteKey: ImageChoice] = [:]
    private var texts: [ByteKey: Text] = [:]
    /// The style of all texts, and the styles by key. A key's style always overrides the common style.
    private var commonStyle: [TextStyleChange] = []
    private var styles: [ByteKey: [TextStyleChange]] = [:]
    package private(set) var hiddenKeys: Set<ByteKey> = []
    /// In the order of the options.
    package private(set) var values: [(keyPath: String, value: LottieValue)] = []

    package init() {}

    /// An image or a text shows a key again that an earlier step has hidden. A new text keeps the style.
    package mutating func apply(_ step: Step) {
        switch step {
        case .image(let key, let choice):
            images[ByteKey(key)] = choice
            hiddenKeys.remove(ByteKey(key))
        case .text(let key, let text, let isMarkup):
            texts[ByteKey(key)] = Text(text: text, isMarkup: isMarkup)
            hiddenKeys.remove(ByteKey(key))
        case .style(let key?, let changes): styles[ByteKey(key)] = TextStyleChange.effective(styles[ByteKey(key), default: []] + changes)
        case .style(nil, let changes): commonStyle = TextStyleChange.effective(commonStyle + changes)
        case .hide(let key): hiddenKeys.insert(ByteKey(key))
        case .show(let key): hiddenKeys.remove(ByteKey(key))
        case .value(let keyPath, let value):
            values.removeAll { $0.value.kind == value.kind && $0.keyPath.hasSameBytes(as: keyPath) }
            values.append((keyPath, value))
        }
    }

    /// The minimal steps that create this plan; no step undoes another one.
    package var steps: [Step] {
        var steps: [Step] = []
        if !commonStyle.isEmpty { steps.append(.style(key: nil, commonStyle)) }
        steps += styles.sorted { $0.key < $1.key }.map { .style(key: $0.key.text, $0.value) }
        steps += images.sorted { $0.key < $1.key }.map { .image(key: $0.key.text, $0.value) }
        steps += texts.sorted { $0.key < $1.key }.map { .text(key: $0.key.text, $0.value.text, isMarkup: $0.value.isMarkup) }
        steps += hiddenKeys.sorted().map { .hide(key: $0.text) }
        return steps + values.map { .value(keyPath: $0.keyPath, $0.value) }
    }

    /// The texts by key, without styles.
    package var words: [(key: String, text: String)] { texts.sorted { $0.key < $1.key }.map { ($0.key.text, $0.value.text) } }
    /// Whether a text has a style or is markup.
    package var hasStyles: Bool { !commonStyle.isEmpty || !styles.isEmpty || texts.values.contains { $0.isMarkup == true } }

    /// All keys in the steps.
    package var keys: Set<ByteKey> { Set(images.keys).union(texts.keys).union(styles.keys).union(hiddenKeys) }

    /// Whether the plan changes nothing.
    package var isEmpty: Bool {
        images.isEmpty && texts.isEmpty && commonStyle.isEmpty && styles.isEmpty && hiddenKeys.isEmpty && values.isEmpty
    }

    /// Keys with a style but without a text, sorted.
    package var stylesWithoutText: [String] { styles.keys.filter { texts[$0] == nil }.sorted().map(\.text) }

    /// Each text with its style.
    package var contents: [ByteKey: TextContent] {
        var contents: [ByteKey: TextContent] = [:]
        for (key, text) in texts {
            var content = TextContent(text.text)
            for change in commonStyle + styles[key, default: []] { change(&content) }
            if let isMarkup = text.isMarkup { content.isMarkup = isMarkup }
            contents[key] = content
        }
        return contents
    }

    /// The keys that no sprite of a movie has.
    package func unknownKeys(in movie: VideoEntity) -> [Substitutions.UnknownKey] {
        var probe = Substitutions()
        for key in keys { probe.setHidden(true, forKey: key.text) }
        return probe.unknownKeys(in: movie)
    }

    /// The substitutions for the renderer.
    /// - Parameter image: loads the image of a key; called in the order of the keys.
    package func substitutions<Failure: Error>(
        image: (_ key: String, ImageChoice) throws(Failure) -> ReplacementImage
    ) throws(Failure) -> Substitutions {
        var substitutions = Substitutions()
        for (key, choice) in images.sorted(by: { $0.key < $1.key }) {
            substitutions.setImage(try image(key.text, choice), fit: choice.fit, mask: choice.mask, forKey: key.text)
        }
        for (key, content) in contents { substitutions.setText(content, forKey: key.text) }
        for key in hiddenKeys { substitutions.setHidden(true, forKey: key.text) }
        return substitutions
    }
}

// MARK: - Loading

/// Converts the options to the renderer's substitutions.
extension SubstitutionOptions {
    /// Checks the keys against the movie, and reads the files.
    package func load(for file: InputFile, _ common: CommonOptions, context: TaskContext) throws(TaskError) -> Substitutions {
        let limits = common.limits
        let plan = try plan(limits: limits, context: context)
        if let value = plan.values.first {
            throw .request(
                file: file.name, message: "\(option: "set-value") \(value.keyPath): an SVGA movie has no values by key path",
                advice: "use it with a Lottie in \(command: "render") or \(command: "play")")
        }
        if !allowsMissingKeys {
            try SubstitutionOptions.check(plan.unknownKeys(in: file.movie), file)
            if let key = plan.stylesWithoutText.first {
                throw .request(
                    file: file.name, message: "\"\(key)\" has a style, but no text",
                    advice: "add \(option: "set-text", "\(key)=TEXT")")
            }
        }
        let fonts = fontFiles.isEmpty ? nil : try fonts(context)
        var images = ImageSources(plan, url, of: file.name, common, context)
        var substitutions = try plan.substitutions { (key, choice) throws(TaskError) in try images.image(key, choice) }
        if let fonts { substitutions.fonts = fonts }
        return substitutions
    }

    /// All files that are read, without URLs. A file of `--vars` that cannot be read is skipped.
    package func files(limits: ReadLimits, context: TaskContext) -> [FileName] {
        let listed = parts.compactMap { if case .vars(let file) = $0 { file } else { nil } }
        let plan = try? plan(limits: limits, context: context)
        let images = plan?.images.values.flatMap { [$0.file, $0.fallback].compactMap { $0 } } ?? []
        return listed + fontFiles + images.filter { !$0.isURL && !$0.path.isEmpty }
    }

    /// All options in order, including the steps of each `--vars` file.
    package func plan(limits: ReadLimits, context: TaskContext) throws(TaskError) -> SubstitutionPlan {
        var plan = SubstitutionPlan()
        for step in try steps(limits: limits, context: context) { plan.apply(step) }
        return plan
    }

    /// All options in order; the steps of a `--vars` file replace the option.
    package func steps(limits: ReadLimits, context: TaskContext) throws(TaskError) -> [SubstitutionPlan.Step] {
        var steps: [SubstitutionPlan.Step] = []
        for part in parts {
            switch part {
            case .step(let step): steps.append(step)
            case .vars(let file):
                let bytes = try SubstitutionOptions.bytes(of: file, limits: limits, context: context)
                do throws(TaskError) {
                    steps += try VarsFile(bytes, path: file.path).steps
                } catch {
                    throw error.asInputError(file: file.path)
                }
            }
        }
        return steps
    }

    /// Checks the keys before other work starts.
    package func checkNames(in file: InputFile, limits: ReadLimits, context: TaskContext) throws(TaskError) {
        if allowsMissingKeys { return }
        try SubstitutionOptions.check(try plan(limits: limits, context: context).unknownKeys(in: file.movie), file)
    }

    private static func check(_ unknown: [Substitutions.UnknownKey], _ file: InputFile) throws(TaskError) {
        guard !unknown.isEmpty else { return }
        let list = unknown.map { (key) -> TaskText in
            let names = key.nearest.map { "\"\($0)\"" }.joined(separator: ", ")
            return names.isEmpty ? "\"\(key.key)\"" : "\"\(key.key)\" (nearest: \(names))"
        }
        throw .request(
            file: file.name, message: "no sprite has the key \(list.joined(separator: " or "))",
            advice: "\(command: "inspect", "\(option: "keys")") lists them; \(option: "allow-missing") ignores others")
    }

    /// The fonts of texts: the system's, unless font files are given.
    func loadedFonts(_ context: TaskContext) throws(TaskError) -> FontSet { fontFiles.isEmpty ? .system : try fonts(context) }

    private func fonts(_ context: TaskContext) throws(TaskError) -> FontSet {
        guard let cache = context.cache ?? context.inMemory.map({ _ in InMemoryInputs.fonts }) else { return try readFonts() }
        return try cache.fonts(fontFiles, ignoresSystemFonts) { () throws(TaskError) in try readFonts() }
    }

    private func readFonts() throws(TaskError) -> FontSet {
        do throws(SVGAError) {
            return try FontSet(files: fontFiles.map(\.path), usesSystemFonts: !ignoresSystemFonts)
        } catch {
            if case .fontFile(let path, let reason)? = error.detail { throw .input(file: path, message: TaskText(reason)) }
            throw .input(file: "", message: TaskText(error.message))
        }
    }

    package static func image(_ file: FileName, limits: ReadLimits, context: TaskContext) throws(TaskError) -> ReplacementImage {
        if let image = context.inMemory?.pictures[file] { return image }
        guard let cache = context.cache else { return try readImage(file, limits: limits, context: context) }
        return try cache.picture(file, limits) { () throws(TaskError) in try readImage(file, limits: limits, context: context) }
    }

    private static func readImage(
        _ file: FileName, limits: ReadLimits, context: TaskContext
    ) throws(TaskError) -> ReplacementImage {
        try decoded(try bytes(of: file, limits: limits, context: context), of: file, limits: limits)
    }

    /// - Parameter file: the origin of the bytes, for errors.
    static func decoded(_ bytes: [UInt8], of file: FileName, limits: ReadLimits) throws(TaskError) -> ReplacementImage {
        do throws(SVGAError) {
            return try ReplacementImage(bytes: bytes, limits: limits)
        } catch {
            if error.limit != nil { throw .read(file: file.path, error) }
            throw .input(file: file.path, message: TaskText(error.message))
        }
    }

    private static func bytes(of file: FileName, limits: ReadLimits, context: TaskContext) throws(TaskError) -> [UInt8] {
        do throws(SVGAError) {
            if file.isStandardStream { return try context.readStandardInput(limits.inputBytes) }
            if let bytes = try InputFile.pipeBytes(file.path, limit: limits.inputBytes) { return bytes }
            let descriptor = open(FilePath(file.path).cString, O_RDONLY | O_CLOEXEC)
            guard descriptor >= 0 else { throw .file(reason: errorText(errno)) }
            defer { close(descriptor) }
            return try DescriptorReader.readAll(descriptor, limit: limits.inputBytes)
        } catch {
            if Task.isCancelled { throw .interrupted }
            if case .file(let reason)? = error.detail {
                // For example a.png,fti=cover: an unknown option becomes part of the name.
                let isList = file.path.split(separator: ",").last?.contains("=") == true && file.path.contains(",")
                let advice: TaskText = isList ? "options after a file are ,fit= ,mask= and ,default=" : ""
                throw .input(file: file.path, message: TaskText(reason), advice: advice)
            }
            throw .read(file: file.path, error)
        }
    }
}
