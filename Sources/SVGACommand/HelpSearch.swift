import SVGACheck
import SVGASupport
import SVGATasks

/// Finds commands, options, topics and codes for `svga help WORD`.
struct HelpSearch {
    /// The maximum number of results of each kind.
    private static let maximumResults = 12

    private let word: String
    private let language: HelpLanguage

    init(_ word: String, in language: HelpLanguage) {
        let plain = String(word.trimmingPrefix(while: { $0 == "-" })).lowercased()
        // A plural also finds the singular; "ios" and "js" are not plurals.
        let isPlural =
            plain.count > 3 && plain.hasSuffix("s") && !plain.hasSuffix("ss")
            && !HelpSearch.interfaces.contains { $0.words.contains(plain) }
        self.word = isPlural ? String(plain.dropLast()) : plain
        self.language = language
    }

    /// Words that users search for, and the matching part of an option's name.
    private static let synonyms = [
        "avatar": "set-image", "photo": "set-image", "picture": "set-image", "nickname": "set-text", "username": "set-text",
        "colour": "color",
    ]

    /// A page of results, or nil without results.
    var page: String? {
        guard word.count > 1 else { return nil }
        let parts = [
            (language.text("Commands:", "命令："), commands), (language.text("Options:", "选项："), options),
            (language.text("Topics:", "主题："), topics),
            (language.text("Codes:", "代码："), codes),
        ].filter { !$0.1.isEmpty }
        guard !parts.isEmpty else { return nil }
        return parts.map { title, rows in
            let shown = rows.prefix(HelpSearch.maximumResults)
            let more = rows.count > shown.count ? "  … \(rows.count - shown.count)\n" : ""
            return title + "\n" + CommandInfo.table(Array(shown), in: .english) + more
        }.joined()
    }

    /// Whether the name, or the text in English or in the page's language, contains the word.
    private func matches(_ name: String, _ text: LocalizedText?) -> Bool {
        ([name] + (text.map { [$0.english.shell, language.text($0)] } ?? [])).contains { $0.lowercased().contains(word) }
    }

    private static func row(_ label: String, _ help: String) -> ParameterInfo {
        let text = TaskText(verbatim: help)
        return ParameterInfo(kind: .argument, names: [], placeholder: label, help: LocalizedText(text, text))
    }

    private var commands: [ParameterInfo] {
        let advice = CommandWords.advice(on: word)?.shell ?? ""
        var rows = CommandLineTool.commands.filter { matches($0.name, $0.abstract) || advice.contains("svga \($0.name) ") }.map {
            HelpSearch.row("svga \($0.name)", language.text($0.abstract))
        }
        for (words, label, help) in HelpSearch.interfaces where words.contains(word) {
            rows.append(HelpSearch.row(label, language.text(help)))
        }
        return rows
    }

    /// Options whose names contain the word precede options whose help contains it. Shared options are listed once.
    private var options: [ParameterInfo] {
        var found: [(rank: Int, name: String, info: ParameterInfo, commands: [String])] = []
        for command in CommandLineTool.commands {
            for info in command.info.parameters where info.kind != .argument {
                guard let name = info.flags.last, let rank = rank(info) else { continue }
                if let index = found.firstIndex(where: { $0.name == name && $0.info.help == info.help }) {
                    found[index].commands.append(command.name)
                } else {
                    found.append((rank, name, info, [command.name]))
                }
            }
        }
        return found.enumerated().sorted { ($0.element.rank, $0.offset) < ($1.element.rank, $1.offset) }.map { _, option in
            let label = "\(option.name) \(option.info.placeholder)"
            let commands = option.commands.prefix(3).joined(separator: ", ") + (option.commands.count > 3 ? " …" : "")
            return HelpSearch.row(label, "\(language.text(option.info.help)) (\(commands))")
        }
    }

    private func rank(_ info: ParameterInfo) -> Int? {
        let names = info.names.map { $0.lowercased() }
        if names.contains(word) || names.contains(HelpSearch.synonyms[word] ?? word) { return 0 }
        if names.contains(where: { $0.contains(word) }) || info.values.contains(word) { return 1 }
        return matches("", info.help) ? 2 : nil
    }

    private var topics: [ParameterInfo] {
        HelpText.topics.filter { matches($0.name, $0.note) || $0.parameters.contains { rank($0) == 0 } }.map {
            HelpSearch.row("svga help \($0.topic)", $0.summary.map(language.text) ?? "")
        }
    }

    private var codes: [ParameterInfo] {
        let findings = FindingCode.allCases.map { (name: $0.name, meaning: $0.meaning, remedy: TaskText($0.remedy)) }
        let warnings = WarningCode.allCases.map { (name: $0.name, meaning: $0.meaning, remedy: $0.remedy) }
        return (findings + warnings).filter { code in
            [TaskText(code.meaning), code.remedy].flatMap { [$0.shell, $0.text(as: language.wording)] }.contains {
                $0.lowercased().contains(word)
            }
        }.map {
            HelpSearch.row("svga help \($0.name)", language.text($0.meaning))
        }
    }

    /// Interfaces of the product other than commands.
    private static let interfaces: [(words: Set<String>, label: String, help: LocalizedText)] = [
        (
            ["python", "pip", "numpy", "pillow", "notebook", "jupyter", "wheel"], "import svga",
            LocalizedText("the Python module: make wheel builds it", "Python 模块：用 make wheel 构建")
        ),
        (
            ["cc", "libsvga", "go", "rust", "node", "java", "ffi"], "libsvga",
            LocalizedText("the C library: svga.h and pkg-config --libs libsvga", "C 库：svga.h 和 pkg-config --libs libsvga")
        ),
        (["swift", "svgakit", "library", "ios", "macos"], "import SVGAKit", LocalizedText("the Swift package", "Swift 包")),
        (
            ["http", "rest", "service", "daemon", "worker"], "svga batch --stdio",
            LocalizedText("run as a worker: read jobs and write results as JSON lines", "作为常驻进程运行：逐行读取 JSON 任务，逐行写出结果")
        ),
        (
            ["docker", "podman", "container", "image"], "Containerfile",
            LocalizedText("build a container image with svga", "构建带有 svga 的容器镜像")
        ),
    ]
}
