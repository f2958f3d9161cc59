import SVGASupport

extension Wording {
    /// Options as keyword arguments, and commands as methods: for Python.
    package static let python = Wording(
        option: { name, value in
            let keyword = pythonKeywords[name] ?? name.replacing("-", with: "_")
            if value.isEmpty { return keyword + (pythonFlags.contains(name) ? "=True" : "=") }
            if JSONOptions.keyed.contains(name) || name == "set-audio", let (key, value) = KeyedWord.halves(value) {
                return "\(keyword)={\(pythonText(key)): \(pythonText(value))}"
            }
            return "\(keyword)=\(pythonText(value))"
        },
        command: { name, _ in pythonMethods[name] ?? "the command svga \(name)" })

    /// A placeholder or a number is not quoted.
    private static func pythonText(_ value: String) -> String {
        let isPlain = value.allSatisfy { $0.isASCII && $0.isUppercase } || Double(value) != nil
        return isPlain ? value : "\"\(value)\""
    }

    /// Parameters with names of their own.
    private static let pythonKeywords = ["o": "path", "output": "path", "for": "players"]

    private static let pythonMethods = [
        "inspect": "describe()", "render": "export()", "optimize": "optimize()", "convert": "convert()", "fix": "fix()", "edit": "edit()",
        "validate": "validate()", "diff": "diff()", "hit": "hit()", "import": "import_()", "create": "create()", "pack": "pack()",
        "unpack": "unpack()", "thumbnail": "thumbnail()", "compare-players": "compare_players()",
    ]

    /// The options without a value.
    private static let pythonFlags: Set<String> = {
        let groups: [[ParameterInfo]] = [
            RenderTask.parameters.values.map(\.info), ConvertTask.parameters.values.map(\.info), EditTask.parameters.values.map(\.info),
            OptimizeTask.parameters.values.filter { $0.info.names != ["crop"] }.map(\.info), DiffTask.parameters.values.map(\.info),
            CreateTask.parameters.values.map(\.info), UnpackTask.parameters.values.map(\.info),
        ]
        return Set(groups.joined().filter { $0.kind == .flag }.flatMap(\.names))
    }()
}
